//! Games of a contest as records, and back.

use super::{Contest, Played, Seating, Spent};
use crate::game::piece;
use crate::notation::Verdict;
use crate::record::{Record, RecordError, Stopped};
use crate::session::SessionError;
use crate::wording::counted;

impl Contest {
    /// Returns the record of a game, for a game with this name and these settings.
    pub fn record(&self, played: &Played, name: &str, settings: &[(String, String)]) -> Record {
        let game = self.engine.game();
        let mut record = Record::new(name, settings, Some(self.seed));
        let entrant = |seat: &usize| self.entrants.get(*seat).map_or(String::new(), |entrant| entrant.name.clone());
        record.players = played.seats.iter().map(entrant).collect();
        record.number = Some(played.number + 1);
        record.budget = Some(self.budget.to_string());
        record.opening = Some(played.opening);
        record.moves.clone_from(&played.moves);
        record.result = played.outcome.map(|outcome| Verdict::new(game, outcome));
        record.stopped = match (&played.failure, played.outcome) {
            (Some((seat, why)), _) => {
                let loser = game.players.get(*seat).map(|player| player.name.clone());
                Some(Stopped { loser, why: why.clone() })
            }
            (None, None) => Some(Stopped { loser: None, why: format!("after {} plies", played.moves.len()) }),
            (None, Some(_)) => None,
        };
        record
    }

    /// Reads a game of this contest from its record.
    ///
    /// Errors if it is the record of another game or contest, or if its moves are not legal.
    pub fn from_record(&self, record: &Record) -> Result<Played, RecordError> {
        let wrong = |why: String| RecordError::OtherMatch(why);
        let number = match record.number.and_then(|number| number.checked_sub(1)) {
            Some(number) if number < self.total() => number,
            Some(number) => {
                return Err(wrong(format!("it is game {} and this match has {}", number + 1, self.total())));
            }
            None => return Err(wrong("it has no number".to_owned())),
        };
        let Seating { round, group, turn, seats } = self.seating(number);
        let names: Vec<&str> = seats.iter().filter_map(|seat| self.names().nth(*seat)).collect();
        if record.players != names {
            let (found, wanted) = (record.players.join(", "), names.join(", "));
            return Err(wrong(format!("its players are {found}, but those of game {} are {wanted}", number + 1)));
        }
        if record.seed != Some(self.seed) {
            let found = record.seed.map_or("none".to_owned(), |seed| seed.to_string());
            return Err(wrong(format!("its seed is {found}, but that of this match is {}", self.seed)));
        }
        let limits = self.budget.to_string();
        if record.budget.as_ref() != Some(&limits) {
            let found = record.budget.as_deref().unwrap_or("unknown");
            return Err(wrong(format!("its limits are {found}, but those of this match are {limits}")));
        }
        let (plies, most) = (record.moves.len(), self.max_plies as usize);
        let is_cut = record.stopped.as_ref().is_some_and(|stopped| stopped.loser.is_none());
        if plies > most || (is_cut && plies < most) {
            let what = if is_cut { "was stopped after" } else { "has" };
            return Err(wrong(format!(
                "it {what} {}, but games of this match have at most {most}",
                counted(plies, "ply")
            )));
        }
        let (_, opening) = self.draw_opening(round).map_err(|error| wrong(error.to_string()))?;
        if record.opening != Some(opening.len() as u32) || !record.moves.starts_with(&opening) {
            return Err(wrong(format!("it does not begin with the opening {}", opening.join(" "))));
        }
        let positions = record.replay(&*self.engine)?;
        if record.result.is_none() && record.stopped.is_none() {
            return Err(wrong("it is not finished".to_owned()));
        }
        let Some(last) = positions.last() else { return Err(wrong("it has no position".to_owned())) };
        let mut session = self.engine.session().map_err(RecordError::Fault)?;
        let wrong_position = |error: SessionError| wrong(error.to_string());
        session.set_position(last).map_err(wrong_position)?;
        let spent = vec![Spent::default(); seats.len()];
        let mut played = Played {
            number,
            opening: record.opening.unwrap_or(0),
            moves: record.moves.clone(),
            outcome: session.outcome(),
            returns: session.returns(),
            failure: None,
            spent,
            place: (round, group, turn),
            seats,
        };
        if let Some(Stopped { loser: Some(loser), why }) = &record.stopped {
            let player = self.engine.game().player(loser).map(|piece::Player(n)| usize::from(n));
            let seat = player.ok_or_else(|| wrong(format!("there is no player `{loser}`")))?;
            self.fail(&mut played, seat, why.clone(), last);
        }
        Ok(played)
    }
}
