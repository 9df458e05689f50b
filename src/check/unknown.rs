//! Reports unknown names, with suggestions.

use super::checker::*;
use super::types::Type;
use crate::absent::find_absent;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, StmtNode};
use crate::wording::plural;

impl Checker<'_> {
    /// Reports an unknown name, with the nearest known ones.
    pub fn report_unknown(&mut self, name: &str, span: Span, what: &str, candidates: Vec<String>) {
        if self.lost.name(name) {
            return;
        }
        let is_capital = name.starts_with(char::is_uppercase);
        // A capitalized name is usually a player, not a word in small letters.
        let alike =
            |other: &&String| !is_capital || other.starts_with(char::is_uppercase) || other.eq_ignore_ascii_case(name);
        let candidates_like_it = || candidates.iter().filter(alike).map(String::as_str);
        // A typo of one letter in a name of the file is more likely than a word of another language.
        // A name of one letter has no typos.
        let slip = |other: &String| {
            other.len() > 1 && strsim::damerau_levenshtein(name, other) == 1 && !super::words::is_word(other)
        };
        let slipped = candidates.iter().any(slip) && !(what == "name" && name == "None");
        let usual = usual(name).filter(|_| !slipped);
        let usual = usual.map(|usual| usual.among(self.players.len()));
        // So is one in a word of the language, unless it is in the first letter: `stop(p, N)` for `step(p, N)`.
        let slip_of_word = |other: &String| {
            other.chars().next() == name.chars().next() && strsim::damerau_levenshtein(name, other) == 1
        };
        let is_slip = || slipped || candidates.iter().any(slip_of_word);
        if let Some(absent) = find_absent(name).filter(|_| !is_slip()) {
            return self.error_help(Code::E02, span, absent.message, absent.help);
        }
        let near = || {
            let usual = usual.as_ref().map(|usual| {
                // The word's own arguments say more than an example.
                let call = usual.instead.filter(|word| super::words::is_call(word));
                let call = call.and_then(|word| Some(format!("use `{word}{}`", self.arguments_after(span)?)));
                call.unwrap_or_else(|| format!("use {}", usual.shown))
            });
            usual.or_else(|| suggest::did_you_mean(name, candidates_like_it()))
        };
        // There are few players, so the list of them helps most.
        let in_end = self.body.context == Context::End && is_capital && name.len() == 1;
        let players = || {
            let listed = (what == "player" || what == "name" && is_capital).then(|| self.list_players())?;
            Some(match in_end {
                true => format!("{listed}; for each of them, write `for {name} in players when ..`"),
                false => listed,
            })
        };
        let mut diagnostic = Diagnostic::new(Code::E02, span, format!("unknown {what} `{name}`"));
        // `forward(p)` has another meaning with arguments than `forwards(p)` may have
        let is_clear = |word: &str| {
            let row = crate::game::operator::word(word);
            what != "function or def" || !row.is_some_and(|row| row.stands_alone() && row.takes_arguments())
        };
        let wheres = self.body.def.map_or(&[][..], |def| &self.defs[def].ast.wheres);
        if wheres.iter().any(|(other, _)| other.node == name) {
            let help = format!("each part of `where` can use those before it: write `{name} = ..` first");
            return self.report(diagnostic.help(help));
        }
        if let Some(other) = other_number(name, &candidates) {
            self.report(diagnostic.help(format!("did you mean `{other}`?")).fix(
                format!("write `{other}`"),
                span,
                other,
                is_clear(other),
            ));
            return;
        }
        if what == "variable" && self.should_suggest() && suggest::nearest(name, candidates_like_it()).is_empty() {
            return self.report(self.help_to_declare(diagnostic, &format!("{name} = 0"), span));
        }
        if let Some(finding) = self.explain_local_of_do(name, span) {
            return self.report(diagnostic.help(finding));
        }
        if self.should_suggest() {
            let called = self.help_for_cell_name(name);
            let stands_alone = called.is_none() && self.sources.text(span) == name;
            let declare = || match what {
                "function or def" => Some(format!("declare it: `def {name}(p: cell) = ..`")),
                "name" if self.body.context == Context::First => {
                    Some(format!("for a word, list it in the type: `var x: {name} | ...`"))
                }
                "name" if name.len() == 1 && self.is_in_action(span) => Some(format!(
                    "declare it in the parentheses of the action, as in `{name}: own`; for a value, `let {name} = ..`"
                )),
                "name" => Some(format!("declare it: `def {name} = ..` for a value, `var {name} = 0` for what changes")),
                "kind of piece" if !candidates.is_empty() && candidates.len() <= 12 => {
                    Some(format!("the kinds of pieces are {}", suggest::listed(&candidates)))
                }
                _ => None,
            };
            diagnostic.help = called.or_else(near).or_else(players).or_else(declare);
            let instead = match &usual {
                Some(Usual { instead: Some(word), sure, .. }) => {
                    let sure = *sure;
                    let asks = super::words::is_call(word);
                    // `N` is two directions of a hexagonal board
                    let sure = sure && !(self.board.is_hex() && matches!(*word, "N" | "S"));
                    (asks == (what == "function or def")).then_some((*word, sure))
                }
                Some(_) => None,
                None => {
                    let sure = suggest::surely(name, candidates_like_it());
                    let sure = sure.filter(|word| is_clear(word));
                    let near = suggest::nearest(name, candidates_like_it()).into_iter().next();
                    near.map(|near| (near, sure.is_some()))
                }
            };
            if let Some((word, sure)) = instead.filter(|_| stands_alone) {
                diagnostic = diagnostic.fix(format!("write `{word}`"), span, word, sure);
            }
        }
        self.report(diagnostic);
    }

    /// Returns a help for a name that `do` of the action around a condition after it declares.
    fn explain_local_of_do(&self, name: &str, span: Span) -> Option<String> {
        let holds = |expr: &ast::Expr| expr.span.contains(span);
        let action = self
            .actions
            .iter()
            .map(|action| action.ast)
            .find(|action| action.ensures.iter().any(holds) || action.maximize.as_ref().is_some_and(holds))?;
        action.body.as_ref()?.iter().find_map(|stmt| match &stmt.node {
            StmtNode::Let(local, value) if local.node == name => Some(format!(
                "`{name}` is known in `do` only; name it before `do`: `let {name} = {}`",
                self.text(value.span)
            )),
            StmtNode::Var(local, ..) if local.node == name => Some(format!(
                "`{name}` is known in `do` only; a variable that lasts is declared outside of the action: `var {name} = 0`"
            )),
            StmtNode::Choose { name: local, .. } if local.node == name => Some(format!(
                "`{name}` is known in its `choose` only; a value for what follows is a variable: `var last: cell`"
            )),
            _ => None,
        })
    }

    /// Reports E04 for a direction that the board does not have.
    pub fn report_unknown_direction(&mut self, name: &str, span: Span) {
        let finding = Diagnostic::new(Code::E04, span, format!("this board has no direction `{name}`"));
        let usual = usual(&name.to_lowercase()).and_then(|usual| usual.instead);
        let finding = match usual.filter(|word| self.board.dir_word(word).is_some()) {
            Some(meant) => finding.suggest(span, meant, true),
            None => finding.help(format!("its directions are {}", self.board.dir_words().join(", "))),
        };
        self.report(finding);
    }

    /// Returns the arguments in parentheses right after a name, if they are short and on its line.
    fn arguments_after(&self, name: Span) -> Option<String> {
        const LONGEST: usize = 60;
        let source = self.sources.get(name.source);
        let rest = source.text.get(name.end as usize..)?.lines().next()?;
        let mut depth = 0usize;
        let close = rest.char_indices().take(LONGEST).find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let (end, _) = close.filter(|(at, _)| *at > 0)?;
        Some(rest.get(..=end)?.to_owned()).filter(|arguments| arguments.len() > 2)
    }

    /// Returns the position before the item around a span, and before its comment.
    pub(super) fn start_of_item(&self, span: Span) -> Option<Span> {
        let source = self.sources.get(span.source);
        let before = source.text.get(..span.start as usize)?;
        let mut start = 0;
        let (mut at, mut comment) = (0, None);
        for line in before.split_inclusive('\n') {
            if line.starts_with("//") {
                comment.get_or_insert(at);
            } else if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
                start = comment.take().unwrap_or(at);
            } else {
                comment = None;
            }
            at += line.len();
        }
        Some(Span::new(span.source, start, start))
    }

    /// Returns whether a span is in an action.
    fn is_in_action(&self, span: Span) -> bool {
        let rest = |item: Span| self.sources.get(item.source).text.get(item.start as usize..).map(str::to_owned);
        let item = self.start_of_item(span).and_then(rest).unwrap_or_default();
        item.lines().find(|line| !line.starts_with("//")).is_some_and(|line| line.starts_with("action"))
    }

    /// Lists the players: "the players are A and B".
    fn list_players(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        format!("the players are {}", suggest::listed(&names))
    }

    /// Returns whether to search for near names. With thousands of mistakes that would take long and help nobody.
    pub(super) fn should_suggest(&self) -> bool {
        self.found.len() < 200
    }

    /// Returns all names that can be used in an expression of a type here, or none if near names are not searched for.
    pub fn visible_names(&self, want: Option<Type>) -> Vec<String> {
        if !self.should_suggest() {
            return Vec::new();
        }
        let locals = self.body.scope.iter().map(|local| local.name.clone());
        let globals =
            self.globals.iter().filter(|(_, (global, _))| !matches!(global, Global::Effect(_) | Global::Always));
        let words = super::words::names().chain(super::words::calls()).map(str::to_string);
        let is_dir = want.is_none_or(|want| matches!(want, Type::Dir | Type::Dirs));
        let dirs = self.board.dir_words().into_iter().filter(|_| is_dir).map(str::to_string);
        locals.chain(globals.map(|(name, _)| name.clone())).chain(words).chain(dirs).collect()
    }
}

