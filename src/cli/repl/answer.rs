//! [`Desk`]: a line in, its [`Answer`] out.

use super::Answer;
use super::command;
use super::line::{Line, sort};
use super::session::Session;
use super::value;
use crate::cli::out::{Stop, report_for_stderr};
use crate::cli::talk;
use boardwright::check::{Meaning, Tried, Wrong};
use boardwright::diagnostic::Diagnostic;
use boardwright::example;
use boardwright::game::expr::AnyExpr;
use boardwright::game::rules::{CheckNode, Condition};
use boardwright::game::value::Value;
use boardwright::notation::{self, NotPlayed};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::render::{self, TextStyle};
use boardwright::report::Entry;
use boardwright::source::{Sources, Span};
use boardwright::suggest;
use boardwright::wording::sentence;

/// So many ways through the choices of statements are shown.
const WAYS: usize = 4;

/// More moves than these are not completed.
const MOST_MOVES: usize = 2000;

/// Where lines are answered.
pub struct Desk {
    /// What they are asked of.
    pub session: Session,
    color: bool,
    lines: usize,
    pub(super) tried: Vec<(String, Position)>,
}

/// Why a line has no answer.
pub(super) enum No {
    Wrong(Wrong),
    Fault(Box<(Fault, std::sync::Arc<Sources>)>),
    Said(String),
}

impl From<Wrong> for No {
    fn from(wrong: Wrong) -> No {
        No::Wrong(wrong)
    }
}

/// What is said of a line, or why it has no answer.
pub(super) type Said = Result<Answer, No>;

pub(super) fn said(text: impl Into<String>) -> Answer {
    Answer { said: text.into(), ..Answer::default() }
}

impl Desk {
    /// For a game.
    pub fn new(session: Session, color: bool) -> Desk {
        Desk { session, color, lines: 0, tried: Vec::new() }
    }

    /// The words that mean something here.
    pub fn names(&self) -> Vec<String> {
        self.session.scope.names(self.session.game())
    }

    /// The legal moves, if there are not too many to choose from.
    pub fn moves(&self) -> Vec<String> {
        let engine = &*self.session.engine;
        let count = engine.count_moves(self.session.position()).unwrap_or(0);
        if count > MOST_MOVES as u64 {
            return Vec::new();
        }
        notation::legal_texts(engine, self.session.position()).unwrap_or_default()
    }

    /// The board, and whose turn it is.
    pub fn board(&self) -> String {
        let game = self.session.game();
        let board = self.drawn(self.session.position());
        format!("{board}\n{}\n", notation::status(game, self.session.position()))
    }

    fn drawn(&self, position: &Position) -> String {
        let last = if position == self.session.position() { self.session.last() } else { None };
        render::text(self.session.game(), position, &TextStyle { color: self.color, last })
    }

    /// Answers a line.
    pub fn answer(&mut self, line: &str) -> Answer {
        let line = line.trim();
        let known = self.names();
        let declared = self.session.scope.declared();
        let effects = declared.iter().filter(|(what, _)| *what == "effects").flat_map(|(_, names)| names);
        let effects: Vec<&String> = effects.collect();
        let sorted =
            sort(line, |word| known.iter().any(|name| name == word), |word| effects.iter().any(|name| *name == word));
        if !matches!(sorted, Line::Nothing) {
            self.lines += 1;
        }
        let name = format!("line {}", self.lines);
        let answer = match sorted {
            Line::Nothing => Ok(Answer::default()),
            Line::NoCommand(word) => {
                let near = suggest::did_you_mean(word, command::names());
                let help = near.unwrap_or_else(|| "`help` lists the commands".to_owned());
                Err(No::Said(format!("there is no command `{word}`; {help}")))
            }
            Line::Command(command, rest) => self.command(command, rest, &name),
            Line::Item => self.item(&name, line),
            Line::Let(to, value) => self.give(&name, line, to, value),
            Line::Example => self.example(&name, line),
            Line::Statements => self.try_out(&name, line),
            Line::Expression => self.expression(&name, line),
        };
        let mut answer = answer.unwrap_or_else(refused);
        let engine = &*self.session.engine;
        if !answer.wrong.is_empty() && matches!(engine.find(self.session.position(), line), Ok(Some(_))) {
            answer.wrong += &format!("\n`{line}` is a legal move: `play {line}` makes it.");
        }
        answer
    }

