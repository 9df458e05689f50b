//! [`Run`]: one question to the rules while it is being answered.

use super::Reference;
use super::budget::{self, Limit, Spent};
use super::frame::Frames;
use super::memo::Memo;
use super::moves::{FoundMoves, Script};
use super::sought::Sought;
use super::state::State;
use super::trace::Trace;
use super::value::Ran;
use super::watch::PlayRecord;
use crate::diagnostic::Code;
use crate::game::Game;
use crate::game::cells::{CellSet, Set};
use crate::game::expr::Frame;
use crate::game::operator::Ground;
use crate::game::piece::Player;
use crate::outcome::Fault;
use crate::position::Position;
use crate::source::Span;

/// The position that is seen, which `stuck`, `possible`, `some move` and `repeated` depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before a move: the state's mover is to move.
    Before,
    /// During and after a `do`: the state's mover makes the ply, and the turn has not been passed yet.
    After,
    /// After a ply: the state's mover has made it, and [`Turn`] says who moves now.
    End,
}

/// The player to move after a ply, and whether a turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The player to move now.
    pub to_move: Player,
    /// Whether a new turn begins.
    pub passed: bool,
    /// Whether that player is stuck, once it is known.
    pub stuck: Option<bool>,
}

/// The players that `mover` and `next` name, and the position that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Perspective {
    pub mover: Player,
    /// [`Player::NOBODY`] where `next` has no meaning.
    pub next: Player,
    pub moment: Moment,
    pub turn: Turn,
    /// Of the first 64 actions, those for which it is known here whether they are possible, and those that are.
    pub known: u64,
    pub possible: u64,
}

impl Perspective {
    /// Makes the view before a move of this player.
    pub(super) fn before(mover: Player) -> Perspective {
        let turn = Turn { to_move: mover, passed: false, stuck: None };
        Perspective { mover, next: Player::NOBODY, moment: Moment::Before, turn, known: 0, possible: 0 }
    }

    /// Makes the view after a ply of `mover`.
    pub(super) fn end(mover: Player, turn: Turn) -> Perspective {
        Perspective { next: turn.to_move, moment: Moment::End, turn, ..Perspective::before(mover) }
    }
}

/// The evaluator: a position, the locals and buffers. `W` is the number of words of a set of cells.
///
/// A fault leaves it in an undefined state, and it must be dropped, unless the question was run by [`Run::guarded`].
pub(super) struct Run<'g, const W: usize> {
    pub game: &'g Game,
    /// What is fixed before play.
    pub ground: Ground<'g>,
    /// The neighbors of each cell along the board's links.
    pub neighbors: &'g [CellSet],
    /// All cells of the board.
    pub all: Set<W>,
    pub state: State<W>,
    pub context: Perspective,
    pub frames: Frames<'g, W>,
    /// One key per position and form of `repeated`; the last position is the one before the move, or in `end` the new one.
    pub history: Vec<u64>,
    /// The choices made, and those to be made, in the current `do`.
    pub script: Script<W>,
    /// The text of the current move.
    pub text: String,
    /// Whether texts are written.
    pub texting: bool,
    /// The text that is being explained, while its choices are followed.
    pub sought: Option<Sought>,
    /// The moves found so far.
    pub list: FoundMoves,
    pub spent: Spent,
    /// The item or call that was entered last, for F04.
    pub place: Span,
    /// A hash table of texts, as indexes into the list.
    pub table: Vec<u32>,
    /// The values of steady defs.
    pub memo: Memo<W>,
    /// Records what is reached, if the game is watched.
    pub seen: Option<&'g PlayRecord>,
    /// Records what the current `do` changes, if that was asked.
    pub trace: Option<Trace>,
    /// Unused states.
    spare: Vec<State<W>>,
}

impl<'g, const W: usize> Run<'g, W> {
    /// Makes an evaluator without a position.
    pub(super) fn new(engine: &'g Reference) -> Self {
        let game = &*engine.game;
        Run {
            game,
            ground: game.ground(),
            neighbors: &engine.neighbors,
            all: game.board.all_cells(),
            state: State::default(),
            context: Perspective::before(Player(0)),
            frames: Frames::default(),
            history: Vec::new(),
            script: Script::default(),
            text: String::new(),
            texting: false,
            sought: None,
            list: FoundMoves::default(),
            spent: Spent::default(),
            place: Span::default(),
            table: Vec::new(),
            memo: Memo::default(),
            seen: engine.watched.as_ref().map(|(seen, _)| &**seen),
            trace: None,
            spare: Vec::new(),
        }
    }

    /// Makes an evaluator for setting up a position.
    pub(super) fn blank(engine: &'g Reference) -> Ran<Self> {
        Ok(Run::new(engine))
    }

    /// Makes an evaluator in this position; F06 if the position is not one of the game.
    pub(super) fn at(engine: &'g Reference, position: &Position) -> Ran<Self> {
        let mut run = Run::new(engine);
        let game = run.game;
        if !position.has_past(game) || !position.fits(game) {
            return Err(run.foreign());
        }
        run.state.load(&game.layout, position);
        if run.state.key != run.state.key_from_scratch() {
            return Err(run.foreign());
        }
        run.history.clone_from(&position.history);
        run.look_from_here();
        Ok(run)
    }

