//! `boardwright lsp`, driven as editors do.

mod client;
mod places;
mod speed;

use super::*;
use client::{Client, applied, ask_at, covered, place};
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
    assert_eq!(covered(&text, &findings[0]["range"]), "e5-e6");
    assert!(findings[0]["message"].as_str().unwrap().contains("`e5-e6` is legal"), "{}", findings[0]);
    assert!(findings[1]["message"].as_str().unwrap().contains("also legal"), "{}", findings[1]);
    // a fixed example has no finding
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
    assert!(!Path::new(page).exists());
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

#[test]
fn requests_are_answered_after_the_end_of_the_input() {
    for ends in [true, false] {
        let mut client = Client::start(folder().path());
        let start = client.request("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client.open(URI, &changed_jostle());
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
        let hints = client.request("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": whole }));
        let shutdown = ends.then(|| client.request("shutdown", Value::Null));
        if ends {
            client.tell("exit", Value::Null);
        }
        client.close();
        assert_eq!(client.answer(start)["result"]["serverInfo"]["name"], "boardwright");
        // Nobody needs hints after `shutdown`.
        let hints = client.answer(hints);
        assert!(ends && hints["error"]["code"] == -32800 || hints["result"].is_array(), "{hints}");
        if let Some(shutdown) = shutdown {
            assert_eq!(client.answer(shutdown)["result"], Value::Null);
        }
        assert_eq!(client.wait(), Some(i32::from(!ends)));
    }
}

#[test]
fn hints_say_what_became_of_the_examples() {
    let mut client = Client::new(folder().path());
    let text = changed_jostle().replace("moves 16", "moves 3");
    client.open(URI, &text);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": whole }));
    let shown: Vec<(u64, &str)> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap()))
        .collect();
    let line = |part: &str| text[..text.find(part).unwrap()].matches('\n').count() as u64;
    assert_eq!(
        shown,
        [
            (line("example \"friendly"), "✓"),
            (line("example \"a checker with"), "✗ 1 failure"),
            (line("moves 3"), "✗ 16"),
            (line("example \"the middle"), "✗ 1 failure"),
            (line("example \"a checker is no"), "✗ 2 failures"),
        ]
    );
    // and the right number can be put there
    let at = client::position(&text, text.find("moves 3").unwrap());
    let context = json!({ "diagnostics": [] });
    let range = json!({ "start": at, "end": at });
    let actions = client
        .ask("textDocument/codeAction", json!({ "textDocument": { "uri": URI }, "range": range, "context": context }));
    assert_eq!(actions[0]["title"], "write 16");
    assert_eq!(applied(&text, &actions[0]["edit"]["changes"][URI]), changed_jostle());
    assert_eq!(client.end(), Some(0));
}

