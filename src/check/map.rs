//! Lowers maps: regions and tables that are drawn as pictures.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::{Area, AreaSource};
use crate::game::expr::*;
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, Map};

impl<'a> Checker<'a> {
    /// Lowers the region of the n-th symbol.
    pub(super) fn region(&mut self, map: &Map, n: usize) -> Option<AnyExpr> {
        let (symbol, region) = map.symbols.get(n)?;
        let is_drawn = self.first_region(map) != Some(n) || self.check_map(map, false);
        let cells = self.cells_at(&map.places(n));
        if cells.is_empty() && is_drawn && map.words.len() == self.board.len() && !self.is_inherited(symbol.span) {
            let message = format!("`{}` is empty: the picture has no `{}`", self.text(region.span), symbol.node);
            self.report(Diagnostic::new(Code::W13, symbol.span, message).help("draw it, or remove it from the map"));
        }
        Some(AnyExpr::Cells(CellsExpr::Const(Box::new(cells))))
    }

    /// Returns the first region of a map that is part of the game: a variant can replace each of them.
    fn first_region(&self, map: &Map) -> Option<usize> {
        self.defs.iter().find_map(|def| match &def.ast.body.node {
            ast::Node::Region(other, n) if std::ptr::eq(&**other, map) => Some(*n),
            _ => None,
        })
    }

    /// Lowers the table of a map, as the value of one cell: an `if` that halves the values until one is left.
    pub(super) fn table(&mut self, map: &Map, span: Span, want: Option<Type>) -> Option<AnyExpr> {
        let is_complete = self.check_map(map, true);
        let of = self.name(Map::CELL, span, Some(Type::Cell))?;
        if !is_complete {
            return None;
        }
        let mut want = want;
        let mut rows = Vec::new();
        for (n, (_, value)) in map.symbols.iter().enumerate() {
            let hint = match () {
                () if self.is_kind_name(value) => Some(Type::Kind),
                () if self.is_piece_name(value) => Some(Type::Piece),
                () => None,
            };
            let any = self.any(value, want.or(hint))?;
            let ty = *want.get_or_insert(any.ty());
            rows.push((self.cells_at(&map.places(n)), self.fit(any, ty, value)?));
        }
        let numbers = map.numbers();
        let first = numbers.values().flatten().min().and_then(|at| map.words.get(*at));
        if let (Some(ty), Some(number)) = (want.filter(|ty| *ty != Type::Int), first) {
            let message = format!("this number stands among values that are {}", ty.describe());
            let help = "a table has values of one type; give this symbol a value before the picture, too";
            return self.refuse(Code::E10, number.span, message, help);
        }
        rows.extend(numbers.into_iter().map(|(n, places)| (self.cells_at(&places), AnyExpr::Int(IntExpr::Const(n)))));
        let ty = rows.first().map_or(Type::Int, |(_, value)| value.ty());
        let otherwise = match ty {
            Type::Tag => rows.first()?.1.clone(),
            ty => {
                self.dirs_may_be_nothing |= ty == Type::Dir;
                default_value(ty)
            }
        };
        let Some(value) = choose(&of, &rows) else { return Some(otherwise) };
        either(&of, all_cells(&rows), value, otherwise)
    }

    /// Returns the areas that the maps and defs of a game tell apart, in their order.
    pub(super) fn areas(&mut self, items: &[ast::Item]) -> Vec<Area> {
        let mut areas = Vec::new();
        for item in items {
            let ast::ItemNode::Def(def) = &item.node else { continue };
            match &def.body.node {
                ast::Node::Region(map, n) => areas.extend(self.area(map, *n, AreaSource::Region)),
                ast::Node::Table(map) => {
                    areas.extend((0..map.symbols.len()).filter_map(|n| self.area(map, n, AreaSource::Value)));
                    areas.extend(map.numbers().into_iter().map(|(number, places)| Area {
                        name: number.to_string(),
                        source: AreaSource::Number,
                        cells: self.cells_at(&places),
                    }));
                }
                _ => areas.extend(self.constant_area(&def.name.node)),
            }
        }
        areas
    }

    /// Returns the cells of a def that are always the same, however it is written, if they are a small part of the board.
    fn constant_area(&mut self, name: &str) -> Option<Area> {
        let at = self.defs.iter().position(|def| def.ast.name.node == name)?;
        let cells = match self.fixed_value(at)? {
            AnyExpr::Cells(CellsExpr::Const(cells)) => *cells,
            AnyExpr::Cell(CellExpr::Const(cell)) if cell != Cell::OFF => CellSet::of(cell),
            _ => return None,
        };
        let is_part = !cells.is_empty() && 2 * cells.len() <= self.board.len();
        is_part.then(|| Area { name: name.to_owned(), source: AreaSource::Def, cells })
    }

