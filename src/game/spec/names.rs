//! [`PositionNames`]: what the text of a position can name.

use super::error::{Named, SpecError};
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, MAX_WORDS};
use crate::game::piece::{Kind, Piece, Player, Tag};
use crate::game::rules::{IndexType, KindInfo, PictureSymbol, PlayerInfo, Var, VarId};
use crate::game::stacks::Stacks;
use crate::game::symbols;
use crate::game::value::Value;
use crate::suggest;
use crate::types::Type;

/// The characters with a meaning of their own in a line, and those that a shell changes between double quotes.
const SPECIAL: &str = "/[].\"$`\\!%";

/// The board, the players, the kinds and the variables of a game.
///
/// See [`parse`](super::parse()) for an example.
#[derive(Clone, Debug)]
pub struct PositionNames<'g> {
    pub(super) board: &'g Board,
    pub(super) players: &'g [PlayerInfo],
    pub(super) kinds: &'g [KindInfo],
    /// The words that stand for themselves.
    tags: &'g [String],
    vars: Vec<VarNames<'g>>,
    /// The parameters, which no line has.
    params: Vec<&'g str>,
    /// The stacks, if the board has any.
    pub(super) stacks: Option<Stacks>,
    /// The pieces that one character stands for.
    symbols: Vec<(Piece, char)>,
}

/// A variable with its types, for [`PositionNames::of_parts`].
#[derive(Clone, Copy, Debug)]
pub struct VarNames<'g> {
    /// Its name.
    pub name: &'g str,
    /// The types of its indexes.
    pub indexes: &'g [IndexType],
    /// The type of its values.
    pub ty: Type,
    /// The words that its values are.
    pub words: &'g [Tag],
}

