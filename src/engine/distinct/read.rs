//! Whether texts can be read: whether a text determines its letters and the values that it shows.

use super::net::{Letter, Net};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::{Dir, Kind};
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// The most places visited before a text counts as unreadable.
const PLACES: usize = 300_000;

/// The names of a type's values as a tree; for numbers, any sequence of digits.
#[derive(Clone, Debug)]
struct NameTree {
    /// The next characters, and whether a name may end here.
    nodes: Vec<(Vec<(char, usize)>, bool)>,
}

impl NameTree {
    /// Makes the tree of these names; `None` if two are equal or one is empty.
    fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<NameTree> {
        let mut tree = NameTree { nodes: vec![(Vec::new(), false)] };
        for name in names {
            let mut at = 0;
            for sign in name.chars() {
                let next = tree.nodes[at].0.iter().find(|(other, _)| *other == sign).map(|(_, next)| *next);
                at = next.unwrap_or_else(|| {
                    tree.nodes.push((Vec::new(), false));
                    let new = tree.nodes.len() - 1;
                    tree.nodes[at].0.push((sign, new));
                    new
                });
            }
            if at == 0 || std::mem::replace(&mut tree.nodes[at].1, true) {
                return None;
            }
        }
        Some(tree)
    }

    fn numbers() -> NameTree {
        let digits = || ('0'..='9').map(|digit| (digit, 2)).collect::<Vec<_>>();
        let first = digits().into_iter().chain([('-', 1)]).collect();
        NameTree { nodes: vec![(first, false), (digits(), false), (digits(), true)] }
    }
}

/// Reads the texts of a game.
pub(super) struct TextReader {
    /// The names of each type, or `None` if two of them are equal.
    names: BTreeMap<Type, Option<NameTree>>,
}

/// A set of nodes that the same letters lead to, and where further letters lead.
struct NodeSet {
    reads: Vec<(Letter, usize)>,
    ends: bool,
}

/// A place within a text: at a state, or within a name that is followed by a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TextPlace {
    At(usize),
    In(Type, usize, usize),
}

impl TextReader {
    /// Makes a reader of texts that show no other directions than these.
    pub(super) fn new(game: &Game, dirs: u64) -> TextReader {
        let board = &game.board;
        let cells = (0..board.len()).map(|cell| board.name(Cell(cell as u16)));
        let kinds = (0..game.kinds.len()).map(|kind| game.kind_text(Kind(kind as u8)));
        let players = game.players.iter().map(|player| player.name.as_str());
        let shown = (0..board.dirs()).filter(|dir| dirs >> dir & 1 == 1);
        let dirs = shown.map(|dir| board.dir_name(Dir(dir as u8)));
        let names = [
            (Type::Int, Some(NameTree::numbers())),
            (Type::Bool, NameTree::of(["true", "false"])),
            (Type::Cell, NameTree::of(cells.chain([board.name(Cell::OFF)]))),
            (Type::Dir, NameTree::of(dirs.chain(game.dirs_may_be_nothing.then_some("nothing")))),
            (Type::Player, NameTree::of(players.chain(["nothing"]))),
            (Type::Tag, NameTree::of(game.tags.iter().map(String::as_str))),
            (Type::Kind, NameTree::of(kinds.chain([game.kind_text(Kind::NOTHING)]))),
        ];
        TextReader { names: names.into_iter().collect() }
    }

    /// Returns whether every text that begins at one of these nodes can be read in one way only.
    pub(super) fn reads(&self, net: &Net<'_>, starts: &[usize]) -> bool {
        let states = states(net, starts);
        let used = states.iter().flat_map(|state| &state.reads);
        let types: BTreeSet<Type> =
            used.filter_map(|(letter, _)| if let Letter::Value(ty) = letter { Some(*ty) } else { None }).collect();
        types.iter().all(|ty| self.tree(*ty).is_some()) && self.is_clear(&states)
    }

    fn tree(&self, ty: Type) -> Option<&NameTree> {
        self.names.get(&ty)?.as_ref()
    }

