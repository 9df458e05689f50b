//! The result of a match as text and as JSON.

use crate::cli::endless;
use crate::cli::out::{CliError, Out, count};
use crate::cli::outside::RESIGNS;
use boardwright::player::{Contest, Pairing, Standings};
use serde_json::{Value, json};

/// A match with its results.
pub struct Report<'m> {
    pub contest: &'m Contest,
    pub standings: &'m Standings,
    pub labels: &'m [String],
}

/// Returns the names of the players; of equal ones, all but the first are numbered.
pub fn labels(contest: &Contest) -> Vec<String> {
    let names: Vec<&str> = contest.names().collect();
    let label = |n: usize| match names[..n].iter().filter(|name| **name == names[n]).count() {
        0 => names[n].to_owned(),
        earlier => format!("{} ({})", names[n], earlier + 1),
    };
    (0..names.len()).map(label).collect()
}

/// Describes the standings in a few words, for the progress bar.
pub fn brief(standings: &Standings, labels: &[String]) -> String {
    let [pairing] = standings.pairings() else {
        let best = standings
            .entrants()
            .iter()
            .zip(labels)
            .max_by(|(one, _), (other, _)| one.score().total_cmp(&other.score()));
        return best.map_or(String::new(), |(best, label)| format!("{label} {:.1} %", 100.0 * best.score()));
    };
    let [won, drawn, lost] = pairing.results;
    let ratio = standings.test().map_or(String::new(), |(_, ratio)| format!(", LLR {ratio:.2}"));
    format!("+{won} ={drawn} -{lost}, Elo {}{ratio}", pairing.score().elo())
}

/// Rounds a number of Elo for JSON; an infinite one becomes `null`.
fn rounded(value: f64) -> Value {
    if value.is_finite() { json!((value * 100.0).round() / 100.0) } else { Value::Null }
}

fn share(points: f64, games: u64) -> String {
    format!("{:5.1} %", 100.0 * points / games.max(1) as f64)
}

