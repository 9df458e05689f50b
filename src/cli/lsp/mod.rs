//! `boardwright lsp`: a language server for editors, over standard input and output.

mod answer;
mod documents;
mod findings;
mod places;
mod shapes;
mod shelf;
mod text;
mod uri;
mod wire;
mod worker;

use super::out::{Exit, Stop, plain, remark};
use clap::Args;
use documents::Documents;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _,
};
use lsp_types::request::{InlayHintRequest, Request as _};
use lsp_types::{InitializeParams, InitializeResult, ServerInfo, Uri};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::io::{BufReader, IsTerminal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use wire::{Read, Wire};
use worker::{Question, Worker};

/// The arguments of `boardwright lsp`.
#[derive(Args, Debug)]
pub struct Lsp {
    /// Speak over standard input and output, as it always does; editors like to say so
    #[arg(long)]
    pub stdio: bool,
}

/// What the server waits for.
enum Event {
    /// The editor said something.
    Read(Read),
    /// A worker has an answer.
    Done(worker::Done),
}

/// Serves an editor until it goes.
pub fn run(_: &Lsp) -> Result<Exit, Stop> {
    if std::io::stdin().is_terminal() {
        remark("This is for editors, which start it themselves: docs/editors.md says how. Ctrl-C ends it.");
    }
    let (send, events) = mpsc::channel();
    let worker = |question| {
        let send = send.clone();
        let told = move |done| drop(send.send(Event::Done(done)));
        Worker::start(question, told).map_err(|error| Stop::usage(format!("cannot start: {}", plain(&error))))
    };
    let server = Server::new(worker(Question::Examples)?, worker(Question::Coverage)?);
    std::thread::spawn(move || {
        let mut input = BufReader::new(std::io::stdin());
        loop {
            let read = wire::read(&mut input);
            let ends = matches!(read, Read::End);
            if send.send(Event::Read(read)).is_err() || ends {
                return;
            }
        }
    });
    Ok(server.serve(&events))
}

/// How far the conversation has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// `initialize` has not come yet.
    Waiting,
    /// It has.
    Running,
    /// `shutdown` has come.
    Ending,
}

struct Server {
    wire: Wire,
    stage: Stage,
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
            stage: Stage::Waiting,
            documents: Documents::new(examples, coverage),
            waiting: VecDeque::new(),
            cancelled: HashSet::new(),
            refreshes_hints: false,
            hints: Vec::new(),
        }
    }

    /// Deals with one event after the other; how it ended.
    fn serve(mut self, events: &Receiver<Event>) -> Exit {
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
            let next = self.quietly(|server| server.documents.refresh(&mut server.wire)).flatten();
            self.answer_hints();
            if self.wire.is_closed() {
                return Exit::Findings;
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
                Err(RecvTimeoutError::Disconnected) => return Exit::Findings,
            }
        }
    }

    fn take(&mut self, event: Event) -> Option<Exit> {
        match event {
            Event::Read(Read::Message(message)) => {
                if let Message::Notification(Notification { method, params }) = &message
                    && method == "$/cancelRequest"
                {
                    let id = params.get("id").cloned().and_then(|id| serde_json::from_value(id).ok());
                    self.cancel(id);
                    return None;
                }
                self.waiting.push_back(message);
            }
            Event::Read(Read::Malformed(what)) => self.wire.malformed(&what),
            // An editor that is gone without a word has no more use for us.
            Event::Read(Read::End) => {
                return Some(if self.stage == Stage::Ending { Exit::Well } else { Exit::Findings });
            }
            Event::Done(done) => {
                let refresh = self.quietly(|server| server.documents.answered(done, &mut server.wire));
                if refresh == Some(true) && self.refreshes_hints && self.stage == Stage::Running {
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
                return Some(if self.stage == Stage::Ending { Exit::Well } else { Exit::Findings });
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
        if self.stage == Stage::Running
            && let Some(uri) = self.known_soon(&method, &params)
        {
            self.hints.push((id, uri, params));
            return;
        }
        let answer = if self.cancelled.remove(&id) {
            Err(error(ErrorCode::RequestCanceled, "cancelled"))
        } else {
            match (self.stage, method.as_str()) {
                (Stage::Waiting, "initialize") => self.initialize(params),
                (Stage::Waiting, _) => Err(error(ErrorCode::ServerNotInitialized, "`initialize` comes first")),
                (Stage::Ending, _) => {
                    Err(error(ErrorCode::InvalidRequest, "nothing comes after `shutdown` but `exit`"))
                }
                (Stage::Running, "initialize") => Err(error(ErrorCode::InvalidRequest, "this has been said already")),
                (Stage::Running, "shutdown") => {
                    self.stage = Stage::Ending;
                    Ok(Value::Null)
                }
                (Stage::Running, _) => {
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
        self.stage = Stage::Running;
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
        if self.stage != Stage::Running {
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
                    self.documents.close(params, &mut self.wire);
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

/// An answer that says why there is none.
fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// How long the results of examples are waited for before findings are shown without them.
const PATIENCE: Duration = Duration::from_millis(250);
