//! [`behavior`]: a seeded game with every position and its legal moves, perft, and statistics of random games, as text.
//!
//! The text depends only on the rules, and is the same on every machine. Every part has a budget in positions and moves, never
//! in time, so that large boards and slow games are bounded and reproducible.

use super::listed::positions;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::look::Look;
use crate::moves::Move;
use crate::notation::{self, NotPlayed};
use crate::outcome::Fault;
use crate::position::Position;
use crate::render;
use crate::rng::Rng;
use crate::stats::Stats;
use std::fmt::Write;

/// The seed of everything in a snapshot.
const SEED: u64 = 1;
/// After this many bytes of positions, only moves are listed.
const LISTED_BYTES: usize = 32 * 1024;
/// The maximum length of the listed game in plies.
const PLIES: u32 = 600;
/// Positions that perft may visit at all depths together.
const PERFT_NODES: u64 = 40_000;
/// The number of random games.
const GAMES: u64 = 20;
/// Legal moves that the random games may list; a game in progress is then stopped.
const PLAYOUT_MOVES: u64 = 150_000;
/// The cost of a ply besides its moves.
const PLY_COST: u64 = 10;

/// The prefix of the line with the moves of a position; [`moves_of`] reads it.
pub(super) const PLAYS: &str = " plays ";

/// Describes the behavior of a game. The listed game plays the moves of `follow` as long as they are legal, so that a changed
/// rule shows in the positions of the same game. Without them, a seed chooses the moves. Boards are drawn without the look of the
/// game, which is not behavior.
pub fn behavior(engine: &dyn Engine, follow: Option<&[String]>) -> String {
    let drawn = Game { look: Look::default(), drawn: None, ..engine.game().clone() };
    describe(engine, follow, &drawn)
}

/// Describes the behavior of a game for the comparison with an `old` description. Its boards are drawn with the look of the game if
/// those of the old one agree with it better: older descriptions were drawn so.
pub fn behavior_like(engine: &dyn Engine, follow: Option<&[String]>, old: &str) -> String {
    let plain = behavior(engine, follow);
    if plain == old {
        return plain;
    }
    let with_look = describe(engine, follow, engine.game());
    let old = positions(old);
    let agreement = |text: &str| {
        let boards = old.iter().zip(positions(text)).filter(|(old, new)| old.board == new.board);
        boards.count()
    };
    if agreement(&with_look) > agreement(&plain) { with_look } else { plain }
}

/// Describes the behavior of a game, with boards as those of the `drawn` game.
fn describe(engine: &dyn Engine, follow: Option<&[String]>, drawn: &Game) -> String {
    let mut text = String::new();
    head(&mut text, engine.game());
    let start = match engine.start() {
        Ok(start) => start,
        Err(fault) => {
            say_fault(&mut text, engine.game(), &fault);
            return trim_lines(&text);
        }
    };
    text.push_str("\n## Positions after each number of plies\n\n");
    perft(&mut text, engine, &start);
    text.push_str("\n## Random games\n\n");
    random_games(&mut text, engine, &start);
    text.push_str("\n## A game\n");
    let mut listed = ListedGame { engine, drawn, text, rest: Vec::new() };
    if let Err(fault) = listed.game(start, follow) {
        say_fault(&mut listed.text, engine.game(), &fault);
    }
    let text = listed.text;
    trim_lines(&text)
}

/// Returns the moves of the listed game in a behavior text.
pub fn moves_of(body: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for line in section(body, "A game").lines() {
        if let Some((_, text)) = line.strip_prefix("> ").and_then(|line| line.split_once(PLAYS)) {
            moves.push(text.to_owned());
        } else if let Some(rest) = line.strip_prefix("> and then ") {
            moves.extend(notation::split(rest).map(String::from));
        }
    }
    moves
}

/// Returns a section of a behavior text.
pub(crate) fn section<'t>(body: &'t str, title: &str) -> &'t str {
    body.split("\n## ").find(|section| section.starts_with(title)).unwrap_or("")
}

/// Trims the ends of lines, and ends the text with one line break.
fn trim_lines(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for line in text.trim_end().lines() {
        tidy.push_str(line.trim_end());
        tidy.push('\n');
    }
    tidy
}

// Writing to a string cannot fail, so this file ignores the results of `write!`.

fn head(text: &mut String, game: &Game) {
    let _ = writeln!(text, "# {}\n", game.full_title());
    let players: Vec<&str> = game.players.iter().map(|player| player.name.as_str()).collect();
    let kinds: Vec<&str> = game.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let actions: Vec<&str> = game.actions.iter().map(|action| action.name.as_str()).collect();
    let _ = writeln!(text, "board    {} cells", game.board.len());
    let _ = writeln!(text, "players  {}", players.join(", "));
    let _ = writeln!(text, "pieces   {}", kinds.join(", "));
    let _ = writeln!(text, "actions  {}", actions.join(", "));
    for param in &game.params {
        let _ = writeln!(text, "setting  {} = {}", param.name, param.value);
    }
}

