//! Checks looks, which change only pictures.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::look::*;
use crate::game::piece::{Kind, Piece, Player};
use crate::game::rules::{IndexType, VarId};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, LookArea, LookJoint, LookLine, LookNode};
use crate::syntax::find_path_error;

impl Checker<'_> {
    /// Checks the lines of a look and adds them to that of the base.
    pub(super) fn check_look(&mut self, lines: &[LookLine]) {
        let mut look = std::mem::take(&mut self.look);
        // What only pictures ask does not tell positions apart.
        let before = (self.uses_ply, self.dirs_may_be_nothing);
        for line in lines {
            let _ = self.check_look_line(line, &mut look);
        }
        (self.uses_ply, self.dirs_may_be_nothing) = before;
        self.look = look;
    }

    /// Returns `None` for a line with a mistake, which has been reported.
    fn check_look_line(&mut self, line: &LookLine, look: &mut Look) -> Option<()> {
        match &line.node {
            LookNode::Area(area, cells, color) => {
                let (cells, color) = (self.look_cells(cells), self.look_color(color));
                let ((cells, frame), color) = (cells?, color?);
                let areas = match area {
                    LookArea::Fill => &mut look.fills,
                    LookArea::Border => &mut look.borders,
                    LookArea::Edge => &mut look.edges,
                };
                areas.push(ColoredCells { cells, frame, color });
            }
            LookNode::Mark(cells, sign) => {
                let found = Sign::named(&sign.node);
                if found.is_none() {
                    let quoted = "or a text in quotes";
                    self.report_look_word(sign, "sign", &Sign::names().collect::<Vec<&str>>(), quoted);
                }
                let (cells, frame) = self.look_cells(cells)?;
                look.marks.push(MarkedCells { cells, frame, mark: Mark::Sign(found?) });
            }
            LookNode::Sign(cells, text) => {
                let text = self.short_text(text);
                let (cells, frame) = self.look_cells(cells)?;
                look.marks.push(MarkedCells { cells, frame, mark: Mark::Text(text?) });
            }
            LookNode::Label(name, cells, text) => {
                let ((cells, slot, text), body) = self.over_cells(name, cells, |check| check.lower_template(text));
                look.labels.push(LabeledCells { cells: cells?, slot, text: text?, frame: body.frame });
            }
            LookNode::Joint { joint, name, from, to, color } => {
                let ((cells, slot, to), body) = self.over_cells(name, from, |check| check.typed::<CellsExpr>(to));
                let color = match color {
                    Some(color) => Some(self.look_color(color)?),
                    None => None,
                };
                let is_wall = *joint == LookJoint::Wall;
                look.joints.push(JoinedCells { is_wall, cells: cells?, slot, to: to?, frame: body.frame, color });
            }
            LookNode::Shape { kinds, owner, shape, text } => {
                let pieces: Vec<Option<Vec<Piece>>> =
                    kinds.iter().map(|kind| self.look_pieces(kind, owner.as_ref())).collect();
                let shape = self.piece_shape(shape, text.as_ref())?;
                look.shapes.extend(pieces.into_iter().flatten().flatten().map(|piece| (piece, shape.clone())));
            }
            LookNode::Color(player, color) => {
                let neutral = self.neutral_kind(player);
                let player = if neutral.is_none() { self.find_player(player) } else { None };
                let color = self.named_color(color)?;
                match neutral {
                    Some(kind) => look.neutrals.push((kind, color)),
                    None => look.colors.push((Player(player? as u8), color)),
                }
            }
            LookNode::Name(var, name) => {
                let (var, name) = (self.look_var(var), self.text_of_look(name, LONGEST_NAME));
                look.names.push((var?, name?));
            }
            LookNode::Beside { var, kind, owner } => {
                look.beside.push(self.beside(var, kind, owner.as_ref())?);
            }
            LookNode::Hide(var) => {
                if let Some((Global::Def(_), _)) = self.globals.get(&var.node) {
                    look.plain.push(var.node.clone());
                } else {
                    look.hidden.push(self.look_var(var)?);
                }
            }
            LookNode::Caption(text) => {
                let (text, body) = self.with_body(Body::new(Context::Look), |check| check.lower_template(text));
                look.captions.push(Caption { text: text?, frame: body.frame });
            }
        }
        Some(())
    }

    fn look_cells(&mut self, cells: &ast::Expr) -> Option<(CellsExpr, Frame)> {
        let (cells, body) = self.with_body(Body::new(Context::Look), |check| check.typed::<CellsExpr>(cells));
        Some((cells?, body.frame))
    }

    /// Lowers a set of cells, and what is said about each of them under a name.
    fn over_cells<T>(
        &mut self,
        name: &ast::Name,
        over: &ast::Expr,
        each: impl FnOnce(&mut Self) -> Option<T>,
    ) -> ((Option<CellsExpr>, Slot, Option<T>), Body) {
        self.with_body(Body::new(Context::Look), |check| {
            let cells = check.typed::<CellsExpr>(over);
            let slot = check.bind(name, Type::Cell, "a name of cells");
            (cells, slot, each(check))
        })
    }

    /// Returns a color of the palette or a player; a player's name comes first.
    fn look_color(&mut self, name: &ast::Name) -> Option<LookColor> {
        match self.globals.get(&name.node) {
            Some((Global::Player(at), _)) => Some(LookColor::Of(Player(*at as u8))),
            _ => self.named_color(name).map(LookColor::Named),
        }
    }

    fn named_color(&mut self, name: &ast::Name) -> Option<Color> {
        let color = Color::named(&name.node.to_lowercase());
        if color.is_none() {
            self.report_look_word(name, "color", &Color::names().collect::<Vec<&str>>(), "or a player");
        }
        color
    }

    /// Reports E37 for a word that a look does not know.
    fn report_look_word(&mut self, word: &ast::Name, what: &str, known: &[&str], or: &str) {
        let near = suggest::did_you_mean(&word.node, known.iter().copied());
        let list = suggest::alternatives(known);
        let help = near.unwrap_or_else(|| format!("it is {list}{}{or}", if or.is_empty() { "" } else { ", " }));
        self.error_help(Code::E37, word.span, format!("there is no {what} `{}`", word.node), help);
    }

    /// Returns the kind with a name, if its pieces belong to nobody.
    fn neutral_kind(&self, name: &ast::Name) -> Option<Kind> {
        match self.globals.get(&name.node) {
            Some((Global::Kind(at), _)) => self.kinds.get(*at).filter(|kind| kind.neutral).map(|_| Kind(*at as u8)),
            _ => None,
        }
    }

    /// Returns the pieces of a kind: one, or one of each player.
    fn look_pieces(&mut self, kind: &ast::Name, owner: Option<&ast::Name>) -> Option<Vec<Piece>> {
        match (self.globals.get(&kind.node).map(|(global, _)| *global), owner) {
            (Some(Global::Kind(at)), None) if self.neutral_kind(kind).is_none() => {
                let players = 0..self.players.len();
                Some(players.map(|player| Piece { kind: Kind(at as u8), owner: Player(player as u8) }).collect())
            }
            _ => self.lower_piece(kind, owner).map(|piece| vec![piece]),
        }
    }

    fn piece_shape(&mut self, shape: &ast::Name, text: Option<&ast::Name>) -> Option<PieceShape> {
        let Some(outline) = Outline::named(&shape.node) else {
            self.report_look_word(shape, "shape", &Outline::names().collect::<Vec<&str>>(), "");
            return None;
        };
        let needs_text = matches!(outline, Outline::Text | Outline::Path);
        let takes_text = needs_text || outline.has_letters();
        let word = &shape.node;
        match text {
            None if needs_text => {
                let example = if outline == Outline::Path { "path \"M-40 40H40L0 -40Z\"" } else { "text \"♚\"" };
                let message = format!("missing text after `{word}`");
                self.refuse(Code::E37, shape.span, message, format!("write it in quotes: `{example}`"))
            }
            Some(text) if !takes_text => {
                let help = "remove the text; `disc`, `ring`, `square`, `hex` and `wedge` can have one";
                self.refuse(Code::E37, text.span, format!("a `{word}` has no room for a text"), help)
            }
            Some(path) if outline == Outline::Path => {
                self.check_path(path)?;
                Some(PieceShape { outline, text: Some(path.node.clone()) })
            }
            Some(text) if text.node.is_empty() && !needs_text => {
                Some(PieceShape { outline, text: Some(String::new()) })
            }
            Some(text) => Some(PieceShape { outline, text: Some(self.short_text(text)?) }),
            None => Some(PieceShape { outline, text: None }),
        }
    }

    /// Returns a text of a few characters, or reports E37.
    fn short_text(&mut self, text: &ast::Name) -> Option<String> {
        self.text_of_look(text, LONGEST_TEXT)
    }

    /// Returns a text of at most this many characters, which screens can show, or reports E37.
    fn text_of_look(&mut self, text: &ast::Name, most: usize) -> Option<String> {
        let count = text.node.chars().count();
        if text.node.trim().is_empty() {
            return self.refuse(Code::E37, text.span, "this text is empty", "write at least one character");
        }
        if text.node.chars().any(char::is_control) {
            return self.refuse(Code::E37, text.span, "this text has a character that cannot be shown", "remove it");
        }
        if count > most {
            let message = format!("this text has {count} characters");
            let help = format!("there is room for few: write at most {most}");
            return self.refuse(Code::E37, text.span, message, help);
        }
        Some(text.node.clone())
    }

    /// Reports E37 for a path that SVG would not draw.
    fn check_path(&mut self, path: &ast::Name) -> Option<()> {
        let text = &path.node;
        if text.len() > LONGEST_PATH {
            let message = format!("this path has {} characters", text.len());
            let help = format!("write at most {LONGEST_PATH}; a drawing program can simplify it");
            return self.refuse(Code::E37, path.span, message, help);
        }
        let Some(at) = find_path_error(text) else { return Some(()) };
        let at = at as u32;
        // The span has the quotes.
        let start = (path.span.start + 1 + at).min(path.span.end.saturating_sub(1));
        let place = Span { start, end: (start + 1).min(path.span.end), ..path.span };
        let report = Diagnostic::new(Code::E37, place, "the path breaks off here");
        let help = "a path begins with `M` and two numbers, and goes on with M, L, H, V, C, S, Q, T, A or Z: `M-40 40H40L0 -40Z`";
        self.refuse_with(report.help(help))
    }

    /// Returns a variable that counts pieces, and which: one number for each player, or one number of the pieces with an owner.
    fn beside(&mut self, name: &ast::Name, kind: &ast::Name, owner: Option<&ast::Name>) -> Option<(VarId, Piece)> {
        let var = self.look_var(name)?;
        let ty = self.var_type(usize::from(var.0), name.span)?;
        let indexes = self.vars.get(usize::from(var.0))?.indexes.clone()?;
        let help = "write a variable with one number, or with one for each player: `var hand(P: player) = 9`";
        if ty != Type::Int {
            let message = format!("`{}` does not count pieces: it is {}", name.node, ty.describe());
            return self.refuse(Code::E37, name.span, message, help);
        }
        match (indexes.as_slice(), owner) {
            ([], _) => Some((var, self.lower_piece(kind, owner)?)),
            ([IndexType::Player], Some(owner)) => {
                let message = format!("`{}` already has a number for each player", name.node);
                self.refuse(Code::E37, owner.span, message, format!("write `{}` alone", kind.node))
            }
            ([IndexType::Player], None) => {
                let first = self.look_pieces(kind, None)?.first().copied();
                Some((var, Piece { owner: Player::NOBODY, ..first? }))
            }
            _ => self.refuse(Code::E37, name.span, format!("`{}` has other indexes than a player", name.node), help),
        }
    }

    fn look_var(&mut self, name: &ast::Name) -> Option<VarId> {
        if let Some((Global::Var(at), _)) = self.globals.get(&name.node) {
            return Some(VarId(*at as u16));
        }
        if let Some((global, place)) = self.globals.get(&name.node).copied() {
            let message = format!("`{}` is {}, not a variable", name.node, global.describe());
            return self.refuse_with(Diagnostic::new(Code::E10, name.span, message).and(place, ""));
        }
        let names = self.vars.iter().map(|var| var.ast.name.node.clone()).collect();
        self.report_unknown(&name.node, name.span, "variable", names);
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns the findings for a game with a variable and these lines of a look.
    fn found(lines: &str) -> Vec<Code> {
        codes(&format!(
            "var level(p: cell) = 0 var stock(P: player) = 9 var left = 3 var met = false piece man neutral rock look {{ {lines} }} def lake = {{c3}} \
             action add(p: empty) do {{ put man at p; level(p) += 1 stock(mover) -= 1 left -= 1 met = true put rock at c3 }} \
             end {{ when some(p in board: level(p) > 4) and stock(A) < 5 and left < 0 and met: draw when stuck(next): draw }}"
        ))
    }

    #[test]
    fn looks_are_checked_like_rules() {
        for good in [
            "fill lake: blue border lake: A edge edge(N): B",
            "mark {a1 b2}: star mark lake: \"~\"",
            "label p in board: \"{level(p)}\" label p in lake: if level(p) > 1 then \"x\" else \"\"",
            "line p in pieces of A to neighbors(p) & pieces of A: red; wall p in lake to neighbors(p)",
            "shape man: ring shape man of A: hex \"M\" shape man, man of B: wedge \"\" shape man: none shape rock: path \"M-40 40 H40 l-40-80z\" hide level mark lake: dot hide lake",
            "beside stock: man beside stock: rock beside left: man of A beside left: rock fill lake: blue",
            "color A: teal color rock: brown hide level name level: \"height\" caption \"{count(man)} men, {count(lake)}\"",
        ] {
            assert_eq!(found(good), [], "{good}");
        }
        for (bad, code) in [
            ("fill lake: ultraviolet", Code::E37),
            ("fill level: blue", Code::E11),
            ("fill 3: blue", Code::E10),
            ("fill pond: blue", Code::E02),
            ("mark lake: moon", Code::E37),
            ("mark lake: \"\"", Code::E37),
            ("mark lake: \"a very long sign\"", Code::E37),
            ("mark lake: \"\u{1b}[1m\"", Code::E37),
            ("name level: \"\"", Code::E37),
            ("label p in board: \"{neighbors(p)}\"", Code::E10),
            ("line p in own to 4", Code::E10),
            ("shape man: blob", Code::E37),
            ("shape man: path", Code::E37),
            ("shape man: text \"\"", Code::E37),
            ("shape man: king \"K\"", Code::E37),
            ("shape man: path \"M1 2 L3\"", Code::E37),
            ("shape man: path \"<script>\"", Code::E37),
            ("shape rock of A: disc", Code::E10),
            ("shape men: disc", Code::E02),
            ("color C: red", Code::E02),
            ("color A: B", Code::E37),
            ("color man: red", Code::E02),
            ("beside level: man", Code::E37),
            ("beside stock: man of A", Code::E37),
            ("beside left: man", Code::E35),
            ("beside met: man", Code::E37),
            ("beside stock: men", Code::E02),
            ("beside stocks: man", Code::E02),
            ("beside rock: man", Code::E10),
            ("hide rock", Code::E10),
            ("hide levels", Code::E02),
        ] {
            assert_eq!(found(bad), [code], "{bad}");
        }
        let long = format!("shape man: path \"M0 0{}\"", "L1 1".repeat(2_500_000));
        assert_eq!(found(&long).len(), 1);
    }
}
