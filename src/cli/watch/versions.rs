//! [`Versions`]: the differences from the previous version of the rules.

use super::part::{PartResult, RoundPart, RuleChange};
use super::round::RoundOptions;
use crate::cli::chosen;
use crate::cli::options::GameArgs;
use boardwright::game::Game;
use boardwright::internals::diff::{Became, definitions};
use std::sync::Arc;
use std::time::Instant;

/// The last playable version.
#[derive(Default)]
pub struct Versions(Option<Arc<Game>>);

impl Versions {
    /// Loads the current version and returns its differences from the previous one, if there was one.
    pub fn update(&mut self, options: &RoundOptions) -> Option<RoundPart> {
        let since = Instant::now();
        let game = GameArgs { game: options.file.clone(), settings: options.settings.clone() };
        let now = chosen::check_game(&game).ok()?.game?;
        let before = self.0.replace(now.clone())?;
        let found = definitions(&before, &now);
        let items = |became: Became| {
            let items = found.items.iter().filter(|item| item.became == became);
            items.map(|item| item.item.clone()).collect()
        };
        let change = RuleChange {
            changed: items(Became::Changed),
            added: items(Became::Added),
            removed: items(Became::Removed),
            reordered: found.order.iter().map(|order| order.word.clone()).collect(),
        };
        Some(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Change(change) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::SettingArgs;

    #[test]
    fn each_version_is_compared_with_the_last_playable_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.game");
        let file = path.to_string_lossy().into_owned();
        let options = RoundOptions { file, settings: SettingArgs::default(), seconds: 0.1, color: false };
        let text = boardwright::bundled::source("jostle").expect("a bundled game").text.to_string();
        let mut versions = Versions::default();
        let mut save = |text: &str| {
            std::fs::write(&path, text).expect("written");
            versions.update(&options).map(|part| part.found)
        };
        assert_eq!(save(&text), None);
        assert_eq!(save("game"), None);
        assert_eq!(save(&format!("// more\n{text}")), Some(PartResult::Change(RuleChange::default())));
        let other = text.replace("> value(p", ">= value(p") + "always safe: ply >= 0\n";
        let expected = RuleChange {
            changed: vec!["action move".into()],
            added: vec!["always safe".into()],
            ..RuleChange::default()
        };
        assert_eq!(save(&other), Some(PartResult::Change(expected)));
    }
}
