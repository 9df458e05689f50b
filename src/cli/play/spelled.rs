//! [`order`]: the cells of a move in the order in which its text names them.

use boardwright::game::Game;
use boardwright::game::cells::Cell;

/// Returns cells in the order of their names in the text of a move, or `None` if the text does not name each of them once for each
/// time that it is among them.
pub fn order(game: &Game, text: &str, cells: &[Cell]) -> Option<Vec<Cell>> {
    let mut left = cells.to_vec();
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let names = left.iter().enumerate().map(|(at, cell)| (at, game.board.name(*cell)));
        match names.filter(|(_, name)| begins_with(rest, name)).max_by_key(|(_, name)| name.len()) {
            Some((at, name)) => {
                rest = &rest[name.len()..];
                found.push(left.remove(at));
            }
            None => rest = &rest[next.len_utf8()..],
        }
    }
    left.is_empty().then_some(found)
}

/// Returns whether a text begins with a name: `a10` does not begin with `a1`.
fn begins_with(text: &str, name: &str) -> bool {
    let goes_on = |rest: &str| name.ends_with(|c: char| c.is_numeric()) && rest.starts_with(|c: char| c.is_numeric());
    !name.is_empty() && text.strip_prefix(name).is_some_and(|rest| !goes_on(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_ordered_by_their_names_in_the_text() {
        let engine = boardwright::load_bundled("go", &[]).unwrap();
        let game = engine.game();
        let ordered = |text: &str, cells: &str| {
            let cells: Vec<Cell> = cells.split(' ').map(|name| game.board.named(name).unwrap()).collect();
            let found = order(game, text, &cells)?;
            Some(found.iter().map(|cell| game.board.name(*cell)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(ordered("a1xb1", "b1 a1").as_deref(), Some("a1 b1"));
        assert_eq!(ordered("Nb1-a10+b1", "a10 b1 b1").as_deref(), Some("b1 a10 b1"));
        assert_eq!(ordered("a10-b1", "b1 a1"), None);
        assert_eq!(ordered("O-O", "e1 h1"), None);
    }
}
