//! Lowers examples: their positions and what they expect.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::piece::Player;
use crate::game::rules::{
    Check, CheckNode, Condition, EffectId, Example, ExamplePosition, MoveText, PictureSymbol, VarId,
};
use crate::game::written::{WrittenTexts, can_be_written};
use crate::source::Span;
use crate::syntax::ast::{self, Node};
use std::collections::BTreeMap;

/// Words for the end of a game that do not say who wins.
const ENDS: [&str; 9] = ["over", "ended", "finished", "won", "win", "lost", "checkmate", "mate", "stalemate"];

impl<'a> Checker<'a> {
    /// Checks an example.
    pub(super) fn check_example(
        &mut self,
        ast: &ast::Example,
        span: Span,
        symbols: &[(PictureSymbol, Span)],
    ) -> Example {
        let mut position: Option<ExamplePosition> = None;
        let starts_with_line = starts_with_line(ast);
        let mut checks = Vec::new();
        let mut begun = false;
        let mut first_set: BTreeMap<&str, Span> = BTreeMap::new();
        let mut lines = ast.checks.iter().peekable();
        while let Some(check) = lines.next() {
            if let ast::CheckNode::Expect(condition) = &check.node
                && let Some(report) = self.explain_expected(condition, check.span, lines.peek().copied())
            {
                // The rest of the sentence is no line of its own.
                lines.next_if(|next| {
                    report.fix.as_ref().is_some_and(|fix| fix.edits.iter().any(|edit| edit.span.end >= next.span.end))
                });
                self.report(report);
                continue;
            }
            let node = match &check.node {
                ast::CheckNode::Position(layout) => {
                    let pieces = self.check_layout(layout, symbols);
                    if begun {
                        checks.push(Check { node: CheckNode::Position(pieces), span: check.span });
                    } else if position.replace(ExamplePosition::Pieces(pieces)).is_some() {
                        self.report_second_position(check.span);
                    }
                    continue;
                }
                ast::CheckNode::Line(line) => {
                    let spec = self.check_position_line(line, symbols);
                    if begun {
                        checks.extend(spec.map(|spec| Check { node: CheckNode::Line(spec), span: check.span }));
                    } else if position.is_some() {
                        self.report_second_position(check.span);
                    } else {
                        position = spec.map(ExamplePosition::Line);
                    }
                    continue;
                }
                ast::CheckNode::Set(target, value) => {
                    if begun {
                        let help = "move it to the top of the example, or write a second example";
                        self.error_help(Code::E35, check.span, "`set` must come before the moves and the checks", help);
                        continue;
                    }
                    if let Node::Name(name) = &target.node
                        && let Some(first) = first_set.insert(name, check.span)
                    {
                        let report = Diagnostic::new(Code::E35, check.span, format!("`{name}` is set twice"));
                        self.report(report.and(first, "first set here").help("remove one of them"));
                        continue;
                    }
                    if let Node::Name(name) = &target.node
                        && matches!(self.globals.get(name), Some((Global::Param(_), _)))
                    {
                        // This example is checked in a game that already has the setting.
                        continue;
                    }
                    if starts_with_line {
                        let help = "write the value in the line, after the player to move";
                        self.error_help(Code::E35, check.span, "`set` cannot be combined with a position line", help);
                        continue;
                    }
                    self.lower_set(target, value)
                }
                ast::CheckNode::ToMove(name) => self.find_player(name).map(|at| CheckNode::ToMove(Player(at as u8))),
                ast::CheckNode::Play(moves) => Some(CheckNode::Play(self.check_texts(moves, false))),
                ast::CheckNode::Legal(only, moves) => {
                    Some(CheckNode::Legal { only: *only, moves: self.check_texts(moves, false) })
                }
                ast::CheckNode::Illegal(moves) => Some(CheckNode::Illegal(self.check_texts(moves, true))),
                ast::CheckNode::Moves(n) => u64::try_from(n.node).ok().map(CheckNode::Moves),
                ast::CheckNode::Perft(depth, n) => match (u32::try_from(depth.node), u64::try_from(n.node)) {
                    (Ok(depth), Ok(n)) if depth <= 100 => Some(CheckNode::Perft(depth, n)),
                    _ => self.refuse_plain(Code::E31, depth.span, "a `perft` deeper than 100 would never end"),
                },
                ast::CheckNode::Expect(condition) => {
                    let (holds, inner) =
                        self.with_body(Body::new(Context::Expect), |check| check.typed::<BoolExpr>(condition));
                    holds.map(|holds| CheckNode::Expect(Condition { holds, span: condition.span }, inner.frame))
                }
                ast::CheckNode::Result(None) => Some(CheckNode::Result(None)),
                ast::CheckNode::Result(Some(name)) if super::ending::means_nobody(&name.node) => {
                    let finding =
                        Diagnostic::new(Code::E20, check.span, format!("`{} wins` is not a result", name.node));
                    self.refuse_with(finding.suggest(check.span, "result draw", true))
                }
                ast::CheckNode::Result(Some(name)) => {
                    self.find_player(name).map(|at| CheckNode::Result(Some(Player(at as u8))))
                }
            };
            begun |=
                !matches!(check.node, ast::CheckNode::Set(..) | ast::CheckNode::ToMove(_) | ast::CheckNode::Result(_));
            if let Some(node) = node {
                checks.push(Check { node, span: check.span });
            }
        }
        Example { title: ast.title.node.clone(), position, checks, game: None, span }
    }

