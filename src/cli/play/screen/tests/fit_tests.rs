//! What fits into a window, and what is where in it.

use super::*;

#[test]
fn lists_cover_the_board() {
    let mut rush = people("rush", &[]);
    rush.key(KeyCode::Char('?'));
    rush.shows("Shift-Tab");
    rush.key(KeyCode::Esc);
    rush.key(KeyCode::Char('/'));
    rush.shows("Swap sides");
    rush.key(KeyCode::Esc);
    rush.key(KeyCode::Char('.'));
    rush.shows("Moves: 361");
    rush.key(KeyCode::Down);
    rush.key(KeyCode::Enter);
    assert_eq!(rush.model.game.plies().len(), 1);
}

#[test]
fn the_keys_at_the_bottom_are_clicked() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("c3");
    let screen = rush.screen();
    let at = screen.lines().last().unwrap().find("undo").unwrap();
    rush.model.update(Event::Click(at as u16, 23), rush.now);
    assert_eq!(rush.moves(), "");
}

#[test]
fn boards_fit_every_size() {
    let games: [(&str, &[(&str, &str)]); 9] = [
        ("rush", &[]),
        ("rush", &[("size", "25")]),
        ("slash", &[]),
        ("tiger", &[]),
        ("hex", &[]),
        ("nine-mens-morris", &[]),
        ("surakarta", &[]),
        ("chinese-checkers", &[]),
        ("oware", &[]),
    ];
    for (game, settings) in games {
        let engine = boardwright::load_bundled(game, settings).unwrap();
        let people = vec![Who::Human; engine.game().players.len()];
        for size in [(80, 24), (120, 50), (36, 12), (50, 30), (200, 15), (20, 5), (1, 1)] {
            let mut tested = tested(game, settings, &people, size);
            let screen = tested.screen();
            if size.0 < 36 {
                assert!(size.0 < 20 || screen.contains("too small"), "{screen}");
                continue;
            }
            // The cursor can go anywhere, and is seen there.
            for key in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right] {
                (0..30).for_each(|_| tested.key(key));
                let model = &tested.model;
                let (x, y) = model.picture.cells[&model.cursor];
                assert!(model.geometry.place(&model.picture, x, y).is_some(), "{game} {size:?}\n{}", tested.screen());
            }
        }
    }
}

#[test]
fn small_boards_keep_their_panel_in_small_windows() {
    let mut chess = tested("chess", &[], &[Who::Human, Who::Human], (50, 16));
    chess.shows("8 r n b q k b n r");
    chess.shows("▶ White  you");
    chess.model.update(Event::Resize(36, 18), chess.now);
    chess.shows("8 r n b q k b n r");
    chess.shows("▶ White  you");
}

#[test]
fn every_cell_is_reached_by_arrow_keys() {
    for (game, settings) in [("rush", &[("size", "5")][..]), ("hex", &[("size", "5")]), ("nine-mens-morris", &[])] {
        let mut tested = people(game, settings);
        let cells = tested.model.game.rules().board.len();
        let mut seen = std::collections::BTreeSet::from([tested.model.cursor]);
        let mut open = vec![tested.model.cursor];
        while let Some(cell) = open.pop() {
            for key in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right] {
                tested.model.set_cursor(cell);
                tested.key(key);
                if seen.insert(tested.model.cursor) {
                    open.push(tested.model.cursor);
                }
            }
        }
        assert_eq!(seen.len(), cells, "{game}");
    }
}