    fn foreign(&self) -> Box<Fault> {
        fault(Code::F06, Span::default(), format!("this is not a position of {}", self.game.title))
    }

    /// Returns the current position.
    pub(super) fn position(&self) -> Position {
        let mut position = Position {
            words: Box::default(),
            pieces_key: 0,
            ply: 0,
            mover: Player(0),
            players: 0,
            outcome: None,
            history: self.history.clone(),
        };
        self.state.store(&mut position);
        position
    }

    /// Writes the current position.
    pub(super) fn store(&self, position: &mut Position) {
        self.state.store(position);
        position.history.clone_from(&self.history);
    }

    /// Takes the view of the player to move.
    pub(super) fn look_from_here(&mut self) {
        self.context = Perspective::before(self.state.mover);
    }

    /// Returns a copy of the state, for [`Run::restore`].
    pub(super) fn fork(&mut self) -> State<W> {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.copy_from(&self.state);
        copy
    }

    /// Returns to a state.
    pub(super) fn restore(&mut self, mut state: State<W>) {
        state.replaces(&self.state);
        let left = std::mem::replace(&mut self.state, state);
        self.spare.push(left);
    }

    /// Recycles a copy that is not needed.
    pub(super) fn discard(&mut self, state: State<W>) {
        self.spare.push(state);
    }

    /// Runs a question; after a fault everything is as it was before.
    pub(super) fn guarded<R>(&mut self, ask: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        let before = self.fork();
        let (context, base, heights) = (self.context, self.frames.base(), self.frames.heights());
        let (recorded, depth, texting) = (self.history.len(), self.spent.depth, self.texting);
        let answer = ask(self);
        match answer {
            Ok(_) => self.discard(before),
            Err(_) => {
                self.restore(before);
                self.frames.leave(heights, base);
                self.history.truncate(recorded);
                self.context = context;
                self.spent.depth = depth;
                self.texting = texting;
            }
        }
        answer
    }

    /// Runs a question with locals of its own. Whatever may have binders needs this: without a frame they keep their
    /// first value.
    pub(super) fn in_frame<R>(&mut self, frame: Frame, ask: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        let at = self.frames.heights();
        let outer = self.frames.enter(at, frame, &[]);
        let answer = ask(self)?;
        self.frames.leave(at, outer);
        Ok(answer)
    }

    /// Begins a new question with full budgets.
    pub(super) fn begin(&mut self) {
        self.spent = Spent::default();
    }

    /// Counts a step.
    #[inline]
    pub(super) fn step(&mut self) -> Ran<()> {
        self.steps(1)
    }

    /// Counts the steps of looking at `n` cells.
    #[inline]
    pub(super) fn steps(&mut self, n: usize) -> Ran<()> {
        self.spent.steps += n as u64;
        if self.spent.steps > budget::STEPS { Err(self.exhausted(&budget::TOO_MANY_STEPS)) } else { Ok(()) }
    }

    /// Runs something recursive: one level deeper, with enough native stack.
    #[inline]
    pub(super) fn deeper<R>(&mut self, run: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        self.step()?;
        self.spent.depth += 1;
        if self.spent.depth > budget::DEPTH {
            // Each choice in a row is a level, too: with many of them, no call is to blame.
            let is_long = self.script.choices.len() > budget::DEPTH as usize / 2;
            return Err(self.exhausted(if is_long { &budget::TOO_LONG } else { &budget::TOO_DEEP }));
        }
        let answer = stacker::maybe_grow(budget::RED_ZONE, budget::MORE_STACK, || run(self))?;
        self.spent.depth -= 1;
        Ok(answer)
    }

    /// Makes F04 at the current place.
    #[cold]
    pub(super) fn exhausted(&self, limit: &Limit) -> Box<Fault> {
        let mut fault = fault(Code::F04, self.place, format!("more than {} {}", limit.most, limit.what));
        fault.help = Some(limit.help.into());
        fault
    }

    /// Names a loop in the fault of a `do` with too many statements if it has had more passes than the loops in it: it is
    /// the one that does not end.
    #[cold]
    pub(super) fn blame_loop(&mut self, mut fault: Box<Fault>, word: &str, passes: u32, span: Span) -> Box<Fault> {
        if self.spent.statements > budget::STATEMENTS && passes > self.spent.passes {
            self.spent.passes = passes;
            let (most, what) = (budget::TOO_MANY_STATEMENTS.most, budget::TOO_MANY_STATEMENTS.what);
            fault.message = format!("more than {most} {what}: this `{word}` has run {passes} times");
            let help = match word {
                "while" => {
                    let condition = self.game.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
                    format!("change what `{condition}` depends on in the loop, or leave the loop with `return`")
                }
                _ => "let it visit fewer elements".to_owned(),
            };
            fault.help = Some(help.into());
            fault.span = span;
        }
        fault
    }
}

/// Makes a fault at a place.
#[cold]
pub(super) fn fault(code: Code, span: impl Into<Span>, message: impl Into<String>) -> Box<Fault> {
    Box::new(Fault::new(code, span.into(), message))
}

/// Makes the F06 for what a checked game cannot contain.
#[cold]
pub(super) fn unsaid(span: impl Into<Span>) -> Box<Fault> {
    fault(Code::F06, span, "internal error: the rules use something that is not declared")
}
