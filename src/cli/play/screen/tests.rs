//! The screen without a terminal: events in, state and characters out.

use super::model::{Ask, Model, Purpose};
use super::update::Event;
use super::view;
use crate::cli::options::StartArgs;
use crate::cli::play::live_game::LiveGame;
use crate::cli::play::sides::Who;
use boardwright::moves::Move;
use boardwright::player::Choice;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::{Duration, Instant};

mod fit_tests;
mod said_tests;

/// A model with a clock of its own.
struct Tested {
    model: Model,
    now: Instant,
}

fn tested(game: &str, settings: &[(&str, &str)], sides: &[Who], size: (u16, u16)) -> Tested {
    let engine = boardwright::load_bundled(game, settings).unwrap();
    let settings = settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let game = LiveGame::new(engine, game.to_owned(), settings, sides.to_vec(), 1, &StartArgs::default()).unwrap();
    let now = Instant::now();
    Tested { model: Model::new(game, size, true, now), now }
}

/// Two people.
fn people(game: &str, settings: &[(&str, &str)]) -> Tested {
    tested(game, settings, &[Who::Human, Who::Human], (80, 24))
}

/// A person against a player who thinks.
fn against_a_player(game: &str, settings: &[(&str, &str)]) -> Tested {
    tested(game, settings, &[Who::Human, Who::Player("random:seed=2".to_owned())], (80, 24))
}

/// A game of a file with this text, which stays in the folder.
fn of_text(folder: &tempfile::TempDir, text: &str, sides: Vec<Who>) -> Tested {
    let file = folder.path().join("three.game");
    std::fs::write(&file, text).unwrap();
    let name = file.to_string_lossy().into_owned();
    let (source, bases) = crate::cli::chosen::find_source(&name).unwrap();
    let engine = crate::cli::chosen::build_engine(boardwright::check::check(source, &*bases, &[])).unwrap();
    let game = LiveGame::new(engine, name, Vec::new(), sides, 1, &StartArgs::default()).unwrap();
    let now = Instant::now();
    Tested { model: Model::new(game, (80, 24), true, now), now }
}

impl Tested {
    fn key(&mut self, code: KeyCode) {
        self.model.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), self.now);
    }

    fn control(&mut self, c: char) {
        self.model.update(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)), self.now);
    }

    /// Types a text.
    fn type_text(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(KeyCode::Char(c)));
    }

    /// Types a line.
    fn line(&mut self, text: &str) {
        self.type_text(text);
        self.key(KeyCode::Enter);
    }

    /// Clicks a cell.
    #[track_caller]
    fn click(&mut self, name: &str) {
        let model = &self.model;
        let cell = model.game.rules().board.named(name).unwrap();
        let (x, y) = model.picture.cells[&cell];
        let at = model.geometry.place(&model.picture, x, y).expect("in view");
        self.model.update(Event::Click(at.x, at.y), self.now);
    }

    fn cursor(&self) -> &str {
        self.model.game.rules().board.name(self.model.cursor)
    }

    /// Lets the player who is asked choose the first legal move.
    #[track_caller]
    fn think(&mut self) -> Ask {
        let ask = self.model.ask(self.now).expect("somebody is asked");
        let choice = (Choice::new(0), self.first_move());
        self.model.update(Event::Answer(ask.serial, ask.purpose, Ok(choice)), self.now);
        ask
    }

    fn first_move(&self) -> Move {
        let game = &self.model.game;
        game.engine.legal_moves(game.position()).unwrap().swap_remove(0)
    }

    fn moves(&self) -> String {
        self.model.game.moves().join(" ")
    }

    /// Draws the screen as characters.
    fn screen(&self) -> String {
        let (width, height) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view::draw(frame, &self.model, self.now)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(row).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn shows(&self, part: &str) {
        let screen = self.screen();
        assert!(screen.contains(part), "no `{part}` in\n{screen}");
    }
}

#[test]
fn cells_are_chosen_by_keys() {
    let mut rush = people("rush", &[("size", "5")]);
    assert_eq!(rush.cursor(), "c3");
    rush.key(KeyCode::Enter);
    rush.key(KeyCode::Right);
    rush.key(KeyCode::Up);
    assert_eq!(rush.cursor(), "d4");
    rush.key(KeyCode::Char(' '));
    assert_eq!(rush.moves(), "c3 d4");
    rush.shows("Black to move");
}

