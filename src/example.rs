//! [`run`]: runs an `example` of a rule file and reports where the rules disagree with it.

use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::{Piece, Player};
use crate::game::rules::{Check, CheckNode, Example, ExamplePosition, MoveText};
use crate::notation::{self, NotPlayed, Verdict};
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::position_line;
use crate::source::Span;
use crate::wording::counted;
use std::fmt;
use std::sync::Arc;

/// The maximum number of legal moves that a failure of `legal only` lists.
const OTHERS: usize = 12;

/// Up to this depth, sequences are counted without checking for cancellation.
const COUNTED_AT_ONCE: u32 = 2;
/// The maximum number of cells, and of values, that a failure of `position` names.
const CELLS: usize = 3;
const VALUES: usize = 6;

/// A line of an example that the rules disagree with.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The place in the example.
    pub span: Span,
    /// What was expected and what was found, as a sentence without a full stop.
    pub message: String,
    /// The game with the example's settings, if it sets parameters.
    pub game: Option<Arc<Game>>,
    /// The position in which the line failed.
    pub position: Option<Box<Position>>,
    /// A second position for comparison: the expected one, or the one after a move that should be illegal.
    pub other: Option<Other>,
    /// The fault that stopped the example, if any.
    pub fault: Option<Box<Fault>>,
    /// The actual number, if the line states another one.
    pub count: Option<u64>,
}

/// A position to compare with the one in which a line failed.
#[derive(Clone, Debug)]
pub struct Other {
    /// A short title: `expected`, ``after `e5-e6` ``.
    pub title: String,
    /// The position.
    pub position: Box<Position>,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

/// Returns the titles of the examples of a game. A title that several examples have is followed by a number: `a jump (2)`.
pub fn titles(game: &Game) -> Vec<String> {
    let same = |title: &str, examples: &[Example]| examples.iter().filter(|example| example.title == title).count();
    let number = |(n, example): (usize, &Example)| match same(&example.title, &game.examples) {
        0 | 1 => example.title.clone(),
        _ => format!("{} ({})", example.title, same(&example.title, &game.examples[..=n])),
    };
    game.examples.iter().enumerate().map(number).collect()
}

/// Runs an example and returns its failures. An illegal move or a fault ends it.
pub fn run(engine: &dyn Engine, example: &Example) -> Vec<Failure> {
    run_if_wanted(engine, example, None).unwrap_or_default()
}

/// Runs an example while `wanted` returns true; it is called before every line and regularly while sequences are counted.
/// Returns `None` if it was canceled.
pub fn run_while(engine: &dyn Engine, example: &Example, wanted: &dyn Fn() -> bool) -> Option<Vec<Failure>> {
    run_if_wanted(engine, example, Some(wanted))
}

fn run_if_wanted(engine: &dyn Engine, example: &Example, wanted: Option<&dyn Fn() -> bool>) -> Option<Vec<Failure>> {
    let preset = example.game.as_ref().map(|game| engine.of(game.clone()));
    let engine = preset.as_deref().unwrap_or(engine);
    let mut run = ExampleRun { engine, preset: example.game.as_ref(), wanted, stopped: false, failures: Vec::new() };
    let (preparations, checks) = example.checks.split_at(preparations(example));
    match run.prepare(example, preparations) {
        Ok(position) => run.checks(position, checks),
        Err((span, fault)) => run.fault(span, fault, None),
    }
    (!run.stopped).then_some(run.failures)
}

/// Sets up an example: returns its game and the position that its first lines describe.
///
/// # Errors
///
/// Returns the fault that prevents this, with its place.
pub fn position(engine: &Arc<dyn Engine>, example: &Example) -> Result<(Arc<dyn Engine>, Position), (Span, Fault)> {
    let engine = example.game.as_ref().map_or_else(|| engine.clone(), |game| engine.of(game.clone()));
    let made = preparations(example);
    let run = ExampleRun { engine: &*engine, preset: None, wanted: None, stopped: false, failures: Vec::new() };
    let position = run.prepare(example, example.checks.get(..made).unwrap_or(&[]))?;
    Ok((engine, position))
}

/// Returns the positions of an example: the one that it begins with, and those after each move that it plays; fewer if the rules
/// fail. There are none for an example with settings of its own, which is about another game.
pub fn positions(engine: &dyn Engine, example: &Example) -> Vec<Position> {
    if example.game.is_some() {
        return Vec::new();
    }
    let (preparations, checks) = example.checks.split_at(preparations(example));
    let mut run = ExampleRun { engine, preset: None, wanted: None, stopped: false, failures: Vec::new() };
    let Ok(mut position) = run.prepare(example, preparations) else { return Vec::new() };
    let mut all = vec![position.clone()];
    for line in checks {
        match &line.node {
            CheckNode::Play(moves) => {
                for text in moves {
                    let Ok(next) = notation::play(engine, &position, &text.node) else { return all };
                    position = next;
                    all.push(position.clone());
                }
            }
            CheckNode::SetVar(..) | CheckNode::SetPly(..) if run.check(&mut position, line).is_err() => return all,
            _ => {}
        }
    }
    all
}

/// Runs one line of an example in a position and returns its failures. A `play` changes the position.
pub fn run_line(engine: &dyn Engine, position: &mut Position, line: &Check) -> Vec<Failure> {
    let mut run = ExampleRun { engine, preset: None, wanted: None, stopped: false, failures: Vec::new() };
    if let Err(ExampleEnd::Fault(fault)) = run.check(position, line) {
        run.fault(line.span, fault, Some(position));
    }
    run.failures
}

/// Returns how many of an example's first lines belong to its setup. A position line has everything.
fn preparations(example: &Example) -> usize {
    let is_preparation =
        |check: &&Check| matches!(check.node, CheckNode::SetVar(..) | CheckNode::SetPly(..) | CheckNode::ToMove(_));
    match example.position {
        Some(ExamplePosition::Line(_)) => 0,
        _ => example.checks.iter().take_while(is_preparation).count(),
    }
}

/// Returns the first differences, and how many more there are.
fn shortened(mut differing: Vec<String>, most: usize, what: &str) -> Vec<String> {
    let more = differing.len().saturating_sub(most);
    if more > 0 {
        differing.truncate(most);
        differing.push(format!("and {}", counted(more, &format!("more {what}"))));
    }
    differing
}

/// The reason why an example ended early: a reported failure, cancellation, or a fault.
enum ExampleEnd {
    Failed,
    Canceled,
    Fault(Fault),
}

impl From<Fault> for ExampleEnd {
    fn from(fault: Fault) -> ExampleEnd {
        ExampleEnd::Fault(fault)
    }
}

struct ExampleRun<'a> {
    engine: &'a dyn Engine,
    preset: Option<&'a Arc<Game>>,
    /// Returns false once the result is no longer needed.
    wanted: Option<&'a dyn Fn() -> bool>,
    stopped: bool,
    failures: Vec<Failure>,
}

