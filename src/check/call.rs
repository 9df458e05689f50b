//! Calls: built-in functions, defs and variables with an index.

use super::checker::*;
use super::fold;
use super::name::directions;
use super::need::Need;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::operator::{self, Builtin, Filled, Going, Ground, Op};
use crate::game::piece::Player;
use crate::source::Span;
use crate::syntax::{ast, keywords};
use crate::wording::counted;

impl<'a> Checker<'a> {
    /// Checks `name(args)`.
    pub(super) fn call(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let word = name.node.as_str();
        if self.body.scope.iter().any(|local| local.name == word) {
            let message = format!("`{word}` is a value and takes no arguments");
            return self.refuse(Code::E10, name.span, message, format!("write `{word}`"));
        }
        match self.globals.get(word).copied() {
            Some((Global::Def(at), _)) => return self.call_def(at, args, span),
            Some((Global::Var(at), _)) => return self.lower_indexed(at, args, span),
            // the declaration is reported: the word keeps its meaning
            Some((global, _)) if operator::word(word).is_some() && !matches!(global, Global::Effect(_)) => {}
            Some((global, place)) => {
                let help = match global {
                    Global::Effect(_) => "an effect is a statement: write it alone in a `do`".to_string(),
                    Global::Kind(_) if args.len() == 1 => return self.report_set_as_test(word, word, &args[0], span),
                    Global::Kind(_) => format!("for the pieces of a player, write `{word} of White`"),
                    _ => format!("write `{word}` alone"),
                };
                return self.refuse_with(
                    Diagnostic::new(Code::E10, name.span, format!("`{word}` is {}, not a function", global.describe()))
                        .and(place, "")
                        .help(help),
                );
            }
            None => {}
        }
        let row = operator::word(word);
        if let Some(row) = row.filter(|row| row.takes_arguments()) {
            let value = self.built_in(row, args, span)?;
            self.need_what_is_read(row, span);
            return Some(value);
        }
        if let [arg] = args
            && let Some(set) = super::unknown::find_usual_set(word)
        {
            return self.report_set_as_test(word, set, arg, span);
        }
        if row.is_some() {
            if let ("next", [player]) = (word, args) {
                let meant = format!("after({})", self.text(player.span));
                let finding = Diagnostic::new(Code::E11, span, "`next` takes no arguments");
                let finding = finding.help(format!("for the player who comes next, write `{meant}`"));
                return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false));
            }
            let help = match word {
                "height" | "width" => format!(
                    "`{word}` is the number of {} of the board; on a board with stacks, `height(p)` is that of a stack: `board ... stacks of 20`",
                    if word == "height" { "rows" } else { "columns" }
                ),
                _ => format!("write `{word}`"),
            };
            return self.refuse(Code::E11, name.span, format!("`{word}` takes no arguments"), help);
        }
        if let Some((_, place)) = self.action_names.get(word).copied() {
            self.report_action_as_value(word, name.span, place);
            return None;
        }
        if self.report_top_call(word, args, span) {
            return None;
        }
        if let ("player" | "players", [number]) = (word, args)
            && self.probe(number, None).is_some_and(|value| value.ty() == Type::Int)
        {
            let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
            let names = crate::suggest::listed(&names);
            let help = format!(
                "the players are {names}; who comes after P is `after(P)`, P's place in turn order `number(P)`"
            );
            return self.refuse(Code::E02, span, "players have names, not numbers", help);
        }
        let calls = operator::WORDS.iter().filter(|row| row.takes_arguments());
        let mut candidates: Vec<String> = calls.map(|row| row.name.to_string()).collect();
        let functions =
            self.globals.iter().filter(|(_, (global, _))| matches!(global, Global::Def(_) | Global::Var(_)));
        candidates.extend(functions.map(|(name, _)| name.clone()));
        self.report_unknown(word, name.span, "function or def", candidates);
        None
    }

    /// Reports a set that is used like a function, `full(board)`, `empty(p)`, with the test that it means.
    fn report_set_as_test(&mut self, word: &str, set: &str, arg: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let text = self.text(arg.span);
        let meant = match self.probe(arg, None).map(|value| value.ty()) {
            Some(Type::Player) => keywords::of_player(set, &text),
            Some(Type::Cells) if set == "occupied" && text == "board" => "none(empty)".to_owned(),
            Some(Type::Cells) if set == "occupied" => format!("none({text} & empty)"),
            Some(Type::Cells) => format!("{text} within {set}"),
            Some(Type::Cell) => format!("{text} in {set}"),
            Some(Type::Dir | Type::Dirs) => match (set, corner_sides(&text)) {
                ("corner", Some(sides)) => format!("edge({sides})"),
                _ => format!("{set} & edge({text})"),
            },
            Some(Type::Int) if set == "corner" => return self.report_numbered_corner(word, span),
            _ => {
                self.any(arg, None)?;
                format!("p in {set}")
            }
        };
        let is_known = operator::word(word).is_some() || word == set;
        let (code, message) = match is_known {
            true => (Code::E11, format!("`{word}` is a set, not a function")),
            false => (Code::E02, format!("unknown function or def `{word}`")),
        };
        let finding = Diagnostic::new(code, span, message).help(format!("write `{meant}`"));
        self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false))
    }

    /// Reports `corner(1)`: corners have no numbers.
    fn report_numbered_corner(&mut self, word: &str, span: Span) -> Option<AnyExpr> {
        const MOST: usize = 8;
        let corners = operator::word("corner").and_then(|row| self.word(row, span, None)).and_then(SetExpr::from_any);
        let cells = corners.and_then(|set| super::set::known_elements(&set)).unwrap_or_default();
        let names = cells.iter().filter_map(|cell| match cell {
            AnyExpr::Cell(CellExpr::Const(cell)) => Some(self.board.coordinate(*cell)),
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        let help = match names.len() {
            1..=MOST => format!("write the cell: the corners are {}", names.join(", ")),
            _ => "write the cell; all of them are `corner`".to_owned(),
        };
        self.refuse(Code::E11, span, format!("`{word}` is a set, and its cells have no numbers"), help)
    }

    /// Reports `edge(1)` and `side(N)`: sides have numbers, edges have directions.
    fn report_side_for_edge(&mut self, word: &str, of: &ast::Expr, span: Span) -> Option<bool> {
        let ty = self.probe(of, None)?.ty();
        let text = self.text(of.span);
        let (message, meant) = match (word, ty) {
            ("edge", Type::Int) => ("`edge` takes a direction, not a number", format!("side({text})")),
            ("side", Type::Dirs) => ("`side` takes a number, not a direction", format!("edge({text})")),
            ("side", Type::Dir) if self.board.is_square() => {
                ("`side` takes a number, not a direction", format!("edge({text})"))
            }
            ("side", Type::Dir) => {
                let help = "sides are numbered clockwise from North: `side(1)`; the edge in a direction is `edge(N)`";
                self.error_help(Code::E10, of.span, "`side` takes a number, not a direction", help);
                return Some(true);
            }
            _ => return None,
        };
        let finding = Diagnostic::new(Code::E10, of.span, message).help(format!("write `{meant}`"));
        self.report(finding.fix(format!("write `{meant}`"), span, meant, true));
        Some(true)
    }

    /// Checks a built-in word with arguments. The table of operators has the argument types.
    fn built_in(&mut self, row: &'static Builtin, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let word = row.name;
        if let [arg] = args
            && (row.goes_through_a_set() || matches!(word, "count" | "some" | "none" | "the"))
            && self.report_incomplete_test(word, arg)
        {
            return None;
        }
        if let ("count" | "some" | "none" | "the", [arg]) = (word, args)
            && self.report_condition_for_set(word, arg)
        {
            return None;
        }
        self.arity(row, args, span)?;
        if let ("side", [number]) = (word, args) {
            self.report_side_again(number, span);
        }
        match (word, args) {
            ("count" | "some" | "none", [of]) => {
                let set = self.any_set(of)?;
                if let Some(one) = of.as_name().and_then(|_| self.probe(of, None)) {
                    self.report_count_of_one(word, of, one.ty());
                }
                self.report_count_of_list(word, of);
                Some(match word {
                    "count" => AnyExpr::Int(fold::count(set)),
                    "some" => AnyExpr::Bool(fold::some(set)),
                    _ => AnyExpr::Bool(fold::not(fold::some(set))),
                })
            }
            ("repeated", _) => self.repeated(args),
            ("stuck", [of]) => {
                let of_mover = of.as_name() == Some("mover");
                let player = self.typed::<PlayerExpr>(of)?;
                self.need(Need::State, span);
                self.need(Need::StuckOf(of_mover), span);
                Some(AnyExpr::Bool(BoolExpr::Stuck(Some(Box::new(player)))))
            }
            ("after", [of]) => {
                let player = self.typed::<PlayerExpr>(of)?;
                Some(AnyExpr::Player(PlayerExpr::After(Box::new(player))))
            }
            ("at", [cell]) => {
                let cell = self.typed::<CellExpr>(cell)?;
                Some(AnyExpr::Piece(PieceExpr::At(Box::new(cell))))
            }
            ("owner" | "kind", [of]) => {
                let piece = self.piece_or_cell(of, span)?;
                let op = if word == "owner" { Op::Owner } else { Op::KindOf };
                Some(self.apply(op, vec![AnyExpr::Piece(piece)], span))
            }
            ("opposite", [of]) => self.opposite(of, span),
            ("dir", [x, y]) if self.is_cell(x) && self.is_cell(y) => {
                let meant = format!("toward({}, {})", self.text(x.span), self.text(y.span));
                let finding = Diagnostic::new(Code::E10, span, "`dir` takes two numbers, not two cells");
                let help = format!(
                    "for the directions from one cell to another, write `{meant}`; for the only one, `the({meant})`"
                );
                self.refuse_with(finding.help(help).fix(format!("write `{meant}`"), span, meant, false))
            }
            ("dir", [x, y]) => {
                let (x, y) = (self.typed::<IntExpr>(x), self.typed::<IntExpr>(y));
                let (x, y) = (x?, y?);
                if let (IntExpr::Const(x), IntExpr::Const(y)) = (&x, &y)
                    && self.board.dir_of(*x, *y).is_none()
                {
                    let message = format!("this board has no direction `dir({x}, {y})`");
                    return self.refuse_plain(Code::E04, span, message);
                }
                Some(self.apply(Op::DirOf, vec![AnyExpr::Int(x), AnyExpr::Int(y)], span))
            }
            ("rival", [player]) => {
                let player = self.typed::<PlayerExpr>(player)?;
                if self.players.len() != 2 {
                    let message = format!("`rival` needs two players, but the game has {}", self.players.len());
                    return self.refuse(
                        Code::E15,
                        span,
                        message,
                        "write `after(P)` for the player who comes next, `players except P` for all others",
                    );
                }
                Some(self.apply(Op::Rival, vec![AnyExpr::Player(player)], span))
            }
            ("number" | "cells" | "cell", [arg]) => self.numbered(word, arg, span),
            ("the", [set]) => self.the(set, span),
            ("edge" | "side", [of]) if self.report_side_for_edge(word, of, span).is_some() => None,
            ("edge", [of]) => {
                let seen = self.params_seen;
                let dirs = self.typed::<DirsExpr>(of)?;
                if self.params_seen == seen {
                    self.report_empty_edge(&dirs, of);
                }
                Some(self.apply(Op::EdgeOf, vec![AnyExpr::Dirs(dirs)], span))
            }
            ("ahead", [of]) if self.is_cell(of) => {
                let meant = format!("ahead(owner({}))", self.text(of.span));
                let finding = Diagnostic::new(Code::E10, of.span, "expected a player, found a cell");
                let finding =
                    finding.help(format!("write `ahead` for the mover, `{meant}` for the owner of the piece"));
                self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false))
            }
            ("forward" | "backward" | "sideways", [of]) if self.is_cell(of) => {
                let meant = format!("neighbors({}, {word})", self.text(of.span));
                let finding = Diagnostic::new(Code::E10, of.span, "expected a player, found a cell");
                let finding = finding.help(format!("for the cells in these directions from it, write `{meant}`"));
                self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false))
            }
            ("lines", [of, length, along @ ..]) => self.lines(of, length, along.first(), span),
            _ => {
                // Of several operators with one name, the number of arguments decides.
                let fits = |op: &&Op| (op.form().arity().0..=op.form().arity().1).contains(&args.len());
                let op = row.ops.iter().find(fits).copied()?;
                let param = |n: usize| op.form().param(n).map_or(Type::Int, |param| param.ty);
                let before = self.found.len();
                let given: Vec<_> = args.iter().enumerate().map(|(n, arg)| self.of_type(arg, param(n))).collect();
                match given.into_iter().collect::<Option<Vec<_>>>() {
                    Some(given) => self.operator(op, given, span),
                    None => self.report_left_out(row, args, before, span),
                }
            }
        }
    }

    /// Reports E11 if a built-in word has the wrong number or form of arguments.
    fn arity(&mut self, row: &Builtin, args: &[ast::Expr], span: Span) -> Option<()> {
        let word = row.name;
        let (least, most) = row.arity();
        let (message, usage) = if word == "possible" {
            let help = "`possible(capture)` with the action's name".to_string();
            ("`possible` needs the name of an action".to_string(), help)
        } else if row.goes_through_a_set() {
            let usage = self.complete_generator(word, args).map(|call| format!("`{call}`"));
            (format!("`{word}` needs `x in X: ...`"), usage.unwrap_or_else(|| row.usage()))
        } else if (least..=most).contains(&args.len()) {
            return Some(());
        } else {
            let given = if args.is_empty() { "none".to_string() } else { args.len().to_string() };
            let takes = match most {
                most if least == most => counted(least, "argument"),
                most if least + 1 == most => format!("{least} or {most} arguments"),
                _ => format!("{least} or more arguments"),
            };
            let message = format!("`{word}` takes {takes}, got {given}");
            if let Some(call) = self.complete_call(row, args) {
                let finding = Diagnostic::new(Code::E11, span, message).help(format!("write `{call}`"));
                return self.refuse_with(finding.fix(format!("write `{call}`"), span, call, false));
            }
            let through_a_set = matches!(word, "max" | "min").then(|| self.complete_generator(word, args)).flatten();
            (message, through_a_set.map_or_else(|| row.usage(), |call| format!("`{call}`")))
        };
        self.refuse(Code::E11, span, message, format!("write {usage}"))
    }

    /// Reports W27 for `side(4)` on a board with three sides, which is `side(1)` again.
    fn report_side_again(&mut self, number: &ast::Expr, span: Span) {
        let sides = self.board.sides() as i64;
        let ast::Node::Number(n) = number.bare().node else { return };
        if (1..=sides).contains(&n) || sides == 0 || self.board_varies || self.is_inherited(span) {
            return;
        }
        let meant = format!("side({})", (n.wrapping_sub(1)).rem_euclid(sides) + 1);
        let message = format!("this is `{meant}`: the board has {sides} sides");
        let finding = Diagnostic::new(Code::W27, span, message);
        let finding =
            finding.help("after the last side, the numbers start again at the first; write the side that you mean");
        self.report(finding.fix(format!("write `{meant}`"), span, meant, false));
    }

    /// Returns the use of an operator with the missing arguments filled in, or its value, if it is known.
    pub(super) fn apply(&mut self, op: Op, args: Vec<AnyExpr>, span: Span) -> AnyExpr {
        let args = self.fill(op, args, span);
        fold::apply(&self.ground(), Apply::new(op, args, span))
    }

    /// Does the same, or returns `None` after a report that the players do not go as the operator needs it.
    pub(super) fn operator(&mut self, op: Op, args: Vec<AnyExpr>, span: Span) -> Option<AnyExpr> {
        let apply = Apply::new(op, self.fill(op, args, span), span);
        let Some(needed) = op.form().going else { return Some(fold::apply(&self.ground(), apply)) };
        self.check_going(op.name(), needed, span)?;
        let goes_nowhere = |of: &Player| self.players.get(of.0 as usize).is_none_or(|info| info.going.is_none());
        if apply.args.iter().any(|arg| matches!(arg, AnyExpr::Player(PlayerExpr::Const(of)) if goes_nowhere(of))) {
            // That is left to where it is evaluated.
            return Some(AnyExpr::apply(apply));
        }
        Some(fold::apply(&self.ground(), apply))
    }

    /// Adds the arguments that are left out.
    fn fill(&mut self, op: Op, mut args: Vec<AnyExpr>, span: Span) -> Vec<AnyExpr> {
        for filled in op.form().params.iter().skip(args.len()).filter_map(|param| param.filled) {
            if filled == Filled::Mover {
                self.need(Need::Mover, span);
            }
            args.push(filled.expr(&self.ground()));
        }
        args
    }

    /// Reports E15 if no player goes anywhere, and E14 if one goes in several directions where one is needed.
    fn check_going(&mut self, name: &str, needed: Going, span: Span) -> Option<()> {
        if let Some(info) = self.players.iter().find(|info| info.going.is_none()) {
            // As in Fox and Geese, some players may have no direction. Using it for them is the author's decision.
            if self.lost.item("players") {
                return None;
            }
            if self.players.iter().all(|info| info.going.is_none()) {
                let message =
                    format!("`{name}` needs the direction in which each player goes, but {} has none", info.name);
                return self.refuse(Code::E15, span, message, "write `players White going N, Black going S`");
            }
        }
        let several = |mask: u64| needed == Going::OneWay && self.board.ahead(mask).is_none();
        if let Some(info) = self.players.iter().find(|info| info.going.is_some_and(several)) {
            let message = format!("`{name}` needs one direction, but {} goes in several", info.name);
            return self.refuse(Code::E14, span, message, "use `forward` for all of them");
        }
        Some(())
    }

    /// Returns the facts that are fixed before play.
    fn ground(&self) -> Ground<'_> {
        Ground { board: &self.board, players: &self.players, kinds: &self.kinds }
    }

    fn is_cell(&mut self, of: &ast::Expr) -> bool {
        self.probe(of, None).is_some_and(|value| value.ty() == Type::Cell)
    }

    /// Checks a piece, or a cell that stands for the piece on it.
    fn piece_or_cell(&mut self, of: &ast::Expr, span: Span) -> Option<PieceExpr> {
        match self.any(of, None)? {
            AnyExpr::Piece(piece) => Some(piece),
            any => match self.fit(any, Type::Cell, of)? {
                AnyExpr::Cell(cell) => {
                    self.need(Need::State, span);
                    Some(PieceExpr::At(Box::new(cell)))
                }
                _ => None,
            },
        }
    }

    /// Checks `opposite(d)` and `opposite(D)`.
    fn opposite(&mut self, of: &ast::Expr, span: Span) -> Option<AnyExpr> {
        match self.any(of, None)? {
            AnyExpr::Dir(DirExpr::Const(dir)) if self.board.opposite(dir).is_none() => {
                let name = self.board.dir_name(dir).to_string();
                self.refuse_plain(Code::E04, span, format!("`{name}` has no opposite on this board"))
            }
            AnyExpr::Dirs(dirs) => Some(match self.apply(Op::Opposites, vec![AnyExpr::Dirs(dirs)], span) {
                AnyExpr::Dirs(MaskExpr::Const(mask)) => directions(mask),
                dirs => dirs,
            }),
            any => {
                let dir = self.fit(any, Type::Dir, of)?;
                Some(self.apply(Op::Opposite, vec![dir], span))
            }
        }
    }

    /// Checks `lines(T, n)`, `lines(T, n..m)` and `lines(T, n..m, D)`.
    fn lines(&mut self, of: &ast::Expr, length: &ast::Expr, along: Option<&ast::Expr>, span: Span) -> Option<AnyExpr> {
        let of = self.typed::<CellsExpr>(of);
        let (least, most) = match self.any(length, None)? {
            AnyExpr::Ints(IntsExpr::Range(ends, _)) => (AnyExpr::Int(ends.0), AnyExpr::Int(ends.1)),
            any => (self.fit(any, Type::Int, length)?, AnyExpr::Int(IntExpr::Const(i32::MAX))),
        };
        let mut args = vec![AnyExpr::Cells(of?), least, most];
        if let Some(along) = along {
            args.push(AnyExpr::Dirs(self.typed(along)?));
        }
        Some(self.apply(Op::Lines, args, span))
    }

    /// Checks `the(S)`: the only element of a set.
    fn the(&mut self, set: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let over = self.any_set(set)?;
        // Other settings may give a set of one element, and a branch of a def that is being unrolled may never be taken.
        if let Some(known) = super::set::known_elements(&over)
            && known.len() > 1
            && !matches!(over, SetExpr::Ints(_))
            && self.params.is_empty()
            && !self.unroll
        {
            let message = format!("`the` needs a set of one element, but this one has {}", known.len());
            return self.refuse(Code::E10, set.span, message, "name one of them, or make the set smaller");
        }
        let op = match over {
            SetExpr::Cells(_) => Op::TheCell,
            SetExpr::Dirs(_) => Op::TheDir,
            SetExpr::Players(_) => Op::ThePlayer,
            SetExpr::Kinds(_) => Op::TheKind,
            SetExpr::Ints(_) => {
                let message = "`the` takes cells, directions, players or kinds, not numbers";
                let help = "for the greatest number, write `max(n in ...: n)`, for the least `min(n in ...: n)`";
                return self.refuse(Code::E10, set.span, message, help);
            }
        };
        Some(self.apply(op, vec![over.wrap()], span))
    }
}

/// Returns the two sides of a corner that is written as one direction: `N | W` for `NW`.
fn corner_sides(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    let is_corner = matches!(first, 'N' | 'S') && matches!(second, 'E' | 'W') && letters.next().is_none();
    is_corner.then(|| format!("{first} | {second}"))
}
