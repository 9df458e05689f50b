//! Actions, effects, conditions after every move, and the section about the end.

use super::end::EndWords;
use super::words::{Phraser, Sentence, Voice, element, join, with_spaces};
use super::{Block, Maker, Point, capital, items_of, notation, notes};
use crate::syntax::ast::{self, Item};

impl Maker<'_> {
    pub(super) fn moves(&mut self) {
        let actions: Vec<_> = items_of!(self.items, Action).collect();
        self.heading(2, "The moves");
        let several = actions.len() > 1;
        let notations = notation::find(self.engine, self.start);
        if several {
            self.paragraph("On your turn, make one of these moves.");
        }
        for (item, action) in actions {
            if several {
                self.heading(3, capital(&with_spaces(&action.name.node)));
            }
            let points = self.action(action);
            self.rule(item, with_spaces(&action.name.node), points);
            if let Some(text) = self.notation_of(&action.name.node, &notations) {
                self.blocks.push(Block::Small(format!("Notation: `{text}`.")));
            }
        }
    }

    /// Adds a rule: the author's sentences, with what is derived from the code folded away, or else what is derived.
    fn rule(&mut self, item: &Item, name: impl Into<String>, derived: Vec<Point>) {
        let said: Vec<String> = notes::above(self.game, item.span).into_iter().chain(notes::said(item)).collect();
        if said.is_empty() {
            return self.list(derived);
        }
        said.into_iter().for_each(|text| self.paragraph(text));
        self.details(capital(&name.into()), derived);
    }

    fn action(&self, action: &ast::Action) -> Vec<Point> {
        let game = self.game;
        let mut words = Phraser::new(game, self.items, Voice::You);
        let mut points = Vec::new();
        let mut chosen = Vec::new();
        for binder in &action.binders {
            let ty = words.ty(&binder.over).map_or(ast::Type::Piece, element);
            chosen.push(format!("`{}`, {}", binder.name.node, words.one_of(&binder.over)));
            words.locals.push((binder.name.node.clone(), ty));
        }
        if !chosen.is_empty() {
            let chosen = if chosen.len() > 2 { chosen.join("; ") } else { chosen.join(", and ") };
            points.push(Point::new(format!("Choose {chosen}.")));
        }
        for clause in &action.clauses {
            match clause {
                ast::Clause::Let(name, value) => {
                    let text = format!("Let `{}` be {}.", name.node, words.value(value));
                    points.push(Point::new(notes::with_note(text, notes::after(game, value.span))));
                    let ty = words.ty(value).unwrap_or(ast::Type::Piece);
                    words.locals.push((name.node.clone(), ty));
                }
                ast::Clause::When(condition) => {
                    let text = format!("Allowed only if {}.", words.condition(condition));
                    points.push(Point::new(notes::with_note(text, notes::after(game, condition.span))));
                }
                ast::Clause::As(_) => {}
            }
        }
        let changes = words.changes(action.body.as_deref().unwrap_or(&[]));
        let changes = self.points(&changes);
        match changes.as_slice() {
            [] => points.push(Point::new("Nothing happens: the turn passes.")),
            [only] if only.under.is_empty() => points.push(Point::new(only.text.clone())),
            _ => points.push(Point { text: "Then:".to_owned(), under: changes }),
        }
        for condition in &action.ensures {
            let text = format!("The move must lead to a position in which {}.", words.condition(condition));
            points.push(Point::new(notes::with_note(text, notes::after(game, condition.span))));
        }
        if let Some(value) = &action.maximize {
            let greatest = words.value(value);
            points.push(Point::new(format!("Only the moves with the greatest value are allowed: {greatest}.")));
        }
        points
    }

    /// Returns the text of a move of an action, or `None` if none was found.
    fn notation_of<'n>(&self, action: &str, notations: &'n [Option<String>]) -> Option<&'n str> {
        let at = self.game.actions.iter().position(|other| other.name == action)?;
        notations.get(at)?.as_deref().filter(|text| !text.is_empty() && !text.contains('`'))
    }

    /// Returns the sentences with the comments after them.
    fn points(&self, lines: &[Sentence]) -> Vec<Point> {
        let point = |line: &Sentence| Point {
            text: match notes::after(self.game, line.span) {
                Some(note) if line.under.is_empty() => notes::with_note(line.text.clone(), Some(note)),
                _ => line.text.clone(),
            },
            under: self.points(&line.under),
        };
        lines.iter().map(point).collect()
    }

    pub(super) fn effects(&mut self) {
        let rules = items_of!(self.items, Effect).map(|(item, effect)| {
            let words = Phraser::new(self.game, self.items, Voice::You);
            let words = words.with(effect.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node)));
            let with: Vec<String> = effect.parameters.iter().map(|one| format!("`{}`", one.name.node)).collect();
            let with = if with.is_empty() { String::new() } else { format!(" with {}", join(&with, "and")) };
            let head = format!("“{}”{with}:", with_spaces(&effect.name.node));
            let said = notes::said(item).map(|docs| format!("{head} {docs}"));
            (said, Point { text: head, under: self.points(&words.changes(&effect.body)) })
        });
        self.section("Effects of moves", rules.collect());
    }

    pub(super) fn always(&mut self) {
        // After the `do`, the mover is still the player who moved.
        let words = Phraser::new(self.game, self.items, Voice::You);
        let rules = items_of!(self.items, Always).map(|(item, always)| {
            let text = format!("A move must lead to a position in which {}.", words.condition(&always.condition));
            (notes::said(item), Point::new(text))
        });
        self.section("After every move", rules.collect());
    }

    pub(super) fn end(&mut self) {
        let ends: Vec<_> = items_of!(self.items, End).collect();
        if ends.is_empty() {
            return;
        }
        self.heading(2, "The end");
        let words = EndWords { game: self.game, items: self.items };
        for (item, clauses) in ends {
            let order = if clauses.len() > 1 {
                "After each move, the first condition that holds decides"
            } else {
                "Checked after each move"
            };
            let heading = format!("{order}. The mover has just moved; the next player moves next.");
            if notes::said(item).is_none() && notes::above(self.game, item.span).is_none() {
                let (points, derived) = (words.endings(clauses, true), words.endings(clauses, false));
                self.paragraph(heading);
                let is_quoted = points.iter().any(|point| point.text.starts_with('"'));
                self.list(points);
                self.paragraph(words.going_out(clauses));
                if is_quoted {
                    self.details("The end", derived);
                }
            } else {
                // The author's sentence comes first.
                let derived = [vec![Point::new(heading)], words.endings(clauses, true)].concat();
                let said = notes::above(self.game, item.span).into_iter().chain(notes::said(item));
                said.collect::<Vec<_>>().into_iter().for_each(|text| self.paragraph(text));
                self.paragraph(words.going_out(clauses));
                self.details("The end", derived);
            }
        }
    }
}
