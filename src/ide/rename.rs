//! Renames what a file declares: [`find_renameable`] and [`rename`].

use super::FileAnalysis;
use super::names::{Occurrence, Role, SymbolId, SymbolKind};
use crate::bundled;
use crate::check::words::is_word;
use crate::diagnostic::Edit;
use crate::source::{SourceId, Span};
use crate::syntax::keywords::{RESERVED, is_cell, is_reserved};

/// Finds the name at a byte of the file.
///
/// # Errors
///
/// Returns why there is no name that can be renamed, as a sentence without a period.
pub fn find_renameable(analysis: &FileAnalysis, offset: usize) -> Result<(Span, SymbolId), String> {
    let word = analysis.names().at(SourceId::default(), offset as u32);
    let Some(Occurrence { span, role }) = word.copied() else { return Err("no name found here".to_owned()) };
    let written = analysis.sources().text(span);
    let id = match role {
        Role::Declares(id) | Role::Uses(id) => id,
        Role::Keyword | Role::Type | Role::BuiltIn => {
            return Err(format!("`{written}` is part of the language and cannot be renamed"));
        }
        Role::Cell => {
            return Err(format!("`{written}` is a cell and cannot be renamed; the board names its cells"));
        }
        Role::Unknown => return Err(format!("nothing declares `{written}`")),
        _ => return Err("only names can be renamed".to_owned()),
    };
    let symbol = analysis.names().symbol(id);
    if is_word(&symbol.name) && symbol.kind != SymbolKind::Action {
        return Err(format!("`{written}` is part of the language and cannot be renamed"));
    }
    let bundled = symbol.declared.iter().map(|place| analysis.sources().get(place.source)).find(bundled::is_bundled);
    if let Some(base) = bundled {
        let name = base.name.trim_end_matches(".game");
        return Err(format!("`{written}` comes from the bundled game `{name}`, which cannot be changed"));
    }
    Ok((span, id))
}

/// Returns the edits that rename a name in the file and its bases.
///
/// # Errors
///
/// Returns why the new name cannot be used.
pub fn rename(analysis: &FileAnalysis, id: SymbolId, name: &str) -> Result<Vec<Edit>, String> {
    if let Some(reason) = check_name(analysis, id, name) {
        return Err(reason);
    }
    let places = analysis.names().occurrences_of(id);
    Ok(places.map(|word| Edit { span: word.span, text: name.to_owned() }).collect())
}

