//! Resolves names: locals, declarations, and words of the language that are written without parentheses.

use super::checker::*;
use super::need::Need;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::{self, Builtin, Op};
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::*;
use crate::source::Span;
use crate::syntax::ast;

/// Converts a mask to a direction, or to a set of directions.
pub(super) fn directions(mask: u64) -> AnyExpr {
    match mask.count_ones() {
        1 => AnyExpr::Dir(DirExpr::Const(Dir(mask.trailing_zeros() as u8))),
        _ => AnyExpr::Dirs(MaskExpr::Const(mask)),
    }
}

impl<'a> Checker<'a> {
    /// Resolves a name. `want` decides between two meanings: the name of a piece is a set of cells or a kind.
    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<Type>) -> Option<AnyExpr> {
        if let Some(at) = self.body.scope.iter().rposition(|local| local.name == name) {
            return self.local_value(at, span);
        }
        // `height` is the number of rows, `height(p)` that of the pieces on p.
        let is_word = operator::word(name).is_some_and(Builtin::stands_alone);
        let found = self.globals.get(name).copied();
        if let Some((global, place)) = found.filter(|(_, place)| !is_word || !self.is_word_of_stacks(*place)) {
            return self.global(global, name, span, place, want);
        }
        if let Some(row) = operator::word(name).filter(|row| row.stands_alone()) {
            let value = self.word(row, span, want)?;
            // `players` has a value before play, too: all of them.
            if !matches!(value, AnyExpr::Players(_)) {
                self.need_what_is_read(row, span);
            }
            return Some(value);
        }
        if let Some(mask) = self.board.dir_word(name) {
            return Some(directions(mask));
        }
        if let Some(row) = operator::word(name) {
            let message = format!("`{name}` needs arguments");
            let help = match name {
                "cell" => {
                    "a binder takes a set: write `p: board` for any cell; a cell by its place is `cell(column, row)`"
                        .to_owned()
                }
                "rival" if self.players.len() != 2 => {
                    "write `after(mover)` for the player who comes next; the pieces of all others are `enemy`"
                        .to_owned()
                }
                "neighbors" => {
                    let cell = self.nearest_cell();
                    let finding = Diagnostic::new(Code::E11, span, message);
                    let meant = format!("neighbors({cell})");
                    let finding = finding.help(format!("write `{meant}`, or `neighbors({cell}, N)` in one direction"));
                    return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false));
                }
                _ => match self.complete_call(row, &[]) {
                    Some(call) => format!("write `{call}`"),
                    None => format!("write {}", row.usage()),
                },
            };
            return self.refuse(Code::E11, span, message, help);
        }
        if matches!(name, "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW") {
            self.report_unknown_direction(name, span);
            return None;
        }
        if let Some((_, place)) = self.action_names.get(name).copied() {
            self.report_action_as_value(name, span, place);
            return None;
        }
        let instead = match name {
            "cells" => Some("for all cells, write `board`"),
            "dirs" => Some("for all directions, write `all`"),
            _ => None,
        };
        if let Some(instead) = instead {
            return self.refuse(Code::E02, span, format!("`{name}` is a type, not a set"), instead);
        }
        if want == Some(Type::Cells)
            && let Some(dir) =
                super::unknown::find_usual_direction(name).filter(|dir| self.board.dir_word(dir).is_some())
        {
            let finding = Diagnostic::new(Code::E02, span, format!("unknown name `{name}`"));
            return self.refuse_with(finding.suggest(span, format!("edge({dir})"), false));
        }
        let (what, candidates) = match want {
            Some(Type::Kind | Type::Kinds) => {
                ("kind of piece", self.kinds.iter().map(|kind| kind.name.clone()).collect())
            }
            Some(Type::Player) if name.starts_with(char::is_uppercase) => {
                ("player", self.players.iter().map(|player| player.name.clone()).collect())
            }
            _ => ("name", self.visible_names(want)),
        };
        self.report_unknown(name, span, what, candidates);
        None
    }

    /// Reports E10 for an action that is used as a value.
    pub(super) fn report_action_as_value(&mut self, name: &str, span: Span, place: Span) {
        let help = format!("to test whether it is possible, write `possible({name})`");
        let finding = Diagnostic::new(Code::E10, span, format!("`{name}` is an action, not a value"));
        self.report(finding.and(place, "").help(help));
    }

    fn local_value(&mut self, at: usize, span: Span) -> Option<AnyExpr> {
        if let Some((reason, own)) = self.body.no_locals
            && at < own
        {
            let name = self.body.scope[at].name.clone();
            return self.refuse(Code::E20, span, format!("`{name}` cannot be used here"), reason.to_string());
        }
        let local = &mut self.body.scope[at];
        local.used = true;
        Some(match &local.held {
            LocalHome::Slot(slot) => super::types::local(local.ty, *slot),
            LocalHome::Lazy(n) => lazy(local.ty, *n),
            LocalHome::Known(value) => (**value).clone(),
            LocalHome::Wrong => return None,
        })
    }

    fn global(&mut self, global: Global, name: &str, span: Span, place: Span, want: Option<Type>) -> Option<AnyExpr> {
        match global {
            Global::Param(at) => {
                self.params_seen += 1;
                self.params_used.insert(at);
                if self.params_wrong.contains(&at) {
                    return None;
                }
                let Some(param) = self.params.get(at) else {
                    let message = format!("the value of `{name}` is not known yet");
                    return self.refuse(Code::E22, span, message, "a parameter can only use the parameters above it");
                };
                Some(match param.value.clone() {
                    Setting::Int(n) => AnyExpr::Int(IntExpr::Const(n)),
                    Setting::Bool(b) => AnyExpr::Bool(BoolExpr::Const(b)),
                    Setting::Word(word) => match self.globals.get(&word) {
                        Some((Global::Tag(tag), _)) => AnyExpr::Tag(TagExpr::Const(*tag)),
                        _ => return None,
                    },
                })
            }
            Global::Tag(tag) => Some(AnyExpr::Tag(TagExpr::Const(tag))),
            Global::Player(at) => Some(AnyExpr::Player(PlayerExpr::Const(Player(at as u8)))),
            Global::Kind(at) => {
                let kind = Kind(at as u8);
                self.kinds_used.insert(at);
                if matches!(want, Some(Type::Kind | Type::Kinds)) {
                    return Some(AnyExpr::Kind(KindExpr::Const(kind)));
                }
                if want == Some(Type::Piece) && self.kinds[at].neutral {
                    let piece = (KindExpr::Const(kind), PlayerExpr::Const(Player::NOBODY));
                    return Some(AnyExpr::Piece(PieceExpr::Of(Box::new(piece))));
                }
                self.need(Need::State, span);
                Some(AnyExpr::Cells(CellsExpr::OfKind(kind)))
            }
            Global::Var(at) => {
                let indexes = self.vars[at].indexes.as_deref()?;
                if !indexes.is_empty() {
                    let message = format!("`{name}` has a value for each {}", super::index::each_of(indexes));
                    let help = format!("write one of them: `{}`", self.var_usage(at));
                    return self.refuse(Code::E11, span, message, help);
                }
                self.var_value(at, Vec::new(), span)
            }
            Global::Def(at) => self.call_def(at, &[], span),
            Global::Effect(_) | Global::Always => {
                let what = global.describe();
                let help = match global {
                    Global::Effect(_) => format!("an effect is a statement: write `{name}(...)` in a `do`"),
                    _ => "an `always` is a rule without a value".to_string(),
                };
                let finding = Diagnostic::new(Code::E10, span, format!("`{name}` is {what}, not a value"));
                self.refuse_with(finding.help(help).and(place, ""))
            }
        }
    }

    /// Lowers a word of the language without parentheses.
    pub(super) fn word(&mut self, row: &Builtin, span: Span, want: Option<Type>) -> Option<AnyExpr> {
        Some(match row.name {
            "dark" | "light" if !self.board.is_square() => {
                let message = format!("`{}` does not exist on this board", row.name);
                return self.refuse(Code::E20, span, message, "only square boards are colored like a chessboard");
            }
            "empty" => AnyExpr::Cells(CellsExpr::Empty),
            "occupied" => AnyExpr::Cells(CellsExpr::Occupied),
            "pieces" => AnyExpr::Cells(CellsExpr::Pieces),
            "own" => AnyExpr::Cells(CellsExpr::OfPlayer(Box::new(PlayerExpr::Mover))),
            "enemy" => AnyExpr::Cells(CellsExpr::Enemy),
            "mover" => AnyExpr::Player(PlayerExpr::Mover),
            "next" => AnyExpr::Player(PlayerExpr::Next),
            "players" => {
                if self.body.context == Context::Static {
                    let all = (1u64 << self.players.len()) - 1;
                    return Some(AnyExpr::Players(MaskExpr::Const(all)));
                }
                AnyExpr::Players(MaskExpr::Word(Box::new(PlayersWord::Players)))
            }
            "ply" => {
                self.uses_ply = true;
                AnyExpr::Int(IntExpr::Ply)
            }
            "stuck" => {
                self.need(Need::Stuck, span);
                AnyExpr::Bool(BoolExpr::Stuck(None))
            }
            "repeated" => return self.repeated(&[]),
            "off" => AnyExpr::Cell(CellExpr::Const(Cell::OFF)),
            "nothing" => match want {
                Some(Type::Player) => AnyExpr::Player(PlayerExpr::Const(Player::NOBODY)),
                Some(Type::Kind) => AnyExpr::Kind(KindExpr::Const(Kind::NOTHING)),
                _ => AnyExpr::Piece(PieceExpr::Nothing),
            },
            _ => {
                let op = row.ops.iter().find(|op| op.form().arity().0 == 0)?;
                if *op == Op::Kinds {
                    self.kinds_used.extend(0..self.kinds.len());
                }
                return self.operator(*op, Vec::new(), span);
            }
        })
    }

    /// Lowers `repeated(E, ...)`.
    pub(super) fn repeated(&mut self, args: &[ast::Expr]) -> Option<AnyExpr> {
        let outer = self.body.no_locals.replace((
            "`repeated` compares whole positions: name variables or players, but nothing that belongs to one move",
            self.body.scope.len(),
        ));
        // The pieces under others are pieces on the same cells, too.
        let mut with: Vec<RepetitionPart> =
            self.stacks().into_iter().map(|stacks| RepetitionPart::Table(stacks.under)).collect();
        for arg in args {
            if let ast::Node::Name(name) = &arg.node
                && let Some((Global::Var(at), _)) = self.globals.get(name).copied()
                && self.vars[at].indexes.as_ref().is_none_or(|indexes| !indexes.is_empty())
            {
                self.vars[at].used = true;
                with.push(RepetitionPart::Table(VarId(at as u16)));
                continue;
            }
            let place = if self.body.def.is_some() { self.body.context } else { Context::Compared };
            if let Some(value) = self.in_context(place, |check| check.any(arg, None)) {
                with.push(RepetitionPart::Value(value));
            }
        }
        self.body.no_locals = outer;
        self.repetitions.push(Repetition { with, frame: self.body.frame });
        let id = RepetitionId((self.repetitions.len() - 1) as u16);
        Some(AnyExpr::Int(IntExpr::Repeated(id)))
    }
}
