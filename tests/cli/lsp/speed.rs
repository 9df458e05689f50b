//! `boardwright.explainSpeed`: what makes the rules slow, as hints.

use super::*;

/// Rules whose condition is evaluated for one cell after the other, and a `def` that is not used.
const SLOW: &str = "game \"Slow\"\nboard square 6 x 6\nplayers A, B\npiece man\nvar n = 0\ndef idle = 1\n\
    action put(p: empty)\n  when count(q in neighbors(p, all): n % (row(q) + 1) == 1) < 3\n  \
    do { put man at p; n += column(p) }\nend {\n  when stuck(next): draw\n}\n";

/// The slow place of these rules.
const CONDITION: &str = "count(q in neighbors(p, all): n % (row(q) + 1) == 1) < 3";

/// These rules with so much work in each ply that their random games do not end soon.
fn slower() -> String {
    let work = "count(q in board: count(r in board: n % (row(q) + column(r) + row(p)) == 1) % 3 == 1)";
    SLOW.replace("6 x 6", "12 x 12").replace("column(p) }", &format!("column(p) }}\n  maximize {work}"))
}

fn command(arguments: &Value) -> Value {
    json!({ "command": "boardwright.explainSpeed", "arguments": arguments })
}

/// Asks what makes a file slow, and waits for the answer.
#[track_caller]
fn explain(client: &mut Client, uri: &str) {
    assert_eq!(client.ask("workspace/executeCommand", command(&json!([uri]))), Value::Null);
}

/// The type and text of the next message to the user.
fn shown(client: &mut Client) -> (u64, String) {
    let message = client.until(|message| message["method"] == "window/showMessage");
    let params = &message["params"];
    (params["type"].as_u64().unwrap(), params["message"].as_str().unwrap().to_owned())
}

fn is_slow(finding: &Value) -> bool {
    finding["code"] == "speed"
}

