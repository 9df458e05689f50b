//! What `help WORD` answers: about commands, words of the language, names in the rules, and codes of reports.

use super::command;
use super::session::Session;
use boardwright::diagnostic::Code;
use boardwright::internals::explain;
use boardwright::internals::ide::{FileAnalysis, hover};
use boardwright::internals::suggest;

/// Explains a word, or says which word is similar.
pub fn about(session: &Session, names: &[String], word: &str) -> Result<String, String> {
    let word = word.trim_matches(['`', '"', ':']).trim_end_matches("()");
    let command = command::find(word).map(|command| format!("Command: {}", command.usage()));
    let name = session.analysis().and_then(|analysis| describe_name(&analysis, word));
    let builtin = hover::describe_word(word).map(|text| plain(&text));
    let code = Code::parse(word).map(|code| explain::page(code).trim_end().to_owned());
    let found: Vec<String> = [command, name, builtin, code].into_iter().flatten().collect();
    if !found.is_empty() {
        return Ok(found.join("\n\n"));
    }
    let known: Vec<String> = names.iter().cloned().chain(command::names().map(str::to_owned)).collect();
    let help = suggest::did_you_mean(word, known.iter().map(String::as_str))
        .unwrap_or_else(|| "type `help` for a list of commands".to_owned());
    Err(format!("nothing is known about `{word}`; {help}"))
}

/// Describes a name that the rules declare, not one inside an item.
fn describe_name(analysis: &FileAnalysis, word: &str) -> Option<String> {
    let symbols = analysis.names().symbols();
    let (id, _) = symbols.into_iter().find(|(_, symbol)| symbol.name == word && !symbol.kind.is_local())?;
    Some(plain(&hover::describe_symbol(analysis, id)))
}

/// Returns Markdown as text for a terminal.
fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    let line = |line: &str| match line.strip_prefix('*').and_then(|line| line.strip_suffix('*')) {
        Some(remark) => format!("({remark})"),
        None => line.replace('`', ""),
    };
    lines.map(line).collect::<Vec<_>>().join("\n")
}
