//! `boardwright lsp`, driven as editors do.

mod client;

use super::*;
use client::{Client, covered, place};
use serde_json::{Value, json};

const URI: &str = "file:///games/mine.game";

/// Jostle with a move to a place of the same value.
fn changed_jostle() -> String {
    bundled("jostle").replace("> value(p, own)", ">= value(p, own)")
}

fn codes(findings: &[Value]) -> Vec<&str> {
    findings.iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn a_changed_rule_shows_in_its_examples() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle");
    client.open(URI, &text);
    assert_eq!(client.findings(URI, 1, |_| true), [] as [Value; 0]);
    let text = changed_jostle();
    client.change(URI, 2, &text);
    let findings = client.findings(URI, 2, |all| !all.is_empty());
    assert_eq!(codes(&findings), ["example"; 3]);
    assert_eq!(covered(&text, &findings[0]["range"]), "d3-d4");
    assert!(findings[0]["message"].as_str().unwrap().contains("`d3-d4` is legal"), "{}", findings[0]);
    assert!(findings[1]["message"].as_str().unwrap().contains("legal moves, not 16"), "{}", findings[1]);
    // what is mended is gone
    client.change(URI, 3, &bundled("jostle"));
    assert_eq!(client.findings(URI, 3, |_| true), [] as [Value; 0]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn findings_have_codes_pages_and_places() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle")
        .replace("neighbors(p) & friends", "neigbors(p) & friends")
        .replace("def value", "def unused(c: cell) = 1\n\ndef value")
        .replace("piece checker", "piece checker, checker");
    client.open(URI, &text);
    let findings = client.findings(URI, 1, |_| true);
    let typo = findings.iter().find(|one| one["code"] == "E02").unwrap();
    assert_eq!(covered(&text, &typo["range"]), "neigbors");
    assert!(typo["message"].as_str().unwrap().contains("did you mean `neighbors`?"), "{typo}");
    assert_eq!((typo["severity"].as_i64(), typo["source"].as_str()), (Some(1), Some("boardwright")));
    let page = typo["codeDescription"]["href"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(std::fs::read_to_string(page).unwrap().starts_with("# E02"));
    let twice = findings.iter().find(|one| one["code"] == "E03").unwrap();
    let related = &twice["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], URI);
    assert_eq!(covered(&text, &related["location"]["range"]), "checker");
    assert_eq!(client.end(), Some(0));
    assert!(!std::path::Path::new(page).exists());
}

#[test]
fn hover_tells_types_comments_and_the_reference() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle");
    client.open(URI, &text);
    for (around, parts) in [
        ("when val|ue(q", &["def value(p: cell, friends: cells)", "int", "its friendly connections minus"][..]),
        ("move |p to q", &["p: cell", "a binder of `action move`"]),
        ("neigh|bors(p) & empty", &["`neighbors(S)`", "cells", "one step from S", "Steps and lines"]),
        ("when stu|ck(next)", &["`stuck(P)`", "no legal move"]),
        ("\n  wh|en value", &["the move is possible only if C holds"]),
        ("check|er of Red at e5", &["piece checker"]),
        ("friends: ce|lls", &["`cells`", "the cells of the board"]),
    ] {
        let said = client.at("textDocument/hover", URI, &text, around);
        let said = said["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing at {around}"));
        for part in parts {
            assert!(said.contains(part), "no `{part}` at {around}:\n{said}");
        }
    }
    assert_eq!(client.at("textDocument/hover", URI, &text, "board square 1|0"), Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn what_is_not_known_or_comes_too_soon_is_answered() {
    let mut client = Client::start(folder().path());
    let hover = place(URI, "x", "|x");
    assert_eq!(client.refused("textDocument/hover", hover.clone())["code"], -32002);
    client.ask("initialize", json!({ "capabilities": {} }));
    client.tell("initialized", json!({}));
    assert_eq!(client.refused("initialize", json!({ "capabilities": {} }))["code"], -32600);
    assert_eq!(client.refused("no/such", json!({}))["code"], -32601);
    assert_eq!(client.refused("textDocument/hover", json!({ "x": 1 }))["code"], -32602);
    // a file that is not open, notifications that are not known or wrong, what is no message at all
    assert_eq!(client.ask("textDocument/hover", hover.clone()), Value::Null);
    client.tell("$/setTrace", json!({ "value": "off" }));
    client.tell("textDocument/didChange", json!({ "nonsense": true }));
    client.raw(b"Content-Length: 5\r\n\r\n{\"a\":");
    assert_eq!(
        client.until(|message| message["id"].is_null() && message.get("error").is_some())["error"]["code"],
        -32700
    );
    client.raw(b"nonsense\r\n\xff\xfe\r\nContent-Length: x\r\nContent-Length: 99999999999999\r\n");
    client.raw(b"Content-Length: 2\r\n\r\n{}");
    client.until(|message| message["error"]["code"] == -32700);
    assert_eq!(client.ask("textDocument/hover", hover.clone()), Value::Null);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(client.refused("textDocument/hover", hover)["code"], -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), Some(0));
    // without `shutdown`, or when the editor is gone
    let mut client = Client::new(folder().path());
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), Some(1));
    assert_eq!(Client::new(folder().path()).wait(), Some(1));
}
