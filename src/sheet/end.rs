//! The clauses of `end` in words.

use super::words::{Phraser, Voice, with_spaces};
use super::{Point, items_of, notes, sentence};
use crate::check::Scope;
use crate::game::Game;
use crate::game::piece::Player;
use crate::source::Span;
use crate::syntax::ast::{self, GameResult, Item, Node, Tie};

/// Returns the clause of `end` at this place in words, as the rule sheet has it, or `None` if there is no such clause.
pub fn end_clause(game: &Game, place: Span) -> Option<String> {
    let scope = Scope::new(game)?;
    let words = EndWords { game, items: scope.items() };
    let clause = items_of!(words.items, End).flat_map(|(_, clauses)| clauses).find(|clause| clause.span == place)?;
    Some(words.endings_of(clause, true).join(" "))
}

/// Puts clauses into words.
pub(super) struct EndWords<'g> {
    pub game: &'g Game,
    pub items: &'g [Item],
}

impl EndWords<'_> {
    /// Says what losing means, if there are three players or more.
    pub(super) fn going_out(&self, clauses: &[ast::Ending]) -> &'static str {
        let loses = |clause: &&ast::Ending| matches!(clause.result, GameResult::Loses(_));
        let (can_lose, several) =
            (clauses.iter().any(|c| loses(&c)), clauses.iter().filter(loses).any(|c| c.each.is_some()));
        match self.game.players.len() > 2 && can_lose {
            true if several => {
                "A player who loses is out of the game, and the others play on. The last player left wins; if the last players lose at once, the game is a draw."
            }
            true => "A player who loses is out of the game, and the others play on. The last player left wins.",
            false => "",
        }
    }

    pub(super) fn endings(&self, clauses: &[ast::Ending], noted: bool) -> Vec<Point> {
        clauses.iter().flat_map(|clause| self.endings_of(clause, noted)).map(Point::new).collect()
    }

    /// Puts a clause into words; for each player if it depends on the places of the players in turn order. If `noted`, the
    /// author's comment follows, or replaces them if it quotes the rules.
    fn endings_of(&self, clause: &ast::Ending, noted: bool) -> Vec<String> {
        let note = notes::after(self.game, clause.span).filter(|_| noted);
        if let Some(quoted) = note.as_ref().filter(|note| note.starts_with('"') && note.ends_with('"')) {
            return vec![quoted.clone()];
        }
        let words = Phraser::new(self.game, self.items, Voice::Mover);
        let mut endings: Vec<String> = match &clause.each {
            Some((name, over))
                if matches!(&over.node, Node::Name(word) if word == "players")
                    && words.depends_on_place(&clause.condition, &name.node) =>
            {
                let players = (0..self.game.players.len() as u8).map(Player);
                let known = players.map(|player| words.knowing(&name.node, player));
                // A clause that cannot hold for a player is not said of it.
                let possible = known.filter(|words| words.condition(&clause.condition) != "never");
                possible.map(|words| self.ending(clause, words)).collect()
            }
            _ => vec![self.ending(clause, words)],
        };
        if let Some(last) = endings.pop() {
            endings.push(notes::with_note(last, note));
        }
        endings
    }

    /// Puts a clause into words.
    fn ending(&self, clause: &ast::Ending, mut words: Phraser<'_>) -> String {
        let mut lead = "If".to_owned();
        if let Some((name, _)) = &clause.each {
            words.locals.push((name.node.clone(), ast::Type::Player));
        }
        if let Some((name, over)) = clause.each.as_ref().filter(|_| words.known.is_none()) {
            lead = match &over.node {
                Node::Name(word) if word == "players" => format!("For each player `{}`: if", name.node),
                _ => format!("For each player `{}` of {}: if", name.node, words.code(over)),
            };
        }
        let condition = words.condition(&clause.condition);
        let player = |expr: &ast::Expr| words.player(expr).unwrap_or_else(|| words.code(expr));
        let result = match &clause.result {
            GameResult::Draw => "the game is a draw".to_owned(),
            GameResult::Never => {
                return format!("It never happens that {condition}.");
            }
            GameResult::Wins(who) => format!("{} wins", player(who)),
            GameResult::Loses(who) => format!("{} loses", player(who)),
            GameResult::Score { most, of, tie } => {
                let most = if *most { "most" } else { "fewest" };
                let greatest = if most == "most" { "the greatest" } else { "the smallest" };
                let is_set = of.node == "pieces" || self.game.kinds.iter().any(|kind| kind.name == of.node);
                let what = match of.node.as_str() {
                    "pieces" => format!("{most} pieces on the board"),
                    kind if is_set => format!("{most} pieces of the kind {}", with_spaces(kind)),
                    other => format!("“{}”", with_spaces(other)),
                };
                let tie = match tie {
                    Tie::Draw => "; a tie is a draw",
                    Tie::None => "; there can be no tie",
                    Tie::Unsaid => "",
                };
                let the = if is_set { "the" } else { greatest };
                format!("the player with {the} {what} wins{tie}")
            }
        };
        sentence(&format!("{lead} {condition}, {result}"))
    }
}