    fn expression(&self, name: &str, text: &str) -> Said {
        let asked = self.session.scope.expression(name, text)?;
        let fault = |fault| No::Fault(Box::new((fault, asked.game.sources.clone())));
        let (engine, position) = self.session.within(&asked.game).map_err(fault)?;
        let game = &*asked.game;
        let (shown, plain) = match &asked.meaning {
            Meaning::Word(word) => (word.clone(), word.as_str().into()),
            Meaning::Text(action) => {
                let texts = engine.tried(&position, *action, 1).map_err(fault)?;
                let text = texts.into_iter().next().map(|(text, _)| text).unwrap_or_default();
                (text.clone(), text.into())
            }
            Meaning::Value(expr) => {
                let value = engine.value(&position, expr, asked.frame).map_err(fault)?;
                let mut shown = value::shown(game, &position, &value, self.color);
                if let (Value::Bool(false), AnyExpr::Bool(holds)) = (&value, expr) {
                    let condition = Condition { holds: holds.clone(), span: Span::default() };
                    let compared = engine.compared(&position, &condition, asked.frame).map_err(fault)?;
                    shown += &compared.map(|compared| format!("  ({compared})")).unwrap_or_default();
                }
                (shown, value::plain(game, &value))
            }
        };
        Ok(Answer { said: shown, value: Some((asked.ty, plain)), ..Answer::default() })
    }

    /// `let x = EXPR`.
    fn give(&mut self, name: &str, line: &str, to: &str, text: &str) -> Said {
        let asked = self.session.scope.expression(name, text)?;
        let fault = |fault| No::Fault(Box::new((fault, asked.game.sources.clone())));
        let Meaning::Value(expr) = &asked.meaning else {
            return Err(No::Said("only a value can be given a name".to_owned()));
        };
        let (engine, position) = self.session.within(&asked.game).map_err(fault)?;
        let value = engine.value(&position, expr, asked.frame).map_err(fault)?;
        let game = self.session.scope.keep(&asked.game, to, name, line, &value)?;
        self.session.extend(game);
        Ok(said(format!("{to} = {}", value.text(self.session.game()))))
    }

    fn item(&mut self, name: &str, text: &str) -> Said {
        let game = self.session.scope.define(name, text)?;
        self.session.extend(game);
        Ok(Answer::default())
    }

    /// Lines of an example: what sets a position up does so, what is asked is answered.
    fn example(&mut self, name: &str, text: &str) -> Said {
        if let Some(setting) = self.setting(text) {
            let said_so = self.session.reload(Some(setting.clone())).map_err(stopped)?;
            let full = self.session.game().full_title();
            let but =
                said_so.map(|why| format!("\nThe moves do not lead as far as before: {why}.")).unwrap_or_default();
            return Ok(said(format!("{full}{but}")));
        }
        let (game, example) = self.session.scope.lines(name, text)?;
        let fault = |fault| No::Fault(Box::new((fault, game.sources.clone())));
        let (engine, _) = self.session.within(&game).map_err(fault)?;
        let mut said_so: Vec<String> = Vec::new();
        let mut changed = false;
        if let Some(pieces) = &example.position {
            let first = example.checks.iter().find_map(|check| match check.node {
                CheckNode::ToMove(player) => Some(player),
                _ => None,
            });
            let mover = first.or(Some(self.session.position().mover));
            let mut position = engine.position(pieces, mover).map_err(fault)?;
            engine.begin(&mut position).map_err(fault)?;
            self.session.set_up(position);
            changed = true;
        }
        for check in &example.checks {
            match &check.node {
                CheckNode::ToMove(player) => {
                    self.session.let_move(*player).map_err(fault)?;
                    changed = true;
                }
                CheckNode::SetVar(..) | CheckNode::SetPly(..) => {
                    let mut position = self.session.position().clone();
                    match &check.node {
                        CheckNode::SetVar(target, value, frame) => engine.set_var(&mut position, target, value, *frame),
                        CheckNode::SetPly(value, frame) => engine.set_ply(&mut position, value, *frame),
                        _ => Ok(()),
                    }
                    .map_err(fault)?;
                    engine.begin(&mut position).map_err(fault)?;
                    self.session.set_up(position);
                    changed = true;
                }
                CheckNode::Play(moves) => {
                    for text in moves {
                        self.play(&text.node)?;
                    }
                    changed = true;
                }
                _ => {
                    let mut position = self.session.position().clone();
                    let failures = example::line(&*engine, &mut position, check);
                    match failures.into_iter().next() {
                        None => said_so.push("It holds.".to_owned()),
                        Some(failure) => match failure.fault {
                            Some(found) => return Err(fault(*found)),
                            None => return Err(No::Said(failure.message)),
                        },
                    }
                }
            }
        }
        if changed {
            said_so.push(self.board());
        }
        Ok(said(said_so.join("\n")))
    }

