//! [`print_changes`]: the lines in which two texts differ.

use super::out::{CliError, Out};
use anstyle::AnsiColor;
use boardwright::internals::lines::{changed_lines, edits};
use similar::group_diff_ops;

/// Prints the lines that change, each with one line before and after it. Says so if only line ends differ.
pub fn print_changes(old: &str, new: &str, out: &mut Out) -> Result<(), CliError> {
    let is_changed = old != new;
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<&str>>());
    if is_changed && old == new {
        return out.line("\nonly line ends differ\n");
    }
    let (red, green) = (AnsiColor::Red.on_default(), AnsiColor::Green.on_default());
    for group in group_diff_ops(edits(&old, &new), 1) {
        out.line("")?;
        for (sign, line) in group.iter().flat_map(|op| changed_lines(op, &old, &new)) {
            match sign {
                '-' => out.line(format!("{red}- {line}{red:#}"))?,
                '+' => out.line(format!("{green}+ {line}{green:#}"))?,
                _ => out.line(format!("  {line}").trim_end())?,
            }
        }
    }
    out.line("")
}