impl<'g> VarNames<'g> {
    /// Returns the name and the types of a variable.
    pub fn new(var: &'g Var) -> VarNames<'g> {
        VarNames { name: &var.name, indexes: &var.indexes, ty: var.ty, words: &var.words }
    }
}

impl<'g> PositionNames<'g> {
    /// Returns the names of a game.
    pub fn new(game: &'g Game) -> PositionNames<'g> {
        let vars = game.vars.iter().map(VarNames::new).collect();
        let params = game.params.iter().map(|param| param.name.as_str()).collect();
        let names = PositionNames::of_parts(&game.board, &game.players, &game.kinds, &game.legend, vars);
        names.with_params(params).with_stacks(game.stacks).with_tags(&game.tags)
    }

    /// Adds the names of the parameters, for errors about them.
    pub fn with_params(self, params: Vec<&'g str>) -> PositionNames<'g> {
        PositionNames { params, ..self }
    }

    /// Adds the stacks of the board.
    pub fn with_stacks(self, stacks: Option<Stacks>) -> PositionNames<'g> {
        PositionNames { stacks, ..self }
    }

    /// Adds the words that stand for themselves.
    pub fn with_tags(self, tags: &'g [String]) -> PositionNames<'g> {
        PositionNames { tags, ..self }
    }

    /// Errors if a word is not one of these.
    pub(super) fn verify_tag(&self, words: &[Tag], tag: Tag) -> Result<(), SpecError> {
        let name = self.tags.get(usize::from(tag.0)).map_or("", String::as_str);
        self.tag(words, name).map(drop)
    }

    /// Returns one of these words by its name.
    pub(super) fn tag(&self, words: &[Tag], name: &str) -> Result<Tag, SpecError> {
        let known = words.iter().filter_map(|tag| Some((*tag, self.tags.get(usize::from(tag.0))?.as_str())));
        let found = known.clone().find(|(_, word)| *word == name).map(|(tag, _)| tag);
        found.ok_or_else(|| unknown(Named::Word, name, known.map(|(_, word)| word)))
    }

    /// Returns a piece by its name: `king of White`, or `None` in a game without pieces.
    pub(super) fn example(&self) -> Option<String> {
        let kind = self.kinds.first()?;
        match self.players.first().filter(|_| !kind.neutral) {
            Some(player) => Some(format!("{} of {}", kind.name, player.name)),
            None => Some(kind.name.clone()),
        }
    }

    /// Returns the names in the parts of a game.
    pub fn of_parts(
        board: &'g Board,
        players: &'g [PlayerInfo],
        kinds: &'g [KindInfo],
        legend: &[PictureSymbol],
        vars: Vec<VarNames<'g>>,
    ) -> PositionNames<'g> {
        let mut symbols: Vec<(Piece, char)> = legend.iter().map(|symbol| (symbol.piece, symbol.symbol)).collect();
        symbols.extend(symbols::chosen(legend, kinds, players));
        let all = symbols.clone();
        symbols.retain(|(piece, symbol)| {
            is_plain(*symbol) && !all.iter().any(|(other, same)| same == symbol && other != piece)
        });
        PositionNames { board, players, kinds, tags: &[], vars, params: Vec::new(), stacks: None, symbols }
    }

    /// Returns the rows of the board as pictures have them: the North row first, each from West to East, without holes.
    pub fn rows(&self) -> Vec<Vec<Cell>> {
        let rows = (1..=self.board.height()).rev().map(|row| self.board.row_cells::<MAX_WORDS>(row).iter().collect());
        rows.filter(|row: &Vec<Cell>| !row.is_empty()).collect()
    }

    /// Returns the character that stands for a piece in a line, if there is one.
    pub fn symbol(&self, piece: Piece) -> Option<char> {
        self.symbols.iter().find(|(known, _)| *known == piece).map(|(_, symbol)| *symbol)
    }

    /// Returns the piece that a character stands for.
    pub(super) fn piece_of(&self, symbol: char) -> Result<Piece, SpecError> {
        let found = self.symbols.iter().find(|(_, known)| *known == symbol).map(|(piece, _)| *piece);
        found.ok_or_else(|| SpecError::Symbol {
            symbol,
            known: self.symbols.iter().map(|(_, known)| known.to_string()).collect(),
            example: self.example().map(|piece| format!("[{piece}]")),
        })
    }

    /// Returns the pieces that these characters stand for, from the bottom up, or `None` if one stands for none.
    pub(super) fn pieces_of(&self, symbols: &str) -> Option<Vec<Piece>> {
        symbols.chars().map(|symbol| self.piece_of(symbol).ok()).collect()
    }

    /// Writes a stack as a line has it: `M`, `[mM]`, `[king of White+m]`.
    pub fn stack(&self, game: &Game, pieces: &[Piece]) -> String {
        let symbols: Option<String> = pieces.iter().map(|piece| self.symbol(*piece)).collect();
        match (symbols, pieces) {
            (Some(symbol), [_]) => symbol,
            (Some(symbols), _) if !symbols.contains('+') && !self.kinds.iter().any(|kind| kind.name == symbols) => {
                format!("[{symbols}]")
            }
            _ => {
                let name = |piece: &Piece| match self.symbol(*piece).filter(|symbol| *symbol != '+' && pieces.len() > 1)
                {
                    Some(symbol) => symbol.to_string(),
                    None => game.piece_name(*piece),
                };
                format!("[{}]", pieces.iter().map(name).collect::<Vec<String>>().join("+"))
            }
        }
    }

    /// Returns the cell with these coordinates.
    pub fn cell(&self, name: &str) -> Result<Cell, SpecError> {
        self.board.cell(name).ok_or_else(|| {
            // On some boards people use other names than the rules do.
            let meant = self.board.named(name).map(|cell| self.board.coordinate(cell).to_owned());
            let near = || {
                let cells = self.board.all_cells::<MAX_WORDS>();
                let names: Vec<&str> = cells.iter().map(|cell| self.board.coordinate(cell)).collect();
                suggest::did_you_mean(name, names)
            };
            let help = meant.map(|meant| format!("write its coordinates, `{meant}`")).or_else(near);
            SpecError::Unknown { what: Named::Cell, name: name.to_owned(), help }
        })
    }

    /// Returns the player with this name.
    pub fn player(&self, name: &str) -> Result<Player, SpecError> {
        let names = || self.players.iter().map(|player| player.name.as_str());
        let at = names().position(|known| known == name).ok_or_else(|| unknown(Named::Player, name, names()))?;
        Ok(Player(at as u8))
    }

    /// Returns the kind with this name.
    pub fn kind(&self, name: &str) -> Result<Kind, SpecError> {
        let names = || self.kinds.iter().map(|kind| kind.name.as_str());
        let at = names().position(|known| known == name).ok_or_else(|| unknown(Named::Kind, name, names()))?;
        Ok(Kind(at as u8))
    }

    /// Returns the piece of this kind and owner: nobody for neutral kinds, and somebody for all others.
    pub fn piece(&self, kind: Kind, owner: Option<Player>) -> Result<Piece, SpecError> {
        let info = self.kinds.get(kind.0 as usize);
        let name = || info.map_or_else(String::new, |info| info.name.clone());
        match (info.is_some_and(|info| info.neutral), owner) {
            (true, Some(_)) => Err(SpecError::NeutralOwner { kind: name() }),
            (false, None) => {
                let player = self.players.first().map_or_else(String::new, |player| player.name.clone());
                Err(SpecError::MissingOwner { kind: name(), player })
            }
            (_, owner) => Ok(Piece { owner: owner.unwrap_or(Player::NOBODY), kind }),
        }
    }

    /// Returns the variable with this name.
    pub fn var(&self, name: &str) -> Result<(VarId, VarNames<'g>), SpecError> {
        self.var_or(name, &[])
    }

    /// Returns the variable with this name. The suggestion of an error may also be one of these words.
    pub(super) fn var_or(&self, name: &str, words: &[&str]) -> Result<(VarId, VarNames<'g>), SpecError> {
        let of_stacks = |at: usize| self.stacks.is_some_and(|stacks| stacks.has(VarId(at as u16)));
        let at = self.vars.iter().position(|var| var.name == name).filter(|at| !of_stacks(*at));
        let at = at.ok_or_else(|| {
            if self.params.contains(&name) {
                let help = format!(
                    "`{name}` is a setting of the game: use `--set {name}=VALUE`, or `set {name} = VALUE` in an example"
                );
                return SpecError::Unknown { what: Named::Variable, name: name.to_owned(), help: Some(help) };
            }
            let vars = self.vars.iter().enumerate().filter(|(at, _)| !of_stacks(*at));
            let vars: Vec<&str> = vars.map(|(_, var)| var.name).collect();
            let known = vars.iter().chain(words).copied();
            unknown(Named::Variable, name, known).or_help(|| match vars.split_at_checked(FEW) {
                Some((few, [_, ..])) => format!("some of the variables are {}", suggest::listed(few)),
                _ if vars.is_empty() => "the game has no variables".to_owned(),
                _ => format!("the variables are {}", suggest::listed(&vars)),
            })
        })?;
        Ok((VarId(at as u16), self.vars[at]))
    }

    /// Returns the number of an index, if it is in range.
    pub(super) fn index(&self, var: &str, ty: IndexType, index: &Value) -> Result<i64, SpecError> {
        let (number, count) = match (ty, index) {
            (IndexType::Range(first, last), Value::Int(n)) => {
                let (index, first, last) = (i64::from(*n), i64::from(first), i64::from(last));
                return match (first..=last).contains(&index) {
                    true => Ok(index),
                    false => Err(SpecError::IndexRange { index, first, last }),
                };
            }
            (IndexType::Cell, Value::Cell(cell)) => (i64::from(cell.0), self.board.len()),
            (IndexType::Player, Value::Player(player)) => (i64::from(player.0), self.players.len()),
            (IndexType::Kind, Value::Kind(kind)) => (i64::from(kind.0), self.kinds.len()),
            (IndexType::Dir, Value::Dir(dir)) => (i64::from(dir.0), self.board.dirs()),
            _ => return Err(SpecError::Type { var: var.to_owned(), wanted: ty.ty(), found: index.ty() }),
        };
        match number < count as i64 {
            true => Ok(number),
            false => Err(SpecError::NoIndex { wanted: ty.ty() }),
        }
    }
}

/// The most names that a help lists.
const FEW: usize = 8;

fn unknown<'a>(what: Named, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> SpecError {
    let short = || beginning(name, known.clone()).map(|whole| format!("did you mean `{whole}`?"));
    let help = suggest::did_you_mean(name, known.clone()).or_else(short).or_else(|| {
        let few: Vec<&str> = known.collect();
        (what != Named::Variable && (1..=FEW).contains(&few.len()))
            .then(|| format!("the game has {}", suggest::listed(&few)))
    });
    SpecError::Unknown { what, name: name.to_owned(), help }
}

/// Returns the only name that begins like this: `White` for the `w` of FEN.
fn beginning<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let begins = |whole: &&str| whole.to_lowercase().starts_with(&name);
    let whole = known.find(begins)?;
    known.all(|other| !begins(&other)).then_some(whole)
}

/// Returns whether a character can stand for a piece: a digit counts empty cells, and some characters mean something else.
fn is_plain(symbol: char) -> bool {
    !symbol.is_ascii_digit() && !symbol.is_whitespace() && !symbol.is_control() && !SPECIAL.contains(symbol)
}
