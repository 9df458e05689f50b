//! [`WeightsFile`]: the file that training writes.

use crate::cli::files;
use crate::cli::out::{CliError, plain};
use boardwright::player::Weights;
use std::path::{Path, PathBuf};

/// The file that training writes.
pub struct WeightsFile {
    path: PathBuf,
}

impl WeightsFile {
    /// Chooses the file, and reads what is to be continued.
    pub fn open(game: &str, path: Option<&Path>, go_on: bool) -> Result<(WeightsFile, Option<Weights>), CliError> {
        let stem = Path::new(game).file_stem().unwrap_or_default();
        let path = path.map_or_else(|| Path::new(stem).with_extension("weights"), Path::to_owned);
        let file = WeightsFile { path };
        let shown = file.name();
        if !file.path.exists() {
            // It is better to fail now than after an hour.
            files::create(&file.path, "")?;
            let _ = std::fs::remove_file(&file.path);
            return Ok((file, None));
        }
        if !go_on {
            return Err(CliError::usage(format!("`{shown}` already exists"))
                .help("go on with its training with `--continue`, or choose another name with `--out`"));
        }
        let text = files::read(&file.path)?;
        let weights = Weights::parse(&text).map_err(|error| CliError::usage(format!("`{shown}`, {error}")))?;
        Ok((file, Some(weights)))
    }

    /// Returns its name for people.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes weights. Whatever happens, the file has the old ones or the new ones.
    pub fn write(&self, weights: &Weights) -> Result<(), CliError> {
        files::write(&self.path, &weights.to_string())
            .map_err(|error| CliError::usage(format!("cannot write `{}`: {}", self.name(), plain(&error))))
    }
}