#[test]
fn slow_places_are_hints_of_one_version_of_the_text() {
    let folder = folder();
    let mut client = Client::new(folder.path());
    client.open(URI, SLOW);
    assert_eq!(codes(&client.findings(URI, 1, |_| true)), ["W10"]);
    explain(&mut client, URI);
    let findings = client.findings(URI, 1, |all| all.iter().any(is_slow));
    // The findings of the check stay.
    assert_eq!(codes(&findings)[..2], ["W10", "speed"]);
    let slow = &findings[1];
    assert_eq!((slow["severity"].as_u64(), slow["source"].as_str()), (Some(4), Some("boardwright")));
    assert_eq!(covered(SLOW, &slow["range"]), CONDITION);
    let message = slow["message"].as_str().unwrap();
    let places = findings.len() - 1;
    assert!(message.starts_with("one element after the other, in `count`: "), "{message}");
    assert!(message.contains(&format!(" steps per ply (slow place 1 of {places})\nhelp: ")), "{message}");
    assert!(shown(&mut client).1.starts_with(&format!("mine.game: {places} slow place")));
    // `bench --explain` says the same of the same place.
    write(&folder, "slow.game", SLOW);
    let (head, help) = message.split_once("\nhelp: ").unwrap();
    let number = head.split_once(": ").unwrap().1.split(' ').next().unwrap();
    let ran = run_in(folder.path(), &["bench", "slow.game", "--explain", "--seconds", "0.01"], "").code(0);
    ran.out(&format!("{number}  slow.game:8:8  one element after the other, in `count`\n"))
        .out(&format!("one element after the other: {help}\n"));
    // An edit removes the hints; they come back if they are asked for.
    client.change(URI, 2, &format!("// edited\n{SLOW}"));
    assert_eq!(codes(&client.findings(URI, 2, |_| true)), ["W10"]);
    explain(&mut client, URI);
    let again = client.findings(URI, 2, |all| all.iter().any(is_slow));
    assert_eq!(again.len(), findings.len());
    assert_eq!(again[1]["range"]["start"]["line"], 8);
    // Rules that are fast.
    client.change(URI, 3, &bundled("tic-tac-toe"));
    explain(&mut client, URI);
    client.until(|message| message["params"]["message"] == "mine.game: nothing runs step by step");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn rules_that_cannot_be_compiled_or_played_are_named() {
    let mut client = Client::new(folder().path());
    let refused = SLOW.replace("put(p: empty)", "put(p: empty) as \"{p}-{7 / (n + 1)}\"");
    client.open(URI, &refused);
    explain(&mut client, URI);
    let findings = client.findings(URI, 1, |all| all.iter().any(is_slow));
    let [_, slow] = &findings[..] else { panic!("{findings:?}") };
    assert!(covered(&refused, &slow["range"]).starts_with("action put(p: empty)"), "{slow}");
    let message = "the reference engine plays these rules, because texts of moves that may fault cannot be compiled";
    assert!(slow["message"].as_str().unwrap().starts_with(&format!("{message}\nhelp: show binders")), "{slow}");
    assert_eq!(shown(&mut client), (3, format!("mine.game: {message}")));
    // A fault in a random game.
    let faulty = SLOW.replace("n += column(p)", "n += column(p); if ply > 2 { put man at the(empty) }");
    client.change(URI, 2, &faulty);
    explain(&mut client, URI);
    let findings = client.findings(URI, 2, |all| all.iter().any(is_slow));
    assert!(
        findings[1]["message"].as_str().unwrap().starts_with("the rules fail in random games: F06: "),
        "{findings:?}"
    );
    assert_eq!(covered(&faulty, &findings[1]["range"]), "the(empty)");
    shown(&mut client);
    // Rules with errors have no hints.
    client.change(URI, 3, &SLOW.replace("neighbors", "neigbors"));
    explain(&mut client, URI);
    let message = "mine.game has errors; fix them before asking what is slow";
    assert_eq!(shown(&mut client), (2, message.to_owned()));
    assert!(!client.findings(URI, 3, |_| true).iter().any(is_slow));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn other_questions_are_answered_meanwhile() {
    let mut client = Client::new(folder().path());
    let text = slower();
    client.open(URI, &text);
    let asked = client.request("workspace/executeCommand", command(&json!([URI])));
    // A hover comes first, although it was asked for later.
    let hover = client.request("textDocument/hover", place(URI, &text, "sq|uare"));
    assert_eq!(client.until(|message| message["id"] == asked || message["id"] == hover)["id"], hover);
    // A canceled request is answered at once.
    client.tell("$/cancelRequest", json!({ "id": asked }));
    assert_eq!(client.answer(asked)["error"]["code"], -32800);
    // A change ends the games, and their answer is about no text that is shown.
    let asked = client.request("workspace/executeCommand", command(&json!([URI])));
    client.change(URI, 2, SLOW);
    assert_eq!(client.answer(asked)["result"], Value::Null);
    explain(&mut client, URI);
    let findings = client.findings(URI, 2, |all| all.iter().any(is_slow));
    assert_eq!(covered(SLOW, &findings[1]["range"]), CONDITION);
    // Nothing was said of the first text.
    assert!(shown(&mut client).1.contains(&format!("{} slow place", findings.len() - 1)));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_command_is_announced_and_offered_at_the_title() {
    let mut client = Client::start(folder().path());
    let answer = client.ask("initialize", json!({ "capabilities": {} }));
    let capabilities = &answer["capabilities"];
    assert_eq!(capabilities["executeCommandProvider"]["commands"], json!(["boardwright.explainSpeed"]));
    client.tell("initialized", json!({}));
    client.open(URI, SLOW);
    let mut actions = |around: &str, only: Value| {
        let at = place(URI, SLOW, around)["position"].clone();
        let context = json!({ "diagnostics": [], "only": only });
        let range = json!({ "start": at, "end": at });
        let document = json!({ "uri": URI });
        let params = json!({ "textDocument": document, "range": range, "context": context });
        client.ask("textDocument/codeAction", params).as_array().unwrap().clone()
    };
    let [action] = &actions("\"Sl|ow\"", Value::Null)[..] else { panic!() };
    assert_eq!(action["kind"], "source.explainSpeed");
    assert_eq!(
        (&action["command"]["command"], &action["command"]["arguments"]),
        (&"boardwright.explainSpeed".into(), &json!([URI]))
    );
    // Elsewhere only if it is asked for.
    assert!(!actions("pie|ce man", Value::Null).contains(action));
    assert_eq!(actions("pie|ce man", json!(["source"])).last(), Some(action));
    assert!(!actions("\"Sl|ow\"", json!(["quickfix"])).contains(action));
    // Editors that can pass no argument mean the only file.
    assert_eq!(client.ask("workspace/executeCommand", command(&json!([]))), Value::Null);
    client.findings(URI, 1, |all| all.iter().any(is_slow));
    client.open("file:///games/other.game", SLOW);
    let refused = |client: &mut Client, params: Value| {
        let error = client.refused("workspace/executeCommand", params);
        assert_eq!(error["code"], -32602);
        error["message"].as_str().unwrap().to_owned()
    };
    assert!(refused(&mut client, command(&json!([]))).contains("expected 1 argument"));
    assert!(refused(&mut client, command(&json!(["file:///no.game"]))).contains("is not the URI of an open file"));
    assert!(refused(&mut client, command(&json!([7]))).contains("7 is not the URI of an open file"));
    assert!(refused(&mut client, json!({ "command": "other" })).contains("unknown command `other`"));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn slow_places_of_a_base_are_shown_at_extends() {
    let folder = folder();
    write(&folder, "slow.game", SLOW);
    let uri = |name: &str| format!("file://{}/{name}", folder.path().canonicalize().unwrap().display());
    let text = "extends \"slow\"\ngame \"Mine\"\nalso first end { when ply > 50: draw }\n";
    let mut client = Client::new(folder.path());
    client.open(&uri("mine.game"), text);
    explain(&mut client, &uri("mine.game"));
    let findings = client.findings(&uri("mine.game"), 1, |all| all.iter().any(is_slow));
    let slow = findings.iter().find(|one| is_slow(one)).unwrap();
    assert_eq!(covered(text, &slow["range"]), "\"slow\"");
    assert!(
        slow["message"].as_str().unwrap().starts_with("in slow.game: one element after the other, in `count`: "),
        "{slow}"
    );
    let location = &slow["relatedInformation"][0]["location"];
    assert_eq!(location["uri"], uri("slow.game"));
    assert!(covered(SLOW, &location["range"]).starts_with("count(q in neighbors"));
    // A change of the base removes the hints of its variant.
    client.open(&uri("slow.game"), SLOW);
    client.findings(&uri("mine.game"), 1, |all| !all.iter().any(is_slow));
    assert_eq!(client.end(), Some(0));
}