impl ExampleRun<'_> {
    fn game(&self) -> &Game {
        self.engine.game()
    }

    fn fail(&mut self, span: Span, position: &Position, message: String) {
        self.fail_with_other(span, position, message, None);
    }

    fn fail_with_other(&mut self, span: Span, position: &Position, message: String, other: Option<Other>) {
        let (game, position) = (self.preset.cloned(), Some(Box::new(position.clone())));
        self.failures.push(Failure { span, message, game, position, other, fault: None, count: None });
    }

    fn fail_count(&mut self, span: Span, position: &Position, count: u64, message: String) {
        self.fail(span, position, message);
        if let Some(failure) = self.failures.last_mut() {
            failure.count = Some(count);
        }
    }

    /// Returns the position after a legal move.
    fn after(&self, position: &Position, text: &str) -> Option<Other> {
        let next = notation::play(self.engine, position, text).ok()?;
        Some(Other { title: format!("after `{text}`"), position: Box::new(next) })
    }

    fn fault(&mut self, span: Span, fault: Fault, position: Option<&Position>) {
        let message = format!("the rules failed: {fault}");
        let position = fault.position.clone().or_else(|| position.map(|position| Box::new(position.clone())));
        let (game, fault) = (self.preset.cloned(), Some(Box::new(fault)));
        self.failures.push(Failure { span, message, game, position, other: None, fault, count: None });
    }

    /// Sets up the position of an example. The player to move comes first, because initial values may depend on it.
    fn prepare(&self, example: &Example, lines: &[Check]) -> Result<Position, (Span, Fault)> {
        let whole = |fault| (example.span, fault);
        let mover = lines.iter().rev().find_map(|line| match line.node {
            CheckNode::ToMove(player) => Some(player),
            _ => None,
        });
        let mut position = match (&example.position, mover) {
            (Some(ExamplePosition::Line(spec)), _) => return self.engine.set_up(spec).map_err(whole),
            (Some(ExamplePosition::Pieces(pieces)), mover) => self.engine.position(pieces, mover).map_err(whole)?,
            (None, Some(mover)) => self.engine.position(&self.game().setup, Some(mover)).map_err(whole)?,
            (None, None) => self.engine.start().map_err(whole)?,
        };
        for line in lines {
            match &line.node {
                CheckNode::SetVar(target, value, frame) => self.engine.set_var(&mut position, target, value, *frame),
                CheckNode::SetPly(value, frame) => self.engine.set_ply(&mut position, value, *frame),
                _ => Ok(()),
            }
            .map_err(|fault| (line.span, fault))?;
        }
        self.engine.begin(&mut position).map_err(whole)?;
        Ok(position)
    }

    fn checks(&mut self, mut position: Position, lines: &[Check]) {
        for line in lines {
            match self.check(&mut position, line) {
                Ok(()) => {}
                Err(ExampleEnd::Failed) => return,
                Err(ExampleEnd::Canceled) => {
                    self.stopped = true;
                    return;
                }
                Err(ExampleEnd::Fault(fault)) => return self.fault(line.span, fault, Some(&position)),
            }
        }
    }

    fn check(&mut self, position: &mut Position, line: &Check) -> Result<(), ExampleEnd> {
        self.check_wanted()?;
        let at = line.span;
        match &line.node {
            CheckNode::SetVar(target, value, frame) => self.engine.set_var(position, target, value, *frame)?,
            CheckNode::SetPly(value, frame) => self.engine.set_ply(position, value, *frame)?,
            CheckNode::ToMove(player) => self.whose_turn(position, *player, at),
            CheckNode::Play(moves) => self.play(position, moves)?,
            CheckNode::Legal { only, moves } => self.legal(position, *only, moves, at)?,
            CheckNode::Illegal(moves) => {
                for text in moves {
                    if self.engine.find(position, &text.node)?.is_some() {
                        let after = self.after(position, &text.node);
                        self.fail_with_other(text.span, position, format!("`{}` is legal", text.node), after);
                    }
                }
            }
            CheckNode::Moves(expected) => {
                let count = self.engine.count_moves(position)?;
                if count != *expected {
                    self.fail_count(at, position, count, format!("there are {count} legal moves, not {expected}"));
                }
            }
            CheckNode::Perft(depth, expected) => {
                let nodes = self.perft(position, *depth)?;
                if nodes != *expected {
                    self.fail_count(at, position, nodes, format!("perft {depth} is {nodes}, not {expected}"));
                }
            }
            CheckNode::Expect(condition, frame) => {
                if !self.engine.holds(position, condition, *frame)? {
                    let text = self.game().sources.text(condition.span).to_owned();
                    let values = self.engine.compared(position, condition, *frame)?;
                    let but = values.map(|values| format!(": it is {values}")).unwrap_or_default();
                    let whose = self.point_of_view(&text, position);
                    self.fail(at, position, format!("`{text}` does not hold{but}{whose}"));
                }
            }
            CheckNode::Result(winner) => self.result(position, *winner, at),
            CheckNode::Position(pieces) => {
                let expected = self.engine.position(pieces, Some(position.mover))?;
                let differing = self.pieces_that_differ(position, &expected);
                self.compare(position, expected, differing, at);
            }
            CheckNode::Line(spec) => {
                let expected = self.engine.set_up(spec)?;
                let mut differing = self.pieces_that_differ(position, &expected);
                differing.extend(shortened(
                    position_line::differences(self.game(), position, &expected),
                    VALUES,
                    "value",
                ));
                self.compare(position, expected, differing, at);
            }
        }
        Ok(())
    }

    fn check_wanted(&self) -> Result<(), ExampleEnd> {
        if self.wanted.is_none_or(|wanted| wanted()) { Ok(()) } else { Err(ExampleEnd::Canceled) }
    }

    /// Counts sequences; in parts if the example can be canceled.
    fn perft(&self, position: &Position, depth: u32) -> Result<u64, ExampleEnd> {
        if self.wanted.is_none() || depth <= COUNTED_AT_ONCE {
            return Ok(self.engine.perft(position, depth)?);
        }
        let mut nodes = 0;
        for mv in self.engine.legal_moves(position)? {
            self.check_wanted()?;
            let mut after = position.clone();
            self.engine.play_unchecked(&mut after, &mv)?;
            nodes += self.perft(&after, depth - 1)?;
        }
        Ok(nodes)
    }

    /// Names the player whose view a condition takes: after a `play` this may not be the player that the author had in mind.
    fn point_of_view(&self, text: &str, position: &Position) -> String {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        match words.find(|word| ["own", "enemy", "mover", "forward", "backward", "ahead", "sideways"].contains(word)) {
            Some(word) => {
                let player = self.game().player_name(position.mover);
                let who = if position.outcome.is_some() { "who moved last" } else { "who moves next" };
                format!("; `{word}` refers to {player}, {who}")
            }
            None => String::new(),
        }
    }

    fn whose_turn(&mut self, position: &Position, player: Player, at: Span) {
        if position.outcome.is_some() || position.mover != player {
            let expected = self.game().player_name(player).to_owned();
            let message = format!("expected {expected} to move, found: {}", notation::status(self.game(), position));
            self.fail(at, position, message);
        }
    }

    fn play(&mut self, position: &mut Position, moves: &[MoveText]) -> Result<(), ExampleEnd> {
        for text in moves {
            match notation::play(self.engine, position, &text.node) {
                Ok(next) => *position = next,
                Err(NotPlayed::Fault(fault)) => return Err(fault.into()),
                Err(NotPlayed::Illegal { why, .. }) => {
                    self.fail(text.span, position, why);
                    return Err(ExampleEnd::Failed);
                }
            }
        }
        Ok(())
    }

    fn legal(&mut self, position: &Position, only: bool, moves: &[MoveText], at: Span) -> Result<(), Fault> {
        let legal = notation::legal_texts(self.engine, position)?;
        for text in moves.iter().filter(|text| !legal.contains(&text.node)) {
            let refusal = self.engine.why_not(position, &text.node)?;
            let why = crate::refusal::sentence(self.game(), &text.node, &refusal);
            self.fail(text.span, position, why);
        }
        if only {
            let named = |text: &&String| moves.iter().any(|mv| mv.node == **text);
            let others: Vec<&str> = legal.iter().filter(|text| !named(text)).map(String::as_str).collect();
            let shown = others.iter().take(OTHERS).copied().collect::<Vec<_>>().join(", ");
            let message = match others.len() {
                0 => return Ok(()),
                1..=OTHERS => format!("also legal: {shown}"),
                count => format!("also legal: {shown}, and {} more", count - OTHERS),
            };
            let after = others.first().and_then(|first| self.after(position, first));
            self.fail_with_other(at, position, message, after);
        }
        Ok(())
    }

    /// Returns the cells with other pieces than the expected ones, a few of them in words.
    fn pieces_that_differ(&self, position: &Position, expected: &Position) -> Vec<String> {
        let game = self.game();
        let cells = (0..game.board.len()).map(|cell| Cell(cell as u16));
        let pairs = cells.map(|cell| (cell, position.stack(game, cell), expected.stack(game, cell)));
        let names = |stack: &[Piece]| match stack {
            [] => game.piece_name(Piece::NOTHING),
            pieces => pieces.iter().map(|piece| game.piece_name(*piece)).collect::<Vec<String>>().join(", "),
        };
        let differing = pairs.filter(|(_, found, wanted)| found != wanted).map(|(cell, found, wanted)| {
            format!("{} on {}, expected {}", names(&found), game.board.name(cell), names(&wanted))
        });
        shortened(differing.collect(), CELLS, "cell")
    }

    /// Fails if a position differs from the expected one.
    fn compare(&mut self, position: &Position, expected: Position, differing: Vec<String>, at: Span) {
        if !differing.is_empty() {
            let message = format!("the position differs: found {}", differing.join("; "));
            let other = Other { title: "expected".to_owned(), position: Box::new(expected) };
            self.fail_with_other(at, position, message, Some(other));
        }
    }

    fn result(&mut self, position: &Position, winner: Option<Player>, at: Span) {
        let expected = winner.map_or(Outcome::Draw, Outcome::Win);
        if position.outcome == Some(expected) {
            return;
        }
        let name = Verdict::new(self.game(), expected);
        let message = match position.outcome {
            Some(outcome) => format!("expected: {name}, found: {}", Verdict::new(self.game(), outcome)),
            None => format!("expected: {name}, but the game is not over"),
        };
        self.fail(at, position, message);
    }
}
