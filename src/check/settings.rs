//! Lowers parameters: defaults, ranges, and settings from outside.

use super::RefusedSetting;
use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::rules::{Domain, Param, Setting};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// Checks a parameter and applies its setting from outside, if there is one.
    pub(super) fn check_param(
        &mut self,
        ast: &'a ast::Param,
        docs: &str,
        settings: &[(String, String)],
        refused: &mut Vec<RefusedSetting>,
    ) {
        let name = ast.name.node.clone();
        let known = self.default_and_domain(ast);
        let is_wrong = known.is_none();
        let (default, domain) = known.unwrap_or((Setting::Int(1), Domain::Any));
        let condition = ast.condition.as_ref().map(|condition| self.text(condition.span));
        let (value, docs, span) = (default.clone(), docs.to_string(), ast.name.span);
        let param = Param { name: name.clone(), value, default, domain, condition, docs, span };
        self.params.push(param.clone());
        if is_wrong {
            // The name stays known, so that its uses are not reported, too.
            self.params_wrong.insert(self.params.len() - 1);
            return;
        }
        match param.default {
            Setting::Int(_) => self.declared.note(span, Type::Int),
            Setting::Bool(_) => self.declared.note(span, Type::Bool),
            Setting::Word(_) => {}
        }
        if let Err(reason) = self.check_setting(&param, &param.default, ast) {
            let help = format!("choose a default that fits: {}", describe_domain(&param));
            self.error_help(Code::E31, ast.default.span, format!("the default of `{name}` {reason}"), help);
            return;
        }
        let Some((_, text)) = settings.iter().rev().find(|(wanted, _)| *wanted == name) else { return };
        let refusal = |message: String| RefusedSetting {
            name: name.clone(),
            message,
            help: Some(describe_domain(&param)),
            span: Some(ast.name.span),
        };
        let value = match read_setting(&param, text) {
            Ok(value) => value,
            Err(message) => {
                refused.push(refusal(message));
                return;
            }
        };
        match self.check_setting(&param, &value, ast) {
            Ok(()) => {
                if let Some(last) = self.params.last_mut() {
                    last.value = value;
                }
            }
            Err(reason) => refused.push(refusal(format!("`{name}` cannot be {value}: it {reason}"))),
        }
    }

    fn default_and_domain(&mut self, ast: &ast::Param) -> Option<(Setting, Domain)> {
        if !ast.words.is_empty() {
            let words: Vec<String> = ast.words.iter().map(|word| word.node.clone()).collect();
            let default = match self.any(&ast.default, None)? {
                AnyExpr::Tag(TagExpr::Const(tag)) => {
                    self.tags.get(usize::from(tag.0)).filter(|tag| words.contains(tag))
                }
                _ => None,
            };
            return match default.cloned() {
                Some(word) => Some((Setting::Word(word), Domain::Words(words))),
                None => {
                    let help = format!("its words are {}", suggest::alternatives(&words));
                    self.refuse(Code::E31, ast.default.span, "the default is not a word of the parameter", help)
                }
            };
        }
        let before = self.params_seen;
        let kind = self.is_kind_name(&ast.default).then_some(Type::Kind);
        let value = self.any(&ast.default, ast.ty.as_ref().map(|ty| ty.node).or(kind))?;
        self.params_seen = before;
        let default = match value {
            AnyExpr::Int(IntExpr::Const(n)) => Setting::Int(n),
            AnyExpr::Bool(BoolExpr::Const(b)) => Setting::Bool(b),
            AnyExpr::Int(_) | AnyExpr::Bool(_) => {
                return self.refuse_plain(
                    Code::E22,
                    ast.default.span,
                    "the default of a parameter must be known before play",
                );
            }
            other => {
                let message =
                    format!("a parameter must be a number, true or false, or a word, not {}", other.ty().describe());
                let help = "list the words: `param walls: bounce | open = bounce`";
                return self.refuse(Code::E10, ast.default.span, message, help);
            }
        };
        if let Some(ty) = &ast.ty {
            let fits = match default {
                Setting::Int(_) => ty.node == Type::Int,
                Setting::Bool(_) => ty.node == Type::Bool,
                Setting::Word(_) => false,
            };
            if !fits {
                return self.refuse_plain(Code::E10, ty.span, "the default is not of this type");
            }
        }
        let domain = match (&default, &ast.domain) {
            (Setting::Bool(_), None) => Domain::Bool,
            (Setting::Bool(_), Some(domain)) => {
                let message = "a parameter that is true or false has no range";
                return self.refuse(Code::E10, domain.span, message, "remove it");
            }
            (_, None) => Domain::Any,
            (_, Some(domain)) => match self.typed::<IntsExpr>(domain)? {
                IntsExpr::Range(ends, _) => match (&ends.0, &ends.1) {
                    (IntExpr::Const(low), IntExpr::Const(high)) => Domain::Range(*low, *high),
                    _ => return self.report_unknown_domain(domain.span),
                },
                set => match set.constant() {
                    Some(list) => Domain::List(list),
                    None => return self.report_unknown_domain(domain.span),
                },
            },
        };
        Some((default, domain))
    }

    fn report_unknown_domain(&mut self, span: Span) -> Option<(Setting, Domain)> {
        self.refuse_plain(Code::E22, span, "the range of a parameter must be known before play")
    }

    /// Checks that a value is in the range of a parameter and satisfies its `where`. Returns the reason if not.
    fn check_setting(&mut self, param: &Param, value: &Setting, ast: &ast::Param) -> Result<(), String> {
        match (&param.domain, value) {
            (Domain::Range(low, high), Setting::Int(n)) if n < low || n > high => {
                return Err(format!("is not in {low}..{high}"));
            }
            (Domain::List(list), Setting::Int(n)) if !list.contains(n) => {
                let list: Vec<String> = list.iter().map(i32::to_string).collect();
                return Err(format!("is not one of {}", list.join(", ")));
            }
            _ => {}
        }
        let Some(condition) = &ast.condition else { return Ok(()) };
        // The condition uses the parameter itself, so it is evaluated with the value in place.
        let at = self.params.len().saturating_sub(1);
        let before = std::mem::replace(&mut self.params[at].value, value.clone());
        let used = self.params_used.contains(&at);
        let holds = self.typed::<BoolExpr>(condition);
        self.params[at].value = before;
        if !used {
            self.params_used.remove(&at);
        }
        match holds {
            Some(BoolExpr::Const(false)) => Err(format!("breaks its condition `{}`", self.text(condition.span))),
            Some(BoolExpr::Const(true)) | None => Ok(()),
            Some(_) => {
                self.report(Diagnostic::new(
                    Code::E22,
                    condition.span,
                    "the condition of a parameter must be known before play",
                ));
                Ok(())
            }
        }
    }
}

