//! Examples as diagrams: positions, their legal and illegal moves, and what the moves lead to.

use super::words::{Phraser, Voice, join};
use super::{Block, Diagram, Maker, Point, capital, items_of, notes, sentence};

use crate::engine::Engine;
use crate::example;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::Player;
use crate::game::rules::{Check, CheckNode, Example, MoveText};
use crate::notation;
use crate::position::Position;
use crate::render::{self, Arrow, ArrowMark};
use crate::source::Span;
use crate::syntax::ast::{self, Expr};
use std::sync::Arc;

impl Maker<'_> {
    pub(super) fn examples(&mut self) {
        let game = self.game.clone();
        if game.examples.is_empty() {
            return;
        }
        self.heading(2, "Examples");
        for example in &game.examples {
            self.example(example);
        }
    }

    fn example(&mut self, example: &Example) {
        self.heading(3, capital(&example.title));
        if let Some(text) = notes::above(self.game, example.span) {
            self.paragraph(text);
        }
        let Ok((engine, mut position)) = example::position(self.engine, example) else {
            return self.paragraph("The position cannot be set up: the rules fail with an error.");
        };
        let game = Arc::new(engine.game().clone());
        let changed: Vec<String> = game
            .params
            .iter()
            .filter(|param| self.game.params.iter().any(|own| own.name == param.name && own.value != param.value))
            .map(|param| format!("`{}` is {}", param.name, param.value))
            .collect();
        if !changed.is_empty() {
            self.paragraph(format!("Here {}.", join(&changed, "and")));
        }
        let mut last = None;
        let mut points = Vec::new();
        let mut arrows = Vec::new();
        let mut boards = Vec::new();
        // Where the game is over before the first move, only the board matters.
        let silent = position.outcome.is_some();
        let mut shown = position != *self.start || example.position.is_some();
        let is_setup = |check: &Check| matches!(check.node, CheckNode::SetVar(..) | CheckNode::SetPly(..));
        // Whether the position reached is asked about before play goes on.
        let asked = |checks: &[Check]| {
            checks.iter().find(|check| !is_setup(check)).is_some_and(|check| !matches!(check.node, CheckNode::Play(_)))
        };
        let mut begun = false;
        for (n, check) in example.checks.iter().enumerate() {
            let note = notes::after(self.game, check.span);
            let mut say = |text: String| {
                let point = Point::new(notes::with_note(text, note.clone()));
                match points.last_mut().filter(|last: &&mut Point| last.text.ends_with(':')) {
                    Some(last) if !matches!(check.node, CheckNode::Play(_)) => last.under.push(point),
                    _ => points.push(point),
                }
            };
            begun |= !is_setup(check) && !matches!(check.node, CheckNode::ToMove(_));
            match &check.node {
                CheckNode::SetVar(..) | CheckNode::SetPly(..) => {}
                CheckNode::ToMove(_) if !begun => {}
                CheckNode::ToMove(player) => say(format!("It is {}'s turn.", game.player_name(*player))),
                CheckNode::Legal { only, moves } => {
                    let one = moves.len() == 1;
                    say(match (only, one) {
                        (true, true) => format!("Only {} is legal.", texts(moves)),
                        (true, false) => format!("Only these moves are legal: {}.", texts(moves)),
                        (false, true) => format!("{} is legal.", texts(moves)),
                        (false, false) => format!("{} are legal.", texts(moves)),
                    });
                    arrows.extend(moves.iter().filter_map(|text| legal_arrow(&*engine, &position, &text.node)));
                }
                CheckNode::Illegal(moves) => {
                    let are = if moves.len() == 1 { "is" } else { "are" };
                    say(format!("{} {are} not legal.", texts(moves)));
                    arrows.extend(moves.iter().filter_map(|text| illegal_arrow(&game, &text.node)));
                }
                CheckNode::Moves(0) => say("There is no legal move.".to_owned()),
                CheckNode::Moves(1) => say("There is one legal move.".to_owned()),
                CheckNode::Moves(n) => say(format!("There are {n} legal moves.")),
                CheckNode::Perft(depth, n) => say(match depth {
                    1 => format!("There are {n} sequences of one move."),
                    depth => format!("There are {n} sequences of {depth} moves."),
                }),
                CheckNode::Expect(condition, _) => say(self.phrase_expectation(condition.span, position.mover)),
                CheckNode::Result(winner) => say(match winner {
                    Some(winner) => format!("{} wins.", game.player_name(*winner)),
                    None => "The game is a draw.".to_owned(),
                }),
                CheckNode::Position(_) | CheckNode::Line(_) => {
                    say("The pieces then stand as shown.".to_owned());
                    shown = true;
                }
                CheckNode::Play(moves) => {
                    if shown || !arrows.is_empty() {
                        boards.push(diagram(&game, &position, last, &arrows));
                    }
                    arrows.clear();
                    let before = position.clone();
                    let played = notation::play_all(&*engine, &position, moves.iter().map(|text| text.node.as_str()));
                    let Ok(positions) = played else { break };
                    let previous = positions.iter().rev().nth(1).unwrap_or(&before).clone();
                    if let Some(reached) = positions.into_iter().next_back() {
                        last = Some(render::cells_of(&game, &previous, &reached));
                        position = reached;
                    }
                    let followed = asked(example.checks.get(n + 1..).unwrap_or(&[]));
                    shown = true;
                    say(if followed {
                        format!("After {}:", texts(moves))
                    } else {
                        format!("Play continues with {}.", texts(moves))
                    });
                }
            }
        }
        let told =
            example.checks.iter().any(|check| matches!(check.node, CheckNode::Legal { .. } | CheckNode::Illegal(_)));
        if shown || told && !arrows.is_empty() {
            boards.push(diagram(&game, &position, last, &arrows));
        }
        if silent {
            boards.iter_mut().for_each(|board: &mut Diagram| board.caption.clear());
        }
        if !boards.is_empty() {
            self.blocks.push(Block::Boards(boards));
        }
        self.list(points);
    }

    /// Puts an expectation into words, with this player to move.
    fn phrase_expectation(&self, span: Span, mover: Player) -> String {
        let words = Phraser::new(self.game, self.items, Voice::Of(mover));
        match self.find(span) {
            Some(expr) => sentence(&words.condition(expr)),
            None => sentence(&format!("`{}` holds", words.source(span))),
        }
    }

    /// Finds the expression of an `expect` by its span.
    fn find(&self, span: Span) -> Option<&Expr> {
        let examples = items_of!(self.items, Example).map(|(_, example)| &example.checks);
        examples.flatten().find_map(|check| match &check.node {
            ast::CheckNode::Expect(expr) if expr.span == span => Some(expr),
            _ => None,
        })
    }
}