fn say_fault(text: &mut String, game: &Game, fault: &Fault) {
    let (name, line, _) = game.sources.place(fault.span);
    let _ = writeln!(text, "\nfault {fault} ({name}:{line})");
}

/// The listed game while it is being written.
struct ListedGame<'a> {
    engine: &'a dyn Engine,
    /// The game with the look of the boards.
    drawn: &'a Game,
    text: String,
    rest: Vec<String>,
}

impl ListedGame<'_> {
    fn game(&mut self, mut position: Position, follow: Option<&[String]>) -> Result<(), Fault> {
        let (engine, mut rng) = (self.engine, Rng::for_game(SEED, 0));
        let start = self.text.len();
        let mut last = None;
        for ply in 0..PLIES {
            let moves = engine.legal_moves(&position)?;
            let complete = self.text.len() - start < LISTED_BYTES;
            if complete {
                self.position(&position, last, &moves)?;
            }
            if moves.is_empty() {
                break;
            }
            let played = match follow {
                Some(texts) => match texts.get(ply as usize) {
                    Some(text) => text.clone(),
                    None => break,
                },
                None => match moves.get(rng.below(moves.len())) {
                    Some(mv) => engine.text(&position, mv)?,
                    None => break,
                },
            };
            let next = match notation::play(engine, &position, &played) {
                Ok(next) => next,
                Err(NotPlayed::Fault(fault)) => return Err(fault),
                Err(NotPlayed::Illegal { why, .. }) => {
                    self.rest();
                    let _ = writeln!(self.text, "\n> the game of the snapshot ends here: {why}");
                    return Ok(());
                }
            };
            match complete {
                true => {
                    let name = engine.game().player_name(position.mover);
                    let _ = writeln!(self.text, "\n> {name}{PLAYS}{played}");
                }
                false => self.rest.push(played),
            }
            last = Some(render::cells_of(engine.game(), &position, &next));
            position = next;
        }
        if !self.rest.is_empty() {
            self.rest();
            self.position(&position, last, &engine.legal_moves(&position)?)?;
        }
        Ok(())
    }

    fn position(&mut self, position: &Position, last: Option<CellSet>, moves: &[Move]) -> Result<(), Fault> {
        let status = notation::status(self.engine.game(), position);
        let _ = writeln!(self.text, "\n### Ply {}: {status}\n", position.ply);
        self.text.push_str(&render::text(self.drawn, position, &render::TextStyle { color: false, last }));
        if !moves.is_empty() {
            let texts: Result<Vec<String>, Fault> = moves.iter().map(|mv| self.engine.text(position, mv)).collect();
            let _ = writeln!(self.text, "\n{} legal moves", moves.len());
            group_moves(&mut self.text, &texts?);
        }
        Ok(())
    }

    /// Writes the moves after the last listed position.
    fn rest(&mut self) {
        if !self.rest.is_empty() {
            self.text.push('\n');
        }
        for texts in self.rest.chunks(16) {
            let _ = writeln!(self.text, "> and then {}", texts.join(" "));
        }
        self.rest.clear();
    }
}

/// Lists moves with one line per moving piece, or per row of placements, so that a diff shows a change next to related
/// moves.
fn group_moves(text: &mut String, moves: &[String]) {
    let head = |text: &str| match text.split_once('-') {
        Some((head, _)) => head.to_owned(),
        None => text.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned(),
    };
    for group in moves.chunk_by(|a, b| head(a) == head(b)) {
        let _ = writeln!(text, "{}", group.join(" "));
    }
}

/// Counts perft to the greatest depth within the budget.
fn perft(text: &mut String, engine: &dyn Engine, start: &Position) {
    let mut budget = PERFT_NODES;
    for depth in 1..=12 {
        match count_perft(engine, start, depth, &mut budget) {
            Ok(Some(0)) => break,
            Ok(Some(nodes)) => {
                let _ = writeln!(text, "perft {depth} = {nodes}");
            }
            Ok(None) => break,
            Err(fault) => return say_fault(text, engine.game(), &fault),
        }
    }
}

/// Counts perft, or returns `None` if the budget is used up. Positions at the last depth are counted without a visit and cost little.
fn count_perft(engine: &dyn Engine, position: &Position, depth: u32, budget: &mut u64) -> Result<Option<u64>, Fault> {
    let moves = engine.legal_moves(position)?;
    let Some(left) = budget.checked_sub(moves.len() as u64 / 4 + 1) else { return Ok(None) };
    *budget = left;
    if depth <= 1 {
        return Ok(Some(moves.len() as u64));
    }
    let mut nodes = 0;
    for mv in &moves {
        let mut after = position.clone();
        engine.play_unchecked(&mut after, mv)?;
        match count_perft(engine, &after, depth - 1, budget)? {
            Some(count) => nodes += count,
            None => return Ok(None),
        }
    }
    Ok(Some(nodes))
}

