//! Weights as a text: lines `key: value` about the training, then a line `feature = weight` for each feature.

use super::{BestKind, Fingerprint, LineNumber, MOST, Weights};
use crate::suggest;
use std::collections::BTreeMap;
use std::fmt;

/// What the text begins with.
const FORMAT: &str = "boardwright weights 1";

/// What the weights begin with.
const WEIGHTS: &str = "[weights]";

/// What weights that were not kept begin with.
const CANDIDATES: &str = "[not kept]";

/// The keys of the first part.
const KEYS: [&str; 12] = [
    "format",
    "game",
    "parameter",
    "rules",
    "program",
    "seed",
    "games",
    "round",
    "work",
    "samples",
    "strength",
    "best",
];

/// The most lines of a text.
const MOST_LINES: usize = 20_000;

/// Why a text has no weights, with the line.
///
/// See [`Weights`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    line: usize,
    why: String,
}

impl WeightsError {
    pub(super) fn new(line: usize, why: impl Into<String>) -> WeightsError {
        WeightsError { line, why: why.into() }
    }

    /// Returns the line, from 1; 0 if it is about none.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => out.write_str(&self.why),
            line => write!(out, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Writes weights as [`Weights::parse`] reads them.
pub(super) fn write(weights: &Weights, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(out, "format: {FORMAT}\ngame: {}", weights.game.replace(['\n', '\r'], " "))?;
    for (name, value) in &weights.params {
        writeln!(out, "parameter: {name} = {value}")?;
    }
    writeln!(out, "rules: {}\nprogram: {}\nseed: {}", weights.rules, weights.program, weights.seed)?;
    let Weights { games, round, work, samples, .. } = weights;
    writeln!(out, "games: {games}\nround: {round}\nwork: {work}\nsamples: {samples}")?;
    for (key, text) in [("strength", &weights.strength), ("against mcts", &weights.against_mcts)] {
        if let Some(text) = text {
            writeln!(out, "{key}: {text}")?;
        }
    }
    if let Some(best) = weights.best {
        writeln!(out, "best: {}", best.name())?;
    }
    writeln!(out, "\n{WEIGHTS}")?;
    let mut write = |(name, (weight, _)): (&String, &(f32, LineNumber))| writeln!(out, "{name} = {weight}");
    weights.values.iter().try_for_each(&mut write)?;
    if weights.candidates.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n# No player uses these: no match has shown that they are better than none. `train --continue` goes on with them."
    )?;
    writeln!(out, "{CANDIDATES}")?;
    weights.candidates.iter().try_for_each(|(name, (weight, _))| writeln!(out, "{name} = {weight}"))
}

impl Weights {
    /// Reads weights from their text. Empty lines and those that begin with `#` say nothing.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let lines = text.lines().take(MOST_LINES).enumerate().map(|(n, line)| (n + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        match lines.next().map(|(_, line)| line.split_once(':').map(|(key, value)| (key.trim(), value.trim()))) {
            Some(Some(("format", FORMAT))) => {}
            _ => return Err(WeightsError::new(1, format!("it is not a file of weights: missing `format: {FORMAT}`"))),
        }
        let mut head = Head::default();
        let mut last = 1;
        for (n, line) in lines.by_ref() {
            last = n;
            if line == WEIGHTS {
                head.is_complete = true;
                break;
            }
            head.read(n, line)?;
        }
        if !head.is_complete {
            return Err(WeightsError::new(last, format!("missing `{WEIGHTS}`")));
        }
        let mut weights = head.finish(last)?;
        let mut is_kept = true;
        for (n, line) in lines {
            if line == CANDIDATES && is_kept {
                is_kept = false;
                continue;
            }
            let (name, weight) = line
                .rsplit_once('=')
                .map(|(name, weight)| (name.trim(), weight.trim()))
                .ok_or_else(|| WeightsError::new(n, format!("`{line}` is not of the form `feature = weight`")))?;
            let number = weight.parse::<f32>().ok().filter(|number| number.is_finite() && number.abs() <= MOST);
            let Some(number) = number else {
                return Err(WeightsError::new(
                    n,
                    format!("`{weight}` is not a weight: use a number from -{MOST} to {MOST}"),
                ));
            };
            let values = if is_kept { &mut weights.values } else { &mut weights.candidates };
            if values.insert(name.to_owned(), (number, LineNumber(n))).is_some() {
                return Err(WeightsError::new(n, format!("`{name}` has a weight already")));
            }
        }
        Ok(weights)
    }
}

/// The first part, as far as it is read.
#[derive(Default)]
struct Head {
    known: BTreeMap<&'static str, String>,
    params: BTreeMap<String, String>,
    is_complete: bool,
}