impl Report<'_> {
    fn label(&self, entrant: usize) -> &str {
        self.labels.get(entrant).map_or("", String::as_str)
    }

    fn conditions(&self) -> String {
        let Contest { opening, seed, .. } = self.contest;
        let opening = match opening {
            0 => "no openings".to_owned(),
            plies => format!("openings of {}", count(u64::from(*plies), "ply")),
        };
        let limits = &self.contest.budget;
        let limits =
            if limits.is_unlimited() { "each player's own limits".to_owned() } else { format!("{limits} per move") };
        format!("{limits}, {opening}, seed {seed}")
    }

    pub fn print_text(&self, out: &mut Out) -> Result<(), CliError> {
        let (game, stats) = (self.contest.engine().game(), self.standings.stats());
        out.line(format!("{}: {}, {}\n", game.full_title(), count(stats.games, "game"), self.conditions()))?;
        let width = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max("player".len());
        out.line(format!("{:width$}     won   drawn    lost    score   ms/move   longest", "player"))?;
        for (entrant, label) in self.standings.entrants().iter().zip(self.labels) {
            let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
            let mean = ms(entrant.spent.time) / entrant.spent.moves.max(1) as f64;
            let score = share(entrant.score(), 1);
            let (won, drawn, lost) = (entrant.won, entrant.drawn, entrant.lost);
            let longest = ms(entrant.spent.longest);
            out.line(format!("{label:width$}{won:>8}{drawn:>8}{lost:>8}  {score}  {mean:>8.1}  {longest:>8.1}"))?;
        }
        out.line("")?;
        for pairing in self.standings.pairings() {
            let score = pairing.score();
            let (one, other) = (self.label(pairing.one), self.label(pairing.other));
            let points = share(score.points(), score.games());
            out.line(format!("{one} against {other}: {}, Elo {}", points.trim(), score.elo()))?;
        }
        if let Some((test, ratio)) = self.standings.test() {
            let (low, high) = test.bounds();
            let decision = match self.standings.decision() {
                Some(true) => format!("accepted: the difference is rather {} than {}", test.elo1, test.elo0),
                Some(false) => format!("rejected: the difference is rather {} than {}", test.elo0, test.elo1),
                None => "not decided; it needs more games".to_owned(),
            };
            out.line(format!(
                "SPRT {} to {}: LLR {ratio:.2} ({low:.2} to {high:.2}), {decision}",
                test.elo0, test.elo1
            ))?;
        }
        out.line("")?;
        let mut rows: Vec<(String, u64)> = game
            .players
            .iter()
            .zip(&stats.wins)
            .map(|(player, wins)| (format!("{} wins", player.name), *wins))
            .collect();
        rows.push(("draws".to_owned(), stats.draws));
        if self.standings.cut() > 0 {
            rows.push((format!("stopped after {} plies, as draws", self.contest.max_plies), self.standings.cut()));
        }
        let resigned = self.standings.failures().iter().filter(|failure| failure.why == RESIGNS).count();
        if resigned > 0 {
            rows.push(("resigned".to_owned(), resigned as u64));
        }
        if self.standings.failures().len() > resigned {
            rows.push(("lost by a failure".to_owned(), (self.standings.failures().len() - resigned) as u64));
        }
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, count) in rows {
            out.line(format!("{name:width$}  {count:>8}  {}", share(count as f64, stats.games)))?;
        }
        out.line(format!("\nplies per game  {:.1} (least {}, most {})", stats.mean(), stats.least, stats.most))
    }

    /// Returns what makes the result tell little, if anything does.
    pub fn doubt(&self) -> Option<String> {
        let (stats, contest) = (self.standings.stats(), self.contest);
        let has_failures = !self.standings.failures().is_empty();
        if stats.games > 0 && contest.opening > 0 && stats.most <= contest.opening && !has_failures {
            let most = count(stats.most.into(), "ply");
            return Some(format!(
                "Random openings left little to play, as no game was longer than {most}: choose a smaller `--opening`"
            ));
        }
        let is_often = self.standings.cut() * 4 > stats.games && contest.max_plies >= endless::MANY;
        endless::hint(contest.engine().game()).filter(|_| is_often)
    }

    pub fn json(&self) -> Value {
        let (game, stats) = (self.contest.engine().game(), self.standings.stats());
        let Contest { budget, opening, seed, max_plies, .. } = self.contest;
        let players = self.standings.entrants().iter().zip(self.contest.names()).map(|(entrant, name)| {
            let spent = &entrant.spent;
            json!({
                "name": name, "won": entrant.won, "drawn": entrant.drawn, "lost": entrant.lost, "score": entrant.score(),
                "moves": spent.moves, "seconds": spent.time.as_secs_f64(), "longest": spent.longest.as_secs_f64(),
                "playouts": spent.work,
            })
        });
        let failures = self
            .standings
            .failures()
            .iter()
            .map(|failure| json!({"game": failure.number + 1, "player": failure.entrant, "why": failure.why}));
        let test = self.standings.test().map(|(test, ratio)| {
            let decision = self.standings.decision().map(|accepted| if accepted { test.elo1 } else { test.elo0 });
            json!({"elo0": test.elo0, "elo1": test.elo1, "llr": rounded(ratio), "bound": rounded(test.bounds().1), "decision": decision})
        });
        let wins: serde_json::Map<String, Value> =
            game.players.iter().zip(&stats.wins).map(|(player, wins)| (player.name.clone(), json!(wins))).collect();
        json!({
            "game": game.title,
            "settings": crate::cli::chosen::settings_of(game),
            "limits": {"time": budget.time.map(|time| time.as_secs_f64()), "playouts": budget.work, "depth": budget.depth},
            "opening": opening, "seed": seed, "max_plies": max_plies,
            "games": stats.games, "of": self.contest.total(),
            "players": players.collect::<Vec<_>>(),
            "pairings": self.standings.pairings().iter().map(pairing_json).collect::<Vec<_>>(),
            "sprt": test,
            "wins": wins, "draws": stats.draws, "stopped": self.standings.cut(),
            "plies_per_game": {"mean": stats.mean(), "least": stats.least, "most": stats.most},
            "failures": failures.collect::<Vec<_>>(),
        })
    }
}

fn pairing_json(pairing: &Pairing) -> Value {
    let (score, [won, drawn, lost]) = (pairing.score(), pairing.results);
    let elo = score.elo();
    json!({
        "players": [pairing.one, pairing.other], "won": won, "drawn": drawn, "lost": lost,
        "score": score.points() / score.games().max(1) as f64, "pairs": score.pairs,
        "elo": rounded(elo.value), "low": rounded(elo.low), "high": rounded(elo.high),
    })
}