/// Lists moves in a sentence.
fn texts(moves: &[MoveText]) -> String {
    let texts: Vec<String> = moves.iter().map(|text| format!("`{}`", text.node)).collect();
    join(&texts, "and")
}

fn diagram(
    game: &Arc<Game>,
    position: &Position,
    last: Option<crate::game::cells::CellSet>,
    arrows: &[Arrow],
) -> Diagram {
    let arrows = Arrow::few(arrows);
    let caption = notation::status(game, position);
    Diagram { game: game.clone(), position: position.clone(), last, arrows, caption, legend: false }
}

fn legal_arrow(engine: &dyn Engine, position: &Position, text: &str) -> Option<Arrow> {
    let mv = engine.find(position, text).ok()??;
    Arrow::first(&engine.details(position, &mv).ok()?, ArrowMark::Legal)
}

/// Returns the arrow of a move from the first to the last cell that its text names: what an illegal move would change
/// is not known.
fn illegal_arrow(game: &Game, text: &str) -> Option<Arrow> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let cells: Vec<Cell> = words.filter_map(|word| game.board.named(word)).collect();
    let (first, last) = (cells.first()?, cells.last()?);
    Some(Arrow { from: (first != last).then_some(*first), to: *last, mark: ArrowMark::Illegal })
}
