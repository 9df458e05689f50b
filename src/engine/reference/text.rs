//! Texts of moves, choices and values.

use super::run::{Run, unsaid};
use super::value::{Ran, write_code};
use crate::game::Game;
use crate::game::operator::Coded;
use crate::game::part::AsPart;
use crate::game::piece::{Kind, Piece};
use crate::game::text::{Text, TextPart};
use crate::moves::Move;
use crate::types::Type;

/// Returns a single value of a type by its name, as people write it.
pub(super) fn shown(game: &Game, ty: Type, code: i64) -> String {
    let kind = match ty {
        Type::Kind | Type::Kinds => Some(Kind::decode(code)),
        Type::Piece => Some(Piece::decode(code).kind),
        _ => None,
    };
    kind.map_or_else(
        || {
            let mut text = String::new();
            write_code(game, ty, code, &mut text);
            text
        },
        |kind| game.kind_name(kind).to_owned(),
    )
}

impl<const W: usize> Run<'_, W> {
    /// Appends a text, evaluated in the current position, to the text of the move.
    pub(super) fn write(&mut self, text: &Text) -> Ran<()> {
        match text {
            Text::Parts(parts) => self.write_parts(parts),
            Text::If(condition, yes, no) => {
                let text = if self.bool(condition)? { yes } else { no };
                self.write(text)
            }
            Text::Match(one) => {
                let text = self.arm(one)?;
                self.write(text)
            }
        }
    }

    fn write_parts(&mut self, parts: &[TextPart]) -> Ran<()> {
        for part in parts {
            match part {
                TextPart::Plain(plain) => self.text.push_str(plain),
                TextPart::Value(value) => {
                    let part = value.part();
                    let code = self.word(part)?;
                    write_code(self.game, part.ty(), code, &mut self.text);
                }
            }
        }
        Ok(())
    }

    /// Returns the text of a move that is legal here, and restores the state.
    pub(super) fn write_move(&mut self, mv: &Move) -> Ran<String> {
        let game = self.game;
        let Some(action) = game.actions.get(mv.action.0 as usize) else { return Err(unsaid(self.place)) };
        self.guarded(|run| {
            run.text.clear();
            let texting = std::mem::replace(&mut run.texting, true);
            let at = run.frames.heights();
            let outer = run.frames.enter(at, action.frame, &[]);
            run.set_binders(action, mv)?;
            run.write(&action.text)?;
            if action.chooses {
                let before = run.fork();
                run.follow(action, mv)?;
                run.restore(before);
                run.look_from_here();
            }
            run.frames.leave(at, outer);
            run.texting = texting;
            Ok(run.text.clone())
        })
    }
}
