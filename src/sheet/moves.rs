//! What players may do, what follows from it, and how the game ends.

use super::words::{Line, Voice, Words, element, joined, spaced};
use super::{Maker, Point, capital, notes, sentence};
use crate::syntax::ast::{self, GameResult, Item, ItemNode, Node, Tie};

impl Maker<'_> {
    pub(super) fn moves(&mut self) {
        let actions: Vec<(Item, ast::Action)> = self
            .items
            .iter()
            .filter_map(|item| match &item.node {
                ItemNode::Action(action) => Some((item.clone(), action.clone())),
                _ => None,
            })
            .collect();
        self.heading(2, "The moves");
        if actions.len() > 1 {
            self.paragraph("In your turn you make one of these moves.");
        }
        let several = actions.len() > 1;
        for (item, action) in &actions {
            if several {
                self.heading(3, capital(&spaced(&action.name.node)));
            }
            if let Some(text) = notes::above(self.game, item.span) {
                self.paragraph(text);
            }
            self.paragraph(notes::docs(&item.docs));
            let points = self.action(action);
            self.list(points);
        }
    }

    fn action(&self, action: &ast::Action) -> Vec<Point> {
        let game = self.game;
        let mut words = Words::new(game, self.items, Voice::You);
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
                    points.push(Point::new(notes::noted(text, notes::behind(game, value.span))));
                    let ty = words.ty(value).unwrap_or(ast::Type::Piece);
                    words.locals.push((name.node.clone(), ty));
                }
                ast::Clause::When(condition) => {
                    let text = format!("It is allowed only if {}.", words.condition(condition));
                    points.push(Point::new(notes::noted(text, notes::behind(game, condition.span))));
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
            let text = format!("It must lead to a position in which {}.", words.condition(condition));
            points.push(Point::new(notes::noted(text, notes::behind(game, condition.span))));
        }
        if let Some(value) = &action.maximize {
            let greatest = words.value(value);
            points.push(Point::new(format!(
                "Of all these moves only those are allowed that lead to the greatest value of this: {greatest}."
            )));
        }
        if let Some(text) = self.written_like(&action.name.node) {
            points.push(Point::new(format!("It is written like `{text}`.")));
        }
        points
    }

    /// How a move of an action is written, if there is one when play begins.
    fn written_like(&self, action: &str) -> Option<String> {
        let at = self.game.actions.iter().position(|other| other.name == action)?;
        let moves = self.engine.legal_moves(self.start).ok()?;
        let mv = moves.iter().find(|mv| mv.action.0 as usize == at)?;
        self.engine.text(self.start, mv).ok()
    }

    /// Sentences with the comments behind them.
    fn points(&self, lines: &[Line]) -> Vec<Point> {
        let point = |line: &Line| Point {
            text: match notes::behind(self.game, line.span) {
                Some(note) if line.under.is_empty() => notes::noted(line.text.clone(), Some(note)),
                _ => line.text.clone(),
            },
            under: self.points(&line.under),
        };
        lines.iter().map(point).collect()
    }

    pub(super) fn effects(&mut self) {
        let mut points = Vec::new();
        for item in self.items {
            let ItemNode::Effect(effect) = &item.node else { continue };
            let words = Words::new(self.game, self.items, Voice::You);
            let words = words.with(effect.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node)));
            let with: Vec<String> = effect.parameters.iter().map(|one| format!("`{}`", one.name.node)).collect();
            let with = if with.is_empty() { String::new() } else { format!(" with {}", joined(&with, "and")) };
            let docs = notes::docs(&item.docs);
            let text = format!("“{}”{with}: {docs}", spaced(&effect.name.node));
            points.push(Point { text: text.trim().to_owned(), under: self.points(&words.changes(&effect.body)) });
        }
        if !points.is_empty() {
            self.heading(2, "What moves lead to");
            self.list(points);
        }
    }

    pub(super) fn always(&mut self) {
        let mut points = Vec::new();
        for item in self.items {
            let ItemNode::Always(always) = &item.node else { continue };
            // After the `do` the mover is still who made the move.
            let words = Words::new(self.game, self.items, Voice::You);
            let text = format!("A move must lead to a position in which {}.", words.condition(&always.condition));
            points.push(Point::new(format!("{text} {}", notes::docs(&item.docs)).trim().to_owned()));
        }
        if !points.is_empty() {
            self.heading(2, "After every move");
            self.list(points);
        }
    }

    pub(super) fn end(&mut self) {
        let ends: Vec<(Item, Vec<ast::Ending>)> = self
            .items
            .iter()
            .filter_map(|item| match &item.node {
                ItemNode::End(clauses) => Some((item.clone(), clauses.clone())),
                _ => None,
            })
            .collect();
        if ends.is_empty() {
            return;
        }
        self.heading(2, "The end");
        for (item, clauses) in &ends {
            if let Some(text) = notes::above(self.game, item.span) {
                self.paragraph(text);
            }
            self.paragraph(notes::docs(&item.docs));
            let order = if clauses.len() > 1 { "The first of these that is true decides" } else { "This is asked" };
            self.paragraph(format!(
                "{order} after each move, where the mover is the player who has just made it and the next player the one whose turn it is now:"
            ));
            let points: Vec<Point> = clauses.iter().map(|clause| Point::new(self.ending(clause))).collect();
            self.list(points);
        }
    }

    fn ending(&self, clause: &ast::Ending) -> String {
        let mut words = Words::new(self.game, self.items, Voice::Mover);
        let mut lead = "If".to_owned();
        if let Some((name, over)) = &clause.each {
            words.locals.push((name.node.clone(), ast::Type::Player));
            lead = match &over.node {
                Node::Name(word) if word == "players" => format!("For each player `{}`: if", name.node),
                _ => format!("For each player `{}` of {}: if", name.node, words.code(over)),
            };
        }
        let condition = words.condition(&clause.condition);
        let player = |expr: &ast::Expr| words.player(expr).unwrap_or_else(|| words.code(expr));
        let result = match &clause.result {
            GameResult::Draw => "the game is a draw".to_owned(),
            GameResult::Never => {
                let text = format!("It can never come about that {condition}.");
                return notes::noted(text, notes::behind(self.game, clause.span));
            }
            GameResult::Wins(who) => format!("{} wins", player(who)),
            GameResult::Loses(who) => format!("{} loses", player(who)),
            GameResult::Score { most, of, tie } => {
                let most = if *most { "most" } else { "fewest" };
                let greatest = if most == "most" { "the greatest" } else { "the smallest" };
                let is_set = of.node == "pieces" || self.game.kinds.iter().any(|kind| kind.name == of.node);
                let what = match of.node.as_str() {
                    "pieces" => format!("{most} pieces on the board"),
                    kind if is_set => format!("{most} pieces of the kind {}", spaced(kind)),
                    other => format!("“{}”", spaced(other)),
                };
                let tie = match tie {
                    Tie::Draw => "; a tie is a draw",
                    Tie::None => "; there can be no tie",
                    Tie::Unsaid => "",
                };
                let the = if is_set { "the" } else { greatest };
                format!("the player with {the} {what} wins{tie}")
            }
        };
        let text = sentence(&format!("{lead} {condition}, {result}"));
        notes::noted(text, notes::behind(self.game, clause.span))
    }
}
