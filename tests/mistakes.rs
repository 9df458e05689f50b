//! The most common mistakes, one per file: each has one report, and its fix removes it. docs/mistakes.md is generated from them: `BLESS=1 cargo test --test mistakes`.

mod common;

use boardwright::check::{self, Checked};
use boardwright::diagnostic::Diagnostic;
use boardwright::fix::{apply, fix_all, is_better};
use boardwright::report::{self, Style};
use boardwright::source::Source;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The files in a folder of tests, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    files.sort();
    files
}

fn source(path: &Path) -> Source {
    Source::new(path.file_name().unwrap().to_string_lossy(), std::fs::read_to_string(path).unwrap())
}

fn checked(path: &Path, source: Source) -> Checked {
    check::check(source, &common::Beside(path.parent().unwrap()), &[])
}

fn drawn(checked: &Checked, width: usize) -> String {
    let style = Style { color: false, unicode: true, width };
    let all = checked.diagnostics.iter().map(|finding| report::text(finding, &checked.sources, &style));
    all.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_mistake_has_one_report() {
    insta::glob!("mistakes/*.game", |path| {
        let checked = checked(path, source(path));
        let mut report = drawn(&checked, 110);
        for fix in checked.diagnostics.iter().filter_map(|finding| finding.fix.as_ref()) {
            write!(report, "\nfix{}: {}\n", if fix.safe { "" } else { " (suggested)" }, fix.title).unwrap();
        }
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(report) });
        assert_eq!(checked.diagnostics.len(), 1, "{}:\n{report}", path.display());
    });
}

/// Returns the fixes of a file that do not help.
fn find_useless_fixes(path: &Path) -> Vec<String> {
    let source = source(path);
    let before = checked(path, source.clone());
    let wrong = |finding: &Diagnostic| {
        let fix = finding.fix.as_ref()?;
        let said = format!("{}: {}: {}", source.name, finding.message, fix.title);
        let Some(text) = apply(&source.text, fix) else { return Some(format!("{said}: does not apply")) };
        let now = checked(path, Source::new(source.name.clone(), text));
        (!is_better(finding, &before, &now)).then(|| format!("{said}\n{}", drawn(&now, 110)))
    };
    before.diagnostics.iter().filter_map(wrong).collect()
}

#[test]
fn each_fix_removes_its_finding() {
    let all = ["mistakes", "diagnostics"].into_iter().flat_map(files);
    let complaints: Vec<String> = all.flat_map(|path| find_useless_fixes(&path)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn safe_fixes_make_the_game_playable() {
    for path in files("mistakes") {
        let source = source(&path);
        let before = checked(&path, source.clone());
        if before.diagnostics.iter().all(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe)) {
            let fixed = fix_all(source, &common::Beside(path.parent().unwrap()), &[]);
            assert_eq!(drawn(&fixed.remaining, 110), "", "{}\n{}", path.display(), fixed.text);
        }
    }
}

#[test]
fn line_ends_and_tabs_are_not_mistakes() {
    for name in ["jostle", "rush", "push", "slash", "tiger", "chess"] {
        let path = common::file(name);
        let text = std::fs::read_to_string(&path).unwrap().replace('\n', "\r\n").replace("  ", "\t");
        assert_eq!(drawn(&checked(&path, Source::new(name, text)), 110), "", "{name}");
    }
}

/// The beginning of docs/mistakes.md.
const HEAD: &str = "# Mistakes

The most common mistakes, each with the report of `boardwright check`: where it is, what is wrong, and what to write instead.
`boardwright check --fix FILE` applies the automatic fixes. Editors offer the suggested fixes for you to decide. This page is generated
from the files in `tests/mistakes`.

";

fn page() -> String {
    let (mut list, mut page) = (String::new(), String::new());
    for path in files("mistakes") {
        let source = source(&path);
        let title = source.text.lines().next().unwrap_or("").trim_start_matches("// ").to_owned();
        let checked = checked(&path, source);
        let anchor: String = title
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
                _ => None,
            })
            .collect();
        writeln!(list, "- [{title}](#{anchor})").unwrap();
        write!(page, "\n## {title}\n\n```text\n{}```\n", drawn(&checked, 100).replace("\u{a0}", " ")).unwrap();
        let fix = checked.diagnostics.first().and_then(|finding| finding.fix.as_ref());
        match fix {
            Some(fix) if fix.safe => writeln!(page, "\nAutomatic fix: {}.", fix.title).unwrap(),
            Some(fix) => writeln!(page, "\nSuggested fix: {}.", fix.title).unwrap(),
            None => {}
        }
    }
    format!("{HEAD}{list}{page}")
}

#[test]
fn the_page_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mistakes.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let now = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(now == page, "docs/mistakes.md is old: `BLESS=1 cargo test --test mistakes`");
}