/// Computes results and lengths of seeded random games until the budget is used up.
fn random_games(text: &mut String, engine: &dyn Engine, start: &Position) {
    let game = engine.game();
    let (mut stats, mut seen, mut plies, mut budget) = (Stats::new(game), 0, 0, PLAYOUT_MOVES);
    for n in 0..GAMES {
        if budget == 0 {
            break;
        }
        let (mut position, mut rng) = (start.clone(), Rng::for_game(SEED, n));
        while budget > 0 && position.outcome.is_none() && position.ply - start.ply < PLIES {
            let played = engine.legal_moves(&position).and_then(|moves| {
                seen += moves.len() as u64;
                budget = budget.saturating_sub(moves.len() as u64 + PLY_COST);
                match moves.get(rng.below(moves.len())) {
                    Some(mv) => engine.play_unchecked(&mut position, mv).map(|()| true),
                    None => Ok(false),
                }
            });
            match played {
                Ok(true) => plies += 1,
                Ok(false) => break,
                Err(fault) => return say_fault(text, game, &fault),
            }
        }
        // A game that the budget stopped does not count for the lengths.
        if budget > 0 || stats.games == 0 {
            stats.add(position.outcome, position.ply - start.ply);
        }
    }
    let _ = writeln!(text, "games       {}", stats.games);
    for (player, wins) in game.players.iter().zip(&stats.wins) {
        let _ = writeln!(text, "{:<11} {wins}", format!("{} wins", player.name));
    }
    let _ = writeln!(text, "draws       {}\nunfinished  {}", stats.draws, stats.unfinished);
    let _ = writeln!(text, "plies       {:.1} (least {}, most {})", stats.mean(), stats.least, stats.most);
    let _ = writeln!(text, "moves       {:.1} in a position", seen as f64 / f64::from(plies.max(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_grouped_by_piece_or_row() {
        let mut text = String::new();
        let moves = ["a1", "c1", "b2", "swap", "a2-a3", "a2-b2", "b1-b2"].map(String::from);
        group_moves(&mut text, &moves);
        assert_eq!(text, "a1 c1\nb2\nswap\na2-a3 a2-b2\nb1-b2\n");
    }

    #[test]
    fn moves_of_a_listed_game_can_be_parsed() {
        let body = "# X\n\n## A game\n\n> Black plays a1\n\n> White plays swap\n\n> and then c3 d4\n> and then e5\n\n## Else\n\n> Black plays z9\n";
        assert_eq!(moves_of(body), ["a1", "swap", "c3", "d4", "e5"]);
    }

    #[test]
    fn equal_rules_have_equal_behavior() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        let text = behavior(&*engine, None);
        assert_eq!(behavior(&*engine, None), text);
        assert_eq!(behavior(&*engine, Some(&moves_of(&text))), text);
        assert!(text.contains("perft 3 = 504"), "{text}");
    }

    /// A game with a variable that pictures show.
    const COUNTED: &str = "game \"L\" board square 3 x 1 players White, Black piece man var n = 0
        action place(p: empty) do { put man at p; n += 1 } end { when n == 3: draw when stuck(next): draw }";

    #[test]
    fn a_look_is_not_behavior() {
        let load = |look: &str| crate::load_text(&format!("{COUNTED} {look}"), &[]).unwrap();
        let text = behavior(&*load(""), None);
        assert!(text.contains("\nn: 1\n"), "{text}");
        for look in ["look { hide n }", "look { name n: \"stones\"; mark a1: star; shape man: square \"m\" }"] {
            assert_eq!(behavior(&*load(look), None), text, "{look}");
            assert_eq!(behavior_like(&*load(look), None, &text), text, "{look}");
        }
    }

    #[test]
    fn old_descriptions_with_a_look_still_hold() {
        let engine = crate::load_text(&format!("{COUNTED} look {{ hide n; mark a1: star }}"), &[]).unwrap();
        let old = describe(&*engine, None, engine.game());
        assert_ne!(old, behavior(&*engine, None));
        assert_eq!(behavior_like(&*engine, None, &old), old);
        // Also if the rules have changed: only the moves differ.
        let changed = COUNTED.replace("(p: empty)", "(p: empty) when n == 0 or p != c1");
        let changed = crate::load_text(&format!("{changed} look {{ hide n; mark a1: star }}"), &[]).unwrap();
        let like = behavior_like(&*changed, Some(&moves_of(&old)), &old);
        assert_eq!(positions(&like)[0], positions(&old)[0]);
    }

    #[test]
    fn large_boards_have_small_snapshots() {
        let engine = crate::load_bundled("rush", &[("size", "25")]).unwrap();
        let text = behavior(&*engine, None);
        assert!(text.len() < 2 * LISTED_BYTES, "{}", text.len());
        assert_eq!(moves_of(&text).len(), PLIES as usize);
    }

    #[test]
    fn a_recorded_game_ends_at_its_first_illegal_move() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        let text = behavior(&*engine, Some(&["a1".to_owned(), "a1".to_owned()]));
        assert!(text.contains("> the game of the snapshot ends here: `a1` is not legal"), "{text}");
    }
}
