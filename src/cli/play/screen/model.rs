//! [`Model`]: all that the screen shows, without a terminal. Events change it in `update`.

use super::geometry::Geometry;
use super::marks::Mark;
use super::popup::Popup;
use crate::cli::play::clocks::Clocks;
use crate::cli::play::judgment::Expectation;
use crate::cli::play::live_game::LiveGame;
use crate::cli::play::machine::{ADVISER, THINKING_TIME};
use crate::cli::play::picking::Picking;
use crate::cli::play::reason::reason;
use crate::cli::play::sides::Who;
use crate::cli::reason::Decision;
use boardwright::game::cells::{Cell, CellSet};
use boardwright::moves::Change;
use boardwright::render::Picture;
use std::time::{Duration, Instant};

/// How long a move of the computer is seen before the next one, if no person plays.
const PACE: Duration = Duration::from_millis(250);

/// How long the adviser thinks about a hint, and about what to expect.
const ADVICE: Duration = Duration::from_millis(700);

/// What is said at the beginning: the longest text that fits.
const WELCOMES: [&str; 3] = [
    "Choose a cell with the arrow keys and Enter, or click it, or type a move. `?` lists the keys.",
    "Choose a cell (arrows, Enter, click) or type a move. `?` lists the keys.",
    "Choose a cell or type a move. `?` lists the keys.",
];

/// All that the screen shows.
pub struct Model {
    pub game: LiveGame,
    /// The moves to choose from, if a person is to move.
    pub picking: Option<Picking>,
    pub cursor: Cell,
    /// The line that is being typed.
    pub input: Option<String>,
    /// Where a suggestion begins in this line: what is typed replaces it.
    pub suggested: Option<usize>,
    pub popup: Option<Popup>,
    pub message: Message,
    /// Whether what is said answers the person.
    pub(super) is_answering: bool,
    /// Whether the expectation is shown.
    pub expects: bool,
    pub expectation: Option<Expectation>,
    /// The cells of a suggested move.
    pub hint: CellSet,
    /// The cells that the last move changed, and those of them where it captured a piece.
    pub last: CellSet,
    pub captured: CellSet,
    pub clocks: Option<Clocks>,
    /// Whether the computer waits.
    pub is_paused: bool,
    /// Why the game is over.
    pub reason: Option<Decision>,
    pub picture: Picture,
    pub geometry: Geometry,
    pub size: (u16, u16),
    pub color: bool,
    /// How many lines of moves are scrolled back.
    pub moves_back: usize,
    /// Whether other players sit at the board since this was last asked.
    pub seats_changed: bool,
    pub is_left: bool,
    /// Whether that is because of Ctrl-C.
    pub is_interrupted: bool,
    /// The number of the position: each change of the game or the players gives it another one.
    pub(super) serial: u64,
    pub(super) wants_hint: bool,
    /// The number of the position that was judged.
    pub(super) judged: Option<u64>,
    /// When this position was reached.
    pub(super) since: Instant,
}

/// A line for the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub is_error: bool,
    /// Whether the person has asked for it, and has pressed no key since.
    pub is_answer: bool,
}

/// What the model asks a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The number of the position.
    pub serial: u64,
    pub purpose: Purpose,
    pub seat: usize,
    pub time: Duration,
}

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    Hint,
    Judgment,
}

impl Ask {
    /// Returns whether another question asks for the same. The time may differ: it runs.
    pub fn is_same(&self, other: &Ask) -> bool {
        (self.serial, self.purpose, self.seat) == (other.serial, other.purpose, other.seat)
    }
}

impl Model {
    pub fn new(game: LiveGame, size: (u16, u16), color: bool, now: Instant) -> Model {
        let mut model = Model {
            game,
            picking: None,
            cursor: Cell(0),
            input: None,
            suggested: None,
            popup: None,
            message: Message::default(),
            is_answering: false,
            expects: false,
            expectation: None,
            hint: CellSet::EMPTY,
            last: CellSet::EMPTY,
            captured: CellSet::EMPTY,
            clocks: None,
            is_paused: false,
            reason: None,
            picture: Picture::default(),
            geometry: Geometry::default(),
            size,
            color,
            moves_back: 0,
            seats_changed: true,
            is_left: false,
            is_interrupted: false,
            serial: 0,
            wants_hint: false,
            judged: None,
            since: now,
        };
        model.refresh(now);
        model.cursor = model.first_cell();
        model.arrange();
        model
    }

    /// Says how to begin.
    pub fn welcome(&mut self) {
        if self.picking.is_some() && self.message.text.is_empty() {
            // In a small window, what is said must not cover the board.
            let text = WELCOMES.iter().find(|text| self.is_room_for(text)).or(WELCOMES.last());
            self.say(text.copied().unwrap_or_default());
        }
    }

    /// Returns the cell where the cursor begins: of those that can be chosen, or else of all, the one nearest to the middle.
    fn first_cell(&self) -> Cell {
        let cells = &self.picture.cells;
        let targets = self.picking.as_ref().map(Picking::targets).unwrap_or_default();
        let middle = |places: Vec<usize>| (places.iter().min().unwrap_or(&0) + places.iter().max().unwrap_or(&0)) / 2;
        let x = middle(cells.values().map(|(x, _)| *x).collect());
        let y = middle(cells.values().map(|(_, y)| *y).collect());
        let distance = |at: (usize, usize)| at.0.abs_diff(x) + 2 * at.1.abs_diff(y);
        let nearest = cells.iter().min_by_key(|(cell, at)| (!targets.contains(**cell), distance(**at)));
        nearest.map_or(Cell(0), |(cell, _)| *cell)
    }

