//! Names that nothing answers to, and what may have been meant.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest;

impl Checker<'_> {
    /// Reports a name that nothing answers to, with the nearest ones.
    pub fn unknown(&mut self, name: &str, span: Span, what: &str, candidates: Vec<String>) {
        if self.lost.name(name) {
            return;
        }
        let is_capital = name.starts_with(char::is_uppercase);
        let near = || {
            // a slip of one letter is likelier than a word of another language
            let slip = |other: &String| strsim::damerau_levenshtein(name, other) == 1;
            let usual = usual(name).filter(|_| !candidates.iter().any(slip));
            let usual = usual.map(|word| format!("here that is {word}"));
            // a name with a capital is mostly that of a player, and not a word in small letters
            let alike = |other: &&String| {
                !is_capital || other.starts_with(char::is_uppercase) || other.eq_ignore_ascii_case(name)
            };
            usual.or_else(|| suggest::did_you_mean(name, candidates.iter().filter(alike).map(String::as_str)))
        };
        // there are few players: who is meant is best seen in the list of them
        let players = || (what == "player").then(|| format!("the players are {}", suggest::listed(&candidates)));
        let capital = || (what == "name" && is_capital).then(|| self.who_plays());
        let help =
            if self.suggests() { self.called_so(name).or_else(near).or_else(players).or_else(capital) } else { None };
        let mut diagnostic = Diagnostic::new(Code::E02, span, format!("there is no {what} `{name}`"));
        diagnostic.help = help;
        self.report(diagnostic);
    }

    /// "the players are A and B".
    fn who_plays(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        format!("the players are {}", suggest::listed(&names))
    }

    /// Whether nearest names are still looked for: among thousands of mistakes that would take long and help nobody.
    fn suggests(&self) -> bool {
        self.found.len() < 200
    }

    /// All names that can stand in an expression here, as long as nearest ones are looked for.
    pub fn visible_names(&self) -> Vec<String> {
        if !self.suggests() {
            return Vec::new();
        }
        let locals = self.body.scope.iter().map(|local| local.name.clone());
        let globals =
            self.globals.iter().filter(|(_, (global, _))| !matches!(global, Global::Effect(_) | Global::Always));
        let words = super::words::NAMES.iter().chain(super::words::CALLS).map(|word| word.to_string());
        let dirs = self.board.dir_words().into_iter().map(str::to_string);
        locals.chain(globals.map(|(name, _)| name.clone())).chain(words).chain(dirs).collect()
    }
}

/// What this language has for a word that is usual elsewhere, in backquotes.
fn usual(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "adjacent" | "neighbours" | "neighbour" | "neighbor" | "around" | "beside" => "`neighbors(p)`",
        "opponent" | "other" | "foe" => "`rival(mover)`",
        "opponents" | "enemies" | "theirs" => "`enemy`",
        "mine" | "ours" => "`own`",
        "me" | "self" | "player" | "current" | "active" => "`mover`",
        "free" | "vacant" | "blank" => "`empty`",
        "full" | "filled" => "`occupied`",
        "any" | "exists" => "`some(X)` or `some(x in X: C)`",
        "forall" => "`every(x in X: C)`",
        "size" | "length" | "len" | "number_of" => "`count(X)`",
        "distance_to" | "dist" => "`distance(p, q)`",
        "null" | "nobody" | "no_one" => "`nothing`",
        "turn" | "turns" | "round" | "moves_made" => "`ply`, the number of plies made so far",
        "color" | "colour" => "`owner(p)`",
        "type" => "`kind(p)`",
        "north" | "up" => "`N`",
        "south" | "down" => "`S`",
        "east" | "right" => "`E`",
        "west" | "left" => "`W`",
        "diagonals" | "diagonally" => "`diagonal`",
        "orthogonals" | "straight" => "`orthogonal`",
        "knight_move" => "`leap(p, 1, 2)`",
        "border" => "`edge`",
        "corners" => "`corner`",
        "rank" | "file" | "ranks" | "files" => "`row(p)`, `column(p)`, `rows(n)`, `columns(n)`",
        _ => return None,
    })
}
