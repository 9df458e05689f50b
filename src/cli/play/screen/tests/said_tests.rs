//! What the screen says, and where there is room for it.

use super::*;

#[test]
fn a_result_takes_the_place_of_a_message() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("clock 0.05+1");
    rush.shows("The clocks run.");
    rush.now += Duration::from_secs(4);
    rush.model.update(Event::Tick, rush.now);
    assert!(!rush.screen().contains("The clocks run."));
    // No increment after the end.
    rush.shows("Black  you  0:00.0");
}

#[test]
fn undo_after_a_failed_engine_takes_back_the_move_before_it() {
    let outside = Who::Player("uci:./die.sh".to_owned());
    let mut chess = tested("chess", &[], &[Who::Human, outside], (80, 24));
    chess.line("e2-e4");
    let ask = chess.model.ask(chess.now).unwrap();
    chess.model.update(Event::Answer(ask.serial, ask.purpose, Err("the program has ended".to_owned())), chess.now);
    chess.shows("White wins: Black has failed");
    chess.key(KeyCode::Char('<'));
    assert_eq!(chess.moves(), "");
    let said = &chess.model.message.text;
    assert!(said.starts_with("Taken back: e2-e4. Black has failed") && said.contains("`player black human`"), "{said}");
}

#[test]
fn a_typed_file_replaces_the_suggested_one() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.control('s');
    rush.type_text("my");
    assert_eq!(rush.model.input.as_deref(), Some("save my"));
    rush.key(KeyCode::Esc);
    // A key that moves in the line accepts the suggestion.
    rush.control('s');
    rush.key(KeyCode::End);
    rush.key(KeyCode::Backspace);
    assert_eq!(rush.model.input.as_deref(), Some("save game.jso"));
    rush.key(KeyCode::Esc);
    rush.control('s');
    rush.key(KeyCode::Backspace);
    rush.model.update(Event::Paste("/tmp/x.json".to_owned()), rush.now);
    assert_eq!(rush.model.input.as_deref(), Some("save /tmp/x.json"));
}

#[test]
fn an_error_is_read_while_machines_play() {
    let mut rush = tested("rush", &[("size", "5")], &[Who::Random, Who::Random], (80, 24));
    rush.line(":load nosuch");
    rush.now += Duration::from_secs(1);
    rush.model.update(Event::Tick, rush.now);
    assert_eq!(rush.model.game.plies().len(), 1);
    rush.shows("File not found: `nosuch`");
    // The next key has read it.
    rush.key(KeyCode::Esc);
    rush.now += Duration::from_secs(1);
    rush.model.update(Event::Tick, rush.now);
    rush.shows("White plays");
}

#[test]
fn the_rules_are_read_on_the_screen() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("rules");
    rush.shows("By Mark Steere");
    rush.key(KeyCode::End);
    rush.shows("the number of occupied cells");
    // One line back is one line, however often the end was asked for.
    (0..5).for_each(|_| rush.key(KeyCode::Down));
    let end = rush.screen();
    rush.key(KeyCode::Up);
    assert_ne!(rush.screen(), end);
    rush.key(KeyCode::Esc);
    rush.key(KeyCode::F(2));
    rush.shows("By Mark Steere");
    rush.key(KeyCode::Esc);
    rush.key(KeyCode::Char('/'));
    rush.shows("Rules");
}

#[test]
fn a_list_says_that_it_goes_on() {
    let mut rush = tested("rush", &[("size", "5")], &[Who::Human, Who::Human], (80, 30));
    rush.key(KeyCode::Char('?'));
    rush.shows("1-26 of ");
    rush.key(KeyCode::PageDown);
    rush.shows("11-36 of ");
    rush.key(KeyCode::Esc);
    rush.key(KeyCode::Char('/'));
    assert!(!rush.screen().contains("scroll"), "{}", rush.screen());
}

#[test]
fn a_cell_is_refused_for_what_is_on_it() {
    let mut push = people("push", &[]);
    push.click("a6");
    push.shows("No legal move begins with a6: a6 is Black's.");
    push.click("d4");
    push.shows("d4 is empty.");
    push.line("who");
    push.shows("`who` is not a command");
}

#[test]
fn a_list_takes_the_place_of_a_refusal() {
    let mut push = people("push", &[]);
    push.click("a3");
    push.line("a2");
    assert!(push.model.popup.is_some());
    assert!(!push.screen().contains("No legal move"), "{}", push.screen());
}

#[test]
fn the_cursor_begins_on_a_cell_that_can_be_chosen() {
    let hive = people("hive", &[]);
    assert!(hive.model.picking.as_ref().unwrap().targets().contains(hive.model.cursor), "{}", hive.cursor());
}

#[test]
fn the_welcome_fits_a_small_window() {
    for size in [(36, 12), (40, 12), (60, 20), (80, 24)] {
        let mut rush = tested("rush", &[], &[Who::Human, Who::Human], size);
        rush.model.welcome();
        assert!(rush.model.popup.is_none(), "{size:?}");
        rush.shows("`?`");
    }
    let mut quoridor = tested("quoridor", &[], &[Who::Human, Who::Human], (36, 12));
    quoridor.shows("White  you");
    // What had no room is no longer in the way when there is some.
    quoridor.model.say("a word ".repeat(15));
    assert!(quoridor.model.popup.is_some());
    quoridor.model.update(Event::Resize(80, 24), quoridor.now);
    assert!(quoridor.model.popup.is_none());
}

#[test]
fn a_move_without_cells_is_told() {
    let mut hex = people("hex", &[]);
    hex.line("d4");
    hex.line("swap");
    assert_eq!(hex.moves(), "d4 swap");
    hex.shows("plays swap");
    // Now the word swaps who plays.
    hex.line("swap");
    hex.shows("Swapped who plays: you for Red, you for Blue; swap sides again to undo it.");
}
