//! [`ItemText`]: an item of a game in its author's words, without comments and independent of layout.

use crate::check::expand::expand;
use crate::load::Given;
use crate::source::{Source, SourceId, Sources, Span};
use crate::syntax::ast::{self, Action, Clause, Ending, ItemNode, KindName, Legend, Param};
use crate::syntax::keywords::is_cell;
use crate::syntax::lex::{Token, lex};
use crate::syntax::parse;
use std::collections::HashMap;

/// A word, number or sign, and the spaces before it on its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SpacedWord {
    pub(super) spaces: usize,
    pub(super) text: String,
}

/// A line of an item; the spaces before its first word are its indentation.
pub(super) type SpacedLine = Vec<SpacedWord>;

/// An item of a game, with the changes of variants applied.
#[derive(Clone, Debug)]
pub(super) struct ItemText {
    /// `action`, `def`, `end`.
    pub(super) word: &'static str,
    /// Its name, if items of this keyword have names.
    pub(super) name: Option<String>,
    /// How many items of the same keyword and name precede it: examples may share a title.
    pub(super) nth: usize,
    pub(super) span: Span,
    pub(super) lines: Vec<SpacedLine>,
}

impl ItemText {
    /// Returns the content, normalized so that equal items compare equal: commas between cells and `;` are optional.
    pub(super) fn meaning(&self) -> Vec<&str> {
        let words: Vec<&str> = self.lines.iter().flatten().map(|word| word.text.as_str()).collect();
        let cell = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| is_cell(word));
        let said = words
            .iter()
            .enumerate()
            .filter(|(at, word)| **word != ";" && !(**word == "," && cell(at.checked_sub(1)) && cell(Some(at + 1))));
        said.map(|(_, word)| *word).collect()
    }
}

/// Returns the items of a game that was compiled from these texts, including those of its bases, in order.
pub(super) fn items(texts: &Sources) -> Vec<ItemText> {
    let bases = Given(texts.all().to_vec());
    let mut sources = Sources::new();
    let id = sources.add(texts.get(SourceId(0)));
    // The game was compiled from these texts, so parsing cannot fail.
    let file = parse(&sources, id).ok();
    let Some(expanded) = file.and_then(|file| expand(&mut sources, file, &bases, &mut Vec::new())) else {
        return Vec::new();
    };
    let mut reader = ItemReader { texts: Vec::new() };
    for source in sources.all() {
        reader.texts.push((source.clone(), lex(&source.text)));
    }
    let mut items: Vec<ItemText> = Vec::new();
    for item in expanded.items.iter().filter(|item| Some(item.span.source) != expanded.words) {
        reader.item(item, &mut items);
    }
    let mut seen: HashMap<(&str, Option<String>), usize> = HashMap::new();
    for item in &mut items {
        let before = seen.entry((item.word, item.name.clone())).or_default();
        item.nth = *before;
        *before += 1;
    }
    items
}

/// Splits the texts into tokens.
struct ItemReader {
    texts: Vec<(Source, Vec<Token>)>,
}

