//! Calls: built-in functions, defs and variables with an index.

use super::checker::*;
use super::fold;
use super::name::directions;
use super::need::Need;
use super::types::*;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast::{self, Node};
use crate::wording::counted;

impl<'a> Checker<'a> {
    /// `name(args)`.
    pub(super) fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let word = name.node.as_str();
        if self.body.scope.iter().any(|local| local.name == word) {
            self.error_help(
                Code::E10,
                name.span,
                format!("`{word}` is a value and takes no arguments"),
                format!("write `{word}`"),
            );
            return None;
        }
        match self.globals.get(word).copied() {
            Some((Global::Def(at), _)) => return self.call_def(at, args, span),
            Some((Global::Var(at), _)) => return self.lower_indexed(at, args, span),
            Some((global, place)) => {
                let help = match global {
                    Global::Effect(_) => "an effect is a statement: write it alone in a `do`".to_string(),
                    Global::Kind(_) => format!("for the pieces of a player, write `{word} of White`"),
                    _ => format!("write `{word}` alone"),
                };
                self.report(
                    crate::diagnostic::Diagnostic::new(
                        Code::E10,
                        name.span,
                        format!("`{word}` is {}, not a function", global.describe()),
                    )
                    .and(place, "")
                    .help(help),
                );
                return None;
            }
            None => {}
        }
        if !super::words::CALLS.contains(&word) {
            if super::words::NAMES.contains(&word) {
                self.error_help(
                    Code::E11,
                    name.span,
                    format!("`{word}` takes no arguments"),
                    format!("write `{word}`"),
                );
                return None;
            }
            if let Some((_, place)) = self.action_names.get(word).copied() {
                self.report_action_as_value(word, name.span, place);
                return None;
            }
            let mut candidates: Vec<String> = super::words::CALLS.iter().map(|word| word.to_string()).collect();
            let functions =
                self.globals.iter().filter(|(_, (global, _))| matches!(global, Global::Def(_) | Global::Var(_)));
            candidates.extend(functions.map(|(name, _)| name.clone()));
            self.report_unknown(word, name.span, "function or def", candidates);
            return None;
        }
        self.built_in(word, args, span)
    }

    /// E11 for a built-in function.
    fn arity(
        &mut self,
        word: &str,
        args: &[ast::Expr],
        span: Span,
        counts: std::ops::RangeInclusive<usize>,
    ) -> Option<()> {
        if counts.contains(&args.len()) {
            return Some(());
        }
        let usage = super::words::usage(word);
        let given = if args.is_empty() { "none".to_string() } else { args.len().to_string() };
        let takes = match (*counts.start(), *counts.end()) {
            (least, most) if least == most => counted(least, "argument"),
            (least, most) if least + 1 == most => format!("{least} or {most} arguments"),
            (least, _) => format!("{least} or more arguments"),
        };
        self.error_help(Code::E11, span, format!("`{word}` takes {takes}, got {given}"), format!("write {usage}"));
        None
    }

    fn built_in(&mut self, word: &str, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let counts = match word {
            "step" | "ray" => 2..=3,
            "neighbors" | "cell" => 1..=2,
            "first" | "hop" | "leap" => 3..=3,
            "lines" => 2..=3,
            "connects" => 2..=16,
            "max" | "min" => 2..=16,
            "toward" | "dir" | "between" | "distance" | "group" => 2..=2,
            "repeated" => 0..=16,
            "every" | "sum" | "union" | "reach" => {
                let usage = super::words::usage(word);
                self.error_help(Code::E11, span, format!("`{word}` needs `x in X: ...`"), format!("write {usage}"));
                return None;
            }
            "possible" => {
                self.error_help(
                    Code::E11,
                    span,
                    "`possible` needs the name of an action",
                    "write `possible(capture)` with the action's name",
                );
                return None;
            }
            _ => 1..=1,
        };
        self.arity(word, args, span, counts)?;
        match word {
            "count" | "some" | "none" => {
                let set = self.any_set(&args[0])?;
                Some(match word {
                    "count" => AnyExpr::Int(fold::number(&self.board, IntExpr::Count(Box::new(set)))),
                    "some" => AnyExpr::Bool(fold::some(set)),
                    _ => AnyExpr::Bool(fold::not(fold::some(set))),
                })
            }
            "max" | "min" => {
                let numbers: Vec<Option<IntExpr>> = args.iter().map(|arg| self.typed(arg)).collect();
                let numbers = numbers.into_iter().collect::<Option<Vec<_>>>()?;
                Some(AnyExpr::Int(fold::number(&self.board, IntExpr::Extreme(word == "max", numbers))))
            }
            "repeated" => self.repeated(args, span),
            "stuck" => {
                let of_mover = matches!(&super::expr::bare(&args[0]).node, Node::Name(name) if name == "mover");
                let player = self.typed::<PlayerExpr>(&args[0])?;
                self.need(Need::State, span);
                self.need(Need::StuckOf(of_mover), span);
                Some(AnyExpr::Bool(BoolExpr::Stuck(Some(Box::new(player)))))
            }
            "forward" | "backward" | "ahead" | "sideways" => {
                let player = self.typed::<PlayerExpr>(&args[0])?;
                self.going(word, player, span)
            }
            "opposite" => match self.any(&args[0], None)? {
                AnyExpr::Dir(DirExpr::Const(dir)) => match self.board.opposite(dir) {
                    Some(back) => Some(AnyExpr::Dir(DirExpr::Const(back))),
                    None => {
                        let name = self.board.dir_name(dir).to_string();
                        self.error(Code::E04, span, format!("`{name}` has no opposite on this board"));
                        None
                    }
                },
                AnyExpr::Dirs(MaskExpr::Const(mask)) => {
                    let back = (0..64).filter(|d| mask >> d & 1 == 1);
                    let back = back.filter_map(|d| self.board.opposite(crate::game::piece::Dir(d)));
                    Some(directions(back.fold(0, |all, dir| all | 1 << dir.0)))
                }
                AnyExpr::Dirs(dirs) => Some(AnyExpr::Dirs(MaskExpr::Word(Box::new(DirsWord::Opposite(dirs))))),
                any => match self.fit(any, Type::Dir, &args[0])? {
                    AnyExpr::Dir(dir) => Some(AnyExpr::Dir(DirExpr::Opposite(Box::new(dir)))),
                    _ => None,
                },
            },
            "owner" | "kind" => {
                let piece = match self.any(&args[0], None)? {
                    AnyExpr::Piece(piece) => piece,
                    any => match self.fit(any, Type::Cell, &args[0])? {
                        AnyExpr::Cell(cell) => {
                            self.need(Need::State, span);
                            PieceExpr::At(Box::new(cell))
                        }
                        _ => return None,
                    },
                };
                Some(match word {
                    "owner" => AnyExpr::Player(PlayerExpr::Owner(Box::new(piece))),
                    _ => AnyExpr::Kind(KindExpr::Of(Box::new(piece))),
                })
            }
            "at" => {
                let cell = self.typed::<CellExpr>(&args[0])?;
                self.need(Need::State, span);
                Some(AnyExpr::Piece(PieceExpr::At(Box::new(cell))))
            }
            "rival" => {
                let player = self.typed::<PlayerExpr>(&args[0])?;
                if self.players.len() != 2 {
                    let message = format!("`rival` needs two players, but the game has {}", self.players.len());
                    self.error_help(Code::E15, span, message, "write `after(P)` for the player who comes next");
                    return None;
                }
                Some(AnyExpr::Player(match player {
                    PlayerExpr::Const(player) if player.0 < 2 => {
                        PlayerExpr::Const(crate::game::piece::Player(1 - player.0))
                    }
                    player => PlayerExpr::Rival(Box::new(player)),
                }))
            }
            "after" => {
                let player = self.typed::<PlayerExpr>(&args[0])?;
                self.need(Need::State, span);
                Some(AnyExpr::Player(PlayerExpr::After(Box::new(player))))
            }
            "number" | "cells" => self.numbered(word, &args[0], span),
            "abs" => {
                let n = self.typed::<IntExpr>(&args[0])?;
                Some(AnyExpr::Int(fold::number(&self.board, IntExpr::Abs(Box::new(n), span.into()))))
            }
            "row" | "column" => {
                let cell = Box::new(self.typed::<CellExpr>(&args[0])?);
                let number =
                    if word == "row" { IntExpr::Row(cell, span.into()) } else { IntExpr::Column(cell, span.into()) };
                Some(AnyExpr::Int(fold::number(&self.board, number)))
            }
            "dx" | "dy" => {
                let dir = Box::new(self.typed::<DirExpr>(&args[0])?);
                let number = if word == "dx" { IntExpr::Dx(dir) } else { IntExpr::Dy(dir) };
                Some(AnyExpr::Int(fold::number(&self.board, number)))
            }
            "dir" => {
                let (x, y) = (self.typed::<IntExpr>(&args[0]), self.typed::<IntExpr>(&args[1]));
                match (x?, y?) {
                    (IntExpr::Const(x), IntExpr::Const(y)) => match self.board.dir_of(x, y) {
                        Some(dir) => Some(AnyExpr::Dir(DirExpr::Const(dir))),
                        None => {
                            self.error(Code::E04, span, format!("this board has no direction `dir({x}, {y})`"));
                            None
                        }
                    },
                    (x, y) => Some(AnyExpr::Dir(DirExpr::Of(Box::new((x, y)), span.into()))),
                }
            }
            "cell" if args.len() == 1 => self.numbered(word, &args[0], span),
            "cell" => {
                let (x, y) = (self.typed::<IntExpr>(&args[0]), self.typed::<IntExpr>(&args[1]));
                Some(AnyExpr::Cell(fold::cell(&self.board, CellExpr::At(Box::new((x?, y?))))))
            }
            "step" => {
                let (cell, dir) = (self.typed::<CellExpr>(&args[0]), self.typed::<DirExpr>(&args[1]));
                let n = match args.get(2) {
                    Some(n) => self.typed::<IntExpr>(n),
                    None => Some(IntExpr::Const(1)),
                };
                Some(AnyExpr::Cell(fold::cell(&self.board, CellExpr::Step(Box::new((cell?, dir?, n?))))))
            }
            "toward" => {
                let (p, q) = (self.typed::<CellExpr>(&args[0]), self.typed::<CellExpr>(&args[1]));
                match (p?, q?) {
                    (CellExpr::Const(p), CellExpr::Const(q)) => {
                        Some(AnyExpr::Dirs(MaskExpr::Const(self.board.toward(p, q))))
                    }
                    (p, q) => Some(AnyExpr::Dirs(MaskExpr::Word(Box::new(DirsWord::Toward(p, q))))),
                }
            }
            "the" => self.the(&args[0], span),
            "distance" => {
                let (p, q) = (self.typed::<CellExpr>(&args[0]), self.typed::<CellExpr>(&args[1]));
                Some(AnyExpr::Int(IntExpr::Distance(Box::new((p?, q?)), span.into())))
            }
            "groups" => Some(AnyExpr::Int(IntExpr::Groups(Box::new(self.typed::<CellsExpr>(&args[0])?)))),
            "connects" => {
                let of = self.typed::<CellsExpr>(&args[0]);
                let ends: Vec<Option<CellsExpr>> = args[1..].iter().map(|end| self.typed(end)).collect();
                let ends = ends.into_iter().collect::<Option<Vec<_>>>()?;
                Some(AnyExpr::Bool(BoolExpr::Connects(Box::new(of?), ends)))
            }
            _ => self.cells_function(word, args),
        }
    }

    /// `the(S)`: the one element of a set.
    fn the(&mut self, set: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let over = self.any_set(set)?;
        // With other settings it may be one element; and while defs are worked out a branch may be read in vain.
        if let Some(known) = super::set::known_elements(&over)
            && known.len() > 1
            && !matches!(over, SetExpr::Ints(_))
            && self.params.is_empty()
            && !self.unroll
        {
            let message = format!("`the` needs a set of one element, but this one has {}", known.len());
            self.error_help(Code::E10, set.span, message, "name one of them, or make the set smaller");
            return None;
        }
        Some(match over {
            SetExpr::Cells(cells) => {
                AnyExpr::Cell(fold::cell(&self.board, CellExpr::The(Box::new(cells), span.into())))
            }
            SetExpr::Dirs(MaskExpr::Const(mask)) if mask.count_ones() == 1 => directions(mask),
            SetExpr::Dirs(dirs) => AnyExpr::Dir(DirExpr::The(Box::new(dirs), span.into())),
            SetExpr::Players(players) => AnyExpr::Player(PlayerExpr::The(Box::new(players), span.into())),
            SetExpr::Kinds(kinds) => AnyExpr::Kind(KindExpr::The(Box::new(kinds), span.into())),
            SetExpr::Ints(_) => {
                let help = "for the greatest number, write `max(n in ...: n)`, for the least `min(n in ...: n)`";
                self.error_help(
                    Code::E10,
                    set.span,
                    "`the` takes cells, directions, players or kinds, not numbers",
                    help,
                );
                return None;
            }
        })
    }

    /// The functions whose value is a set of cells.
    fn cells_function(&mut self, word: &str, args: &[ast::Expr]) -> Option<AnyExpr> {
        let expr = match word {
            "edge" => {
                let seen = self.params_seen;
                let dirs = self.typed::<DirsExpr>(&args[0])?;
                if self.params_seen == seen {
                    self.report_empty_edge(&dirs, &args[0]);
                }
                CellsExpr::EdgeOf(Box::new(dirs))
            }
            "side" => CellsExpr::Side(Box::new(self.typed(&args[0])?)),
            "rows" => CellsExpr::Rows(Box::new(self.typed(&args[0])?)),
            "columns" => CellsExpr::Columns(Box::new(self.typed(&args[0])?)),
            "neighbors" => {
                let from = self.typed::<CellsExpr>(&args[0]);
                let dirs = match args.get(1) {
                    Some(dirs) => Some(Box::new(self.typed::<DirsExpr>(dirs)?)),
                    None => None,
                };
                CellsExpr::Neighbors(Box::new(from?), dirs)
            }
            "ray" => {
                let (from, dirs) = (self.typed::<CellsExpr>(&args[0]), self.typed::<DirsExpr>(&args[1]));
                let through = match args.get(2) {
                    Some(through) => Some(Box::new(self.typed::<CellsExpr>(through)?)),
                    None => None,
                };
                CellsExpr::Ray(Box::new((from?, dirs?)), through)
            }
            "first" | "hop" => {
                let (from, dirs) = (self.typed::<CellsExpr>(&args[0]), self.typed::<DirsExpr>(&args[1]));
                let of = Box::new((from?, dirs?, self.typed::<CellsExpr>(&args[2])?));
                if word == "first" { CellsExpr::First(of) } else { CellsExpr::Hop(of) }
            }
            "leap" => {
                let (m, n) = (self.typed::<IntExpr>(&args[1]), self.typed::<IntExpr>(&args[2]));
                CellsExpr::Leap(Box::new((self.typed::<CellsExpr>(&args[0])?, m?, n?)))
            }
            "between" => {
                let (p, q) = (self.typed::<CellExpr>(&args[0]), self.typed::<CellExpr>(&args[1]));
                CellsExpr::Between(Box::new((p?, q?)))
            }
            "group" => {
                let (from, through) = (self.typed::<CellsExpr>(&args[0]), self.typed::<CellsExpr>(&args[1]));
                CellsExpr::Group(Box::new((from?, through?)))
            }
            "lines" => {
                let of = self.typed::<CellsExpr>(&args[0]);
                let (least, most) = match self.any(&args[1], None)? {
                    AnyExpr::Ints(IntsExpr::Range(ends, _)) => (ends.0, Some(Box::new(ends.1))),
                    any => match self.fit(any, Type::Int, &args[1])? {
                        AnyExpr::Int(least) => (least, None),
                        _ => return None,
                    },
                };
                let along = match args.get(2) {
                    Some(along) => Some(Box::new(self.typed::<DirsExpr>(along)?)),
                    None => None,
                };
                CellsExpr::Lines { of: Box::new(of?), least: Box::new(least), most, along }
            }
            _ => return None,
        };
        Some(self.fold_cells(expr))
    }
}
