//! Everything but the moves: title, players, board, pieces, setup, variables, settings, terms.

use super::words::{Phraser, Voice, compass_name, join, with_spaces};
use super::{Block, Diagram, Maker, Point, capital, items_of, notes, sentence};
use crate::game::board::{Chains, Shape};
use crate::game::cells::Cell;
use crate::game::piece::Player;
use crate::game::rules::{Domain, Param, Setting};
use crate::source::SourceId;
use crate::syntax::{self, ast};
use ast::{Item, ItemNode};
use std::sync::Arc;

impl Maker<'_> {
    pub(super) fn title(&mut self) {
        let game = self.game.clone();
        self.heading(1, game.full_title());
        let authors = join(&game.authors, "and");
        let by = match (authors.as_str(), game.year) {
            ("", None) => String::new(),
            ("", Some(year)) => year.to_string(),
            (authors, None) => format!("by {authors}"),
            (authors, Some(year)) => format!("by {authors}, {year}"),
        };
        let base = self.base().map(|base| format!("a variant of {base}")).unwrap_or_default();
        let parts: Vec<String> = [by, base].into_iter().filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            self.blocks.push(Block::Small(capital(&parts.join("; "))));
        }
        self.paragraph(notes::docs(&game.docs));
        self.paragraph(self.intro());
    }

    /// Returns the title of the game that this one extends.
    fn base(&self) -> Option<String> {
        let base = self.game.sources.get(SourceId(1));
        if base.text.is_empty() {
            return None;
        }
        let file = syntax::parse(&self.game.sources, SourceId(1)).ok()?;
        file.items.iter().find_map(|item| match &item.node {
            ItemNode::Title(title) => Some(title.node.clone()),
            _ => None,
        })
    }

    /// Returns the comments around the title.
    fn intro(&self) -> String {
        let heads = self.items.iter().filter(|item| {
            item.span.source == SourceId(0)
                && matches!(item.node, ItemNode::Title(_) | ItemNode::Author(_) | ItemNode::Year(_))
        });
        let Some(last) = heads.clone().max_by_key(|item| item.span.end) else { return String::new() };
        let above = heads.min_by_key(|item| item.span.start).and_then(|item| notes::above(self.game, item.span));
        let text = self.game.sources.get(SourceId(0)).text;
        let rest = text.get(last.span.end as usize..).unwrap_or("");
        let comments =
            rest.lines().skip(1).map_while(|line| line.trim().strip_prefix("//").filter(|line| !line.starts_with('/')));
        let comments = comments.filter(|line| !notes::is_for_checker(line));
        let below = comments.map(str::trim).collect::<Vec<_>>().join(" ");
        let both: Vec<String> =
            above.into_iter().chain([sentence(&below)].into_iter().filter(|text| !text.is_empty())).collect();
        both.join(" ")
    }

    /// Adds the author's comments on an item.
    fn add_comments(&mut self, item: &Item) {
        if let Some(text) = notes::above(self.game, item.span).filter(|text| !self.intro().contains(text.as_str())) {
            self.paragraph(text);
        }
        self.paragraph(notes::docs(&item.docs));
        if let Some(note) = notes::after(self.game, item.span) {
            self.paragraph(sentence(&note));
        }
    }

    /// Returns whether the author says this of the players, the board, the pieces or the setup.
    fn author_says(&self, words: &str) -> bool {
        let said = self.items.iter().filter(|item| {
            matches!(item.node, ItemNode::Players(_) | ItemNode::Board(_) | ItemNode::Pieces(_) | ItemNode::Setup(_))
        });
        let comments = said.flat_map(|item| notes::said(item).into_iter().chain(notes::above(self.game, item.span)));
        comments.chain([self.intro()]).any(|comment| comment.contains(words))
    }

    fn add_comments_of(&mut self, is_wanted: fn(&ItemNode) -> bool) {
        let items = self.items;
        items.iter().filter(|item| is_wanted(&item.node)).for_each(|item| self.add_comments(item));
    }

    pub(super) fn equipment(&mut self) {
        let game = self.game.clone();
        self.heading(2, "Players, board and pieces");
        let names: Vec<String> = game.players.iter().map(|player| player.name.replace('_', " ")).collect();
        let players = match names.as_slice() {
            [one] => format!("{one} plays alone."),
            [first, ..] if self.author_says(&format!("{first} begins")) => {
                format!("Players: {}.", join(&names, "and"))
            }
            [first, ..] => format!("Players: {}. {first} begins.", join(&names, "and")),
            [] => String::new(),
        };
        let goings = self.goings();
        self.paragraph(format!("{players}{goings}"));
        self.add_comments_of(|node| matches!(node, ItemNode::Players(_)));
        self.paragraph(self.board());
        self.lines_of_graph();
        self.add_comments_of(|node| matches!(node, ItemNode::Board(_)));
        self.paragraph(self.pieces());
        self.add_comments_of(|node| matches!(node, ItemNode::Pieces(_) | ItemNode::Neutral(_) | ItemNode::Legend(_)));
    }

    fn goings(&self) -> String {
        let players = items_of!(self.items, Players).next();
        let going: Vec<String> = players
            .into_iter()
            .flat_map(|(_, players)| players)
            .filter_map(|player| {
                let going = &player.going.as_ref()?.node;
                let toward = compass_name(going).map_or_else(|| format!("“{going}”"), str::to_owned);
                Some(format!("{} plays toward the {toward}", player.name.node))
            })
            .collect();
        if going.is_empty() { String::new() } else { format!(" {}.", join(&going, "and")) }
    }

    fn board(&self) -> String {
        let board = &self.game.board;
        let (columns, rows) = (board.width(), board.height());
        let mut text = match &board.blueprint().shape {
            Shape::Square(..) => format!("The board has {columns} columns and {rows} rows of squares."),
            Shape::Rhombus(..) => format!("The board is a rhombus of hexes with {columns} columns and {rows} rows."),
            Shape::Hexagon(side) => format!("The board is a hexagon of hexes, {side} on each side."),
            Shape::Triangle(side) => format!("The board is a triangle of hexes, {side} on each side."),
            Shape::Star(rows) => {
                format!("The board is a six-pointed star: a hexagon whose sides carry triangles of {rows} rows.")
            }
            Shape::Graph(_) => format!("The board has {} points.", board.len()),
        };
        let Some((_, ast)) = items_of!(self.items, Board).next() else { return text };
        let words = Phraser::new(self.game, self.items, Voice::Mover);
        if let Some(without) = &ast.without {
            text += &format!(" Without {}.", words.value(without));
        }
        if let Some(links) = &ast.links {
            text += &format!(" Cells are adjacent {}.", words.adjoining(links));
        }
        let named = |name: &ast::Name| match name.node.as_str() {
            "N" => "upper",
            "S" => "lower",
            "E" => "right",
            "W" => "left",
            _ => "other",
        };
        for (one, other) in &ast.wraps {
            text += &format!(" The {} and {} edges are joined.", named(one), named(other));
        }
        if let Some(stacks) = self.game.stacks {
            text += &format!(" A cell can hold a stack of up to {} pieces; only its top counts.", stacks.most);
        }
        text
    }

    /// Lists the lines of a graph and their directions.
    fn lines_of_graph(&mut self) {
        let Shape::Graph(all) = &self.game.board.blueprint().shape else { return };
        let point = |chains: &Chains| {
            let named = |word: &str| compass_name(word).map_or_else(|| format!("`{word}`"), capital);
            let way = match &chains.back {
                Some(back) => format!("{} (back: {})", named(&chains.forth), named(back)),
                None => format!("{} (one way)", named(&chains.forth)),
            };
            let lines: Vec<String> = chains.chains.iter().map(|points| points.join("–")).collect();
            Point::new(format!("{way}: {}.", lines.join(", ")))
        };
        let points = all.iter().map(point).collect();
        self.paragraph("The points are joined by these lines, each named by its direction:");
        self.list(points);
    }

    fn pieces(&self) -> String {
        let named = |neutral: bool| -> Vec<String> {
            let kinds = self.game.kinds.iter().filter(|kind| kind.neutral == neutral);
            kinds
                .map(|kind| match &kind.sign {
                    Some(sign) => format!("{} (`{sign}`)", kind.name.replace('_', " ")),
                    None => kind.name.replace('_', " "),
                })
                .collect()
        };
        let (own, neutral) = (named(false), named(true));
        let mut text = match own.as_slice() {
            [] => String::new(),
            [one] => format!("The players have pieces of one kind: {one}."),
            _ => format!("The players have pieces of these kinds: {}.", join(&own, "and")),
        };
        if !neutral.is_empty() {
            text += &format!(" Neutral pieces: {}.", join(&neutral, "and"));
        }
        text.trim().to_owned()
    }

    pub(super) fn beginning(&mut self) {
        self.heading(2, "The beginning");
        let game = self.game.clone();
        let cells = (0..game.board.len()).map(|cell| Cell(cell as u16));
        let empty = cells.into_iter().all(|cell| self.start.at(&game, cell).is_nothing());
        if empty && !game.kinds.is_empty() && !self.author_says("empty board") {
            self.paragraph("Play begins on an empty board.");
        }
        self.add_comments_of(|node| matches!(node, ItemNode::Setup(_)));
        self.blocks.push(Block::Boards(vec![Diagram {
            game: game.clone(),
            position: self.start.clone(),
            last: None,
            arrows: Vec::new(),
            caption: crate::notation::status(&game, self.start),
            legend: true,
        }]));
        let mut points = Vec::new();
        for (item, var) in items_of!(self.items, Var) {
            let words = Phraser::new(&game, self.items, Voice::Mover);
            let words =
                words.with(var.indexes.iter().map(|index| (index.name.node.clone(), words.index_type(&index.over))));
            let each: Vec<String> = var.indexes.iter().map(|index| words.phrase_index(index)).collect();
            let each = if each.is_empty() { String::new() } else { format!(", for each {}", join(&each, "and")) };
            let first = match &var.first {
                Some(ast::Expr { node: ast::Node::Number(n), .. }) => format!(" Starts at {n}."),
                Some(first) => format!(" Starts as {}.", words.value(first)),
                None => String::new(),
            };
            let words: Vec<String> = (var.ty.iter().flat_map(|ty| &ty.words))
                .map(|word| format!("“{}”", word.node.replace('_', " ")))
                .collect();
            let each = if words.is_empty() { each } else { format!("{each}, {}", join(&words, "or")) };
            let when = if var.each_turn { " Reset every turn." } else { "" };
            let said = notes::said(item).or_else(|| notes::after(&game, item.span).map(|note| sentence(&note)));
            let head = format!("“{}”{each}", var.name.node.replace('_', " "));
            let said = format!("{}{first}{when}", said.unwrap_or_default());
            let said = if said.is_empty() { ".".to_owned() } else { format!(": {}", said.trim()) };
            points.push(Point::new(format!("{head}{said}")));
        }
        if !points.is_empty() {
            self.paragraph("Also tracked:");
            self.list(points);
        }
    }

    pub(super) fn settings(&mut self) {
        let game = self.game.clone();
        if game.params.is_empty() {
            return;
        }
        self.heading(2, "Settings");
        let (mut points, mut details) = (Vec::new(), Vec::new());
        for param in &game.params {
            let ast = items_of!(self.items, Param).find(|(_, ast)| ast.name.node == param.name);
            let words = Phraser::new(&game, self.items, Voice::Mover);
            let condition = ast.and_then(|(_, ast)| ast.condition.as_ref());
            let condition = condition.map(|expr| format!("Only if {}.", words.condition(expr)));
            let note = ast.and_then(|(item, _)| notes::after(&game, item.span)).map(|note| sentence(&note));
            let said: Vec<String> =
                [notes::docs(&param.docs)].into_iter().chain(note).filter(|text| !text.is_empty()).collect();
            let head = format!("`{}`: {}.", param.name, values(param));
            match condition {
                Some(condition) if said.is_empty() => points.push(Point::new(format!("{head} {condition}"))),
                condition => {
                    points.push(Point::new(format!("{head} {}", said.join(" ")).trim()));
                    details.extend(condition.map(|condition| Point::new(format!("`{}`: {condition}", param.name))));
                }
            }
        }
        self.list(points);
        self.details("Settings", details);
    }

    pub(super) fn terms(&mut self) {
        let (mut points, mut details) = (Vec::new(), Vec::new());
        // The last region with a comment: its map, the comment and the terms. Regions of one map can share a comment.
        let mut last: Option<(Arc<ast::Map>, String, Vec<String>)> = None;
        for (item, def) in items_of!(self.items, Def) {
            let (said, head, meaning, under) = self.term(item, def);
            let derived = Point { text: format!("{head} {meaning}"), under };
            let Some(said) = said else {
                points.push(derived);
                continue;
            };
            details.push(derived);
            let mut heads = Vec::new();
            if let ast::Node::Region(map, _) = &def.body.node {
                if let Some((_, _, before)) = last.filter(|(at, text, _)| Arc::ptr_eq(at, map) && *text == said) {
                    points.pop();
                    heads = before;
                }
                heads.push(head);
                last = Some((map.clone(), said.clone(), heads.clone()));
            } else {
                heads.push(head);
            }
            points.push(Point::new(format!("{}: {said}", join(&heads, "and"))));
        }
        self.section_of("Terms", points, details);
    }

    /// Returns the type of a def: as stated or inferred by the checker, otherwise as its body suggests.
    fn type_of(&self, words: &Phraser, def: &ast::Def) -> Option<ast::Type> {
        let stated = def.ty.as_ref().map(|ty| ty.node);
        stated.or_else(|| words.def_type(&def.name.node)).or_else(|| words.ty(&def.body))
    }

    /// Puts a def into words for each player, if it depends on the place of a player in turn order.
    fn meaning_by_player(&self, words: &Phraser, def: &ast::Def) -> Option<(String, Vec<Point>)> {
        let name = &def.parameters.iter().find(|one| one.ty.node == ast::Type::Player)?.name.node;
        let ty = self.type_of(words, def);
        if !words.depends_on_place(&def.body, name) || ty == Some(ast::Type::Bool) {
            return None;
        }
        let players = (0..self.game.players.len() as u8).map(Player);
        let points = players.map(|player| {
            let value = words.knowing(name, player).value_as(&def.body, ty);
            Point::new(format!("for {}: {value}.", with_spaces(self.game.player_name(player))))
        });
        Some((format!("depends on `{name}`"), points.collect()))
    }

    /// Puts a def into words: the author's sentence, the term, its meaning, and the points below the meaning.
    fn term(&self, item: &Item, def: &ast::Def) -> (Option<String>, String, String, Vec<Point>) {
        let game = self.game;
        let words = Phraser::new(game, self.items, Voice::Mover);
        let words = words.with(def.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node)));
        // They may use each other in any order.
        let types = def.wheres.iter().filter_map(|(name, value)| Some((name.node.clone(), words.ty(value)?)));
        let inner = words.with(types);
        let wheres = def.wheres.iter().map(|(name, value)| format!("`{}` is {}", name.node, inner.value(value)));
        let wheres: Vec<String> = wheres.collect();
        let (first, rest) = def.parameters.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
        let preposition = match (def.name.node.ends_with("_of"), words.ty(&def.body)) {
            (true, _) => "",
            (_, Some(ast::Type::Bool)) => " for",
            _ => " of",
        };
        let of = first.map(|one| format!("{preposition} `{}`", one.name.node)).unwrap_or_default();
        let with: Vec<String> = rest.iter().map(|one| format!("`{}`", one.name.node)).collect();
        let with = if with.is_empty() { String::new() } else { format!(" ({})", with.join(", ")) };
        let head = format!("“{}”{of}{with}", def.name.node.replace('_', " "));
        let (value, under) = match self.meaning_by_player(&inner, def) {
            Some(by_player) => by_player,
            None => inner.meaning(&def.body, self.type_of(&inner, def)),
        };
        let at_end = if wheres.is_empty() { String::new() } else { format!(", where {}", join(&wheres, "and")) };
        let stop = if under.is_empty() { "." } else { ":" };
        let value = format!("{value}{at_end}{stop}");
        let said = notes::said(item).or_else(|| notes::after(game, item.span).map(|note| sentence(&note)));
        (said, head, value, under)
    }
}

/// Returns the values that a parameter may have, and the value that it has.
fn values(param: &Param) -> String {
    let domain = match &param.domain {
        Domain::Any => "a whole number".to_owned(),
        Domain::Range(low, high) => format!("a whole number from {low} to {high}"),
        Domain::List(list) => join(&list.iter().map(i32::to_string).collect::<Vec<_>>(), "or"),
        Domain::Bool => "on or off".to_owned(),
        Domain::Words(words) => join(&words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>(), "or"),
    };
    let shown = |value: &Setting| match value {
        Setting::Int(n) => n.to_string(),
        Setting::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        Setting::Word(_) => format!("`{value}`"),
    };
    if param.value == param.default {
        format!("{domain}; default {}", shown(&param.default))
    } else {
        format!("{domain}; {} here, default {}", shown(&param.value), shown(&param.default))
    }
}