impl ItemReader {
    fn item(&self, item: &ast::Item, items: &mut Vec<ItemText>) {
        let whole = || self.whole(item.span);
        let quoted = |name: &ast::Name| Some(format!("\"{}\"", name.node));
        let named = |name: &ast::Name| Some(name.node.clone());
        let (word, name, lines) = match &item.node {
            ItemNode::Without(_) => return,
            ItemNode::Pieces(kinds) => return kinds.iter().for_each(|kind| items.push(self.kind("piece", kind))),
            ItemNode::Neutral(kinds) => return kinds.iter().for_each(|kind| items.push(self.kind("neutral", kind))),
            ItemNode::Legend(entries) => return self.legend(item.span, entries, items),
            ItemNode::Title(_) => ("game", None, whole()),
            ItemNode::Author(name) => ("author", quoted(name), whole()),
            ItemNode::Year(_) => ("year", None, whole()),
            ItemNode::Board(_) => ("board", None, whole()),
            ItemNode::Players(_) => ("players", None, whole()),
            ItemNode::Setup(_) => ("setup", None, whole()),
            ItemNode::Look(_) => ("look", None, whole()),
            ItemNode::Param(param) => ("param", named(&param.name), self.param(param)),
            ItemNode::Var(var) => ("var", named(&var.name), whole()),
            ItemNode::Def(def) => ("def", named(&def.name), whole()),
            ItemNode::Effect(effect) => ("effect", named(&effect.name), whole()),
            ItemNode::Action(action) => ("action", named(&action.name), self.action(action)),
            ItemNode::Always(always) => ("always", named(&always.name), whole()),
            ItemNode::End(endings) => ("end", None, self.end(endings)),
            ItemNode::Example(example) => ("example", quoted(&example.title), whole()),
        };
        // What a variant adds is in its own file, and that is what has changed.
        let span = match &item.node {
            ItemNode::End(endings) => endings.iter().map(|ending| ending.span).find(|span| span.source == SourceId(0)),
            _ => None,
        };
        let span = span.unwrap_or(item.span);
        // A variant's additions to the setup and the look follow them.
        let before = items.iter_mut().find(|before| matches!(word, "setup" | "look") && before.word == word);
        match before {
            Some(before) => before.lines.extend(lines),
            None => items.push(ItemText { word, name, nth: 0, span, lines }),
        }
    }

    fn kind(&self, word: &'static str, kind: &KindName) -> ItemText {
        let mut line = vec![plain(0, word), plain(1, &kind.name.node)];
        line.extend(kind.sign.as_ref().map(|sign| plain(1, &format!("\"{}\"", sign.node))));
        ItemText { word, name: Some(kind.name.node.clone()), nth: 0, span: kind.name.span, lines: vec![line] }
    }

    /// Joins all entries into one item, one per line.
    fn legend(&self, span: Span, entries: &[Legend], items: &mut Vec<ItemText>) {
        let lines = entries.iter().map(|entry| {
            let mut line = vec![plain(0, "legend")];
            line.extend(entry.symbols.iter().map(|symbol| plain(1, &symbol.node.to_string())));
            line.push(plain(1, "="));
            line.extend(entry.kinds.iter().map(|kind| plain(1, &kind.node)));
            line.extend(entry.owner.iter().flat_map(|owner| [plain(1, "of"), plain(1, &owner.node)]));
            line
        });
        match items.iter_mut().find(|item| item.word == "legend") {
            Some(before) => before.lines.extend(lines),
            None => items.push(ItemText { word: "legend", name: None, nth: 0, span, lines: lines.collect() }),
        }
    }

    /// Builds a parameter with the range inherited from its base.
    fn param(&self, param: &Param) -> Vec<SpacedLine> {
        let mut line = vec![plain(0, "param"), plain(1, &param.name.node)];
        let words = param.words.iter().map(|word| word.span).chain(param.ty.iter().map(|ty| ty.span));
        for (n, span) in words.enumerate() {
            line.push(if n == 0 { plain(0, ":") } else { plain(1, "|") });
            line.extend(self.join(1, span));
        }
        line.push(plain(1, "="));
        line.extend(self.join(1, param.default.span));
        for (word, part) in [("in", &param.domain), ("where", &param.condition)] {
            if let Some(part) = part {
                line.push(plain(1, word));
                line.extend(self.join(1, part.span));
            }
        }
        vec![line]
    }

