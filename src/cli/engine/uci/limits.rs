//! The arguments of `go`: [`Limits`].

use boardwright::internals::suggest;
use boardwright::player::Budget;
use std::time::Duration;

/// The words that begin an argument.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
];

/// How many moves the rest of the time is for.
const MOVES_LEFT: u32 = 30;

/// What is left on the clock whatever happens.
const RESERVE: Duration = Duration::from_millis(30);

/// What `go` asks for.
#[derive(Debug, Default)]
pub struct Limits {
    pub budget: Budget,
    /// Whether only `stop` ends the search.
    pub is_infinite: bool,
    /// The time from `ponderhit` on, if the search begins while the other player still thinks.
    pub after_hit: Duration,
    /// The texts of the only moves to search; all moves if there are none.
    pub moves: Vec<String>,
    /// Says of each wrong argument why it is ignored. A client waits for its `bestmove` whatever it has asked for.
    pub ignored: Vec<String>,
}

/// The clock of the player to move.
#[derive(Debug, Default)]
struct UciClock {
    left: Option<Duration>,
    increment: Duration,
    byoyomi: Option<Duration>,
    moves: Option<u64>,
}

impl Limits {
    /// Parses the arguments, and ignores those that are wrong. `is_white` selects the clock.
    pub fn parse(mut words: &[&str], is_white: bool) -> Limits {
        let (mut limits, mut clock) = (Limits::default(), UciClock::default());
        while let [word, rest @ ..] = words {
            let next = rest.iter().position(|word| WORDS.contains(word)).unwrap_or(rest.len());
            let (values, others) = rest.split_at(next);
            words = others;
            let used = limits.add(word, values, is_white, &mut clock);
            if let [_, ..] = values[used..] {
                limits.ignored.push(format!("ignored `{}` after `{word}` of `go`", values[used..].join(" ")));
            }
        }
        let time = limits.budget.time.or_else(|| clock.time());
        if !limits.is_infinite {
            limits.budget.time = time;
        }
        limits.after_hit = time.unwrap_or_default();
        limits
    }

    /// Adds an argument with the words up to the next one. Returns how many of these it uses.
    fn add(&mut self, word: &str, values: &[&str], is_white: bool, clock: &mut UciClock) -> usize {
        match word {
            "infinite" | "ponder" => self.is_infinite = true,
            "searchmoves" => {
                self.moves.extend(values.iter().map(|text| (*text).to_owned()));
                return values.len();
            }
            _ if WORDS.contains(&word) => match values.first().map(|text| (text, number(text))) {
                Some((_, Some(number))) => {
                    self.limit(word, number, is_white, clock);
                    return 1;
                }
                found => {
                    let found = found.map_or("nothing".to_owned(), |(text, _)| format!("`{text}`"));
                    self.ignored.push(format!("expected a number after `{word}`, found {found}; ignored `{word}`"));
                    return values.len().min(1);
                }
            },
            _ => {
                let help = suggest::did_you_mean(word, WORDS).map_or(String::new(), |help| format!("; {help}"));
                let text = [&[word], values].concat().join(" ");
                self.ignored.push(format!("unknown limit `{text}`{help}"));
                return values.len();
            }
        }
        0
    }

    /// Adds an argument with a number.
    fn limit(&mut self, word: &str, number: u64, is_white: bool, clock: &mut UciClock) {
        let plies = |number: u64| Some(u32::try_from(number.max(1)).unwrap_or(u32::MAX));
        let time = Duration::from_millis(number);
        match word {
            "movetime" => self.budget.time = Some(time.max(Duration::from_millis(1))),
            "nodes" => self.budget.work = Some(number.max(1)),
            "depth" => self.budget.depth = plies(number),
            "mate" => self.budget.depth = plies(number.saturating_mul(2)),
            "wtime" if is_white => clock.left = Some(time),
            "btime" if !is_white => clock.left = Some(time),
            "winc" if is_white => clock.increment = time,
            "binc" if !is_white => clock.increment = time,
            "byoyomi" => clock.byoyomi = Some(time),
            "movestogo" => clock.moves = Some(number),
            // The clock of the other player.
            _ => {}
        }
    }
}

impl UciClock {
    /// Returns the time for the next move, or `None` if no clock runs.
    fn time(&self) -> Option<Duration> {
        if self.left.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let (left, byoyomi) = (self.left.unwrap_or_default(), self.byoyomi.unwrap_or_default());
        // Some clients send 0 if the time is for the rest of the game.
        let moves = self.moves.filter(|moves| *moves > 0).and_then(|moves| u32::try_from(moves).ok());
        let share = left / moves.unwrap_or(MOVES_LEFT).min(MOVES_LEFT) + self.increment * 4 / 5;
        let most = (left * 4 / 5 + byoyomi).saturating_sub(RESERVE);
        Some((share + byoyomi).min(most).max(Duration::from_millis(1)))
    }
}

/// Parses a number. A clock can be below zero, which counts as 0, and what is too large is the largest number.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| if digits.len() < text.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Limits {
        Limits::parse(&text.split_whitespace().collect::<Vec<_>>(), true)
    }

    #[test]
    fn wrong_arguments_are_ignored_and_the_others_count() {
        for (text, ignored) in [
            ("perft 2 nodes 50", "unknown limit `perft 2`"),
            ("depth nodes 50", "expected a number after `depth`, found nothing; ignored `depth`"),
            ("depth x nodes 50", "expected a number after `depth`, found `x`; ignored `depth`"),
            ("nodes 50 60", "ignored `60` after `nodes` of `go`"),
            ("nodez 5 nodes 50", "unknown limit `nodez 5`; did you mean `nodes`?"),
        ] {
            let limits = parse(text);
            assert_eq!((limits.budget.work, limits.ignored), (Some(50), vec![ignored.to_owned()]), "{text}");
        }
        assert_eq!(parse("nodes 99999999999999999999").budget.work, Some(u64::MAX));
        assert_eq!(parse("mate 99999999999999999999").budget.depth, Some(u32::MAX));
        assert_eq!(parse("searchmoves e2e4 d2d4 depth 3").moves, ["e2e4", "d2d4"]);
    }

    #[test]
    fn the_time_of_a_clock_is_for_many_moves_unless_there_are_few_to_make() {
        let time = |text: &str| parse(text).budget.time.map(|time| time.as_millis());
        assert_eq!(time("wtime 3000 btime 9000"), Some(100));
        assert_eq!(time("wtime 3000 btime 9000 movestogo 0"), Some(100));
        assert_eq!(time("wtime 3000 btime 9000 movestogo 3"), Some(1000));
        assert_eq!(time("wtime -5 btime 9000"), Some(1));
        assert!(time("wtime 99999999999999999999 movestogo 99999999999").is_some());
        assert_eq!((time("btime"), time("winc 5"), time("infinite wtime 5")), (None, None, None));
    }
}
