//! `boardwright record`: examples from played games.

use super::*;

fn record(folder: &TempDir, args: &[&str], input: &str) -> Ran {
    let args: Vec<&str> = ["record"].into_iter().chain(args.iter().copied()).collect();
    run_in(folder.path(), &args, input)
}

#[test]
fn moves_become_an_example() {
    let ran = record(&folder(), &["jostle", "--moves", "d3-d2, c3-b3"], "").code(0);
    let ran = ran.out("example \"the first 2 moves\" {\n  play d3-d2, c3-b3\n  position {\n    . . .");
    ran.out("  Red to move\n  moves ");
    record(&folder(), &["rush"], "a1\nb2 c3\n").code(0).out("  play a1, b2, c3\n");
    record(&folder(), &["rush"], "").code(0).out("example \"the beginning\" {\n  Black to move\n  moves 361\n}");
    let seeds = record(&folder(), &["oware", "--moves", "A", "--from", "1"], "").code(0).out("  set seeds(a1) = 0\n");
    let seeds = seeds.out("\"the position after 1 ply\"");
    assert!(!seeds.out.contains("position {"), "{}", seeds.out);
    assert_eq!(seeds.out.matches("to move").count(), 1, "{}", seeds.out);
    let hand = record(&folder(), &["crazyhouse", "--moves", "e2-e4 d7-d5 e4-d5"], "").code(0);
    hand.out("  }\n  expect hand(White, pawn) == 1\n  Black to move");
    record(&folder(), &["oware", "--moves", "A"], "").code(0).out("  expect seeds(a1) == 0 and seeds(b1) == 5 and ");
    record(&folder(), &["jostle", "--moves", "d3-d4"], "").code(2).err("move 1: `d3-d4` is not legal");
    record(&folder(), &["jostle", "--moves", "d3-d2", "--from", "2"], "").code(2).err("the game has 1 move");
    record(&folder(), &["jostle", "--moves", "d3-d2", "--title", "a \"b\""], "")
        .code(2)
        .err("cannot contain double quotes");
}

#[test]
fn a_saved_game_is_added_to_its_rule_file() {
    let folder = folder();
    write(&folder, "my.game", bundled("jostle"));
    run_in(
        folder.path(),
        &["play", "my.game", "--red", "human", "--blue", "human"],
        "d3-d2\nc3-b3\nsave saved.json\nquit\n",
    )
    .code(0);
    let before = read(&folder, "my.game");
    record(&folder, &["saved.json", "--from", "1", "--append"], "")
        .code(0)
        .out("  play c3-b3\n")
        .err("Added the example to");
    let after = read(&folder, "my.game");
    assert!(after.starts_with(before.trim_end()), "{after}");
    run_in(folder.path(), &["test", "my.game", "--filter", "from ply 1"], "").code(0).out("1 test run: 1 passed");
    // The title is free again: the same line of play gets another one.
    record(&folder, &["saved.json", "--from", "1"], "").code(0).out("from ply 1 on (2)\"");
    run_in(folder.path(), &["fmt", "--check", "my.game"], "").code(0);
}

#[test]
fn nothing_is_added_where_it_cannot_be() {
    let folder = folder();
    record(&folder, &["jostle", "--moves", "d3-d2", "--append"], "")
        .code(2)
        .err("bundled game")
        .err("--into mine.game");
    write(&folder, "my.game", bundled("jostle"));
    record(&folder, &["jostle", "--moves", "d3-d2", "--into", "my.game"], "").code(0);
    assert!(read(&folder, "my.game").contains("}\n\nexample \"the first move\" {\n  play d3-d2\n"));
    write(&folder, "odd.json", "{\"format\":\"else\"}");
    record(&folder, &["odd.json"], "").code(2).err("unsupported format");
    record(&folder, &["none.json"], "").code(2).err("unknown game `none.json`");
    write(&folder, "bad.game", "game \"X\"\n");
    record(&folder, &["bad.game", "--moves", "a1"], "").code(1).err("cannot be played");
}

#[test]
fn what_an_example_cannot_say_is_not_kept() {
    let folder = folder();
    let walk = "game \"Walk\"\nboard square 3 x 1\nplayers A, B\npiece stone\nsetup { stone of A at a1; stone of B at c1 }\n\
        action step(p: own, q: neighbors(p) & empty) do move p to q\naction stay() do {}\n\
        end { when repeated(next) >= 2: draw when stuck(next): next loses }\n";
    write(&folder, "walk.game", walk);
    record(&folder, &["walk.game", "--moves", "stay stay stay stay"], "").code(0).out("result draw");
    let ran = record(&folder, &["walk.game", "--moves", "stay stay stay stay", "--from", "2"], "").code(1);
    ran.err("these moves cannot become an example").err("start it earlier");
}

#[test]
fn nothing_else_in_the_file_changes() {
    let folder = folder();
    let before = bundled("jostle").replace('\n', "\r\n") + "\r\n\r\n";
    write(&folder, "my.game", &before);
    record(&folder, &["my.game", "--moves", "d3-d2", "--append"], "").code(0);
    let after = read(&folder, "my.game");
    assert!(after.starts_with(&format!("{before}example ")), "{after:?}");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
}

#[test]
fn a_save_of_another_game_is_told() {
    let folder = folder();
    write(&folder, "my.game", bundled("jostle"));
    write(&folder, "other.game", bundled("rush"));
    let args = ["play", "my.game", "--red", "human", "--blue", "human"];
    run_in(folder.path(), &args, "d3-d2\nsave saved.json\nquit\n").code(0);
    record(&folder, &["saved.json", "--into", "other.game"], "")
        .code(2)
        .err("my.game`, which cannot be played by the rules of `other.game`");
}
