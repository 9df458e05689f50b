//! Runs commands.

use super::answer::{Evaluator, LineAnswer, LineError, ReplResult, said, to_refusal};
use super::command::{self, Does, ReplCommand};
use super::help;
use super::session::Session;
use crate::cli::play::typed;
use crate::cli::talk;
use boardwright::notation;
use boardwright::position_line;
use std::path::Path;

impl Evaluator {
    pub(super) fn run_command(&mut self, command: &'static ReplCommand, rest: &str, name: &str) -> ReplResult {
        if rest.is_empty() && command.needs_argument() {
            return Err(LineError::Message(format!(
                "missing argument after `{}`; type `help` for a list of commands",
                command.name()
            )));
        }
        if !command.accepts(rest) {
            return Err(LineError::Message(command.explain_argument(rest)));
        }
        let fault = |session: &Session, fault| LineError::Fault(Box::new((fault, session.game().sources.clone())));
        let steps = command::parse_number(rest).map_or(1, |steps| steps as usize);
        Ok(match command.does {
            Does::Help if rest.is_empty() => said(command::help()),
            Does::Help => said(help::about(&self.session, &self.names(), rest).map_err(LineError::Message)?),
            Does::Quit => LineAnswer { quit: true, ..LineAnswer::default() },
            Does::Board => said(self.draw_board()),
            Does::Play => {
                for text in notation::split(rest) {
                    self.play(text.trim_matches('"'))?;
                }
                said(self.draw_board())
            }
            Does::Undo => {
                let undone = self.session.undo(steps).map_err(LineError::Message)?;
                said(format!("{undone}\n{}", self.draw_board()))
            }
            Does::Redo if self.session.redo(steps) == 0 => {
                return Err(LineError::Message("no step to redo".into()));
            }
            Does::Redo => said(self.draw_board()),
            Does::Go => {
                let ply = command::parse_number(rest)
                    .ok_or_else(|| LineError::Message(format!("`go` takes a number of plies, not `{rest}`")))?;
                if !self.session.go(ply) {
                    let most = self.session.plies();
                    return Err(LineError::Message(format!(
                        "there is no position after {rest} plies; the last one is after {most}"
                    )));
                }
                said(self.draw_board())
            }
            Does::Restart => {
                self.session.restart();
                said(self.draw_board())
            }
            Does::Moves => said(
                talk::list_moves(&*self.session.engine, self.session.position())
                    .map_err(|found| fault(&self.session, found))?,
            ),
            Does::Why => {
                let refused = typed::explain(&self.session.engine, self.session.position(), rest);
                said(refused.map_err(|found| fault(&self.session, found))?.why())
            }
            Does::Type => {
                let checked = self.session.scope.expression(name, rest)?;
                said(format!("{}: {}", checked.ty, checked.described))
            }
            Does::Try => return self.try_out(name, rest),
            Does::Keep => {
                let found = self
                    .tried
                    .iter()
                    .find(|(text, _)| rest.is_empty() || text.trim_start_matches('-') == rest.trim_start_matches('-'));
                let Some((_, position)) = found.cloned() else {
                    let why =
                        if self.tried.is_empty() { "no statements were tried yet" } else { "no result has this text" };
                    return Err(LineError::Message(why.to_owned()));
                };
                self.session.set_up(position);
                said(self.draw_board())
            }
            Does::Position => {
                let line = position_line::write(&*self.session.engine, self.session.position());
                said(format!("position \"{}\"", line.map_err(|found| fault(&self.session, found))?))
            }
            Does::Set => {
                let params = &self.session.game().params;
                let lines: Vec<String> =
                    params.iter().map(|param| format!("{} = {}", param.name, param.value)).collect();
                said(if lines.is_empty() { "This game has no parameters.".to_owned() } else { lines.join("\n") })
            }
            Does::Names => said(self.list_names()),
            Does::Record => {
                let (moves, set_up) = self.session.moves();
                let from = if set_up { "After the position that was set up: " } else { "" };
                said(if moves.is_empty() { "No moves yet.".to_owned() } else { format!("{from}{}", moves.join(", ")) })
            }
            Does::Save | Does::SaveOver => {
                self.session.save(Path::new(rest), command.does == Does::SaveOver).map_err(LineError::Message)?;
                said(format!("Saved to {rest}."))
            }
            Does::Load => {
                let loaded = self.session.load(Path::new(rest)).map_err(LineError::Message)?;
                said(format!("{loaded}\n\n{}", self.draw_board()))
            }
            Does::Reload => {
                let lost = self.session.reload(None).map_err(to_refusal)?;
                let but = lost.map(|why| format!("Some moves are no longer possible: {why}.\n\n")).unwrap_or_default();
                said(format!("{but}{}", self.draw_board()))
            }
        })
    }

    /// Lists the names in the rules by kind.
    fn list_names(&self) -> String {
        let groups = self.session.scope.declared();
        let lines = groups.iter().map(|(what, names)| format!("{what}: {}", names.join(", ")));
        lines.collect::<Vec<_>>().join("\n")
    }
}
