//! `boardwright check --fix`.

use super::*;

const WRONG: &str = "// mine\r\ngame \"A\"\r\nboard square 3 x 3;\nplayers White Black\npiece man\n\n\
action place(p: empyt)   // keep this\n  do put man at p\nend { when none(empty) draw }\n";

const RIGHT: &str = "// mine\r\ngame \"A\"\r\nboard square 3 x 3\nplayers White, Black\npiece man\n\n\
action place(p: empty)   // keep this\n  do put man at p\nend { when none(empty): draw }\n";

fn check(folder: &TempDir, args: &str) -> Ran {
    let args: Vec<&str> = ["check"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder.path(), &args, "")
}

#[test]
fn safe_fixes_are_made_and_nothing_else_changes() {
    let folder = folder();
    write(&folder, "a.game", WRONG);
    check(&folder, "a.game").code(1).out("a.game: 4 errors").out("`boardwright check --fix a.game` fixes all of them");
    let ran = check(&folder, "a.game --dry-run").code(1).out("- players White Black").out("+ players White, Black");
    ran.out("4 changes not written (dry run)").out("a.game after these changes: no mistakes found");
    assert_eq!(read(&folder, "a.game"), WRONG);
    let ran = check(&folder, "a.game --fix").code(0).out("a.game:3:19: E01: unexpected `;`; remove it");
    ran.out("a.game: made 4 changes").out("a.game: no mistakes found");
    assert_eq!(read(&folder, "a.game"), RIGHT);
    let again = check(&folder, "a.game --fix").code(0);
    assert_eq!(again.out, "a.game: no mistakes found\n");
}

#[test]
fn uncertain_fixes_are_not_made() {
    let folder = folder();
    let open = RIGHT.replace("p: empty", "p: empty & foo");
    write(&folder, "a.game", &open);
    check(&folder, "a.game --fix").code(1).out("unknown name `foo`").out("a.game: 1 error");
    assert_eq!(read(&folder, "a.game"), open);
    check(&folder, "a.game --fix --format json").code(1).out("\"code\":\"E02\"");
}

#[test]
fn bundled_games_and_missing_files_are_not_fixed() {
    check(&folder(), "rush --fix").code(0).out("no mistakes found");
    let folder = folder();
    check(&folder, "no.game --fix").code(2).err("file not found: `no.game`");
}

#[test]
fn json_has_the_fix() {
    let folder = folder();
    write(&folder, "a.game", WRONG);
    let found = check(&folder, "a.game --format json").code(1).json();
    let fix = &found[0]["fix"];
    assert_eq!((&fix["safe"], &fix["title"]), (&true.into(), &"remove it".into()));
    let edit = serde_json::json!([{"line": 3, "column": 19, "end_line": 3, "end_column": 20, "text": ""}]);
    assert_eq!(fix["edits"], edit);
}
