//! Reports about rule files: the report about `tests/FOLDER/x.game` is the snapshot `x.snap` beside it, which
//! `INSTA_UPDATE=always cargo test --test library reports` updates. docs/mistakes.md is generated from `tests/mistakes`, and
//! `BLESS=1 cargo test --test library reports` updates it.
//!
//! `diagnostics` has files for each code; an `F` code is the first fault of a few random games. `mistakes` has the most common
//! mistakes, with their fixes. `deep` has the findings of play.

use crate::common::{self, Beside, rule_files};
use crate::pages;
use crate::snapshots::Snapshots;
use boardwright::bundled::{self, Bundled};
use boardwright::check::{self, Checked};
use boardwright::diagnostic::Diagnostic;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::internals::deep::{self, DeepPlan};
use boardwright::internals::fix::{apply, fix_all, is_better};
use boardwright::measure::Threads;
use boardwright::outcome::Fault;
use boardwright::report::{self, Style};
use boardwright::rng::Rng;
use boardwright::source::Source;
use std::fmt::Write;
use std::path::Path;

fn source(path: &Path) -> Source {
    Source::new(path.file_name().unwrap().to_string_lossy(), std::fs::read_to_string(path).unwrap())
}

fn checked(path: &Path, source: Source) -> Checked {
    check::check(source, &Beside(path.parent().unwrap()), &[])
}

fn drawn(checked: &Checked, width: usize) -> String {
    let style = Style { color: false, unicode: true, width };
    let all = checked.diagnostics.iter().map(|finding| report::text(finding, &checked.sources, &style));
    all.collect::<Vec<_>>().join("\n")
}

/// Compares the report about each rule file of a folder with the snapshot beside it.
fn compare(folder: &str, report: impl Fn(&Path) -> String) {
    let mut snapshots = Snapshots::default();
    for path in rule_files(&format!("tests/{folder}")) {
        snapshots.compare(&path.with_extension("snap"), &report(&path));
    }
    snapshots.finish();
}

/// Panics unless everything that is found has the code with which the file's name begins.
fn expect_code(path: &Path, checked: &Checked) {
    let name = path.file_name().unwrap().to_string_lossy();
    let code = name.split('-').next().unwrap();
    let codes: Vec<&str> = checked.diagnostics.iter().map(|finding| finding.code.name()).collect();
    let several = code == "several" && codes.len() > 1;
    assert!(several || codes.iter().all(|found| *found == code) && !codes.is_empty(), "{name} reports {codes:?}");
}

/// The first fault of a few random games.
fn first_fault(engine: Reference) -> Fault {
    (0..20)
        .find_map(|seed| {
            let played = |mut position| engine.playout(&mut position, &mut Rng::new(seed), 200);
            engine.start().and_then(played).err()
        })
        .expect("the rules run into a fault")
}

#[test]
fn diagnostics_have_their_reports() {
    compare("diagnostics", |path| {
        let mut checked = checked(path, source(path));
        let has_error = checked.diagnostics.iter().any(Diagnostic::is_error);
        assert_eq!(checked.game.is_none(), has_error, "{}", path.display());
        if path.file_name().unwrap().to_string_lossy().starts_with('F') {
            let fault = first_fault(Reference::new(checked.game.clone().unwrap()));
            checked.diagnostics = vec![fault.diagnostic()];
        }
        expect_code(path, &checked);
        drawn(&checked, 110)
    });
}

#[test]
fn findings_of_play_have_their_reports() {
    compare("deep", |path| {
        let (plan, threads) = (DeepPlan { games: 400, seed: 1 }, Threads::new(2).unwrap());
        let bases = Beside(path.parent().unwrap());
        let checked = deep::look(&source(path), &bases, &[], plan, &threads, &|| 0.0, &mut |_| {}).checked;
        expect_code(path, &checked);
        drawn(&checked, 110)
    });
}

#[test]
fn each_mistake_has_one_report() {
    compare("mistakes", |path| {
        let checked = checked(path, source(path));
        let mut report = drawn(&checked, 110);
        for fix in checked.diagnostics.iter().filter_map(|finding| finding.fix.as_ref()) {
            write!(report, "\nfix{}: {}\n", if fix.safe { "" } else { " (suggested)" }, fix.title).unwrap();
        }
        assert_eq!(checked.diagnostics.len(), 1, "{}:\n{report}", path.display());
        report
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
    let all = ["tests/mistakes", "tests/diagnostics"].into_iter().flat_map(rule_files);
    // Where several mistakes are in one file, the fix of one can show another that it hid.
    let all = all.filter(|path| !path.file_name().unwrap().to_string_lossy().starts_with("several"));
    let complaints: Vec<String> = all.flat_map(|path| find_useless_fixes(&path)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn safe_fixes_make_the_game_playable() {
    for path in rule_files("tests/mistakes") {
        let source = source(&path);
        let before = checked(&path, source.clone());
        if before.diagnostics.iter().all(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe)) {
            let fixed = fix_all(source, &Beside(path.parent().unwrap()), &[]);
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
    for path in rule_files("tests/mistakes") {
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
fn the_page_of_mistakes_is_current() {
    pages::compare([("docs/mistakes.md".to_owned(), page())]);
}

#[test]
fn play_does_not_depend_on_the_threads() {
    let source = bundled::source("jostle").unwrap();
    let weakened = Source::new("weak.game", source.text.replace(" > value(p, own)", " >= value(p, own)"));
    let found = |threads: usize| {
        let (plan, threads) = (DeepPlan { games: 60, seed: 3 }, Threads::new(threads).unwrap());
        let deep = deep::look(&weakened, &Bundled, &[], plan, &threads, &|| 0.0, &mut |_| {});
        let findings = deep.checked.diagnostics.iter().map(|one| format!("{} {:?}", one.message, one.labels));
        (findings.collect::<Vec<_>>(), deep.games, deep.positions)
    };
    assert_eq!(found(1), found(3));
    assert!(found(1).0.iter().any(|finding| finding.contains("very long")));
}
