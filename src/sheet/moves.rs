//! Actions, effects, conditions after every move, and how the game ends.

use super::words::{Phraser, Sentence, Voice, element, join, with_spaces};
use super::{Block, Maker, Point, capital, items_of, notation, notes, sentence};
use crate::game::piece::Player;
use crate::syntax::ast::{self, GameResult, Item, Node, Tie};

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
        for (item, clauses) in ends {
            let order = if clauses.len() > 1 {
                "After each move, the first condition that holds decides"
            } else {
                "Checked after each move"
            };
            let heading = format!("{order}. The mover has just moved; the next player moves next.");
            if notes::said(item).is_none() && notes::above(self.game, item.span).is_none() {
                let (points, derived) = (self.endings(clauses, true), self.endings(clauses, false));
                self.paragraph(heading);
                let is_quoted = points.iter().any(|point| point.text.starts_with('"'));
                self.list(points);
                self.paragraph(self.going_out(clauses));
                if is_quoted {
                    self.details("The end", derived);
                }
            } else {
                // The author's sentence comes first.
                let derived = [vec![Point::new(heading)], self.endings(clauses, true)].concat();
                let said = notes::above(self.game, item.span).into_iter().chain(notes::said(item));
                said.collect::<Vec<_>>().into_iter().for_each(|text| self.paragraph(text));
                self.paragraph(self.going_out(clauses));
                self.details("The end", derived);
            }
        }
    }

    /// Says what losing means, if there are three players or more.
    fn going_out(&self, clauses: &[ast::Ending]) -> &'static str {
        let loses = |clause: &&ast::Ending| matches!(clause.result, GameResult::Loses(_));
        let (can_lose, several) =
            (clauses.iter().any(|c| loses(&c)), clauses.iter().filter(loses).any(|c| c.each.is_some()));
        match self.game.players.len() > 2 && can_lose {
            true if several => {
                "A player who loses is out of the game, and the others play on. The last player left wins; if the last players lose at once, the game is a draw."
            }
            true => "A player who loses is out of the game, and the others play on. The last player left wins.",
            false => "",
        }
    }

    fn endings(&self, clauses: &[ast::Ending], noted: bool) -> Vec<Point> {
        clauses.iter().flat_map(|clause| self.endings_of(clause, noted)).map(Point::new).collect()
    }

    /// Puts a clause into words; for each player if it depends on the places of the players in turn order. If `noted`, the
    /// author's comment follows, or replaces them if it quotes the rules.
    fn endings_of(&self, clause: &ast::Ending, noted: bool) -> Vec<String> {
        let note = notes::after(self.game, clause.span).filter(|_| noted);
        if let Some(quoted) = note.as_ref().filter(|note| note.starts_with('"') && note.ends_with('"')) {
            return vec![quoted.clone()];
        }
        let words = Phraser::new(self.game, self.items, Voice::Mover);
        let mut endings: Vec<String> = match &clause.each {
            Some((name, over))
                if matches!(&over.node, Node::Name(word) if word == "players")
                    && words.depends_on_place(&clause.condition, &name.node) =>
            {
                let players = (0..self.game.players.len() as u8).map(Player);
                let known = players.map(|player| words.knowing(&name.node, player));
                // A clause that cannot hold for a player is not said of it.
                let possible = known.filter(|words| words.condition(&clause.condition) != "never");
                possible.map(|words| self.ending(clause, words)).collect()
            }
            _ => vec![self.ending(clause, words)],
        };
        if let Some(last) = endings.pop() {
            endings.push(notes::with_note(last, note));
        }
        endings
    }

    /// Puts a clause into words.
    fn ending(&self, clause: &ast::Ending, mut words: Phraser<'_>) -> String {
        let mut lead = "If".to_owned();
        if let Some((name, _)) = &clause.each {
            words.locals.push((name.node.clone(), ast::Type::Player));
        }
        if let Some((name, over)) = clause.each.as_ref().filter(|_| words.known.is_none()) {
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
                return format!("It never happens that {condition}.");
            }
            GameResult::Wins(who) => format!("{} wins", player(who)),
            GameResult::Loses(who) => format!("{} loses", player(who)),
            GameResult::Score { most, of, tie } => {
                let most = if *most { "most" } else { "fewest" };
                let greatest = if most == "most" { "the greatest" } else { "the smallest" };
                let is_set = of.node == "pieces" || self.game.kinds.iter().any(|kind| kind.name == of.node);
                let what = match of.node.as_str() {
                    "pieces" => format!("{most} pieces on the board"),
                    kind if is_set => format!("{most} pieces of the kind {}", with_spaces(kind)),
                    other => format!("“{}”", with_spaces(other)),
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
        sentence(&format!("{lead} {condition}, {result}"))
    }
}
