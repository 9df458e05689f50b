//! `boardwright diff`.

use super::{Ran, bundled, folder, read, run_in, write};
use tempfile::TempDir;

/// What makes a comparison short.
const SHORT: [&str; 8] = ["--positions", "40", "--games", "40", "--max-plies", "60", "--depth", "2"];

/// Runs `diff` in a folder with these files.
fn diff(folder: &TempDir, args: &[&str]) -> Ran {
    let all: Vec<&str> = ["diff"].iter().chain(args).copied().collect();
    run_in(folder.path(), &all, "")
}

/// The same, short.
fn short(folder: &TempDir, args: &[&str]) -> Ran {
    diff(folder, &[args, &SHORT].concat())
}

/// A folder with Jostle, and Jostle with a changed `when`.
fn jostle() -> TempDir {
    let folder = folder();
    let text = bundled("jostle");
    let changed = text.replace("> value(p, own)", ">= value(p, own)");
    assert_ne!(text, changed);
    write(&folder, "old.game", text);
    write(&folder, "new.game", changed);
    folder
}

#[test]
fn a_changed_condition_is_told_from_the_text_to_the_play() {
    short(&jostle(), &["old.game", "new.game"])
        .code(1)
        .out("of games no longer end: after 60 plies,")
        .out("Changed: `action move`.\n2 of 4 examples of A come out differently in B:")
        .out("After 1 ply, the legal moves differ: 18 in A, 19 in B.")
        .out("  -   when value(q, own except p) > value(p, own)\n  +   when value(q, own except p) >= value(p, own)")
        .out("A: Blue to move           B: Blue to move")
        .out("only in B: c3-c2\nin A, `c3-c2` is not legal: move needs value(q, own except p) > value(p, own) (old.game:30)")
        .out("    2   296   300   1.014")
        .out("Random games: 40 each, seed 1")
        .out("significant: longer");
}

#[test]
fn moves_in_another_order_are_no_difference_of_play() {
    let folder = folder();
    let rules = |action: &str| {
        format!(
            "game \"Order\"\nboard square 4 x 4\nplayers White, Black\npiece man\n\
             setup {{ man of White at rows(1); man of Black at rows(4) }}\n{action}\n  as \"{{p}}-{{q}}\"\n  do move p to q\n\
             end {{ when stuck(next): next loses when ply == 30: draw }}\n"
        )
    };
    let by_steps = "action go(p: own, d: orthogonal, m: 1..3)\n  let q = step(p, d, m)\n  \
                    when q in board and between(p, q) | q within empty";
    write(&folder, "steps.game", rules(by_steps));
    write(&folder, "rays.game", rules("action go(p: own, q: ray(p, orthogonal, empty))"));
    let ran = short(&folder, &["steps.game", "rays.game"]).out("No differences in play found in");
    assert!(!ran.out.contains("Play differs"), "{}", ran.out);
    ran.out("The moves are listed in another order, so random games of one seed differ.");
}

#[test]
fn the_same_rules_are_said_to_be_the_same() {
    let folder = jostle();
    let text = read(&folder, "old.game");
    let laid_out = text.replace("  do move p to q", "  do {\n    // a step\n    move p to q\n  }");
    assert_ne!(text, laid_out);
    write(&folder, "same.game", laid_out);
    diff(&folder, &["old.game", "same.game"]).code(0).out("No differences: the rules and the settings are the same.");
    let json = diff(&folder, &["old.game", "same.game", "--format", "json"]).code(0).json();
    assert_eq!((&json["same"], &json["positions"]), (&true.into(), &serde_json::Value::Null));
}

#[test]
fn what_is_not_about_play_is_not_played() {
    let folder = jostle();
    write(&folder, "title.game", read(&folder, "old.game").replace("\"Jostle\"", "\"Hustle\""));
    diff(&folder, &["old.game", "title.game"])
        .code(1)
        .out("Changed: `game`.\nThese changes do not affect play.\n")
        .out("  - game \"Jostle\"\n  + game \"Hustle\"\n");
    write(&folder, "look.game", read(&folder, "old.game") + "look {\n  fill corner: blue\n}\n");
    diff(&folder, &["old.game", "look.game"]).code(1).out("look").out("These changes do not affect play.\n");
    write(&folder, "name.game", read(&folder, "old.game").replace("value(", "worth("));
    let renamed = short(&folder, &["old.game", "name.game"]).code(1);
    renamed.out("Renamed: `def value`.\nNo differences in play found in");
}

