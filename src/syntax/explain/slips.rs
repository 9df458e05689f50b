//! Explains the token at which parsing failed, from the tokens around it.

use super::brackets::is_meant_as_name;
use super::patterns::pattern;
use super::site::ErrorSite;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::suggest;
use crate::syntax::keywords::{self, is_capital_cell, is_cell};
use crate::syntax::lex::{Token, TokenKind, indent};

/// The help for two values without an operator between them.
const OPERATORS: &str = "write `&` (in both sets), `|` (in either set), `and` or `or` (between conditions)";

impl ErrorSite<'_> {
    /// Returns what is wrong here.
    pub(super) fn explain(&self) -> Diagnostic {
        // a phrase comes before the explanations of its words
        let explanations: &[fn(&Self) -> Option<Diagnostic>] = &[
            Self::explain_capital_cell,
            Self::explain_sentence_in_example,
            Self::explain_result_of_example,
            Self::explain_line_after_expect,
            Self::explain_statement_as_call,
            Self::explain_not_in,
            Self::explain_guard,
            Self::explain_condition_of_condition,
            Self::explain_tie,
            Self::explain_most_in_words,
            Self::explain_last_player,
            Self::explain_last_player_wins,
            Self::explain_first_of_set,
            Self::explain_more_after_result,
            Self::explain_the_bottom,
            Self::explain_top_in_words,
            Self::explain_top_as_value,
            Self::explain_under,
            Self::explain_shape,
            Self::explain_stacks_without_of,
            Self::explain_option_of_board,
            Self::explain_each_player,
            Self::explain_hop_over,
            Self::explain_number_of,
            Self::explain_has_number,
            Self::explain_number_before_set,
            Self::explain_removed_in_words,
            Self::explain_edge_without_parentheses,
            Self::explain_joint_of_generator,
            Self::explain_repetition,
            Self::explain_number_of_pieces,
            Self::explain_sum_as_statement,
            Self::explain_change_in_words,
            Self::explain_value_in_example,
            Self::explain_hook,
            Self::explain_where_in_other_words,
            Self::explain_typed_local,
            Self::explain_local_without_value,
            Self::explain_set_as_type,
            Self::explain_call_of_statement,
            Self::explain_turn_of_example,
            Self::explain_quantifier,
            Self::explain_two_sets,
            Self::explain_player_as_number,
            Self::explain_incomplete_declaration,
            Self::explain_move_in_words,
            Self::explain_joined_moves,
            Self::explain_labeled_moves,
            Self::explain_passes,
            Self::explain_quantified_set,
            Self::explain_set_is_all,
            Self::explain_player_can,
            Self::explain_list_of_words,
            Self::explain_word_in_quotes,
            Self::explain_value_without_var,
            Self::explain_value_for_each,
            Self::explain_collection_type,
            Self::explain_binder,
            Self::explain_name_of_several_words,
            Self::explain_obligation,
            Self::explain_named_value,
            Self::explain_promotion,
            Self::explain_on_top,
            Self::explain_colon_for_in,
            Self::explain_loop_in_setup,
            Self::explain_statement_in_setup,
            Self::explain_colon_in_setup,
            Self::explain_loop_in_clause,
            Self::explain_range_in_words,
            Self::explain_braces_around_clause,
            Self::explain_player_out,
            Self::explain_expected_piece,
            Self::explain_to_play,
            Self::explain_ability,
            Self::explain_next_to,
            Self::explain_kind_to_move,
            Self::explain_kind_to_remove,
            Self::explain_again_if,
            Self::explain_item_without_its_kind,
            Self::explain_owner_before_kind,
            Self::explain_choice_after_value,
            Self::explain_braces_of_choice,
            Self::explain_division_word,
            Self::explain_joined_assignment,
            Self::explain_returned_value,
            Self::explain_placeholder,
            Self::explain_needless_colon,
            Self::explain_title_without_quotes,
            Self::explain_placement_in_words,
            Self::explain_range_for_type,
            Self::explain_comparison_in_words,
            Self::explain_next_line,
            Self::explain_repeated_head,
            Self::explain_neutral_kinds,
            Self::explain_separated_items,
            Self::explain_region,
            Self::explain_needless_word,
            Self::explain_goal,
            Self::explain_article_before_set,
            Self::explain_set_before_name,
            Self::explain_range_of_cells,
            Self::explain_cells_without_braces,
            Self::explain_repeated_word,
            Self::explain_separated_clauses,
            Self::explain_words_after_result,
            Self::explain_result_in_other_words,
            Self::explain_no_moves,
            Self::explain_has_no,
            Self::explain_in_a_row,
            Self::explain_statements_after_condition,
            Self::explain_braces_of_action,
            Self::explain_winner_among_statements,
            Self::explain_statement_as_result,
            Self::explain_and_in_list,
            Self::explain_result_first,
            Self::explain_if_as_clause,
            Self::explain_foreign_clause,
            Self::explain_joined_statements,
            Self::explain_condition_after_statement,
            Self::explain_binder_with_in,
            Self::explain_comparison_as_statement,
            Self::explain_is,
            Self::explain_counting_loop,
            Self::explain_loop_in_parentheses,
            Self::explain_missing_result,
            Self::explain_foreign_check,
            Self::explain_value_of_another_language,
            Self::explain_foreign_item,
            Self::explain_player_number,
            Self::explain_list_without_commas,
            Self::explain_foreign_statement,
            Self::explain_misspelled_statement,
            Self::explain_block_without_braces,
            Self::explain_colon_for_brace,
            Self::explain_statement_without_braces,
            Self::explain_def_with_statements,
            Self::explain_def_with_braces,
            Self::explain_table,
            Self::explain_pair_of_numbers,
            Self::explain_colon_for_equals,
            Self::explain_argument_without_parentheses,
            Self::explain_word_between_sets,
            Self::explain_missing_do,
            Self::explain_missing_when_in_end,
            Self::explain_missing_colon,
            Self::explain_board_size,
            Self::explain_numbered_without_cells,
            Self::explain_loser_in_example,
            Self::explain_text_in_def,
            Self::explain_kinds_without_comma,
            Self::explain_indexed_local,
            Self::explain_space_before_parenthesis,
            Self::explain_cell_as_name,
            Self::explain_keyword_as_name,
            Self::explain_missing_operand,
            Self::explain_second_statement,
            Self::explain_then_without_braces,
            Self::explain_not_a_statement,
            Self::explain_needless_semicolon,
            Self::explain_missing_when,
            Self::explain_misspelled_keyword,
            Self::explain_misspelled_check,
            Self::explain_call_without_parentheses,
            Self::explain_clause_outside,
            Self::explain_missing_operator,
            Self::explain_unknown_item,
        ];
        explanations.iter().find_map(|explain| explain(self)).unwrap_or_else(|| self.explain_expected())
    }

    /// Explains `C5` where only a cell is possible. All of them in a line are one mistake.
    fn explain_capital_cell(&self) -> Option<Diagnostic> {
        let is_capital = |token: &&Token| token.kind == TokenKind::Word && is_capital_cell(token.text(self.text));
        let found = self.found().filter(is_capital).filter(|_| self.expects("a cell"));
        // after a cell it is read as the direction of the next chain
        let before = self.before().filter(is_capital).filter(|_| self.expects("`/`") && self.expects("`:`"));
        let first = found.or(before)?;
        let lower = |token: &Token| token.text(self.text).to_ascii_lowercase();
        let rest = self.tokens.iter().filter(|token| token.start >= first.start);
        let line = rest.take_while(|token| matches!(token.kind, TokenKind::Word) || token.is(self.text, ","));
        let edits = line.filter(is_capital).map(|token| self.replace(token, lower(token))).collect();
        let report = self.report(first, "cell names are lowercase").help(format!("write `{}`", lower(first)));
        Some(report.edits("write lowercase letters", edits, true))
    }

    /// Explains `8 * 8`, `8 by 8` for `8 x 8`.
    fn explain_board_size(&self) -> Option<Diagnostic> {
        let first = self.found().filter(|found| found.kind == TokenKind::Number);
        if let (Some(first), Some(board)) = (first, self.before().filter(|before| before.is(self.text, "board"))) {
            let report = self.report(first, "missing shape after `board`");
            let help = "write `board square 8 x 8`, `board hex side 5` or a `graph`";
            return Some(report.help(help).fix("write `square`", self.end(board), " square", true));
        }
        if !self.expects("`x`") {
            return None;
        }
        let since = super::patterns::find_construct(self.text, &self.tokens, self.at)?;
        let by = self.found().filter(|found| self.is_any(found, &["by", ","]));
        let times = || self.tokens.get(since..self.at)?.iter().rev().find(|token| token.is(self.text, "*"));
        let times = by.or_else(times)?;
        let size = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("8", |size| size.text(self.text));
        let at = self.tokens.iter().position(|token| token.start == times.start)?;
        let sizes = format!("{} x {}", size(at.checked_sub(1)), size(Some(at + 1)));
        let report = self.report(times, "missing `x` between the sizes of the board");
        Some(report.help(format!("write `{sizes}`")).fix("write `x`", self.span(times), "x", true))
    }

    /// Explains `at a1 b1 c1`: several cells in a row.
    pub(super) fn explain_cells_without_braces(&self) -> Option<Diagnostic> {
        let is_a_cell = |token: &Token| token.kind == TokenKind::Word && is_cell(token.text(self.text));
        let run = self.backward().take_while(|token| is_a_cell(token)).count();
        let (first, found) = (self.back(run)?, self.found()?);
        let comma = found.is(self.text, ",") && !self.expects("`,`");
        let is_listed = is_a_cell(found)
            || comma && self.after().is_some_and(is_a_cell) && (self.expected.name || self.expects("`links`"));
        if run == 0 || !is_listed || self.is_first_on_line(found) {
            return None;
        }
        let continues = |token: &&Token| is_a_cell(token) || comma && token.is(self.text, ",");
        let more = self.tokens.get(self.at..)?.iter().take_while(continues).count();
        let last = self.tokens.get(self.at + more - 1)?;
        let head = self.back(run + 1);
        if (run, more) == (1, 1) && !comma && head.is_some_and(|head| head.is(self.text, "move")) {
            let report = self.report(found, format!("missing `to` before `{}`", found.text(self.text)));
            let report = report.help("write `move p to q`");
            return Some(report.fix("write `to` before it", self.start(found), "to ", true));
        }
        let cells = self.text.get(first.start..last.end)?;
        let mut edits = vec![self.insert_before(first, "{"), self.insert_after(last, "}")];
        let next = self.tokens.get(self.at + more);
        if next.is_some_and(|token| token.is(self.text, "}") && token.start == last.end) {
            edits.pop();
        }
        let report = self.report_span(self.span(first).to(self.span(last)), "several cells need braces");
        Some(report.help(format!("write `{{{cells}}}`")).edits("put braces around the cells", edits, true))
    }

    /// Explains `do moove p to q`: the misspelled keyword of a statement is read as a variable.
    fn explain_misspelled_statement(&self) -> Option<Diagnostic> {
        let before = self.before().filter(|before| before.kind == TokenKind::Word && !self.is_keyword(before))?;
        let previous = self.back(2)?;
        let is_new = self.is_any(previous, &["do", "{", "}", ";"]) || self.is_first_on_line(before);
        let found = self.found().filter(|found| found.kind == TokenKind::Word && !self.is_first_on_line(found));
        found.filter(|_| is_new && self.expects("`=`"))?;
        let word = before.text(self.text);
        let statements = keywords::STATEMENTS.iter().copied().chain(["let", "may"]);
        let meant = suggest::nearest(word, statements.clone()).into_iter().next()?;
        let is_sure = suggest::surely(word, statements).is_some();
        Some(self.report(before, format!("`{word}` is not a statement")).did_you_mean(meant, is_sure))
    }

    /// Explains a condition where a clause should begin.
    fn explain_missing_when(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && self.is_first_on_line(found))?;
        let after = self.after()?;
        if indent(self.text, found.start) == Some(0) {
            return None;
        }
        let is_condition = after.is(self.text, "(") && after.start == found.end
            || found.is(self.text, "not")
            || found.kind == TokenKind::Word
                && !self.is_keyword(found)
                && self.is_any(after, &["in", "not", "within", "==", "!=", "<", ">", "<=", ">="]);
        is_condition.then(|| {
            let help = format!("write `when {} ..`", found.text(self.text));
            let report = self.report(found, "missing `when` before the condition").help(help);
            report.fix("write `when` before it", self.start(found), "when ", false)
        })
    }

    /// Explains `count (x)`.
    fn explain_space_before_parenthesis(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let is_name = before.kind == TokenKind::Word && !self.is_keyword(before);
        let is_apart = before.end < found.start && !self.is_first_on_line(found);
        (found.is(self.text, "(") && is_name && is_apart).then(|| {
            let word = before.text(self.text);
            let place = self.span(before).to(self.span(found));
            let report = self.report_span(place, format!("unexpected space between `{word}` and `(`"));
            let gap = self.end(before).to(self.start(found));
            report.help(format!("write `{word}(..)`")).fix("remove the space", gap, "", true)
        })
    }

    /// Explains `p2` where a name is bound.
    fn explain_cell_as_name(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let name = found.text(self.text);
        let is_set = self.after().is_some_and(|after| self.is_any(after, &["=", "+=", "-="]));
        let is_bound = self.expected.name || self.expected.statement && is_set;
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = name.get(letters.len()..).unwrap_or("");
        (found.kind == TokenKind::Word && is_cell(name) && is_bound).then(|| {
            let other = format!("{letters}_{digits}");
            let report = self.report(found, format!("`{name}` is a cell and cannot be a name")).help(format!(
                "one or two lowercase letters and a number always mean a cell; write `{other}` or another name"
            ));
            Diagnostic { fix: Some(self.rename(name, &other)), ..report }
        })
    }

    /// Returns a fix that renames `name` from here to the end of the item.
    fn rename(&self, name: &str, other: &str) -> Fix {
        let item = self.tokens.get(self.at..).unwrap_or(&[]).iter().take_while(|token| !token.is_head(self.text));
        let uses = item.filter(|token| token.is(self.text, name));
        let edits = uses.map(|token| self.replace(token, other)).collect();
        Fix { title: format!("rename it to `{other}`"), edits, safe: false }
    }

    /// Explains an operator, a comma or a keyword without an operand after it.
    fn explain_missing_operand(&self) -> Option<Diagnostic> {
        let before = self.before()?;
        let missing = if self.expected.value {
            if before.is(self.text, "at") { "cells" } else { "value" }
        } else if self.expected.name && !self.expected.operator {
            "name"
        } else {
            return None;
        };
        let leads = matches!(before.kind, TokenKind::Sign | TokenKind::Open)
            || before.is_word_of(self.text, &["at", "to"])
            || before.kind == TokenKind::Word && (self.is_keyword(before) || pattern(before.text(self.text)).is_some());
        let is_over = self.found().is_none_or(|found| {
            let ends = matches!(found.kind, TokenKind::Close | TokenKind::Sign);
            ends || self.is_keyword(found) && (self.expected.value || self.is_first_on_line(found))
        });
        if !leads || !is_over {
            return None;
        }
        let sign = before.text(self.text);
        let mut report = self.report(before, format!("missing {missing} after `{sign}`"));
        if let Some(found) = self.found().filter(|_| !self.in_text) {
            report = report.and(self.span(found), format!("found `{}` instead", self.quote(found)));
        }
        if sign == "," {
            // after the last element in braces a comma is needless; elsewhere the rest of the list may be missing
            let is_last = self.found().is_some_and(|found| found.is(self.text, "}"));
            let report = report.help("remove the comma, or continue the list");
            return Some(report.fix("remove the comma", self.span(before), "", is_last));
        }
        Some(Diagnostic { help: self.usage(), ..report })
    }

    /// Explains `let when = 3`, `action a(game: empty)`, `end & enemy`.
    fn explain_keyword_as_name(&self) -> Option<Diagnostic> {
        let joins = self.after().is_some_and(|after| self.is_any(after, &["/", ":", "="]));
        let is_inside = |found: &&Token| !self.is_first_on_line(found) || joins && self.expected.name;
        let found = self.found().filter(|found| self.is_keyword(found)).filter(is_inside)?;
        let word = found.text(self.text);
        let is_name = if self.expected.value {
            found.is_word_of(self.text, keywords::BEGINNINGS)
                && (is_meant_as_name(self.text, &self.tokens, self.at)
                    || self.after().is_none_or(|after| self.is_first_on_line(after)))
        } else {
            self.expected.name || self.expects("a name")
        };
        is_name.then(|| {
            let other = format!("{word}_");
            let report = self.report(found, format!("`{word}` is a keyword and cannot be a name"));
            let fix = Some(self.rename(word, &other));
            Diagnostic { fix, ..report.help(format!("choose another name, such as `{other}`")) }
        })
    }

    fn explain_needless_semicolon(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, ";"))?;
        let is_binder = self.tokens.get(self.at + 2).is_some_and(|colon| colon.is(self.text, ":"));
        if is_binder && self.expects("`,`") && self.construct().is_some_and(|head| head.is(self.text, "action")) {
            let report = self.report(found, "expected `,`, found `;`").help("write a comma between two binders");
            return Some(report.fix("write `,`", self.span(found), ",", true));
        }
        (self.expected.item || self.expected.clause || self.expected.operator).then(|| {
            // in the middle of a line another sign may be meant
            let is_last =
                self.after().is_none_or(|after| self.is_first_on_line(after) || after.kind == TokenKind::Close);
            self.report(found, "unexpected `;`")
                .help("use `;` only after statements, placements, chains and the lines of an example")
                .fix("remove it", self.span(found), "", is_last)
        })
    }

    /// Explains a keyword with an extra, missing or wrong letter.
    fn explain_misspelled_keyword(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let word = found.text(self.text);
        let is_call = self.after().is_some_and(|after| after.is(self.text, "(") && after.start == found.end);
        if found.kind != TokenKind::Word || word.len() < 3 || self.is_keyword(found) || is_call {
            return None;
        }
        let beginnings = self.expected.beginnings();
        let near = suggest::nearest(word, beginnings.iter().copied());
        let near = near.into_iter().find(|candidate| {
            let distance = strsim::damerau_levenshtein(word, candidate);
            let alike = candidate.len() > 2 || word.get(..1) == candidate.get(..1);
            distance == 1 && alike || distance == 2 && candidate.len() > 4 && self.is_first_on_line(found)
        });
        let joint = || {
            let near = suggest::nearest(word, self.expected.joints().iter().copied());
            near.into_iter().find(|candidate| strsim::damerau_levenshtein(word, candidate) == 1)
        };
        let meant = near.or_else(joint)?;
        let is_capital = word.eq_ignore_ascii_case(meant);
        let message =
            if is_capital { "keywords are lowercase".to_owned() } else { format!("unknown keyword `{word}`") };
        Some(self.report(found, message).did_you_mean(meant, word.len() > 3 || is_capital))
    }

    /// Explains `count p in own`, `some p in own: ..`.
    fn explain_call_without_parentheses(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let calls = ["count", "some", "none", "every", "no", "sum", "max", "min", "union", "reach"];
        let word = before.text(self.text);
        let argument = found.text(self.text);
        (before.is_word_of(self.text, &calls) && found.kind == TokenKind::Word && !self.is_keyword(found)).then(|| {
            if word == "no"
                && let Some(report) = self.explain_no(before, found)
            {
                return report;
            }
            let word = if word == "no" { "none" } else { word };
            let report = self.report(before, format!("missing parentheses after `{word}`"));
            if self.after().is_some_and(|after| after.is(self.text, "in")) {
                return report.help(format!("write `{word}({argument} in own: condition)`"));
            }
            let edits = vec![
                Edit { span: self.span(before).to(self.start(found)), text: format!("{word}(") },
                self.insert_after(found, ")"),
            ];
            let help = format!("write `{word}({argument})`");
            report.help(help.clone()).edits(help, edits, false)
        })
    }

    /// Explains two values without an operator between them.
    fn explain_missing_operator(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let is_operand = match found.kind {
            TokenKind::Word => {
                !self.is_keyword(found) || found.is_word_of(self.text, &["board", "players", "true", "false"])
            }
            TokenKind::Number | TokenKind::Text | TokenKind::Open => true,
            _ => false,
        };
        if !is_operand || self.is_first_on_line(found) || !self.expected.operator {
            return None;
        }
        let others = &self.expected.others;
        if others.as_slice() == ["`:`"]
            || !others.iter().all(|other| matches!(other.as_str(), "`,`" | "`)`" | "`}`" | "`:`" | "`where`"))
        {
            return None;
        }
        let signs: Vec<&str> = ["`,`", "`)`", "`:`"].into_iter().filter(|sign| self.expects(sign)).collect();
        let help = match signs.as_slice() {
            [] => OPERATORS.to_owned(),
            signs => format!("{OPERATORS}, or {}", signs.join(" or ")),
        };
        let (left, right) = (before.text(self.text), found.text(self.text));
        if left == "board" && right == "(" && before.end == found.start {
            let report = self.report(before, "`board` is a set, not a function");
            return Some(report.help("for the piece on a cell, write `at(p)`; for a cell, `p in board`"));
        }
        Some(self.report(found, format!("missing operator between `{left}` and `{right}`")).help(help))
    }

    /// Returns whether a span is that of the unexpected token, or of the one before.
    pub(super) fn is_at(&self, span: Span) -> bool {
        [self.found(), self.before()].into_iter().flatten().any(|token| self.span(token) == span)
    }

    /// Returns the fixes to try, whatever the report says: insert one of the expected tokens, or remove the unexpected one.
    pub(super) fn candidates(&self) -> Vec<Fix> {
        let Some(before) = self.before().filter(|_| !self.in_text) else { return Vec::new() };
        let wanted = self.expected.others.iter().filter_map(|other| other.strip_prefix('`')?.strip_suffix('`'));
        let mut unlikely = vec!["going", "each", "where", "else", "}"];
        // `man White at a1` is one piece, not a stack of two.
        unlikely.extend(self.expects("`of`").then_some(","));
        let mut candidates: Vec<Fix> = Vec::new();
        // a word is not missing beside itself
        let is_beside =
            |word: &str| [Some(before), self.found()].into_iter().flatten().any(|other| other.is(self.text, word));
        for word in wanted.filter(|word| !unlikely.contains(word) && !is_beside(word)) {
            let touches = matches!(word, "," | ":" | ")" | "(");
            let at = if touches { before.end } else { self.found().map_or(before.end, |found| found.start) };
            let text = match word {
                _ if touches => word.to_owned(),
                _ if at == before.end => format!(" {word}"),
                _ => format!("{word} "),
            };
            candidates.push(Fix {
                title: match self.found() {
                    Some(found) if !touches => format!("write `{word}` before `{}`", self.quote(found)),
                    _ => format!("write `{word}` after `{}`", self.quote(before)),
                },
                edits: vec![self.insert_at(at, text)],
                safe: !self.expected.operator || self.result_follows() || self.expected.others.len() == 1 && !touches,
            });
        }
        // where a value is missing, the `;` after it is right
        let is_wrong = |found: &&Token| {
            matches!(found.kind, TokenKind::Sign | TokenKind::Close)
                && !(found.is(self.text, ";") && self.expected.value)
        };
        if let Some(found) = self.found().filter(is_wrong) {
            let title = format!("remove `{}`", self.quote(found));
            candidates.push(Fix { title, edits: vec![self.replace(found, "")], safe: false });
        }
        candidates
    }

    /// Reports what was expected and what was found.
    fn explain_expected(&self) -> Diagnostic {
        let list = self.expected.list();
        if let (Some(found), []) = (self.found(), list.as_slice()) {
            return Diagnostic {
                help: self.usage(),
                ..self.report(found, format!("unexpected `{}`", self.quote(found)))
            };
        }
        let expected = match list.split_last() {
            None => "something else".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        };
        let is_over = self.found().is_none_or(|found| self.is_keyword(found) && self.is_first_on_line(found));
        let report = match (self.found(), self.before()) {
            (_, Some(before)) if is_over => {
                self.report(before, format!("expected {expected} after `{}`", self.quote(before)))
            }
            (Some(found), _) => self.report(found, format!("expected {expected}, found `{}`", self.quote(found))),
            (None, _) => Diagnostic::new(Code::E01, Span::new(self.id, 0, 0), format!("expected {expected}")),
        };
        Diagnostic { help: self.usage(), ..report }
    }
}