    /// Builds an action with the clauses added by variants, each on its own line.
    fn action(&self, action: &Action) -> Vec<SpacedLine> {
        let mut head = vec![plain(0, "action"), plain(1, &action.name.node), plain(0, "(")];
        for (n, binder) in action.binders.iter().enumerate() {
            if n > 0 {
                head.push(plain(0, ","));
            }
            head.extend([plain(usize::from(n > 0), &binder.name.node), plain(0, ":")]);
            head.extend(self.join(1, binder.over.span));
        }
        head.push(plain(0, ")"));
        let mut lines = vec![head];
        for clause in &action.clauses {
            lines.extend(match clause {
                Clause::When(condition) => self.clause(&["when"], condition.span),
                Clause::As(text) => self.clause(&["as"], text.span),
                Clause::Let(name, value) => self.clause(&["let", &name.node, "="], value.span),
            });
        }
        match action.body.as_deref() {
            Some([only]) => lines.extend(self.clause(&["do"], only.span)),
            Some(body) => {
                lines.push(vec![plain(2, "do"), plain(1, "{")]);
                body.iter().for_each(|statement| lines.extend(indent(4, self.lines(statement.span))));
                lines.push(vec![plain(2, "}")]);
            }
            None => {}
        }
        action.ensures.iter().for_each(|condition| lines.extend(self.clause(&["ensure"], condition.span)));
        action.maximize.iter().for_each(|value| lines.extend(self.clause(&["maximize"], value.span)));
        lines
    }

    fn end(&self, endings: &[Ending]) -> Vec<SpacedLine> {
        let mut lines = vec![vec![plain(0, "end"), plain(1, "{")]];
        endings.iter().for_each(|ending| lines.extend(indent(2, self.lines(ending.span))));
        lines.push(vec![plain(0, "}")]);
        lines
    }

    /// Joins words and the source at a place, with its line breaks.
    fn clause(&self, words: &[&str], span: Span) -> Vec<SpacedLine> {
        let mut lines = indent(2, self.lines(span));
        let mut first: SpacedLine =
            words.iter().enumerate().map(|(n, word)| plain(if n == 0 { 2 } else { 1 }, word)).collect();
        match lines.first_mut() {
            Some(line) => {
                line.iter_mut().take(1).for_each(|word| word.spaces = 1);
                first.append(line);
                *line = first;
            }
            None => lines.push(first),
        }
        lines
    }

    /// Returns the source at a place on one line.
    fn join(&self, spaces: usize, span: Span) -> SpacedLine {
        let mut line = self.lines(span).into_iter().reduce(|mut all, mut line| {
            line.iter_mut().take(1).for_each(|word| word.spaces = 1);
            all.append(&mut line);
            all
        });
        line.iter_mut().flat_map(|line| line.iter_mut().take(1)).for_each(|word| word.spaces = spaces);
        line.unwrap_or_default()
    }

    /// Returns the source of an item without the keywords by which a variant modifies the base's item.
    fn whole(&self, span: Span) -> Vec<SpacedLine> {
        self.lines_without(&["replace", "also", "first"], span)
    }

    /// Returns the source at a place with its line breaks, without comments. The first line is not indented.
    fn lines(&self, span: Span) -> Vec<SpacedLine> {
        self.lines_without(&[], span)
    }

    /// Returns the lines at a place, without these words at the beginning.
    fn lines_without(&self, words: &[&str], span: Span) -> Vec<SpacedLine> {
        let Some((source, tokens)) = self.texts.get(span.source.0 as usize) else { return Vec::new() };
        let (start, end) = (span.start as usize, span.end as usize);
        let from = tokens.partition_point(|token| token.start < start);
        let inside = tokens.iter().skip(from).take_while(|token| token.start < end).filter(|token| !token.is_comment());
        let mut inside = inside.skip_while(|token| token.is_word_of(&source.text, words)).peekable();
        let column = |at: usize| source.text.get(..at).map_or(0, |before| before.len() - line_start(before));
        // Indentation is relative to the line in which the item begins.
        let left = inside.peek().map_or(0, |first| indentation(&source.text, first.start));
        let (mut lines, mut before): (Vec<SpacedLine>, Option<usize>) = (Vec::new(), None);
        for token in inside {
            let text = token.text(&source.text).to_owned();
            let between = before.and_then(|before| source.text.get(before..token.start));
            match (between, lines.last_mut()) {
                (Some(between), Some(line)) if !between.contains('\n') => {
                    line.push(SpacedWord { spaces: between.chars().count().min(MOST_SPACES), text });
                }
                _ => {
                    let indent = if lines.is_empty() { 0 } else { column(token.start).saturating_sub(left) };
                    lines.push(vec![SpacedWord { spaces: indent.min(MOST_SPACES), text }]);
                }
            }
            before = Some(token.end);
        }
        lines
    }
}

