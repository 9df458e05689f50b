//! Lowers `always` and `end`: the conditions after every move, and the end of the game.

use super::checker::*;
use super::fold;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::piece::Player;
use crate::game::place::PlaceKind;
use crate::game::rules::{Always, Condition, Ending, GameResult, IndexType};
use crate::source::Span;
use crate::syntax::ast;

/// Returns whether a word in the place of a winner means no player.
pub(super) fn means_nobody(word: &str) -> bool {
    matches!(word, "nothing" | "nobody" | "none" | "no_one" | "noone" | "neither" | "no_player")
}

impl<'a> Checker<'a> {
    /// Lowers `always safe: C`.
    pub(super) fn check_always(&mut self, ast: &ast::Always) -> Option<Always> {
        let seen = self.params_seen;
        let (holds, inner) =
            self.with_body(Body::new(Context::After), |check| check.lower_condition(&ast.condition, PlaceKind::Always));
        self.always_true(holds.as_ref(), seen, &ast.condition, "`always`");
        let condition = Condition { holds: holds?, span: ast.condition.span };
        Some(Always { name: ast.name.node.clone(), condition, frame: inner.frame })
    }

    /// Lowers a clause of `end`.
    pub(super) fn check_ending(&mut self, ast: &ast::Ending) -> Option<Ending> {
        let (lowered, inner) = self.with_body(Body::new(Context::End), |check| {
            let each = match &ast.each {
                Some((name, over)) => {
                    let over = check.typed::<PlayersExpr>(over);
                    Some((check.bind(name, Type::Player, "the variable of a `for`"), over))
                }
                None => None,
            };
            let seen = check.params_seen;
            let what = if matches!(ast.result, ast::GameResult::Never) { PlaceKind::Never } else { PlaceKind::End };
            let holds = check.lower_condition(&ast.condition, what);
            check.always_true(holds.as_ref(), seen, &ast.condition, "`when`");
            if holds.as_ref().and_then(fold::known_condition) == Some(false) {
                check.switch_off(ast.condition.span, [ast.span]);
            }
            let result = check.lower_result(&ast.result);
            let each = match each {
                Some((slot, over)) => Some((slot, over?)),
                None => None,
            };
            let scope = std::mem::take(&mut check.body.scope);
            check.report_unused_locals(&scope);
            Some((each, holds?, result?))
        });
        let (each, holds, result) = lowered?;
        let condition = Condition { holds, span: ast.condition.span };
        Some(Ending { each, condition, result, frame: inner.frame, span: ast.span })
    }

    fn lower_result(&mut self, result: &ast::GameResult) -> Option<GameResult> {
        Some(match result {
            ast::GameResult::Draw => GameResult::Draw,
            ast::GameResult::Never => GameResult::Never,
            ast::GameResult::Wins(player) => GameResult::Wins(self.lower_winner(player, "wins")?),
            ast::GameResult::Loses(player) => GameResult::Loses(self.lower_winner(player, "loses")?),
            ast::GameResult::Score { most, of, tie } => {
                let player = self.body.slot(Type::Player);
                let score = self.lower_score(of, player)?;
                if *tie == ast::Tie::Unsaid {
                    let help = "write `wins or draw`, or `wins, no ties` if a tie is impossible";
                    self.error_help(Code::W02, of.span, "players may tie, and no rule decides a tie", help);
                }
                GameResult::Score { most: *most, score, player, draw: *tie == ast::Tie::Draw }
            }
        })
    }

