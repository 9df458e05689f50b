//! [`Alike`]: what in a position of one game is what in a position of another one.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::layout::Place;
use crate::game::rules::VarType;
use crate::position::Position;
use crate::suggest::listed;

/// How positions of two games are compared: cells by their names, players by their turn, kinds and variables by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    /// Whether positions can be the same at all.
    pub(super) comparable: bool,
    /// What the games do not have in common, in sentences.
    pub(super) remarks: Vec<String>,
    /// Everything lies at the same place in both.
    same_words: bool,
    /// Where the pieces of each player lie, then those of each kind that both have; words in the first game, in the second.
    sets: Vec<(usize, usize)>,
    /// Where those of kinds lie that one game has alone.
    alone: (Vec<usize>, Vec<usize>),
    /// Words of a set.
    set_words: usize,
    vars: Vec<(Place, Place)>,
}

impl Alike {
    pub(super) fn new(a: &Game, b: &Game) -> Alike {
        let mut alike = Alike { set_words: a.layout.set_words, ..Alike::default() };
        let players = alike.players(a, b);
        alike.comparable = alike.cells(a, b) && players;
        let same_kinds = alike.kinds(a, b);
        let same_vars = alike.vars(a, b, same_kinds);
        alike.same_words = same_kinds && same_vars && a.layout == b.layout;
        alike
    }

    fn cells(&mut self, a: &Game, b: &Game) -> bool {
        let (in_a, in_b) = (a.board.len(), b.board.len());
        let all = (0..in_a.max(in_b)).map(|cell| Cell(cell as u16));
        let same = in_a == in_b && all.into_iter().all(|cell| a.board.coordinate(cell) == b.board.coordinate(cell));
        if !same {
            let counted = if in_a == in_b { "others".to_owned() } else { format!("{in_a} in A, {in_b} in B") };
            self.remarks.push(format!(
                "the boards have other cells ({counted}), so that no position of one game is one of the other: moves are \
                 compared in the first position only"
            ));
        }
        same
    }

    fn players(&mut self, a: &Game, b: &Game) -> bool {
        let (in_a, in_b) = (a.players.len(), b.players.len());
        if in_a != in_b {
            self.remarks.push(format!(
                "there are {in_a} players in A and {in_b} in B, so that no position of one game is one of the other: moves \
                 are compared in the first position only"
            ));
            return false;
        }
        for (one, other) in a.players.iter().zip(&b.players).filter(|(one, other)| one.name != other.name) {
            self.remarks
                .push(format!("{} of A is taken for {} of B, who comes in the same turn", one.name, other.name));
        }
        true
    }

