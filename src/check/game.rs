//! Checks a whole file: declares its names, checks its items in the order of their dependencies, and assembles the [`Game`].

use super::RefusedSetting;
use super::checker::*;
use super::declared::Declared;
use super::expand::Expanded;
use super::preset::WantedExamples;
use super::unread::Lost;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::game::layout::Layout;
use crate::game::piece::MAX_PLAYERS;
use crate::game::rules::*;
use crate::source::{SourceId, Sources, Span};
use crate::suggest;
use crate::syntax::ast::{self, ItemNode};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A query to the checker after all items have been checked.
pub(super) type Ask<'q> = &'q mut dyn FnMut(&mut Checker<'_>);

/// The file to lower, with its settings.
#[derive(Clone, Copy)]
pub(super) struct Lowering<'t> {
    /// The merged file.
    pub expanded: &'t Expanded,
    /// Its sources.
    pub sources: &'t Arc<Sources>,
    /// The settings from outside.
    pub settings: &'t [(String, String)],
    /// The examples to check.
    pub wanted: WantedExamples,
    /// Whether the game records its places, for coverage.
    pub watched: bool,
    /// The first source that does not belong to the file. Names in it and in later ones may hide those of the file.
    pub outside: SourceId,
}

/// The results of checking a file, except the game.
#[derive(Default)]
pub(super) struct Findings {
    pub diagnostics: Vec<Diagnostic>,
    pub refused: Vec<RefusedSetting>,
    pub declared: Declared,
}

/// Lowers a merged file to a game, or returns `None` if an essential part is missing or wrong. After all items have been
/// checked, `ask` can check other texts with the declarations of the file.
pub(super) fn lower(task: Lowering<'_>, found: &mut Findings, ask: Ask<'_>) -> Option<Game> {
    let Lowering { expanded, sources, settings, wanted, watched, outside } = task;
    let mut check = Checker {
        sources,
        found: std::mem::take(&mut found.diagnostics),
        lost: Lost::new(&expanded.unread),
        globals: BTreeMap::new(),
        action_names: BTreeMap::new(),
        params: Vec::new(),
        tags: Vec::new(),
        params_wrong: BTreeSet::new(),
        params_used: BTreeSet::new(),
        board: super::boards::substitute_board()?,
        board_varies: false,
        drawn: None,
        look: Default::default(),
        players: Vec::new(),
        kinds: Vec::new(),
        placed: Vec::new(),
        kinds_used: BTreeSet::new(),
        vars: Vec::new(),
        defs: Vec::new(),
        lowered: Defs::default(),
        effects: Vec::new(),
        actions: Vec::new(),
        repetitions: Vec::new(),
        uses_ply: false,
        dirs_may_be_nothing: false,
        again: false,
        body: Body::new(Context::Static),
        uses: Vec::new(),
        params_seen: 0,
        unroll: false,
        unroll_depth: 0,
        outside,
        words: expanded.words,
        places: watched.then(Default::default),
        declared: Declared::default(),
    };
    let game = check.check_file(expanded, settings, wanted, &mut found.refused, ask);
    found.diagnostics = check.found;
    found.declared = check.declared;
    game
}

