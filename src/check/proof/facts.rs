//! [`Facts`]: what is known where an expression stands.

use super::area::Area;
use crate::game::expr::{Class, Slot};
use crate::source::Span;
use std::fmt::{Debug, Write};
use std::rc::Rc;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// The cell is one of these; whether it may be `off` as well.
    Cell(Area, bool),
    /// The cells of the set are among these.
    Cells(Area),
    /// The number lies between these two.
    Number(i64, i64),
    /// The player is one of these: seen from the mover, and by name.
    Player(u8, u64),
    /// The kind is one of these; whether it may be `nothing` as well.
    Kind(u64, bool),
}

/// A thing that is known, and the place in the rules that it is known from.
#[derive(Clone, Debug)]
pub struct Fact {
    pub what: What,
    pub from: Span,
}

/// What is known.
#[derive(Clone, Debug)]
pub enum What {
    /// Of the local in this slot.
    Local(Class, Slot, Known),
    /// The condition of this shape holds, or does not.
    Said(Rc<str>, bool),
    /// The number of this shape lies between these two.
    Range(Rc<str>, i64, i64),
}

/// What is known where an expression stands, the latest last.
#[derive(Clone, Debug, Default)]
pub struct Facts(pub Vec<Fact>);

impl Facts {
    /// What is known of a local.
    pub fn local(&self, class: Class, slot: Slot) -> Option<Known> {
        self.0.iter().rev().find_map(|fact| match &fact.what {
            What::Local(in_class, at, known) if (*in_class, *at) == (class, slot) => Some(*known),
            _ => None,
        })
    }

    /// Whether a condition of this shape has been said to hold, or not to.
    pub fn said(&self, wanted: &str) -> Option<bool> {
        self.0.iter().find_map(|fact| match &fact.what {
            What::Said(shape, value) if **shape == *wanted => Some(*value),
            _ => None,
        })
    }

    /// The bounds that have been said of a number of this shape.
    pub fn range(&self, wanted: &str) -> Option<(i64, i64)> {
        let mut bounds: Option<(i64, i64)> = None;
        for fact in &self.0 {
            if let What::Range(shape, low, high) = &fact.what
                && **shape == *wanted
            {
                let (least, most) = bounds.unwrap_or((*low, *high));
                bounds = Some((least.max(*low), most.min(*high)));
            }
        }
        bounds
    }

    /// What stays true when the position changes: where a local lies, but not what stands there.
    pub fn outlast(&mut self, everywhere: Area) {
        self.0.retain_mut(|fact| match &mut fact.what {
            What::Local(_, _, Known::Cell(area, _) | Known::Cells(area)) => {
                *area = Area { cells: area.cells, ..everywhere };
                true
            }
            What::Local(_, _, known) => matches!(known, Known::Number(..) | Known::Kind(..)),
            What::Said(..) | What::Range(..) => false,
        });
    }
}

/// The longest shape that is kept.
pub const LONGEST: usize = 4000;

/// What an expression looks like, wherever it stands: two of one shape come to one value at the same moment. None if it is long.
pub fn shape(expr: &impl Debug) -> Option<String> {
    let mut text = Short(String::new());
    write!(text, "{expr:?}").ok()?;
    let mut shape = String::with_capacity(text.0.len());
    let mut rest = text.0.as_str();
    while let Some(at) = rest.find("Span {") {
        let (before, place) = rest.split_at(at);
        shape.push_str(before);
        // A span holds one pair of parentheses and ends with the next brace.
        rest = place.find('}').and_then(|end| place.get(end + 1..)).unwrap_or("");
    }
    shape.push_str(rest);
    Some(shape)
}

/// A text that takes no more than so much.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(std::fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
