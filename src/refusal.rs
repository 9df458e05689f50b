//! [`sentence`]: explains in words which condition of which rule makes a move illegal, with the text and the place of the rule.

use crate::engine::{Reason, Refusal};
use crate::game::Game;
use crate::source::Span;
use crate::suggest::alternatives;
use crate::syntax::lex::{TokenKind, lex};
use crate::wording::join;

/// The maximum number of moves that a sentence suggests.
const PROPOSALS: usize = 8;

/// Returns why a text is not a legal move, as a sentence without a full stop:
/// "`d3-d4` is not legal: move needs value(q, own except p) > value(p, own) (jostle.game:27), but here it is 0 > 0".
pub fn sentence(game: &Game, text: &str, refusal: &Refusal) -> String {
    let action = refusal.action.as_deref().unwrap_or("the rule");
    match &refusal.reason {
        Reason::Legal => format!("`{text}` is legal"),
        Reason::Over => format!("`{text}` is not legal: the game is over"),
        Reason::NoSuchText(_) if game.board.with_names(text) != text => {
            let named = game.board.with_names(text);
            format!("`{text}` is not legal: cells have names on this board, so it would be written `{named}`")
        }
        Reason::NoSuchText(_) | Reason::Choices(_) | Reason::NoChoice { .. } | Reason::Ends { .. }
            if missing_cell(game, text, refusal).is_some() =>
        {
            let cell = missing_cell(game, text, refusal).unwrap_or_default();
            format!("`{text}` is not legal: the board has no cell {cell}")
        }
        Reason::NoSuchText(near) => match near.as_slice() {
            [] => format!("`{text}` is not legal: no action of this game writes such a move here"),
            near => {
                format!("`{text}` is not legal: no action writes such a move here; similar moves: {}", proposals(near))
            }
        },
        Reason::NotInSet { binder, value: None, writing, span, .. } if !writing.is_empty() => {
            let rule = quote(game, *span);
            let set = rule.split_once(':').map_or(rule.as_str(), |(_, set)| set.trim());
            let template = written_by(game, action).map_or(String::new(), |text| format!(" as {text}"));
            let values = match writing.len() {
                count if count > PROPOSALS => format!("one of {count} values of {binder}"),
                _ => format!("{binder} = {}", join(writing, "or")),
            };
            format!(
                "`{text}` is not legal: {action} writes it{template} only with {values}, but needs {binder} in {set} ({})",
                place(game, *span)
            )
        }
        Reason::NotInSet { binder, value, part, span, .. } => {
            let rule = quote(game, *span);
            let set = rule.split_once(':').map_or(rule.as_str(), |(_, set)| set.trim());
            let place = place(game, *span);
            let needs = format!("`{text}` is not legal: {action} needs {binder} in {set} ({place})");
            match (value, &refusal.because) {
                (Some(value), Some(because)) => format!("{needs}, but {because}{}", instead(value, refusal)),
                (Some(value), None) => {
                    let part = part.and_then(|part| Some((*parts(set, part.of)?.get(part.index)?, part.excluded)));
                    let (is, part) = match part {
                        Some((part, true)) => ("is", part),
                        Some((part, false)) => ("is not", part),
                        None => ("is not", "it"),
                    };
                    format!("{needs}, but {value} {is} in {part}{}", instead(value, refusal))
                }
                (None, _) => format!("{needs}, but no value fits here"),
            }
        }
        Reason::Fails { clause, span, values } => {
            let rule = quote(game, *span);
            let place = place(game, *span);
            match (clause.as_str(), refusal.because.as_ref().or(values.as_ref())) {
                ("when", Some(because)) if refusal.because.is_some() => {
                    format!("`{text}` is not legal: {action} needs {rule} ({place}), but {because}")
                }
                ("when", Some(values)) => {
                    format!("`{text}` is not legal: {action} needs {rule} ({place}), but here it is {values}")
                }
                ("when", None) => {
                    format!("`{text}` is not legal: {action} needs {rule} ({place}), which does not hold here")
                }
                (clause, values) => {
                    let name = clause.strip_prefix("always ").map(|name| format!("`always {name}`, "));
                    let then = match (&refusal.because, values) {
                        (Some(because), _) => Some(because.clone()),
                        (None, values) => values.map(|values| format!("it is {values}")),
                    };
                    let name = name.unwrap_or_default();
                    let then = then.unwrap_or_else(|| "it does not".to_owned());
                    format!("`{text}` is not legal: after it {rule} must hold ({name}{place}), but then {then}")
                }
            }
        }
        Reason::NotGreatest(value, greatest) => {
            format!(
                "`{text}` is not legal: {action} allows only the greatest value, {greatest}, but this move has {value}"
            )
        }
        Reason::Choices(texts) => match texts.as_slice() {
            [] => format!("`{text}` is not legal: its choices are not available"),
            texts => format!("`{text}` is not a complete move: {action} continues, as in {}", proposals(texts)),
        },
        Reason::NoChoice { stem, rest, span, legal } => {
            let place = place(game, *span);
            let because = refusal.because.as_ref().map_or(String::new(), |because| format!(", because {because}"));
            let none = format!(
                "`{text}` is not legal: after `{stem}`, no possible choice is written `{rest}` ({place}){because}"
            );
            match legal.as_slice() {
                [] => none,
                [only] if only == stem => format!("{none}; `{stem}` by itself is legal"),
                texts => format!("{none}; {action} continues, as in {}", proposals(texts)),
            }
        }
        Reason::Ends { stem, is_legal, span } => {
            let whole = match is_legal {
                true => format!("`{stem}` is a whole move"),
                false => format!("{action} ends with `{stem}`"),
            };
            format!("`{text}` is not legal: {whole}; nothing follows it ({})", place(game, *span))
        }
    }
}

