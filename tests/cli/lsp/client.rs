//! A scripted editor: it starts the server, says what editors say, and waits for answers.

use super::URI;
use crate::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The types of semantic tokens, as the server numbers them.
pub const TOKEN_TYPES: &[&str] = &[
    "keyword",
    "type",
    "function",
    "variable",
    "parameter",
    "enumMember",
    "property",
    "number",
    "string",
    "comment",
    "operator",
    "method",
];

/// How long an answer may take; unoptimized, on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// An editor with its server.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came and was not waited for yet.
    kept: Vec<Value>,
    requests: i64,
}

impl Client {
    /// Starts a server in a folder, and says nothing yet.
    pub fn start(folder: &Path) -> Client {
        let mut command = program(folder);
        let mut child = command
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (send, messages) = mpsc::channel();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, messages, kept: Vec::new(), requests: 0 }
    }

    /// Starts a server and introduces itself.
    pub fn new(folder: &Path) -> Client {
        let mut client = Client::start(folder);
        let capabilities = json!({ "workspace": { "inlayHint": { "refreshSupport": true } } });
        let answer =
            client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        assert_eq!(answer["serverInfo"]["name"], "boardwright");
        client.tell("initialized", json!({}));
        client
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and does not wait; its id.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        self.until(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The result of a request, which must have one.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The error that a request is answered with.
    #[track_caller]
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.answer(id);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        answer["error"].clone()
    }

    /// The first message that is so; others are kept.
    pub fn until(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_so) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(LONGEST).expect("the server is silent");
            if is_so(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Opens a file.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "boardwright", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a file: the whole text.
    pub fn change(&mut self, uri: &str, version: i64, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    /// The findings of a version of a file, as soon as they are so.
    pub fn findings(&mut self, uri: &str, version: i64, are_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let message = self.until(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
                && are_so(message["params"]["diagnostics"].as_array().unwrap())
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Asks about a place in a file. `around` is a part of the text, with `|` at the place.
    #[track_caller]
    pub fn at(&mut self, method: &str, uri: &str, text: &str, around: &str) -> Value {
        self.ask(method, place(uri, text, around))
    }

    /// Says goodbye; the exit code.
    pub fn end(mut self) -> Option<i32> {
        let id = self.request("shutdown", Value::Null);
        assert_eq!(self.answer(id)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.wait()
    }

    /// Closes the server's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Closes the server's input and waits for it; the exit code.
    pub fn wait(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }
}

/// A position for a request: where the `|` of `around` would stand in the text.
#[track_caller]
pub fn place(uri: &str, text: &str, around: &str) -> Value {
    let (before, behind) = around.split_once('|').expect("a `|` says where");
    let found = text.find(&[before, behind].concat()).unwrap_or_else(|| panic!("no `{around}` in\n{text}"));
    let offset = found + before.len();
    json!({ "textDocument": { "uri": uri }, "position": position(text, offset) })
}

/// A byte as line and character.
pub fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "line": line, "character": character })
}

/// What a range covers.
pub fn covered<'a>(text: &'a str, range: &Value) -> &'a str {
    let offset = |at: &Value| {
        let line = text.split_inclusive('\n').take(at["line"].as_u64().unwrap() as usize).map(str::len).sum::<usize>();
        let units = at["character"].as_u64().unwrap() as usize;
        let inside = text[line..].char_indices().scan(0, |sum, (at, c)| {
            let here = (*sum, at);
            *sum += c.len_utf16();
            Some(here)
        });
        line + inside.into_iter().find(|(sum, _)| *sum >= units).map_or(text.len() - line, |(_, at)| at)
    };
    &text[offset(&range["start"])..offset(&range["end"])]
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().unwrap(),
            Some(_) => {}
            None => {
                // nothing but messages may come
                assert_eq!(line, "\r\n");
                break;
            }
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

/// What a request about a place answers.
#[track_caller]
pub fn ask_at(client: &mut Client, method: &str, text: &str, around: &str, more: Value) -> Value {
    let mut params = place(URI, text, around);
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.ask(method, params)
}

/// The text after the changes of one file.
pub fn applied(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(&str, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| (covered(text, &edit["range"]), edit["newText"].as_str().unwrap()))
        .collect();
    edits.sort_by_key(|(old, _)| old.as_ptr());
    let mut new = String::new();
    let mut at = 0;
    for (old, text_there) in edits {
        let start = old.as_ptr() as usize - text.as_ptr() as usize;
        new += &text[at..start];
        new += text_there;
        at = start + old.len();
    }
    new + &text[at..]
}