#[test]
fn how_often_a_position_comes_is_part_of_play() {
    let folder = folder();
    let text = "game \"Walk\"\nboard square 3 x 1\nplayers A, B\npiece stone\nsetup {\n  stone of A at a1\n  stone of B at c1\n}
action step(p: own, q: neighbors(p) & empty)\n  do move p to q\naction stay()\n  do {}\nend {\n  when repeated(next) >= 2: draw\n}\n";
    write(&folder, "two.game", text);
    write(&folder, "three.game", text.replace(">= 2", ">= 3"));
    diff(&folder, &["two.game", "three.game", "--games", "40"])
        .code(1)
        .out("After 4 plies, the result differs: a draw in A, A to move in B.")
        .out("stay stay stay stay  (shortest line)");
    // What is not looked at is not said to be the same.
    let few =
        diff(&folder, &["two.game", "three.game", "--games", "40", "--positions", "1", "--max-plies", "2"]).code(1);
    few.out("The number of move sequences differs at depth");
}

#[test]
fn scripts_read_it_and_it_does_not_depend_on_the_threads() {
    let folder = jostle();
    let of =
        |threads| short(&folder, &["old.game", "new.game", "--format", "json", "--threads", threads]).code(1).json();
    let json = of("1");
    assert_eq!(json, of("3"));
    let first = &json["positions"]["differences"][0];
    assert_eq!((first["what"].as_str(), first["line"][0].as_str()), (Some("moves"), Some("d3-d2")));
    assert_eq!((&first["a"]["moves"], &first["b"]["only"][0]), (&18.into(), &"c3-c2".into()));
    assert_eq!(json["positions"]["search"]["examined"], 40);
    assert_eq!(json["definitions"]["items"][0]["item"], "action move");
    assert_eq!(json["perft"][1]["b"], 300);
    let figures = json["playouts"]["figures"].as_array().unwrap();
    let plies = figures.iter().find(|figure| figure["unit"] == "plies").unwrap();
    assert_eq!(plies["verdict"], "significant");
    assert!(plies["difference"]["low"].as_f64().unwrap() > 0.0);
}