    /// Puts kinds of one name together; and, if as many are left over in both games, those in their order. Whether all kinds
    /// of the two are the same.
    fn kinds(&mut self, a: &Game, b: &Game) -> bool {
        for player in 0..a.layout.players.min(b.layout.players) {
            self.sets.push((a.layout.player(player), b.layout.player(player)));
        }
        let (mut left_a, mut left_b): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..b.kinds.len()).collect());
        let mut in_order = a.kinds.len() == b.kinds.len();
        for (n, kind) in a.kinds.iter().enumerate() {
            match b.kinds.iter().position(|other| other.name == kind.name) {
                Some(other) => {
                    left_b.retain(|left| *left != other);
                    in_order &= n == other;
                    self.sets.push((a.layout.kind(n), b.layout.kind(other)));
                }
                None => left_a.push(n),
            }
        }
        let name = |game: &Game, kind: usize| game.kinds.get(kind).map_or(String::new(), |kind| kind.name.clone());
        if left_a.len() == left_b.len() {
            for (one, other) in left_a.iter().zip(&left_b) {
                in_order &= one == other;
                self.sets.push((a.layout.kind(*one), b.layout.kind(*other)));
                self.remarks.push(format!("{} of A is taken for {} of B", name(a, *one), name(b, *other)));
            }
            return in_order;
        }
        for (side, game, left) in [("A", a, &left_a), ("B", b, &left_b)] {
            let names: Vec<String> = left.iter().map(|kind| name(game, *kind)).collect();
            if !names.is_empty() {
                self.remarks.push(format!("only {side} has the kind {}", listed(&names)));
            }
        }
        let places = |game: &Game, left: &[usize]| left.iter().map(|kind| game.layout.kind(*kind)).collect();
        self.alone = (places(a, &left_a), places(b, &left_b));
        false
    }

    /// Puts variables of one name and type together. Whether all variables of the two are the same.
    fn vars(&mut self, a: &Game, b: &Game, same_kinds: bool) -> bool {
        let mut in_order = a.vars.len() == b.vars.len();
        let mut others = Vec::new();
        for (n, (var, place)) in a.vars.iter().zip(&a.layout.vars).enumerate() {
            let other = b.vars.iter().zip(&b.layout.vars).enumerate().find(|(_, (other, _))| other.name == var.name);
            match other {
                Some((m, (other, at)))
                    if other.ty == var.ty && at.count == place.count && at.stride == place.stride =>
                {
                    in_order &= n == m;
                    let of_kinds = matches!(var.ty, VarType::Kind | VarType::Kinds | VarType::Piece);
                    if same_kinds || !of_kinds {
                        self.vars.push((*place, *at));
                    }
                }
                _ => others.push(var.name.clone()),
            }
        }
        let alone = b.vars.iter().filter(|var| !a.vars.iter().any(|other| other.name == var.name));
        others.extend(alone.map(|var| var.name.clone()));
        if !others.is_empty() {
            self.remarks.push(format!(
                "{} {} not the same variable in both games, and what it holds is not compared",
                listed(&others),
                if others.len() == 1 { "is" } else { "are" }
            ));
        }
        in_order && others.is_empty()
    }

    /// Whether two positions are the same, but for what only one game knows.
    pub(super) fn same(&self, a: &Position, b: &Position) -> bool {
        if a.mover != b.mover || a.players != b.players || a.outcome != b.outcome {
            return false;
        }
        if self.same_words {
            return a.words == b.words;
        }
        let equal = |at: usize, other: usize, words: usize| {
            let (one, other) = (a.words.get(at..at + words), b.words.get(other..other + words));
            one.is_some() && one == other
        };
        let empty = |position: &Position, at: usize| {
            position.words.get(at..at + self.set_words).is_some_and(|words| words.iter().all(|word| *word == 0))
        };
        self.comparable
            && self.sets.iter().all(|(at, other)| equal(*at, *other, self.set_words))
            && self.alone.0.iter().all(|at| empty(a, *at))
            && self.alone.1.iter().all(|at| empty(b, *at))
            && self.vars.iter().all(|(place, other)| equal(place.offset, other.offset, place.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_text;

    fn game(text: &str) -> std::sync::Arc<dyn crate::engine::Engine> {
        let rest = "players Black, White action place(p: empty) do put stone at p end { when stuck(next): next loses }";
        load_text(&format!("game \"X\" {text} {rest}"), &[]).unwrap()
    }

    #[test]
    fn what_one_game_knows_alone_is_left_out() {
        let a = game("board square 2 x 2 piece stone var quiet = 3");
        let b = game("board square 2 x 2 neutral rock piece stone var other = 1");
        let alike = Alike::new(a.game(), b.game());
        assert!(alike.comparable && !alike.same_words);
        let (one, other) = (a.start().unwrap(), b.start().unwrap());
        assert!(alike.same(&one, &other));
        let after = crate::notation::play(&*b, &other, "a1").unwrap();
        assert!(!alike.same(&one, &after));
        assert!(
            alike.remarks.iter().any(|remark| remark.contains("`quiet` and `other` are not")),
            "{:?}",
            alike.remarks
        );
    }

    #[test]
    fn other_cells_make_other_positions() {
        let (a, b) = (game("board square 2 x 2 piece stone"), game("board square 4 x 1 piece stone"));
        assert!(!Alike::new(a.game(), b.game()).comparable);
    }
}