#[test]
fn cells_are_chosen_by_clicks() {
    let mut jostle = people("jostle", &[]);
    jostle.click("d3");
    assert_eq!(jostle.model.picking.as_ref().unwrap().picked().len(), 1);
    assert!(!jostle.model.targets().is_empty());
    jostle.shows("d3: choose the next cell");
    jostle.click("d4");
    jostle.shows("`d3-d4` is not legal");
    jostle.click("d2");
    assert_eq!(jostle.moves(), "d3-d2");
}

#[test]
fn another_piece_is_picked_instead() {
    let mut jostle = people("jostle", &[]);
    jostle.click("d3");
    jostle.click("c3");
    assert_eq!(jostle.model.picking.as_ref().unwrap().picked().len(), 1);
    jostle.key(KeyCode::Esc);
    assert!(jostle.model.picking.as_ref().unwrap().picked().is_empty());
}

#[test]
fn a_move_that_nobody_picked_is_only_an_example() {
    let mut jostle = people("jostle", &[]);
    // an empty cell
    jostle.click("a1");
    assert!(
        jostle.model.message.text.starts_with("No legal move begins with a1; for example, `a1-"),
        "{:?}",
        jostle.model.message
    );
}

#[test]
fn moves_and_commands_are_typed() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("c3");
    rush.line("b2");
    assert_eq!(rush.moves(), "c3 b2");
    rush.line("undo");
    assert_eq!(rush.moves(), "c3");
    rush.line("redo");
    rush.line("c3");
    rush.shows("`c3` is not legal");
    rush.line("nonsense");
    rush.shows("no action");
    rush.type_text("d");
    rush.shows("d1  d2  d3");
    rush.key(KeyCode::Esc);
    assert_eq!(rush.moves(), "c3 b2");
}

#[test]
fn a_move_is_completed() {
    let mut jostle = people("jostle", &[]);
    jostle.type_text("d3-");
    jostle.key(KeyCode::Tab);
    assert_eq!(jostle.model.input.as_deref(), Some("d3-d2"));
}

#[test]
fn the_machine_is_asked_and_answers() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    assert_eq!(rush.model.ask(rush.now), None);
    rush.click("c3");
    rush.shows("random:seed=2 thinks");
    assert_eq!(rush.think().purpose, Purpose::Move);
    assert_eq!(rush.moves(), "c3 a1");
    rush.shows("White plays a1");
    assert_eq!(rush.model.ask(rush.now), None);
}

#[test]
fn an_answer_that_is_too_late_is_dropped() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    rush.click("c3");
    let ask = rush.model.ask(rush.now).unwrap();
    rush.key(KeyCode::Char('<'));
    assert_eq!(rush.moves(), "");
    let choice = (Choice::new(0), rush.first_move());
    rush.model.update(Event::Answer(ask.serial, ask.purpose, Ok(choice)), rush.now);
    assert_eq!(rush.moves(), "");
}

#[test]
fn undo_and_redo_go_to_the_turn_of_the_person() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    rush.click("c3");
    rush.think();
    rush.key(KeyCode::Char('<'));
    assert_eq!(rush.moves(), "");
    rush.key(KeyCode::Char('>'));
    assert_eq!(rush.moves(), "c3 a1");
    rush.control('z');
    rush.key(KeyCode::Char('<'));
    rush.shows("No move to take back");
}

#[test]
fn a_hint_marks_cells() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.key(KeyCode::Char('!'));
    assert_eq!(rush.think().purpose, Purpose::Hint);
    assert_eq!(rush.model.hint.len(), 1);
    rush.shows("Hint: a1");
    assert_eq!(rush.moves(), "");
}

#[test]
fn a_player_that_fails_is_reported_and_waits() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    rush.click("c3");
    let ask = rush.model.ask(rush.now).unwrap();
    rush.model.update(Event::Answer(ask.serial, ask.purpose, Err("the engine died".to_owned())), rush.now);
    rush.shows("The engine died.");
    assert_eq!(rush.model.ask(rush.now), None);
    rush.line("player white human");
    rush.click("a1");
    assert_eq!(rush.moves(), "c3 a1");
}

