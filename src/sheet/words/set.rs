//! Sets of cells in words.

use super::noun::{BOARD, Noun, SetPhrase, join_all};
use super::parentheses::{IN_CASE, IN_CLAUSE, IN_DIRS, IN_NUMBER, IN_SET, parenthesize};
use super::single::starting;
use super::{Phraser, Voice, element, numeral, strip_parens, with_spaces};
use crate::syntax::ast::{BinaryOp, Expr, Generator, ItemNode, Node, Type};
use crate::wording::{join, plural};

impl Phraser<'_> {
    pub(super) fn set(&self, expr: &Expr) -> Option<SetPhrase> {
        Some(match &expr.node {
            Node::Paren(inner) => self.set(inner)?,
            Node::Name(name) => self.named_set(name)?,
            Node::Cell(name) => SetPhrase::One(self.cell_name(name)),
            Node::List(cells) => {
                let cells: Option<Vec<String>> = cells.iter().map(|cell| self.cell(cell)).collect();
                let cells = cells?;
                match cells.as_slice() {
                    [] => return None,
                    [one] => SetPhrase::One(one.clone()),
                    _ => SetPhrase::Many(join(&cells, "and")),
                }
            }
            Node::Region(map, n) => SetPhrase::Many(self.cells_of(map, *n)),
            Node::Of(what, owner) => self.owned(what, owner)?,
            Node::Binary(left, op, right) => match op.node {
                BinaryOp::And => self.both(self.set(left)?, self.set(right)?)?,
                BinaryOp::Or => self.either(self.set(left)?, self.set(right)?),
                BinaryOp::Except => self.but(self.set(left)?, &self.set(right)?)?,
                _ => return None,
            },
            Node::Collect(generator) => self.such_that(generator)?,
            Node::Call(name, args) => self.called_set(&name.node, args, expr)?,
            Node::If(condition, yes, no) => {
                let side = |expr: &Expr| match &strip_parens(expr).node {
                    Node::List(list) if list.is_empty() => Some("no cell".to_owned()),
                    _ => self.set(expr).map(|set| set.all()),
                };
                let (yes, no) = (side(yes)?, side(no)?);
                SetPhrase::Many(self.in_case(yes, condition, no)?)
            }
            Node::Generate(name, generator) if name.node == "reach" => {
                let variable = &generator.name.node;
                let inner = self.with([(variable.clone(), Type::Cell)]);
                let (from, to) = (self.origin(&generator.over)?, inner.set(&generator.body)?.inner());
                SetPhrase::Many(format!(
                    "the cells that are reached from {from} by going from a cell `{variable}` to {to} any number of times"
                ))
            }
            Node::Generate(name, generator) if name.node == "union" => {
                let inner = self.with([(generator.name.node.clone(), element(self.ty(&generator.over)?))]);
                let each = self.each(&generator.name.node, &generator.over)?;
                SetPhrase::Many(format!("({}, for each {each})", inner.set(&generator.body)?.inner()))
            }
            _ => return None,
        })
    }

    fn own(&self) -> Noun {
        match self.voice {
            Voice::You => Noun { owner: Some("your".to_owned()), ..Noun::piece() },
            Voice::Mover => Noun { owner: Some("the mover's".to_owned()), ..Noun::piece() },
            Voice::Of(player) => Noun { owner: Some(format!("{}'s", self.game.player_name(player))), ..Noun::piece() },
        }
    }

    fn named_set(&self, name: &str) -> Option<SetPhrase> {
        if let Some(ty) = self.local(name) {
            return match ty {
                Type::Cell => Some(SetPhrase::One(format!("`{name}`"))),
                Type::Cells => Some(SetPhrase::Many(format!("the cells `{name}`"))),
                _ => None,
            };
        }
        if let Some(kind) = self.game.kinds.iter().find(|kind| kind.name == name) {
            let word = with_spaces(&kind.name);
            return Some(SetPhrase::Noun(Noun { kind: Some((word.clone(), plural(&word))), ..Noun::piece() }));
        }
        Some(SetPhrase::Noun(match name {
            "board" => Noun::at(BOARD),
            "empty" => Noun::cell("empty"),
            "occupied" => Noun::cell("occupied"),
            "pieces" => Noun::piece(),
            "own" => self.own(),
            "enemy" if self.player_name_of_voice().is_some() && self.game.players.len() == 2 => {
                let rival = self
                    .game
                    .players
                    .iter()
                    .find(|player| Some(player.name.as_str()) != self.player_name_of_voice())?;
                Noun { owner: Some(format!("{}'s", rival.name)), ..Noun::piece() }
            }
            "enemy" => Noun { before: vec!["enemy".to_owned()], ..Noun::piece() },
            "edge" => Noun::at("at the edge"),
            "corner" => Noun::cell("corner"),
            "center" => Noun::at("in the center"),
            "dark" => Noun::cell("dark"),
            "light" => Noun::cell("light"),
            "off" => return Some(SetPhrase::One("off the board".to_owned())),
            _ => match self.name_type(name)? {
                Type::Cell => return Some(SetPhrase::One(self.term(name, &[])?)),
                Type::Cells => return Some(SetPhrase::Many(self.cells_term(name, &[])?)),
                _ => return None,
            },
        }))
    }

    fn owned(&self, what: &Expr, owner: &Expr) -> Option<SetPhrase> {
        let whose = match &strip_parens(owner).node {
            Node::Name(name) if name == "mover" => self.own(),
            _ => Noun { whose: Some(format!("of {}", self.player(owner)?)), ..Noun::piece() },
        };
        match self.set(what)? {
            SetPhrase::Noun(noun) => noun.and(&whose).map(SetPhrase::Noun),
            SetPhrase::Either(sets) => self.both(SetPhrase::Either(sets), SetPhrase::Noun(whose)),
            SetPhrase::Many(many) => {
                Some(SetPhrase::Noun(Noun { after: vec![format!("on {}", parenthesize(many, IN_SET))], ..whose }))
            }
            _ => None,
        }
    }

    fn both(&self, left: SetPhrase, right: SetPhrase) -> Option<SetPhrase> {
        if let (SetPhrase::Noun(one), SetPhrase::Noun(other)) = (&left, &right)
            && let Some(both) = one.and(other)
        {
            return Some(SetPhrase::Noun(both));
        }
        let opened = |set: SetPhrase| match set {
            SetPhrase::Noun(noun) if noun.closed && !noun.the => SetPhrase::Many(SetPhrase::Noun(noun).all()),
            other => other,
        };
        let (left, right) = (opened(left), opened(right));
        let single = |set: &SetPhrase| matches!(set, SetPhrase::One(_) | SetPhrase::Noun(Noun { the: true, .. }));
        match (left, right) {
            (SetPhrase::Given(..), _) | (_, SetPhrase::Given(..)) => None,
            (one, others) if single(&one) && !single(&others) => {
                Some(SetPhrase::Given(Box::new(one), Box::new(others)))
            }
            (others, one) if single(&one) && !single(&others) => {
                Some(SetPhrase::Given(Box::new(one), Box::new(others)))
            }
            (SetPhrase::Either(sets), other) | (other, SetPhrase::Either(sets)) => {
                let sets: Option<Vec<SetPhrase>> = sets.into_iter().map(|set| self.both(set, other.clone())).collect();
                sets.map(SetPhrase::Either)
            }
            (SetPhrase::Noun(noun), SetPhrase::Many(many)) | (SetPhrase::Many(many), SetPhrase::Noun(noun))
                if !noun.the =>
            {
                let on = noun.pieces && many.starts_with("the cells");
                let among = format!("{} {}", if on { "on" } else { "among" }, parenthesize(many, IN_SET));
                noun.and(&Noun::at(among)).map(SetPhrase::Noun)
            }
            (SetPhrase::Many(one), SetPhrase::Many(other)) => {
                let (one, other) = (parenthesize(one, IN_SET), parenthesize(other, IN_SET));
                Some(SetPhrase::Many(format!("the cells that are both among {one} and among {other}")))
            }
            _ => None,
        }
    }

    fn either(&self, left: SetPhrase, right: SetPhrase) -> SetPhrase {
        let parts = |set: SetPhrase| match set {
            SetPhrase::Either(sets) => sets,
            other => vec![other],
        };
        let mut all = parts(left);
        all.extend(parts(right));
        SetPhrase::Either(all)
    }

    fn but(&self, set: SetPhrase, without: &SetPhrase) -> Option<SetPhrase> {
        let others = without.inner();
        match set {
            SetPhrase::Noun(noun) if !noun.the && !noun.closed => Some(SetPhrase::Noun(noun.but(&others))),
            one @ (SetPhrase::Noun(_) | SetPhrase::One(_)) if !matches!(&one, SetPhrase::Noun(noun) if !noun.the) => {
                Some(SetPhrase::One(format!(
                    "{}, unless {}",
                    one.inner(),
                    parenthesize(without.holds("it", true)?, IN_CLAUSE)
                )))
            }
            SetPhrase::Given(..) => None,
            set => Some(SetPhrase::Many(format!("{} other than {others}", set.inner()))),
        }
    }

    /// Phrases `{ p in S: C }`.
    fn such_that(&self, generator: &Generator) -> Option<SetPhrase> {
        let name = &generator.name.node;
        if element(self.ty(&generator.over)?) != Type::Cell {
            return None;
        }
        let inner = self.with([(name.clone(), Type::Cell)]);
        let condition = inner.clause(&generator.body, true)?;
        match self.set(&generator.over)? {
            SetPhrase::Noun(noun) if !noun.the && noun.owner.is_none() && !noun.closed => {
                let noun = Noun { name: Some(name.clone()), ..noun };
                Some(SetPhrase::Noun(noun.closed(format!("for which {condition}"))))
            }
            other => Some(SetPhrase::Many(format!("the cells `{name}` among {} for which {condition}", other.inner()))),
        }
    }

    /// Phrases cells along directions: "next to" a cell, "diagonally forward from" it.
    fn called_set(&self, name: &str, args: &[Expr], whole: &Expr) -> Option<SetPhrase> {
        let at = |words: String| SetPhrase::Noun(Noun::at(words));
        Some(match (name, args) {
            ("edge", [dir]) => match self.compass(dir) {
                Some(side) => at(format!("at the {side} edge")),
                None => match &strip_parens(dir).node {
                    Node::Call(name, args) if name.node == "forward" && args.len() == 1 => {
                        at(format!("at the edge in front of {}", self.player(&args[0])?))
                    }
                    Node::Name(name) if name == "forward" => at(format!("at the edge in front of {}", self.mover())),
                    Node::Name(name) if name == "backward" => at(format!("at the edge behind {}", self.mover())),
                    _ => at(format!("at the edge that lies {}", self.along(dir)?)),
                },
            },
            ("side", [n]) => at(format!("on side {} of the board", self.operand(n)?)),
            ("rows", [n]) => at(self.span_of("row", n)?),
            ("columns", [n]) => at(self.span_of("column", n)?),
            ("cells", [n]) => match &strip_parens(n).node {
                Node::Range(low, high) => at(format!("numbered from {} to {}", self.number(low)?, self.number(high)?)),
                _ => return None,
            },
            ("neighbors", [from]) => at(format!("{} {}", self.next_to(), self.origin(from)?)),
            ("neighbors", [from, dir]) => match &strip_parens(dir).node {
                Node::Name(name) if name == "all" && self.local(name).is_none() => {
                    let square = self.game.board.is_square();
                    let how = if square { "orthogonally or diagonally next to" } else { "next to" };
                    at(format!("{how} {}", self.origin(from)?))
                }
                _ => at(format!("one step {}", self.way(from, dir)?)),
            },
            ("ray", [from, dir]) => at(format!("in a straight line {}", self.way(from, dir)?)),
            ("ray", [from, dir, through]) => {
                let line = format!("in an unbroken straight line {}", self.way(from, dir)?);
                match self.set(through)? {
                    SetPhrase::Noun(noun) if !noun.the => SetPhrase::Noun(noun.closed(line)),
                    through => at(format!("{line}, all of it among {}", through.inner())),
                }
            }
            ("first", [from, dir, of]) => {
                let noun = match self.set(of)? {
                    SetPhrase::Noun(noun) if !noun.the => noun,
                    of => Noun::at(format!("among {}", of.inner())),
                };
                let mut noun = noun.closed(format!("met first {}", self.way(from, dir)?));
                // One cell and one direction give at most one cell.
                let one = matches!(self.ty(from), Some(Type::Cell)) && matches!(self.ty(dir), Some(Type::Dir));
                noun.the = one && noun.owner.is_none();
                SetPhrase::Noun(noun)
            }
            ("hop", [from, dir, over]) => {
                at(format!("two steps {}, over {}", self.way(from, dir)?, parenthesize(self.set(over)?.one(), IN_SET)))
            }
            ("leap", [from, n, m]) => match (&strip_parens(n).node, &strip_parens(m).node) {
                (Node::Number(1), Node::Number(2)) | (Node::Number(2), Node::Number(1)) => {
                    at(format!("a knight's leap from {}", self.origin(from)?))
                }
                _ => at(format!(
                    "a leap of {} and {} cells from {}",
                    self.number(n)?,
                    self.number(m)?,
                    self.origin(from)?
                )),
            },
            ("between", [p, q]) => at(format!("between {} and {}", self.cell(p)?, self.cell(q)?)),
            ("group", [from, through]) => {
                let from = self.origin(from)?;
                self.set(through)?.those(format!("connected with {from}"))?
            }
            ("lines", [of, n, rest @ ..]) => {
                let along = self.along_if_given(rest)?;
                let row = format!("in a row of {}{along}", self.length(n)?);
                self.set(of)?.those(row)?
            }
            ("the", [of]) => match self.set(of)? {
                SetPhrase::Noun(mut noun) => {
                    noun.the = true;
                    noun.owner = None;
                    SetPhrase::Noun(noun)
                }
                SetPhrase::One(one) => SetPhrase::One(one),
                set => SetPhrase::One(format!("the only one of {}", set.inner())),
            },
            ("cell" | "step", _) => SetPhrase::One(self.cell(whole)?),
            _ => match self.ty(whole)? {
                Type::Cell => SetPhrase::One(self.term(name, args)?),
                Type::Cells => SetPhrase::Many(self.cells_term(name, args)?),
                _ => return None,
            },
        })
    }

    /// Phrases the elements that a name goes through: "orthogonal direction `d`", "number `n` from 1 to 6".
    pub(super) fn each(&self, name: &str, over: &Expr) -> Option<String> {
        Some(match (self.ty(over)?, &strip_parens(over).node) {
            (Type::Dirs, Node::Name(word)) if word == "all" => format!("direction `{name}`"),
            (Type::Dirs, Node::Name(word))
                if self.local(word).is_none() && self.game.board.dir_word(word).is_none() =>
            {
                match word.as_str() {
                    "orthogonal" | "diagonal" | "forward" | "backward" | "sideways" => {
                        format!("{word} direction `{name}`")
                    }
                    _ => format!("direction `{name}` of {}", self.dirs(over)?),
                }
            }
            (Type::Dirs, _) => format!("direction `{name}` ({})", self.dirs(over)?),
            (Type::Ints, Node::Range(low, high)) => {
                format!("number `{name}` from {} to {}", self.number(low)?, self.number(high)?)
            }
            (Type::Cells | Type::Cell, _) => format!("cell `{name}` of {}", self.set(over)?.inner()),
            (Type::Players, Node::Name(word)) if word == "players" => format!("player `{name}`"),
            _ => return None,
        })
    }

    /// Phrases one element of a generator's set and all of them: "a player `P`" and "the players `P`".
    pub(super) fn elements(
        &self,
        generator: &Generator,
        bound: impl Fn(&Expr) -> Option<String>,
    ) -> Option<(String, String)> {
        let (name, over) = (&generator.name.node, &generator.over);
        Some(match (self.ty(over)?, &strip_parens(over).node) {
            (Type::Cells, _) => self.set(over)?.named(name),
            (Type::Players, _) => {
                let among = self.among_players(over)?;
                (format!("a player `{name}`{among}"), format!("the players `{name}`{among}"))
            }
            (Type::Dirs, _) => {
                let dirs = self.dirs(over)?;
                (format!("a direction `{name}` ({dirs})"), format!("the directions `{name}` ({dirs})"))
            }
            (Type::Ints, Node::Range(low, high)) => {
                let range = format!("from {} to {}", bound(low)?, bound(high)?);
                (format!("a number `{name}` {range}"), format!("the numbers `{name}` {range}"))
            }
            _ => return None,
        })
    }

    /// Phrases a length: "three or more", "three to five".
    pub(super) fn length(&self, n: &Expr) -> Option<String> {
        match &strip_parens(n).node {
            Node::Range(low, high) => match (&strip_parens(low).node, &strip_parens(high).node) {
                (Node::Number(low), Node::Number(high)) if low == high => Some(format!("exactly {}", numeral(*low))),
                _ => Some(format!("{} to {}", self.operand(low)?, self.operand(high)?)),
            },
            Node::If(condition, yes, no) => self.in_case(self.length(yes)?, condition, self.length(no)?),
            _ => Some(format!("{} or more", parenthesize(self.count_word(n)?, IN_NUMBER))),
        }
    }

    /// Phrases a range of rows or columns: "in row 1", "in rows 1 to 2".
    fn span_of(&self, word: &str, n: &Expr) -> Option<String> {
        match &strip_parens(n).node {
            Node::Range(low, high) => Some(format!("in {word}s {} to {}", self.operand(low)?, self.operand(high)?)),
            Node::If(condition, yes, no) => self.in_case(self.span_of(word, yes)?, condition, self.span_of(word, no)?),
            Node::List(list) => Some(format!("in {word}s {}", join_all(list, "and", |n| self.number(n))?)),
            Node::Number(_) | Node::Name(_) => Some(format!("in {word} {}", self.number(n)?)),
            _ if self.known.is_some() && self.known_number(n).is_some() => {
                Some(format!("in {word} {}", self.number(n)?))
            }
            _ if self.ty(n)? == Type::Int => Some(format!("in the {word} whose number is {}", self.number(n)?)),
            _ => None,
        }
    }

    /// Phrases the direction of a row, if one is given: " diagonally".
    pub(super) fn along_if_given(&self, dirs: &[Expr]) -> Option<String> {
        match dirs {
            [] => Some(String::new()),
            [dir] => Some(format!(" {}", self.along(dir)?)),
            _ => None,
        }
    }

    /// Phrases an origin: a cell, or all cells of a set.
    fn origin(&self, from: &Expr) -> Option<String> {
        self.set(from).map(|set| set.inner())
    }

    /// Phrases a direction from an origin: "orthogonally from `p`".
    fn way(&self, from: &Expr, dir: &Expr) -> Option<String> {
        let (along, from) = (self.along(dir)?, self.origin(from)?);
        Some(match along.starts_with("in each ") || along.starts_with("in every ") {
            true => format!("from {from} {along}"),
            false => starting(parenthesize(along, &[", ", " if "]), &from),
        })
    }

    /// Phrases adjacency; boards whose diagonals do not count say so.
    fn next_to(&self) -> &'static str {
        let linked =
            self.items.iter().any(|item| matches!(&item.node, ItemNode::Board(board) if board.links.is_some()));
        if self.game.board.is_square() && !linked { "orthogonally next to" } else { "next to" }
    }

    /// Phrases one of two values: "(the empty cells if `k` holds, otherwise `p`)".
    pub(super) fn in_case(&self, yes: String, condition: &Expr, no: String) -> Option<String> {
        let condition = parenthesize(self.clause(condition, true)?, IN_CASE);
        Some(format!("({} if {condition}, otherwise {no})", parenthesize(yes, IN_CASE)))
    }

    /// Phrases directions beside others.
    pub(super) fn beside(&self, words: Option<String>) -> Option<String> {
        words.map(|words| parenthesize(words, IN_DIRS))
    }
}