/// Wider gaps are shortened to this.
const MOST_SPACES: usize = 40;

fn plain(spaces: usize, text: &str) -> SpacedWord {
    SpacedWord { spaces, text: text.to_owned() }
}

fn indent(by: usize, mut lines: Vec<SpacedLine>) -> Vec<SpacedLine> {
    lines.iter_mut().flat_map(|line| line.iter_mut().take(1)).for_each(|word| word.spaces += by);
    lines
}

/// Returns where the last line of a text begins.
fn line_start(text: &str) -> usize {
    text.rfind('\n').map_or(0, |at| at + 1)
}

/// Returns the spaces before the first character of the line that contains a byte.
fn indentation(text: &str, at: usize) -> usize {
    let start = line_start(text.get(..at).unwrap_or(""));
    text.get(start..).map_or(0, |line| line.len() - line.trim_start_matches([' ', '\t']).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_text;

    fn said(text: &str) -> Vec<String> {
        let engine = load_text(text, &[]).unwrap();
        items(&engine.game().sources).iter().map(|item| item.meaning().join(" ")).collect()
    }

    #[test]
    fn layout_and_comments_are_ignored() {
        let one = "game \"X\"\nboard square 2 x 2\nplayers A, B\npiece stone\nsetup { stone of A at {a1 b1} }
            action go(p: own, q: neighbors(p) & empty) do { move p to q }
            end { when stuck(next): next loses }";
        let other = "game \"X\" // a title\n/// The board.\nboard square 2x2\nplayers A,\n  B\npiece stone\n
            setup {\n stone of A at {a1, b1}; }\n
            action go(p: own,\n q: neighbors(p) & empty) // here\n  do move p to q\n
            end {\n when stuck(next): next loses // lost\n}";
        assert_eq!(said(one), said(other));
    }

    #[test]
    fn words_at_the_beginning_of_an_expression_stay() {
        let line = "first(a1, E, occupied)";
        let whole = said(&format!(
            "game \"X\"\nboard square 3 x 1\nplayers A, B\npiece stone\n
            setup {{ stone of A at a1 }}\ndef near = {line}
            action go(p: own, q: {line}) when {line} == {{q}} let r = {line} do {{ let s = {line} remove s }}
              ensure {line} == r
            end {{ when stuck(next): next loses }}"
        ));
        let words: usize = whole.iter().map(|item| item.matches("first ( a1 , E , occupied )").count()).sum();
        assert_eq!(words, 6, "{whole:#?}");
    }

    #[test]
    fn variants_include_their_base() {
        let whole =
            said("extends \"tiger\"\ngame \"T\"\nreplace param gravity = 0\nalso first end { when ply > 50: draw }");
        assert!(whole.iter().any(|item| item.starts_with("param gravity = 0 in")), "{whole:?}");
        let end = whole.iter().find(|item| item.starts_with("end")).unwrap();
        assert!(end.starts_with("end { when ply > 50 : draw when"), "{end}");
    }

    #[test]
    fn a_clause_that_a_variant_adds_is_in_its_own_file() {
        for also in ["also first", "also"] {
            let text = format!("extends \"tiger\"\ngame \"T\"\n{also} end {{ when ply > 50: draw }}");
            let engine = load_text(&text, &[]).unwrap();
            let items = items(&engine.game().sources);
            let end = items.iter().find(|item| item.word == "end").unwrap();
            assert_eq!(end.span.source, SourceId(0), "{also}");
        }
    }
}
