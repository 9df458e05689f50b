//! Commands that a user starts in the editor: `boardwright.explainSpeed`.
//!
//! The request is answered when the hints are published, so that an editor can show that it waits. Everything else is answered
//! meanwhile.

use super::INTERNAL_ERROR;
use super::Server;
use super::shapes::error;
use super::speed;
use super::uri;
use lsp_server::{ErrorCode, RequestId, ResponseError};
use lsp_types::notification::ShowMessage;
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams, Uri};
use serde_json::Value;
use std::str::FromStr;

impl Server {
    /// Executes a command. The request is answered here or later.
    pub(super) fn execute(&mut self, id: RequestId, params: Value) {
        match self.start_command(params) {
            Ok(Some(uri)) => self.explaining.push((id, uri)),
            Ok(None) => self.wire.answer(id, Ok(Value::Null)),
            Err(refused) => self.wire.answer(id, Err(refused)),
        }
    }

    /// Starts a command. Returns the file that is waited for, if there is one.
    fn start_command(&mut self, params: Value) -> Result<Option<Uri>, ResponseError> {
        let params: ExecuteCommandParams = super::answer::read(params)?;
        if params.command != speed::COMMAND {
            return Err(error(ErrorCode::InvalidParams, format!("unknown command `{}`", params.command)));
        }
        let uri = self.find_file(&params.arguments)?;
        if self.documents.start_speed(&uri) {
            return Ok(Some(uri));
        }
        let name = file_name(&uri);
        self.show(MessageType::WARNING, format!("{name} has errors; fix them before asking what is slow"));
        Ok(None)
    }

    /// Returns the file that a command is about: its argument. Some editors cannot pass one; then it is the only open file.
    fn find_file(&self, arguments: &[Value]) -> Result<Uri, ResponseError> {
        let refuse = |message: String| error(ErrorCode::InvalidParams, message);
        let Some(argument) = arguments.first() else {
            let only = self.documents.only_open().cloned();
            return only.ok_or_else(|| refuse("expected 1 argument, the URI of an open file".to_owned()));
        };
        let uri = argument.as_str().and_then(|text| Uri::from_str(text).ok());
        let open = uri.filter(|uri| self.documents.get(uri).is_some());
        open.ok_or_else(|| refuse(format!("{argument} is not the URI of an open file")))
    }

    /// Answers the requests whose games have been played, or whose text has changed.
    pub(super) fn answer_commands(&mut self) {
        let documents = &self.documents;
        for (id, _) in self.explaining.extract_if(.., |(_, uri)| !documents.is_explaining(uri)) {
            self.wire.answer(id, Ok(Value::Null));
        }
    }

    /// Stops the games that a canceled request waits for, if there is such a request.
    pub(super) fn cancel_command(&mut self, id: &RequestId) {
        let Some(at) = self.explaining.iter().position(|(requested, _)| requested == id) else { return };
        let (id, uri) = self.explaining.remove(at);
        // Somebody else may wait for the same games.
        if !self.explaining.iter().any(|(_, other)| *other == uri) {
            self.documents.stop_speed(&uri);
        }
        self.wire.answer(id, Err(error(ErrorCode::RequestCanceled, "canceled")));
    }

    /// Says in one line what was found, because editors hardly show hints. `None` after an internal error.
    pub(super) fn show_summary(&mut self, uri: &Uri, summary: Option<&str>) {
        match summary {
            Some(summary) => self.show(MessageType::INFO, format!("{}: {summary}", file_name(uri))),
            None => self.show(MessageType::ERROR, INTERNAL_ERROR.to_owned()),
        }
    }

    fn show(&mut self, typ: MessageType, message: String) {
        self.wire.notify::<ShowMessage>(ShowMessageParams { typ, message });
    }
}

/// Returns the name of a file without its folder.
fn file_name(uri: &Uri) -> String {
    let path = uri::path(uri);
    let name = path.as_ref().and_then(|path| path.file_name()?.to_str());
    name.unwrap_or(uri.as_str()).to_owned()
}
