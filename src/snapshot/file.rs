//! The file format of insta: a header of `key: value` lines between two lines `---`, then the text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A snapshot file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The rule file.
    pub source: String,
    /// The behavior, with one line break at its end.
    pub body: String,
    /// The rules with this behavior: the rule file and those it extends, each with its name. `None` if they are not stored; an error
    /// if they cannot be read.
    pub rules: Result<Vec<(String, String)>, Corrupt>,
}

/// The reason why a text is not a snapshot, as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt(pub String);

impl fmt::Display for Corrupt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Corrupt {}

/// Other fields of the header.
#[derive(Serialize, Deserialize)]
struct Info {
    #[serde(default)]
    rules: Vec<(String, String)>,
}

impl Snapshot {
    /// Returns the text of the file.
    pub fn print(&self) -> String {
        let mut head = format!("source: {}\nexpression: behavior\n", self.source);
        // The field of insta that tests do not compare.
        if let Ok(rules) = &self.rules
            && !rules.is_empty()
            && let Ok(rules) = serde_json::to_string(&Info { rules: rules.clone() })
        {
            head += &format!("info: {rules}\n");
        }
        format!("---\n{head}---\n{}\n", self.body.trim_end())
    }

    /// Parses the text of a file.
    pub fn parse(text: &str) -> Result<Snapshot, Corrupt> {
        let mut lines = text.lines();
        if lines.next() != Some("---") {
            return Err(Corrupt("the first line is not `---`".to_owned()));
        }
        let (mut source, mut rules) = (None, Ok(Vec::new()));
        for (n, line) in lines.by_ref().take_while(|line| *line != "---").enumerate() {
            match line.split_once(':') {
                Some(("source", value)) => source = Some(value.trim().to_owned()),
                // Fields of other tools are ignored.
                Some(("info", value)) if value.trim_start().starts_with('{') => {
                    let info: Result<Info, _> = serde_json::from_str(value);
                    rules = info
                        .map(|info| info.rules)
                        .map_err(|error| Corrupt(format!("line {} is damaged: {error}", n + 2)));
                }
                Some(_) => {}
                None => {
                    return Err(Corrupt(format!("line {} is not `key: value`, and no line `---` precedes it", n + 2)));
                }
            }
        }
        let source = source.ok_or_else(|| Corrupt("the header has no line `source:`".to_owned()))?;
        let body = lines.collect::<Vec<_>>().join("\n");
        match body.trim_end() {
            "" => Err(Corrupt("the file is incomplete: nothing follows the header".to_owned())),
            body => Ok(Snapshot { source, body: format!("{body}\n"), rules }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_snapshots_can_be_parsed() {
        let snapshot =
            Snapshot { source: "rush.game".into(), body: "# Rush\n\nperft 1 = 361\n".into(), rules: Ok(Vec::new()) };
        assert_eq!(Snapshot::parse(&snapshot.print()), Ok(snapshot.clone()));
        assert_eq!(Snapshot::parse(&snapshot.print().replace('\n', "\r\n")), Ok(snapshot.clone()));
        let rules = vec![("rush.game".to_owned(), "game \"Rush\" // größer\n---\n".to_owned())];
        let kept = Snapshot { rules: Ok(rules), ..snapshot };
        assert_eq!(Snapshot::parse(&kept.print()), Ok(kept.clone()));
    }

    #[test]
    fn unreadable_rules_are_reported() {
        let rules = |info: &str| Snapshot::parse(&format!("---\nsource: x\n{info}---\nbody\n")).unwrap().rules;
        assert_eq!(rules(""), Ok(Vec::new()));
        assert_eq!(rules("info: what others write\n"), Ok(Vec::new()));
        assert_eq!(rules("info: {\"other\":1}\n"), Ok(Vec::new()));
        assert!(rules("info: {\"rules\":[[\"x\"\n").unwrap_err().0.starts_with("line 3 is damaged: "));
        assert!(rules("info: {\"rules\":7}\n").is_err());
    }

    #[test]
    fn broken_files_are_reported() {
        let said = |text: &str| Snapshot::parse(text).unwrap_err().0;
        assert!(said("").contains("first line"));
        assert!(said("---\nnonsense\n").contains("line 2"));
        assert!(said("---\nexpression: x\n---\nbody").contains("source"));
        assert!(said("---\nsource: x\n---\n").contains("incomplete"));
        assert!(said("---\nsource: x\n").contains("incomplete"));
    }
}