impl Head {
    fn read(&mut self, n: usize, line: &str) -> Result<(), WeightsError> {
        let pair = line.split_once(':').map(|(key, value)| (key.trim(), value.trim()));
        let Some((key, value)) = pair else {
            return Err(WeightsError::new(n, format!("`{line}` is not of the form `key: value`")));
        };
        if key == "parameter" {
            let Some((name, value)) = value.split_once('=') else {
                return Err(WeightsError::new(n, "a parameter needs a value: write `parameter: name = value`"));
            };
            self.params.insert(name.trim().to_owned(), value.trim().to_owned());
            return Ok(());
        }
        let Some(known) = KEYS.into_iter().chain(["against mcts"]).find(|known| *known == key) else {
            let help = suggest::did_you_mean(key, KEYS).map_or(String::new(), |help| format!("; {help}"));
            return Err(WeightsError::new(n, format!("unknown key `{key}`{help}")));
        };
        let numbers = ["seed", "games", "round", "work", "samples"];
        if numbers.contains(&known) && value.parse::<u64>().is_err() {
            return Err(WeightsError::new(n, format!("`{value}` is not a number of {known}")));
        }
        if known == "rules" && Fingerprint::parse(value).is_none() {
            return Err(WeightsError::new(n, format!("`{value}` is not a fingerprint of rules: it has 16 digits")));
        }
        if known == "best" && best_of(value).is_none() {
            return Err(WeightsError::new(n, format!("`{value}` is not `alphabeta` or `mcts`")));
        }
        match self.known.insert(known, value.to_owned()) {
            Some(_) => Err(WeightsError::new(n, format!("`{known}` a second time"))),
            None => Ok(()),
        }
    }

    /// Returns the weights without weights.
    fn finish(mut self, line: usize) -> Result<Weights, WeightsError> {
        let Some(rules) = self.known.get("rules").and_then(|text| Fingerprint::parse(text)) else {
            return Err(WeightsError::new(line, "missing `rules`"));
        };
        let number = |key: &str| self.known.get(key).and_then(|text| text.parse().ok()).unwrap_or(0);
        let (seed, games, round) = (number("seed"), number("games"), number("round"));
        let (work, samples) = (number("work"), number("samples"));
        let best = self.known.get("best").and_then(|text| best_of(text));
        let mut take = |key: &str| self.known.remove(key);
        Ok(Weights {
            game: take("game").unwrap_or_default(),
            program: take("program").unwrap_or_default(),
            strength: take("strength"),
            against_mcts: take("against mcts"),
            params: self.params,
            values: BTreeMap::new(),
            candidates: BTreeMap::new(),
            rules,
            seed,
            games,
            round,
            work,
            samples,
            best,
        })
    }
}

fn best_of(text: &str) -> Option<BestKind> {
    [BestKind::AlphaBeta, BestKind::Mcts].into_iter().find(|kind| kind.name() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "format: boardwright weights 1\ngame: X\nparameter: size = 9\nrules: 00000000000000ff\nbest: mcts\n\n\
                        [weights]\n# more\nmaterial of a = b = -0.25\n";

    fn refused(from: &str, to: &str) -> String {
        Weights::parse(&TEXT.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn a_text_has_what_was_written() {
        let weights = Weights::parse(TEXT).unwrap();
        assert_eq!(weights.get("material of a = b"), Some(-0.25));
        assert_eq!((weights.best, weights.params["size"].as_str()), (Some(BestKind::Mcts), "9"));
        let again = Weights::parse(&weights.to_string()).unwrap();
        assert_eq!((again.to_string(), again.best), (weights.to_string(), weights.best));
    }

    #[test]
    fn weights_that_were_not_kept_are_apart() {
        let text = TEXT.replace("material", "\n[not kept]\nmaterial");
        let mut weights = Weights::parse(&text).unwrap();
        assert!(weights.is_untrained() && weights.has_candidates());
        assert_eq!(weights.get("material of a = b"), None);
        assert_eq!(Weights::parse(&weights.to_string()).unwrap(), weights);
        weights.take_candidates();
        assert_eq!(weights.get("material of a = b"), Some(-0.25));
        assert!(!weights.has_candidates());
        weights.drop_values();
        assert_eq!(Weights::parse(&text).unwrap(), weights);
        let twice = Weights::parse(&format!("{text}\n[not kept]\n")).unwrap_err();
        assert_eq!(twice.to_string(), "line 13: `[not kept]` is not of the form `feature = weight`");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let missing = "line 1: it is not a file of weights: missing `format: boardwright weights 1`";
        assert_eq!(Weights::parse("").unwrap_err().to_string(), missing);
        assert_eq!(refused("format", "from"), missing);
        assert_eq!(refused("best:", "bets:"), "line 5: unknown key `bets`; did you mean `best`?");
        assert_eq!(refused("mcts", "random"), "line 5: `random` is not `alphabeta` or `mcts`");
        assert_eq!(refused("ff", "fx"), "line 4: `00000000000000fx` is not a fingerprint of rules: it has 16 digits");
        assert_eq!(refused("size = 9", "size"), "line 3: a parameter needs a value: write `parameter: name = value`");
        assert_eq!(refused("rules: 00000000000000ff\n", ""), "line 6: missing `rules`");
        assert_eq!(
            refused("[weights]", "# weights"),
            "line 9: `material of a = b = -0.25` is not of the form `key: value`"
        );
        for wrong in ["NaN", "inf", "-1e9", "x"] {
            let expected = format!("line 9: `{wrong}` is not a weight: use a number from -1000 to 1000");
            assert_eq!(refused("-0.25", wrong), expected);
        }
        let twice = format!("{TEXT}material of a = b = 1\n");
        assert_eq!(
            Weights::parse(&twice).unwrap_err().to_string(),
            "line 10: `material of a = b` has a weight already"
        );
    }
}
