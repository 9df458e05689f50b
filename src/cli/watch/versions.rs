//! [`Versions`]: what the text of the rules says otherwise than in the version before.

use super::part::{PartResult, RoundPart, RuleChange};
use super::round::RoundOptions;
use crate::cli::chosen;
use crate::cli::options::GameArgs;
use boardwright::diff::{Became, definitions};
use boardwright::game::Game;
use std::sync::Arc;
use std::time::Instant;

/// The last version that could be played.
#[derive(Default)]
pub struct Versions(Option<Arc<Game>>);

impl Versions {
    /// Takes up the version that is there now; what has changed, if there was one before.
    pub fn next(&mut self, asked: &RoundOptions) -> Option<RoundPart> {
        let since = Instant::now();
        let game = GameArgs { game: asked.file.clone(), settings: asked.settings.clone() };
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
        Some(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::RuleChange(change) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::SettingArgs;

    #[test]
    fn each_version_is_compared_with_the_last_that_could_be_played() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.game");
        let file = path.to_string_lossy().into_owned();
        let asked = RoundOptions { file, settings: SettingArgs::default(), seconds: 0.1, color: false };
        let text = boardwright::bundled::source("jostle").expect("a bundled game").text.to_string();
        let mut versions = Versions::default();
        let mut save = |text: &str| {
            std::fs::write(&path, text).expect("written");
            versions.next(&asked).map(|part| part.found)
        };
        assert_eq!(save(&text), None);
        assert_eq!(save("game"), None);
        assert_eq!(save(&format!("// more\n{text}")), Some(PartResult::RuleChange(RuleChange::default())));
        let other = text.replace("> value(p", ">= value(p") + "always safe: ply >= 0\n";
        let expected = RuleChange {
            changed: vec!["action move".into()],
            added: vec!["always safe".into()],
            ..RuleChange::default()
        };
        assert_eq!(save(&other), Some(PartResult::RuleChange(expected)));
    }
}
