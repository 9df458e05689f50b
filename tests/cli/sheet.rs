//! Rule sheets on the command line.

use super::*;

#[test]
fn a_rule_sheet_in_words() {
    let ran = run("show jostle --rules").code(0);
    let ran = ran
        .out("By Mark Steere, 2010")
        .out("Choose `p`, one of your pieces, and `q`, an empty cell orthogonally next to");
    ran.out("If the next player has no legal move, the next player loses").out("`d3-d2` is legal.");
}

#[test]
fn a_changed_condition_shows_in_its_sentence() {
    let folder = folder();
    write(&folder, "x.game", bundled("jostle").replace("> value(p, own)", ">= value(p, own)"));
    let ran = run_in(folder.path(), &["show", "x.game", "--rules"], "").code(0);
    assert!(
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ").contains("is at least the “value” of `p`"),
        "{}",
        ran.out
    );
}

#[test]
fn markdown_and_html() {
    run("show rush --rules --set size=5 --format markdown").code(0).out("# Rush (size=5)").out("```text\n5 . . . . .");
    run("show rush --rules --set size=5 --format html").code(0).out("<!DOCTYPE html>").out("<svg ");
}

#[test]
fn what_does_not_go_together() {
    run("show rush --rules --format json").code(2).err("not available as JSON");
    run("show rush --rules --format svg").code(2).err("text, Markdown or HTML");
    run("show rush --rules --after a1").code(2).err("cannot be used with");
    run("show rush --format html").code(2).err("--rules --format html");
    run("show rush --format markdown").code(2).err("--rules");
}

#[test]
fn a_comment_on_a_clause_for_each_player_is_said_once() {
    let folder = folder();
    let rules = "game \"Race\"\nboard square 3 x 3\nplayers A, B\npiece stone
action place(p: empty) do put stone at p
def own_number(P: player) = count(stone of P)
def far(P: player) = rows(own_number(P))
end {
  for P in players when some(pieces of P & rows(number(P))): P wins // the row of its number
  when stuck(next): next loses
}
";
    write(&folder, "race.game", rules);
    let ran = run_in(folder.path(), &["show", "race.game", "--rules", "--format", "markdown"], "").code(0);
    assert_eq!(ran.out.matches("the row of its number").count(), 1, "{}", ran.out);
    assert!(!ran.out.contains("depends on `P`"), "{}", ran.out);
}

#[test]
fn examples_in_text_say_what_lies_in_a_stack() {
    let folder = folder();
    let rules = "game \"Tower\"\nboard square 3 x 3 stacks of 6\nplayers White, Black\npiece man\n\
        action place(p: empty)\n  do put man at p\nend { when stuck(next): next loses }\n\
        example \"a tower\" { position { man of White, man of Black, man of White at b2 } White to move play a1 }\n";
    write(&folder, "tower.game", rules);
    run_in(folder.path(), &["show", "tower.game", "--rules"], "").code(0).out("stacks: b2 ○●○");
}

#[test]
fn numbers_near_a_setting_are_words() {
    let folder = folder();
    let rules = "game \"S\"\nparam size = 5 in 3..9\nboard square size x size\nplayers Black, White\npiece stone\n\
        action place(p: empty & rows(2..size - 1)) when count(own) <= size / 2 + 1 do put stone at p\n\
        end { when ply >= 2 * size: draw\nwhen count(own) > size + 1: mover wins\nwhen stuck(next): next loses }\n";
    write(&folder, "s.game", rules);
    let ran = run_in(folder.path(), &["show", "s.game", "--rules"], "").code(0);
    let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "rows 2 to (one less than `size`)",
        "(half of `size`, rounded down) plus 1",
        "twice `size`",
        "one more than `size`",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