/// Parses a setting from outside. Returns the reason if it is not a value of this parameter.
fn read_setting(param: &Param, text: &str) -> Result<Setting, String> {
    let name = &param.name;
    match &param.domain {
        Domain::Words(words) => match words.iter().find(|word| *word == text) {
            Some(word) => Ok(Setting::Word(word.clone())),
            None => {
                let hint = suggest::did_you_mean(text, words.iter().map(String::as_str));
                Err(format!(
                    "`{text}` is not a word of `{name}`{}",
                    hint.map(|hint| format!(": {hint}")).unwrap_or_default()
                ))
            }
        },
        Domain::Bool => match text {
            "true" | "yes" | "on" => Ok(Setting::Bool(true)),
            "false" | "no" | "off" => Ok(Setting::Bool(false)),
            _ => Err(format!("`{name}` must be true or false (or yes, no, on, off), not `{text}`")),
        },
        _ => text.parse().map(Setting::Int).map_err(|_| match text.parse::<f64>() {
            Ok(number) if number.fract() == 0.0 => format!("`{text}` is too large for `{name}`"),
            _ => format!("`{name}` must be a whole number, not `{text}`"),
        }),
    }
}

/// Describes the values of a parameter for users.
fn describe_domain(param: &Param) -> String {
    let values = match &param.domain {
        Domain::Any => "any number".to_string(),
        Domain::Range(low, high) => format!("a number from {low} to {high}"),
        Domain::List(list) => format!("one of {}", list.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")),
        Domain::Bool => "true or false".to_string(),
        Domain::Words(words) => suggest::alternatives(words),
    };
    let condition = param.condition.as_ref().map(|condition| format!(" where {condition}")).unwrap_or_default();
    format!("`{}` is {values}{condition}; the default is {}", param.name, param.default)
}
