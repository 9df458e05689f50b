//! [`WrittenTexts`]: which texts an action can write, with its choices.

use super::board::Board;
use super::expr::AnyExpr;
use super::piece::Dir;
use super::rules::EffectId;
use super::stmt::Stmt;
use super::text::{Text, TextPart};
use std::collections::{BTreeMap, BTreeSet};

/// How far into a text the parts so far can reach: all offsets, because trying every way to divide a text among many values would
/// take far too long.
pub(crate) type Offsets = BTreeSet<usize>;

/// A text that actions, choices and the effects with choices may write. Conditions are not evaluated, so that each way through the
/// statements counts.
pub(crate) struct WrittenTexts<'w, 'g> {
    text: &'w str,
    /// Returns the statements of an effect.
    effect: &'w dyn Fn(EffectId) -> Option<&'g [Stmt]>,
    /// Returns whether a value can be written so.
    can_be: &'w dyn Fn(&AnyExpr, &str) -> bool,
    /// How far each effect that is called at an offset reaches.
    calls: BTreeMap<(u16, usize), Offsets>,
    /// Whether `calls` has changed since it was last used.
    is_changed: bool,
}

/// Returns whether a value can be written so in a game with this board, these players and these kinds.
pub(crate) fn can_be_written(
    value: &AnyExpr,
    text: &str,
    board: &Board,
    is_player: &dyn Fn(&str) -> bool,
    is_kind: &dyn Fn(&str) -> bool,
) -> bool {
    match value {
        AnyExpr::Cell(_) => text == "off" || board.named(text).is_some(),
        AnyExpr::Int(_) => text.parse::<i32>().is_ok(),
        AnyExpr::Bool(_) => matches!(text, "true" | "false"),
        AnyExpr::Dir(_) => text == "nothing" || (0..board.dirs()).any(|dir| board.dir_name(Dir(dir as u8)) == text),
        AnyExpr::Tag(_) => text.chars().all(|c| c.is_alphanumeric() || c == '_'),
        AnyExpr::Player(_) => text == "nothing" || is_player(text),
        _ => text == "nothing" || is_kind(text),
    }
}

impl<'w, 'g> WrittenTexts<'w, 'g> {
    /// Creates the question about one text.
    pub fn new(
        text: &'w str,
        effect: &'w dyn Fn(EffectId) -> Option<&'g [Stmt]>,
        can_be: &'w dyn Fn(&AnyExpr, &str) -> bool,
    ) -> WrittenTexts<'w, 'g> {
        WrittenTexts { text, effect, can_be, calls: BTreeMap::new(), is_changed: false }
    }

    /// Returns whether an action with this text and these statements can write it.
    pub fn is_written(&mut self, text: &Text, body: &[Stmt]) -> bool {
        let begun = self.write(text, &Offsets::from([0]));
        self.is_continued(body, &begun)
    }

    /// Returns whether the choices in these statements can write all that follows one of the offsets.
    pub fn is_continued(&mut self, body: &[Stmt], begun: &Offsets) -> bool {
        // An effect may call itself: what its calls reach is found again until nothing new is reached.
        loop {
            self.is_changed = false;
            let reached = self.call(body, begun);
            for (effect, start) in self.calls.keys().copied().collect::<Vec<_>>() {
                let Some(body) = (self.effect)(EffectId(effect)) else { continue };
                let ends = self.call(body, &Offsets::from([start]));
                let known = self.calls.entry((effect, start)).or_default();
                self.is_changed |= !ends.is_subset(known);
                known.extend(ends);
            }
            if !self.is_changed {
                return reached.contains(&self.text.len());
            }
        }
    }

    /// Returns the ends of a text that begins at one of the offsets.
    fn write(&self, text: &Text, starts: &Offsets) -> Offsets {
        text.each().into_iter().flat_map(|parts| self.write_parts(parts, starts)).collect()
    }

    fn write_parts(&self, parts: &[TextPart], starts: &Offsets) -> Offsets {
        let mut reached = starts.clone();
        for part in parts {
            let mut next = Offsets::new();
            for start in reached {
                let left = self.text.get(start..).unwrap_or("");
                match part {
                    TextPart::Plain(plain) => {
                        next.extend(left.starts_with(plain.as_str()).then(|| start + plain.len()))
                    }
                    TextPart::Value(value) => {
                        let ends = left.char_indices().map(|(at, sign)| at + sign.len_utf8());
                        let fits = |end: &usize| left.get(..*end).is_some_and(|word| (self.can_be)(value, word));
                        next.extend(ends.filter(fits).map(|end| start + end));
                    }
                }
            }
            reached = next;
        }
        reached
    }

    /// Returns where the statements of an action or effect end.
    fn call(&mut self, body: &[Stmt], starts: &Offsets) -> Offsets {
        let mut returned = Offsets::new();
        let mut ends = self.block(body, starts, &mut returned);
        ends.append(&mut returned);
        ends
    }

    fn block(&mut self, block: &[Stmt], starts: &Offsets, returned: &mut Offsets) -> Offsets {
        let mut here = starts.clone();
        for stmt in block {
            if here.is_empty() {
                break;
            }
            here = self.stmt(stmt, here, returned);
        }
        here
    }

    fn stmt(&mut self, stmt: &Stmt, mut here: Offsets, returned: &mut Offsets) -> Offsets {
        match stmt {
            Stmt::If(_, yes, no) => {
                let mut ends = self.block(yes, &here, returned);
                ends.append(&mut self.block(no, &here, returned));
                ends
            }
            Stmt::For(each, _) => self.repeat(&each.body, here, returned),
            Stmt::While(_, body, _) => self.repeat(body, here, returned),
            Stmt::Choose(choose) => {
                // Without anything to choose, the block is skipped.
                let chosen = self.write(&choose.text, &here);
                here.append(&mut self.block(&choose.body, &chosen, returned));
                here
            }
            Stmt::Call(effect, ..) => {
                let mut ends = Offsets::new();
                for start in here {
                    let is_new = !self.calls.contains_key(&(effect.0, start));
                    self.is_changed |= is_new;
                    ends.extend(self.calls.entry((effect.0, start)).or_default().iter());
                }
                ends
            }
            Stmt::Return => {
                returned.append(&mut here);
                Offsets::new()
            }
            _ => here,
        }
    }

    fn repeat(&mut self, body: &[Stmt], mut here: Offsets, returned: &mut Offsets) -> Offsets {
        loop {
            let ends = self.block(body, &here, returned);
            if ends.is_subset(&here) {
                return here;
            }
            here.extend(ends);
        }
    }
}