#[test]
fn the_end_has_its_reason() {
    let mut game = people("tic-tac-toe", &[]);
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        game.line(text);
    }
    assert!(game.model.game.is_over());
    game.shows("X wins. ");
    game.shows("(tic-tac-toe.game:");
    game.shows("If there is a row of three or more of the mover's pieces, the mover");
    // In words alone where there is less room.
    game.model.update(Event::Resize(50, 20), game.now);
    let screen = game.screen().replace('\n', " ");
    assert!(screen.contains("the mover wins.") && !screen.contains("tic-tac-toe.game"), "{screen}");
    game.click("c3");
    game.shows("X wins");
    game.line("new");
    assert_eq!(game.moves(), "");
}

#[test]
fn resigning_ends_the_game() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    rush.line("resign");
    rush.shows("White wins: Black resigns");
    rush.key(KeyCode::Char('<'));
    rush.shows("Black to move");
}

#[test]
fn a_long_result_of_resigning_is_shown_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"game "Three"
board square 3 x 3
players Red, Green, Blue
piece man
action put_man(p: empty) do put man at p
end { when none(empty): most pieces wins or draw }
"#;
    let mut three = of_text(&folder, text, vec![Who::Human; 3]);
    three.line("resign");
    let screen = three.screen();
    let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "Three  Red resigns");
    assert!(
        lines.join(" ").contains("Red resigns: with 3 players nobody wins, and the game ends without a result."),
        "{screen}"
    );
}

#[test]
fn a_player_who_goes_out_is_announced_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"game "Three"
board square 3 x 3
players Red, Green, Blue
piece man
setup {
  man of Red at {a1 c1}
  man of Green at b1
  man of Blue at {a3 c3}
}
action step(p: own, q: neighbors(p) except own)
  do move p to q
end {
  for P in players when none(pieces of P): P loses
  when stuck(next): next loses
}
"#;
    let machine = || Who::Player("random:seed=2".to_owned());
    let mut three = of_text(&folder, text, vec![Who::Human, machine(), machine()]);
    three.line("a1-b1");
    assert!(three.model.message.text.starts_with("Green is out: for P in players when"), "{:?}", three.model.message);
    three.shows("Green  random:seed=2  out");
    three.shows("Blue to move: random:seed=2 thinks");
    three.think();
    // Still seen when the machine has answered.
    let said = &three.model.message.text;
    assert!(said.starts_with("Blue plays") && said.contains("Green is out: "), "{said}");
    three.line("resign");
    three.shows("Blue wins: Red resigns");
}

#[test]
fn sides_are_swapped() {
    let mut rush = against_a_player("rush", &[("size", "5")]);
    rush.model.seats_changed = false;
    rush.line("swap");
    assert!(rush.model.seats_changed);
    assert_eq!(rush.model.ask(rush.now).unwrap().seat, 0);
}

#[test]
fn a_game_without_people_is_paced_and_paused() {
    let mut rush = tested("rush", &[("size", "5")], &[Who::Random, Who::Random], (80, 24));
    rush.model.update(Event::Tick, rush.now);
    assert_eq!(rush.model.game.plies().len(), 0);
    rush.now += Duration::from_secs(1);
    rush.model.update(Event::Tick, rush.now);
    assert_eq!(rush.model.game.plies().len(), 1);
    rush.key(KeyCode::Char('<'));
    rush.now += Duration::from_secs(1);
    rush.model.update(Event::Tick, rush.now);
    assert_eq!(rush.model.game.plies().len(), 0);
    rush.line("pause");
    rush.now += Duration::from_secs(1);
    rush.model.update(Event::Tick, rush.now);
    assert_eq!(rush.model.game.plies().len(), 1);
}

#[test]
fn a_clock_that_runs_out_loses() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("clock 1");
    rush.shows("1:00");
    rush.line("c3");
    rush.now += Duration::from_secs(61);
    rush.model.update(Event::Tick, rush.now);
    rush.shows("Black wins: White is out of time");
    // White has time again, and does not lose at once.
    rush.line("undo");
    rush.model.update(Event::Tick, rush.now);
    rush.shows("White to move");
    rush.shows("White  you  1:00");
}

