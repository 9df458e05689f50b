//! Single cells, directions, players, kinds and pieces in words.

use super::noun::{SetPhrase, join_all};
use super::parentheses::{IN_CASE, parenthesize};
use super::{Phraser, numeral, strip_parens, with_spaces};
use crate::syntax::ast::{BinaryOp, Expr, Generator, Map, Node, Type};
use crate::wording::{join, with_article};

impl Phraser<'_> {
    /// Returns the usual name of a cell that the rules name.
    pub(super) fn cell_name(&self, coordinate: &str) -> String {
        let board = &self.game.board;
        board.cell(coordinate).map_or_else(|| coordinate.to_owned(), |cell| board.name(cell).to_owned())
    }

    /// Lists the cells with the n-th symbol of a map.
    pub(super) fn cells_of(&self, map: &Map, n: usize) -> String {
        self.cells_at(&map.places(n))
    }

    /// Lists the cells at these places of a picture.
    pub(super) fn cells_at(&self, places: &[usize]) -> String {
        let board = &self.game.board;
        let names: Vec<String> = board.cells_at(places).into_iter().map(|cell| board.name(cell).to_owned()).collect();
        join(&names, "and")
    }

    /// Phrases a cell: "`p`", "the cell straight ahead of `p`".
    pub(super) fn cell(&self, expr: &Expr) -> Option<String> {
        Some(match &strip_parens(expr).node {
            Node::Cell(name) => self.cell_name(name),
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) if name == "off" => "off the board".to_owned(),
            Node::Name(name) if name == "center" => "the center".to_owned(),
            Node::Name(name) => self.term(name, &[])?,
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("step", [from, dir]) => {
                    let from = self.cell(from)?;
                    match (self.compass(dir), &strip_parens(dir).node) {
                        (Some(side), _) => format!("the cell {side} of {from}"),
                        (None, Node::Name(name)) if name == "ahead" => format!("the cell straight ahead of {from}"),
                        (None, Node::Name(name)) if self.local(name) == Some(Type::Dir) => {
                            format!("the next cell in direction `{name}` from {from}")
                        }
                        _ => {
                            let along = parenthesize(self.along(dir)?, &[", ", " if ", " for which "]);
                            format!("the cell one step {}", starting(along, &from))
                        }
                    }
                }
                ("step", [from, dir, n]) => {
                    let (along, from) =
                        (parenthesize(self.along(dir)?, &[", ", " if ", " for which "]), self.cell(from)?);
                    let way = starting(along, &from);
                    match &strip_parens(n).node {
                        Node::Number(n) if *n > 1 => format!("the cell {} steps {way}", numeral(*n)),
                        _ => format!("the cell that lies {way}, as many steps away as {}", self.number(n)?),
                    }
                }
                ("cell", [n]) => format!("cell {}", self.number(n)?),
                ("cell", [n, m]) => {
                    let (n, m) = (parenthesize(self.number(n)?, IN_CASE), parenthesize(self.number(m)?, IN_CASE));
                    format!("the cell whose column is {n} and whose row is {m}")
                }
                ("the", [of]) => match self.set(of)? {
                    set @ SetPhrase::Noun(_) => match self.set(expr)? {
                        SetPhrase::Noun(_) => self.set(expr)?.all(),
                        _ => set.all(),
                    },
                    SetPhrase::One(one) => one,
                    set => format!("the only one of {}", set.inner()),
                },
                (name, args) => self.term(name, args)?,
            },
            _ => return None,
        })
    }

    /// Returns the compass name of a direction: "North".
    pub(super) fn compass(&self, dir: &Expr) -> Option<&'static str> {
        let Node::Name(name) = &strip_parens(dir).node else { return None };
        if self.local(name).is_some() || self.game.board.is_graph() {
            return None;
        }
        compass_name(name)
    }

    /// Phrases directions as an adverb: "diagonally", "to the North", "in direction `d`".
    pub(super) fn along(&self, dir: &Expr) -> Option<String> {
        if let Some(side) = self.compass(dir) {
            return Some(format!("to the {side}"));
        }
        Some(match &strip_parens(dir).node {
            Node::Name(name) if self.local(name) == Some(Type::Dir) => format!("in direction `{name}`"),
            Node::Name(name) if self.local(name) == Some(Type::Dirs) => format!("in the directions `{name}`"),
            Node::Name(name) => match name.as_str() {
                "orthogonal" if self.game.board.is_square() => "orthogonally".to_owned(),
                "orthogonal" | "all" => "in any direction".to_owned(),
                "diagonal" => "diagonally".to_owned(),
                "forward" => "forward".to_owned(),
                "backward" => "backward".to_owned(),
                "sideways" => "sideways".to_owned(),
                "ahead" => "straight ahead".to_owned(),
                _ if self.game.board.dir_word(name).is_some() => format!("along “{name}”"),
                _ => format!("along {}", self.term(name, &[])?),
            },
            Node::Binary(left, op, right) if op.node == BinaryOp::And => {
                let words = [left, right].map(|side| self.along(side));
                let [Some(one), Some(other)] = words else { return None };
                match (one.as_str(), other.as_str()) {
                    (one @ ("diagonally" | "orthogonally"), other) | (other, one @ ("diagonally" | "orthogonally"))
                        if other.starts_with("forward") || other.starts_with("backward") =>
                    {
                        format!("{one} {other}")
                    }
                    _ => {
                        let [Some(one), Some(other)] = [left, right].map(|side| self.beside(self.dirs(side))) else {
                            return None;
                        };
                        format!("in every direction that is (both {one} and {other})")
                    }
                }
            }
            Node::Binary(_, op, _) if op.node == BinaryOp::Or => {
                let mut sides = Vec::new();
                alternatives(dir, &mut sides);
                match join_all(sides.iter().copied(), "or", |side| self.compass(side)) {
                    Some(names) => format!("to the {names}"),
                    None => join_all(sides, "or", |side| self.beside(self.along(side)))?,
                }
            }
            Node::Binary(left, op, right) if op.node == BinaryOp::Except => {
                format!("{}, but not {}", self.beside(self.along(left))?, self.beside(self.along(right))?)
            }
            Node::If(condition, yes, no) => self.in_case(self.along(yes)?, condition, self.along(no)?)?,
            Node::Collect(generator) => {
                let (over, condition) = self.some_dirs(generator)?;
                format!("in each {over} for which {condition}")
            }
            Node::List(dirs) => {
                format!("to the {}", join_all(dirs, "or", |dir| self.compass(dir))?)
            }
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("forward" | "backward" | "sideways", [player]) => {
                    format!("{} for {}", name.node, self.player(player)?)
                }
                ("ahead", [player]) => format!("straight ahead for {}", self.player(player)?),
                ("toward", [p, q]) => format!("toward {} from {}", self.cell(q)?, self.cell(p)?),
                ("opposite", [dir]) => match &strip_parens(dir).node {
                    Node::Name(name) if self.local(name) == Some(Type::Dir) => {
                        format!("opposite to direction `{name}`")
                    }
                    _ => return None,
                },
                ("the" | "dir", _) => return None,
                (name, args) => format!("along {}", self.term(name, args)?),
            },
            _ => return None,
        })
    }

    /// Phrases directions as a list: "orthogonal", "North or East".
    pub(super) fn dirs(&self, expr: &Expr) -> Option<String> {
        if let Some(side) = self.compass(expr) {
            return Some(side.to_owned());
        }
        Some(match &strip_parens(expr).node {
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) => match name.as_str() {
                "all" => "any".to_owned(),
                "orthogonal" | "diagonal" | "forward" | "backward" | "sideways" => name.clone(),
                "ahead" => "straight ahead".to_owned(),
                _ if self.game.board.dir_word(name).is_some() => format!("“{name}”"),
                _ => self.term(name, &[])?,
            },
            Node::Binary(left, op, right) if op.node == BinaryOp::Or => {
                format!("{} or {}", self.beside_or(left)?, self.beside_or(right)?)
            }
            Node::Binary(left, op, right) if op.node == BinaryOp::And => {
                format!("{} and {}", self.beside(self.dirs(left))?, self.beside(self.dirs(right))?)
            }
            Node::Binary(left, op, right) if op.node == BinaryOp::Except => {
                format!("{}, but not {}", self.beside(self.dirs(left))?, self.beside(self.dirs(right))?)
            }
            Node::List(dirs) if !dirs.is_empty() => join_all(dirs, "or", |dir| self.beside(self.dirs(dir)))?,
            Node::If(condition, yes, no) => self.in_case(self.dirs(yes)?, condition, self.dirs(no)?)?,
            Node::Collect(generator) => {
                let (over, condition) = self.some_dirs(generator)?;
                format!("each {over} for which {condition}")
            }
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("forward" | "backward" | "sideways" | "ahead", [player]) => {
                    format!("{} for {}", name.node, self.player(player)?)
                }
                ("toward", [p, q]) => format!("the direction from {} to {}", self.cell(p)?, self.cell(q)?),
                ("opposite", [dir]) => format!("the opposite of {}", self.beside(self.dirs(dir))?),
                ("the", _) => return None,
                (name, args) => self.term(name, args)?,
            },
            _ => return None,
        })
    }

    /// Phrases one of several directions.
    fn beside_or(&self, expr: &Expr) -> Option<String> {
        match &strip_parens(expr).node {
            Node::Binary(_, op, _) if op.node == BinaryOp::Or => self.dirs(expr),
            _ => self.beside(self.dirs(expr)),
        }
    }

    /// Phrases `{ d in D: C }`: its directions and the condition.
    fn some_dirs(&self, generator: &Generator) -> Option<(String, String)> {
        let name = &generator.name.node;
        let inner = self.with([(name.clone(), Type::Dir)]);
        Some((self.each(name, &generator.over)?, inner.clause(&generator.body, true)?))
    }

    /// Phrases a player: "you", "White", "the next player".
    pub(in crate::internals::sheet) fn player(&self, expr: &Expr) -> Option<String> {
        if let Some(player) = self.known.as_ref().and_then(|_| self.known_player(expr)) {
            return Some(with_spaces(self.game.player_name(player)));
        }
        Some(match &strip_parens(expr).node {
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) => match name.as_str() {
                "mover" => self.mover().to_owned(),
                "next" => "the next player".to_owned(),
                "nothing" => "nobody".to_owned(),
                _ if self.game.players.iter().any(|player| player.name == *name) => with_spaces(name),
                _ => self.term(name, &[])?,
            },
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("rival", [player]) => match self.player(player)?.as_str() {
                    "you" => "your opponent".to_owned(),
                    other => format!("the opponent of {other}"),
                },
                ("after", [player]) => match self.player(player)?.as_str() {
                    "you" => "the player after you".to_owned(),
                    other => format!("the player after {other}"),
                },
                ("owner", [cell]) => match self.ty(cell)? {
                    Type::Piece => format!("the owner of {}", self.piece(cell)?),
                    _ => format!("the owner of the piece on {}", self.cell(cell)?),
                },
                ("the", _) => return None,
                (name, args) => self.term(name, args)?,
            },
            _ => return None,
        })
    }

    /// Phrases a kind of piece: "king".
    pub(super) fn kind(&self, expr: &Expr) -> Option<String> {
        Some(match &strip_parens(expr).node {
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) if name == "nothing" => "nothing".to_owned(),
            Node::Name(name) if self.game.kinds.iter().any(|kind| kind.name == *name) => with_spaces(name),
            Node::Name(name) => self.term(name, &[])?,
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("kind", [cell]) => match self.ty(cell)? {
                    Type::Piece => format!("the kind of {}", self.piece(cell)?),
                    _ => format!("the kind of the piece on {}", self.cell(cell)?),
                },
                ("the", _) => return None,
                (name, args) => self.term(name, args)?,
            },
            _ => return None,
        })
    }

    /// Phrases a word that stands for itself, or what it is asked of: “placing”, "the `phase`".
    pub(super) fn tag(&self, expr: &Expr) -> Option<String> {
        match &strip_parens(expr).node {
            Node::Name(name) if self.is_tag(name) => Some(format!("“{}”", with_spaces(name))),
            Node::Name(name) if self.local(name).is_some() => Some(format!("`{name}`")),
            Node::Name(name) => self.term(name, &[]),
            Node::Call(name, args) => self.term(&name.node, args),
            _ => None,
        }
    }

    /// Phrases a set of kinds.
    pub(super) fn kinds(&self, expr: &Expr, word: &str) -> Option<String> {
        match &strip_parens(expr).node {
            Node::List(kinds) => join_all(kinds, word, |kind| self.kind(kind)),
            Node::Name(name) if name == "kinds" => Some("any kind".to_owned()),
            Node::Name(name) if self.local(name).is_some() => {
                Some(if word == "or" { format!("one of `{name}`") } else { format!("`{name}`") })
            }
            node => {
                let term = match node {
                    Node::Call(name, args) => self.term(&name.node, args)?,
                    Node::Name(name) => self.term(name, &[])?,
                    _ => return None,
                };
                Some(if word == "or" { format!("one of {term}") } else { term })
            }
        }
    }

    /// Phrases a piece: "the piece on `p`".
    pub(super) fn piece(&self, expr: &Expr) -> Option<String> {
        Some(match &strip_parens(expr).node {
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) if name == "nothing" => "nothing".to_owned(),
            Node::Name(name) if self.is_kind(name) => with_article(&with_spaces(name)),
            Node::Name(name) => self.term(name, &[])?,
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("at", [cell]) => format!("the piece on {}", self.cell(cell)?),
                ("under", [cell, n]) if matches!(n.node, Node::Number(1)) => {
                    format!("the piece under the top of {}", self.cell(cell)?)
                }
                ("under", [cell, n]) => {
                    format!("the piece under the upper {} of {}", self.number(n)?, self.cell(cell)?)
                }
                ("stack", [cell, n]) => format!("piece {} from the bottom of {}", self.number(n)?, self.cell(cell)?),
                (name, args) => self.term(name, args)?,
            },
            Node::Of(kind, owner) => format!("{} of {}", with_article(&self.kind(kind)?), self.player(owner)?),
            _ => return None,
        })
    }
}

/// Returns the full name of a compass direction: "Northeast" for `NE`.
pub(in crate::internals::sheet) fn compass_name(dir: &str) -> Option<&'static str> {
    Some(match dir {
        "N" => "North",
        "NE" => "Northeast",
        "E" => "East",
        "SE" => "Southeast",
        "S" => "South",
        "SW" => "Southwest",
        "W" => "West",
        "NW" => "Northwest",
        _ => return None,
    })
}

/// Collects the operands of a chain of `|`.
pub(super) fn alternatives<'e>(expr: &'e Expr, sides: &mut Vec<&'e Expr>) {
    match &strip_parens(expr).node {
        Node::Binary(left, op, right) if op.node == BinaryOp::Or => {
            alternatives(left, sides);
            alternatives(right, sides);
        }
        _ => sides.push(expr),
    }
}

/// Adds where a way starts, unless it says so: "toward `q` from `p`".
pub(super) fn starting(along: String, from: &str) -> String {
    match along.ends_with(&format!(" from {from}")) {
        true => along,
        false => format!("{along} from {from}"),
    }
}
