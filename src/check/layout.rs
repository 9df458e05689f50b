//! Lowers legends, pictures and placements, of the setup and of examples.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::piece::{Kind, Piece, Player};
use crate::game::rules::{PictureSymbol, Placement};
use crate::source::{Span, Spanned};
use crate::suggest;
use crate::syntax::ast;
use crate::wording::counted;

/// The most cells that a report lists.
const MOST_CELLS: usize = 6;

impl<'a> Checker<'a> {
    /// Returns the piece with a kind and an owner.
    pub(super) fn lower_piece(&mut self, kind: &ast::Name, owner: Option<&ast::Name>) -> Option<Piece> {
        let found = match self.globals.get(&kind.node).copied() {
            Some((Global::Kind(at), _)) => Some(at),
            Some((global, place)) => {
                let message = format!("`{}` is {}, not a kind of piece", kind.node, global.describe());
                self.refuse_with(Diagnostic::new(Code::E10, kind.span, message).and(place, ""))
            }
            None => {
                let names = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                self.report_unknown(&kind.node, kind.span, "kind of piece", names);
                None
            }
        };
        let player = match owner {
            Some(owner) => Some(self.find_player(owner)?),
            None => None,
        };
        let at = found?;
        let (name, neutral) = (self.kinds[at].name.clone(), self.kinds[at].neutral);
        match (neutral, player, owner) {
            (true, Some(_), Some(owner)) => {
                let message = format!("`{name}` is neutral: it has no owner");
                self.refuse(Code::E10, owner.span, message, format!("write `{name}` alone"))
            }
            (false, None, _) => {
                let players = self.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>();
                let example = players.first().copied().unwrap_or("White");
                let message = format!("missing owner of `{name}`");
                self.refuse(Code::E35, kind.span, message, format!("write `{name} of {example}`"))
            }
            _ => Some(Piece { owner: player.map_or(Player::NOBODY, |at| Player(at as u8)), kind: Kind(at as u8) }),
        }
    }

    /// Returns a player by name.
    pub(super) fn find_player(&mut self, name: &ast::Name) -> Option<usize> {
        match self.globals.get(&name.node).copied() {
            Some((Global::Player(at), _)) => Some(at),
            _ => {
                let names = self.players.iter().map(|player| player.name.clone()).collect();
                self.report_unknown(&name.node, name.span, "player", names);
                None
            }
        }
    }

    /// Checks `legend w k = man king of White`.
    pub(super) fn check_legend(&mut self, legend: &[ast::Legend], symbols: &mut Vec<(PictureSymbol, Span)>) {
        for entry in legend {
            if entry.symbols.len() != entry.kinds.len() {
                let span = match (entry.symbols.first(), entry.kinds.last()) {
                    (Some(first), Some(last)) => first.span.to(last.span),
                    _ => continue,
                };
                let (symbols, kinds) = (entry.symbols.len(), entry.kinds.len());
                let stand = if symbols == 1 { "stands" } else { "stand" };
                let message = format!("{} {stand} for {}", counted(symbols, "symbol"), counted(kinds, "kind"));
                let help = "give one kind for each symbol, in their order: `w k = man king of White`";
                self.error_help(Code::E30, span, message, help);
                self.lost.symbols.extend(entry.symbols.iter().map(|symbol| symbol.node));
                continue;
            }
            if entry.owner.is_none() && self.report_missing_owner(legend, entry) {
                self.lost.symbols.extend(entry.symbols.iter().map(|symbol| symbol.node));
                continue;
            }
            for (symbol, kind) in entry.symbols.iter().zip(&entry.kinds) {
                let Some(piece) = self.lower_piece(kind, entry.owner.as_ref()) else {
                    self.lost.symbols.insert(symbol.node);
                    continue;
                };
                if symbol.node == '.' {
                    let message = "`.` always means an empty cell";
                    self.error_help(Code::E03, symbol.span, message, "choose another character");
                    continue;
                }
                if let Some((_, before)) = symbols.iter().find(|(other, _)| other.symbol == symbol.node) {
                    let message = format!("the symbol `{}` is already taken", symbol.node);
                    self.report(Diagnostic::new(Code::E03, symbol.span, message).and(*before, "first used here"));
                    continue;
                }
                if let Some((other, before)) = symbols.iter().find(|(other, _)| other.piece == piece) {
                    self.report_second_symbol((symbol.node, symbol.span), (other.symbol, *before), piece);
                }
                symbols.push((PictureSymbol { symbol: symbol.node, piece }, symbol.span));
            }
        }
    }

