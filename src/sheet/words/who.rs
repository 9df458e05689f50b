//! Conditions about players: who they are, who is to move, and who is still in the game.

use super::noun::join_all;
use super::{Phraser, Voice, numeral, strip_parens};
use crate::syntax::ast::{BinaryOp, Expr, Node, Type};

impl Phraser<'_> {
    /// Phrases whether two players are the same: "the mover is White", "you are not White"; where it is known whose turn it is:
    /// "White is to move"; of two known players: "always" or "never".
    pub(super) fn same_player(&self, left: &Expr, right: &Expr, is: bool) -> Option<String> {
        if let (Some(one), Some(other)) = (self.known_player(left), self.known_player(right)) {
            return Some(if (one == other) == is { "always" } else { "never" }.to_owned());
        }
        let not = if is { "" } else { "not " };
        let is_mover = |expr: &Expr| matches!(&strip_parens(expr).node, Node::Name(name) if name == "mover" && self.local(name).is_none());
        if matches!(self.voice, Voice::Of(_)) && is_mover(left) != is_mover(right) {
            let who = if is_mover(left) { right } else { left };
            return Some(format!("{} is {not}to move", self.player(who)?));
        }
        let (left, right) = (self.player(left)?, self.player(right)?);
        Some(match left.as_str() {
            "you" => format!("you are {not}{right}"),
            _ => format!("{left} is {not}{right}"),
        })
    }

    /// Phrases whether a player is one of some: "Green is out of the game", "the mover is Red or Blue".
    pub(super) fn one_of_players(&self, player: &Expr, players: &Expr, is: bool) -> Option<String> {
        let who = self.player(player)?;
        let are = if who == "you" { "are" } else { "is" };
        if self.is_all_players(players) {
            return Some(format!("{who} {are} {}", if is { "still in the game" } else { "out of the game" }));
        }
        let not = if is { "" } else { "not " };
        Some(format!("{who} {are} {not}{}", self.listed_players(players, "or")?))
    }

    /// Phrases whether the players who are still in the game are these: "only Red and Blue are left".
    pub(super) fn players_left(&self, left: &Expr, right: &Expr, is: bool) -> Option<String> {
        let these = match (self.is_all_players(left), self.is_all_players(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        let count = self.members(these)?.len();
        let names = self.listed_players(these, "and")?;
        let are = if count == 1 { "is" } else { "are" };
        Some(match is {
            true => format!("only {names} {are} left"),
            false => format!("it is not so that only {names} {are} left"),
        })
    }

    /// Phrases how many players are still in the game: "at most two players are left".
    pub(super) fn number_of_players_left(&self, of: &Expr, op: BinaryOp, n: i64) -> Option<String> {
        use BinaryOp::*;
        if !self.is_all_players(of) || n < 1 {
            return None;
        }
        let (lead, not) = match op {
            Equal => ("exactly ", ""),
            NotEqual => ("exactly ", "it is not so that "),
            Less => ("fewer than ", ""),
            LessEqual => ("at most ", ""),
            Greater => ("more than ", ""),
            GreaterEqual => ("at least ", ""),
            _ => return None,
        };
        let players = if n == 1 { "player is" } else { "players are" };
        Some(format!("{not}{lead}{} {players} left", numeral(n)))
    }

    /// Phrases which players are meant, after "player" or "players": nothing for all, " except you", " of Red and Blue".
    pub(super) fn among_players(&self, players: &Expr) -> Option<String> {
        if self.is_all_players(players) {
            return Some(String::new());
        }
        match &strip_parens(players).node {
            Node::Binary(all, op, others) if op.node == BinaryOp::Except => {
                Some(format!("{} except {}", self.among_players(all)?, self.listed_players(others, "and")?))
            }
            _ => Some(format!(" of {}", self.listed_players(players, "and")?)),
        }
    }

    /// Returns whether this is the word `players`.
    fn is_all_players(&self, expr: &Expr) -> bool {
        matches!(&strip_parens(expr).node, Node::Name(name) if name == "players" && self.local(name).is_none())
    }

    /// Returns the listed players, of `{Red, Blue}`, `Red | Blue` or `Red`.
    fn members<'e>(&self, expr: &'e Expr) -> Option<Vec<&'e Expr>> {
        let expr = strip_parens(expr);
        match &expr.node {
            Node::List(list) if !list.is_empty() => Some(list.iter().collect()),
            Node::Binary(left, op, right) if op.node == BinaryOp::Or => {
                Some([self.members(left)?, self.members(right)?].concat())
            }
            _ if self.ty(expr) == Some(Type::Player) => Some(vec![expr]),
            _ => None,
        }
    }

    fn listed_players(&self, expr: &Expr, word: &str) -> Option<String> {
        join_all(self.members(expr)?, word, |player| self.player(player))
    }
}