impl<'a> Checker<'a> {
    fn check_file(
        &mut self,
        expanded: &'a Expanded,
        settings: &[(String, String)],
        wanted: WantedExamples,
        refused: &mut Vec<RefusedSetting>,
        ask: Ask<'_>,
    ) -> Option<Game> {
        let items = &expanded.items;
        self.declare(items);
        self.refuse_unknown_settings(settings, refused);
        for item in items {
            if let ItemNode::Param(param) = &item.node {
                self.check_param(param, &item.docs, settings, refused);
            }
        }
        let whole = Span::new(SourceId(0), 0, 0);
        let mut board = None;
        for item in items {
            if let ItemNode::Board(ast) = &item.node {
                let seen = self.params_seen;
                board = Some(self.check_board(ast));
                self.board_varies |= self.params_seen != seen;
            }
        }
        match board {
            Some(true) => {}
            Some(false) => self.without_board(items),
            None if self.lost.item("board") => self.without_board(items),
            None => self.error_help(Code::E35, whole, "the game has no board", "add one, such as `board square 8 x 8`"),
        }
        if self.players.is_empty() && self.lost.item("players") {
            self.without_players();
        } else if self.players.is_empty() {
            self.error_help(Code::E35, whole, "the game has no players", "add them, such as `players White, Black`");
        }
        let idle = self.actions.is_empty() && !self.lost.item("action");
        if idle {
            let help = "add one, such as `action place(p: empty) do put stone at p`";
            self.error_help(Code::E35, whole, "the game has no actions", help);
        }
        if board.is_none() && !self.lost.board || self.players.is_empty() || idle {
            return None;
        }
        self.set_directions(items);
        self.report_direction_names();
        self.evaluate_index_ranges();
        self.declare_tags_of_maps();
        let mut symbols = Vec::new();
        for item in items {
            if let ItemNode::Legend(legend) = &item.node {
                self.check_legend(legend, &mut symbols);
            }
        }
        let mut setup = Vec::new();
        for item in items {
            if let ItemNode::Setup(layout) = &item.node {
                let placed = self.check_layout(layout, &symbols);
                self.report_unplaced(items, layout, &placed);
                setup.extend(placed);
            }
        }
        self.placed = setup.iter().filter_map(|placement| Some((placement.piece, placement.count()?))).collect();
        (0..self.vars.len()).for_each(|at| self.check_var(at));
        self.verify_var_size();
        (0..self.defs.len()).for_each(|at| self.check_def(at));
        (0..self.effects.len()).for_each(|at| self.check_effect(at));
        (0..self.actions.len()).for_each(|at| self.check_action(at));
        for item in items {
            if let ItemNode::Look(lines) = &item.node {
                self.check_look(lines);
            }
        }
        let mut always = Vec::new();
        let mut end = Vec::new();
        let mut endings = Vec::new();
        for item in items {
            match &item.node {
                ItemNode::Always(ast) => always.extend(self.check_always(ast)),
                ItemNode::End(clauses) => {
                    for clause in clauses {
                        end.extend(self.check_ending(clause));
                        endings.push(clause);
                    }
                }
                _ => {}
            }
        }
        let own_settings = self.params.iter().all(|param| param.value == param.default);
        let mut examples = Vec::new();
        for item in items {
            let ItemNode::Example(ast) = &item.node else { continue };
            let here = match wanted {
                WantedExamples::Own => own_settings && !super::preset::has_settings(ast, &self.params),
                WantedExamples::One(span) => item.span == span,
            };
            if here {
                examples.push(self.check_example(ast, item.span, &symbols));
            } else {
                self.mark_used(ast, &symbols);
            }
        }
        ask(self);
        self.verify_uses();
        self.number_steady();
        self.report_circle();
        if self.found.iter().any(Diagnostic::is_error) || !expanded.unread.is_empty() {
            return None;
        }
        self.lint(items, &endings, !always.is_empty());
        self.assemble(expanded, symbols, setup, always, end, examples)
    }