    /// Visits all texts, and from each place where a character can be read in two ways all texts that can be read in both.
    fn is_clear(&self, states: &[NodeSet]) -> bool {
        let mut seen = BTreeSet::from([TextPlace::At(0)]);
        let mut open = vec![TextPlace::At(0)];
        let mut pairs: BTreeSet<(TextPlace, TextPlace)> = BTreeSet::new();
        let mut parted: Vec<(TextPlace, TextPlace)> = Vec::new();
        while let Some(place) = open.pop() {
            let next = self.next(states, place);
            for (n, (sign, one)) in next.iter().enumerate() {
                if seen.insert(*one) {
                    open.push(*one);
                }
                for (other_sign, other) in &next[n + 1..] {
                    if sign == other_sign && pairs.insert((*one, *other)) {
                        parted.push((*one, *other));
                    }
                }
            }
            if seen.len() > PLACES {
                return false;
            }
        }
        while let Some((one, other)) = parted.pop() {
            if self.ends(states, one) && self.ends(states, other) || pairs.len() > PLACES {
                return false;
            }
            let next = self.next(states, other);
            for (sign, one) in self.next(states, one) {
                for (_, other) in next.iter().filter(|(other, _)| *other == sign) {
                    if pairs.insert((one, *other)) {
                        parted.push((one, *other));
                    }
                }
            }
        }
        true
    }

    /// Returns all ways to read the next character.
    fn next(&self, states: &[NodeSet], place: TextPlace) -> Vec<(char, TextPlace)> {
        let mut found = Vec::new();
        let begin = match place {
            TextPlace::At(state) => state,
            TextPlace::In(ty, node, behind) => {
                let Some((next, ends)) = self.tree(ty).and_then(|names| names.nodes.get(node)) else { return found };
                found.extend(next.iter().map(|(sign, node)| (*sign, TextPlace::In(ty, *node, behind))));
                if !ends {
                    return found;
                }
                behind
            }
        };
        for (letter, to) in &states[begin].reads {
            match letter {
                Letter::Sign(sign) => found.push((*sign, TextPlace::At(*to))),
                Letter::Digit => found.extend(('0'..='9').map(|sign| (sign, TextPlace::At(*to)))),
                Letter::Value(ty) => {
                    let root = self.tree(*ty).and_then(|names| names.nodes.first());
                    let first = root.into_iter().flat_map(|(next, _)| next);
                    found.extend(first.map(|(sign, node)| (*sign, TextPlace::In(*ty, *node, *to))));
                }
            }
        }
        found
    }

    fn ends(&self, states: &[NodeSet], place: TextPlace) -> bool {
        match place {
            TextPlace::At(state) => states[state].ends,
            TextPlace::In(ty, node, behind) => {
                states[behind].ends && self.tree(ty).is_some_and(|names| names.nodes[node].1)
            }
        }
    }
}

/// Makes the net from these nodes on deterministic: each letter leads to one state. The first state is the start.
fn states(net: &Net<'_>, starts: &[usize]) -> Vec<NodeSet> {
    let first = net.closure(starts);
    let mut numbers = BTreeMap::from([(first.clone(), 0)]);
    let mut sets = vec![first];
    let mut states = Vec::new();
    while let Some(set) = sets.get(states.len()).cloned() {
        let mut letters: BTreeMap<Letter, Vec<usize>> = BTreeMap::new();
        for (letter, to) in set.iter().filter_map(|node| net.nodes[*node].reads) {
            letters.entry(letter).or_default().push(to);
        }
        let reads = letters.into_iter().map(|(letter, to)| {
            let to = net.closure(&to);
            let number = *numbers.entry(to.clone()).or_insert_with(|| {
                sets.push(to);
                sets.len() - 1
            });
            (letter, number)
        });
        let reads = reads.collect();
        states.push(NodeSet { reads, ends: set.iter().any(|node| net.nodes[*node].ends) });
    }
    states
}
