//! Somebody who plays through a terminal: knows the game by its rules, finds cells by the labels on the screen.

use super::tmux::Terminal;
use boardwright::game::cells::Cell;
use boardwright::game::value::Value;
use boardwright::notation::Verdict;
use boardwright::position_line;
use boardwright::rng::Rng;
use boardwright::{Session, load_bundled};

/// How moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Keys,
    Mouse,
    Words,
}

/// A game as it is known beside the screen.
pub struct Table {
    session: Session,
    rng: Rng,
    /// The line of the position that the game begins with, if it is a later one.
    pub position: Option<String>,
    /// The moves to the end of a game that is known, the next one last.
    known: Vec<String>,
}

/// Random games with more plies than this begin near their ends.
const MOST_PLIES: usize = 200;

/// How many plies are played then.
const LAST_PLIES: usize = 40;

impl Table {
    pub fn new(game: &str, setting: &str, seed: u64) -> Table {
        let settings: Vec<(&str, &str)> = setting.split_once('=').into_iter().collect();
        let session = load_bundled(game, &settings).unwrap().session().unwrap();
        let mut table = Table { session, rng: Rng::new(seed), position: None, known: Vec::new() };
        table.shorten();
        table
    }

    /// Goes on to the last plies of a random game, if it is long.
    fn shorten(&mut self) {
        let mut texts = Vec::new();
        while let Some(index) = self.session.random_move(&mut self.rng).unwrap() {
            texts.push(self.session.notation(index).unwrap());
            self.session.make(index).unwrap();
        }
        let last = if texts.len() > MOST_PLIES { LAST_PLIES } else { texts.len() };
        (0..last).for_each(|_| drop(self.session.undo().cloned()));
        if texts.len() > MOST_PLIES {
            let (engine, position) = (self.session.engine().clone(), self.session.position());
            let line = position_line::write(&*engine, &position).unwrap();
            let position = position_line::parse(&*engine, &line).unwrap();
            self.session.set_position(&position).unwrap();
            self.position = Some(line);
            self.known = texts.split_off(texts.len() - last);
            self.known.reverse();
        }
    }

    /// Returns the number that the next move has in the list: it counts from the first position.
    fn number(&self) -> u32 {
        self.session.played().count() as u32 + 1
    }

    /// Returns the names of both players.
    pub fn players(&self) -> (String, String) {
        let players = &self.session.game().players;
        (players[0].name.clone(), players[1].name.clone())
    }

    /// Returns the result, as the screen shows it.
    pub fn result(&mut self) -> String {
        let outcome = self.session.outcome().expect("the game is over");
        Verdict::new(self.session.game(), outcome).to_string()
    }

    /// Plays random moves until the game is over. The second player's moves may be those of the computer.
    pub fn play_to_the_end(&mut self, terminal: &Terminal, hands: Hands, against_computer: bool) {
        while let Some(player) = self.session.to_move() {
            let number = self.number();
            let screen = if against_computer && player.0 == 1 {
                let screen = terminal.wait(&format!("move {number}"), |screen| listed_move(screen, number).is_some());
                let text = listed_move(&screen, number).unwrap();
                self.session.make_text(&text).unwrap();
                continue;
            } else {
                let name = self.session.game().player_name(player).to_owned();
                // A screen that is still being drawn may lack its lower rows.
                let is_drawn =
                    |screen: &str| screen.contains(&format!("{name} to move")) && screen.lines().any(is_foot);
                terminal.wait("board of the player to move", is_drawn)
            };
            let index = match self.known.pop() {
                Some(text) => self.session.find(&text).unwrap().expect("a known move is legal"),
                None => self.session.random_move(&mut self.rng).unwrap().expect("a legal move"),
            };
            let text = self.session.notation(index).unwrap();
            let path = self.path(index);
            self.session.make(index).unwrap();
            self.make(terminal, hands, &screen, (number, &text), &path);
        }
    }

    /// Makes a move on the screen and waits until it is there.
    fn make(&self, terminal: &Terminal, hands: Hands, screen: &str, (number, text): (u32, &str), path: &[Cell]) {
        let is_made = |screen: &str| listed_move(screen, number).is_some_and(|listed| listed == text);
        let type_it = || terminal.type_text(&format!("{text}\r"));
        if hands == Hands::Words {
            type_it();
        } else {
            let board = Labels::read(screen);
            path.iter().for_each(|cell| board.choose(terminal, hands, self.coordinate(*cell)));
        }
        let is_open = |screen: &str| screen.contains("same cell again") || screen.contains("Which move?");
        let screen = terminal.wait(&format!("`{text}` as move {number}"), |screen| is_made(screen) || is_open(screen));
        if !is_made(&screen) {
            // Cells alone do not tell the move, or it could continue.
            terminal.keys(&["Escape"]);
            terminal.wait("closed list", |screen| !screen.contains("Which move?"));
            type_it();
            terminal.wait(&format!("`{text}` as move {number}"), is_made);
        }
    }