    fn assemble(
        &mut self,
        expanded: &Expanded,
        symbols: Vec<(PictureSymbol, Span)>,
        setup: Vec<Placement>,
        always: Vec<Always>,
        end: Vec<Ending>,
        examples: Vec<Example>,
    ) -> Option<Game> {
        let (mut title, mut authors, mut year) = (None, Vec::new(), None);
        for item in &expanded.items {
            match &item.node {
                ItemNode::Title(name) => title = title.or(Some((name, &item.docs))),
                ItemNode::Author(name) => authors.push(name.node.clone()),
                ItemNode::Year(number) => year = year.or(i32::try_from(number.node).ok()),
                _ => {}
            }
        }
        let (title, docs) = title?;
        let vars: Vec<Var> = self.vars.iter_mut().map(|var| var.lowered.take()).collect::<Option<_>>()?;
        let board = self.board.clone();
        let places = self.take_places();
        let layout = Layout::new(&board, self.players.len(), self.kinds.len(), &vars);
        Some(Game {
            title: title.node.clone(),
            title_span: title.span,
            authors,
            year,
            docs: docs.clone(),
            params: std::mem::take(&mut self.params),
            tags: std::mem::take(&mut self.tags),
            board,
            drawn: self.drawn.take(),
            areas: self.areas(&expanded.items),
            look: std::mem::take(&mut self.look),
            players: std::mem::take(&mut self.players),
            kinds: std::mem::take(&mut self.kinds),
            legend: symbols.into_iter().map(|(symbol, _)| symbol).collect(),
            setup,
            vars,
            defs: std::mem::take(&mut self.lowered),
            effects: self.effects.iter_mut().map(|effect| effect.lowered.take()).collect::<Option<_>>()?,
            actions: self.actions.iter_mut().map(|action| action.lowered.take()).collect::<Option<_>>()?,
            always,
            end,
            repetitions: std::mem::take(&mut self.repetitions),
            uses_ply: self.uses_ply,
            dirs_may_be_nothing: self.dirs_may_be_nothing,
            examples,
            places,
            layout,
            stacks: self.stacks(),
            sources: Arc::new(self.sources.clone()),
        })
    }

    /// Declares the names of all items.
    fn declare(&mut self, items: &'a [ast::Item]) {
        if !items.iter().any(|item| matches!(item.node, ItemNode::Title(_))) && !self.lost.item("game") {
            let whole = Span::new(SourceId(0), 0, 0);
            let help = if self.sources.all().len() > 1 {
                "give the variant a title of its own, in the line after `extends`: `game \"My Variant\"`"
            } else {
                "begin the file with a title: `game \"My Game\"`"
            };
            self.error_help(Code::E35, whole, "the game has no title", help);
        }
        for item in items {
            match &item.node {
                ItemNode::Param(ast) => {
                    let at = self.globals.values().filter(|(global, _)| matches!(global, Global::Param(_))).count();
                    self.declare_name(&ast.name, Global::Param(at));
                    self.declare_tags(&ast.words);
                }
                ItemNode::Players(players) => {
                    for player in players.iter().take(MAX_PLAYERS) {
                        self.declare_name(&player.name, Global::Player(self.players.len()));
                        self.players.push(PlayerInfo { name: player.name.node.clone(), going: None });
                    }
                    if let Some(player) = players.get(MAX_PLAYERS) {
                        self.error(Code::E34, player.name.span, format!("a game has at most {MAX_PLAYERS} players"));
                    }
                }
                ItemNode::Pieces(kinds) | ItemNode::Neutral(kinds) => {
                    self.declare_kinds(kinds, matches!(item.node, ItemNode::Neutral(_)));
                }
                ItemNode::Var(ast) => {
                    self.declare_name(&ast.name, Global::Var(self.vars.len()));
                    let indexes = self.var_indexes(ast);
                    self.declare_tags_of(&item.node);
                    let tags = ast.ty.as_ref().map_or(0, |ty| self.tags_named(&ty.words));
                    self.vars.push(VarEntry {
                        ast,
                        indexes,
                        state: TypeState::Waiting,
                        tags,
                        lowered: None,
                        set: false,
                        used: false,
                    });
                }
                ItemNode::Def(ast) => {
                    self.declare_name(&ast.name, Global::Def(self.defs.len()));
                    self.declare_tags_of(&item.node);
                    let tags = ast.ty.as_ref().map_or(0, |ty| self.tags_named(&ty.words));
                    self.defs.push(DefEntry {
                        ast,
                        state: TypeState::Waiting,
                        tags,
                        index: None,
                        read: false,
                        known: None,
                        needs: Vec::new(),
                        calls: Vec::new(),
                        sees_params: false,
                        used: false,
                    });
                }
                ItemNode::Effect(ast) => {
                    self.declare_name(&ast.name, Global::Effect(self.effects.len()));
                    self.declare_tags_of(&item.node);
                    self.effects.push(EffectEntry {
                        ast,
                        lowered: None,
                        calls: Vec::new(),
                        chooses: false,
                        used: false,
                    });
                }
                ItemNode::Action(ast) => {
                    self.declare_action(&ast.name, self.actions.len());
                    self.actions.push(ActionEntry {
                        ast,
                        docs: &item.docs,
                        span: item.span,
                        lowered: None,
                        asks: Vec::new(),
                    });
                }
                ItemNode::Always(ast) => self.declare_name(&ast.name, Global::Always),
                _ => {}
            }
        }
    }

