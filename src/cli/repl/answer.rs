//! [`Evaluator`]: turns a line into a [`LineAnswer`].

use super::command;
use super::line::{LineKind, classify};
use super::session::Session;
use super::value;
use crate::cli::out::{CliError, report_for_stderr};
use crate::cli::play::typed;
use crate::cli::talk;
use boardwright::check::{CheckedStatements, Meaning, ScopeError};
use boardwright::diagnostic::Diagnostic;
use boardwright::game::expr::AnyExpr;
use boardwright::game::rules::{CheckNode, Condition, ExamplePosition};
use boardwright::game::value::Value;
use boardwright::internals::example;
use boardwright::internals::suggest;
use boardwright::internals::wording::sentence;
use boardwright::notation::{self, NotPlayed};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::render::{self, TextStyle};
use boardwright::report::JsonFinding;
use boardwright::source::{Sources, Span};

/// The most results that are shown for statements with choices.
const MOST_RESULTS: usize = 4;

/// The most legal moves that are offered as completions.
const MOST_MOVES: usize = 2000;

/// The answer to a line.
#[derive(Debug, Default)]
pub struct LineAnswer {
    pub said: String,
    /// The report of an error.
    pub wrong: String,
    /// The error in JSON.
    pub error: serde_json::Value,
    /// The type of an expression, and its value in JSON.
    pub value: Option<(&'static str, serde_json::Value)>,
    pub quit: bool,
}

impl LineAnswer {
    /// Returns the line and its answer as JSON.
    pub fn json(&self, line: &str) -> serde_json::Value {
        let line = line.trim_end();
        match &self.value {
            _ if !self.wrong.is_empty() => serde_json::json!({ "line": line, "error": self.error }),
            Some((ty, value)) => serde_json::json!({ "line": line, "type": ty, "value": value }),
            None => serde_json::json!({ "line": line, "said": self.said.trim_end() }),
        }
    }
}

pub struct Evaluator {
    /// The game and its position.
    pub session: Session,
    color: bool,
    lines: usize,
    pub(super) tried: Vec<(String, Position)>,
}

/// The reason why a line cannot be answered.
pub(super) enum LineError {
    Wrong(ScopeError),
    Fault(Box<(Fault, std::sync::Arc<Sources>)>),
    Message(String),
}

impl From<ScopeError> for LineError {
    fn from(wrong: ScopeError) -> LineError {
        LineError::Wrong(wrong)
    }
}

/// The answer to a line, or why it cannot be answered.
pub(super) type ReplResult = Result<LineAnswer, LineError>;

/// Says what to type instead of a clause of an action.
fn refuse_clause(word: &str, rest: &str) -> String {
    let instead = match (word, rest) {
        (_, "") => format!("type `help {word}` to read about it"),
        ("when" | "ensure" | "maximize", rest) => {
            let value = rest.split_once(':').map_or(rest, |(condition, _)| condition).trim();
            format!("to see its value, type `{value}`")
        }
        ("do", rest) => format!("to try the statements out, type `{rest}`"),
        (_, rest) => format!("to see the text, type `{rest}`"),
    };
    let owner = if word == "when" { "an action or of `end`" } else { "an action" };
    format!("`{word}` begins a clause of {owner}, not a value; {instead}")
}

pub(super) fn said(text: impl Into<String>) -> LineAnswer {
    LineAnswer { said: text.into(), ..LineAnswer::default() }
}

impl Evaluator {
    pub fn new(session: Session, color: bool) -> Evaluator {
        Evaluator { session, color, lines: 0, tried: Vec::new() }
    }

    pub fn names(&self) -> Vec<String> {
        self.session.scope.names(self.session.game())
    }

    /// Returns the legal moves; empty if there are too many.
    pub fn moves(&self) -> Vec<String> {
        let engine = &*self.session.engine;
        let count = engine.count_moves(self.session.position()).unwrap_or(0);
        if count > MOST_MOVES as u64 {
            return Vec::new();
        }
        notation::legal_texts(engine, self.session.position()).unwrap_or_default()
    }