/// Returns the singular or plural of a word, if that is a known name.
fn other_number<'n>(name: &str, candidates: &'n [String]) -> Option<&'n str> {
    // `wolfs` is meant as a plural, too. Plurals of words of the language are explained as such.
    let is_plural = |many: &str, one: &str| {
        let ends = [many.strip_suffix('s'), many.strip_suffix("es")];
        ends.contains(&Some(one)) || many == plural(one) && !super::words::is_word(one)
    };
    let known = |other: &&String| other.len() > 2 && (is_plural(name, other) || is_plural(other, name));
    candidates.iter().find(known).map(String::as_str)
}

/// Returns the set that a word of other languages means, also as a test: `full`, `is_empty`.
pub(super) fn find_usual_set(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let word = lower.strip_prefix("is_").or_else(|| lower.strip_prefix("is")).unwrap_or(&lower);
    let known = crate::game::operator::word(word).map(|row| row.name);
    let word = known.or_else(|| usual(word).and_then(|usual| usual.instead))?;
    let row = crate::game::operator::word(word)?;
    (row.stands_alone() && !row.takes_arguments() && is_set_of_cells(word)).then_some(word)
}

/// Returns the direction that a word such as `north` means.
pub(super) fn find_usual_direction(name: &str) -> Option<&'static str> {
    usual(name)?.instead.filter(|word| super::words::DIRECTIONS.contains(word))
}