    /// Reports W15 for a second symbol of the same piece, with the player who may be meant: one without a symbol for this kind.
    fn report_second_symbol(&mut self, symbol: (char, Span), other: (char, Span), piece: Piece) {
        if self.is_inherited(symbol.1) {
            return;
        }
        let message = format!("`{}` and `{}` are symbols of the same piece", other.0, symbol.0);
        let finding = Diagnostic::new(Code::W15, symbol.1, message).and(other.1, "the first one");
        let kind = self.kinds.get(usize::from(piece.kind.0)).map_or("", |kind| kind.name.as_str());
        let another = self.players.iter().enumerate().find(|(at, _)| *at != usize::from(piece.owner.0));
        let help = match another.filter(|_| piece.owner != Player::NOBODY) {
            Some((_, player)) => {
                format!("for a piece of another player, write `{} = {kind} of {}`", symbol.0, player.name)
            }
            None => "remove one of them".to_owned(),
        };
        self.report(finding.help(help));
    }

    /// Reports E35 for an entry of a legend that needs an owner. Returns whether it does.
    fn report_missing_owner(&mut self, legend: &[ast::Legend], entry: &ast::Legend) -> bool {
        let owned = |kind: &ast::Name| {
            let at = self.globals.get(&kind.node).map(|(global, _)| *global);
            matches!(at, Some(Global::Kind(at)) if self.kinds.get(at).is_some_and(|kind| !kind.neutral))
        };
        let (Some(first), Some(last)) = (entry.kinds.first(), entry.kinds.last()) else { return false };
        if !entry.kinds.iter().all(owned) {
            return false;
        }
        // Suggest a player without symbols.
        let named = |name: &str| legend.iter().filter_map(|entry| entry.owner.as_ref()).any(|owner| owner.node == name);
        let others: Vec<&str> =
            self.players.iter().map(|player| player.name.as_str()).filter(|name| !named(name)).collect();
        let player = others.first().copied().unwrap_or("White");
        let place = first.span.to(last.span);
        let kinds = self.text(place);
        let message = format!("missing owner of `{kinds}`");
        let meant = format!("{kinds} of {player}");
        let end = Span { start: place.end, ..place };
        let finding = Diagnostic::new(Code::E35, place, message).help(format!("write `{meant}`"));
        let sure = others.len() == 1;
        let finding = finding.fix(format!("write `{meant}`"), end, format!(" of {player}"), sure);
        self.report(finding);
        true
    }

    /// Reports W13 for a placement on an empty set.
    fn report_empty_placement(&mut self, at: &CellsExpr, place: Span) {
        let CellsExpr::Const(set) = at else { return };
        if !set.is_empty() || self.is_inherited(place) {
            return;
        }
        let text = self.text(place);
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let dash = text.match_indices('-').find(|(at, _)| {
            is_digit(text.get(..*at).and_then(|text| text.chars().next_back()))
                && is_digit(text.get(at + 1..).and_then(|text| text.chars().next()))
        });
        let finding = Diagnostic::new(Code::W13, place, "this set is empty, so nothing is placed");
        self.report(match dash {
            Some((dash, _)) => {
                let start = place.start as usize + dash;
                let sign = Span::new(place.source, start, start + 1);
                let meant = format!("{}..{}", &text[..dash], &text[dash + 1..]);
                finding.help(format!("for a range of numbers, write `{meant}`")).fix("write `..`", sign, "..", false)
            }
            None => finding,
        });
    }

