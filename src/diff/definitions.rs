//! [`definitions`]: the items of two games that differ, including what variants inherit.

use super::item::{ItemText, items};
use super::words::{Changed, Sign, diff_lines, mark_side};
use crate::game::Game;
use crate::game::rules::Setting;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// The change of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Became {
    /// Both games have it, with different content.
    Changed,
    /// Only the second game has it.
    Added,
    /// Only the first game has it.
    Removed,
    /// It has another name in the second game, with the same content.
    Renamed,
}

impl Became {
    /// Returns the word for it, such as `changed`.
    pub fn word(self) -> &'static str {
        match self {
            Became::Changed => "changed",
            Became::Added => "added",
            Became::Removed => "removed",
            Became::Renamed => "renamed",
        }
    }
}

/// An item that differs between the games.
#[derive(Clone, Debug, Serialize)]
pub struct Definition {
    /// `action move`, `def value`, `end`.
    pub item: String,
    /// How it changed.
    pub became: Became,
    /// File and line in the first game.
    pub a: Option<(String, usize)>,
    /// File and line in the second game.
    pub b: Option<(String, usize)>,
    /// Its lines, with the changes marked.
    pub lines: Vec<Changed>,
}

/// Items of one keyword that both games have, in a different order.
#[derive(Clone, Debug, Serialize)]
pub struct Reordered {
    /// `action`.
    pub word: String,
    /// The names in the first game's order.
    pub a: Vec<String>,
    /// The names in the second game's order.
    pub b: Vec<String>,
}

/// A parameter whose values differ.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedSetting {
    /// The name.
    pub name: String,
    /// The value in the first game, or `None` if it has no such parameter.
    pub a: Option<Setting>,
    /// The value in the second game.
    pub b: Option<Setting>,
}

/// All differences between the texts of two games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Definitions {
    /// Items, in the order of the games.
    pub items: Vec<Definition>,
    /// Items whose order differs and matters: actions, players and kinds.
    pub order: Vec<Reordered>,
    /// The values of parameters.
    pub settings: Vec<ChangedSetting>,
}

/// The keywords of items that do not affect play.
const ASIDE: [&str; 6] = ["game", "author", "year", "legend", "look", "example"];

/// The keywords of items that are found by name, so that renaming one does not change the rules.
const NAMED: [&str; 6] = ["action", "def", "effect", "var", "always", "param"];

/// The keywords of items whose order matters.
const ORDERED: [&str; 3] = ["action", "piece", "neutral"];

impl Definitions {
    /// Returns whether the texts and settings are the same.
    pub fn same(&self) -> bool {
        self.items.is_empty() && self.order.is_empty() && self.settings.is_empty()
    }

    /// Returns whether it is an example.
    fn is_example(item: &Definition) -> bool {
        item.item.starts_with("example ")
    }

    /// Returns the items that differ, without examples.
    pub fn rules(&self) -> impl Iterator<Item = &Definition> {
        self.items.iter().filter(|item| !Definitions::is_example(item))
    }

    /// Returns the examples that differ.
    pub fn examples(&self) -> impl Iterator<Item = &Definition> {
        self.items.iter().filter(|item| Definitions::is_example(item))
    }

    /// Returns whether a difference may show in play; titles, examples and the like do not.
    pub fn about_play(&self) -> bool {
        let aside = |item: &Definition| ASIDE.contains(&item.item.split(' ').next().unwrap_or(""));
        !self.order.is_empty() || !self.settings.is_empty() || !self.items.iter().all(aside)
    }
}

