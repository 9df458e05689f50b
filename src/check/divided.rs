//! W27 for `n // 2`: the comment cuts the expression.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::find_cut_divisions;

/// Adds a finding for each division that begins a comment. If the rest of the line is wrong because of it, it is the only report there,
/// as an error.
pub(super) fn add_cut_divisions(found: &mut Vec<Diagnostic>, sources: &Sources, id: SourceId) {
    let source = sources.get(id);
    for sign in find_cut_divisions(&source.text, id) {
        let line = source.line_column(sign.start as usize).0;
        let is_here = |finding: &Diagnostic| {
            let span = finding.span();
            finding.is_error() && span.source == id && source.line_column(span.start as usize).0 == line
        };
        let code = if found.iter().any(is_here) { Code::E01 } else { Code::W27 };
        found.retain(|finding| !is_here(finding));
        let start = source.text.get(..sign.start as usize).unwrap_or("").trim_end();
        let start = start.rfind(|c: char| c.is_whitespace()).map_or(0, |at| at + 1);
        let end = source.text.get(sign.end as usize..).and_then(|rest| rest.find('\n')).unwrap_or(0);
        let rest = source.text.get(sign.end as usize..sign.end as usize + end).unwrap_or("").trim();
        let before = source.text.get(start..sign.start as usize).unwrap_or("").trim();
        let finding = Diagnostic::new(code, sign, "`//` begins a comment, so the expression ends here");
        let fix = Fix {
            title: "write `/`".to_owned(),
            edits: vec![Edit { span: Span { end: sign.end, ..sign }, text: "/".to_owned() }],
            safe: false,
        };
        let help = format!("to divide, write `{before} / {rest}`: `/` rounds down to a whole number");
        found.push(Diagnostic { fix: Some(fix), ..finding.help(help) });
    }
}