    /// Lowers the contents of `setup` or `position`.
    pub(super) fn check_layout(
        &mut self,
        layout: &ast::PieceLayout,
        symbols: &[(PictureSymbol, Span)],
    ) -> Vec<Placement> {
        match &layout.node {
            ast::LayoutNode::Picture(picture) => self.lower_picture(picture, layout.span, symbols),
            ast::LayoutNode::Placements(placements) => {
                let mut lowered = Vec::new();
                let mut placed: Vec<(&str, Piece, Span)> = Vec::new();
                let mut regions: Vec<(CellSet, Piece, Span)> = Vec::new();
                for placement in placements {
                    let piece = self.lower_piece(&placement.kind, placement.owner.as_ref());
                    let (at, inner) =
                        self.with_body(Body::new(Context::Static), |check| check.typed::<CellsExpr>(&placement.at));
                    if let (Some(piece), Some(at)) = (piece, at) {
                        self.report_empty_placement(&at, placement.at.span);
                        for (cell, span) in named_cells(&placement.at) {
                            match placed.iter().find(|(other, before, _)| *other == cell && *before != piece) {
                                Some((_, _, before)) => self.report_second_piece(cell, span, *before),
                                None => placed.push((cell, piece, span)),
                            }
                        }
                        if let CellsExpr::Const(set) = &at {
                            self.report_overlap(set, piece, &placement.at, &regions);
                            regions.push((**set, piece, placement.at.span));
                        }
                        self.kinds_used.insert(usize::from(piece.kind.0));
                        lowered.push(Placement { piece, at, frame: inner.frame });
                    }
                }
                lowered
            }
        }
    }

    /// Reports W25 for a cell that is named in two placements of different pieces.
    fn report_second_piece(&mut self, cell: &str, span: Span, before: Span) {
        if self.is_inherited(span) || self.words.is_some() {
            return;
        }
        let finding = Diagnostic::new(Code::W25, span, format!("this is the second piece on `{cell}`"));
        let help =
            "a cell has one piece, and the later placement replaces the earlier one; remove the cell from one of them";
        self.report(finding.and(before, "the first one is placed here").help(help));
    }

    /// Reports W25 for a region that replaces some pieces of an earlier one. A region inside of an earlier one is placed on purpose, and
    /// cells that are named one by one have a report of their own.
    fn report_overlap(&mut self, set: &CellSet, piece: Piece, at: &ast::Expr, regions: &[(CellSet, Piece, Span)]) {
        let span = at.span;
        let mut named = self.found.iter().filter(|found| found.code == Code::W25);
        if self.is_inherited(span) || self.words.is_some() || named.any(|found| span.contains(found.span())) {
            return;
        }
        let common = |other: &CellSet| set.iter().filter(|cell| other.contains(*cell)).collect::<Vec<Cell>>();
        let overlap = regions.iter().filter(|(_, other, _)| *other != piece).find_map(|(other, _, before)| {
            let both = common(other);
            (!both.is_empty() && both.len() < set.len()).then_some((both, *before))
        });
        let Some((both, before)) = overlap else { return };
        let cells: Vec<&str> = both.iter().take(MOST_CELLS).map(|cell| self.board.coordinate(*cell)).collect();
        let more =
            if both.len() > MOST_CELLS { format!(" and {} more", both.len() - MOST_CELLS) } else { String::new() };
        let message = format!("this replaces the pieces on {}{more}", cells.join(", "));
        let text = match at.node {
            ast::Node::Binary(..) => format!("({})", self.text(span)),
            _ => self.text(span),
        };
        let help = if text.len() <= 40 && both.len() <= MOST_CELLS {
            format!("to keep them, write `{text} except {{{}}}`", cells.join(" "))
        } else {
            "a cell has one piece, and the later placement replaces the earlier one".to_owned()
        };
        self.report(Diagnostic::new(Code::W25, span, message).and(before, "they are placed here").help(help));
    }

    /// Lowers a picture: one character for each cell, the North row first.
    fn lower_picture(
        &mut self,
        picture: &[ast::Name],
        span: Span,
        symbols: &[(PictureSymbol, Span)],
    ) -> Vec<Placement> {
        let rows = self.board.rows_from_north();
        if self.report_rows(picture, span) || self.report_stacked_symbols(picture) {
            return Vec::new();
        }
        let mut placed = Vec::new();
        let mut reported = Vec::new();
        let highest = picture.iter().map(|symbol| symbol.node.chars().count()).max().unwrap_or(0);
        for level in 0..highest {
            let cells = picture.iter().zip(rows.iter().flatten().copied());
            let shown = cells
                .filter_map(|(symbol, cell)| Some((Spanned::new(symbol.node.chars().nth(level)?, symbol.span), cell)));
            placed.extend(self.lower_level(shown, symbols, &mut reported).into_iter().map(Placement::of_set));
        }
        placed
    }

