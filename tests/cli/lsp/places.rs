//! What the server says about places in a text: help, completion, definitions, names, symbols.

use super::*;

#[test]
fn signature_help_shows_the_parameter_at_the_cursor() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle").replace("neighbors(p) & empty", "step(p, ");
    client.open(URI, &text);
    let help = client.at("textDocument/signatureHelp", URI, &text, "step(p, |");
    let shown = help["signatures"][help["activeSignature"].as_u64().unwrap() as usize].clone();
    assert_eq!((shown["label"].as_str(), help["activeParameter"].as_u64()), (Some("step(p, d): cell"), Some(1)));
    assert_eq!(shown["parameters"][1]["label"], json!([8, 9]));
    assert!(shown["documentation"]["value"].as_str().unwrap().contains("one step"), "{shown}");
    assert_eq!(client.at("textDocument/signatureHelp", URI, &text, "piece |checker"), Value::Null);
}

#[test]
fn hover_tells_types_comments_and_the_reference() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle");
    client.open(URI, &text);
    for (around, parts) in [
        ("when val|ue(q", &["def value(p: cell, friends: cells)", "int", "its friendly connections minus"][..]),
        ("move |p to q", &["p: cell", "a binder of `action move`", "if it increases in value"]),
        ("neigh|bors(p) & empty", &["`neighbors(S)`", "cells", "one step from S", "Steps and lines"]),
        ("when stu|ck(next)", &["`stuck(P)`", "no legal move"]),
        ("\n  wh|en value", &["the move is legal only if C is true"]),
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

fn labels(items: &Value) -> Vec<&str> {
    items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

#[test]
fn completion_knows_the_place() {
    let mut client = Client::new(folder().path());
    client.open(URI, &bundled("jostle"));
    // somebody types: most of the time the text cannot be read
    let text = bundled("jostle").replace("> value(p, own)", "> va");
    client.change(URI, 2, &text);
    let all = ask_at(&mut client, "textDocument/completion", &text, "> va|", json!({}));
    for word in ["value", "p", "q", "own", "neighbors", "checker", "Red", "N"] {
        assert!(labels(&all).contains(&word), "no {word} in {:?}", labels(&all));
    }
    let value = all.as_array().unwrap().iter().find(|item| item["label"] == "value").unwrap();
    assert_eq!(
        value["detail"],
        "def value(p: cell, friends: cells) = count(neighbors(p) & friends) - count(neighbors(p) & enemy)  // int"
    );
    assert!(value["documentation"]["value"].as_str().unwrap().starts_with("The value of a checker on p"));
    let text = bundled("jostle") + "\ne";
    client.change(URI, 3, &text);
    let all = ask_at(
        &mut client,
        "textDocument/completion",
        &text,
        "lone checker can only go from 0 to 0\n}\n\ne|",
        json!({}),
    );
    assert!(labels(&all).contains(&"example") && !labels(&all).contains(&"own"), "{all}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn definitions_and_references() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle");
    client.open(URI, &text);
    let found = ask_at(&mut client, "textDocument/definition", &text, "when val|ue(q", json!({}));
    assert_eq!(found["uri"], URI);
    assert_eq!(found["range"]["start"], client::position(&text, text.find("value(p: cell").unwrap()));
    let with = |yes: bool| json!({ "context": { "includeDeclaration": yes } });
    let all = ask_at(&mut client, "textDocument/references", &text, "when val|ue(q", with(true));
    assert_eq!(all.as_array().unwrap().len(), text.matches("value(").count());
    for place in all.as_array().unwrap() {
        assert_eq!(covered(&text, &place["range"]), "value");
    }
    let all = ask_at(&mut client, "textDocument/references", &text, "do move |p to q", with(false));
    assert_eq!(all.as_array().unwrap().len(), 4);
    let all = ask_at(&mut client, "textDocument/documentHighlight", &text, "(p: own, |q: ", json!({}));
    assert_eq!(all.as_array().unwrap().len(), 3);
    assert_eq!(ask_at(&mut client, "textDocument/definition", &text, "neigh|bors(p) & empty", json!({})), Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn names_are_changed_everywhere_or_not_at_all() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle");
    client.open(URI, &text);
    let prepared = ask_at(&mut client, "textDocument/prepareRename", &text, "when val|ue(q", json!({}));
    assert_eq!((covered(&text, &prepared["range"]), prepared["placeholder"].as_str()), ("value", Some("value")));
    let edit = ask_at(&mut client, "textDocument/rename", &text, "when val|ue(q", json!({ "newName": "worth" }));
    assert_eq!(applied(&text, &edit["changes"][URI]), text.replace("value(", "worth("));
    let edit = ask_at(&mut client, "textDocument/rename", &text, "piece check|er", json!({ "newName": "stone" }));
    let new = applied(&text, &edit["changes"][URI]);
    assert!(
        new.contains("piece stone\nlegend r = stone of Red, b = stone of Blue") && new.contains("/// A checker may"),
        "{new}"
    );
    client.change(URI, 2, &new);
    assert_eq!(client.findings(URI, 2, |_| true), [] as [Value; 0]);
    let text = new;
    let mut refused = |around: &str, name: &str, reason: &str| {
        let mut params = place(URI, &text, around);
        params["newName"] = json!(name);
        let error = client.refused("textDocument/rename", params);
        assert!(error["message"].as_str().unwrap().contains(reason), "{error}");
    };
    refused("neigh|bors(p) & empty", "around", "is part of the language");
    refused("when val|ue(q", "stone", "already taken: it is a kind of piece");
    refused("when val|ue(q", "own", "is part of the language");
    refused("when val|ue(q", "c5", "like a cell");
    let error = client.refused("textDocument/prepareRename", place(URI, &text, "neigh|bors(p) & empty"));
    assert!(error["message"].as_str().unwrap().contains("is part of the language"));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn symbols_tokens_and_layout() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle")
        .replace("\n  when value", "\n when   value")
        .replace("  do move p to q\n", "  do   move p to q\n");
    client.open(URI, &text);
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let shown: Vec<&str> = symbols.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(
        shown[..9],
        ["Jostle", "Mark Steere", "2010", "board", "Red, Blue", "checker", "legend", "setup", "value"]
    );
    assert_eq!((shown[9], shown[10], shown.len()), ("move", "end", 15));
    assert_eq!(covered(&text, &symbols[8]["selectionRange"]), "value");

    let tokens = client.ask("textDocument/semanticTokens/full", document.clone());
    let data: Vec<usize> = tokens["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    let (mut line, mut character) = (0, 0);
    let mut seen = Vec::new();
    for token in data.chunks(5) {
        character = if token[0] > 0 { token[1] } else { character + token[1] };
        line += token[0];
        let row = text.lines().nth(line).unwrap();
        seen.push((&row[character..character + token[2]], client::TOKEN_TYPES[token[3]]));
    }
    for expected in [
        ("def", "keyword"),
        ("value", "function"),
        ("friends", "parameter"),
        ("cells", "type"),
        ("neighbors", "function"),
        ("checker", "enumMember"),
        ("d4", "property"),
        ("d3-d2", "string"),
        ("move", "method"),
        ("to", "keyword"),
        ("10", "number"),
    ] {
        assert!(seen.contains(&expected), "no {expected:?} in {seen:?}");
    }

    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", options.clone());
    assert_eq!(applied(&text, &edits), bundled("jostle"));
    assert!(covered(&text, &edits[0]["range"]).lines().count() < 5, "{edits}");
    client.change(URI, 2, &bundled("jostle"));
    assert_eq!(client.ask("textDocument/formatting", options.clone()), json!([]));
    client.change(URI, 3, "def (");
    assert_eq!(client.ask("textDocument/formatting", options), Value::Null);
    assert_eq!(client.end(), Some(0));
}
