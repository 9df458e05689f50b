//! What the parser expected, in plain words: the grammar rules that it tried, sorted into what a designer knows.

use crate::syntax::keywords;
use boardwright_grammar::Rule;

/// The items that the parser expected at one place.
#[derive(Default)]
pub(super) struct Expected {
    /// A value.
    pub value: bool,
    /// An operator after a value.
    pub operator: bool,
    /// A new name, or a place for names only.
    pub name: bool,
    /// The start of an item.
    pub item: bool,
    /// The start of a clause of an action.
    pub clause: bool,
    /// The start of a statement.
    pub statement: bool,
    /// The start of a line of an example.
    pub check: bool,
    /// The start of a line of a look.
    pub look_line: bool,
    /// Anything else, as messages write it.
    pub others: Vec<String>,
    /// The keywords among all of these.
    pub keywords: Vec<String>,
}

impl Expected {
    /// Sorts the rules that the parser tried.
    pub(super) fn new(rules: &[Rule]) -> Expected {
        let mut expected = Expected::default();
        for rule in rules {
            expected.add(*rule);
        }
        if expected.operator {
            // operator keywords are mentioned only if nothing else is expected
            let operators = ["`of`", "`and`", "`or`", "`in`", "`not`", "`within`", "`except`", "`..`"];
            expected.others.retain(|other| !operators.contains(&other.as_str()));
            expected.value = false;
        }
        if expected.value {
            expected.others.clear();
        }
        if rules.contains(&Rule::r#type) {
            // a range of indexes is possible too, but a type is more likely
            expected.value = false;
            expected.others = describe(Rule::r#type).into_iter().collect();
        }
        if expected.item || expected.statement || expected.check {
            expected.name = false;
        }
        expected.others.sort();
        expected.others.dedup();
        expected
    }

    fn add(&mut self, rule: Rule) {
        use Rule::*;
        match rule {
            expr | conjunction | negation | comparison | ranged | setexpr | sum | product | signed | owned
            | primary | match_value | if_value | boolean | braces | possible | call | callee | set_name | paren
            | minus | not_sign | look => self.value = true,
            or_sign | and_sign | compare_sign | set_sign | add_sign | mul_sign | dots => self.operator = true,
            name | action_name => self.name = true,
            file | item | EOI | replaced | added | without => self.item = true,
            clause | let_clause | when | do_clause | ensure | maximize => {
                self.clause = true;
            }
            statement | doing | local | if_statement | put | remove | move_to | move_each | give | choose => {
                self.statement = true
            }
            look_line => self.look_line = true,
            check | position | to_move | play | legal | expect => self.check = true,
            unseparated | semicolon | wheres | score | COMMENT | WHITESPACE => {}
            _ => self.others.extend(describe(rule)),
        }
        if let Some(word) = format!("{rule:?}").strip_prefix("kw_") {
            self.keywords.push(word.to_owned());
        }
    }

    /// Returns the keywords that could begin something here, to find a misspelled one.
    pub(super) fn beginnings(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.keywords.iter().map(String::as_str).collect();
        let sets = [
            (self.item, keywords::ITEMS),
            (self.clause, keywords::CLAUSES),
            (self.statement, keywords::STATEMENTS),
            (self.check, keywords::CHECKS),
            (self.look_line, keywords::LOOK_LINES),
        ];
        for (_, set) in sets.into_iter().filter(|(expected, _)| *expected) {
            all.extend(set);
        }
        all
    }

    /// Returns the operator keywords that could follow here.
    pub(super) fn joints(&self) -> &'static [&'static str] {
        if self.operator { &["and", "or", "of", "in", "within", "except", "not"] } else { &[] }
    }

    /// Returns all of it as a list, the most specific first; at most four.
    pub(super) fn list(&self) -> Vec<String> {
        // a list that leaves some options of the board out would mislead
        const MOST: usize = 4;
        let mut list = self.others.clone();
        if ["`links`", "`columns`", "`named`"].iter().all(|option| list.iter().any(|other| other == option)) {
            list = vec!["an option of the board (`without`, `links`, `wraps`, `stacks`, ..)".to_owned()];
        }
        let groups = [
            (self.value, "a value"),
            (self.name, "a name"),
            (self.clause, "a clause (`let`, `when`, `as`, `do`, `ensure`)"),
            (self.statement, "a statement"),
            (self.check, "a line such as `legal` or `expect`"),
            (self.look_line, "a line such as `fill` or `label`"),
            (self.item && list.is_empty(), "an item"),
            (self.operator && list.is_empty() && !self.item, "an operator"),
        ];
        list.extend(groups.iter().filter(|(expected, _)| *expected).map(|(_, text)| (*text).to_owned()));
        list.truncate(MOST);
        list
    }
}

/// Returns a rule in plain words, or `None` if it says nothing.
fn describe(rule: Rule) -> Option<String> {
    let text = match rule {
        Rule::title | Rule::string | Rule::template | Rule::text_if | Rule::text_match => "a text in quotes",
        Rule::number => "a number",
        Rule::cell | Rule::chain | Rule::cells => "a cell",
        Rule::r#type | Rule::words => "a type",
        Rule::block | Rule::lbrace | Rule::layout => "`{`",
        Rule::rbrace => "`}`",
        Rule::lparen | Rule::parameters | Rule::binders => "`(`",
        Rule::rparen => "`)`",
        Rule::comma => "`,`",
        Rule::colon | Rule::generated => "`:`",
        Rule::equals | Rule::assign_sign => "`=`",
        Rule::slash => "`/`",
        Rule::bar => "`|`",
        Rule::times => "`x`",
        Rule::graph | Rule::square | Rule::hex => "`square`, `hex` or `graph`",
        Rule::item_name => "the kind and name of an item",
        Rule::lacks => "`without`",
        Rule::links => "`links`",
        Rule::wraps => "`wraps`",
        Rule::lettered => "`columns`",
        Rule::numbered => "`numbered`",
        Rule::named => "`named`",
        Rule::drawn => "`drawn as`",
        Rule::cell_names | Rule::cell_name => "the name of a cell",
        Rule::placed | Rule::picture | Rule::symbol => "a placement or a picture",
        Rule::legend_symbol | Rule::symbols => "a symbol",
        Rule::chains => "a direction with its chains",
        Rule::ending => "`when`",
        Rule::arm | Rule::text_arm => "a case",
        Rule::result => "a result (`draw`, `never`, `mover wins`, `next loses`)",
        Rule::tie_draw => "`or draw`",
        Rule::tie_none => "`, no ties`",
        Rule::parameter | Rule::binder | Rule::binding | Rule::player => "a name",
        Rule::as_clause => "`as`",
        Rule::text | Rule::hole => "`{`",
        Rule::move_text | Rule::bare => "a move",
        _ => return format!("{rule:?}").strip_prefix("kw_").map(|word| format!("`{word}`")),
    };
    Some(text.to_owned())
}