/// Compares the items of two games and the values of their parameters. Layout and comments do not count.
pub fn definitions(a: &Game, b: &Game) -> Definitions {
    let (old, new) = (items(&a.sources), items(&b.sources));
    let places = |items: &[ItemText]| -> HashMap<(&'static str, Option<String>, usize), usize> {
        items.iter().enumerate().map(|(n, item)| ((item.word, item.name.clone(), item.nth), n)).collect()
    };
    let (in_a, in_b) = (places(&old), places(&new));
    let key = |item: &ItemText| (item.word, item.name.clone(), item.nth);
    // The examples of a base belong to its variants too, which are not tested by them.
    let is_inherited = |item: &ItemText, from: &Game, by: &Game| {
        let text = from.sources.get(item.span.source).text;
        item.word == "example" && by.sources.all().iter().skip(1).any(|base| base.text == text)
    };
    let gone = old.iter().filter(|item| !in_b.contains_key(&key(item)) && !is_inherited(item, a, b));
    let gone: Vec<&ItemText> = gone.collect();
    let come: Vec<&ItemText> = new.iter().filter(|item| !in_a.contains_key(&key(item))).collect();
    let names = find_renamed(&gone, &come);
    let before = |item: &ItemText| {
        let old_name = item.name.as_ref().and_then(|name| names.iter().find(|(_, new)| *new == name));
        match old_name {
            Some((name, _)) => gone.iter().find(|gone| gone.name.as_deref() == Some(name)).copied(),
            None => in_a.get(&key(item)).and_then(|at| old.get(*at)),
        }
    };
    let definition = |became, a_item: Option<&ItemText>, b_item: Option<&ItemText>, lines| Definition {
        item: a_item.or(b_item).map(describe).unwrap_or_default(),
        became,
        a: a_item.map(|item| place(a, item)),
        b: b_item.map(|item| place(b, item)),
        lines,
    };
    let mut found: Vec<Definition> = Vec::new();
    for item in &new {
        match before(item) {
            Some(before) if with_names(before.meaning(), &names) == item.meaning() => {
                if before.name != item.name {
                    let lines = diff_lines(&before.lines, &item.lines);
                    found.push(definition(Became::Renamed, Some(before), Some(item), lines));
                }
            }
            Some(before) => {
                let lines = diff_lines(&before.lines, &item.lines);
                found.push(definition(Became::Changed, Some(before), Some(item), lines));
            }
            None if is_inherited(item, b, a) => {}
            None => found.push(definition(Became::Added, None, Some(item), mark_side(Sign::B, &item.lines))),
        }
    }
    let removed = gone.iter().filter(|item| !item.name.as_deref().is_some_and(|name| names.contains_key(name)));
    found.extend(removed.map(|item| definition(Became::Removed, Some(item), None, mark_side(Sign::A, &item.lines))));
    let order = ORDERED.iter().filter_map(|word| {
        let names = |items: &[ItemText], others: &HashMap<_, usize>| -> Vec<String> {
            let same = items.iter().filter(|item| item.word == *word && others.contains_key(&key(item)));
            same.filter_map(|item| item.name.clone()).collect()
        };
        let (a, b) = (names(&old, &in_b), names(&new, &in_a));
        (a != b).then(|| Reordered { word: word.to_string(), a, b })
    });
    Definitions { items: found, order: order.collect(), settings: settings(a, b) }
}

/// Returns the new names of items that are otherwise the same.
fn find_renamed<'i>(gone: &[&'i ItemText], come: &[&'i ItemText]) -> HashMap<&'i str, &'i str> {
    let mut names = HashMap::new();
    for item in gone.iter().filter(|item| NAMED.contains(&item.word)) {
        let Some(name) = item.name.as_deref() else { continue };
        let same = come.iter().filter(|other| other.word == item.word).filter_map(|other| {
            let new = other.name.as_deref()?;
            (with_names(item.meaning(), &HashMap::from([(name, new)])) == other.meaning()).then_some(new)
        });
        let taken: Vec<&str> = names.values().copied().collect();
        if let Some(new) = same.into_iter().find(|new| !taken.contains(new)) {
            names.insert(name, new);
        }
    }
    names
}

/// Returns the content of an item with names replaced.
fn with_names<'i>(meaning: Vec<&'i str>, names: &HashMap<&'i str, &'i str>) -> Vec<&'i str> {
    meaning.into_iter().map(|word| names.get(word).copied().unwrap_or(word)).collect()
}