    /// Draws the board and whose turn it is.
    pub fn draw_board(&self) -> String {
        let game = self.session.game();
        let board = self.draw(self.session.position());
        format!("{board}\n{}\n", notation::status(game, self.session.position()))
    }

    fn draw(&self, position: &Position) -> String {
        let last = if position == self.session.position() { self.session.last() } else { None };
        render::text(self.session.game(), position, &TextStyle { color: self.color, last })
    }

    /// Says what to type instead of a result of `end`.
    fn refuse_result(&self, line: &str) -> String {
        let players = &self.session.game().players;
        let player = players.first().map_or("mover", |player| player.name.as_str());
        let value = match line.split_once(' ') {
            Some(("most" | "fewest", rest)) => match rest.split([',', ' ']).next().unwrap_or(rest) {
                "pieces" => format!("`count(pieces of {player})`"),
                score => format!("the number of a player, such as `{score}({player})`"),
            },
            _ => "its condition, such as `none(empty)`".to_owned(),
        };
        format!("`{line}` is a result of a clause in `end`, not a value; type {value}")
    }

    /// Answers a line.
    pub fn answer(&mut self, line: &str) -> LineAnswer {
        let line = line.trim();
        let known = self.names();
        let declared = self.session.scope.declared();
        let effects = declared.iter().filter(|(what, _)| *what == "effects").flat_map(|(_, names)| names);
        let effects: Vec<&String> = effects.collect();
        let kind = classify(
            line,
            |word| known.iter().any(|name| name == word),
            |word| effects.iter().any(|name| *name == word),
        );
        if !matches!(kind, LineKind::Nothing) {
            self.lines += 1;
        }
        let name = format!("line {}", self.lines);
        let answer = match kind {
            LineKind::Nothing => Ok(LineAnswer::default()),
            LineKind::NoCommand(word) => {
                let near = suggest::did_you_mean(word, command::names());
                let help = near.unwrap_or_else(|| "type `help` for a list".to_owned());
                Err(LineError::Message(format!("unknown command `{word}`; {help}")))
            }
            LineKind::Command(command, rest) => self.run_command(command, rest, &name),
            LineKind::Item => self.session.scope.define(&name, line).map_err(LineError::from).map(|game| {
                self.session.extend(game);
                LineAnswer::default()
            }),
            LineKind::Let(to, value) => self.define_value(&name, line, to, value),
            LineKind::Example => self.run_example(&name, line),
            LineKind::Clause(word, rest) => Err(LineError::Message(refuse_clause(word, rest))),
            LineKind::GameResult => Err(LineError::Message(self.refuse_result(line))),
            LineKind::Statements => self.try_out(&name, line),
            LineKind::Expression => self.evaluate(&name, line),
        };
        let mut answer = answer.unwrap_or_else(report_refusal);
        let engine = &*self.session.engine;
        if !answer.wrong.is_empty() && matches!(engine.find(self.session.position(), line), Ok(Some(_))) {
            answer.wrong += &format!("\n`{line}` is a legal move; use `play {line}` to play it.");
        }
        answer
    }

    fn evaluate(&self, name: &str, text: &str) -> ReplResult {
        let checked = self.session.scope.expression(name, text)?;
        let fault = |fault| LineError::Fault(Box::new((fault, checked.game.sources.clone())));
        let (engine, position) = self.session.extended(&checked.game).map_err(fault)?;
        let game = &*checked.game;
        let (shown, plain) = match &checked.meaning {
            Meaning::Text(action) => {
                let texts = engine.tried(&position, *action, 1).map_err(fault)?;
                let text = texts.into_iter().next().map(|(text, _)| text).unwrap_or_default();
                (text.clone(), text.into())
            }
            Meaning::Value(expr) => {
                let value = engine.value(&position, expr, checked.frame).map_err(fault)?;
                let mut shown = value::draw(game, &position, &value, self.color);
                if let (Value::Bool(false), AnyExpr::Bool(holds)) = (&value, expr) {
                    let condition = Condition { holds: holds.clone(), span: Span::default() };
                    let compared = engine.compared(&position, &condition, checked.frame).map_err(fault)?;
                    shown += &compared.map(|compared| format!("  ({compared})")).unwrap_or_default();
                }
                (shown, render::to_json(game, &value))
            }
        };
        Ok(LineAnswer { said: shown, value: Some((checked.ty, plain)), ..LineAnswer::default() })
    }

