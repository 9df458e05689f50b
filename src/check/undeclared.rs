//! Says how to declare a variable that an action sets without one, by what it would hold: `here = p`, `seen(p) = 1`.

use super::checker::*;
use super::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Says how to declare a variable outside of the actions: `here: cell`, `n = 0`.
    pub(super) fn help_to_declare(&self, finding: Diagnostic, declared: &str, span: Span) -> Diagnostic {
        let finding = finding.help(format!("declare it outside of the actions: `var {declared}`"));
        match self.start_of_item(span) {
            Some(place) => {
                finding.fix(format!("declare `var {declared}`"), place, format!("var {declared}\n\n"), false)
            }
            None => finding,
        }
    }

    /// Reports `here = p` for a name that is not declared, by what it would hold. What is used in the same braces only needs no
    /// variable of the game. Returns whether it does; otherwise it is an ordinary unknown name.
    pub(super) fn report_undeclared(&mut self, name: &str, args: &[ast::Expr], value: &ast::Expr, span: Span) -> bool {
        if !self.should_suggest() || self.lost.name(name) {
            return false;
        }
        let ty = self.probe(value, None).map(|value| value.ty());
        if !args.is_empty() {
            return self.report_undeclared_index(name, args, ty, span);
        }
        if let (None, Some(word)) =
            (ty, value.as_name().filter(|word| !self.visible_names(None).iter().any(|n| n == word)))
        {
            let finding = Diagnostic::new(Code::E02, span, format!("unknown variable `{name}`"));
            let help = format!("declare it outside of the actions, with its words: `var {name}: {word} | ...`");
            self.report(finding.help(help));
            return true;
        }
        let Some(ty) = ty.filter(|ty| !matches!(ty, Type::Int | Type::Ints | Type::Tag)) else { return false };
        let finding = Diagnostic::new(Code::E02, span, format!("unknown variable `{name}`"));
        if self.is_used_here_only(name, span) {
            let help = format!("declare it: `var {name} = {}`", self.text(value.span));
            let place = Span { end: span.start, ..span };
            self.report(finding.help(help).fix(format!("write `var {name}`"), place, "var ", false));
        } else {
            let finding = self.help_to_declare(finding, &format!("{name}: {}", ty.word()), span);
            self.report(finding);
        }
        true
    }

    /// Reports `seen(p) = 1` for a name that is not declared, with the types of its indexes.
    fn report_undeclared_index(&mut self, name: &str, args: &[ast::Expr], ty: Option<Type>, span: Span) -> bool {
        let types: Option<Vec<Type>> = args.iter().map(|arg| self.find_type(arg)).collect();
        let (Some(types), Some(ty)) = (types, ty) else { return false };
        if types.iter().chain([&ty]).any(|ty| matches!(ty, Type::Ints | Type::Tag))
            || types.iter().any(|ty| ty.is_set())
        {
            return false;
        }
        let indexes: Vec<String> = types
            .iter()
            .enumerate()
            .map(|(at, ty)| {
                let range = if *ty == Type::Int { "0..9" } else { ty.word() };
                format!("{}: {range}", ["p", "q", "r"].get(at).unwrap_or(&"s"))
            })
            .collect();
        let value = if ty == Type::Int { " = 0".to_owned() } else { format!(": {}", ty.word()) };
        let finding = Diagnostic::new(Code::E02, span, format!("unknown variable `{name}`"));
        let finding = self.help_to_declare(finding, &format!("{name}({}){value}", indexes.join(", ")), span);
        self.report(finding);
        true
    }

    /// Returns the type of an index: a kind alone is itself, not the cells of its pieces.
    fn find_type(&mut self, index: &ast::Expr) -> Option<Type> {
        match index.as_name().and_then(|name| self.globals.get(name)) {
            Some((Global::Kind(_), _)) => Some(Type::Kind),
            _ => self.probe(index, None).map(|value| value.ty()),
        }
    }

    /// Returns whether a name is nowhere in the file but in the braces around a span, after it.
    fn is_used_here_only(&self, name: &str, span: Span) -> bool {
        let text = &self.sources.get(span.source).text;
        let has_name = |part: Option<&str>| {
            let words = part.unwrap_or("").split(|c: char| !c.is_alphanumeric() && c != '_');
            words.into_iter().any(|word| word == name)
        };
        let rest = text.get(span.end as usize..).unwrap_or("");
        let mut depth = 1;
        let close = rest.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        let end = close.map_or(rest.len(), |(at, _)| at);
        !has_name(text.get(..span.start as usize)) && !has_name(rest.get(end..))
    }
}