    fn area(&self, map: &Map, n: usize, source: impl Fn(char) -> AreaSource) -> Option<Area> {
        let (symbol, value) = map.symbols.get(n)?;
        let name = self.text(value.span).to_owned();
        Some(Area { name, source: source(symbol.node), cells: self.cells_at(&map.places(n)) })
    }

    /// Returns whether a symbol of a picture stands for an empty cell, as those of regions do.
    pub(super) fn is_region_symbol(&self, symbol: char) -> bool {
        self.defs.iter().any(|def| match &def.ast.body.node {
            ast::Node::Region(map, n) => map.symbols.get(*n).is_some_and(|(known, _)| known.node == symbol),
            _ => false,
        })
    }

    fn cells_at(&self, places: &[usize]) -> CellSet {
        self.board.cells_at(places).into_iter().collect()
    }

    /// Checks the picture of a map and its symbols. Returns whether a table can be read from it.
    fn check_map(&mut self, map: &Map, is_table: bool) -> bool {
        for (n, (symbol, _)) in map.symbols.iter().enumerate() {
            if let Some((first, _)) = map.symbols.iter().take(n).find(|(first, _)| first.node == symbol.node) {
                let message = format!("the symbol `{}` is already taken", symbol.node);
                let finding = Diagnostic::new(Code::E03, symbol.span, message).and(first.span, "first used here");
                self.report(finding.help("choose another character"));
            }
        }
        if self.report_touching_symbols(map) {
            return false;
        }
        if self.report_rows(&map.words, map.span) {
            return false;
        }
        let is_known = |word: &str| word == "." || map.has_symbol(word) || is_table && word.parse::<i32>().is_ok();
        let mut unknown: Vec<&ast::Name> = Vec::new();
        for word in map.words.iter().filter(|word| !is_known(&word.node)) {
            if unknown.iter().all(|other| other.node != word.node) {
                unknown.push(word);
            }
        }
        if let Some(first) = unknown.first() {
            let list = |words: &[String]| suggest::listed(words);
            let known: Vec<String> = map.symbols.iter().map(|(symbol, _)| symbol.node.to_string()).collect();
            let has = if known.is_empty() { String::new() } else { format!("it has {}; ", list(&known)) };
            let missing: Vec<String> = unknown.iter().map(|word| word.node.clone()).collect();
            let what = if is_table { "a value" } else { "the name of a region" };
            let help = match first.node.chars().count() {
                1 => format!("{has}add `{} = ...` before the picture, with {what}", first.node),
                _ => "separate the symbols by spaces".to_owned(),
            };
            let symbols = if missing.len() == 1 { "symbol" } else { "symbols" };
            self.error_help(Code::E04, first.span, format!("the map has no {symbols} {}", list(&missing)), help);
        }
        unknown.is_empty()
    }

    /// Reports E30 for rows without spaces between the symbols.
    fn report_touching_symbols(&mut self, map: &Map) -> bool {
        let rows = self.board.rows_from_north();
        let touches = |(word, row): (&ast::Name, &Vec<_>)| row.len() > 1 && word.node.chars().count() == row.len();
        let Some(first) = map.words.first().filter(|_| rows.len() == map.words.len()) else { return false };
        if !map.words.iter().zip(&rows).all(touches) {
            return false;
        }
        let spaced = |word: &ast::Name| word.node.chars().map(String::from).collect::<Vec<String>>().join(" ");
        let edits = map.words.iter().map(|word| Edit { span: word.span, text: spaced(word) }).collect();
        let finding = Diagnostic::new(Code::E30, first.span, "missing spaces between the symbols of the map");
        let finding = finding.help(format!("write `{}`", spaced(first)));
        self.report(finding.edits("insert spaces", edits, true));
        true
    }
}

/// Returns the value of a cell that is in one of the rows, each with its cells.
fn choose(of: &AnyExpr, rows: &[(CellSet, AnyExpr)]) -> Option<AnyExpr> {
    match rows {
        [] => None,
        [(_, value)] => Some(value.clone()),
        _ => {
            let (left, right) = rows.split_at(rows.len() / 2);
            either(of, all_cells(left), choose(of, left)?, choose(of, right)?)
        }
    }
}

fn all_cells(rows: &[(CellSet, AnyExpr)]) -> CellSet {
    rows.iter().fold(CellSet::EMPTY, |all, (cells, _)| all.or(cells))
}

/// Returns `if of in cells then yes else no`, or what that is for a known cell.
fn either(of: &AnyExpr, cells: CellSet, yes: AnyExpr, no: AnyExpr) -> Option<AnyExpr> {
    if let AnyExpr::Cell(CellExpr::Const(cell)) = of {
        return Some(if *cell != Cell::OFF && cells.contains(*cell) { yes } else { no });
    }
    let condition = BoolExpr::In(Box::new((of.clone(), SetExpr::Cells(CellsExpr::Const(Box::new(cells))))));
    Some(by_type!(yes.ty(), E => E::from_common(Common::If(condition, E::from_any(yes)?, E::from_any(no)?)).wrap()))
}