    /// `size=9` of `set size = 9`, if that is a parameter.
    fn setting(&self, text: &str) -> Option<String> {
        let (name, value) = text.strip_prefix("set")?.split_once('=')?;
        let name = name.trim();
        self.session.game().params.iter().any(|param| param.name == name).then(|| format!("{name}={}", value.trim()))
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), No> {
        self.session.play(text).map_err(|error| match error {
            NotPlayed::Fault(fault) => No::Fault(Box::new((fault, self.session.game().sources.clone()))),
            NotPlayed::Illegal { why, .. } => {
                let near = talk::near(&*self.session.engine, self.session.position(), text);
                No::Said(format!("{why}\n{near}"))
            }
        })
    }

    /// Statements: the board before and after, for each way through their choices.
    pub(super) fn try_out(&mut self, name: &str, text: &str) -> Said {
        let tried = self.session.scope.statements(name, text)?;
        let fault = |fault| No::Fault(Box::new((fault, tried.game.sources.clone())));
        let (engine, position) = self.session.within(&tried.game).map_err(fault)?;
        let mut ways = engine.tried(&position, tried.action, WAYS + 1).map_err(fault)?;
        if tried.game.repetitions.len() != self.session.game().repetitions.len() {
            ways.iter_mut().for_each(|(_, after)| after.history.clone_from(&self.session.position().history));
        }
        for (text, _) in &mut ways {
            *text = text.trim_start_matches(Tried::TEXT).trim_start_matches('-').to_owned();
        }
        let more = ways.len() > WAYS;
        ways.truncate(WAYS);
        let (before, several) = (self.session.position().clone(), ways.len() > 1 || more);
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
        let plain = render::text(self.session.game(), &before, &TextStyle { color: self.color, last: None });
        let mut shown = String::new();
        for (text, after) in &ways {
            if *after.words == *before.words {
                shown += if several { "Nothing changes with one choice.\n" } else { "Nothing changes.\n" };
                continue;
            }
            let last = Some(render::cells_of(self.session.game(), &before, after));
            let after = render::text(self.session.game(), after, &TextStyle { color: self.color, last });
            let title = if several { format!("with {text}") } else { "after".to_owned() };
            shown += &render::beside(("before", &plain), (&title, &after), width);
            shown.push('\n');
        }
        if more {
            shown += "There are more ways to choose.\n";
        }
        self.tried = ways;
        if several {
            shown += "`keep TEXT` goes on with one of them.";
        } else {
            shown += "`keep` goes on from there.";
        }
        Ok(said(shown))
    }
}

pub(super) fn stopped(stop: Stop) -> No {
    No::Said(stop.message())
}

/// What is wrong, as it is reported.
fn refused(no: No) -> Answer {
    let entry =
        |found: &Diagnostic, sources: &Sources| serde_json::to_value(Entry::new(found, sources)).unwrap_or_default();
    let (wrong, error) = match no {
        No::Said(text) => {
            let message = text.lines().next().unwrap_or("");
            (text.lines().map(sentence).collect::<Vec<_>>().join("\n"), serde_json::json!({ "message": message }))
        }
        No::Wrong(wrong) => {
            let error = wrong.diagnostics.first().map(|found| entry(found, &wrong.sources)).unwrap_or_default();
            let reports = wrong.diagnostics.iter().map(|found| report_for_stderr(found, &wrong.sources));
            (reports.collect(), error)
        }
        No::Fault(found) => {
            let (fault, sources) = *found;
            let finding = fault.diagnostic();
            (report_for_stderr(&finding, &sources), entry(&finding, &sources))
        }
    };
    let wrong = if wrong.is_empty() { "This cannot be answered here.".to_owned() } else { wrong };
    Answer { wrong, error, ..Answer::default() }
}