    /// Answers `let x = EXPR`.
    fn define_value(&mut self, name: &str, line: &str, to: &str, text: &str) -> ReplResult {
        let checked = self.session.scope.expression(name, text)?;
        let fault = |fault| LineError::Fault(Box::new((fault, checked.game.sources.clone())));
        let Meaning::Value(expr) = &checked.meaning else {
            return Err(LineError::Message("`let` needs a value".to_owned()));
        };
        let (engine, position) = self.session.extended(&checked.game).map_err(fault)?;
        let value = engine.value(&position, expr, checked.frame).map_err(fault)?;
        let game = self.session.scope.keep(&checked.game, to, name, line, &value)?;
        self.session.extend(game);
        Ok(said(format!("{to} = {}", value.text(self.session.game()))))
    }

    /// Runs lines of an example: sets up positions and checks expectations.
    fn run_example(&mut self, name: &str, text: &str) -> ReplResult {
        if let Some(setting) = self.parse_setting(text) {
            let said_so = self.session.reload(Some(setting.clone())).map_err(to_refusal)?;
            let full = self.session.game().full_title();
            let but = said_so.map(|why| format!("\nSome moves are no longer possible: {why}.")).unwrap_or_default();
            return Ok(said(format!("{full}{but}")));
        }
        let (game, example) = self.session.scope.lines(name, text)?;
        let fault = |fault| LineError::Fault(Box::new((fault, game.sources.clone())));
        let (engine, _) = self.session.extended(&game).map_err(fault)?;
        let mut said_so: Vec<String> = Vec::new();
        let mut changed = false;
        if let Some(start) = &example.position {
            let position = match start {
                ExamplePosition::Line(spec) => engine.set_up(spec).map_err(fault)?,
                ExamplePosition::Pieces(pieces) => {
                    let first = example.checks.iter().find_map(|check| match check.node {
                        CheckNode::ToMove(player) => Some(player),
                        _ => None,
                    });
                    let mover = first.or(Some(self.session.position().mover));
                    let mut position = engine.position(pieces, mover).map_err(fault)?;
                    engine.begin(&mut position).map_err(fault)?;
                    position
                }
            };
            self.session.set_up(position);
            changed = true;
        }
        for check in &example.checks {
            changed |= matches!(
                check.node,
                CheckNode::ToMove(_) | CheckNode::SetVar(..) | CheckNode::SetPly(..) | CheckNode::Play(_)
            );
            match &check.node {
                CheckNode::ToMove(player) => self.session.set_mover(*player).map_err(fault)?,
                CheckNode::Play(moves) => moves.iter().try_for_each(|text| self.play(&text.node))?,
                _ => {
                    let mut position = self.session.position().clone();
                    let failures = example::run_line(&*engine, &mut position, check);
                    if let Some(failure) = failures.into_iter().next() {
                        return Err(failure.fault.map_or(LineError::Message(failure.message), |found| fault(*found)));
                    }
                    if matches!(check.node, CheckNode::SetVar(..) | CheckNode::SetPly(..)) {
                        engine.begin(&mut position).map_err(fault)?;
                        self.session.set_up(position);
                    } else {
                        said_so.push("It holds.".to_owned());
                    }
                }
            }
        }
        if changed {
            said_so.push(self.draw_board());
        }
        Ok(said(said_so.join("\n")))
    }