    /// Brings everything up to date after the game or its players have changed.
    pub fn refresh(&mut self, now: Instant) {
        self.serial += 1;
        self.since = now;
        self.wants_hint = false;
        self.hint = CellSet::EMPTY;
        self.moves_back = 0;
        self.last = self.game.last().unwrap_or_default();
        self.captured = self.captured_cells();
        self.reason = None;
        self.picking = None;
        if self.game.is_over() {
            self.reason = reason(&self.game);
        } else if self.game.turn() == Some(&Who::Human) {
            match Picking::new(&self.game.engine, self.game.position()) {
                Ok(picking) => self.picking = Some(picking),
                Err(fault) => self.fail(format!("The rules failed. {fault}")),
            }
        }
        if !self.picture.cells.contains_key(&self.cursor) {
            self.cursor = Cell(0);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.run(self.game.to_move(), self.game.plies().len(), now);
        }
        self.arrange();
    }

    /// Returns the cells where the last move captured or turned a piece of another player.
    fn captured_cells(&self) -> CellSet {
        let Some((before, last)) = self.game.last_ply() else { return CellSet::EMPTY };
        let Ok(details) = self.game.engine.details(before, &last.mv) else { return CellSet::EMPTY };
        let captured = details.changes.iter().filter_map(|change| match change {
            Change::Removed { piece, cell } if piece.owner != last.mover => Some(*cell),
            Change::Turned { cell, was, .. } if was.owner != last.mover => Some(*cell),
            _ => None,
        });
        captured.collect()
    }

    /// Draws the board and divides the screen.
    pub fn arrange(&mut self) {
        let (game, position) = (self.game.rules(), self.game.position());
        self.picture = Picture::new(game, position, 1);
        // Where there is room, the cells are drawn further apart.
        let (columns, rows) = Geometry::room(self.size, self.picture.width());
        let spread = Picture::new(game, position, 2);
        if spread.width() < columns && spread.height() <= rows {
            self.picture = spread;
        }
        self.geometry = Geometry::new(self.size, &self.picture, self.cursor, &self.geometry);
    }

    /// Returns what is marked on a cell: the most important mark.
    pub fn mark(&self, cell: Cell, targets: &CellSet) -> Option<Mark> {
        let is_picked = || self.picking.as_ref().is_some_and(|picking| picking.picked().contains(&cell));
        if cell == self.cursor {
            Some(Mark::Cursor)
        } else if is_picked() {
            Some(Mark::Picked)
        } else if self.hint.contains(cell) {
            Some(Mark::Hint)
        } else if targets.contains(cell) {
            Some(Mark::Target)
        } else if self.captured.contains(cell) {
            Some(Mark::Captured)
        } else if self.last.contains(cell) {
            Some(Mark::Last)
        } else {
            None
        }
    }

    /// Returns the cells that are shown as targets: those that go on with the picked cells.
    pub fn targets(&self) -> CellSet {
        match &self.picking {
            Some(picking) if !picking.picked().is_empty() => picking.targets(),
            _ => CellSet::EMPTY,
        }
    }

    /// Returns what a player is to think about now.
    pub fn ask(&self, now: Instant) -> Option<Ask> {
        let ask = |purpose, seat, time| Some(Ask { serial: self.serial, purpose, seat, time });
        let to_move = self.game.to_move()?;
        match self.game.turn()? {
            Who::Human if self.wants_hint => ask(Purpose::Hint, ADVISER, ADVICE),
            Who::Human if self.expects && self.judged != Some(self.serial) => ask(Purpose::Judgment, ADVISER, ADVICE),
            Who::Player(_) if self.may_machine_move(now) => {
                let time = self.clocks.as_ref().map(|clocks| clocks.thinking_time(to_move, now));
                let time = time.map_or(THINKING_TIME, |time| time.min(THINKING_TIME));
                ask(Purpose::Move, to_move.0.into(), time)
            }
            _ => None,
        }
    }

    /// Returns whether the computer may move now.
    pub(super) fn may_machine_move(&self, now: Instant) -> bool {
        !self.is_paused && (self.game.has_humans() || now >= self.since + PACE)
    }

    /// Returns whether the computer is to move.
    pub fn is_machine_to_move(&self) -> bool {
        self.game.turn().is_some_and(|who| *who != Who::Human)
    }

    /// Tells the person something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.tell(text.into(), false);
    }

    /// Tells the person what is wrong.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.tell(text.into(), true);
    }

    fn tell(&mut self, text: String, is_error: bool) {
        // What does not fit below the board is shown over it.
        if !self.is_room_for(&text) {
            self.popup = Some(Popup::text(if is_error { "Why not" } else { "Message" }, [text.clone()]));
        }
        self.message = Message { text, is_error, is_answer: self.is_answering };
    }

    /// Returns whether a message fits below the board.
    pub(super) fn is_room_for(&self, text: &str) -> bool {
        let lines = textwrap::wrap(text, usize::from(self.size.0).max(1)).len();
        lines <= usize::from(self.geometry.message.height.max(1))
    }

    /// Closes the text over the board if it is the message, and has room below the board now.
    pub(super) fn close_read(&mut self) {
        let is_message = |popup: &Popup| matches!(popup.items.as_slice(), [item] if item.text == self.message.text);
        if self.popup.as_ref().is_some_and(is_message) && self.is_room_for(&self.message.text) {
            self.popup = None;
        }
    }
}