#[test]
fn a_choice_among_moves_is_a_list() {
    let mut chess = people("chess", &[]);
    let line = "position.json";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(line);
    let record = "{\"format\":\"boardwright record 1\",\"game\":\"chess\",\"position\":\"4k3/P7/8/8/8/8/8/4K3 White\",\"moves\":[]}";
    std::fs::write(&file, record).unwrap();
    chess.line(&format!("load {}", file.display()));
    chess.click("a7");
    chess.click("a8");
    let texts: Vec<&str> = chess.model.popup.as_ref().unwrap().items.iter().map(|item| item.text.as_str()).collect();
    // The most valuable piece comes first.
    assert_eq!(texts, ["a7-a8=Q", "a7-a8=R", "a7-a8=B", "a7-a8=N"]);
    chess.key(KeyCode::Down);
    chess.key(KeyCode::Enter);
    assert_eq!(chess.moves(), "a7-a8=R");
}

#[test]
fn typing_leaves_a_list_and_plays_nothing() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.key(KeyCode::Char('.'));
    rush.key(KeyCode::Char(' '));
    assert!(rush.model.popup.is_some() && rush.model.game.plies().is_empty());
    for c in "why a9".chars() {
        rush.key(KeyCode::Char(c));
    }
    assert_eq!((rush.model.popup.is_none(), rush.model.input.as_deref()), (true, Some("why a9")));
    rush.key(KeyCode::Enter);
    assert!(rush.model.game.plies().is_empty());
}

#[test]
fn letters_typed_over_a_list_are_not_lost() {
    let mut rush = people("rush", &[("size", "5")]);
    // A line begins with the first letter, no line with the next.
    for key in [KeyCode::Char('.'), KeyCode::Char(' '), KeyCode::Char('a'), KeyCode::Char('9')] {
        rush.key(key);
    }
    assert_eq!((rush.model.popup.is_none(), rush.model.input.as_deref()), (true, Some("a9")));
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("c3");
    rush.control('q');
    assert!(!rush.model.is_left && rush.model.popup.is_some());
    rush.key(KeyCode::Esc);
    rush.line(&format!("save {}", file.display()));
    rush.control('q');
    assert!(rush.model.is_left);
    let mut other = people("tic-tac-toe", &[]);
    other.line(&format!("load {}", file.display()));
    assert_eq!(other.moves(), "c3");
    other.shows("Rush");
    other.line("load no-such-file.json");
    other.shows("File not found");
}

#[test]
fn control_c_leaves_at_once() {
    let mut rush = people("rush", &[("size", "5")]);
    rush.line("c3");
    rush.key(KeyCode::Char('?'));
    rush.control('c');
    assert!(rush.model.is_left && rush.model.is_interrupted);
}

#[test]
fn the_screen_of_a_small_game() {
    let mut rush = tested("rush", &[("size", "5")], &[Who::Human, Who::Human], (72, 16));
    rush.model.color = false;
    rush.line("c3");
    rush.line("d3");
    let expected = "
Rush (size=5)  Black to move
5 .   .   .   .   .   ▶ Black  you
                        White  you
4 .   .   .   .   .
                      ● Black  ○ White
3 .   .  [●] |○|  .   1 c3  2 d3

2 .   .   .   .   .

1 .   .   .   .   .
  a   b   c   d   e";
    let screen = rush.screen();
    let shown: Vec<&str> = screen.lines().take(11).collect();
    assert_eq!(format!("\n{}", shown.join("\n")), expected, "\n{screen}");
}

/// The stacks of Hive leave no column for brackets between cells.
#[test]
fn marks_cover_no_piece_beside_them() {
    let mut hive = tested("hive", &[], &[Who::Human, Who::Human], (200, 50));
    hive.model.color = false;
    for line in ["Bl12", "Bm12"] {
        hive.line(line);
    }
    hive.model.cursor = hive.model.game.rules().board.named("l12").unwrap();
    let screen = hive.screen();
    let row = screen.lines().find(|line| line.trim_start().starts_with("12 ")).unwrap();
    assert!(row.contains("[B]b|"), "{screen}");
}