#[test]
fn an_example_that_takes_too_long_does_not_hold_up_the_rest() {
    let mut client = Client::new(folder().path());
    let text = bundled("push") + "\nexample \"deep\" {\n  perft 60 = 1\n}\nexample \"wrong\" { moves 1 }\n";
    client.open(URI, &text);
    assert_eq!(client.findings(URI, 1, |_| true), [] as [Value; 0]);
    let hover = ask_at(&mut client, "textDocument/hover", &text, "per|ft 60", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("sequences of 3 plies"));
    // a change ends it
    client.change(URI, 2, &text.replace("perft 60 = 1", "moves 12"));
    let findings = client.findings(URI, 2, |all| !all.is_empty());
    assert_eq!(codes(&findings), ["example"]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn variants_and_their_bases() {
    let folder = folder();
    let uri = |name: &str| format!("file://{}/{name}", folder.path().canonicalize().unwrap().display());
    let base = bundled("jostle").replace("game \"Jostle\"", "game \"Mine\"");
    write(&folder, "mine.game", &base);
    // of the many that extend nothing none stands in the way
    (0..210).for_each(|n| write(&folder, &format!("a{n}.game"), &base));
    let text = "// Twice\nextends \"mine\"\ngame \"Twice\"\nreplace def value(p: cell, friends: cells) = 2 * count(neighbors(p) & friends)\n\
                also action move\n  when value(p, own) > 0\n";
    write(&folder, "twice.game", text);
    let mut client = Client::new(folder.path());
    let here = uri("twice.game");
    client.open(&here, text);
    assert_eq!(client.findings(&here, 1, |_| true), [] as [Value; 0]);
    // from the variant into the base, and from the replacement to what it replaces
    let found = client.at("textDocument/definition", &here, text, "when value(|p");
    assert_eq!((found["uri"].as_str(), covered(&base, &found["range"])), (Some(uri("mine.game").as_str()), "p"));
    let found = client.at("textDocument/definition", &here, text, "replace def |value");
    assert_eq!((found["uri"].as_str(), covered(&base, &found["range"])), (Some(uri("mine.game").as_str()), "value"));
    let found = client.at("textDocument/definition", &here, text, "\"mi|ne\"");
    assert_eq!(found["uri"], uri("mine.game"));
    let found = client.at("textDocument/definition", &here, text, "when val|ue");
    assert_eq!(found["uri"], here);
    // a name of the base, changed there, is changed in the variant, which need not be open
    let there = uri("mine.game");
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": here } }));
    client.open(&there, &base);
    let mut params = place(&there, &base, "when val|ue(q");
    params["newName"] = json!("worth");
    let edit = client.ask("textDocument/rename", params);
    assert_eq!(applied(&base, &edit["changes"][&there]), base.replace("value(", "worth("));
    assert_eq!(applied(text, &edit["changes"][&here]), text.replace("value(", "worth("));
    // too many variants to look through are a reason to change nothing
    (0..210).for_each(|n| write(&folder, &format!("v{n}.game"), text));
    let mut params = place(&there, &base, "when val|ue(q");
    params["newName"] = json!("worth");
    let error = client.refused("textDocument/rename", params);
    assert!(error["message"].as_str().unwrap().contains("too many variants"), "{error}");
    // the base as it stands in the editor counts, not as it is on disk
    client.open(&here, text);
    assert_eq!(client.findings(&here, 1, |_| true), [] as [Value; 0]);
    client.change(&there, 2, &base.replace("def value", "def worth"));
    let findings = client.findings(&here, 1, |all| !all.is_empty());
    assert_eq!(findings[0]["code"], "E50");
    assert!(findings[0]["message"].as_str().unwrap().contains("the base has no `def value`"));
    client.change(&there, 3, "game \"Mine\" board squary");
    let findings = client.findings(&here, 1, |all| all.iter().any(|one| one["code"] == "E01"));
    assert_eq!(covered(text, &findings[0]["range"]), "\"mine\"");
    assert!(findings[0]["message"].as_str().unwrap().starts_with("in mine.game: "), "{}", findings[0]);
    assert_eq!(findings[0]["relatedInformation"][0]["location"]["uri"], there);
    // a bundled base can be looked at, and stays as it is
    let text = "extends \"tiger\"\ngame \"Mine\"\nreplace param gravity = 2\n";
    client.change(&here, 2, text);
    let found = client.at("textDocument/definition", &here, text, "\"tig|er\"");
    let path = found["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
    assert_eq!(std::fs::read_to_string(path).unwrap(), bundled("tiger"));
    let mut params = place(&here, text, "grav|ity");
    params["newName"] = json!("pull");
    let error = client.refused("textDocument/rename", params);
    assert!(error["message"].as_str().unwrap().contains("comes from the bundled game `tiger`"), "{error}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn garbage_does_no_harm() {
    let mut client = Client::new(folder().path());
    let jostle = bundled("jostle");
    let deep = format!("def f = {}", "(".repeat(100_000));
    let wide = "§€😀\r\n\u{0}\t\"{".repeat(2_000);
    let names = (0..20_000).map(|n| format!("let a{n} = (x in b{n}: ")).collect::<String>();
    let cut = jostle.chars().take(jostle.len() / 2).collect::<String>();
    let texts = [
        "",
        "\u{feff}",
        "extends \"",
        "extends \"mine\"",
        &deep,
        &wide,
        &names,
        &cut,
        "}}}}))))",
        "also also first first",
    ];
    client.open(URI, &jostle);
    for (n, text) in texts.iter().enumerate() {
        let version = n as i64 + 2;
        client.change(URI, version, text);
        let document = json!({ "textDocument": { "uri": URI } });
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9999, "character": 9 } });
        for (line, character) in [(0, 0), (0, 3), (0, 40_000), (7, 2), (99_999, 99_999)] {
            let at = json!({
                "textDocument": { "uri": URI }, "position": { "line": line, "character": character },
                "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false }
            });
            for method in ["hover", "completion", "signatureHelp", "definition", "references", "documentHighlight"] {
                client.ask(&format!("textDocument/{method}"), at.clone());
            }
        }
        for method in ["documentSymbol", "semanticTokens/full"] {
            client.ask(&format!("textDocument/{method}"), document.clone());
        }
        let ranged = json!({ "textDocument": { "uri": URI }, "range": whole, "context": { "diagnostics": [] } });
        for method in ["inlayHint", "codeAction"] {
            client.ask(&format!("textDocument/{method}"), ranged.clone());
        }
        let findings = client.findings(URI, version, |_| true);
        assert!(!findings.is_empty(), "nothing is wrong with {n}");
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn rules_that_nothing_reaches_are_marked_when_asked_for() {
    let mut client = Client::start(folder().path());
    client.ask("initialize", json!({ "capabilities": {}, "initializationOptions": { "coverage": true } }));
    client.tell("initialized", json!({}));
    let rules = bundled("jostle").split("example").next().unwrap().replace("\"Jostle\"", "\"Mine\"");
    let text = format!("{rules}example \"one\" {{ legal d3-d2 }}\n");
    client.open(URI, &text);
    let findings = client.findings(URI, 1, |all| !all.is_empty());
    assert!(findings.iter().all(|one| one["code"] == "coverage" && one["severity"] == 4), "{findings:?}");
    let stuck = findings.iter().find(|one| covered(&text, &one["range"]) == "stuck(next)").unwrap();
    assert_eq!(stuck["message"], "never evaluated in an example or the snapshot");
    // while somebody types, marks would be in wrong places; they are back when the file is saved
    let text = text.replace("legal d3-d2", "play d3-d2");
    client.change(URI, 2, &text);
    assert_eq!(client.findings(URI, 2, |_| true), [] as [Value; 0]);
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": URI } }));
    let findings = client.findings(URI, 2, |all| !all.is_empty());
    let stuck = findings.iter().find(|one| covered(&text, &one["range"]) == "stuck(next)").unwrap();
    assert_eq!(stuck["message"], "never true in an example or the snapshot");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn code_actions_fix_mistakes() {
    let mut client = Client::new(folder().path());
    let text = bundled("jostle")
        .replace("count(neighbors(p) & fr", "cuont(neighbors(p) & fr")
        .replace("q: neighbors", "q: neigbors");
    client.open(URI, &text);
    let findings = client.findings(URI, 1, |_| true);
    assert_eq!(findings.len(), 2, "{findings:?}");
    let mut actions = |only: Value| {
        let context = json!({ "diagnostics": [findings[0]], "only": only });
        let range = findings[0]["range"].clone();
        client.ask(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": URI }, "range": range, "context": context }),
        )
    };
    let quick = actions(json!(["quickfix"]));
    assert_eq!(quick.as_array().unwrap().len(), 1, "{quick}");
    assert_eq!(
        (quick[0]["kind"].as_str(), quick[0]["diagnostics"][0]["code"].as_str()),
        (Some("quickfix"), Some("E02"))
    );
    assert_eq!(applied(&text, &quick[0]["edit"]["changes"][URI]), text.replace("cuont(", "count("));
    let all = actions(json!(["source.fixAll"]));
    assert_eq!(applied(&text, &all[0]["edit"]["changes"][URI]), bundled("jostle"));
    let whatever = actions(Value::Null);
    let kinds: Vec<&str> = whatever.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    // all at once is worked out only for who asks for it
    assert_eq!(kinds, ["quickfix"]);
    assert_eq!(client.end(), Some(0));
}
