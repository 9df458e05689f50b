//! [`Scope`], which checks texts from outside a file with the names of that file, for the repl and the like.
//!
//! Each text becomes a [`Source`] after those of the game, so that reports can point into it.

use super::checker::{Body, Context};
use super::expand::{Bases, Expanded, expand};
use super::game::{Ask, Findings, Lowering, lower};
use super::preset::WantedExamples;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::game::expr::{AnyExpr, Frame};
use crate::game::rules::{ActionId, Example};
use crate::game::value::Value;
use crate::source::{Source, SourceId, Sources, Span, Spanned};
use crate::syntax::{self, ast};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The word of [`Scope::declared`] for actions, whose names are used in expressions only after `possible`.
const ACTIONS: &str = "actions";

/// The names of a game, and those that were added later.
#[derive(Clone, Debug)]
pub struct Scope {
    sources: Sources,
    expanded: Expanded,
    settings: Vec<(String, String)>,
    /// The first source after those of the file.
    outside: SourceId,
    /// The names that [`Scope::keep`] has added.
    kept: BTreeSet<String>,
}

/// The errors in a text.
#[derive(Clone, Debug)]
pub struct ScopeError {
    /// The sources that the errors point into.
    pub sources: Arc<Sources>,
    /// The errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A checked expression.
#[derive(Clone, Debug)]
pub struct CheckedExpr {
    /// The game with the additions of the expression: its source, and any `repeated` that the rules do not use. Only
    /// positions with as many [repetitions](Game::repetitions) are positions of it.
    pub game: Arc<Game>,
    /// The expression.
    pub meaning: Meaning,
    /// The frame for its evaluation.
    pub frame: Frame,
    /// Its type, as the language writes it.
    pub ty: &'static str,
    /// Its type in words: "a set of cells".
    pub described: &'static str,
}

/// The meaning of an expression.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A value.
    Value(AnyExpr),
    /// The text of a move, as the text of this action. The action has no binders and no statements.
    Text(ActionId),
}

/// Checked statements.
#[derive(Clone, Debug)]
pub struct CheckedStatements {
    /// The game with an action for them, and without its `always` items.
    pub game: Arc<Game>,
    /// The action.
    pub action: ActionId,
}

impl CheckedStatements {
    /// The beginning of the texts of the action's moves. The texts of the choices follow.
    pub const TEXT: &str = "do";
}

/// The bases that a game already has among its sources.
struct GameBases<'a>(&'a Sources);

