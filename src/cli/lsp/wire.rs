//! Reads and writes messages, each after a header with its length.

use lsp_server::{Message, Notification, RequestId, Response, ResponseError};
use std::io::{self, BufRead, Write};

/// The most bytes of a message: a rule file has a few kilobytes.
const LONGEST: usize = 64 << 20;

/// The result of reading a message.
pub enum Incoming {
    Message(Message),
    /// Invalid input, and what is wrong with it.
    Malformed(String),
    End,
}

/// Reads the next message. Invalid input is skipped, so that the next call continues after it.
pub fn read(input: &mut impl BufRead) -> Incoming {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Incoming::End,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<usize>().ok();
            }
            (Some(_), _) => {}
            (None, Some(length)) if line.is_empty() => return read_body(input, length),
            (None, _) if line.is_empty() => {}
            (None, _) => return Incoming::Malformed("expected `Content-Length: `".to_owned()),
        }
    }
}

fn read_body(input: &mut impl BufRead, length: usize) -> Incoming {
    if length > LONGEST {
        // Skip the message, so that the next one starts at its header.
        let over = io::copy(&mut io::Read::take(input, length as u64), &mut io::sink());
        return match over {
            Ok(read) if read == length as u64 => Incoming::Malformed("the message is too long".to_owned()),
            _ => Incoming::End,
        };
    }
    let mut bytes = vec![0; length];
    if input.read_exact(&mut bytes).is_err() {
        return Incoming::End;
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(format!("invalid message: {error}")),
    }
}

/// The connection to the editor.
#[derive(Default)]
pub struct Wire {
    requests: i32,
    closed: bool,
}

impl Wire {
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    pub fn answer(&mut self, id: RequestId, result: Result<serde_json::Value, ResponseError>) {
        let response = Response { id, response_result: result };
        self.send(&Message::Response(response));
    }

    pub fn notify<N: lsp_types::notification::Notification>(&mut self, params: N::Params) {
        if let Ok(params) = serde_json::to_value(params) {
            self.send(&Message::Notification(Notification { method: N::METHOD.to_owned(), params }));
        }
    }

    /// Sends a request; its answer is ignored.
    pub fn request<R: lsp_types::request::Request>(&mut self, params: R::Params) {
        self.requests += 1;
        if let Ok(params) = serde_json::to_value(params) {
            let id = RequestId::from(format!("boardwright {}", self.requests));
            self.send(&Message::Request(lsp_server::Request { id, method: R::METHOD.to_owned(), params }));
        }
    }

    /// Reports an invalid message.
    pub fn report_malformed(&mut self, message: &str) {
        let code = lsp_server::ErrorCode::ParseError as i32;
        let error = serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
        self.write(|out| {
            let text = error.to_string();
            write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())
        });
    }

    fn send(&mut self, message: &Message) {
        self.write(|out| message.write(out));
    }

    fn write(&mut self, write: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<()>) {
        let mut out = io::stdout().lock();
        if !self.closed && write(&mut out).and_then(|()| out.flush()).is_err() {
            self.closed = true;
        }
    }
}
