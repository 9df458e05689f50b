//! Commands carried out.

use super::answer::{Desk, LineAnswer, Refusal, ReplResult, said, stopped};
use super::command::{self, Does, ReplCommand};
use super::session::Session;
use crate::cli::talk;
use boardwright::check::Meaning;
use boardwright::example;
use boardwright::notation;
use std::path::Path;

impl Desk {
    /// Carries out a command.
    pub(super) fn command(&mut self, command: &'static ReplCommand, rest: &str, name: &str) -> ReplResult {
        if rest.is_empty() && command.needs_more() {
            return Err(Refusal::ReplResult(format!("`{}` needs more, see `help`", command.name())));
        }
        if !command.takes(rest) {
            return Err(Refusal::ReplResult(command.refusal(rest)));
        }
        let fault = |session: &Session, fault| Refusal::Fault(Box::new((fault, session.game().sources.clone())));
        let steps = command::number(rest).map_or(1, |steps| steps as usize);
        Ok(match command.does {
            Does::Help => said(command::help()),
            Does::Quit => LineAnswer { quit: true, ..LineAnswer::default() },
            Does::Board => said(self.board()),
            Does::Play => {
                for text in notation::split(rest) {
                    self.play(text.trim_matches('"'))?;
                }
                said(self.board())
            }
            Does::Undo if self.session.undo(steps) == 0 => {
                return Err(Refusal::ReplResult("there is nothing to take back".into()));
            }
            Does::Redo if self.session.redo(steps) == 0 => {
                return Err(Refusal::ReplResult("there is nothing to do again".into()));
            }
            Does::Undo | Does::Redo => said(self.board()),
            Does::Go => {
                let ply = command::number(rest).ok_or_else(|| {
                    Refusal::ReplResult(format!("`go` needs a number of plies, and `{rest}` is none"))
                })?;
                if !self.session.go(ply) {
                    let most = self.session.plies();
                    return Err(Refusal::ReplResult(format!(
                        "there is no position after {rest} plies here; the last is after {most}"
                    )));
                }
                said(self.board())
            }
            Does::Restart => {
                self.session.restart();
                said(self.board())
            }
            Does::Moves => said(
                talk::list_moves(&*self.session.engine, self.session.position())
                    .map_err(|found| fault(&self.session, found))?,
            ),
            Does::Why => {
                let why = talk::explain_move(&*self.session.engine, self.session.position(), rest);
                said(why.map_err(|found| fault(&self.session, found))?)
            }
            Does::Type => {
                let asked = self.session.scope.expression(name, rest)?;
                said(format!("{}: {}", asked.ty, asked.described))
            }
            Does::Try => return self.try_out(name, rest),
            Does::Keep => {
                let found = self
                    .tried
                    .iter()
                    .find(|(text, _)| rest.is_empty() || text.trim_start_matches('-') == rest.trim_start_matches('-'));
                let Some((_, position)) = found.cloned() else {
                    let why = if self.tried.is_empty() {
                        "nothing has been tried yet"
                    } else {
                        "nothing that was tried is written so"
                    };
                    return Err(Refusal::ReplResult(why.to_owned()));
                };
                self.session.set_up(position);
                said(self.board())
            }
            Does::Position => said(self.written()),
            Does::Set => {
                let params = &self.session.game().params;
                let lines: Vec<String> =
                    params.iter().map(|param| format!("{} = {}", param.name, param.value)).collect();
                said(if lines.is_empty() { "This game has no parameters.".to_owned() } else { lines.join("\n") })
            }
            Does::Names => said(self.named()),
            Does::Record => {
                let (moves, set_up) = self.session.played();
                let from = if set_up { "From the position that was set up: " } else { "" };
                said(if moves.is_empty() {
                    "Refusal moves were played.".to_owned()
                } else {
                    format!("{from}{}", moves.join(", "))
                })
            }
            Does::Save | Does::SaveOver => {
                self.session.save(Path::new(rest), command.does == Does::SaveOver).map_err(Refusal::ReplResult)?;
                said(format!("Saved to {rest}."))
            }
            Does::Load => {
                self.session.load(Path::new(rest)).map_err(Refusal::ReplResult)?;
                said(self.board())
            }
            Does::Reload => {
                let said_so = self.session.reload(None).map_err(stopped)?;
                let but = said_so
                    .map(|why| format!("The moves do not lead as far as before: {why}.\n\n"))
                    .unwrap_or_default();
                said(format!("{but}{}", self.board()))
            }
        })
    }

    /// The position as an example would write it.
    fn written(&self) -> String {
        let (game, position) = (self.session.game(), self.session.position());
        let mut text = example::written(game, position);
        for var in game.vars.iter().filter(|var| var.indexes.is_empty()) {
            let asked = self.session.scope.expression("variable", &var.name);
            if let Ok(asked) = asked
                && let Meaning::Value(expr) = &asked.meaning
                && let Ok((engine, position)) = self.session.within(&asked.game)
                && let Ok(value) = engine.value(&position, expr, asked.frame)
            {
                text += &format!("set {} = {}\n", var.name, value.source(game));
            }
        }
        text
    }

    /// What the rules name, by what it is.
    fn named(&self) -> String {
        let groups = self.session.scope.declared();
        let lines = groups.iter().map(|(what, names)| format!("{what}: {}", names.join(", ")));
        lines.collect::<Vec<_>>().join("\n")
    }
}
