//! `boardwright lsp`: a language server for editors, over standard input and output.

mod answer;
mod commands;
mod documents;
mod findings;
mod places;
mod program_files;
mod shapes;
mod speed;
mod text;
mod uri;
mod wire;
mod worker;

use super::out::{CliError, Exit, plain, remark};
use clap::Args;
use documents::Documents;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{ExecuteCommand, InlayHintRequest, Request as _};
use lsp_types::{
    DidCloseTextDocumentParams, InitializeParams, InitializeResult, PublishDiagnosticsParams, ServerInfo, Uri,
};
use serde_json::Value;
use shapes::error;
use std::collections::{HashSet, VecDeque};
use std::io::{BufReader, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use wire::{Incoming, Wire};
use worker::{Worker, WorkerTask};

const AFTER_HELP: &str = "\
Speaks the Language Server Protocol over standard input and output. Editors start it themselves; \
docs/editors.md explains how to set them up.

Example, for Neovim 0.11 or newer:
  vim.lsp.config('boardwright', { cmd = { 'boardwright', 'lsp' }, filetypes = { 'boardwright' } })
  vim.lsp.enable('boardwright')";

/// The arguments of `lsp`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct LspArgs {
    /// Use standard input and output (always on; many editors pass this flag)
    #[arg(long)]
    pub stdio: bool,
}

enum ServerEvent {
    Incoming(Incoming),
    Done(worker::WorkerResult),
}

/// Runs the server until the editor disconnects.
pub fn run(_: &LspArgs) -> Result<Exit, CliError> {
    if std::io::stdin().is_terminal() {
        remark(
            "Editors start this command themselves; docs/editors.md explains how to set them up. Press Ctrl-C to quit.",
        );
    }
    let (send, events) = mpsc::channel();
    let worker = |task| {
        let send = send.clone();
        let report = move |done| drop(send.send(ServerEvent::Done(done)));
        Worker::start(task, report).map_err(|error| CliError::usage(format!("cannot start: {}", plain(&error))))
    };
    let (examples, coverage, speed) =
        (worker(WorkerTask::Examples)?, worker(WorkerTask::Coverage)?, worker(WorkerTask::Speed)?);
    let server = Server::new(Documents::new(examples, coverage, speed));
    std::thread::spawn(move || {
        let mut input = BufReader::new(std::io::stdin());
        loop {
            let read = wire::read(&mut input);
            let ends = matches!(read, Incoming::End);
            if send.send(ServerEvent::Incoming(read)).is_err() || ends {
                return;
            }
        }
    });
    Ok(server.serve(&events))
}

/// The stage of the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ServerStage {
    Waiting,
    /// After `initialize`.
    Running,
    /// After `shutdown`.
    Ending,
}

struct Server {
    wire: Wire,
    stage: ServerStage,
    documents: Documents,
    /// The messages that were read but not handled yet.
    waiting: VecDeque<Message>,
    canceled: HashSet<RequestId>,
    /// Whether the input is closed: the requests before its end are still answered.
    is_input_closed: bool,
    /// Whether the editor supports refreshing inlay hints.
    refreshes_hints: bool,
    /// Pending requests for inlay hints of files whose examples are running.
    hints: Vec<(RequestId, Uri, Value)>,
    /// Pending commands, and the files whose random games are being played for them.
    explaining: Vec<(RequestId, Uri)>,
}

impl Server {
    fn new(documents: Documents) -> Server {
        Server {
            wire: Wire::default(),
            stage: ServerStage::Waiting,
            documents,
            waiting: VecDeque::new(),
            canceled: HashSet::new(),
            is_input_closed: false,
            refreshes_hints: false,
            hints: Vec::new(),
            explaining: Vec::new(),
        }
    }

