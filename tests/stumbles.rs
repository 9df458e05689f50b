//! Rule files as designers write them who have read the documentation once: each case of `tests/stumbles/*.txt` has one report, which
//! names the mistake and says what to write instead. The reports are the snapshots beside the cases, which
//! `INSTA_UPDATE=always cargo test --test library stumbles` updates.
//!
//! A case is a title after `# `, and the lines that differ from the smallest game: an item replaces the one with its keyword. A
//! number in parentheses after the title is the number of errors, if there are several.

use crate::common::{self, rule_files};
use crate::snapshots::Snapshots;
use boardwright::bundled::Bundled;
use boardwright::check::{self, Checked};
use boardwright::diagnostic::Diagnostic;
use boardwright::internals::fix::fix_all;
use boardwright::source::Source;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The items that a case can replace.
const ITEMS: [(&str, &str); 6] = [
    ("game", "game \"A\""),
    ("board", "board square 5 x 5"),
    ("players", "players White, Black"),
    ("piece", "piece stone"),
    ("action", "action place(p: empty)\n  do put stone at p"),
    ("end", "end {\n  when none(empty): draw\n  when stuck(next): never\n}"),
];

struct Case {
    title: String,
    errors: usize,
    lines: String,
    rules: String,
}

fn read_cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text.split("\n# ").map(|case| case.trim_start_matches("# "));
    cases.map(|case| make_case(case.split_once('\n').unwrap())).collect()
}

fn make_case((title, lines): (&str, &str)) -> Case {
    let errors = title.strip_suffix(')').and_then(|title| title.rsplit_once('(')?.1.parse().ok()).unwrap_or(1);
    let head = |line: &str| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_owned();
    let heads: BTreeSet<String> = lines.lines().map(head).collect();
    // a `def place` is written for the action
    let is_replaced =
        |word: &str| heads.contains(word) && word != "piece" || word == "action" && lines.contains("def place");
    let kept = ITEMS.iter().filter(|(word, _)| !is_replaced(word)).map(|(_, item)| format!("{item}\n"));
    let rules = format!("{}{lines}\n", kept.collect::<String>());
    Case { title: title.to_owned(), errors, lines: lines.trim_end().to_owned(), rules }
}

fn cases() -> Vec<(PathBuf, Vec<Case>)> {
    let folder = common::path("tests/stumbles");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), read_cases(&path))).collect()
}

fn checked(rules: &str) -> Checked {
    check::check(Source::new("x.game", rules), &Bundled, &[])
}

fn errors(checked: &Checked) -> Vec<&Diagnostic> {
    checked.diagnostics.iter().filter(|finding| finding.is_error()).collect()
}

/// Writes a report in a few lines: the underlined text, what is wrong, what to do.
fn write_report(finding: &Diagnostic, checked: &Checked, into: &mut String) {
    let underlined = checked.sources.text(finding.span()).lines().next().unwrap_or("");
    writeln!(into, "  {} at `{underlined}`: {}", finding.code, finding.message).unwrap();
    if let Some(help) = &finding.help {
        writeln!(into, "    help: {help}").unwrap();
    }
    if let Some(fix) = &finding.fix {
        writeln!(into, "    {}: {}", if fix.safe { "fix" } else { "suggested" }, fix.title).unwrap();
    }
}

#[test]
fn each_stumble_has_its_report() {
    let mut snapshots = Snapshots::default();
    let mut complaints = Vec::new();
    for (path, cases) in cases() {
        let mut reports = String::new();
        for case in cases {
            let checked = checked(&case.rules);
            writeln!(reports, "# {}\n{}", case.title, case.lines).unwrap();
            let errors = errors(&checked);
            errors.iter().for_each(|finding| write_report(finding, &checked, &mut reports));
            if errors.is_empty() {
                checked.diagnostics.iter().for_each(|finding| write_report(finding, &checked, &mut reports));
            }
            if errors.len() != case.errors {
                complaints.push(format!("{}: {} errors", case.title, errors.len()));
            }
            if errors.iter().any(|finding| finding.help.is_none()) {
                complaints.push(format!("{}: no help", case.title));
            }
            let fixed = fix_all(Source::new("x.game", &*case.rules), &Bundled, &[]);
            for line in fixed.text.lines().filter(|line| !case.rules.lines().any(|old| old == *line)) {
                writeln!(reports, "  > {line}").unwrap();
            }
            reports.push('\n');
        }
        snapshots.compare(&path.with_extension("snap"), &reports);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    snapshots.finish();
}

/// Panics if the fixes of a file leave as many errors as before, or a new one.
fn expect_no_new_errors(name: &str, text: &str) {
    let before = checked(text);
    let fixed = fix_all(Source::new("x.game", text), &Bundled, &[]);
    if fixed.applied.is_empty() {
        assert_eq!(&*fixed.text, text, "{name}");
        return;
    }
    let messages = |checked: &Checked| -> Vec<String> {
        errors(checked).iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect()
    };
    let (old, new) = (messages(&before), messages(&fixed.remaining));
    let fixed_errors = fixed.applied.iter().filter(|fix| !fix.finding.starts_with('W')).count();
    assert!(new.len() + fixed_errors.min(old.len()) <= old.len() || fixed_errors == 0, "{name}: {old:#?}\n{new:#?}");
    for error in &new {
        assert!(old.contains(error), "{name} has a new error: {error}\n{}", fixed.text);
    }
}

#[test]
fn safe_fixes_leave_fewer_errors_and_none_new() {
    for (_, cases) in cases() {
        for case in cases {
            expect_no_new_errors(&case.title, &case.rules);
        }
    }
    for folder in ["tests/mistakes", "tests/diagnostics"] {
        for path in rule_files(folder) {
            expect_no_new_errors(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
        }
    }
}