    pub(super) fn declare_name(&mut self, name: &ast::Name, global: Global) {
        let word = &name.node;
        if let Some((other, span)) = self.globals.get(word).copied() {
            self.report_taken(name, other.describe(), span);
            return;
        }
        if super::words::is_word(word) && !self.is_word_of_stacks(name.span) {
            self.report_keyword(name, None);
        } else if is_cell_name(word) {
            let help =
                format!("choose another name, such as `{}_`", word.trim_end_matches(|c: char| c.is_ascii_digit()));
            self.error_help(Code::E03, name.span, format!("`{word}` is a cell, so it cannot be a name"), help);
        }
        // Its uses refer to this declaration, so they are not reported again.
        self.globals.insert(word.clone(), (global, name.span));
    }

    /// Declares an action. It can be named like a word of the language, because only `possible` uses the names of actions.
    fn declare_action(&mut self, name: &ast::Name, at: usize) {
        if let Some((_, span)) = self.action_names.get(&name.node).copied() {
            self.report_taken(name, "an action", span);
        } else if let Some((other, span)) = self.globals.get(&name.node).copied() {
            self.report_taken(name, other.describe(), span);
        } else {
            self.action_names.insert(name.node.clone(), (at, name.span));
        }
    }

    /// Sets the directions in which players go. Their names come from the board.
    fn set_directions(&mut self, items: &'a [ast::Item]) {
        for item in items {
            let ItemNode::Players(players) = &item.node else { continue };
            for (at, player) in players.iter().enumerate().take(MAX_PLAYERS) {
                let Some(going) = &player.going else { continue };
                let mask = self.board.dir_word(&going.node);
                if mask.is_none() {
                    self.report_unknown_direction(&going.node, going.span);
                    self.lost.add_item("players");
                }
                self.players[at].going = mask;
            }
        }
    }

    /// Reports E03 for names that are directions of the board.
    fn report_direction_names(&mut self) {
        let taken: Vec<(String, Global, Span)> = self
            .globals
            .iter()
            .filter(|(name, _)| self.board.dir_word(name).is_some() && !super::words::is_word(name))
            .map(|(name, (global, span))| (name.clone(), *global, *span))
            .collect();
        for (name, global, span) in taken {
            let message = format!("`{name}` is both a direction of the board and {}", global.describe());
            self.error_help(Code::E03, span, message, "choose another name");
        }
    }

    /// Refuses settings for parameters that the file does not have.
    fn refuse_unknown_settings(&self, settings: &[(String, String)], refused: &mut Vec<RefusedSetting>) {
        let names: Vec<&str> = self
            .globals
            .iter()
            .filter(|(_, (global, _))| matches!(global, Global::Param(_)))
            .map(|(name, _)| name.as_str())
            .collect();
        for (name, _) in settings {
            if names.contains(&name.as_str()) {
                continue;
            }
            let help = match (suggest::did_you_mean(name, names.iter().copied()), names.as_slice()) {
                (Some(near), _) => near,
                (None, []) => "the game has no parameters".to_string(),
                (None, names) => {
                    format!("its parameters are {}", suggest::listed(names))
                }
            };
            let message = format!("the game has no parameter `{name}`");
            refused.push(RefusedSetting { name: name.clone(), message, help: Some(help), span: None });
        }
    }
}
