//! Calls: built-in functions, defs and variables with an index.

use super::checker::*;
use super::fold;
use super::name::directions;
use super::need::Need;
use super::types::*;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, Node};

impl<'a> Checker<'a> {
    /// `name(args)`.
    pub(super) fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let word = name.node.as_str();
        if self.body.scope.iter().any(|local| local.name == word) {
            self.error_help(
                Code::E10,
                name.span,
                format!("`{word}` is a value; it takes nothing in parentheses"),
                format!("write `{word}`"),
            );
            return None;
        }
        match self.globals.get(word).copied() {
            Some((Global::Def(at), _)) => return self.def_call(at, args, span),
            Some((Global::Var(at), _)) => return self.indexed(at, args, span),
            Some((global, place)) => {
                let help = match global {
                    Global::Effect(_) => {
                        "an effect changes the board: it stands alone, as a statement of a `do`".to_string()
                    }
                    Global::Kind(_) => format!("those of a player are `{word} of White`"),
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
                    format!("`{word}` takes nothing in parentheses"),
                    format!("write `{word}`"),
                );
                return None;
            }
            if let Some((_, place)) = self.action_names.get(word).copied() {
                self.action_as_value(word, name.span, place);
                return None;
            }
            let mut candidates: Vec<String> = super::words::CALLS.iter().map(|word| word.to_string()).collect();
            let functions =
                self.globals.iter().filter(|(_, (global, _))| matches!(global, Global::Def(_) | Global::Var(_)));
            candidates.extend(functions.map(|(name, _)| name.clone()));
            self.unknown(word, name.span, "function or def", candidates);
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
        let given = match args.len() {
            0 => "nothing".to_string(),
            1 => "one argument".to_string(),
            n => format!("{n} arguments"),
        };
        self.error_help(Code::E11, span, format!("`{word}` is given {given}"), format!("write {usage}"));
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
                self.error_help(Code::E11, span, format!("`{word}` goes through a set"), format!("write {usage}"));
                return None;
            }
            "possible" => {
                self.error_help(
                    Code::E11,
                    span,
                    "`possible` asks about an action",
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
                        self.error(Code::E04, span, format!("nothing leads back along `{name}` on this board"));
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
                    let message = format!("`rival` is a word for two players, and here are {}", self.players.len());
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
            "number" => self.number_of(&args[0], span).map(AnyExpr::Int),
            "abs" => {
                let n = self.typed::<IntExpr>(&args[0])?;
                Some(AnyExpr::Int(fold::number(&self.board, IntExpr::Abs(Box::new(n), span))))
            }
            "row" | "column" => {
                let cell = Box::new(self.typed::<CellExpr>(&args[0])?);
                let number = if word == "row" { IntExpr::Row(cell, span) } else { IntExpr::Column(cell, span) };
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
                            self.error(
                                Code::E04,
                                span,
                                format!("no direction of this board leads {x} columns and {y} rows on"),
                            );
                            None
                        }
                    },
                    (x, y) => Some(AnyExpr::Dir(DirExpr::Of(Box::new((x, y)), span))),
                }
            }
            "cell" if args.len() == 1 => {
                let n = self.typed::<IntExpr>(&args[0])?;
                self.needs_numbers(word, span)?;
                Some(AnyExpr::Cell(fold::cell(&self.board, CellExpr::Numbered(Box::new(n)))))
            }
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
            "distance" => {
                let (p, q) = (self.typed::<CellExpr>(&args[0]), self.typed::<CellExpr>(&args[1]));
                Some(AnyExpr::Int(IntExpr::Distance(Box::new((p?, q?)), span)))
            }
            "groups" => Some(AnyExpr::Int(IntExpr::Groups(Box::new(self.typed::<CellsExpr>(&args[0])?)))),
            "connects" => {
                let of = self.typed::<CellsExpr>(&args[0]);
                let ends: Vec<Option<CellsExpr>> = args[1..].iter().map(|end| self.typed(end)).collect();
                let ends = ends.into_iter().collect::<Option<Vec<_>>>()?;
                Some(AnyExpr::Bool(BoolExpr::Connects(Box::new(of?), ends)))
            }
            "cells" => {
                let numbers = self.typed::<IntsExpr>(&args[0])?;
                self.needs_numbers(word, span)?;
                Some(self.fold_cells(CellsExpr::Numbered(Box::new(numbers))))
            }
            _ => self.cells_function(word, args),
        }
    }

    /// `number(P)` of a player, `number(p)` of a cell.
    fn number_of(&mut self, arg: &ast::Expr, span: Span) -> Option<IntExpr> {
        let player = match self.any(arg, None)? {
            AnyExpr::Cell(cell) => {
                self.needs_numbers("number", span)?;
                return Some(fold::number(&self.board, IntExpr::CellNumber(Box::new(cell))));
            }
            other => self.fit(other, Type::Player, arg)?,
        };
        Some(match player {
            AnyExpr::Player(PlayerExpr::Const(player)) if usize::from(player.0) < self.players.len() => {
                IntExpr::Const(i32::from(player.0) + 1)
            }
            AnyExpr::Player(player) => IntExpr::Number(Box::new(player), span),
            _ => return None,
        })
    }

    /// The functions whose value is a set of cells.
    fn cells_function(&mut self, word: &str, args: &[ast::Expr]) -> Option<AnyExpr> {
        let expr = match word {
            "edge" => CellsExpr::EdgeOf(Box::new(self.typed(&args[0])?)),
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

    /// `count(x in X: C)` and its like; `default` is what stands behind an `or`.
    pub(super) fn generate(
        &mut self,
        name: &ast::Name,
        generator: &ast::Generator,
        default: Option<&ast::Expr>,
        span: Span,
    ) -> Option<AnyExpr> {
        let over = self.any_set(&generator.over);
        let word = name.node.as_str();
        match word {
            "count" | "some" | "none" | "every" => {
                let over = over?;
                let (slot, body) = self.generated::<BoolExpr>(generator, &over);
                let each = Box::new(Generator { slot, over, body: body? });
                Some(match word {
                    "count" => AnyExpr::Int(IntExpr::CountOf(each)),
                    "some" => AnyExpr::Bool(BoolExpr::SomeOf(each)),
                    "none" => AnyExpr::Bool(fold::not(BoolExpr::SomeOf(each))),
                    _ => AnyExpr::Bool(BoolExpr::Every(each)),
                })
            }
            "sum" => {
                let over = over?;
                let (slot, body) = self.generated::<IntExpr>(generator, &over);
                Some(AnyExpr::Int(IntExpr::Sum(Box::new(Generator { slot, over, body: body? }), span)))
            }
            "max" | "min" => {
                let over = over?;
                let (slot, body) = self.generated::<IntExpr>(generator, &over);
                let default = match default {
                    Some(default) => Some(Box::new(self.typed::<IntExpr>(default)?)),
                    None => None,
                };
                let each = Box::new(Generator { slot, over, body: body? });
                Some(AnyExpr::Int(IntExpr::Best { max: word == "max", each, default, span }))
            }
            "union" => {
                let over = over?;
                let (slot, body) = self.generated::<CellsExpr>(generator, &over);
                Some(AnyExpr::Cells(CellsExpr::Union(Box::new(Generator { slot, over, body: body? }))))
            }
            "reach" => {
                let over = over?;
                let (slot, to) = self.generated::<CellsExpr>(generator, &over);
                let SetExpr::Cells(from) = over else {
                    self.error(Code::E10, generator.over.span, "`reach` goes through cells");
                    return None;
                };
                Some(AnyExpr::Cells(CellsExpr::Reach(Box::new(Reach { slot, from, to: to? }))))
            }
            _ => {
                let words = ["count", "some", "none", "every", "sum", "max", "min", "union", "reach"];
                let help = suggest::did_you_mean(word, words).unwrap_or_else(|| {
                    format!("the words that go through a set are {}", suggest::alternatives(&words))
                });
                self.error_help(Code::E02, name.span, format!("`{word}` does not go through a set"), help);
                None
            }
        }
    }
}
