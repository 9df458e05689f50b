//! Lowers files and their items.

use super::lower::{Lower, Pair, has, parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use crate::suggest;
use crate::syntax::ast::*;
use crate::syntax::keywords;
use boardwright_grammar::Rule;

/// Returns the type that a word of another language means.
fn translate_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "boolean" | "Boolean" | "flag" => "bool",
        "integer" | "Integer" | "number" | "num" | "Int" => "int",
        "direction" => "dir",
        "directions" => "dirs",
        "square" | "point" | "position" | "hex" | "site" => "cell",
        "squares" | "points" | "positions" | "sites" | "set" => "cells",
        _ => return None,
    })
}

impl Lower<'_> {
    /// Adds items to a file.
    pub(super) fn file<'i>(&mut self, file: &mut File, pairs: impl Iterator<Item = Pair<'i>>) {
        for item in pairs.flat_map(parts) {
            let span = self.span(&item);
            let Some(inner) = parts(item).next() else { continue };
            match inner.as_rule() {
                Rule::language => {
                    if file.language.is_some() || file.extends.is_some() || !file.items.is_empty() {
                        self.report_syntax(span, "`language` must come first", "move it to the top of the file");
                    }
                    file.language = Some(self.next_count(&mut parts(inner), span));
                }
                Rule::extends => {
                    if file.extends.is_some() || !file.items.is_empty() {
                        let help = "a file can extend one other file; write `extends` before all other items";
                        self.report_syntax(span, "`extends` must come first, and only once", help);
                    }
                    file.extends = Some(self.next_quoted(&mut parts(inner), span));
                }
                _ => {
                    self.has_unknown_type = false;
                    for item in self.items(inner, span) {
                        match item.node.defined() {
                            // without its types, neither it nor its uses can be checked
                            Some(name) if self.has_unknown_type => {
                                let (item, names) = (Some("def".to_owned()), vec![name.node.clone()]);
                                file.unread.push(Unread { span: name.span, item, names });
                            }
                            _ => file.items.push(item),
                        }
                    }
                    file.unread.append(&mut self.unread);
                }
            }
        }
    }

    /// Lowers an item; a `map` becomes a def for each of its regions.
    fn items(&mut self, pair: Pair<'_>, span: Span) -> Vec<Item> {
        let (mut change, inner) = match pair.as_rule() {
            Rule::replaced => (Change::Replace(self.prefix_span(&pair, "replace".len())), parts(pair).next()),
            Rule::added => {
                let word = self.prefix_span(&pair, "also".len());
                let is_first = has(&pair, Rule::kw_first);
                (if is_first { Change::AlsoFirst(word) } else { Change::Also(word) }, parts(pair).next())
            }
            _ => (Change::New, Some(pair)),
        };
        let Some(inner) = inner else { return Vec::new() };
        self.check_change(change, &inner);
        let nodes = match inner.as_rule() {
            Rule::map => {
                // A needless `also` is reported, and changes nothing.
                if !matches!(change, Change::Replace(_)) {
                    change = Change::New;
                }
                self.map(inner).into_iter().map(ItemNode::Def).collect()
            }
            _ => vec![self.plain(inner, span, change)],
        };
        nodes.into_iter().map(|node| Item { span, docs: String::new(), change, node }).collect()
    }

    /// Reports items that cannot be replaced or extended.
    fn check_change(&mut self, change: Change, item: &Pair<'_>) {
        let rule = item.as_rule();
        let adds = matches!(rule, Rule::pieces | Rule::neutral | Rule::legend);
        let own = matches!(rule, Rule::game | Rule::author | Rule::year | Rule::example);
        match change {
            Change::Replace(word) if rule == Rule::legend => {
                let help = "remove `replace`: a `legend` adds to the legend of the base";
                self.report_needless(word, "a legend cannot be replaced", help);
            }
            Change::Replace(word) if adds && parts(item.clone()).any(|kind| parts(kind).count() == 1) => {
                let help = "remove `replace` to add kinds; `replace piece king \"K\"` changes the sign of a kind";
                self.report_needless(word, "a kind cannot be replaced", help);
            }
            Change::Replace(word) | Change::Also(word) if own => {
                self.report_needless(word, "this item is not inherited from the base", "write it without this keyword");
            }
            Change::Also(word) if adds || rule == Rule::map => {
                self.report_needless(word, "unnecessary `also`: this item always adds to the base", "remove `also`")
            }
            Change::Also(word) if !matches!(rule, Rule::setup | Rule::looks | Rule::action | Rule::end) => {
                let help =
                    "only `setup`, `look`, `action` and `end` can have `also`; write `replace` with the whole item";
                self.report_syntax(word, "`also` cannot extend this item", help);
            }
            Change::AlsoFirst(word) if rule != Rule::end => {
                let help = "write `also first end { .. }`, or remove `first`";
                self.report_syntax(word, "`also first` works only with `end`", help);
            }
            _ => {}
        }
    }

    /// Reports a `replace` or `also` to remove.
    fn report_needless(&mut self, word: Span, message: &str, help: &str) {
        let finding = Diagnostic::new(Code::E01, word, message).help(help);
        let next = self.text_of(Span { start: word.end, end: word.end + 1, ..word });
        let end = word.end + u32::from(next == " ");
        self.report(finding.fix("remove it", Span { end, ..word }, "", true));
    }

    fn plain(&mut self, pair: Pair<'_>, span: Span, change: Change) -> ItemNode {
        let rule = pair.as_rule();
        match rule {
            Rule::game => ItemNode::Title(self.next_quoted(&mut parts(pair), span)),
            Rule::author => ItemNode::Author(self.next_quoted(&mut parts(pair), span)),
            Rule::year => ItemNode::Year(self.next_count(&mut parts(pair), span)),
            Rule::without => ItemNode::Without(self.item_name(pair, span)),
            Rule::param => ItemNode::Param(self.param(pair, span)),
            Rule::board => ItemNode::Board(Box::new(self.board(pair))),
            Rule::players => ItemNode::Players(parts(pair).map(|player| self.player(player)).collect()),
            Rule::pieces => ItemNode::Pieces(parts(pair).map(|kind| self.kind(kind)).collect()),
            Rule::neutral => ItemNode::Neutral(parts(pair).map(|kind| self.kind(kind)).collect()),
            Rule::legend => ItemNode::Legend(parts(pair).map(|symbols| self.legend(symbols)).collect()),
            Rule::setup => ItemNode::Setup(self.next_layout(&mut parts(pair), span)),
            Rule::looks => ItemNode::Look(self.look(pair)),
            Rule::var => ItemNode::Var(self.var(pair, span)),
            Rule::def => ItemNode::Def(self.def(pair, span)),
            Rule::effect => ItemNode::Effect(self.effect(pair, span)),
            Rule::action => ItemNode::Action(self.action(pair, span, change)),
            Rule::always => {
                let mut pieces = parts(pair);
                let name = self.next_bound(&mut pieces, span);
                ItemNode::Always(Always { name, condition: self.next_expr(&mut pieces, span) })
            }
            Rule::end => ItemNode::End(parts(pair).map(|ending| self.ending(ending)).collect()),
            Rule::example => ItemNode::Example(self.example(pair, span)),
            _ => ItemNode::Title(self.lost_name(span)),
        }
    }

    fn item_name(&mut self, pair: Pair<'_>, span: Span) -> ItemName {
        let Some(inner) = parts(pair).next() else {
            return ItemName { word: "def", name: self.lost_name(span) };
        };
        let words = [
            (Rule::kw_action, "action"),
            (Rule::kw_effect, "effect"),
            (Rule::kw_var, "var"),
            (Rule::kw_param, "param"),
            (Rule::kw_always, "always"),
        ];
        let word = words.iter().find(|(rule, _)| has(&inner, *rule)).map_or("def", |(_, word)| *word);
        ItemName { word, name: self.next_name(&mut parts(inner), span) }
    }

    fn player(&mut self, pair: Pair<'_>) -> PlayerName {
        let span = self.span(&pair);
        let mut names = parts(pair);
        let name = self.next_bound(&mut names, span);
        PlayerName { name, going: names.next().map(|going| self.name(&going)) }
    }

    fn param(&mut self, pair: Pair<'_>, span: Span) -> Param {
        let mut name = None;
        let (mut words, mut ty, mut default, mut domain, mut condition) = (Vec::new(), None, None, None, None);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => name = Some(self.bind(&part)),
                Rule::words => (words, ty) = self.words_or_type(part),
                Rule::sum => default = Some(self.expr(part)),
                Rule::ranged => domain = Some(self.expr(part)),
                _ => condition = Some(self.expr(part)),
            }
        }
        if let Some(domain) = domain.as_ref().filter(|domain| !matches!(domain.node, Node::Range(..) | Node::List(_))) {
            self.report_syntax(domain.span, "expected a range or a list", "write `in 3..25` or `in {9, 13, 19}`");
        }
        let name = name.unwrap_or_else(|| self.lost_name(span));
        let default = default.unwrap_or_else(|| self.lost_expr(span));
        Param { name, words, ty, default, domain, condition }
    }

    /// Lowers the type of a parameter, whose only word may be no type.
    fn words_or_type(&mut self, pair: Pair<'_>) -> (Vec<Name>, Option<Spanned<Type>>) {
        let all: Vec<Pair<'_>> = parts(pair).collect();
        if let [only] = all.as_slice()
            && let Some(ty) = Type::of_word(only.as_str())
        {
            return (Vec::new(), Some(Spanned::new(ty, self.span(only))));
        }
        (self.words(&all), None)
    }

    /// Lowers a type, or `placing | moving`.
    fn stated_type(&mut self, pair: Pair<'_>) -> Option<StatedType> {
        let span = self.span(&pair);
        let all: Vec<Pair<'_>> = parts(pair).collect();
        match all.as_slice() {
            [only] => self.ty(only).map(StatedType::from),
            [ty, nothing]
                if Type::of_word(ty.as_str()).is_some()
                    && matches!(nothing.as_str(), "nothing" | "none" | "null" | "nil" | "off") =>
            {
                let word = ty.as_str();
                let finding = Diagnostic::new(Code::E01, span, format!("a type has no `| {}`", nothing.as_str()));
                let help = format!("write `{word}`: no cell is `off`, and every other {word} can be `nothing`");
                let help = if word == "cell" {
                    "write `cell`: a cell can be `off`, which is no cell".to_owned()
                } else {
                    help
                };
                self.report(finding.help(help).fix(format!("write `{word}`"), span, word, true));
                self.ty(ty).map(StatedType::from)
            }
            _ => Some(StatedType { node: Type::Tag, span, words: self.words(&all) }),
        }
    }

    /// Lowers `bounce | open`.
    fn words(&mut self, all: &[Pair<'_>]) -> Vec<Name> {
        let names = all.iter().map(|word| self.bind(word)).collect();
        for word in all {
            let (word, text) = (self.span(word), word.as_str());
            let what = match text {
                text if keywords::is_reserved(text) => "a keyword",
                text if keywords::is_cell(text) => "a cell",
                _ => continue,
            };
            let help = format!("choose another name, such as `{text}_`");
            self.report_syntax(word, format!("`{text}` is {what} and cannot be a name"), help);
        }
        names
    }

    fn var(&mut self, pair: Pair<'_>, span: Span) -> Var {
        let each_turn = has(&pair, Rule::kw_each);
        let mut pieces = parts(pair);
        let name = self.next_bound(&mut pieces, span);
        let mut var = Var { name, indexes: Vec::new(), ty: None, first: None, each_turn };
        for part in pieces {
            match part.as_rule() {
                Rule::parameters => {
                    var.indexes = parts(part).filter_map(|index| self.index(index)).collect();
                }
                Rule::words => var.ty = self.stated_type(part),
                _ => var.first = Some(self.expr(part)),
            }
        }
        var
    }

    fn def(&mut self, pair: Pair<'_>, span: Span) -> Def {
        let mut pieces = parts(pair);
        let name = self.next_bound(&mut pieces, span);
        let (mut parameters, mut ty, mut body, mut wheres) = (Vec::new(), None, None, Vec::new());
        for part in pieces {
            match part.as_rule() {
                Rule::parameters => parameters = self.parameters(part),
                Rule::words => ty = self.stated_type(part),
                Rule::wheres => wheres = parts(part).map(|binding| self.named(binding)).collect(),
                _ => body = Some(self.expr(part)),
            }
        }
        let body = body.unwrap_or_else(|| self.lost_expr(span));
        Def { name, parameters, ty, body, wheres }
    }

    /// Lowers `x = E`.
    pub(super) fn named(&mut self, pair: Pair<'_>) -> (Name, Expr) {
        let span = self.span(&pair);
        let mut pieces = parts(pair);
        (self.next_bound(&mut pieces, span), self.next_expr(&mut pieces, span))
    }

    fn effect(&mut self, pair: Pair<'_>, span: Span) -> Effect {
        let mut pieces = parts(pair);
        let name = self.next_bound(&mut pieces, span);
        let (mut parameters, mut body) = (None, Vec::new());
        for part in pieces {
            match part.as_rule() {
                Rule::parameters => parameters = Some(self.parameters(part)),
                _ => body = self.block(part),
            }
        }
        if parameters.is_none() {
            let help = format!("write `effect {}() {{ .. }}`", name.node);
            let end = Span { start: name.span.end, ..name.span };
            let finding = Diagnostic::new(Code::E01, name.span, "missing parentheses after the effect's name");
            self.report(finding.help(help).fix("write `()` after it", end, "()", true));
        }
        Effect { name, parameters: parameters.unwrap_or_default(), body }
    }

    fn parameters(&mut self, pair: Pair<'_>) -> Vec<Parameter> {
        parts(pair).filter_map(|parameter| self.parameter(parameter)).collect()
    }

    fn parameter(&mut self, pair: Pair<'_>) -> Option<Parameter> {
        let span = self.span(&pair);
        let Index { name, over } = self.index(pair)?;
        match over {
            IndexRange::Type(ty) => Some(Parameter { name, ty }),
            IndexRange::Numbers(range) => {
                let help = format!("write `{}: int`; only the index of a variable can be a range", name.node);
                self.report_syntax(range.span, "a parameter needs a type, not a range", help);
                Some(Parameter { name, ty: Spanned::new(Type::Int, span).into() })
            }
        }
    }

    /// Lowers `P: player`, `n: 1..8`.
    fn index(&mut self, pair: Pair<'_>) -> Option<Index> {
        let span = self.span(&pair);
        let mut pieces = parts(pair);
        let name = self.next_bound(&mut pieces, span);
        let over = match pieces.next() {
            None if Type::of_word(&name.node).is_some() => {
                // only the type
                let ty = &name.node;
                let short = if ty == "player" { "P" } else { ty.get(..1).unwrap_or("x") };
                let meant = format!("{short}: {ty}");
                let finding = Diagnostic::new(Code::E01, span, format!("missing name before the type `{ty}`"));
                let help = format!("write `{meant}`, or another name");
                self.report(finding.help(help).fix(format!("write `{meant}`"), span, meant, false));
                self.has_unknown_type = true;
                return None;
            }
            None => {
                let help = format!(
                    "write `{}: cell`, or another type such as `int`, `cells`, `dir`, `player` or `kind`",
                    name.node
                );
                let finding =
                    Diagnostic::new(Code::E01, span, format!("missing type after `{}`", name.node)).help(help);
                // the usual type of a parameter with this name
                let ty = match name.node.as_str() {
                    "P" | "player" => "player",
                    "d" | "dir" => "dir",
                    "n" | "m" | "i" | "k_" | "number" => "int",
                    "k" | "kind" => "kind",
                    _ => "cell",
                };
                let end = Span { start: span.end, ..span };
                self.report(finding.fix(format!("write `{}: {ty}`", name.node), end, format!(": {ty}"), false));
                self.has_unknown_type = true;
                return None;
            }
            Some(range) if range.as_rule() == Rule::extent => IndexRange::Numbers(self.expr(range)),
            Some(ty) => IndexRange::Type(self.stated_type(ty)?),
        };
        Some(Index { name, over })
    }

    pub(super) fn ty(&mut self, pair: &Pair<'_>) -> Option<Spanned<Type>> {
        let (span, word) = (self.span(pair), pair.as_str());
        if let Some(ty) = Type::of_word(word) {
            return Some(Spanned::new(ty, span));
        }
        let all = || Type::with_keywords().map(Type::word);
        let message = format!("unknown type `{word}`");
        let near = suggest::nearest(word, all()).into_iter().next();
        let meant = translate_type(word).or(near);
        if let Some(meant) = meant {
            let help = suggest::did_you_mean(word, all()).filter(|_| near == Some(meant));
            let help = help.unwrap_or_else(|| format!("use `{meant}`"));
            let sure = near.is_none() || suggest::surely(word, all()).is_some();
            let finding = Diagnostic::new(Code::E01, span, message).help(help);
            self.report(finding.fix(format!("write `{meant}`"), span, meant, sure));
            self.has_unknown_type |= !sure;
        } else {
            let types = suggest::alternatives(&all().collect::<Vec<_>>());
            let help = format!("the types are {types}, and lists of words: `{word} | ...`");
            self.report_syntax(span, message, help);
            self.has_unknown_type = true;
        }
        Type::of_word(meant?).map(|ty| Spanned::new(ty, span))
    }

    fn ending(&mut self, pair: Pair<'_>) -> Ending {
        let span = self.span(&pair);
        let each = has(&pair, Rule::kw_for);
        let mut pieces = parts(pair);
        let each = each.then(|| (self.next_bound(&mut pieces, span), self.next_expr(&mut pieces, span)));
        let condition = self.next_expr(&mut pieces, span);
        let result = pieces.next().map(|result| self.result(result, span));
        Ending { span, each, condition, result: result.unwrap_or(GameResult::Never) }
    }

    fn result(&mut self, pair: Pair<'_>, span: Span) -> GameResult {
        if has(&pair, Rule::kw_draw) {
            return GameResult::Draw;
        }
        if has(&pair, Rule::kw_never) {
            return GameResult::Never;
        }
        let wins = has(&pair, Rule::kw_wins);
        let Some(inner) = parts(pair).next() else { return GameResult::Never };
        if inner.as_rule() != Rule::score {
            let player = self.expr(inner);
            self.check_bare_if(&player);
            return if wins { GameResult::Wins(player) } else { GameResult::Loses(player) };
        }
        let most = has(&inner, Rule::kw_most);
        let tie = match (has(&inner, Rule::tie_draw), has(&inner, Rule::tie_none)) {
            (true, _) => Tie::Draw,
            (_, true) => Tie::None,
            _ => Tie::Unsaid,
        };
        GameResult::Score { most, of: self.next_name(&mut parts(inner), span), tie }
    }
}