impl Bases for GameBases<'_> {
    fn base(&self, _: &str, from: &Source) -> Option<Source> {
        let at = (0..=u16::MAX).map(SourceId).map(|id| self.0.get(id)).position(|source| is_same(&source, from))?;
        let next = u16::try_from(at + 1).ok().map(|next| self.0.get(SourceId(next)))?;
        (!next.text.is_empty()).then_some(next)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

fn is_same(one: &Source, other: &Source) -> bool {
    one.name == other.name && one.text == other.text
}

impl Scope {
    /// Creates the scope of a game, or returns `None` if its sources are not those that it was checked from.
    pub fn new(game: &Game) -> Option<Scope> {
        let mut sources = Sources::new();
        let id = sources.add(game.sources.get(SourceId(0)));
        let file = syntax::parse(&sources, id).ok()?;
        let expanded = expand(&mut sources, file, &GameBases(&game.sources), &mut Vec::new())?;
        let changed = game.params.iter().filter(|param| param.value != param.default);
        let settings = changed.map(|param| (param.name.clone(), param.value.to_string())).collect();
        let outside = SourceId(u16::try_from(sources.all().len()).ok()?);
        Some(Scope { sources, expanded, settings, outside, kept: BTreeSet::new() })
    }

    /// Checks an expression as in an `expect`, or the text of a move.
    pub fn expression(&self, name: &str, text: &str) -> Result<CheckedExpr, ScopeError> {
        let (sources, id) = self.add_source(name, text);
        let parsed = syntax::parse_query(&sources, id).map_err(|found| errors(&sources, found))?;
        match parsed {
            syntax::Query::Value(expr) => self.lower_meaning(sources, id, &expr),
            syntax::Query::Text(template) => {
                let span = template.span;
                let action = ast::Action { clauses: vec![ast::Clause::As(template)], ..self.unnamed_action(span) };
                let tried = self.lower_action(sources, action, span)?;
                let meaning = Meaning::Text(tried.action);
                Ok(CheckedExpr {
                    game: tried.game,
                    meaning,
                    frame: Frame::default(),
                    ty: "text",
                    described: "the text of a move",
                })
            }
        }
    }

    fn lower_meaning(&self, sources: Sources, id: SourceId, expr: &ast::Expr) -> Result<CheckedExpr, ScopeError> {
        let mut meant = None;
        let game = self.lower(sources, id, &self.expanded, WantedExamples::One(expr.span), &mut |check| {
            let (value, inner) = check.with_body(Body::new(Context::Expect), |check| check.any(expr, None));
            meant = value.map(|value| (value, inner.frame));
        })?;
        let (value, frame) = meant.ok_or_else(|| errors(&game.sources, Vec::new()))?;
        let game = Arc::new(game);
        let ty = value.ty();
        Ok(CheckedExpr { game, frame, ty: ty.word(), described: ty.describe(), meaning: Meaning::Value(value) })
    }

    /// Checks statements as in a `do`.
    pub fn statements(&self, name: &str, text: &str) -> Result<CheckedStatements, ScopeError> {
        let (sources, id) = self.add_source(name, text);
        let body = syntax::parse_statements(&sources, id).map_err(|found| errors(&sources, found))?;
        let span = Span::new(id, 0, text.len());
        self.lower_action(sources, ast::Action { body: Some(body), ..self.unnamed_action(span) }, span)
    }

    /// Checks lines of an example. Returns the game, without other examples, and the example.
    pub fn lines(&self, name: &str, text: &str) -> Result<(Arc<Game>, Example), ScopeError> {
        let (sources, id) = self.add_source(name, text);
        let checks = syntax::parse_checks(&sources, id).map_err(|found| errors(&sources, found))?;
        let span = Span::new(id, 0, text.len());
        let title = Spanned::new(name.to_owned(), span);
        let node = ast::ItemNode::Example(ast::Example { title, checks });
        let mut expanded = self.expanded.clone();
        expanded.items.push(ast::Item { span, docs: String::new(), change: ast::Change::New, node });
        let mut game = self.lower(sources, id, &expanded, WantedExamples::One(span), &mut |_| ())?;
        let example = game.examples.pop().ok_or_else(|| errors(&game.sources, Vec::new()))?;
        Ok((Arc::new(game), example))
    }

    /// Adds items (`def`, `effect`) for later texts. Returns the game with them.
    pub fn define(&mut self, name: &str, text: &str) -> Result<Arc<Game>, ScopeError> {
        let (sources, id) = self.add_source(name, text);
        let file = syntax::parse(&sources, id).map_err(|found| errors(&sources, found))?;
        let other = |item: &&ast::Item| !matches!(item.node, ast::ItemNode::Def(_) | ast::ItemNode::Effect(_));
        let changes = |item: &&ast::Item| !matches!(item.change, ast::Change::New);
        if let Some(item) = file.items.iter().find(|item| other(item) || changes(item)) {
            let help = "write other items in the file, and use `reload` to read it again";
            let found =
                Diagnostic::new(Code::E20, item.span, "only a `def` or an `effect` can be added here").help(help);
            return Err(errors(&sources, vec![found]));
        }
        let mut expanded = self.expanded.clone();
        expanded.items.extend(file.items);
        self.adopt(sources, id, expanded)
    }

    /// Gives a value a name for later texts. The same name again gets the new value. `text` is the text with the name. Returns
    /// the game with it.
    pub fn keep(
        &mut self,
        game: &Game,
        name: &str,
        place: &str,
        text: &str,
        value: &Value,
    ) -> Result<Arc<Game>, ScopeError> {
        let (mut sources, id) = self.add_source(place, text);
        let at = text.find(name).unwrap_or(0);
        let said = Span::new(id, at, at + name.len());
        let written = format!("def {name}: {} = {}", value.constant().ty().word(), value.source(game));
        let file = sources.add(Source::new(place, written));
        let mut file = syntax::parse(&sources, file).map_err(|_| {
            let found = Diagnostic::new(Code::E03, said, format!("`{name}` cannot be a name"));
            let help = "a name begins with a letter, and is not a cell or a word of the language";
            errors(&sources, vec![found.help(help)])
        })?;
        let mut expanded = self.expanded.clone();
        expanded.items.retain(|item| !matches!(&item.node, ast::ItemNode::Def(def) if def.name.node == name && self.kept.contains(&def.name.node)));
        for item in &mut file.items {
            if let ast::ItemNode::Def(def) = &mut item.node {
                def.name.span = said;
            }
        }
        expanded.items.extend(file.items);
        let game = self.adopt(sources, id, expanded)?;
        self.kept.insert(name.to_owned());
        Ok(game)
    }

    /// Returns the items of the file and its bases, and those that were added.
    pub fn items(&self) -> &[ast::Item] {
        // The words of stacks come first.
        let items = &self.expanded.items;
        let words = items.iter().take_while(|item| Some(item.span.source) == self.expanded.words).count();
        items.get(words..).unwrap_or_default()
    }

    /// Returns all words that can be used in an expression: of the language, the board and the rules.
    pub fn names(&self, game: &Game) -> Vec<String> {
        let language = words::names()
            .chain(words::calls())
            .chain(["not", "and", "or", "in", "within", "except", "if", "then", "else", "match"]);
        let mut names: Vec<String> = language.map(str::to_owned).collect();
        names.extend(game.board.dir_words().iter().map(|word| word.to_string()));
        names.extend(self.declared().into_iter().filter(|(what, _)| *what != ACTIONS).flat_map(|(_, names)| names));
        let items = self.expanded.items.iter();
        names.extend(
            items
                .filter_map(|item| match &item.node {
                    ast::ItemNode::Param(param) => Some(param.words.iter().map(|word| word.node.clone())),
                    _ => None,
                })
                .flatten(),
        );
        names.sort();
        names.dedup();
        names
    }

    /// Returns the declared names in groups: `("defs", ["value", ..])`.
    pub fn declared(&self) -> Vec<(&'static str, Vec<String>)> {
        let mut found: Vec<(&'static str, Vec<String>)> = Vec::new();
        for item in &self.expanded.items {
            let (what, names): (_, Vec<&ast::Name>) = match &item.node {
                ast::ItemNode::Param(param) => ("parameters", vec![&param.name]),
                ast::ItemNode::Players(players) => ("players", players.iter().map(|player| &player.name).collect()),
                ast::ItemNode::Pieces(kinds) | ast::ItemNode::Neutral(kinds) => {
                    ("kinds of pieces", kinds.iter().map(|kind| &kind.name).collect())
                }
                ast::ItemNode::Var(var) => ("variables", vec![&var.name]),
                ast::ItemNode::Def(def) if self.kept.contains(&def.name.node) => ("values", vec![&def.name]),
                ast::ItemNode::Def(def) => ("defs", vec![&def.name]),
                ast::ItemNode::Effect(effect) => ("effects", vec![&effect.name]),
                ast::ItemNode::Action(action) => (ACTIONS, vec![&action.name]),
                _ => continue,
            };
            // the inner words of stacks are not for rules
            let is_inner = |name: &str| self.expanded.words == Some(item.span.source) && name.starts_with("stack_");
            let names = names.into_iter().map(|name| name.node.clone()).filter(|name| !is_inner(name));
            match found.iter_mut().find(|(other, _)| *other == what) {
                Some((_, all)) => all.extend(names),
                None => found.push((what, names.collect())),
            }
        }
        found
    }

    fn add_source(&self, name: &str, text: &str) -> (Sources, SourceId) {
        let mut sources = self.sources.clone();
        let id = sources.add(Source::new(name, text));
        (sources, id)
    }

    /// Returns an empty action with a free name.
    fn unnamed_action(&self, span: Span) -> ast::Action {
        let taken = |name: &str| {
            self.expanded.items.iter().any(|item| match &item.node {
                ast::ItemNode::Action(action) => action.name.node == name,
                ast::ItemNode::Def(def) => def.name.node == name,
                ast::ItemNode::Effect(effect) => effect.name.node == name,
                _ => false,
            })
        };
        let name = (1..).map(|n| format!("trial_{n}")).find(|name| !taken(name)).unwrap_or_default();
        let text = ast::TemplatePart::Text(Spanned::new(CheckedStatements::TEXT.to_owned(), span));
        let text = ast::Template { span, node: ast::TemplateNode::Parts(vec![text]) };
        ast::Action {
            name: Spanned::new(name, span),
            binders: Vec::new(),
            clauses: vec![ast::Clause::As(text)],
            body: None,
            ensures: Vec::new(),
            maximize: None,
        }
    }

    fn lower_action(&self, sources: Sources, action: ast::Action, span: Span) -> Result<CheckedStatements, ScopeError> {
        let mut expanded = self.expanded.clone();
        let node = ast::ItemNode::Action(action);
        expanded.items.push(ast::Item { span, docs: String::new(), change: ast::Change::New, node });
        let mut game = self.lower(sources, span.source, &expanded, WantedExamples::One(span), &mut |_| ())?;
        game.always.clear();
        let action = ActionId(game.actions.len().saturating_sub(1) as u16);
        Ok(CheckedStatements { game: Arc::new(game), action })
    }

    /// Lowers the game with additions, and keeps them for later texts.
    fn adopt(&mut self, sources: Sources, id: SourceId, expanded: Expanded) -> Result<Arc<Game>, ScopeError> {
        let game = self.lower(sources.clone(), id, &expanded, WantedExamples::Own, &mut |_| ())?;
        self.sources = sources;
        self.expanded = expanded;
        Ok(Arc::new(game))
    }

    /// Lowers the game with additions.
    fn lower(
        &self,
        sources: Sources,
        id: SourceId,
        expanded: &Expanded,
        wanted: WantedExamples,
        ask: Ask<'_>,
    ) -> Result<Game, ScopeError> {
        stacker::maybe_grow(1 << 20, 64 << 20, || {
            let sources = Arc::new(sources);
            let (settings, outside) = (&*self.settings, self.outside);
            let task = Lowering { expanded, sources: &sources, settings, wanted, watched: false, outside };
            let mut all = Findings::default();
            let game = lower(task, &mut all, ask);
            let mut found = all.diagnostics;
            found.retain(|one| one.is_error());
            // Errors elsewhere follow from those in the text itself.
            if found.iter().any(|one| one.span().source == id) {
                found.retain(|one| one.span().source == id);
            }
            found.sort_by_key(|one| one.span());
            match game {
                Some(game) if found.is_empty() => Ok(game),
                _ => Err(errors(&sources, found)),
            }
        })
    }
}

fn errors(sources: &Sources, diagnostics: Vec<Diagnostic>) -> ScopeError {
    ScopeError { sources: Arc::new(sources.clone()), diagnostics }
}
