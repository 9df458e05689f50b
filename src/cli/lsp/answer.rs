//! Requests and their answers.

use super::documents::Documents;
use super::error;
use boardwright::ide;
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::{HoverRequest, Request};
use lsp_types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What the server can do.
pub fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

/// The answer to a request.
pub fn answer(documents: &mut Documents, method: &str, params: Value) -> Result<Value, ResponseError> {
    match method {
        HoverRequest::METHOD => write(hover(documents, read(params)?)),
        _ => Err(error(ErrorCode::MethodNotFound, format!("`{method}` is not known here"))),
    }
}

/// The parameters of a request.
pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params).map_err(|wrong| error(ErrorCode::InvalidParams, wrong.to_string()))
}

/// An answer as it is sent.
pub fn write(answer: impl Serialize) -> Result<Value, ResponseError> {
    serde_json::to_value(answer).map_err(|wrong| error(ErrorCode::InternalError, wrong.to_string()))
}

fn hover(documents: &mut Documents, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let analysis = documents.analysis(&at.text_document.uri)?;
    let document = documents.get(&at.text_document.uri)?;
    let found = ide::hover::hover(&analysis, document.text.offset(at.position))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: found.text }),
        range: Some(document.text.range(found.span.start as usize, found.span.end as usize)),
    })
}
