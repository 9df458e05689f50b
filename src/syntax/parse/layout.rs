//! Lowers boards, legends and layouts.

use super::lower::{Lower, Pair, has, parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Board, CellNames, Chains, Def, DrawnAs, Expr, LayoutNode, Legend, Map, Name, Node, Parameter, PieceLayout,
    Placement, Shape, Stacks, Type,
};
use boardwright_grammar::Rule;
use std::sync::Arc;

impl Lower<'_> {
    pub(super) fn board(&mut self, pair: Pair<'_>) -> Board {
        let span = self.span(&pair);
        let mut pieces = parts(pair);
        let shape = pieces.next().map(|shape| self.shape(shape));
        let shape = shape.unwrap_or_else(|| Shape::Graph(Vec::new()));
        let (without, links, wraps) = (None, None, Vec::new());
        let mut board =
            Board { span, shape, without, links, wraps, stacks: None, columns: None, names: None, drawn: None };
        let mut seen = Vec::new();
        for option in pieces {
            self.board_option(&mut board, &mut seen, option);
        }
        board
    }

    /// Lowers an option after the shape; `seen` are the options before it.
    fn board_option(&mut self, board: &mut Board, seen: &mut Vec<Rule>, option: Pair<'_>) {
        let (place, rule) = (self.span(&option), option.as_rule());
        let graph = matches!(board.shape, Shape::Graph(_));
        let has_two_pairs_of_edges = matches!(board.shape, Shape::Square(..) | Shape::Rhombus(..));
        if graph && matches!(rule, Rule::lacks | Rule::links | Rule::wraps | Rule::lettered) {
            let help = "remove it; the chains define the cells and links of a graph";
            self.report_syntax(place, "a graph board cannot have this option", help);
        } else if rule == Rule::wraps && !has_two_pairs_of_edges {
            let help = "remove `wraps`; a rhombus can wrap: `board hex 11 x 11 wraps E/W, NE/SW`";
            self.report_syntax(place, "only squares and rhombuses can wrap", help);
        } else if seen.contains(&rule) {
            self.report_syntax(place, "repeated board option", "remove one of the two");
        } else if matches!(rule, Rule::named | Rule::numbered) && board.names.is_some() {
            let help = "remove one of the two; `named` can also hold numbers";
            self.report_syntax(place, "a board cannot be both `numbered` and `named`", help);
        }
        seen.push(rule);
        let mut inner = parts(option.clone());
        match rule {
            Rule::lacks => board.without = Some(self.next_expr(&mut inner, place)),
            Rule::links => board.links = Some(self.next_expr(&mut inner, place)),
            Rule::wraps => board.wraps = inner.map(|wrap| self.wrap(wrap)).collect(),
            Rule::stacked => {
                board.stacks = Some(Stacks { span: place, most: inner.next().map(|most| self.expr(most)) })
            }
            Rule::lettered => board.columns = Some(self.next_quoted(&mut inner, place)),
            Rule::numbered => {
                let cells = self.next_expr(&mut inner, place);
                board.names = Some(CellNames::Numbers(cells, inner.next().map(|corner| self.name(&corner))));
            }
            Rule::named => {
                let words = inner.flat_map(parts).map(|word| self.bind(&word)).collect();
                board.names = Some(CellNames::Words(words, place));
            }
            _ => {
                let word = self.next_name(&mut inner, place);
                let lines = inner.map(|line| self.chain_of_cells(line)).collect();
                board.drawn = Some(DrawnAs { word, lines: has(&option, Rule::lbrace).then_some(lines) });
            }
        }
    }

    fn wrap(&mut self, pair: Pair<'_>) -> (Name, Name) {
        let span = self.span(&pair);
        let mut names = parts(pair);
        (self.next_name(&mut names, span), self.next_name(&mut names, span))
    }

    fn shape(&mut self, pair: Pair<'_>) -> Shape {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::graph {
            return Shape::Graph(parts(pair).map(|chains| self.chains(chains)).collect());
        }
        let (side, triangle, star) =
            (has(&pair, Rule::kw_side), has(&pair, Rule::kw_triangle), has(&pair, Rule::kw_star));
        let square = pair.as_rule() == Rule::square;
        let mut sizes = parts(pair).filter(|part| part.as_rule() != Rule::times);
        let first = self.next_expr(&mut sizes, span);
        match (side, triangle, star) {
            (true, _, _) => Shape::Hexagon(first),
            (_, true, _) => Shape::Triangle(first),
            (_, _, true) => Shape::Star(first),
            _ if square => Shape::Square(first, self.next_expr(&mut sizes, span)),
            _ => Shape::Rhombus(first, self.next_expr(&mut sizes, span)),
        }
    }

    fn chains(&mut self, pair: Pair<'_>) -> Chains {
        let span = self.span(&pair);
        let (chains, names): (Vec<_>, Vec<_>) = parts(pair).partition(|part| part.as_rule() == Rule::chain);
        let mut names = names.into_iter();
        let forth = self.next_bound(&mut names, span);
        let back = names.next().map(|name| self.bind(&name));
        let chains = chains.into_iter().map(|chain| self.chain_of_cells(chain)).collect();
        Chains { forth, back, chains }
    }

    fn chain_of_cells(&mut self, pair: Pair<'_>) -> Vec<Name> {
        let span = self.span(&pair);
        let cells: Vec<Name> = parts(pair).map(|cell| self.name(&cell)).collect();
        if cells.len() < 2 {
            self.report_syntax(span, "a line needs at least two cells", "write the cells along the line: `a1 b1 c1`");
        }
        cells
    }

    pub(super) fn legend(&mut self, pair: Pair<'_>) -> Legend {
        let owned = has(&pair, Rule::kw_of);
        let (symbols, names): (Vec<_>, Vec<_>) = parts(pair).partition(|part| part.as_rule() == Rule::legend_symbol);
        let symbols = symbols.iter().filter_map(|symbol| self.symbol(symbol)).collect();
        let mut kinds: Vec<Name> = names.iter().map(|name| self.name(name)).collect();
        let owner = owned.then(|| kinds.pop()).flatten();
        Legend { symbols, kinds, owner }
    }

    fn symbol(&self, pair: &Pair<'_>) -> Option<Spanned<char>> {
        Some(Spanned::new(pair.as_str().chars().next()?, self.span(pair)))
    }

    /// Lowers a `map`: a def for each region, or one for the table.
    pub(super) fn map(&mut self, pair: Pair<'_>) -> Vec<Def> {
        let whole = self.span(&pair);
        let (mut table, mut symbols, mut words) = (None, Vec::new(), Vec::new());
        for part in parts(pair) {
            match part.as_rule() {
                Rule::name => table = Some(self.bind(&part)),
                Rule::meaning => symbols.extend(self.meaning(part)),
                _ => words = parts(part).map(|word| Spanned::new(word.as_str().to_owned(), self.span(&word))).collect(),
            }
        }
        let span = words.first().zip(words.last()).map_or(whole, |(first, last)| first.span.to(last.span));
        let map = Arc::new(Map { symbols, words, span });
        let def = |name: Name, parameters, node| {
            let body = Expr { span, node };
            Def { name, parameters, ty: None, body, wheres: Vec::new() }
        };
        if let Some(name) = table {
            let ty = Spanned::new(Type::Cell, name.span).into();
            let cell = Parameter { name: Spanned::new(Map::CELL.to_owned(), name.span), ty };
            return vec![def(name, vec![cell], Node::Table(map))];
        }
        if map.symbols.is_empty() {
            let help = "write `map w = water { .. }` for regions, or `map worth: { .. }` for a number on each cell";
            self.report_syntax(whole, "this map says nothing", help);
        }
        let mut defs = Vec::new();
        for (at, (symbol, region)) in map.symbols.iter().enumerate() {
            let Some(name) = region.as_name() else {
                let text = self.text_of(region.span);
                let help = format!(
                    "write `map {} = river {{ .. }}` with a new name; for a value on each cell, name the table: `map worth: {} = {text} {{ .. }}`",
                    symbol.node, symbol.node
                );
                self.report_syntax(region.span, "expected the name of a region", help);
                continue;
            };
            let name = self.bound(name, region.span);
            defs.push(def(name, Vec::new(), Node::Region(map.clone(), at)));
        }
        defs
    }

    /// Lowers `w = river`.
    fn meaning(&mut self, pair: Pair<'_>) -> Option<(Spanned<char>, Expr)> {
        let span = self.span(&pair);
        let mut pieces = parts(pair);
        let symbol = pieces.next().and_then(|symbol| self.symbol(&symbol))?;
        Some((symbol, self.next_expr(&mut pieces, span)))
    }

    pub(super) fn next_layout<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> PieceLayout {
        match parts.next() {
            Some(part) => self.layout(part),
            None => PieceLayout { span: self.report_lost(whole), node: LayoutNode::Placements(Vec::new()) },
        }
    }

    fn layout(&mut self, pair: Pair<'_>) -> PieceLayout {
        let span = self.span(&pair);
        let mut placements = Vec::new();
        for part in parts(pair) {
            if part.as_rule() == Rule::picture {
                let symbols = parts(part).map(|symbol| {
                    let text = symbol.as_str();
                    let stack = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                    Spanned::new(stack.unwrap_or(text).to_owned(), self.span(&symbol))
                });
                let symbols = symbols.collect();
                return PieceLayout { span, node: LayoutNode::Picture(symbols) };
            }
            placements.extend(self.placement(part));
        }
        PieceLayout { span, node: LayoutNode::Placements(placements) }
    }

    /// Lowers the pieces at the same cells, from the bottom up.
    fn placement(&mut self, pair: Pair<'_>) -> Vec<Placement> {
        let span = self.span(&pair);
        let (held, rest): (Vec<_>, Vec<_>) = parts(pair).partition(|part| part.as_rule() == Rule::held);
        let at = self.next_expr(&mut rest.into_iter(), span);
        self.check_bare_if(&at);
        let held = held.into_iter().map(|held| {
            let mut names = parts(held);
            let kind = self.next_name(&mut names, span);
            Placement { kind, owner: names.next().map(|owner| self.name(&owner)), at: at.clone() }
        });
        held.collect()
    }
}
