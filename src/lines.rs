//! [`edits`]: how one list of lines or words becomes another.
//!
//! Everything that is compared is compared here, as numbers: the generic algorithms of `similar` are large, and so they are compiled once.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag};
use std::collections::HashMap;
use std::hash::Hash;

/// Returns the ranges that stay, go, come or are replaced on the way from `old` to `new`, in order.
pub fn edits<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    let mut numbers: HashMap<&T, usize> = HashMap::new();
    let mut number = |item| {
        let next = numbers.len();
        *numbers.entry(item).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(&mut number).collect();
    let new: Vec<usize> = new.iter().map(&mut number).collect();
    edits_of_numbers(&old, &new)
}

/// Returns the lines of an edit: those that stay with ` ` before them, those that go with `-`, and those that come with `+`.
pub fn changed_lines<'a>(edit: &DiffOp, old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    let side = |sign, lines: &[&'a str]| lines.iter().map(|line| (sign, *line)).collect::<Vec<_>>();
    let (tag, before, after) = edit.as_tag_tuple();
    let (before, after) = (old.get(before).unwrap_or(&[]), new.get(after).unwrap_or(&[]));
    match tag {
        DiffTag::Equal => side(' ', before),
        _ => [side('-', before), side('+', after)].concat(),
    }
}

fn edits_of_numbers(old: &[usize], new: &[usize]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len());
    hook.into_inner().into_inner().into_ops()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_and_what_is_replaced_is_told() {
        let ops = edits(&["a", "b", "c"], &["a", "x", "c", "d"]);
        let tags: Vec<_> = ops.iter().map(|op| (op.tag(), op.old_range(), op.new_range())).collect();
        use DiffTag::*;
        assert_eq!(tags, [(Equal, 0..1, 0..1), (Replace, 1..2, 1..2), (Equal, 2..3, 2..3), (Insert, 3..3, 3..4)]);
    }
}
