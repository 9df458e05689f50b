//! `boardwright lsp`: a language server for editors, over standard input and output.

mod answer;
mod documents;
mod findings;
mod places;
mod program_files;
mod shapes;
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
use lsp_types::request::{InlayHintRequest, Request as _};
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
    /// Use standard input and output; this is always so, but many editors pass the flag
    #[arg(long)]
    pub stdio: bool,
}

/// What the server waits for.
enum ServerEvent {
    /// The editor said something.
    Incoming(Incoming),
    /// A worker has an answer.
    Done(worker::WorkerResult),
}

/// Serves an editor until it goes.
pub fn run(_: &LspArgs) -> Result<Exit, CliError> {
    if std::io::stdin().is_terminal() {
        remark("This is for editors, which start it themselves: docs/editors.md says how. Ctrl-C ends it.");
    }
    let (send, events) = mpsc::channel();
    let worker = |question| {
        let send = send.clone();
        let told = move |done| drop(send.send(ServerEvent::Done(done)));
        Worker::start(question, told).map_err(|error| CliError::usage(format!("cannot start: {}", plain(&error))))
    };
    let server = Server::new(worker(WorkerTask::Examples)?, worker(WorkerTask::Coverage)?);
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

/// How far the conversation has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ServerStage {
    /// `initialize` has not come yet.
    Waiting,
    /// It has.
    Running,
    /// `shutdown` has come.
    Ending,
}

struct Server {
    wire: Wire,
    stage: ServerStage,
    documents: Documents,
    /// What has been read and not yet dealt with.
    waiting: VecDeque<Message>,
    cancelled: HashSet<RequestId>,
    /// Whether the editor asks for inlay hints again when it is told to.
    refreshes_hints: bool,
    /// Requests for inlay hints of files whose examples are being run.
    hints: Vec<(RequestId, Uri, Value)>,
}

impl Server {
    fn new(examples: Worker, coverage: Worker) -> Server {
        Server {
            wire: Wire::default(),
            stage: ServerStage::Waiting,
            documents: Documents::new(examples, coverage),
            waiting: VecDeque::new(),
            cancelled: HashSet::new(),
            refreshes_hints: false,
            hints: Vec::new(),
        }
    }

    /// Deals with one event after the other; how it ended.
    fn serve(mut self, events: &Receiver<ServerEvent>) -> Exit {
        loop {
            // What has been said by now is known before the first of it is answered: it may have been cancelled.
            while let Ok(event) = events.try_recv() {
                if let Some(exit) = self.take(event) {
                    return exit;
                }
            }
            if let Some(message) = self.waiting.pop_front() {
                if let Some(exit) = self.message(message) {
                    return exit;
                }
                continue;
            }
            let next = self.quietly(Server::refresh).flatten();
            self.answer_hints();
            if self.wire.is_closed() {
                return Exit::Problems;
            }
            let event = match next {
                Some(soon) => events.recv_timeout(soon),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(event) => {
                    if let Some(exit) = self.take(event) {
                        return exit;
                    }
                }
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
        let ready = self.documents.take_answer(done);
        ready.iter().for_each(|uri| findings::publish(&mut self.documents, uri, &mut self.wire));
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

    fn take(&mut self, event: ServerEvent) -> Option<Exit> {
        match event {
            ServerEvent::Incoming(Incoming::Message(message)) => {
                if let Message::Notification(Notification { method, params }) = &message
                    && method == "$/cancelRequest"
                {
                    let id = params.get("id").cloned().and_then(|id| serde_json::from_value(id).ok());
                    self.cancel(id);
                    return None;
                }
                self.waiting.push_back(message);
            }
            ServerEvent::Incoming(Incoming::Malformed(what)) => self.wire.malformed(&what),
            // An editor that is gone without a word has no more use for us.
            ServerEvent::Incoming(Incoming::End) => {
                return Some(if self.stage == ServerStage::Ending { Exit::Success } else { Exit::Problems });
            }
            ServerEvent::Done(done) => {
                let is_about_examples = matches!(done.answer, worker::WorkerAnswer::Examples(_));
                let taken = self.quietly(|server| server.take_answer(done)) == Some(true);
                if taken && is_about_examples && self.refreshes_hints && self.stage == ServerStage::Running {
                    self.wire.request::<lsp_types::request::InlayHintRefreshRequest>(());
                }
            }
        }
        None
    }

    fn message(&mut self, message: Message) -> Option<Exit> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) if notification.method == "exit" => {
                return Some(if self.stage == ServerStage::Ending { Exit::Success } else { Exit::Problems });
            }
            Message::Notification(notification) => {
                self.quietly(|server| server.notification(notification));
            }
            Message::Response(_) => {}
        }
        None
    }

