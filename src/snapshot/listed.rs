//! [`positions`]: the positions of the listed game in a behavior text, with their boards and moves.

use super::behavior::{PLAYS, section};

/// A position of a listed game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPosition {
    /// Its heading: `Ply 3: Black to move`.
    pub title: String,
    /// The board as drawn.
    pub board: String,
    /// The legal moves, in order.
    pub moves: Vec<String>,
    /// The move played.
    pub played: Option<String>,
}

/// The first position that differs between two behavior texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BehaviorDifference {
    /// The moves that lead to it, the same in both.
    pub line: Vec<String>,
    /// The old position.
    pub old: ListedPosition,
    /// The new position.
    pub new: ListedPosition,
}

impl BehaviorDifference {
    /// Returns the moves that are no longer legal.
    pub fn lost(&self) -> Vec<&str> {
        others(&self.old.moves, &self.new.moves)
    }

    /// Returns the moves that became legal.
    pub fn gained(&self) -> Vec<&str> {
        others(&self.new.moves, &self.old.moves)
    }
}

/// Returns the elements of one list that are not in the other.
pub(crate) fn others<'a>(these: &'a [String], those: &[String]) -> Vec<&'a str> {
    these.iter().filter(|text| !those.contains(text)).map(String::as_str).collect()
}

/// Returns the positions of the listed game in a behavior text, as far as they are listed.
pub fn positions(body: &str) -> Vec<ListedPosition> {
    section(body, "A game").split("\n### ").skip(1).map(position).collect()
}

fn position(text: &str) -> ListedPosition {
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut listed = ListedPosition { title: title.trim().to_owned(), ..ListedPosition::default() };
    let mut board = Vec::new();
    let mut in_moves = false;
    for line in rest.lines() {
        if let Some((_, played)) = line.strip_prefix("> ").and_then(|line| line.split_once(PLAYS)) {
            listed.played = Some(played.to_owned());
            break;
        } else if line.starts_with("> ") {
            break;
        } else if line.strip_suffix(" legal moves").is_some_and(|count| count.parse::<usize>().is_ok()) {
            in_moves = true;
        } else if in_moves {
            listed.moves.extend(line.split_whitespace().map(String::from));
        } else {
            board.push(line);
        }
    }
    listed.board = board.join("\n").trim_matches('\n').to_owned();
    listed
}

/// Returns the first position in which two behavior texts differ.
pub fn first_difference(old: &str, new: &str) -> Option<BehaviorDifference> {
    let (old, new) = (positions(old), positions(new));
    let at = (0..old.len().max(new.len())).find(|at| {
        let seen = |listed: &ListedPosition| (listed.title.clone(), listed.board.clone(), listed.moves.clone());
        old.get(*at).map(seen) != new.get(*at).map(seen)
    })?;
    let line = old.iter().take(at).filter_map(|listed| listed.played.clone()).collect();
    // If one of the games has ended, there is nothing to show.
    Some(BehaviorDifference { line, old: old.get(at)?.clone(), new: new.get(at)?.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::behavior::{behavior, moves_of};

    #[test]
    fn listed_positions_can_be_parsed() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        let text = behavior(&*engine, None);
        let listed = positions(&text);
        assert_eq!(listed[0].title, "Ply 0: X to move");
        assert_eq!(listed[0].moves.len(), 9);
        assert!(listed[0].board.starts_with("3 . . ."), "{}", listed[0].board);
        let played: Vec<String> = listed.iter().filter_map(|one| one.played.clone()).collect();
        assert_eq!(played, moves_of(&text));
        assert_eq!(first_difference(&text, &text), None);
    }

    #[test]
    fn the_first_difference_lists_added_and_removed_moves() {
        let of = |text: &str| {
            let engine = crate::load_text(text, &[]).unwrap();
            behavior(&*engine, Some(&["a1".into(), "b1".into()]))
        };
        let rules = "game \"X\" board square 3 x 1 players A, B piece stone
            action place(p: empty) do put stone at p end { when none(empty): draw }";
        let narrow =
            rules.replace("(p: empty)", "(p: empty) when ply == 0 or p != c1").replace("none(empty)", "ply == 2");
        let difference = first_difference(&of(rules), &of(&narrow)).unwrap();
        assert_eq!(
            (difference.line.clone(), difference.lost(), difference.gained()),
            (vec!["a1".to_owned()], vec!["c1"], Vec::<&str>::new())
        );
        assert_eq!(difference.old.board, difference.new.board);
    }
}
