//! W31: a clause of `end` whose condition is about whoever has just moved, and whose result names a player.

use super::checker::*;
use super::lint::walk_unless;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::piece::Player;
use crate::source::Span;
use crate::syntax::ast::{self, GameResult, Node};
use std::cell::Cell;

/// The words whose value depends on the player who has just moved.
const OF_MOVER: &[&str] = &["own", "enemy", "forward", "backward"];

/// The words by which a condition can say who has moved.
const TELLING: &[&str] =
    &["mover", "next", "rival", "after", "ply", "stuck", "possible", "repeated", "owner", "at", "players", "ahead"];

impl<'a> Checker<'a> {
    /// Reports W31 for `when some(own & rows(8)): White wins`: after a move of Black, White would win by the pieces of Black.
    pub(super) fn report_named_winners(&mut self, endings: &[&'a ast::Ending]) {
        for ending in endings {
            let (player, verb) = match &ending.result {
                GameResult::Wins(player) => (player, "wins"),
                GameResult::Loses(player) => (player, "loses"),
                _ => continue,
            };
            let named = player.as_name().and_then(|name| self.globals.get(name)).copied();
            let Some((Global::Player(at), _)) = named else { continue };
            if ending.each.is_some() || self.players.len() < 2 || self.is_inherited(ending.span) {
                continue;
            }
            if let Some((word, place)) = self.find_word_of_mover(&ending.condition) {
                self.report_named_winner(at, verb, word, place, &ending.condition);
            }
        }
    }

    fn report_named_winner(&mut self, named: usize, verb: &str, word: &str, place: Span, condition: &ast::Expr) {
        let other = (named + 1) % self.players.len();
        let (name, other) = (self.players[named].name.clone(), self.players[other].name.clone());
        let (means, whose) = match word {
            "own" => (format!("the pieces of {other}"), Some(&name)),
            "enemy" if self.players.len() == 2 => (format!("the pieces of {name}"), Some(&other)),
            "enemy" => (format!("all pieces but those of {other}"), None),
            _ => (format!("the direction of {other}"), None),
        };
        let message = format!("after a move of {other}, `{word}` means {means}, but {name} {verb}");
        // In a def, the word may be right for other uses.
        let is_here = condition.span.contains(place);
        let finding = Diagnostic::new(Code::W31, if is_here { place } else { condition.span }, message);
        self.report(match whose.filter(|_| is_here) {
            Some(whose) => {
                let meant = format!("pieces of {whose}");
                let help =
                    format!("name the player here, too: `{meant}`; or, for whoever has moved, write `mover {verb}`");
                finding.help(help).fix(format!("write `{meant}`"), place, meant, false)
            }
            None => finding.help(format!("for whoever has moved, write `mover {verb}`")),
        });
    }

    /// Returns the first word that depends on the mover in a condition that says of nobody's pieces whose they are, and not who
    /// has moved.
    fn find_word_of_mover(&self, condition: &'a ast::Expr) -> Option<(&'a str, Span)> {
        let says_who = Cell::new(false);
        let looks_at_moves = |expr: &ast::Expr| {
            says_who.set(says_who.get() || matches!(expr.node, Node::Possible(_) | Node::Look(..)));
            false
        };
        let mut found: Option<(&str, Span)> = None;
        let (mut todo, mut seen) = (vec![condition], Vec::new());
        while let Some(expr) = todo.pop() {
            walk_unless(expr, &looks_at_moves, &mut |name, span| {
                let tells = match self.globals.get(name) {
                    Some((Global::Kind(at), _)) => !self.is_kind_of_all(*at),
                    Some((Global::Param(_), _)) => false,
                    Some((Global::Def(_), _)) => {
                        todo.extend(self.open_def(name, &mut seen));
                        false
                    }
                    // A variable can have been set by the moves of one player only.
                    Some(_) => true,
                    None => TELLING.contains(&name),
                };
                says_who.set(says_who.get() || tells);
                if OF_MOVER.contains(&name) {
                    found = found.or(Some((name, span)));
                }
            });
        }
        found.filter(|_| !says_who.get())
    }

    /// Returns whether every player has pieces of a kind: all begin with some, or there is no other kind.
    fn is_kind_of_all(&self, kind: usize) -> bool {
        let has = |player: usize| {
            let is_his = |piece: &crate::game::piece::Piece| {
                piece.owner == Player(player as u8) && usize::from(piece.kind.0) == kind
            };
            self.placed.iter().any(|(piece, _)| is_his(piece))
        };
        self.kinds.len() == 1 || (0..self.players.len()).all(has)
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns whether W31 is reported for a game with this clause. Only A has a king.
    fn is_reported(clause: &str) -> bool {
        let found = codes(&format!(
            "piece man, king var n = 0 def goal = own & edge(forward) def mine = pieces of mover
             setup {{ man of A at rows(1); man of B at rows(4); king of A at a2 }}
             action step(p: own, q: neighbors(p) except own) do {{ move p to q; n += 1 }}
             end {{ {clause} when n > 99: draw when stuck(next): next loses }}"
        ));
        found.contains(&Code::W31)
    }

    #[test]
    fn named_players_do_not_win_by_the_pieces_of_others() {
        for reported in [
            "when some(own & rows(4)): A wins",
            "when none(enemy & man): B wins",
            "when count(own) == 1: B loses",
            "when some(man & edge(forward)): A wins",
            "when some(p in own: row(p) == 4): A wins",
            "when some(goal): A wins",
        ] {
            assert!(is_reported(reported), "{reported}");
        }
        for right in [
            "when some(own & rows(4)): mover wins",
            "when some(own & rows(4)): draw",
            "when some(pieces of A & rows(4)): A wins",
            "when some(own & king & rows(4)): A wins",
            "when mover == A and some(own & rows(4)): A wins",
            "when some(own & mine & rows(4)): A wins",
            "when n == 7 and some(own & rows(4)): A wins",
            "when none(own) and stuck(next): A wins",
            "when none(own) and not possible(step): A wins",
            "for P in players when none(own): P wins",
        ] {
            assert!(!is_reported(right), "{right}");
        }
    }
}
