//! One choice of a player, who looks at least one ply ahead: of all legal moves, or of some of them.

use boardwright::Session;
use boardwright::player::{Budget, Choice, Judgment, Line, Player, PlayerError};
use std::time::{Duration, Instant};

/// The longest time of a first look, which `stop` does not end.
const FIRST_LOOK: Duration = Duration::from_millis(100);

/// The positions of a first look for each legal move.
const POSITIONS: u64 = 4;

/// The time for a choice of some moves without a limit.
const TIME: Duration = Duration::from_secs(1);

/// The longest line that is followed to a position in which there is something to choose.
const FORCED: usize = 12;

/// Chooses one of the moves with these indexes, or of all legal moves if there are none.
///
/// A player always chooses among all moves of a position. So each of the given moves is made, and the player thinks about the position after
/// it, with its share of the budget.
pub fn choose(
    player: &mut dyn Player,
    session: &mut Session,
    moves: &[usize],
    budget: &Budget,
) -> Result<Choice, PlayerError> {
    let Some(mover) = session.to_move() else { return Err(PlayerError::Over) };
    if moves.is_empty() {
        return look(player, session, budget, FIRST_LOOK);
    }
    let (since, mut share) = (Instant::now(), budget.clone().with_lines(1));
    let time = if budget.is_unlimited() { Some(TIME) } else { budget.time };
    share.work = budget.work.map(|work| (work / moves.len() as u64).max(1));
    share.depth = budget.depth.map(|depth| depth.saturating_sub(1).max(1));
    let mut judged = Vec::new();
    for (n, index) in moves.iter().enumerate() {
        share.time = time.map(|time| time.saturating_sub(since.elapsed()) / (moves.len() - n) as u32);
        let first_look = FIRST_LOOK / moves.len() as u32;
        if let Some(judgment) = judge(player, session, *index, &share, first_look)? {
            judged.push((*index, judgment));
        }
    }
    let worth = |judgment: &Judgment| judgment.returns.get(usize::from(mover.0)).copied().unwrap_or(0.0);
    // A quick win and a slow loss are better.
    let length = |judgment: &Judgment| {
        let plies = judgment.lines.first().map_or(0, |line| line.plies.unwrap_or(line.moves.len() as u32));
        let plies = f64::from(plies);
        if worth(judgment) > 0.0 { -plies } else { plies }
    };
    let is_looked_at = |judgment: &Judgment| judgment.depth > 0;
    judged.sort_by(|(_, one), (_, other)| {
        let looked = is_looked_at(other).cmp(&is_looked_at(one));
        looked.then(worth(other).total_cmp(&worth(one))).then(length(other).total_cmp(&length(one)))
    });
    let Some((index, best)) = judged.first() else {
        // The player does not judge: what it chooses among all moves selects one of these.
        let index = player.choose(session, budget)?.index;
        return Ok(Choice::new(if moves.contains(&index) { index } else { moves[index % moves.len()] }));
    };
    let (mut choice, mut judgment) = (Choice::new(*index), best.clone());
    judgment.is_proven = best.is_proven && (worth(best) >= 1.0 || judged.iter().all(|(_, one)| one.is_proven));
    judgment.work = judged.iter().map(|(_, one)| one.work).sum();
    judgment.lines = judged.iter().flat_map(|(_, one)| one.lines.iter().cloned()).collect();
    judgment.lines.iter_mut().zip(&judged).for_each(|(line, (_, one))| line.value = worth(one));
    choice.judgment = Some(judgment);
    Ok(choice)
}

/// Returns what the player thinks of the position after a move, with one line, which begins with the move. `None` if it does not say.
fn judge(
    player: &mut dyn Player,
    session: &Session,
    index: usize,
    budget: &Budget,
    first_look: Duration,
) -> Result<Option<Judgment>, PlayerError> {
    let mut fork = session.fork();
    let (mut next, mut judgment, mut line) = (index, Judgment::default(), Line::default());
    loop {
        line.moves.extend(fork.legal_moves()?.get(next).cloned());
        fork.make(next)?;
        if fork.outcome().is_some() {
            (judgment.returns, judgment.is_proven, judgment.work) = (fork.returns(), true, 1);
            line.plies = Some(line.moves.len() as u32);
            break;
        }
        let choice = look(player, &mut fork, budget, first_look)?;
        if let Some(found) = choice.judgment {
            judgment = found;
            if let Some(best) = judgment.lines.first() {
                line.plies = best.plies.map(|plies| plies + line.moves.len() as u32);
                line.moves.extend(best.moves.iter().cloned());
            }
            break;
        }
        // Of a position with one move, a player need not think.
        if fork.legal_moves()?.len() > 1 || line.moves.len() > FORCED {
            return Ok(None);
        }
        next = choice.index;
    }
    let is_looked_at = judgment.depth > 0 || judgment.is_proven;
    judgment.depth += u32::from(is_looked_at);
    (line.is_proven, line.work) = (judgment.is_proven, judgment.work);
    judgment.lines = vec![line];
    Ok(Some(judgment))
}

/// Chooses among all moves. A player who was stopped before it had looked at any move looks at them after all, for this time.
fn look(
    player: &mut dyn Player,
    session: &mut Session,
    budget: &Budget,
    first_look: Duration,
) -> Result<Choice, PlayerError> {
    let choice = player.choose(session, budget);
    let has_looked = match &choice {
        Ok(choice) => choice.judgment.as_ref().is_none_or(|judgment| judgment.depth > 0 || judgment.is_proven),
        Err(_) => !budget.is_stopped(),
    };
    let legal = session.legal_moves()?.len() as u64;
    if has_looked || legal < 2 {
        return choice;
    }
    let least = Budget::time(first_look).with_work(POSITIONS * legal).with_depth(1);
    player.choose(session, &least.with_lines(budget.lines.unwrap_or(1))).or(choice)
}