    /// Reports E30 for several symbols on one cell, if the board has no stacks.
    fn report_stacked_symbols(&mut self, picture: &[ast::Name]) -> bool {
        let several = picture.iter().find(|symbol| symbol.node.chars().count() > 1);
        let Some(several) = several.filter(|_| self.words.is_none()) else { return false };
        let help = "write one symbol; if a cell can have several pieces, write `board ... stacks of 20`";
        self.error_help(Code::E30, several.span, "a cell of this board has one piece at most", help);
        true
    }

    /// Lowers symbols, one for each of some cells.
    fn lower_level(
        &mut self,
        shown: impl Iterator<Item = (Spanned<char>, Cell)>,
        symbols: &[(PictureSymbol, Span)],
        reported: &mut Vec<char>,
    ) -> Vec<(Piece, CellSet)> {
        let mut sets: Vec<(Piece, CellSet)> = Vec::new();
        for (symbol, cell) in shown {
            if symbol.node == '.' {
                continue;
            }
            let Some((known, _)) = symbols.iter().find(|(known, _)| known.symbol == symbol.node) else {
                if self.is_region_symbol(symbol.node) {
                    continue;
                }
                if !reported.contains(&symbol.node) {
                    reported.push(symbol.node);
                    self.report_unknown_symbol(&symbol, symbols);
                }
                continue;
            };
            self.kinds_used.insert(usize::from(known.piece.kind.0));
            match sets.iter_mut().find(|(piece, _)| *piece == known.piece) {
                Some((_, set)) => set.insert(cell),
                None => sets.push((known.piece, CellSet::of(cell))),
            }
        }
        sets
    }

    /// Reports E30 if a picture does not have a symbol for each cell, in the rows of the board. Returns whether it does.
    pub(super) fn report_rows<T>(&mut self, picture: &[Spanned<T>], span: Span) -> bool {
        let rows = self.board.rows_from_north();
        let wanted: usize = rows.iter().map(Vec::len).sum();
        let message = match picture.len() == wanted {
            true if !self.has_uneven_rows(picture, &rows) => return false,
            true => "the rows of the picture are not those of the board".to_owned(),
            false => format!("the picture has {}, but the board has {wanted}", counted(picture.len(), "cell")),
        };
        self.report_picture_size(picture, span, message, ("symbol", "one symbol for each cell"));
        true
    }

    /// Returns whether a picture has a line for each row of the board, but not with its number of cells.
    fn has_uneven_rows<T>(&self, picture: &[Spanned<T>], rows: &[Vec<Cell>]) -> bool {
        let mut lines: Vec<usize> = Vec::new();
        let mut end = 0;
        for symbol in picture {
            let text = &self.sources.get(symbol.span.source).text;
            let gap = text.get(end..symbol.span.start as usize).unwrap_or("");
            match lines.last_mut().filter(|_| !gap.contains('\n')) {
                Some(count) => *count += 1,
                None => lines.push(1),
            }
            end = symbol.span.end as usize;
        }
        lines.len() == rows.len() && lines.iter().zip(rows).any(|(count, row)| *count != row.len())
    }

