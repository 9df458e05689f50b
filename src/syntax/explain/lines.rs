//! Sentences as lines of an example: `cannot play a1-c3`, `White begins`, `after a1-b1 White wins`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords::is_cell;
use crate::syntax::lex::{Token, TokenKind};

/// What a sentence means.
struct Meant {
    /// The lines to write.
    lines: String,
    /// Whether nothing else can be meant.
    is_sure: bool,
}

impl Meant {
    fn sure(lines: String) -> Option<Meant> {
        Some(Meant { lines, is_sure: true })
    }

    fn likely(lines: String) -> Option<Meant> {
        Some(Meant { lines, is_sure: false })
    }
}

/// Words that a sentence may begin with, without meaning anything else.
const OPENINGS: [&[&str]; 9] = [
    &["expect", "that"],
    &["expect"],
    &["check", "that"],
    &["check"],
    &["now"],
    &["and"],
    &["then", "it", "is"],
    &["it", "is"],
    &["the"],
];

impl ErrorSite<'_> {
    /// Explains a line of an example that is a sentence.
    pub(super) fn explain_sentence_in_example(&self) -> Option<Diagnostic> {
        let open = self.open_example(self.at)?;
        let at = self.at.min(self.tokens.len().checked_sub(1)?);
        let here = self.line_start(open, at)?;
        // The parser may have noticed only at the next line.
        let before = here.checked_sub(1).and_then(|before| self.line_start(open, before));
        let before = before.filter(|before| self.open_example(*before) == Some(open));
        [Some(here), before].into_iter().flatten().find_map(|start| self.explain_sentence_at(start))
    }

    fn explain_sentence_at(&self, start: usize) -> Option<Diagnostic> {
        let rest = self.tokens.get(start..)?;
        let is_over =
            |(n, token): &(usize, &Token)| self.is_any(token, &["}", ";"]) || *n > 0 && self.is_first_on_line(token);
        let line = rest.get(..rest.iter().enumerate().find(is_over).map_or(rest.len(), |(n, _)| n))?;
        let (first, last) = (line.first()?, line.last()?);
        if line.iter().any(|token| token.kind == TokenKind::Text) {
            return None;
        }
        let written = self.text.get(first.start..last.end)?;
        let words: Vec<&str> = written.trim_end_matches('.').split_whitespace().collect();
        // What is right is not the mistake: the parser stopped at another line.
        let meant = self.line_meant(&words).filter(|meant| meant.lines != words.join(" "))?;
        let report =
            self.report_span(self.span(first).to(self.span(last)), format!("`{written}` is not a line of an example"));
        Some(report.suggest(self.span(first).to(self.span(last)), meant.lines, meant.is_sure))
    }

    /// Returns the index of the brace that opens the example around a token, if no other brace is in between.
    fn open_example(&self, at: usize) -> Option<usize> {
        let mut closed = 0;
        let open = (0..at.min(self.tokens.len())).rev().find(|at| {
            let token = &self.tokens.get(*at);
            let is = |sign: &str| token.is_some_and(|token| token.is(self.text, sign));
            closed += usize::from(is("}"));
            let is_open = is("{") && closed == 0;
            closed -= usize::from(is("{") && closed > 0);
            is_open
        })?;
        let head = self.tokens.get(open.checked_sub(2)?..open)?;
        head.iter().any(|head| head.is(self.text, "example")).then_some(open)
    }

    /// Returns the index of the first token of the line of an example that a token belongs to.
    fn line_start(&self, open: usize, at: usize) -> Option<usize> {
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
            self.tokens.get(*at).is_some_and(|token| self.is_first_on_line(token))
                || before.is_some_and(|before| before.is(self.text, ";"))
                || *at == open + 1
        };
        (open + 1..=at).rev().find(begins)
    }

    /// Returns what a sentence means in the language.
    fn line_meant(&self, words: &[&str]) -> Option<Meant> {
        let opening = OPENINGS.iter().find(|opening| words.starts_with(opening));
        let expects = opening.is_some_and(|opening| matches!(opening.first(), Some(&"expect" | &"check")));
        let words = words.get(opening.map_or(0, |opening| opening.len())..)?;
        self.result_meant(words)
            .or_else(|| self.turn_meant(words))
            .or_else(|| self.count_meant(words))
            .or_else(|| self.cells_meant(words))
            .or_else(|| self.moves_meant(words, expects))
    }

    fn is_player_name(&self, word: &str) -> bool {
        self.player_names().contains(&word)
    }

    /// Returns the moves that words list, separated by commas or `and`.
    fn moves(&self, words: &[&str]) -> Option<String> {
        let is_action = |word: &str| {
            self.tokens.windows(2).any(|pair| match pair {
                [head, name] => head.is(self.text, "action") && name.is(self.text, word),
                _ => false,
            })
        };
        let is_move = |word: &&str| {
            let end = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
            let letters = end.len() - end.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
            let is_start = (1..=2).contains(&letters)
                && end.get(letters..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            is_start || is_action(word)
        };
        let words = words.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty() && *word != "and");
        let words: Vec<&str> = words.collect();
        (!words.is_empty() && words.iter().all(is_move)).then(|| words.join(", "))
    }

    /// Explains `White wins`, `the winner is White`, `the game is drawn`.
    fn result_meant(&self, words: &[&str]) -> Option<Meant> {
        let winner = match words {
            [player, "wins" | "won" | "win"] | [player, "has" | "have", "won"] => player,
            [player, "is" | "are", "the", "winner"] | [player, "wins" | "won", "the", "game"] => player,
            ["winner", player] | ["winner", "is" | "=" | ":", player] => player,
            ["a", "draw" | "tie"] | ["draw" | "tie" | "drawn"] | ["game", "is", "drawn" | "tied"] => {
                return Meant::sure("result draw".to_owned());
            }
            ["game", "is", "a", "draw" | "tie"] | ["game", "ends", "in", "a", "draw" | "tie"] => {
                return Meant::sure("result draw".to_owned());
            }
            _ => return None,
        };
        self.is_player_name(winner).then(|| Meant::sure(format!("result {winner} wins")))?
    }

    /// Explains `turn White`, `White begins`, `White is next`.
    fn turn_meant(&self, words: &[&str]) -> Option<Meant> {
        let player = match words {
            ["turn" | "next" | "first" | "mover", player] | ["turn" | "next" | "mover", "is" | "=" | "of", player] => {
                player
            }
            ["next", "player", player] | ["next", "player", "is", player] => player,
            [player, "begins" | "starts" | "moves" | "first" | "next" | "plays"] => player,
            [player, "is", "next" | "first"] | [player, "is", "on", "move"] | [player, "is", "to", "move" | "play"] => {
                player
            }
            [player, "moves" | "plays" | "goes" | "is", "next" | "first" | "now"] => player,
            [player, "to", "play" | "go" | "start" | "begin" | "move"] => player,
            _ => return None,
        };
        self.is_player_name(player).then(|| Meant::sure(format!("{player} to move")))?
    }

    /// Explains `White has 3 men`, `there are 5 men`, `3 men on board`, `20 moves`.
    fn count_meant(&self, words: &[&str]) -> Option<Meant> {
        let (owner, number, noun) = match words {
            ["there", "are" | "is", number, noun @ ..] => (None, number, noun),
            [player, "has" | "have" | "owns", number, noun @ ..] if self.is_player_name(player) => {
                (Some(player), number, noun)
            }
            [number, noun @ ..] => (None, number, noun),
            [] => return None,
        };
        let noun = match noun {
            [noun @ .., "left"] | [noun @ .., "on", "board"] | [noun @ .., "on", "the", "board"] => noun,
            [noun @ .., "on", "it"] => noun,
            noun => noun,
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let (owner, noun) = match (owner, noun) {
            (None, [noun, "of", player]) if self.is_player_name(player) => (Some(player), *noun),
            (None, [player, noun]) if self.is_player_name(player) => (Some(player), *noun),
            (_, ["legal" | "possible", noun @ ("move" | "moves")]) | (_, [noun]) => (owner, *noun),
            _ => return None,
        };
        if is_number && matches!(noun, "move" | "moves") {
            return Meant::sure(format!("moves {number}"));
        }
        let kind = self.find_kind(noun);
        let is_any = matches!(noun, "piece" | "pieces");
        let kind = kind.or_else(|| is_any.then(|| "pieces".to_owned()))?;
        let set = owner.map_or(kind.clone(), |player| format!("{kind} of {player}"));
        match *number {
            "no" => Meant::sure(format!("expect none({set})")),
            _ if is_number => Meant::sure(format!("expect count({set}) == {number}")),
            _ => None,
        }
    }

    /// Explains `no man at a2`, `a White man is on a2`, `nothing at a2`, `a2 has no man`.
    fn cells_meant(&self, words: &[&str]) -> Option<Meant> {
        let (what, cell) = match words {
            [what @ .., "at" | "on" | "in", cell] if is_cell(cell) => (what, *cell),
            [cell, "is" | "has" | "holds" | "contains", what @ ..] if is_cell(cell) => (what, *cell),
            _ => return None,
        };
        let what = match what {
            ["there", "is" | "are", what @ ..] | [what @ .., "is" | "stands"] => what,
            what => what,
        };
        let (is_negated, what) = match what {
            ["no" | "not", what @ ..] => (true, what),
            what => (false, what),
        };
        let what = what.strip_prefix(&["a"]).or(what.strip_prefix(&["an"])).unwrap_or(what);
        let set = match what {
            ["nothing" | "empty" | "free"] => "empty".to_owned(),
            ["piece"] if is_negated => return Meant::sure(format!("expect {cell} in empty")),
            ["piece"] => "pieces".to_owned(),
            [kind] => self.find_kind(kind)?,
            [player, "piece"] if self.is_player_name(player) => format!("pieces of {player}"),
            [player, kind] | [kind, "of", player] if self.is_player_name(player) => {
                format!("{} of {player}", self.find_kind(kind)?)
            }
            _ => return None,
        };
        let joint = if is_negated { "not in" } else { "in" };
        Meant::sure(format!("expect {cell} {joint} {set}"))
    }

    /// Explains `cannot play a1-c3`, `a1-c3 is illegal`, `then a1-b1`, `White plays a1-b1`, `after a1-b1 White wins`.
    fn moves_meant(&self, words: &[&str], expects: bool) -> Option<Meant> {
        const PLAYS: [&str; 7] = ["play", "plays", "move", "moves", "go", "goes", "do"];
        let words = match words {
            [player, rest @ ..] if self.is_player_name(player.trim_end_matches(':')) => rest,
            words => words,
        };
        if let ["after", rest @ ..] = words {
            let count = (1..=rest.len())
                .rev()
                .find(|count| rest.get(..*count).is_some_and(|moves| self.moves(moves).is_some()))?;
            let (played, then) = rest.split_at_checked(count)?;
            let played = format!("play {}", self.moves(played)?);
            let then = then.strip_prefix(&[","]).unwrap_or(then);
            if then.is_empty() {
                return Meant::likely(played);
            }
            let then = self.line_meant(then)?;
            return Some(Meant { lines: format!("{played}; {}", then.lines), is_sure: then.is_sure });
        }
        let (check, rest) = match words {
            ["cannot" | "can't" | "never" | "forbidden" | "impossible" | "disallowed" | "invalid", rest @ ..]
            | ["can" | "may" | "must" | "is", "not", rest @ ..]
            | ["not" | "no", "legal" | "allowed" | "possible", rest @ ..]
            | [rest @ .., "is" | "are", "illegal" | "forbidden" | "impossible" | "invalid"]
            | [rest @ .., "is" | "are", "not", "legal" | "allowed" | "possible" | "valid"]
            | [rest @ .., "is" | "are", "not", "a", "legal" | "valid", "move"]
            | [rest @ .., "fails" | "forbidden" | "impossible"] => ("illegal", rest),
            ["can" | "may" | "allowed" | "possible" | "valid", rest @ ..]
            | [rest @ .., "is" | "are", "legal" | "allowed" | "possible" | "valid" | "ok"]
            | [rest @ .., "is" | "are", "a", "legal" | "valid", "move"]
            | [rest @ .., "works"] => ("legal", rest),
            ["then" | "next" | "now" | "first", rest @ ..] => ("play", rest),
            [play, ..] if PLAYS.contains(play) && *play != "play" => ("play", words),
            rest if expects || rest.len() < words.len() => ("play", rest),
            rest if rest.first() != Some(&"play") => ("play", rest),
            _ => return None,
        };
        let rest = match rest {
            [player, rest @ ..] if self.is_player_name(player.trim_end_matches(':')) => rest,
            rest => rest,
        };
        let rest = match rest {
            [play, rest @ ..] if PLAYS.contains(play) => rest,
            rest => rest,
        };
        let moves = self.moves(rest)?;
        match check {
            // `expect a1-b1` may mean that the move is legal
            "play" if expects => Meant::likely(format!("legal {moves}")),
            _ => Meant::sure(format!("{check} {moves}")),
        }
    }
}
