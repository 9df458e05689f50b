//! Every `console` block of README.md and docs/*.md is run, and prints what is shown.
//!
//! A line `$ boardwright ...`, or one that makes a file for it with `$ sed ...`, is run by a shell, in a folder with copies of the project's `games` and `docs`; `cargo run --release -- ...` means
//! the same. What follows is its output, where `...` stands for any lines, or for any part of one; nothing, if no output is shown. A last line
//! `# exit code N` says with which one it ends, if not 0.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command and what is shown below it.
#[derive(Debug, PartialEq)]
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
    code: i32,
}

/// The commands in the `console` blocks of a document.
fn commands(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (n, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            inside = !inside && line.trim() == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            shown.push(Shown { line: n + 1, command: command.to_owned(), output: Vec::new(), code: 0 });
        } else if let Some(last) = shown.last_mut().filter(|_| inside) {
            match line.strip_prefix("# exit code ") {
                Some(code) => last.code = code.parse().unwrap(),
                None if last.output.is_empty() && last.command.ends_with('\\') => {
                    last.command.truncate(last.command.len() - 1);
                    last.command += line;
                }
                None => last.output.push(line.trim_end().to_owned()),
            }
        }
    }
    shown
}

/// Returns whether an output is what is shown, `...` standing for any lines.
fn fits(shown: &[String], output: &[String]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((first, rest)) if first == "..." => (0..=output.len()).any(|skipped| fits(rest, &output[skipped..])),
        Some((first, rest)) => output.first().is_some_and(|line| line_fits(first, line)) && fits(rest, &output[1..]),
    }
}

/// Returns whether a line is what is shown, `...` standing for any part of it.
fn line_fits(shown: &str, line: &str) -> bool {
    match shown.split_once("...") {
        None => shown == line,
        Some((start, end)) => line.len() >= shown.len() - 3 && line.starts_with(start) && line.ends_with(end),
    }
}

fn without_empty_ends(mut lines: Vec<String>) -> Vec<String> {
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents: Vec<PathBuf> = std::fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .chain([root.join("README.md")].into_iter().filter(|path| path.is_file()))
        .collect();
    documents.sort();
    documents
}

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        std::fs::copy(from, to).unwrap();
        return;
    }
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}

/// Runs the commands of a document one after the other in one folder; what is wrong with them.
fn problems(document: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for part in ["games", "docs"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &folder.path().join(part));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_boardwright"));
    let path = std::env::join_paths(
        [program.parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let mut problems = Vec::new();
    for shown in commands(&std::fs::read_to_string(document).unwrap()) {
        let command = shown.command.replace("cargo run --release -- ", "boardwright ");
        let is_foreign = command.starts_with("cargo ") || command.starts_with("git ");
        if is_foreign || !command.contains("boardwright ") && !command.starts_with("sed ") {
            continue;
        }
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n{command}"))
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines = without_empty_ends(printed.lines().map(|line| line.trim_end().to_owned()).collect());
        let expected = without_empty_ends(shown.output);
        let place = format!("{}:{}: $ {}", document.display(), shown.line, shown.command);
        if output.status.code() != Some(shown.code) {
            problems.push(format!("{place}\nended with {:?}, not {}:\n{printed}", output.status.code(), shown.code));
        } else if !expected.is_empty() && !fits(&expected, &lines) {
            problems.push(format!("{place}\nprints\n{printed}"));
        }
    }
    problems
}

#[cfg(unix)]
#[test]
fn console_blocks_show_actual_output() {
    let problems: Vec<String> = documents().iter().flat_map(|document| problems(document)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn blocks_are_read() {
    let text = "x\n```console\n$ boardwright a\nout\n...\n\n$ boardwright b\n# exit code 2\n```\n$ boardwright c\n";
    let read = commands(text);
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].line, read[0].output.len(), read[1].code), (3, 3, 2));
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert!(fits(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(!fits(&lines("a\n...\nd"), &lines("a\nb\nc")));
}