    fn report_unknown_symbol(&mut self, symbol: &Spanned<char>, symbols: &[(PictureSymbol, Span)]) {
        if self.lost.item("legend") || self.lost.symbols.contains(&symbol.node) {
            return;
        }
        let known: Vec<String> = symbols.iter().map(|(known, _)| known.symbol.to_string()).collect();
        // The symbol is usually the first letter of a kind or of a player.
        let begins = |name: &str| name.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&symbol.node));
        let kinds = || self.kinds.iter().map(|kind| kind.name.as_str());
        let players = || self.players.iter().map(|player| player.name.as_str());
        // Upper case is the first player, lower case the second, as in chess.
        let by_case = players().nth(usize::from(symbol.node.is_ascii_lowercase()));
        let by_case = by_case.filter(|_| symbol.node.is_ascii_alphabetic());
        // Drawn boards show one kind of piece in these circles, whatever the legend says.
        let drawn = match symbol.node {
            '●' => players().position(|name| name == "Black"),
            '○' => players().position(|name| name == "White"),
            _ => None,
        };
        let of_drawn = |known: &&(PictureSymbol, Span)| Some(usize::from(known.0.piece.owner.0)) == drawn;
        if let Some((meant, _)) = symbols.iter().find(of_drawn) {
            let player = drawn.and_then(|n| players().nth(n)).unwrap_or_default();
            let help = format!(
                "drawn boards show the pieces of {player} as `{}`; in the legend, they are `{}`: write that",
                symbol.node, meant.symbol
            );
            let message = format!("the legend has no symbol `{}`", symbol.node);
            return self.error_help(Code::E04, symbol.span, message, help);
        }
        let drawn = drawn.and_then(|n| players().nth(n));
        let kind = kinds().find(|name| begins(name)).or(kinds().next()).unwrap_or("stone");
        let player = players().find(|name| begins(name)).or(drawn).or(by_case).or(players().next()).unwrap_or("White");
        // A piece that has a symbol already is not meant.
        let has_symbol = |player: &str| {
            let owner = players().position(|name| name == player);
            let kind = kinds().position(|name| name == kind);
            symbols.iter().any(|(known, _)| {
                Some(usize::from(known.piece.owner.0)) == owner && Some(usize::from(known.piece.kind.0)) == kind
            })
        };
        let free = if has_symbol(player) { players().find(|name| !has_symbol(name)) } else { Some(player) };
        let help = if known.is_empty() {
            format!("add it to the legend: `legend {} = {kind} of {player}`; `.` is an empty cell", symbol.node)
        } else {
            let known = suggest::listed(&known);
            let meant = free.map_or_else(|| "...".to_owned(), |player| format!("{kind} of {player}"));
            format!(
                "the legend has {known}, and `.` is an empty cell; for another piece, add `{} = {meant}` to the legend",
                symbol.node
            )
        };
        self.error_help(Code::E04, symbol.span, format!("the legend has no symbol `{}`", symbol.node), help);
    }

    /// Reports E30, at the first row of the wrong length if there is one. `words` name the elements and say how many are needed.
    pub(super) fn report_picture_size<T>(
        &mut self,
        picture: &[Spanned<T>],
        span: Span,
        message: String,
        words: (&str, &str),
    ) {
        let rows = self.board.rows_from_north();
        let mut lines: Vec<Vec<&Spanned<T>>> = Vec::new();
        let mut last = usize::MAX;
        for symbol in picture {
            let (_, line, _) = self.sources.place(symbol.span);
            if line != last {
                lines.push(Vec::new());
                last = line;
            }
            if let Some(row) = lines.last_mut() {
                row.push(symbol);
            }
        }
        if lines.len() != rows.len()
            && lines.len() > 1
            && lines.iter().all(|line| rows.iter().any(|row| row.len() == line.len()))
        {
            let (here, there) = (lines.len(), rows.len());
            let help = format!(
                "the picture has {here} rows, but the board has {there}, the North row first; `.` is an empty cell"
            );
            return self.report(Diagnostic::new(Code::E30, span, message).help(help));
        }
        let odd = lines.iter().zip(&rows).position(|(line, row)| line.len() != row.len());
        let (place, help) = match odd {
            Some(at) => {
                let (line, row) = (&lines[at], &rows[at]);
                let place = line.first().zip(line.last()).map_or(span, |(first, last)| first.span.to(last.span));
                let named =
                    row.first().zip(row.last()).map(|(a, b)| (self.board.coordinate(*a), self.board.coordinate(*b)));
                let cells = named.map(|(a, b)| format!(" ({a} to {b})")).unwrap_or_default();
                let (here, there) = (line.len(), row.len());
                let (here, there) = (counted(here, words.0), counted(there, "cell"));
                (place, format!("this row has {here}, but the board's row{cells} has {there}; `.` is an empty cell"))
            }
            None => (span, format!("write {} rows, the North row first, with {}", rows.len(), words.1)),
        };
        self.report(Diagnostic::new(Code::E30, place, message).help(help));
    }
}

/// Returns the cells that an expression names one by one: `a1`, `{a1 b2}`.
fn named_cells(at: &ast::Expr) -> Vec<(&str, Span)> {
    match &at.bare().node {
        ast::Node::Cell(name) => vec![(name.as_str(), at.span)],
        ast::Node::List(items) => items.iter().flat_map(named_cells).collect(),
        _ => Vec::new(),
    }
}