/// Returns why a new name cannot be used, or `None` if it can.
pub fn check_name(analysis: &FileAnalysis, id: SymbolId, name: &str) -> Option<String> {
    let symbol = analysis.names().symbol(id);
    let is_action = symbol.kind == SymbolKind::Action;
    if !name.starts_with(|first: char| first.is_ascii_alphabetic())
        || !name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
    {
        return Some(format!(
            "`{name}` is not a name: a name begins with a letter and has only letters, digits and `_`"
        ));
    }
    if is_cell(name) {
        return Some(format!("`{name}` looks like a cell"));
    }
    let reserved =
        if is_action { RESERVED.contains(&name) } else { is_reserved(name) || analysis.names().is_word(name) };
    if reserved {
        return Some(format!("`{name}` is part of the language"));
    }
    if !is_action && analysis.directions().contains(&name) {
        return Some(format!("`{name}` is a direction of the board"));
    }
    let taken = analysis.names().symbols().find(|(other, known)| {
        *other != id
            && known.name == name
            && match (symbol.kind.is_local(), known.kind.is_local()) {
                // the other name is local to an item that may use this one
                (false, true) => !is_action,
                (true, false) => known.kind != SymbolKind::Action,
                (true, true) => known.item == symbol.item,
                (false, false) => true,
            }
    });
    taken.map(|(_, known)| format!("the name `{name}` is already taken: it is {}", known.kind.describe()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::{Bundled, source};
    use crate::check::check;
    use crate::source::Source;

    fn at(analysis: &FileAnalysis, text: &str) -> Result<SymbolId, String> {
        let offset = analysis.sources().get(SourceId::default()).text.find(text).unwrap();
        find_renameable(analysis, offset).map(|(_, id)| id)
    }

    #[test]
    fn some_names_cannot_be_changed_or_used() {
        let jostle = FileAnalysis::new(source("jostle").unwrap(), &Bundled, None);
        assert!(at(&jostle, "value(p").unwrap_err().contains("comes from the bundled game `jostle`"));
        let text = source("jostle").unwrap().text.to_string();
        let mine = FileAnalysis::new(Source::new("mine.game", text), &Bundled, None);
        assert!(at(&mine, "neighbors(p)").unwrap_err().contains("part of the language"));
        assert!(at(&mine, "10").unwrap_err().contains("only names"));
        let value = at(&mine, "value(p").unwrap();
        for (name, reason) in [
            ("checker", "already taken: it is a kind of piece"),
            ("friends", "already taken: it is a parameter"),
            ("own", "part of the language"),
            ("do", "part of the language"),
            ("c5", "looks like a cell"),
            ("5", "not a name"),
            ("é", "not a name"),
            ("", "not a name"),
        ] {
            assert!(rename(&mine, value, name).unwrap_err().contains(reason), "{name}");
        }
        assert_eq!(rename(&mine, value, "worth").unwrap().len(), 7);
    }

    /// Renaming all names of a game does not change the game.
    #[test]
    fn every_name_of_every_game_can_be_changed() {
        for name in bundled::names() {
            change_all_names(name, &source(name).unwrap().text);
        }
        let words = "game \"Words\"\nboard square 3 x 3\nplayers White, Black\npiece man\n\
                     param opening: free | held = free\nvar phase: placing | moving\n\
                     def stage(way: left | right): placing | moving = if way == left then placing else phase\n\
                     map ground: ~ = river, . = plain { . ~ . . . . . . . }\n\
                     effect turn(way: left | right) { if way == right { phase = moving } }\n\
                     action put_it(p: empty)\n  when opening == free and ground(p) in {river, plain}\n\
                     as \"{p}\"\n  do { put man at p turn(right) }\n\
                     end { when stage(left) == moving: mover wins when stuck(next): draw }\n\
                     example \"words\" { play a1 expect phase == moving and stage(right) != placing }";
        change_all_names("words", words);
    }

    fn change_all_names(name: &str, original: &str) {
        let mine = FileAnalysis::new(Source::new("mine.game", original.to_owned()), &Bundled, None);
        assert_eq!(mine.checked().diagnostics.iter().filter(|found| found.is_error()).count(), 0, "{name}");
        // all at once, so that no name can pass for another one
        let mut edits: Vec<Edit> = Vec::new();
        for (id, symbol) in mine.names().symbols() {
            let own = symbol.declared.iter().all(|place| place.source == SourceId::default());
            if own && !is_word(&symbol.name) {
                edits.extend(rename(&mine, id, &format!("new_{}_{}", symbol.name, id.0)).unwrap());
            }
        }
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        let mut text = original.to_owned();
        for edit in &edits {
            text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        // every declaration that the check knows has been found
        let declared = mine.checked().declared.all().filter(|(place, _)| place.source == SourceId::default());
        for (place, _) in declared {
            let word = mine.names().at(SourceId::default(), place.start).unwrap();
            let shown = mine.sources().text(place);
            assert!(word.span == place && matches!(word.role, Role::Declares(_)), "{name}: {shown} {word:?}");
        }
        let changed = check(Source::new("mine.game", text.clone()), &Bundled, &[]);
        let errors: Vec<String> = (changed.diagnostics.iter().filter(|found| found.is_error()))
            .map(|found| crate::report::plain(found, &changed.sources))
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}\n{text}");
        assert_eq!(failures(text), [""; 0], "{name}");
    }

    /// Returns the failures of the examples of a text; slow examples may be skipped.
    fn failures(text: String) -> Vec<String> {
        let changed = FileAnalysis::new(Source::new("mine.game", text), &Bundled, None);
        let since = std::time::Instant::now();
        let tested = crate::ide::results::run_examples(&changed, &|| since.elapsed().as_secs() < 5).unwrap();
        let failures = tested.into_iter().flat_map(|one| one.failures.unwrap_or_default());
        failures.map(|failed| failed.message).collect()
    }

    #[test]
    fn moves_follow_a_name() {
        let text = "game \"A\"\nboard square 3 x 3\nplayers White, Black\npiece man, king\n\
                    action put_it(p: empty, k: {man, king})\n  as \"{k}{p}\"\n  do put k at p\n\
                    action swap()\n  do put man at a1\n\
                    action turn_it(p: own, P: players)\n  as \"{p}{P}\"\n  do put man of P at p\n\
                    end { when stuck(next): next loses when none(empty): draw }\n\
                    example \"x\" {\n  play manb1, swap, kingc1\n  legal swap, kinga2, a1White\n  expect count(man) == 2\n}\n";
        let mine = FileAnalysis::new(Source::new("mine.game", text), &Bundled, None);
        assert_eq!(failures(text.to_owned()), [""; 0]);
        for (old, new) in [("king", "queen"), ("man", "b"), ("White", "Grey"), ("swap", "exchange")] {
            let mut edits = rename(&mine, at(&mine, old).unwrap(), new).unwrap();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
            let mut changed = text.to_owned();
            for edit in &edits {
                changed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
            }
            assert_eq!(failures(changed.clone()), [""; 0], "{changed}");
        }
    }
}
