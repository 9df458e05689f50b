//! [`Alike`]: which parts of a position of one game correspond to which parts in another game.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::layout::VarLayout;
use crate::position::Position;
use crate::suggest::listed;
use crate::types::Type;

/// How to compare positions of two games: cells by name, players by turn order, kinds and variables by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    /// Whether positions can be equal at all.
    pub(super) comparable: bool,
    /// What the games do not have in common, in sentences.
    pub(super) remarks: Vec<String>,
    /// Whether everything has the same index in both.
    same_words: bool,
    /// The indexes of the pieces of each player, then of each common kind: words in the first game, and in the second.
    sets: Vec<(usize, usize)>,
    /// The indexes of kinds that only one game has.
    alone: (Vec<usize>, Vec<usize>),
    set_words: usize,
    vars: Vec<(VarLayout, VarLayout)>,
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
            let counted = if in_a == in_b { String::new() } else { format!(" ({in_a} in A, {in_b} in B)") };
            self.remarks.push(format!(
                "the boards have different cells{counted}, so only the legal moves of the first position are compared"
            ));
        }
        same
    }

    fn players(&mut self, a: &Game, b: &Game) -> bool {
        let (in_a, in_b) = (a.players.len(), b.players.len());
        if in_a != in_b {
            self.remarks.push(format!(
                "A has {in_a} players and B has {in_b}, so only the legal moves of the first position are compared"
            ));
            return false;
        }
        for (one, other) in a.players.iter().zip(&b.players).filter(|(one, other)| one.name != other.name) {
            self.remarks
                .push(format!("{} of A is compared with {} of B, who moves in the same turn", one.name, other.name));
        }
        true
    }

    /// Matches kinds of the same name; if equally many remain in both games, matches those in order. Returns whether all kinds of
    /// the two correspond.
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
                self.remarks.push(format!("{} of A is compared with {} of B", name(a, *one), name(b, *other)));
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

    /// Matches variables of the same name and type. Returns whether all variables of the two correspond.
    fn vars(&mut self, a: &Game, b: &Game, same_kinds: bool) -> bool {
        let mut in_order = a.vars.len() == b.vars.len();
        let mut others = Vec::new();
        let mut stacks_differ = false;
        for (n, (var, place)) in a.vars.iter().zip(&a.layout.vars).enumerate() {
            let other = b.vars.iter().zip(&b.layout.vars).enumerate().find(|(_, (other, _))| other.name == var.name);
            match other {
                Some((m, (other, at)))
                    if other.ty == var.ty && at.count == place.count && at.stride == place.stride =>
                {
                    let is_comparable = match var.ty {
                        Type::Kind | Type::Kinds | Type::Piece => same_kinds,
                        Type::Tag => a.tags == b.tags,
                        _ => true,
                    };
                    in_order &= n == m && (is_comparable || var.ty != Type::Tag);
                    if is_comparable {
                        self.vars.push((*place, *at));
                    }
                }
                _ if a.is_of_stacks(n) => stacks_differ = true,
                _ => others.push(var.name.clone()),
            }
        }
        let is_alone = |name: &String| !a.vars.iter().any(|other| other.name == *name);
        for (n, var) in b.vars.iter().enumerate().filter(|(_, var)| is_alone(&var.name)) {
            match b.is_of_stacks(n) {
                true => stacks_differ = true,
                false => others.push(var.name.clone()),
            }
        }
        // On boards with different cells, stacks differ anyway.
        if stacks_differ && self.comparable {
            self.remarks.push(match (a.stacks, b.stacks) {
                (Some(a), Some(b)) => format!(
                    "stacks differ in their height ({} in A, {} in B); the pieces under their tops are not compared",
                    a.most, b.most
                ),
                (of_a, _) => format!(
                    "only {} has stacks; the pieces under their tops are not compared",
                    if of_a.is_some() { "A" } else { "B" }
                ),
            });
        }
        if !others.is_empty() {
            self.remarks.push(format!(
                "{} {} between the games; the values are not compared",
                listed(&others),
                if others.len() == 1 { "differs" } else { "differ" }
            ));
        }
        in_order && others.is_empty() && !stacks_differ
    }

    /// Returns whether two positions are equal, ignoring what only one game has.
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
    fn parts_of_one_game_only_are_ignored() {
        let a = game("board square 2 x 2 piece stone var quiet = 3");
        let b = game("board square 2 x 2 neutral rock piece stone var other = 1");
        let alike = Alike::new(a.game(), b.game());
        assert!(alike.comparable && !alike.same_words);
        let (one, other) = (a.start().unwrap(), b.start().unwrap());
        assert!(alike.same(&one, &other));
        let after = crate::notation::play(&*b, &other, "a1").unwrap();
        assert!(!alike.same(&one, &after));
        assert!(
            alike.remarks.iter().any(|remark| remark.contains("`quiet` and `other` differ")),
            "{:?}",
            alike.remarks
        );
    }

    #[test]
    fn stacks_are_not_called_variables() {
        let boards =
            ["square 2 x 2 stacks of 3", "square 2 x 2 stacks of 2", "square 2 x 2", "square 3 x 2 stacks of 3"];
        let [high, low, flat, wide] = boards.map(|board| game(&format!("board {board} piece stone")));
        let remarks = |other: &std::sync::Arc<dyn crate::engine::Engine>| Alike::new(high.game(), other.game()).remarks;
        let under = "the pieces under their tops are not compared";
        assert_eq!(remarks(&low), [format!("stacks differ in their height (3 in A, 2 in B); {under}")]);
        assert_eq!(remarks(&flat), [format!("only A has stacks; {under}")]);
        assert!(matches!(remarks(&wide).as_slice(), [cells] if cells.starts_with("the boards have different cells")));
    }

    #[test]
    fn different_cells_are_not_comparable() {
        let (a, b) = (game("board square 2 x 2 piece stone"), game("board square 4 x 1 piece stone"));
        assert!(!Alike::new(a.game(), b.game()).comparable);
    }
}