    /// Handles one event after another, and returns how the server ended.
    fn serve(mut self, events: &Receiver<ServerEvent>) -> Exit {
        loop {
            // Read all available events before answering: a later one may cancel a request.
            while let Ok(event) = events.try_recv() {
                self.take_event(event);
            }
            if let Some(message) = self.waiting.pop_front() {
                if let Some(exit) = self.handle_message(message) {
                    return exit;
                }
                continue;
            }
            let next = self.catch_panic(Server::refresh).flatten();
            self.answer_hints();
            self.answer_commands();
            if self.wire.is_closed() {
                return Exit::Problems;
            }
            let is_answered = self.hints.is_empty() && self.explaining.is_empty();
            if self.is_input_closed && is_answered {
                return self.exit();
            }
            let event = match next {
                Some(soon) => events.recv_timeout(soon),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(event) => self.take_event(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Exit::Problems,
            }
        }
    }

    /// Analyzes the changed files and publishes their findings. Returns how long until there may be more.
    fn refresh(&mut self) -> Option<Duration> {
        let (ready, soon) = self.documents.refresh();
        ready.iter().for_each(|uri| findings::publish(&mut self.documents, uri, &mut self.wire));
        soon
    }

    /// Takes the answer of a worker; returns whether it is about the current text.
    fn take_answer(&mut self, done: worker::WorkerResult) -> bool {
        let summary = match &done.answer {
            worker::WorkerAnswer::Speed(found) => Some(found.as_ref().map(|found| found.summary.clone())),
            _ => None,
        };
        let ready = self.documents.take_answer(done);
        ready.iter().for_each(|uri| findings::publish(&mut self.documents, uri, &mut self.wire));
        if let (Some(uri), Some(summary)) = (&ready, summary) {
            self.show_summary(uri, summary.as_deref());
        }
        ready.is_some()
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        if self.documents.close(params) {
            self.wire.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri,
                diagnostics: Vec::new(),
                version: None,
            });
        }
    }

    /// Returns how the server ends: only after `shutdown` as it should.
    fn exit(&self) -> Exit {
        if self.stage == ServerStage::Ending { Exit::Success } else { Exit::Problems }
    }

    fn take_event(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Incoming(Incoming::Message(message)) => {
                if let Message::Notification(Notification { method, params }) = &message
                    && method == "$/cancelRequest"
                {
                    let id = params.get("id").cloned().and_then(|id| serde_json::from_value(id).ok());
                    return self.cancel(id);
                }
                self.waiting.push_back(message);
            }
            ServerEvent::Incoming(Incoming::Malformed(what)) => self.wire.report_malformed(&what),
            ServerEvent::Incoming(Incoming::End) => self.is_input_closed = true,
            ServerEvent::Done(done) => {
                let is_about_examples = matches!(done.answer, worker::WorkerAnswer::Examples(_));
                let taken = self.catch_panic(|server| server.take_answer(done)) == Some(true);
                if taken && is_about_examples && self.refreshes_hints && self.stage == ServerStage::Running {
                    self.wire.request::<lsp_types::request::InlayHintRefreshRequest>(());
                }
            }
        }
    }

    fn handle_message(&mut self, message: Message) -> Option<Exit> {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) if notification.method == "exit" => return Some(self.exit()),
            Message::Notification(notification) => {
                self.catch_panic(|server| server.handle_notification(notification));
            }
            Message::Response(_) => {}
        }
        None
    }

    /// Cancels a request, unless it is answered already.
    fn cancel(&mut self, id: Option<RequestId>) {
        let Some(id) = id else { return };
        if let Some(at) = self.hints.iter().position(|(requested, ..)| *requested == id) {
            self.hints.remove(at);
            self.wire.answer(id, Err(error(ErrorCode::RequestCanceled, "canceled")));
        } else if self.waiting.iter().any(|message| matches!(message, Message::Request(request) if request.id == id)) {
            self.canceled.insert(id);
        } else {
            self.cancel_command(&id);
        }
    }

    /// Cancels the requests that wait for workers, because nobody waits for their answers after `shutdown`.
    fn cancel_pending(&mut self) {
        let hints = self.hints.iter().map(|(id, ..)| id);
        let pending: Vec<RequestId> = hints.chain(self.explaining.iter().map(|(id, _)| id)).cloned().collect();
        pending.into_iter().for_each(|id| self.cancel(Some(id)));
    }

    /// Answers the pending requests for hints whose examples are complete.
    fn answer_hints(&mut self) {
        let (later, now) =
            std::mem::take(&mut self.hints).into_iter().partition(|(_, uri, _)| self.documents.is_testing(uri));
        self.hints = later;
        for (id, _, params) in now {
            self.handle_request(Request { id, method: InlayHintRequest::METHOD.to_owned(), params });
        }
    }

    /// Returns the file of a request for hints, if its examples are still running.
    fn pending_hints(&mut self, method: &str, params: &Value) -> Option<Uri> {
        let uri = params.get("textDocument")?.get("uri")?.as_str()?;
        let uri = Uri::from_str(uri).ok().filter(|_| method == InlayHintRequest::METHOD)?;
        self.catch_panic(|server| drop(server.documents.analysis(&uri)));
        self.documents.is_testing(&uri).then_some(uri)
    }

    fn handle_request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.stage == ServerStage::Running
            && let Some(uri) = self.pending_hints(&method, &params)
        {
            self.hints.push((id, uri, params));
            return;
        }
        if self.stage == ServerStage::Running && method == ExecuteCommand::METHOD && !self.canceled.contains(&id) {
            if self.catch_panic(|server| server.execute(id.clone(), params)).is_none() {
                self.wire.answer(id, Err(internal_error()));
            }
            return;
        }
        let answer = if self.canceled.remove(&id) {
            Err(error(ErrorCode::RequestCanceled, "canceled"))
        } else {
            let refuse = |code, message: &str| Err(error(code, message));
            match (self.stage, method.as_str()) {
                (ServerStage::Waiting, "initialize") => self.initialize(params),
                (ServerStage::Waiting, _) => refuse(ErrorCode::ServerNotInitialized, "the server is not initialized"),
                (ServerStage::Ending, _) => refuse(ErrorCode::InvalidRequest, "the server is shutting down"),
                (_, "initialize") => refuse(ErrorCode::InvalidRequest, "the server is already initialized"),
                (_, "shutdown") => {
                    self.stage = ServerStage::Ending;
                    self.cancel_pending();
                    Ok(Value::Null)
                }
                _ => self
                    .catch_panic(|server| answer::answer(&mut server.documents, &method, params))
                    .unwrap_or_else(|| Err(internal_error())),
            }
        };
        self.wire.answer(id, answer);
    }

    fn initialize(&mut self, params: Value) -> Result<Value, ResponseError> {
        let params: InitializeParams = answer::read(params)?;
        self.stage = ServerStage::Running;
        let options = params.initialization_options.unwrap_or_default();
        self.documents.marks_coverage = options.get("coverage").and_then(Value::as_bool).unwrap_or(false);
        let workspace = params.capabilities.workspace.unwrap_or_default();
        self.refreshes_hints = workspace.inlay_hint.and_then(|hints| hints.refresh_support).unwrap_or(false);
        answer::write(InitializeResult {
            capabilities: answer::capabilities(),
            server_info: Some(ServerInfo {
                name: "boardwright".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn handle_notification(&mut self, notification: Notification) {
        if self.stage != ServerStage::Running {
            return;
        }
        let params = notification.params;
        let handled = match notification.method.as_str() {
            DidOpenTextDocument::METHOD => answer::read(params).map(|params| self.documents.open(params)),
            DidChangeTextDocument::METHOD => answer::read(params).map(|params| self.documents.change(params)),
            DidSaveTextDocument::METHOD => answer::read(params).map(|params| self.documents.save(params)),
            DidCloseTextDocument::METHOD => answer::read(params).map(|params| self.close(params)),
            DidChangeWatchedFiles::METHOD => {
                self.documents.bases_changed();
                Ok(())
            }
            _ => Ok(()),
        };
        // A notification has no answer, so invalid parameters are ignored.
        drop(handled);
    }

    /// Runs work and catches a panic, which the hook reports on standard error, so that the server continues.
    fn catch_panic<T>(&mut self, work: impl FnOnce(&mut Server) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }
}

/// What the server says of its own mistakes.
const INTERNAL_ERROR: &str = "internal error: this is a bug in Boardwright";

fn internal_error() -> ResponseError {
    error(ErrorCode::InternalError, INTERNAL_ERROR)
}
