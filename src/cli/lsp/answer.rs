//! Answers requests.

use super::documents::Documents;
use super::shapes::{self, error, range};
use super::{findings, places, speed};
use boardwright::internals::ide::{self, completion, outline};
use boardwright::internals::syntax;
use boardwright::source::{Source, Sources};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::*;
use lsp_types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Returns what the server supports.
pub fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["(", "{", ":", "\""].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(String::from).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: shapes::TOKEN_TYPES.to_vec(),
                    token_modifiers: shapes::TOKEN_MODIFIERS.to_vec(),
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::SOURCE_FIX_ALL,
                CodeActionKind::new(speed::ACTION),
            ]),
            ..CodeActionOptions::default()
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![speed::COMMAND.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

pub fn answer(documents: &mut Documents, method: &str, params: Value) -> Result<Value, ResponseError> {
    match method {
        HoverRequest::METHOD => write(hover(documents, read(params)?)),
        Completion::METHOD => write(complete(documents, read(params)?)),
        SignatureHelpRequest::METHOD => write(signature(documents, read(params)?)),
        GotoDefinition::METHOD => write(places::definition(documents, read(params)?)),
        References::METHOD => write(places::references(documents, read(params)?)),
        DocumentHighlightRequest::METHOD => write(places::highlights(documents, read(params)?)),
        PrepareRenameRequest::METHOD => write(places::renameable(documents, read(params)?)?),
        Rename::METHOD => places::rename(documents, read(params)?),
        DocumentSymbolRequest::METHOD => write(symbols(documents, read(params)?)),
        SemanticTokensFullRequest::METHOD => write(tokens(documents, read(params)?)),
        Formatting::METHOD => write(format(documents, read(params)?)),
        CodeActionRequest::METHOD => write(findings::actions(documents, read(params)?)),
        InlayHintRequest::METHOD => write(hints(documents, read(params)?)),
        _ => Err(error(ErrorCode::MethodNotFound, format!("unknown method `{method}`"))),
    }
}

pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params).map_err(|wrong| error(ErrorCode::InvalidParams, wrong.to_string()))
}

pub fn write(answer: impl Serialize) -> Result<Value, ResponseError> {
    serde_json::to_value(answer).map_err(|wrong| error(ErrorCode::InternalError, wrong.to_string()))
}

fn hover(documents: &mut Documents, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let file = documents.file(&at.text_document.uri)?;
    let found = ide::hover::hover(&file.analysis, file.text.offset(at.position))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: found.text }),
        range: Some(range(&file.text, found.span)),
    })
}

fn complete(documents: &mut Documents, params: CompletionParams) -> Option<Vec<CompletionItem>> {
    let at = params.text_document_position;
    let analysis = documents.analysis(&at.text_document.uri)?;
    let document = documents.get(&at.text_document.uri)?;
    let bases = || documents.bases(document);
    let all = completion::complete(&analysis, document.text.offset(at.position), &bases);
    Some(all.into_iter().enumerate().map(|(at, proposal)| shapes::completion(at, proposal)).collect())
}

fn signature(documents: &mut Documents, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let at = params.text_document_position_params;
    let analysis = documents.analysis(&at.text_document.uri)?;
    let document = documents.get(&at.text_document.uri)?;
    ide::signature::find_signature(&analysis, document.text.offset(at.position)).map(shapes::signature)
}

fn symbols(documents: &mut Documents, params: DocumentSymbolParams) -> Option<Vec<DocumentSymbol>> {
    let file = documents.file(&params.text_document.uri)?;
    Some(outline::outline(&file.analysis).into_iter().map(|entry| shapes::symbol(&file.text, entry)).collect())
}

fn tokens(documents: &mut Documents, params: SemanticTokensParams) -> Option<SemanticTokens> {
    let file = documents.file(&params.text_document.uri)?;
    Some(SemanticTokens { result_id: None, data: shapes::semantic_tokens(file.analysis.names(), &file.text) })
}

/// Formats the text: returns one edit of the lines that differ, or `None` if the text has syntax errors.
fn format(documents: &mut Documents, params: DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let text = &documents.get(&params.text_document.uri)?.text;
    let old: &str = text.text();
    let mut sources = Sources::new();
    let id = sources.add(Source::new("", old));
    let new = syntax::format(&sources, id).ok()?;
    Some(shapes::changed_lines(text, &new).into_iter().collect())
}

/// Returns the results of examples, as hints after their titles.
fn hints(documents: &mut Documents, params: InlayHintParams) -> Option<Vec<InlayHint>> {
    documents.analysis(&params.text_document.uri)?;
    let document = documents.get(&params.text_document.uri)?;
    let hint = |offset: usize, label: String, tooltip: String| InlayHint {
        position: document.text.position(offset),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let mut hints = Vec::new();
    for tested in document.tested.iter().flatten() {
        let (start, end) = (tested.span.start as usize, tested.span.end as usize);
        let text = document.text.text().get(start..end).unwrap_or("");
        let title = text.match_indices('"').nth(1).map_or(0, |(at, _)| at + 1);
        let (label, tooltip) = match &tested.failures {
            Some(failures) if failures.is_empty() => ("✓".to_owned(), "the example holds".to_owned()),
            Some(failures) => {
                let messages: Vec<&str> = failures.iter().map(|failed| failed.message.as_str()).collect();
                (
                    format!("✗ {}", boardwright::internals::wording::counted(failures.len(), "failure")),
                    messages.join("\n"),
                )
            }
            None => ("…".to_owned(), "this example takes too long; use `boardwright test` to run it".to_owned()),
        };
        hints.push(hint(start + title, label, tooltip));
        for failed in tested.failures.iter().flatten() {
            if let Some(fix) = &failed.fix {
                let came = fix.edits.iter().map(|edit| format!("✗ {}", edit.text)).collect::<Vec<_>>().join(" ");
                hints.push(hint(failed.span.end as usize, came, failed.message.clone()));
            }
        }
    }
    hints.retain(|hint| params.range.start <= hint.position && hint.position <= params.range.end);
    Some(hints)
}