/// Returns the first part of a text that looks like a cell, `g5`, but is not on the board, if another part is a cell, or if the
/// text is nothing else and similar moves are cells.
fn missing_cell<'t>(game: &Game, text: &'t str, refusal: &Refusal) -> Option<&'t str> {
    let words = || text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    // An action may write a letter between two cells: `a1xa2`.
    let parts = || words().flat_map(|word| cells_of_word(word).unwrap_or_else(|| vec![word]));
    let is_coordinates = |part: &&str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = part.len() - digits.len();
        (1..=2).contains(&letters) && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_cell = |part: &str| game.board.cell(part).is_some() || game.board.named(part).is_some();
    let near: &[String] = if let Reason::NoSuchText(near) = &refusal.reason { near } else { &[] };
    let is_like_cells =
        parts().eq([text]) && (near.is_empty() || near.iter().any(|near| game.board.cell(near).is_some()));
    let has_cell = is_like_cells || parts().any(|part| game.board.cell(part).is_some());
    parts().filter(is_coordinates).find(|part| !is_cell(part)).filter(|_| has_cell)
}

/// Splits a word such as `a1xa9` or `Ra1a9` into what looks like cells. Returns `None` if it is a cell itself, or something else.
fn cells_of_word(word: &str) -> Option<Vec<&str>> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut cells = Vec::new();
    let mut rest = word;
    while let Some(digits) = rest.find(is_digit) {
        let end = rest.get(digits..)?.find(|c| !is_digit(c)).map_or(rest.len(), |end| digits + end);
        let letters = rest.get(..digits)?;
        // Before a later cell, a sign such as `x` comes first.
        let skipped = letters.len() - letters.trim_start_matches(|c: char| c.is_ascii_uppercase()).len();
        let sign = usize::from(!cells.is_empty() && letters.len() - skipped > 1);
        cells.push(rest.get(skipped + sign..end).filter(|cell| cell.starts_with(|c: char| c.is_ascii_lowercase()))?);
        rest = rest.get(end..)?;
    }
    (cells.len() > 1).then_some(cells)
}

/// Splits the text of a set at `&` and `except`. Returns `None` if the number of parts is not `count`.
fn parts(set: &str, count: usize) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, sign) in set.char_indices() {
        match sign {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        let rest = set.get(at..).unwrap_or("");
        let joint = ["&", "except "].into_iter().find(|joint| depth == 0 && rest.starts_with(joint));
        let word_ends = set.get(..at).is_some_and(|before| before.ends_with([' ', ')', '}']));
        if let Some(joint) = joint.filter(|joint| *joint == "&" || word_ends) {
            parts.push(set.get(start..at)?.trim());
            start = at + joint.len();
        }
    }
    parts.push(set.get(start..)?.trim());
    // `man of White` is one part here, but two parts in the engine.
    let is_owned = parts.iter().any(|part| part.contains(" of "));
    (parts.len() == count && !is_owned).then_some(parts)
}

/// Returns the end of a sentence about a cell: the moves that begin with it.
fn instead(value: &str, refusal: &Refusal) -> String {
    match refusal.instead.as_slice() {
        [] => String::new(),
        texts => format!("; with {value} you can play {}", proposals(texts)),
    }
}

/// Returns the text after the `as` of an action, in its quotes, if it has one on one line.
fn written_by<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    let action = game.actions.iter().find(|action| action.name == name)?;
    let source = game.sources.text(action.span);
    let tokens = lex(source);
    let text = tokens.windows(2).find(|pair| pair[0].is(source, "as") && pair[1].kind == TokenKind::Text)?;
    Some(text[1].text(source))
}

/// Lists the first texts and the number of the others.
fn proposals(texts: &[String]) -> String {
    match texts.len().checked_sub(PROPOSALS) {
        Some(more @ 1..) => {
            let shown: Vec<String> = texts.iter().take(PROPOSALS).map(|text| format!("`{text}`")).collect();
            format!("{} and {more} more", shown.join(", "))
        }
        _ => alternatives(texts),
    }
}

/// Returns the text of a rule on one line.
fn quote(game: &Game, span: Span) -> String {
    crate::syntax::one_line(game.sources.text(span))
}

/// Returns the file and the line of a rule: `jostle.game:27`.
fn place(game: &Game, span: Span) -> String {
    let (name, line, _) = game.sources.place(span);
    format!("{name}:{line}")
}