fn is_set_of_cells(word: &str) -> bool {
    matches!(
        word,
        "own" | "enemy" | "empty" | "occupied" | "pieces" | "board" | "corner" | "center" | "dark" | "light" | "edge"
    )
}

/// The equivalent of a word that is common in other languages and rule sheets.
struct Usual {
    /// How it is shown, in backquotes.
    shown: &'static str,
    /// The word to replace it with, if one word is enough.
    instead: Option<&'static str>,
    /// Whether this is the only possible meaning.
    sure: bool,
}

impl Usual {
    /// Returns what helps in a game with this number of players.
    fn among(self, players: usize) -> Usual {
        match self.shown {
            OPPONENT if players != 2 => Usual {
                shown: "`enemy` for the pieces of all others, `after(mover)` for the player who comes next",
                ..self
            },
            _ => self,
        }
    }
}

const OPPONENT: &str = "`rival(mover)` for the player, `enemy` for the pieces";

fn usual(name: &str) -> Option<Usual> {
    let (shown, instead, sure) = match name.to_lowercase().as_str() {
        "neighbours" | "neighbour" | "neighbor" => ("`neighbors(p)`", Some("neighbors"), true),
        "adjacent" | "around" | "beside" => ("`neighbors(p)`", Some("neighbors"), false),
        "opponent" | "other" | "foe" => (OPPONENT, None, false),
        "others" | "other_players" | "rivals" => {
            ("`players except mover` for the players, `enemy` for their pieces", None, false)
        }
        "opponents" | "enemies" | "theirs" | "foes" | "hostile" | "hostiles" => ("`enemy`", Some("enemy"), true),
        "mine" | "ours" | "my" | "our" | "friend" | "friends" | "friendly" | "ally" | "allies" | "allied" => {
            ("`own`", Some("own"), true)
        }
        "me" | "self" | "player" | "current" | "active" | "currentplayer" | "current_player" | "activeplayer"
        | "active_player" | "player_to_move" | "side_to_move" | "whose_turn" => ("`mover`", Some("mover"), false),
        "free" | "vacant" | "blank" | "unoccupied" | "empties" => ("`empty`", Some("empty"), true),
        "full" | "filled" => ("`none(empty)` for a full board, `occupied` for its cells", Some("occupied"), false),
        "any" | "exists" => ("`some(X)` or `some(x in X: C)`", Some("some"), false),
        "forall" => ("`every(x in X: C)`", Some("every"), false),
        "size" | "length" | "len" | "number_of" => ("`count(X)`", Some("count"), true),
        "distance_to" | "dist" => ("`distance(p, q)`", Some("distance"), true),
        "null" | "nil" => ("`nothing`; for a cell, `off`, which is no cell of the board", Some("nothing"), false),
        "none" | "nobody" | "no_one" => ("`nothing`", Some("nothing"), false),
        "turn" => ("`mover` for the player to move, `ply` for the number of plies made so far", None, false),
        "turns" | "round" | "rounds" | "moves_made" => ("`ply`, the number of plies made so far", Some("ply"), false),
        "color" | "colour" => ("`owner(p)`", Some("owner"), false),
        "type" => ("`kind(p)`", Some("kind"), false),
        "north" | "up" => ("`N`", Some("N"), true),
        "south" | "down" => ("`S`", Some("S"), true),
        "east" | "right" => ("`E`", Some("E"), true),
        "west" | "left" => ("`W`", Some("W"), true),
        "diagonals" | "diagonally" => ("`diagonal`", Some("diagonal"), true),
        "orthogonals" | "orthogonally" | "straight" => ("`orthogonal`", Some("orthogonal"), true),
        "can" => ("`possible(place)`, with the name of the action", Some("possible"), false),
        "range" => ("`0..2` for `range(3)`: both ends of a range are part of it", None, false),
        "bool" | "boolean" => ("`0..1` for a choice of two, `n: 0..1`; or write two actions", None, false),
        "int" | "integer" => ("a range of numbers, such as `n: 1..6`", None, false),
        "zero" => ("`0`", Some("0"), true),
        "one" => ("`1`", Some("1"), true),
        "two" => ("`2`", Some("2"), true),
        "three" => ("`3`", Some("3"), true),
        "four" => ("`4`", Some("4"), true),
        "five" => ("`5`", Some("5"), true),
        "six" => ("`6`", Some("6"), true),
        "seven" => ("`7`", Some("7"), true),
        "eight" => ("`8`", Some("8"), true),
        "nine" => ("`9`", Some("9"), true),
        "ten" => ("`10`", Some("10"), true),
        "knight_move" => ("`leap(p, 1, 2)`", None, false),
        "top" | "top_row" | "last_row" => ("`rows(height)`; an edge is `edge(N)`", None, false),
        "bottom" | "bottom_row" | "first_row" => ("`rows(1)`; an edge is `edge(S)`", None, false),
        "border" => ("`edge`", Some("edge"), true),
        "corners" => ("`corner`", Some("corner"), true),
        "rank" | "file" | "ranks" | "files" => ("`row(p)`, `column(p)`, `rows(n)` or `columns(n)`", None, false),
        _ => return None,
    };
    Some(Usual { shown, instead, sure })
}
