//! What a look says in one position.

use super::run::{Run, fault, unsaid};
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::{CellsExpr, Frame};
use crate::game::look::{Caption, JoinedCells, LabeledCells, Look, LookColor, Mark};
use crate::game::operator::Coded;
use crate::outcome::Fault;

/// What the [`Look`] of a game says in one position.
#[derive(Clone, Debug, Default)]
pub struct LookView {
    /// Cells with a color, in the file's order.
    pub fills: Vec<(CellSet, LookColor)>,
    /// Cells with an outline.
    pub borders: Vec<(CellSet, LookColor)>,
    /// Cells whose outer sides have a color.
    pub edges: Vec<(CellSet, LookColor)>,
    /// Cells with a sign.
    pub marks: Vec<(CellSet, Mark)>,
    /// Cells with a text.
    pub labels: Vec<(Cell, String)>,
    /// Lines and walls, each once.
    pub joints: Vec<Joint>,
    /// The lines below the board.
    pub captions: Vec<String>,
    /// The failures of lines, which are left out.
    pub faults: Vec<Fault>,
}

/// A line between two cells, or a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// Whether it is a wall.
    pub is_wall: bool,
    /// Its cells; the first one gives it its color.
    pub cells: (Cell, Cell),
    /// Its color, if the look names one.
    pub color: Option<LookColor>,
}

/// The most lines and walls of a picture.
const MOST_JOINTS: usize = 4096;

/// The longest text of a cell, in characters: the rest would leave the cell.
const LONGEST_LABEL: usize = 12;

/// The longest line below the board, in characters.
const LONGEST_CAPTION: usize = 500;

impl<const W: usize> Run<'_, W> {
    /// Evaluates a look; all its lines share one budget.
    pub(super) fn view(&mut self, look: &Look) -> LookView {
        self.begin();
        let mut view = LookView::default();
        for (areas, shown) in
            [(&look.fills, &mut view.fills), (&look.borders, &mut view.borders), (&look.edges, &mut view.edges)]
        {
            for area in areas {
                let cells = self.look_cells(&area.cells, area.frame);
                shown.extend(kept(cells, &mut view.faults).map(|cells| (cells, area.color)));
            }
        }
        for marked in &look.marks {
            let cells = self.look_cells(&marked.cells, marked.frame);
            view.marks.extend(kept(cells, &mut view.faults).map(|cells| (cells, marked.mark.clone())));
        }
        for labeled in &look.labels {
            let labels = self.guarded(|run| run.labels(labeled));
            view.labels.extend(kept(labels, &mut view.faults).into_iter().flatten());
        }
        for joined in &look.joints {
            let known = view.joints.len();
            let joints = self.guarded(|run| run.joints(joined, known));
            view.joints.extend(kept(joints, &mut view.faults).into_iter().flatten());
        }
        for caption in &look.captions {
            let text = self.guarded(|run| run.caption(caption));
            view.captions.extend(kept(text, &mut view.faults).filter(|text| !text.trim().is_empty()));
        }
        view
    }

    fn look_cells(&mut self, cells: &CellsExpr, frame: Frame) -> Ran<CellSet> {
        self.guarded(|run| run.in_frame(frame, |run| run.cells(cells))).map(|cells| cells.resized())
    }

    fn labels(&mut self, labeled: &LabeledCells) -> Ran<Vec<(Cell, String)>> {
        self.in_frame(labeled.frame, |run| {
            let mut labels = Vec::new();
            for cell in run.cells(&labeled.cells)? {
                run.step()?;
                run.frames.set_word(labeled.slot, cell.code());
                run.text.clear();
                run.write(&labeled.text)?;
                if !run.text.trim().is_empty() {
                    labels.push((cell, shown(run.text.trim(), LONGEST_LABEL)));
                }
            }
            Ok(labels)
        })
    }

    fn joints(&mut self, joined: &JoinedCells, known: usize) -> Ran<Vec<Joint>> {
        self.in_frame(joined.frame, |run| {
            let mut joints: Vec<Joint> = Vec::new();
            let mut before = CellSet::EMPTY;
            let mut ends: Vec<CellSet> = vec![CellSet::EMPTY; run.game.board.len()];
            for from in run.cells(&joined.cells)? {
                run.frames.set_word(joined.slot, from.code());
                for to in run.cells(&joined.to)?.iter().filter(|to| *to != from) {
                    if joined.is_wall && !run.game.board.has_side_between(from, to) {
                        continue;
                    }
                    // The way back is the same line.
                    let drawn =
                        before.contains(to) && ends.get(usize::from(to.0)).is_some_and(|ends| ends.contains(from));
                    if drawn {
                        continue;
                    }
                    if known + joints.len() >= MOST_JOINTS {
                        let message = format!("more than {MOST_JOINTS} lines and walls");
                        return Err(fault(Code::F04, run.place, message));
                    }
                    ends.get_mut(usize::from(from.0)).ok_or_else(|| unsaid(run.place))?.insert(to);
                    joints.push(Joint { is_wall: joined.is_wall, cells: (from, to), color: joined.color });
                }
                before.insert(from);
            }
            Ok(joints)
        })
    }

    fn caption(&mut self, caption: &Caption) -> Ran<String> {
        self.in_frame(caption.frame, |run| {
            run.text.clear();
            run.write(&caption.text)?;
            Ok(shown(&run.text, LONGEST_CAPTION))
        })
    }
}

