//! Rules in words: one sentence per construct of the language.
//!
//! What has no good phrase stays code between backquotes, because a wrong sentence is worse.

mod change;
mod condition;
#[cfg(test)]
mod law;
mod meaning;
mod noun;
mod number;
mod parentheses;
mod set;
mod single;
mod types;
mod who;

use crate::wording::article;
pub(super) use crate::wording::join;
pub(super) use change::Sentence;
use parentheses::{IN_CASE, IN_SET, parenthesize};
pub(super) use single::compass_name;
pub(super) use types::element;

use crate::game::Game;
use crate::game::operator::{self, Filled};
use crate::game::piece::Player;
use crate::source::Span;
use crate::syntax::ast::{Expr, IndexRange, Item, Node, Type};

/// Sentences longer than this are harder to read than the code.
const LONGEST: usize = 300;

/// With more players, what depends on their places is not said for each of them.
const MOST_PLAYERS: usize = 8;

/// The point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// The player to move: "your pieces".
    You,
    /// An observer: "the mover's pieces".
    Mover,
    /// An observer who knows whose turn it is: "White's pieces".
    Of(Player),
}

/// Puts the rules of a game into words.
#[derive(Clone, Debug)]
pub(super) struct Phraser<'g> {
    pub game: &'g Game,
    pub items: &'g [Item],
    pub voice: Voice,
    /// The names in scope, with their types.
    pub locals: Vec<(String, Type)>,
    /// A name in scope that is known to be this player.
    pub known: Option<(String, Player)>,
}

/// Returns whether an expression has the number of the player with this name.
fn has_number_of(expr: &Expr, name: &str) -> bool {
    match &expr.node {
        Node::Call(called, args) if called.node == "number" => args.iter().any(|arg| arg.as_name() == Some(name)),
        // Another one of this name hides it.
        Node::Collect(generator) | Node::Generate(_, generator) if generator.name.node == name => {
            has_number_of(&generator.over, name)
        }
        _ => expr.parts().into_iter().any(|part| has_number_of(part, name)),
    }
}