#[test]
fn pages_are_self_contained() {
    let page = short(&jostle(), &["old.game", "new.game", "--format", "html"]).code(1).out;
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg").count() >= 2);
    assert!(page.contains("<mark>&gt;=</mark>") && page.contains("Random games"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("src="), "nothing is fetched");
}

#[test]
fn settings_are_for_both_sides_or_for_one() {
    let folder = folder();
    let two = short(&folder, &["rush", "--set", "size=5", "--set", "size=7"]).code(1);
    let two = two.out("`size` is 5 in A, 7 in B.").out("(25 in A, 49 in B)").out("significant: longer");
    let sides = short(&folder, &["rush", "--a", "size=5", "--b", "size=7"]).code(1);
    assert_eq!(two.out, sides.out);
    short(&folder, &["go", "--set", "size=5", "--b", "komi=3"]).code(1).out("Go (size=5)").out("in A, 3 in B");
    diff(&folder, &["rush", "--set", "size=7"]).code(2).err("nothing to compare").err("--b size=7");
    diff(&folder, &["rush", "--set", "size=7", "--set", "size=9", "--set", "size=5"]).code(2).err("set 3 times");
    for twice in [["--a", "size=5", "--a", "size=7"], ["--set", "size=5", "--a", "size=7"]] {
        diff(&folder, &[&["rush"], &twice[..]].concat()).code(2).err("`--a size=7` sets `size` again").err("help:");
    }
    diff(&folder, &["rush", "--b", "size"]).code(2).err("missing value in `--b size`");
    let json = short(&folder, &["rush", "--b", "size=5", "--format", "json"]).code(1).json();
    assert_eq!(json["b"]["settings"]["size"], 5);
    assert_eq!(json["definitions"]["settings"][0]["b"], 5);
    diff(&folder, &["rush", "--set", "size=7", "--set", "size=8"]).code(2).err("`size` cannot be 8");
}

#[test]
fn a_file_is_compared_with_its_accepted_rules() {
    let folder = jostle();
    let own = |name: &str| {
        write(&folder, "mine.game", read(&folder, name).replace("\"Jostle\"", "\"Hustle\""));
    };
    own("old.game");
    diff(&folder, &["mine.game"]).code(2).err("has no snapshot").err("boardwright test --accept mine.game");
    run_in(folder.path(), &["test", "--accept", "mine.game"], "");
    diff(&folder, &["mine.game"]).code(0).out("No differences: the rules and the settings are the same.");
    own("new.game");
    short(&folder, &["mine.game"]).code(1).out("the rules of `snapshots/mine.snap`").out("only in B: c3-c2");

    // A snapshot from before rules were kept.
    let kept = read(&folder, "snapshots/mine.snap");
    let without: String =
        kept.lines().filter(|line| !line.starts_with("info: ")).map(|line| format!("{line}\n")).collect();
    assert_ne!(kept, without);
    write(&folder, "snapshots/mine.snap", without);
    diff(&folder, &["mine.game"])
        .code(1)
        .out("written without rules")
        .out("The recorded game first differs after 1 ply.\nc4-b4")
        .out("only in B: c3-b3")
        .out("unknown");
    let json = diff(&folder, &["mine.game", "--format", "json"]).code(1).json();
    assert_eq!(json["recorded"]["first"]["only"]["b"][0], "c3-b3");
    diff(&folder, &["mine.game", "--format", "html"]).code(1).out("its snapshot");

    // Rules that it keeps, and that are of no use any more.
    let older = kept.replace("action move(", "action move((");
    assert_ne!(kept, older);
    write(&folder, "snapshots/mine.snap", older);
    let told = diff(&folder, &["mine.game"]).code(1).out("rules in the snapshot can no longer be played (mine.game:");
    assert!(!told.out.contains("without rules"));
    write(&folder, "snapshots/mine.snap", kept.replace("info: {\"rules\":[", "info: {\"rules\":"));
    diff(&folder, &["mine.game"]).code(1).out("rules in the snapshot cannot be read (line 4 is damaged: ");
    write(&folder, "snapshots/mine.snap", "nonsense");
    diff(&folder, &["mine.game"]).code(1).err("is not a valid snapshot").err("--accept");
}

#[test]
fn a_copy_of_a_bundled_game_is_compared_with_that_one() {
    short(&jostle(), &["new.game"]).code(1).out("the bundled game `jostle`").out("only in B: c3-c2");
}

#[test]
fn mistakes_and_faults_are_reported() {
    let folder = jostle();
    let text = read(&folder, "old.game");
    write(&folder, "wrong.game", text.replace("square 10", "squary 10"));
    write(&folder, "worse.game", text.replace("piece checker", "piece"));
    diff(&folder, &["wrong.game", "worse.game"]).code(1).err("`wrong.game` has 1 error").err("`worse.game` has");
    diff(&folder, &["old.game", "none.game"]).code(2).err("file not found: `none.game`");
    let silent = text.replace("when stuck(next): next loses", "when ply > 999: draw");
    write(&folder, "silent.game", silent);
    short(&folder, &["old.game", "silent.game"])
        .code(1)
        .out("F01")
        .out("ends with a fault, so there are no statistics");
}

#[test]
fn what_nobody_can_wait_for_is_refused() {
    let folder = jostle();
    for (option, most) in [("--games", "1000000000"), ("--positions", "1000000"), ("--depth", "100")] {
        let (long, all) = ("4294967295000".to_owned(), ["old.game", "new.game"]);
        diff(&folder, &[&all[..], &[option, &long]].concat()).code(2).err(most);
        diff(&folder, &[&all[..], &[option, "18446744073709551615"]].concat()).code(2).err(option);
    }
    // A game that is over is not counted any further.
    let text = "game \"X\" board square 2 x 1 players A, B piece stone
        action place(p: empty) do put stone at p end { when none(empty): draw }";
    write(&folder, "one.game", text);
    write(&folder, "two.game", text.replace("draw", "mover wins"));
    diff(&folder, &["one.game", "two.game", "--depth", "100", "--games", "20"])
        .code(1)
        .out("\n    2   2   2   1.000\n    3   0   0       -\n\nRandom games");
}

#[test]
fn nobody_has_to_read_to_the_end() {
    let folder = folder();
    let command = "boardwright diff rush --set size=3 --set size=5 --games 20 --positions 20 | head -1";
    let path = std::path::Path::new(env!("CARGO_BIN_EXE_boardwright")).parent().unwrap();
    let path = format!("{}:{}", path.display(), std::env::var("PATH").unwrap());
    let output =
        std::process::Command::new("sh").args(["-c", command]).env("PATH", path).current_dir(folder.path()).output();
    let output = output.unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compares a bundled game with itself after a change of its text.
fn changed(name: &str, from: &str, to: &str, more: &[&str]) -> Ran {
    let folder = folder();
    let text = bundled(name);
    let other = text.replacen(from, to, 1);
    assert_ne!(text, other, "{name} has no `{from}`");
    write(&folder, "changed.game", other);
    diff(&folder, &[&[name, "changed.game"], more].concat()).code(1)
}

#[test]
fn rules_that_only_matter_late_are_found_in_the_examples() {
    let push = changed("push", "  when count(own) <= 2 and count(enemy) <= 2: draw\n", "", &SHORT);
    let push = push.out("1 of 11 examples of A comes out differently in B: `two pieces each are a draw`.");
    let push = push.out("a position of the example `two pieces each are a draw`, the result differs: a draw in A,");
    push.out("B: expected: a draw, but the game is not over").out("position \"BB4/6/6/3WWB/6/6 White\"");
    let tiger = changed("tiger", " and (owner(x) == mover or meals == 0)", "", &SHORT);
    tiger.out("1 of 34 examples of A comes out differently in B:").out("the result differs: White to move in A");
}

#[test]
fn no_change_of_a_bundled_game_goes_unnoticed() {
    let changes = [
        ("jostle", "value(q, own except p) > value(p, own)", "value(q, own except p) != value(p, own)"),
        ("slash", "  when connects(stone of White, edge(W), edge(E)): White wins\n", ""),
        ("tic-tac-toe", "lines(own, 3)", "lines(own, 3, orthogonal)"),
        ("breakthrough", "except own", "& empty"),
        ("hex", "ply == 1", "ply == 3"),
        ("reversi", "when not possible(place)", "when not possible(place) and ply > 70"),
        ("nine-mens-morris", "== 3", "== 2"),
        ("konane", "ply == 0", "ply == 0 and false"),
        ("connect-four", "lines(own, 4)", "lines(own, 5)"),
        ("gomoku", "lines(own, 5", "lines(own, 4"),
    ];
    for (name, from, to) in changes {
        if !bundled(name).contains(from) {
            continue;
        }
        let folder = folder();
        write(&folder, "changed.game", bundled(name).replacen(from, to, 1));
        let ran = short(&folder, &[name, "changed.game"]);
        if ran.err.contains("error") {
            continue;
        }
        let summary = ran.out.split("\nDefinitions\n").next().unwrap_or("").to_owned();
        let unnoticed = ["No differences", "Play is the same"].iter().any(|word| summary.contains(word));
        assert!(!unnoticed, "{name}: {from}\n{summary}");
    }
}

#[test]
fn what_matters_most_comes_first() {
    let folder = folder();
    let text = |end: &str, more: &str| {
        format!(
            "game \"Walk\" board square 4 x 4 players A, B piece man {more}
             setup {{ man of A at a1; man of B at d4 }}
             action step(p: own, q: neighbors(p) & empty) do move p to q
             end {{ {end} when stuck(next): next loses }}"
        )
    };
    let write_both = |a: &str, b: &str| {
        write(&folder, "a.game", a);
        write(&folder, "b.game", b);
        short(&folder, &["a.game", "b.game"]).code(1)
    };
    // Games that no longer end, then a fault, then who wins.
    let endless = write_both(&text("when some(own & center): mover wins", ""), &text("", ""));
    let first = |ran: &Ran| ran.out.lines().nth(3).unwrap_or("").to_owned();
    assert!(first(&endless).contains("% of games no longer end: after 60 plies,"), "{}", endless.out);
    let faulty =
        write_both(&text("when ply > 20: draw", ""), &text("when ply / (ply - 15) > 99: draw when ply > 20: draw", ""));
    assert!(first(&faulty).starts_with("Games of B end with a fault, those of A do not: F05"), "{}", faulty.out);
    let won = write_both(&text("when ply > 20: draw", ""), &text("when ply > 20: A wins", ""));
    assert!(first(&won).starts_with("A wins in 0 % of games in A, 100 % in B."), "{}", won.out);
    assert!(won.out.contains("Changed: `end`."));
}

#[test]
fn random_games_that_differ_are_traced_to_the_ply() {
    let folder = folder();
    // The rules differ only after more plies than the search reaches.
    let text = |n: u32| {
        format!(
            "game \"Late\" board square 9 x 9 players A, B piece man
             action place(p: empty) do put man at p
             end {{ when ply == {n} and some(own & a1): draw when none(empty): mover wins }}"
        )
    };
    write(&folder, "a.game", text(70));
    write(&folder, "b.game", text(71));
    let args = ["a.game", "b.game", "--positions", "3", "--depth", "1", "--games", "30"];
    let ran = diff(&folder, &args).code(1).out("After 70 plies, the result differs: a draw in A, A to move in B.");
    assert!(!ran.out.contains("No differences") && ran.out.contains("found in a random game"), "{}", ran.out);
}

#[test]
fn three_differences_are_shown_that_do_not_look_alike() {
    let folder = folder();
    let text = |a: &str, b: &str, end: &str| {
        format!(
            "game \"Three\" board square 5 x 5 players A, B piece man, king
             setup {{ man of A at rows(1); man of B at rows(5) }}
             action step(p: own & man, q: neighbors(p) & empty) do {{ move p to q {a} }}
             action leap(p: own, q: leap(p, 1, 2) & {b}) as \"{{p}}*{{q}}\" do move p to q
             end {{ {end} when stuck(next): next loses }}"
        )
    };
    write(&folder, "a.game", text("", "empty", "when ply > 30: draw"));
    let other = text(
        "if q in center {{ again }} if q in rows(2) {{ put king at q }}",
        "(empty except columns(1))",
        "when ply > 3: draw",
    );
    write(&folder, "b.game", other.replace("{{", "{").replace("}}", "}"));
    let json = short(&folder, &["a.game", "b.game", "--format", "json"]).code(1).json();
    let found = json["positions"]["differences"].as_array().unwrap();
    let kinds: Vec<&str> = found.iter().map(|one| one["what"].as_str().unwrap()).collect();
    let mut fresh = kinds.clone();
    fresh.dedup();
    assert!(fresh.len() >= 3, "{kinds:?}");
    let text = short(&folder, &["a.game", "b.game"]).code(1).out;
    let boards = text.lines().filter(|line| line.starts_with("A: ") && line.contains("  B: "));
    assert_eq!(boards.count(), 3, "{text}");
    // The page has arrows for moves, and crosses out those that the other game allows.
    let page = short(&folder, &["a.game", "b.game", "--format", "html"]).code(1).out;
    assert!(page.matches("stroke-linecap=\"round\"").count() >= 4, "arrows");
    assert!(page.contains("Crossed out: moves that are legal only in the other."));
    assert!(page.contains("#c62828"), "an illegal move");
}

#[test]
fn a_parameter_that_is_not_there_is_told_first() {
    diff(&folder(), &["jostle", "--set", "depth=3"]).code(2).err("the game has no parameter `depth`");
}

#[test]
fn a_dropped_clause_with_never_is_named() {
    let folder = folder();
    let rush = bundled("rush");
    let without: String =
        rush.lines().filter(|line| !line.contains(": never")).map(|line| format!("{line}\n")).collect();
    assert_ne!(rush, without);
    write(&folder, "a.game", &rush);
    write(&folder, "b.game", &without);
    let diff = |a: &str, b: &str| short(&folder, &[a, b]);
    diff("a.game", "b.game").out("Only clauses of `end` with `never` differ: they state what cannot happen");
    diff("b.game", "a.game").out("Only clauses of `end` with `never` differ: they state what cannot happen");
    // Another change has its own differences.
    write(&folder, "c.game", without.replace("most pieces wins", "fewest pieces wins"));
    let ran = diff("a.game", "c.game");
    assert!(!ran.out.contains("Only clauses"), "{}", ran.out);
}

#[test]
fn examples_of_a_base_are_not_removed_by_its_variant() {
    let ran =
        crate::run("diff tiger tiger-springy --games 4").code(1).out("2 examples differ.").out("of 34 examples of A");
    assert!(!ran.out.contains("removed  example"), "{}", ran.out);
    let back = crate::run("diff tiger-springy tiger --games 4").code(1);
    assert!(!back.out.contains("added  example"), "{}", back.out);
}