    /// The editor has no use for an answer any more. One that has been given already is no matter.
    fn cancel(&mut self, id: Option<RequestId>) {
        let Some(id) = id else { return };
        if let Some(at) = self.hints.iter().position(|(asked, ..)| *asked == id) {
            self.hints.remove(at);
            self.wire.answer(id, Err(error(ErrorCode::RequestCanceled, "cancelled")));
        } else if self.waiting.iter().any(|message| matches!(message, Message::Request(request) if request.id == id)) {
            self.cancelled.insert(id);
        }
    }

    /// Answers the requests for hints that need to wait no longer.
    fn answer_hints(&mut self) {
        let (later, now) =
            std::mem::take(&mut self.hints).into_iter().partition(|(_, uri, _)| self.documents.is_testing(uri));
        self.hints = later;
        for (id, _, params) in now {
            self.request(Request { id, method: InlayHintRequest::METHOD.to_owned(), params });
        }
    }

    /// The file whose hints are asked for, if they will be known soon.
    fn known_soon(&mut self, method: &str, params: &Value) -> Option<Uri> {
        let uri = params.get("textDocument")?.get("uri")?.as_str()?;
        let uri = Uri::from_str(uri).ok().filter(|_| method == InlayHintRequest::METHOD)?;
        self.quietly(|server| drop(server.documents.analysis(&uri)));
        self.documents.is_testing(&uri).then_some(uri)
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.stage == ServerStage::Running
            && let Some(uri) = self.known_soon(&method, &params)
        {
            self.hints.push((id, uri, params));
            return;
        }
        let answer = if self.cancelled.remove(&id) {
            Err(error(ErrorCode::RequestCanceled, "cancelled"))
        } else {
            match (self.stage, method.as_str()) {
                (ServerStage::Waiting, "initialize") => self.initialize(params),
                (ServerStage::Waiting, _) => Err(error(ErrorCode::ServerNotInitialized, "`initialize` comes first")),
                (ServerStage::Ending, _) => {
                    Err(error(ErrorCode::InvalidRequest, "nothing comes after `shutdown` but `exit`"))
                }
                (ServerStage::Running, "initialize") => {
                    Err(error(ErrorCode::InvalidRequest, "this has been said already"))
                }
                (ServerStage::Running, "shutdown") => {
                    self.stage = ServerStage::Ending;
                    Ok(Value::Null)
                }
                (ServerStage::Running, _) => {
                    let mistake = || Err(error(ErrorCode::InternalError, "Boardwright has a mistake, sorry"));
                    self.quietly(|server| answer::answer(&mut server.documents, &method, params))
                        .unwrap_or_else(mistake)
                }
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

    fn notification(&mut self, notification: Notification) {
        if self.stage != ServerStage::Running {
            return;
        }
        let params = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(params) = answer::read(params) {
                    self.documents.open(params);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(params) = answer::read(params) {
                    self.documents.change(params);
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(params) = answer::read(params) {
                    self.documents.save(params);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(params) = answer::read(params) {
                    self.close(params);
                }
            }
            DidChangeWatchedFiles::METHOD => self.documents.files_changed(),
            _ => {}
        }
    }

    /// Does something that may turn out to be a mistake of ours: that is said on standard error, and the server goes on.
    fn quietly<T>(&mut self, work: impl FnOnce(&mut Server) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }
}