    /// Lowers who wins or loses. Reports E20 for `nothing wins`, which would fault in every game, and for `nobody wins`.
    fn lower_winner(&mut self, player: &ast::Expr, verb: &str) -> Option<PlayerExpr> {
        let is_declared =
            |name: &str| self.globals.contains_key(name) || self.body.scope.iter().any(|local| local.name == name);
        if !player.as_name().is_some_and(|name| means_nobody(name) && !is_declared(name)) {
            let seen = self.params_seen;
            let lowered = self.typed::<PlayerExpr>(player)?;
            // With another value of a parameter, it can be a player.
            if lowered != PlayerExpr::Const(Player::NOBODY) || self.params_seen != seen {
                return Some(lowered);
            }
        }
        let written = self.text(player.span);
        let finding = Diagnostic::new(Code::E20, player.span, format!("`{written} {verb}` is not a result"));
        let finding = finding.help("write `draw`: the game ends without a winner");
        let text = self.sources.get(player.span.source).text.clone();
        let rest = text.get(player.span.end as usize..).unwrap_or("");
        let gap = rest.len() - rest.trim_start().len();
        self.refuse_with(match rest.trim_start().starts_with(verb) {
            true => {
                let end = player.span.end + (gap + verb.len()) as u32;
                // Without a loser, play may be meant to go on.
                finding.fix("write `draw`", Span { end, ..player.span }, "draw", verb == "wins")
            }
            false => finding,
        })
    }

    /// Lowers the score in `most X wins` for the player in a slot: a def or variable of one player, or his cells in a set.
    fn lower_score(&mut self, of: &ast::Name, slot: Slot) -> Option<IntExpr> {
        let player = || PlayerExpr::Common(Box::new(Common::Local(slot)));
        let value = match self.globals.get(&of.node).copied() {
            Some((Global::Var(at), _)) if self.vars[at].indexes.as_deref() == Some(&[IndexType::Player]) => {
                self.var_value(at, vec![AnyExpr::Player(player())], of.span)?
            }
            Some((Global::Var(at), _)) if self.vars[at].indexes.as_ref().is_some_and(|all| all.len() > 1) => {
                let each = super::index::each_of(self.vars[at].indexes.as_deref()?);
                let message = format!("`{}` has a value for each {each}, not one for each player", of.node);
                let help = "compare a def that takes a player: `def score(P: player) = ...`";
                return self.refuse(Code::E11, of.span, message, help);
            }
            Some((Global::Def(at), _)) if !self.defs[at].ast.parameters.is_empty() => {
                let parameters = &self.defs[at].ast.parameters;
                if parameters.len() != 1 || parameters[0].ty.node != Type::Player {
                    let place = self.defs[at].ast.name.span;
                    return self.refuse_with(
                        Diagnostic::new(Code::E11, of.span, format!("`{}` does not take one player", of.node))
                            .and(place, "defined here")
                            .help("compare a def that takes a player: `def score(P: player) = ...`"),
                    );
                }
                self.defs[at].used = true;
                self.record_use(self.defs[at].ast.name.span, of.span);
                let ty = self.def_type(at, of.span)?;
                self.need_def(at, of.span);
                let index = self.defs[at].index?;
                call(ty, Call { def: index, args: vec![AnyExpr::Player(player())], at: of.span.into() })
            }
            _ => match self.name(&of.node, of.span, None)? {
                AnyExpr::Cells(set) => {
                    let owned = CellsExpr::OfPlayer(Box::new(player()));
                    AnyExpr::Cells(match set {
                        CellsExpr::Pieces | CellsExpr::Occupied => owned,
                        set => fold::cells_op(SetOp::And, set, owned),
                    })
                }
                other => {
                    let message = format!("`{}` is {}, the same for every player", of.node, other.ty().describe());
                    let help = "compare a set of cells, or a def that takes a player: `def score(P: player) = ...`";
                    return self.refuse(Code::E10, of.span, message, help);
                }
            },
        };
        match value {
            AnyExpr::Int(score) => Some(score),
            AnyExpr::Cells(set) => Some(IntExpr::Count(Box::new(SetExpr::Cells(set)))),
            other => {
                let message = format!("`{}` is {}, which cannot be a score", of.node, other.ty().describe());
                self.refuse(Code::E10, of.span, message, "a score is a number or a set of cells")
            }
        }
    }
}