    /// Returns column and row of a cell, from 0.
    fn coordinate(&self, cell: Cell) -> (usize, usize) {
        let board = &self.session.game().board;
        (board.column(cell).unwrap() as usize - 1, board.row(cell).unwrap() as usize - 1)
    }

    /// Returns the cells of a move in order.
    fn path(&mut self, index: usize) -> Vec<Cell> {
        let details = self.session.details(index).unwrap();
        let chosen = details.choices.iter().filter_map(|(_, value)| value.as_ref());
        let values = details.binders.iter().map(|(_, value)| value).chain(chosen);
        let mut path: Vec<Cell> = values
            .filter_map(|value| match value {
                Value::Cell(cell) if !cell.is_off() => Some(*cell),
                _ => None,
            })
            .collect();
        // A direction leads to the cell where the piece goes, or to the next one.
        if let (Some((_, Value::Dir(dir))), [from]) = (details.binders.last(), path.as_slice()) {
            let next = self.session.game().board.step(*from, *dir);
            let to = details.from_to().filter(|(moved, _)| moved == from).map_or(next, |(_, to)| to);
            path.extend(Some(to).filter(|to| !to.is_off()));
        }
        path
    }
}

/// Returns the text of a move in the list of moves, where its number is before it.
fn listed_move(screen: &str, number: u32) -> Option<String> {
    let words: Vec<&str> = screen.lines().flat_map(str::split_whitespace).collect();
    // A row of the board has a number as well, and then pieces of one character.
    let is_move = |text: &str| text.len() > 1 && text.starts_with(|c: char| c.is_ascii_alphabetic());
    let number = number.to_string();
    words.windows(2).rev().find(|pair| pair[0] == number && is_move(pair[1])).map(|pair| pair[1].to_owned())
}

/// Returns whether a line has the labels of the columns.
fn is_foot(line: &str) -> bool {
    line.split_whitespace().collect::<String>().starts_with("abc")
}

/// Where the columns and rows of a square board are on the screen.
struct Labels {
    columns: Vec<usize>,
    rows: Vec<usize>,
}

impl Labels {
    fn read(screen: &str) -> Labels {
        let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
        let foot = screen.lines().position(is_foot).expect("labels of columns");
        let letters = ('a'..='z').map_while(|letter| {
            let start = lines[foot].iter().position(|c| *c == 'a')?;
            (start..lines[foot].len())
                .find(|x| lines[foot][*x] == letter && lines[foot].get(x + 1).is_none_or(|c| *c == ' '))
        });
        let label = |line: &Vec<char>| line.iter().collect::<String>().split_whitespace().next()?.parse::<usize>().ok();
        let is_left = |y: &usize| lines[*y].iter().take(2).any(|c| *c != ' ');
        let labeled = (1..foot).filter(is_left).filter_map(|y| Some((label(&lines[y])?, y)));
        let mut rows: Vec<(usize, usize)> = labeled.collect();
        rows.sort();
        Labels { columns: letters.collect(), rows: rows.into_iter().map(|(_, y)| y).collect() }
    }

    /// Chooses a cell.
    fn choose(&self, terminal: &Terminal, hands: Hands, (column, row): (usize, usize)) {
        let (x, y) = (self.columns[column], self.rows[row]);
        if hands == Hands::Mouse {
            return terminal.click(x, y);
        }
        let at = self.cursor(terminal);
        let across = column as isize - at.0 as isize;
        let up = row as isize - at.1 as isize;
        let mut keys = vec![if across < 0 { "Left" } else { "Right" }; across.unsigned_abs()];
        keys.extend(vec![if up < 0 { "Down" } else { "Up" }; up.unsigned_abs()]);
        keys.push("Enter");
        terminal.keys(&keys);
        // The cursor is where the next keys begin.
        if keys.len() > 1 {
            terminal.wait("cursor", |_| terminal.cursor() == (x, y));
        }
    }

    /// Returns column and row of the cell with the cursor. While the screen is drawn, the cursor is elsewhere: it has to
    /// be seen twice on one cell.
    fn cursor(&self, terminal: &Terminal) -> (usize, usize) {
        let place = |places: &[usize], at: usize| places.iter().position(|place| *place == at);
        let seen = || {
            let (x, y) = terminal.cursor();
            Some((place(&self.columns, x)?, place(&self.rows, y)?))
        };
        let last = std::cell::Cell::new(seen());
        terminal.wait("cursor on a cell", |_| {
            let before = last.replace(seen());
            before.is_some() && before == last.get()
        });
        last.get().expect("a cell")
    }
}

#[test]
fn moves_are_found_in_the_list() {
    let screen = "7  .  ▶ Black  you\n1  .    9 a1  10 b2\n";
    assert_eq!(listed_move(screen, 10).as_deref(), Some("b2"));
    assert_eq!(listed_move(screen, 11), None);
}
