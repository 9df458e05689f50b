//! `check --deep` plays the rules and says what it saw.

use super::*;

/// A game in which nobody is ever crowned, for who comes to the last row has won.
const LANES: &str = r#"game "Lanes"
board square 3 x 4
players White going N, Black going S
piece man, king
setup { man of White at rows(1); man of Black at rows(4) }
action step(p: own, q: neighbors(p, ahead) & empty)
  do move p to q
action take(p: own, q: neighbors(p, forward & diagonal) & enemy)
  do move p to q
action crown(p: own & man & edge(forward))
  as "{p}+"
  do put king at p
end {
  when some(own & edge(forward)): mover wins
  when stuck(next): next loses
}
"#;

/// Runs a command line in a folder with this rule file as `x.game`.
fn on(rules: &str, args: &str) -> Ran {
    let folder = folder();
    std::fs::write(folder.path().join("x.game"), rules).unwrap();
    run_in(folder.path(), &args.split_whitespace().collect::<Vec<_>>(), "")
}

#[test]
fn an_action_that_is_never_possible_is_found_by_playing() {
    on(LANES, "check x.game").code(0).out("no mistakes found");
    let ran = on(LANES, "check --deep x.game").code(0);
    ran.out("W50")
        .out("`crown` was never legal")
        .out("this set was always empty")
        .out("1 warning (1000 random games; every move of all ");
}

#[test]
fn findings_are_sorted_with_the_others_and_come_as_json() {
    let unused = LANES.replace("action crown", "def unused = 1\naction crown");
    let found = on(&unused, "check --deep --games 50 x.game --format json").code(0).json();
    let codes: Vec<&str> = found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["W10", "W50"]);
    assert_eq!(found[1]["severity"], "warning");
    assert_eq!(found[1]["line"], 11);
}

#[test]
fn what_is_meant_is_not_reported() {
    let meant = LANES.replace("action crown", "// meant: W50 - for a variant\naction crown");
    on(&meant, "check --deep x.game").code(0).out("no mistakes found (1000 random games");
}

#[test]
fn a_fault_that_play_runs_into_is_an_error() {
    let silent = LANES.replace("  when stuck(next): next loses\n", "");
    let ran = on(&silent, "check --deep x.game").code(1);
    ran.out("W01").out("F01").out("boardwright playout x.game --seed").out("1 error");
}

#[test]
fn a_fault_in_a_rare_position_comes_with_its_position() {
    let rules = "game \"T\"\nboard square 5 x 5\nplayers White, Black\npiece stone\n\
                 action place(p: empty) do put stone at p\n\
                 end { when some(lines(own, 3)): mover wins\n when stuck(next): never }\n";
    let folder = folder();
    write(&folder, "t.game", rules);
    let ran = run_in(folder.path(), &["check", "--deep", "t.game"], "").code(1).out("F01");
    assert!(!ran.out.contains("it occurs in random games"), "{}", ran.out);
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, command) = words.split_once("run `boardwright show t.game --position \"").expect("it has a command");
    let (line, rest) = command.split_once("\" --after ").expect("it has a move");
    let (mv, _) = rest.split_once('`').unwrap();
    let ran = run_in(folder.path(), &["show", "t.game", "--position", line, "--after", mv], "");
    assert!(ran.code != Some(0) && ran.err.contains("F01"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_draw_that_no_fast_game_had_is_reported_where_games_are_long() {
    let rules = "game \"Long\"\nboard square 10 x 10\nplayers White, Black\npiece man\n\
                 setup { man of White at {a1 b2}; man of Black at {j10 i9} }\n\
                 action go(p: own, q: neighbors(p) & empty) do move p to q\n\
                 end { when count(pieces) < 3: draw\n when ply == 900: mover wins\n when stuck(next): next loses }\n";
    let folder = folder();
    write(&folder, "long.game", rules);
    run_in(folder.path(), &["check", "--deep", "long.game"], "").out("W51").out("no draw in ");
}

#[test]
fn the_weakened_rule_of_jostle_goes_on_for_ever() {
    let jostle = boardwright::bundled::source("jostle").unwrap().text;
    let weakened = jostle.replace(" > value(p, own)", " >= value(p, own)");
    assert_ne!(*jostle, weakened);
    on(&weakened, "check --deep --games 100 x.game").code(0).out("W52").out("were unfinished after 2,000 plies");
    on(&jostle, "check --deep --games 100 x.game").code(0).out("no mistakes found");
}

#[test]
fn a_wrong_use_is_refused() {
    on(LANES, "check --games 5 x.game").code(2).err("--deep");
    on(LANES, "check --deep --games 0 x.game").code(2);
    on(LANES, "check --deep --seconds never x.game").code(2).err("seconds");
    on("game \"X\"", "check --deep x.game").code(1).out("E35");
    on(LANES, "check --deep --set size=3 x.game").code(2).err("no parameter");
}

#[test]
fn the_time_is_kept() {
    let since = Instant::now();
    run("check --deep --seconds 1 --games 1000000 chess").code(0);
    assert!(since.elapsed().as_secs() < 60, "{:?}", since.elapsed());
}

#[test]
fn the_command_that_shows_a_fault_can_be_run() {
    let silent = LANES.replace("  when stuck(next): next loses\n", "").replace("3 x 4", "3 x length");
    let silent = silent.replace("rows(4)", "rows(length)").replace("piece man", "param length = 4 in 4..6\npiece man");
    let folder = folder();
    write(&folder, "x.game", silent);
    let ran = run_in(folder.path(), &["check", "--deep", "--set", "length=5", "x.game"], "").code(1);
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
    let command = words.split("`boardwright ").find(|command| command.starts_with("playout")).unwrap();
    let command: Vec<&str> = command.split('`').next().unwrap().split_whitespace().collect();
    assert!(command.contains(&"length=5"), "{command:?}");
    run_in(folder.path(), &command, "").code(1).err("F01");
}

#[test]
fn an_option_far_behind_may_make_the_difference() {
    let rules = |condition: &str| {
        format!(
            "game \"K\"\nboard square 4 x 4\nplayers A, B\npiece stone\nvar k = 0\n\
             action mark() do choose c in board as \"{{c}}\" {{ if {condition} {{ k += 1 }} }}\n\
             end {{ when k >= 3: mover wins when ply >= 40: draw }}\n"
        )
    };
    let ran = on(&rules("c == d4"), "check --deep x.game").code(0);
    assert!(!ran.out.contains("W54"), "{}", ran.out);
    on(&rules("c in pieces"), "check --deep x.game").code(0).out("W54");
}