impl<'g> Phraser<'g> {
    /// Creates one for a point of view.
    pub fn new(game: &'g Game, items: &'g [Item], voice: Voice) -> Phraser<'g> {
        Phraser { game, items, voice, locals: Vec::new(), known: None }
    }

    /// Returns a copy with more names in scope.
    pub fn with(&self, names: impl IntoIterator<Item = (String, Type)>) -> Phraser<'g> {
        let mut words = self.clone();
        words.locals.extend(names);
        words
    }

    /// Returns a copy for which a name is one player.
    pub fn knowing(&self, name: &str, player: Player) -> Phraser<'g> {
        Phraser { known: Some((name.to_owned(), player)), ..self.clone() }
    }

    /// Returns the player that a name or an expression is known to be.
    fn known_player(&self, expr: &Expr) -> Option<Player> {
        let Node::Name(name) = &strip_parens(expr).node else { return None };
        let known = self.known.as_ref().filter(|(known, _)| known == name).map(|(_, player)| *player);
        known.or_else(|| self.game.player(name).filter(|_| self.local(name).is_none()))
    }

    /// Returns whether an expression depends on the place of a player in turn order, so that it is clearer said for each player.
    pub fn depends_on_place(&self, expr: &Expr, name: &str) -> bool {
        self.game.players.len() <= MOST_PLAYERS && has_number_of(expr, name)
    }

    /// Returns the source text on one line.
    pub fn source(&self, span: Span) -> String {
        crate::syntax::one_line(self.game.sources.text(span))
    }

    /// Returns the source text as code.
    pub fn code(&self, expr: &Expr) -> String {
        format!("`{}`", self.source(expr.span))
    }

    /// Returns the words if they are short enough to read, otherwise the code.
    fn short(&self, words: Option<String>, expr: &Expr) -> String {
        words.filter(|words| words.chars().count() <= LONGEST).unwrap_or_else(|| self.code(expr))
    }

    /// Phrases a condition as a clause: "`q` is empty and ..".
    pub fn condition(&self, expr: &Expr) -> String {
        match self.clause(expr, true).filter(|words| words.chars().count() <= LONGEST) {
            Some(words) => words,
            None => format!("{} holds", self.code(expr)),
        }
    }

    /// Phrases the choice of one element of a set: "an empty cell next to `p`".
    pub fn one_of(&self, expr: &Expr) -> String {
        self.short(self.one_words(expr), expr)
    }

    fn one_words(&self, expr: &Expr) -> Option<String> {
        if let Node::If(condition, yes, no) = &strip_parens(expr).node {
            let (yes, no) = (self.one_words(yes)?, self.one_words(no)?);
            let (yes, condition) = (parenthesize(yes, IN_CASE), parenthesize(self.clause(condition, true)?, IN_CASE));
            return Some(format!("{yes} if {condition}, otherwise {no}"));
        }
        if matches!(&strip_parens(expr).node, Node::List(list) if list.is_empty()) {
            return Some("nothing".to_owned());
        }
        match self.ty(expr)? {
            Type::Cell | Type::Cells => Some(self.set(expr)?.one()),
            Type::Dirs => match &strip_parens(expr).node {
                Node::Name(name) if name == "all" => Some("any direction".to_owned()),
                Node::Name(name)
                    if ["orthogonal", "diagonal", "forward", "backward", "sideways"].contains(&name.as_str()) =>
                {
                    Some(format!("{} {name} direction", article(name)))
                }
                _ => self.dirs(expr).map(|dirs| format!("a direction: {dirs}")),
            },
            Type::Dir => self.dirs(expr),
            Type::Kinds => self.kinds(expr, "or"),
            Type::Players => Some("a player".to_owned())
                .filter(|_| matches!(&strip_parens(expr).node, Node::Name(name) if name == "players")),
            Type::Ints => match &strip_parens(expr).node {
                Node::Range(low, high) => {
                    Some(format!("a number from {} to {}", self.operand(low)?, self.operand(high)?))
                }
                Node::Collect(each) => {
                    let inner = self.with([(each.name.node.clone(), Type::Int)]);
                    Some(format!("{} for which {}", self.one_words(&each.over)?, inner.clause(&each.body, true)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Phrases a value of any type.
    pub fn value(&self, expr: &Expr) -> String {
        self.short(self.value_words(expr, None), expr)
    }

    /// Phrases a value where a type is expected: `pawn` is then a kind, not the pawns.
    pub fn value_as(&self, expr: &Expr, ty: Option<Type>) -> String {
        self.short(self.value_words(expr, ty), expr)
    }

    fn value_words(&self, expr: &Expr, wanted: Option<Type>) -> Option<String> {
        match &strip_parens(expr).node {
            Node::If(condition, yes, no) => return self.if_words([condition, yes, no], wanted),
            Node::Match(subject, arms) => return self.match_words(subject, arms, wanted),
            Node::List(list) if list.is_empty() => return Some("nothing".to_owned()),
            _ => {}
        }
        // A single element is fine where a set is expected.
        let wanted = wanted.filter(|ty| matches!(ty, Type::Kind | Type::Kinds | Type::Piece));
        match wanted.or_else(|| self.ty(expr))? {
            Type::Int => self.number(expr),
            Type::Bool => match &strip_parens(expr).node {
                Node::Bool(true) => Some("yes".to_owned()),
                Node::Bool(false) => Some("no".to_owned()),
                _ => Some(format!("whether {}", self.clause(expr, true)?)),
            },
            Type::Cell => self.cell(expr),
            Type::Cells => Some(self.set(expr)?.all()),
            Type::Dir | Type::Dirs => self.dirs(expr),
            Type::Player => self.player(expr),
            Type::Kind => self.kind(expr),
            Type::Kinds => self.kinds(expr, "and").or_else(|| self.kind(expr)),
            Type::Piece => self.piece(expr),
            Type::Ints => match &strip_parens(expr).node {
                Node::Range(low, high) => {
                    Some(format!("the numbers from {} to {}", self.operand(low)?, self.operand(high)?))
                }
                _ => None,
            },
            Type::Tag => self.tag(expr),
            Type::Players => None,
        }
    }

    /// Phrases the directions in which cells are adjacent.
    pub fn adjoining(&self, expr: &Expr) -> String {
        let mut sides = Vec::new();
        single::alternatives(expr, &mut sides);
        let words: Option<Vec<String>> = sides.iter().map(|side| self.along(side)).collect();
        words.map_or_else(|| format!("along {}", self.code(expr)), |words| join(&words, "and"))
    }

    /// Phrases the range of an index: "player", "number `n` from 1 to 9".
    pub fn phrase_index(&self, index: &crate::syntax::ast::Index) -> String {
        let name = &index.name.node;
        match &index.over {
            IndexRange::Type(ty) => match ty.node {
                Type::Player => "player".to_owned(),
                Type::Cell => "cell".to_owned(),
                Type::Kind => "kind of piece".to_owned(),
                Type::Dir => "direction".to_owned(),
                _ => format!("`{name}`"),
            },
            IndexRange::Numbers(range) => match &strip_parens(range).node {
                Node::Range(low, high) => format!("number `{name}` from {} to {}", self.value(low), self.value(high)),
                _ => format!("`{name}`"),
            },
        }
    }

    /// Names the player to move: "you", "the mover", "White".
    fn mover(&self) -> &str {
        match self.voice {
            Voice::You => "you",
            Voice::Mover => "the mover",
            Voice::Of(player) => self.game.player_name(player),
        }
    }

    /// Returns the player of the point of view, if it has a name.
    fn player_name_of_voice(&self) -> Option<&str> {
        match self.voice {
            Voice::Of(player) => Some(self.game.player_name(player)),
            _ => None,
        }
    }

    /// Phrases a use of a def or variable: "the “value” of `q` (friends: your pieces)", or "“loose”" without arguments.
    fn term(&self, name: &str, args: &[Expr]) -> Option<String> {
        let bool = self.def_type(name).or_else(|| self.var_type(name)) == Some(Type::Bool);
        let term = format!("“{}”", with_spaces(name));
        let taken: Vec<(String, Type)> = match (self.def(name), self.var(name)) {
            (Some(def), _) => def.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node)).collect(),
            (None, Some(var)) => {
                var.indexes.iter().map(|one| (one.name.node.clone(), self.index_type(&one.over))).collect()
            }
            _ => return self.operator(name, args),
        };
        let Some((first, rest)) = args.split_first() else { return Some(term) };
        let further: Option<Vec<String>> = rest
            .iter()
            .zip(taken.iter().skip(1))
            .map(|(arg, (name, ty))| {
                let value = self.value_words(arg, Some(*ty))?;
                Some(if value == format!("`{name}`") { value } else { format!("{}: {value}", with_spaces(name)) })
            })
            .collect();
        let further = further?;
        let further = if further.is_empty() { String::new() } else { format!(" ({})", further.join("; ")) };
        let first = self.value_words(first, taken.first().map(|(_, ty)| *ty))?;
        if bool {
            return Some(format!("{term} for {first}{further}"));
        }
        let first = parenthesize(first, IN_SET);
        let of = if name.ends_with("_of") { "" } else { " of" };
        let owner = first.strip_prefix("the ").unwrap_or(&first);
        Some(match (self.ty(&args[0]), first.as_str()) {
            (Some(Type::Player), "you") if of == " of" => format!("your {term}{further}"),
            (Some(Type::Player), _) if of == " of" && owner.split(' ').count() <= 2 && !first.contains('`') => {
                format!("{first}'s {term}{further}")
            }
            _ => format!("the {term}{of} {first}{further}"),
        })
    }

    /// Phrases a use of an operator as its row in the table says.
    fn operator(&self, name: &str, args: &[Expr]) -> Option<String> {
        let op = types::operator(name, args.len())?;
        let mut phrase = operator::word(name)?.phrase.to_owned();
        for (n, param) in op.form().params.iter().enumerate() {
            let words = match (args.get(n), param.filled) {
                (Some(arg), _) => parenthesize(self.value_words(arg, Some(param.ty))?, IN_CASE),
                (None, Some(Filled::Mover)) => self.mover().to_owned(),
                (None, _) => continue,
            };
            phrase = phrase.replace(&format!("{{{n}}}"), &words);
        }
        Some(phrase)
    }

    /// Phrases whether a def or variable holds: "“held” holds for White".
    fn holds_for(&self, name: &str, args: &[Expr], holds: bool) -> Option<String> {
        let term = self.term(name, args)?;
        let holds = if holds { "holds" } else { "does not hold" };
        Some(match term.split_once("” for ") {
            Some((term, rest)) => format!("{term}” {holds} for {rest}"),
            None => format!("{term} {holds}"),
        })
    }

    /// Phrases a set of cells by its name: "the cells “targets” of `p`".
    fn cells_term(&self, name: &str, args: &[Expr]) -> Option<String> {
        let term = self.term(name, args)?;
        Some(match term.strip_prefix("the ") {
            Some(term) if term.starts_with('“') => format!("the cells {term}"),
            None if args.is_empty() => format!("the cells {term}"),
            _ => term,
        })
    }
}

/// Strips the parentheses around an expression.
pub(super) fn strip_parens(expr: &Expr) -> &Expr {
    match &expr.node {
        Node::Paren(inner) => strip_parens(inner),
        _ => expr,
    }
}

/// Spells a name as people say it: `steps_to_edge` becomes "steps to edge".
pub(super) fn with_spaces(name: &str) -> String {
    name.replace('_', " ")
}

/// Spells small numbers as words.
pub(super) fn numeral(n: i64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(n).ok().and_then(|at| WORDS.get(at)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