/// Returns the first characters of a text, without those that would control a screen.
fn shown(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

/// Returns an answer, or keeps its fault.
fn kept<T>(answer: Ran<T>, faults: &mut Vec<Fault>) -> Option<T> {
    answer.map_err(|fault| faults.push(*fault)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::reference::Reference;
    use crate::load::load_text;
    use std::sync::Arc;

    /// Returns the view of a game with these lines of a look and a stone of each player on a1 and c3.
    fn view(lines: &str) -> (LookView, Vec<String>) {
        let text = format!(
            "game \"Looks\"\nboard square 3 x 3\nplayers Black, White\npiece stone\nvar level(p: cell) = 0\n\
             setup {{ stone of Black at a1 stone of White at c3 }}\nlook {{ {lines} }}\n\
             action put(p: empty) do {{ put stone at p level(p) += 1 }}\nend {{ when stuck(next): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        let reference = Reference::new(Arc::new(engine.game().clone()));
        let view = reference.look(&engine.start().unwrap());
        let board = &engine.game().board;
        let joints =
            view.joints.iter().map(|joint| format!("{}{}", board.name(joint.cells.0), board.name(joint.cells.1)));
        let joints = joints.collect();
        (view, joints)
    }

    #[test]
    fn each_line_is_evaluated_in_the_position() {
        let (view, joints) = view(
            "fill rows(1): blue border own: Black mark empty: dot label p in occupied: \"{level(p) + 7}\"
             line p in rows(2) to neighbors(p) & rows(2) caption \"{count(empty)} left for {mover}\" caption \"\"",
        );
        assert_eq!((view.fills[0].0.len(), view.borders[0].0.len(), view.marks[0].0.len()), (3, 1, 7));
        let labels: Vec<&str> = view.labels.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(labels, ["7", "7"]);
        assert_eq!(joints, ["a2b2", "b2c2"]);
        assert_eq!(view.captions, ["7 left for Black"]);
        assert!(view.faults.is_empty());
    }

    #[test]
    fn a_line_that_fails_is_left_out_and_told() {
        let (view, _) =
            view("label p in board: \"{1 / level(p)}\" fill rows(1): blue caption \"{level(step(a1, W))}\"");
        assert_eq!((view.fills.len(), view.labels.len(), view.faults.len()), (1, 0, 2));
        let endless = "caption \"{count(p in board: some(q in board: some(r in board: some(s in board: \
                       some(t in board: some(u in board: some(v in board: some(w in board: level(w) > 9))))))))}\"";
        assert_eq!(self::view(endless).0.faults[0].code, Code::F04);
    }
}