    /// Explains `expect draw`, `expect over`, and `expect 10 legal moves`, where `legal moves` is read as the next line.
    fn explain_expected(&self, condition: &ast::Expr, line: Span, next: Option<&ast::Check>) -> Option<Diagnostic> {
        let place = Span { start: line.start, ..condition.span };
        let is_unknown = |name: &str| !self.globals.contains_key(name) && !super::words::is_word(name);
        match &condition.node {
            Node::Name(name)
                if matches!(name.as_str(), "draw" | "drawn" | "tie" | "tied" | "remis") && is_unknown(name) =>
            {
                let message = format!("`{name}` is a result, not a condition");
                Some(Diagnostic::new(Code::E02, place, message).suggest(place, "result draw", true))
            }
            Node::Name(name) if ENDS.contains(&name.as_str()) && is_unknown(name) => {
                let message = format!("`{name}` is a result, not a condition");
                let player = self.players.first().map_or("White", |player| player.name.as_str());
                let help = format!("write the result of the game: `result {player} wins` or `result draw`");
                Some(Diagnostic::new(Code::E02, place, message).help(help))
            }
            Node::Number(number) => match next.map(|next| (&next.node, next.span)) {
                Some((ast::CheckNode::Legal(false, moves), end)) if matches!(moves.as_slice(), [only] if only.node == "moves") =>
                {
                    let place = Span { end: end.end, ..place };
                    let report = Diagnostic::new(Code::E10, place, "this is a line of its own, not a condition");
                    Some(report.suggest(place, format!("moves {number}"), true))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn report_second_position(&mut self, span: Span) {
        let help = "write a second example for it; after a `play`, `position` says what stands on the board then";
        self.error_help(Code::E35, span, "an example has only one starting position", help);
    }

    /// Lowers `set hand(White) = 0` or `set ply = 10`.
    fn lower_set(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<CheckNode> {
        let (name, args): (&str, &[ast::Expr]) = match &target.node {
            Node::Name(name) => (name, &[]),
            Node::Call(name, args) => (&name.node, args),
            _ => ("", &[]),
        };
        let (lowered, _) = self.with_body(Body::new(Context::First), |check| {
            if name == "ply" {
                let ply = check.typed::<IntExpr>(value)?;
                if check.analysis().int(&ply).most < 0 {
                    return check.refuse_plain(
                        Code::E31,
                        value.span,
                        "`ply` cannot be negative: it counts the plies made so far",
                    );
                }
                return Some(CheckNode::SetPly(ply, check.body.frame));
            }
            let Some((Global::Var(at), _)) = check.globals.get(name).copied() else {
                let nowhere = !check.globals.contains_key(name) && !super::words::is_word(name);
                if nowhere && !name.is_empty() {
                    let variables = check.vars.iter().map(|var| var.ast.name.node.clone());
                    let settings = check.params.iter().map(|param| param.name.clone());
                    let candidates = variables.chain(settings).collect();
                    let place = Span { end: target.span.start + name.len() as u32, ..target.span };
                    check.report_unknown(name, place, "variable", candidates);
                    return None;
                }
                let help = "`set` takes a variable, a parameter or `ply`";
                let message = format!("`{name}` is not a variable, so it cannot be set");
                return check.refuse(Code::E05, target.span, message, help);
            };
            if check.report_set_of_stacks(name, target.span) {
                return None;
            }
            // `set hand = 0` sets all values.
            let each = args.is_empty() && check.vars[at].indexes.is_some();
            let indexes = if each { Vec::new() } else { check.lower_indexes(at, args, target.span)? };
            let ty = check.var_type(at, target.span)?;
            let value = check.of_type(value, ty)?;
            let target = VarRef { var: VarId(at as u16), indexes, at: target.span.into() };
            Some(CheckNode::SetVar(target, value, check.body.frame))
        });
        lowered
    }

    /// Checks the texts of moves. Reports W23 for one that no action can write: after `illegal`, that line would always hold.
    fn check_texts(&mut self, moves: &[ast::Name], illegal: bool) -> Vec<MoveText> {
        for text in moves {
            // an invalid action may write it
            if self.lost.anything || self.can_write(&text.node) {
                continue;
            }
            let actions = self.actions.iter().map(|action| action.ast.name.node.as_str());
            let named = Some(self.board.with_names(&text.node)).filter(|named| self.can_write(named));
            let lower = Some(text.node.to_lowercase()).filter(|lower| *lower != text.node);
            let otherwise = joined_by(&text.node).into_iter().chain(lower).find(|meant| self.can_write(meant));
            let is_plain = named.is_none() && otherwise.is_none();
            let near = match named {
                Some(named) => Some(format!("cells have names on this board: write `{named}`")),
                None if otherwise.is_some() => otherwise.as_ref().map(|meant| format!("write `{meant}`")),
                None => self.help_for_call(&text.node).or_else(|| crate::suggest::did_you_mean(&text.node, actions)),
            };
            let lost = words_of(&text.node)
                .find(|word| crate::syntax::keywords::is_cell(word) && self.board.cell(word).is_none());
            let message = if let Some(cell) = lost.filter(|_| is_plain) {
                format!("this board has no cell `{cell}`, so no move is written `{}`", text.node)
            } else if illegal {
                format!("no action can write the move `{}`, so this checks nothing", text.node)
            } else if words_of(&text.node).any(|word| self.board.named(word).is_some()) {
                format!("no action can write the move `{}`", text.node)
            } else {
                format!("the move `{}` names no cell or action of this game", text.node)
            };
            let mut diagnostic = Diagnostic::new(Code::W23, text.span, message);
            if let Some(meant) = otherwise {
                let quoted = self.text(text.span).starts_with('"');
                let instead = if quoted { format!("\"{meant}\"") } else { meant.clone() };
                diagnostic = diagnostic.fix(format!("write `{meant}`"), text.span, instead, false);
            }
            let cell = lost.filter(|_| near.is_none()).map(|cell| self.help_for_missing_cell(cell));
            diagnostic.help = near
                .or(cell)
                .or_else(|| self.help_for_texts())
                .or_else(|| Some("run `boardwright moves` to see how moves are written".to_string()));
            self.report(diagnostic);
        }
        moves.to_vec()
    }

    /// Returns a help for `place(a3)`, the name of an action with arguments.
    fn help_for_call(&self, text: &str) -> Option<String> {
        let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
        self.action_names.get(name)?;
        let meant = arguments.split(',').map(str::trim).collect::<Vec<&str>>().join("-");
        let shown = if self.can_write(&meant) { format!("`{meant}`") } else { "its text".to_owned() };
        Some(format!("a move is written by its text, not by its action: write {shown}"))
    }

    /// Returns whether some action can write a text, with its choices: the plain parts in order, with cells in place of cells.
    pub(super) fn can_write(&self, text: &str) -> bool {
        let effect = |id: EffectId| Some(self.effects.get(usize::from(id.0))?.lowered.as_ref()?.body.as_slice());
        let is_player = |name: &str| self.players.iter().any(|player| player.name == name);
        let is_kind = |name: &str| self.kinds.iter().any(|kind| kind.text() == name);
        let can_be = |value: &AnyExpr, text: &str| can_be_written(value, text, &self.board, &is_player, &is_kind);
        let mut written = WrittenTexts::new(text, &effect, &can_be);
        let mut actions = self.actions.iter();
        actions.any(|action| match &action.lowered {
            None => true,
            Some(action) => written.is_written(&action.text, &action.body),
        })
    }
}

/// Returns whether the starting position of an example is a line, which has the values of all variables.
fn starts_with_line(example: &ast::Example) -> bool {
    let setup = |check: &&ast::Check| !matches!(check.node, ast::CheckNode::Set(..) | ast::CheckNode::ToMove(_));
    let first = example.checks.iter().find(setup);
    first.is_some_and(|check| matches!(check.node, ast::CheckNode::Line(_)))
}

/// Returns the words in the text of a move: `a1` and `b2` in `a1-b2`.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns a move with other signs between its cells.
fn joined_by(text: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    for c in text.chars() {
        let begins =
            c.is_ascii_lowercase() && cells.last().is_none_or(|cell| cell.ends_with(|c: char| c.is_ascii_digit()));
        match cells.last_mut() {
            _ if begins => cells.push(c.to_string()),
            Some(cell) if c.is_ascii_alphanumeric() => cell.push(c),
            _ => {}
        }
    }
    cells.retain(|cell| crate::syntax::keywords::is_cell(cell));
    if cells.len() < 2 {
        return Vec::new();
    }
    ["-", "x", "", "/"].iter().map(|sign| cells.join(sign)).filter(|joined| joined != text).collect()
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns the findings for a game with a parameter, a variable and this example.
    fn found(action: &str, example: &str) -> Vec<Code> {
        codes(&format!(
            "param s = 3 in 1..5 var v = 0 piece man setup {{ man of A at d4 }} {action} \
             end {{ when v > s or ply > 9: draw when stuck(next): draw }} example \"e\" {{ {example} }}"
        ))
    }

    #[test]
    fn a_text_of_many_values_is_matched_quickly() {
        let action =
            format!("action add(p: empty, n: 1..2) as \"{}-{{p}}\" do {{ put man at p; v = n }}", "{n}".repeat(24));
        let ones = "1".repeat(24);
        assert_eq!(found(&action, &format!("legal \"{ones}-a1\"")), []);
        assert_eq!(found(&action, &format!("legal \"{ones}{ones}-x\"")), [Code::W23]);
    }

    #[test]
    fn each_thing_is_set_once() {
        let action = "action add(p: empty) do { put man at p; v = 0 }";
        assert_eq!(found(action, "set s = 4 set v = 1 set ply = 2 moves 15"), []);
        for twice in ["set s = 4 set s = 5", "set v = 1 set v = 2", "set ply = 1 set ply = 2"] {
            assert_eq!(found(action, twice), [Code::E35], "{twice}");
        }
        assert_eq!(found(action, "set ply = -1"), [Code::E31]);
    }
}