/// Returns the kind and the name of an item: `action move`.
fn describe(item: &ItemText) -> String {
    match &item.name {
        Some(name) => format!("{} {name}", item.word),
        None => item.word.to_owned(),
    }
}

fn place(game: &Game, item: &ItemText) -> (String, usize) {
    let (name, line, _) = game.sources.place(item.span);
    (name.to_string(), line)
}

/// Returns the parameters whose values differ. Added and removed parameters are reported among the items.
fn settings(a: &Game, b: &Game) -> Vec<ChangedSetting> {
    let value =
        |game: &Game, name: &str| game.params.iter().find(|param| param.name == name).map(|param| param.value.clone());
    let moved =
        |game: &Game, name: &str| game.params.iter().any(|param| param.name == name && param.value != param.default);
    let mut seen = BTreeSet::new();
    let names = a.params.iter().chain(&b.params).map(|param| param.name.as_str()).filter(|name| seen.insert(*name));
    let differ = names.filter_map(|name| {
        let (in_a, in_b) = (value(a, name), value(b, name));
        let told = in_a.is_some() && in_b.is_some() || moved(a, name) || moved(b, name);
        (in_a != in_b && told).then(|| ChangedSetting { name: name.to_owned(), a: in_a, b: in_b })
    });
    differ.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bundled, load_bundled, load_text};

    fn jostle(change: impl Fn(String) -> String) -> Definitions {
        let text = bundled::source("jostle").unwrap().text.to_string();
        let (a, b) = (load_bundled("jostle", &[]).unwrap(), load_text(&change(text), &[]).unwrap());
        definitions(a.game(), b.game())
    }

    #[test]
    fn comments_and_layout_do_not_count() {
        assert!(jostle(|text| text.replace("  when ", "    // why\n    when ").replace("/// ", "/// Now: ")).same());
    }

    #[test]
    fn examples_with_equal_titles_are_distinguished() {
        let twice =
            |rules: String| format!("{rules}\nexample \"one\" {{ moves 16 }}\nexample \"one\" {{ legal d3-d2 }}\n");
        let game = |text: &str| load_text(text, &[]).unwrap();
        let rules = bundled::source("jostle").unwrap().text.to_string();
        let (a, b) = (game(&twice(rules.clone())), game(&twice(rules)));
        assert!(definitions(a.game(), b.game()).same());
    }

    #[test]
    fn each_item_reports_its_change() {
        let found = jostle(|text| {
            let text = text.replace("when value(q, own except p) > value", "when value(q, own except p) >= value");
            text.replace("piece checker", "piece checker\nalways safe: ply >= 0").replace("year 2010", "")
        });
        let said: Vec<(&str, Became)> = found.items.iter().map(|item| (item.item.as_str(), item.became)).collect();
        use Became::*;
        assert_eq!(said, [("always safe", Added), ("action move", Changed), ("year", Removed)]);
        assert_eq!(found.items[1].b, Some(("rules.game".to_owned(), 30)));
    }

    #[test]
    fn renaming_is_not_a_rule_change() {
        let found = jostle(|text| text.replace("value(", "worth("));
        let said: Vec<(&str, Became)> = found.items.iter().map(|item| (item.item.as_str(), item.became)).collect();
        assert_eq!(said, [("def value", Became::Renamed)]);
        assert!(found.about_play());
    }

    #[test]
    fn titles_do_not_affect_play() {
        let found = jostle(|text| text.replace("\"Jostle\"", "\"Hustle\""));
        assert!(!found.same() && !found.about_play());
    }

    #[test]
    fn settings_differ_by_their_values() {
        let of = |size| load_bundled("rush", &[("size", size)]).unwrap();
        let found = definitions(of("7").game(), of("9").game());
        assert!(found.items.is_empty());
        let set = &found.settings[0];
        assert_eq!((&*set.name, &set.a, &set.b), ("size", &Some(Setting::Int(7)), &Some(Setting::Int(9))));
    }
}
