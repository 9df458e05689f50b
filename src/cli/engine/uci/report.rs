//! What has been found, as `info` lines.

use crate::cli::engine::thinker::Report;
use crate::cli::protocol::{Form, Translator};
use boardwright::moves::Move;
use boardwright::player::Line;
use boardwright::{Session, SessionError};

/// The most moves of a line.
const LINE: usize = 12;

/// Returns the lines that say what has been found. Without a line of moves, there is no score either.
pub fn describe(session: &mut Session, translator: &Translator, report: &Report<'_>, lines: usize) -> Vec<String> {
    let (work, time) = (report.work, report.time.as_millis());
    let Some(judgment) = &report.choice.judgment else {
        // The only legal move, or a player who does not think.
        let text = translator.write(session, report.choice.index).unwrap_or_default();
        return vec![format!("info depth 1 nodes {work} time {time} pv {text}")];
    };
    let speed = u128::from(work) * 1000 / time.max(1);
    // The chosen move first: a level does not always choose the best one.
    let chosen = session.legal_moves().ok().and_then(|legal| legal.get(report.choice.index)).cloned();
    let mut found: Vec<_> = judgment.lines.iter().filter(|line| !line.moves.is_empty()).collect();
    found.sort_by_key(|line| line.moves.first() != chosen.as_ref());
    // Of others, a player may know no more than that they are not better.
    let is_known = |(n, line): &(usize, &Line)| *n == 0 || line.work > 0;
    let mut described = Vec::new();
    let known = found.into_iter().enumerate().filter(is_known).map(|(_, line)| line);
    for (n, line) in known.take(lines).enumerate() {
        let mut fork = session.fork();
        let mut texts = Vec::new();
        for mv in line.moves.iter().take(LINE) {
            let Ok(text) = write_and_make(&mut fork, translator, mv) else { break };
            texts.push(text);
        }
        let is_whole = fork.outcome().is_some();
        let plies = line.plies.map(|plies| plies as usize).or(is_whole.then_some(texts.len()));
        let score = score(line.value, plies.filter(|_| line.is_proven), translator.form);
        let number = if lines > 1 { format!(" multipv {}", n + 1) } else { String::new() };
        let depth = judgment.depth.max(1);
        let pv = texts.join(" ");
        described
            .push(format!("info depth {depth}{number} score {score} nodes {work} nps {speed} time {time} pv {pv}"));
    }
    if described.is_empty() {
        described.push(format!("info nodes {work} nps {speed} time {time}"));
    }
    described
}

fn write_and_make(session: &mut Session, translator: &Translator, mv: &Move) -> Result<String, SessionError> {
    let index = session.legal_moves()?.iter().position(|legal| legal == mv);
    let Some(index) = index else { return Err(SessionError::WrongPosition) };
    let text = translator.write(session, index)?;
    session.make(index)?;
    Ok(text)
}

/// Writes what a line is worth to the player to move, from -1 to 1: as hundredths of a pawn, by the usual relation between these
/// and expected points, or as moves to a proven end, if it is known in how many plies it comes.
fn score(value: f64, plies: Option<usize>, form: Form) -> String {
    if let Some(plies) = plies.filter(|_| value.abs() == 1.0) {
        let moves = if form == Form::Usi { plies } else { plies.div_ceil(2) };
        return format!("mate {}{moves}", if value < 0.0 { "-" } else { "" });
    }
    let points = ((value + 1.0) / 2.0).clamp(0.0001, 0.9999);
    format!("cp {:.0}", 400.0 * (points / (1.0 - points)).log10())
}