    /// Parses `set size = 9` into `size=9`, or returns `None` if that is not a parameter.
    fn parse_setting(&self, text: &str) -> Option<String> {
        let (name, value) = text.strip_prefix("set")?.split_once('=')?;
        let name = name.trim();
        self.session.game().params.iter().any(|param| param.name == name).then(|| format!("{name}={}", value.trim()))
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), LineError> {
        let played = match self.session.play(text) {
            Err(NotPlayed::Illegal { text, ply, why }) => {
                match typed::only_move(&self.session.engine, self.session.position(), &text) {
                    Some(meant) => self.session.play(&meant),
                    None => Err(NotPlayed::Illegal { text, ply, why }),
                }
            }
            played => played,
        };
        played.map_err(|error| match error {
            NotPlayed::Fault(fault) => LineError::Fault(Box::new((fault, self.session.game().sources.clone()))),
            NotPlayed::Illegal { why, .. } => {
                let near = talk::suggest_moves(&*self.session.engine, self.session.position(), text);
                LineError::Message(format!("{why}\n{near}"))
            }
        })
    }

    /// Tries statements: shows the board before and after them, for each choice.
    pub(super) fn try_out(&mut self, name: &str, text: &str) -> ReplResult {
        let tried = self.session.scope.statements(name, text)?;
        let name = &tried.game.actions[tried.action.0 as usize].name;
        let fault = |mut fault: Fault| {
            // The action that the statements are tried as is not one of the rules.
            fault.tested = fault.tested.filter(|tested| !tested.contains(name));
            LineError::Fault(Box::new((fault, tried.game.sources.clone())))
        };
        let (engine, position) = self.session.extended(&tried.game).map_err(fault)?;
        let mut ways = engine.tried(&position, tried.action, MOST_RESULTS + 1).map_err(fault)?;
        if tried.game.repetitions.len() != self.session.game().repetitions.len() {
            ways.iter_mut().for_each(|(_, after)| after.history.clone_from(&self.session.position().history));
        }
        for (text, _) in &mut ways {
            *text = text.trim_start_matches(CheckedStatements::TEXT).trim_start_matches('-').to_owned();
        }
        let more = ways.len() > MOST_RESULTS;
        ways.truncate(MOST_RESULTS);
        let (before, several) = (self.session.position().clone(), ways.len() > 1 || more);
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
        let plain = render::text(self.session.game(), &before, &TextStyle { color: self.color, last: None });
        let mut shown = String::new();
        for (text, after) in &ways {
            if *after.words == *before.words {
                shown += if several { "One choice changes nothing.\n" } else { "Nothing changes.\n" };
                continue;
            }
            let last = Some(render::cells_of(self.session.game(), &before, after));
            let after = render::text(self.session.game(), after, &TextStyle { color: self.color, last });
            let title = if several { format!("with {text}") } else { "after".to_owned() };
            shown += &render::beside(("before", &plain), (&title, &after), width);
            shown.push('\n');
        }
        if more {
            shown += &format!("Only the first {MOST_RESULTS} choices are shown.\n");
        }
        self.tried = ways;
        if several {
            shown += "Type `keep TEXT` to continue from one of them.";
        } else {
            shown += "Type `keep` to continue from there.";
        }
        Ok(said(shown))
    }
}

pub(super) fn to_refusal(error: CliError) -> LineError {
    LineError::Message(error.into_message())
}

/// Reports why a line cannot be answered.
fn report_refusal(refusal: LineError) -> LineAnswer {
    let entry = |found: &Diagnostic, sources: &Sources| {
        serde_json::to_value(JsonFinding::new(found, sources)).unwrap_or_default()
    };
    let (wrong, error) = match refusal {
        LineError::Message(text) => {
            let message = text.lines().next().unwrap_or("");
            (text.lines().map(sentence).collect::<Vec<_>>().join("\n"), serde_json::json!({ "message": message }))
        }
        LineError::Wrong(wrong) => {
            let error = wrong.diagnostics.first().map(|found| entry(found, &wrong.sources)).unwrap_or_default();
            let reports = wrong.diagnostics.iter().map(|found| report_for_stderr(found, &wrong.sources));
            (reports.collect(), error)
        }
        LineError::Fault(found) => {
            let (fault, sources) = *found;
            let finding = fault.diagnostic();
            (report_for_stderr(&finding, &sources), entry(&finding, &sources))
        }
    };
    let wrong = if wrong.is_empty() { "This line cannot be evaluated.".to_owned() } else { wrong };
    LineAnswer { wrong, error, ..LineAnswer::default() }
}
