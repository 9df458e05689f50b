//! Rule sheets: snapshots of some games, and laws for the sheets of all games.

use crate::common::{self, path};
use crate::snapshots::Snapshots;
use boardwright::engine::Engine;
use boardwright::internals::sheet::{self, Block, Point, Sheet};
use boardwright::render;
use std::sync::Arc;

/// The five games, and classics on boards of all shapes.
const SHOWN: &[&str] = &[
    "jostle",
    "rush",
    "push",
    "slash",
    "tiger",
    "chess",
    "go",
    "hex",
    "nine-mens-morris",
    "oware",
    "international-draughts",
    "shogi",
    "surakarta",
    "reversi",
    "hnefatafl",
];

fn sheet_of(name: &str) -> Sheet {
    let engine: Arc<dyn Engine> = Arc::new(common::engine(name, "-"));
    sheet::sheet(&engine).unwrap()
}

#[test]
fn sheets_match_their_snapshots() {
    let mut snapshots = Snapshots::default();
    for name in SHOWN {
        let sheet = sheet::markdown(&sheet_of(name));
        // The games have more and more examples: those of one are shown below.
        let rules = sheet.split("\n## Examples").next().unwrap();
        snapshots.compare(&path(&format!("tests/sheets/{name}.snap")), rules);
    }
    snapshots.finish();
}

#[test]
fn examples_are_put_into_words() {
    let text =
        "game \"Steps\" board square 3 x 3 players White, Black piece man legend w = man of White, b = man of Black
        setup { man of White at rows(1); man of Black at rows(3) }
        action step(p: own, q: neighbors(p) & empty) do move p to q
        end { when stuck(next): next loses }
        example \"a step\" {
          legal a1-a2                 // straight ahead
          illegal a1-b2, a1-a3
          play a1-a2                  // the first one
          expect a2 in own or count(enemy) == 3
          Black to move
        }";
    let engine = boardwright::load_text(text, &[]).unwrap();
    let sheet = sheet::markdown(&sheet::sheet(&engine).unwrap());
    let told = [
        "### A step",
        "- `a1-a2` is legal — straight ahead.",
        "- `a1-b2` and `a1-a3` are not legal.",
        "- After `a1-a2` (the first one):",
        "  - Either a2 holds one of Black's pieces or there are exactly three of White's pieces.",
        "  - It is Black's turn.",
    ];
    let lines: Vec<&str> =
        sheet.lines().skip_while(|line| *line != "### A step").filter(|line| told.contains(line)).collect();
    assert_eq!(lines, told, "{sheet}");
    let page = sheet::html(&sheet::sheet(&engine).unwrap());
    assert!(page.contains("green: legal, red: not legal") && page.contains("#1a7f37") && page.contains("#c62828"));
}

#[test]
fn sheets_say_a_thing_once() {
    let text = "game \"Houses\" board square 4 x 4 players White, Black piece envoy, man
        legend w = man of White, b = man of Black
        setup { man of White at rows(1); man of Black at rows(4) }
        /// The houses of the quarter.
        map a = home, s = shrine {
          a a . s
          . . . .
          . . . .
          a . . .
        }
        action step(p: own, q: neighbors(p) & empty) do move p to q
        action jump(p: own, e: neighbors(p) & enemy, q: hop(p, toward(p, e), enemy) & empty) when at(p) == envoy of White
          do { move p to q; put envoy at p }
        end { when ply > 99 and some(own & (shrine | home)): mover wins when stuck(next): never }
        example \"on and on\" { play a1-a2, b4-b3 play b1-b2 play c4-c3 Black to move }";
    let engine = boardwright::load_text(text, &[]).unwrap();
    let sheet = sheet::markdown(&sheet::sheet(&engine).unwrap());
    for told in [
        "- “home” and “shrine”: The houses of the quarter.\n",
        "`q`, an empty cell two steps toward `e` from `p`, over ",
        "is an envoy of White",
        "- Play continues with `a1-a2` and `b4-b3`.\n- Play continues with `b1-b2`.\n- After `c4-c3`:\n  - It is ",
    ] {
        assert!(sheet.contains(told), "{told}: {sheet}");
    }
}

fn all_points<'s>(points: &'s [Point], found: &mut Vec<&'s str>) {
    for point in points {
        found.push(&point.text);
        all_points(&point.under, found);
    }
}

#[test]
fn every_sheet_is_complete() {
    for name in common::all_games() {
        let sheet = sheet_of(&name);
        let mut texts = Vec::new();
        for block in &sheet.blocks {
            match block {
                Block::Heading(_, text) | Block::Text(text) | Block::Small(text) => texts.push(text.as_str()),
                Block::List(points) | Block::Details(_, points) => all_points(points, &mut texts),
                Block::Boards(boards) => assert!(!boards.is_empty(), "{name}"),
            }
        }
        for text in &texts {
            assert!(!text.trim().is_empty() && text.matches('`').count() % 2 == 0, "{name}: {text}");
            for wrong in ["  ", "the the ", " of of ", "``", "Some(", "()", "..", " ,", " . "] {
                let found = text.split('`').step_by(2).any(|plain| plain.contains(wrong) && !plain.contains("..."));
                assert!(!found, "{name}: `{wrong}` in {text}");
            }
        }
        let pairs = sheet.blocks.iter().zip(sheet.blocks.iter().skip(1));
        for (one, next) in pairs {
            if let (Block::Heading(level, text), Block::Heading(below, _)) = (one, next) {
                assert!(below > level, "{name}: nothing under {text}");
            }
        }
    }
}

/// How many rules stay code in the sheets of all bundled games. Only ever lower it: give the rest phrases.
const MOST_CODE: usize = 4;

#[test]
fn few_rules_stay_code() {
    let mut code = Vec::new();
    for name in common::all_games() {
        let sheet = sheet_of(&name);
        let rules =
            sheet.blocks.iter().take_while(|block| !matches!(block, Block::Heading(2, text) if text == "Examples"));
        let mut texts = Vec::new();
        for block in rules {
            match block {
                Block::Text(text) => texts.push(text.as_str()),
                Block::List(points) | Block::Details(_, points) => all_points(points, &mut texts),
                _ => {}
            }
        }
        let spans = texts.iter().flat_map(|text| text.split('`').skip(1).step_by(2));
        code.extend(spans.filter(|span| span.contains(['(', '{', ' '])).map(|span| format!("{name}: {span}")));
    }
    assert!(code.len() <= MOST_CODE, "{} of {MOST_CODE}:\n{}", code.len(), code.join("\n"));
}

/// The sheet of a game on a board of some shape, with these items besides.
fn told(board: &str, items: &str) -> String {
    let text = format!(
        "game \"Told\" board {board} players White, Black piece man, king {items}
        action put(p: empty) do put man at p end {{ when stuck(next): next loses }}"
    );
    sheet::markdown(&sheet::sheet(&boardwright::load_text(&text, &[]).unwrap()).unwrap())
}

#[test]
fn next_to_says_whether_diagonals_count() {
    let items = "def near(p: cell) = neighbors(p) def around(p: cell) = neighbors(p, all)";
    let square = told("square 3 x 3", items);
    assert!(square.contains("means the cells orthogonally next to `p`."), "{square}");
    assert!(square.contains("means the cells orthogonally or diagonally next to `p`."), "{square}");
    let linked = told("square 3 x 3 links all", items);
    assert!(linked.contains("means the cells next to `p`."), "{linked}");
    let hexes = told("hex side 3", items);
    assert_eq!(hexes.matches("means the cells next to `p`.").count(), 2, "{hexes}");
}

#[test]
fn nested_cases_are_nested_points() {
    let sheet = told(
        "square 3 x 3",
        "def tall(n: int, k: int) = if n > 1 then (if k > 2 then 1 else 2) else 3
        def holds(n: int, k: int) = if n > 1 then (if k > 2 then n == 2 else k == 1) else k == 0",
    );
    let points = [
        "depends on the case:",
        "  - if `n` is greater than 1: 1 if `k` is greater than 2, otherwise 2.",
        "  - otherwise: 3.",
        "holds, depending on the case:",
        "  - if `n` is greater than 1, depending on the case:",
        "    - if `k` is greater than 2: `n` is 2.",
    ];
    for point in points {
        assert!(sheet.contains(point), "{point}:\n{sheet}");
    }
}

#[test]
fn kinds_are_kinds_and_not_pieces() {
    let sheet = told(
        "square 3 x 3",
        "def plain(k: kind): kind = match k { king: man, else: k }
        def more(k: kind): kinds = match k { man: {king}, else: {} }
        action swap(p: own) when a1 in empty do { choose k in more(kind(p)) { put k at a1 } }",
    );
    assert!(sheet.contains("- king: man.") && sheet.contains("- man: king."), "{sheet}");
    assert!(sheet.contains("Choose `k`, one of the “more” of the kind of the piece on `p`:"), "{sheet}");
}

#[test]
fn examples_also_show_the_board_after_moves() {
    let sheet =
        told("square 3 x 3", "example \"two\" { position { man of White at a1 } Black to move legal b2 play b2, c3 }");
    let example = sheet.split("### Two").nth(1).unwrap();
    assert_eq!(example.matches("```text").count(), 2, "{sheet}");
    let engine = common::engine("push", "-");
    let engine: Arc<dyn Engine> = Arc::new(engine);
    let text = sheet::text(&sheet::sheet(&engine).unwrap(), 80, false);
    let pages = text.matches(" to move\n").count();
    assert!(pages > engine.game().examples.len(), "{text}");
}

/// Returns whether every element is closed where it was opened.
fn is_well_formed(page: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let body = page.split_once("</style>").map_or(page, |(_, body)| body);
    for tag in body.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else { return false };
        match tag.strip_prefix('/') {
            Some("head" | "html") => {}
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if tag.ends_with('/') => {}
            None => open.extend(tag.split([' ', '\n']).next()),
        }
    }
    open.is_empty()
}

#[test]
fn pages_are_well_formed_and_self_contained() {
    for name in SHOWN {
        let page = sheet::html(&sheet_of(name));
        assert!(is_well_formed(&page), "{name}");
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        for wrong in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
            assert!(!outside.contains(wrong), "{name}: {wrong}");
        }
        assert!(page.contains("<svg ") && page.contains("<figcaption>"), "{name}");
    }
}

#[test]
fn lines_have_the_requested_width() {
    let text = sheet::text(&sheet_of("chess"), 60, false);
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 60 && !line.starts_with("  ")).collect();
    assert_eq!(long, [""; 0]);
    let style = render::TextStyle::default();
    let engine = common::engine("chess", "-");
    let board = render::text(engine.game(), &engine.start().unwrap(), &style);
    assert!(text.contains(board.lines().next().unwrap()));
}

#[test]
fn directives_for_the_check_are_not_shown() {
    let text = "// meant: W56, W52 - random players are lost
        // For two.
        game \"Meant\"
        // meant: W03 - it goes on
        // Old.
        board square 3 x 3 players White, Black
        piece stone // meant: W10 - none yet
        // meant: W12
        action place(p: empty) do put stone at p // anywhere
        end { when none(empty): draw // meant: W11 - full
        }";
    let engine = boardwright::load_text(text, &[]).unwrap();
    let sheet = sheet::sheet(&engine).unwrap();
    for shown in [sheet::markdown(&sheet), sheet::text(&sheet, 80, false)] {
        assert!(shown.contains("For two.") && shown.contains("Old.") && shown.contains("anywhere"), "{shown}");
        assert!(!shown.contains("meant"), "{shown}");
    }
}

#[test]
fn the_authors_sentence_is_the_rule_and_the_steps_fold_away() {
    let items = "\n/// A man is put anywhere.\naction drop(p: empty) do put man at p";
    let sheet = told("square 3 x 3", items);
    let (rule, details) = sheet.split_once("<details>").unwrap();
    assert!(rule.contains("A man is put anywhere.") && !rule.contains("Choose `p`"), "{sheet}");
    assert!(details.contains("Choose `p`, an empty cell."), "{sheet}");
}

#[test]
fn the_lines_of_a_graph_are_shown_with_their_directions() {
    let sheet = told("graph { E/W: a1 b1 c1; N/S: a1 a2, b1 b2; ring: a1 b1 c1 }", "");
    assert!(sheet.contains("- East (back: West): a1–b1–c1."), "{sheet}");
    assert!(sheet.contains("- North (back: South): a1–a2, b1–b2."), "{sheet}");
}

#[test]
fn what_depends_on_turn_order_is_said_for_each_player() {
    let sheet = told("hex side 3", "def goal(P: player) = side(2 * number(P)) | side(2 * number(P) + 1)");
    assert!(!sheet.contains("in turn order"), "{sheet}");
    assert!(sheet.contains("“goal” of `P` depends on `P`:"), "{sheet}");
    assert!(
        sheet.contains("- for White: the cells on side 2 of the board and the cells on side 3 of the board.")
            || sheet.contains("on side 2 of the board"),
        "{sheet}"
    );
    assert!(sheet.contains("- for Black: ") && sheet.contains("side 5 of the board"), "{sheet}");
}

#[test]
fn moves_that_are_not_possible_at_the_start_have_a_notation() {
    let chess = sheet::markdown(&sheet_of("chess"));
    assert!(chess.contains("*Notation: `O-O`.*") || chess.contains("*Notation: `O-O-O`.*"), "{chess}");
    let morris = sheet::markdown(&sheet_of("nine-mens-morris"));
    assert_eq!(morris.matches("*Notation: ").count(), 2, "{morris}");
}

#[test]
fn a_variable_that_mirrors_the_board_is_not_listed_cell_by_cell() {
    let text = "game \"Heights\"\nboard square 9 x 9\nplayers White, Black\npiece stone\n\
        var tall(c: cell) = if c in occupied then 1 else 0\n\
        action place(p: empty) do { put stone at p tall(p) += 1 }\n\
        end { when none(empty): most total wins or draw }\n\
        def total(P: player) = sum(p in stone of P: tall(p))\n";
    let sheet = sheet::markdown(&sheet::sheet(&boardwright::load_text(text, &[]).unwrap()).unwrap());
    assert!(sheet.contains("\ntall: 0 everywhere\n"), "{sheet}");
    let longest = sheet.lines().filter(|line| line.starts_with("tall: ")).map(str::len).max();
    assert!(longest < Some(120), "{longest:?}");
}

/// A game for three, with clauses about who is left.
const ARMIES: &str = "game \"Armies\" board square 3 x 3 players Red, Green, Blue piece man
    setup { man of Red at a1; man of Green at b1; man of Blue at c3 }
    var home: cells = pieces of Red
    var turns = 0
    action step(p: own, q: neighbors(p) except own)
      when p not in home or turns < 9
      do { move p to q; turns += 1; home = own; if mover == Green { turns += 1 } }
    /// Who has no men is out.
    end {
      when players == {Red, Blue} and mover == Red: draw
      when mover in {Red, Green} and turns == 99: mover wins
      when Green not in players and turns > 50: draw
      when mover != Green and count(players) <= 2 and turns > 60: draw
      when players != {Blue | Green} and turns == 1000: draw
      for P in players when number(P) == 2 and P == Green and turns == 2000: P loses
      for P in players when none(pieces of P): P loses
      when stuck(next): next loses
    }
    example \"who is to move\" {
      expect mover == Red and mover != Green
    }";

#[test]
fn a_comment_on_a_clause_for_each_player_is_said_once() {
    let sheet_of = |clause: &str| {
        let text = "game \"Two\"\nboard square 3 x 3\nplayers White, Black\npiece stone\n\
            action place(p: empty) do put stone at p\n";
        let text = format!("{text}end {{\n  {clause}\n  when none(empty): draw\n}}\n");
        sheet::markdown(&sheet::sheet(&boardwright::load_text(&text, &[]).unwrap()).unwrap())
    };
    let rule = "for P in players when count(pieces of P) > number( P ) + 2: P wins";
    for note in ["after the rules of the club", "\"Who has enough stones wins.\""] {
        let sheet = sheet_of(&format!("{rule} // {note}"));
        let (said, _) = sheet.split_once("<details>").unwrap_or((&sheet, ""));
        assert_eq!(said.matches(note).count(), 1, "{sheet}");
    }
    // Whatever the spaces are, each player is told.
    assert!(!sheet_of(rule).contains("For each player"), "{}", sheet_of(rule));
    assert!(sheet_of("for P in players when count(pieces of P) > 4: P wins").contains("For each player"));
}

#[test]
fn players_who_are_left_out_are_named() {
    let text = "game \"Three\"\nboard square 3 x 3\nplayers Red, Green, Blue\npiece stone\nvar points(P: player) = 2\n\
        action place(p: empty)\n\
          do { put stone at p; for P in players except mover { points(P) -= 1 }; for P in {Red, Blue} { points(P) += 0 } }\n\
          ensure every(P in players except mover: points(P) > -9) and count(P in players except mover: points(P) < 0) < 9\n\
        end { when none(empty): draw }\n";
    let engine = boardwright::load_text(text, &[]).unwrap();
    let sheet = sheet::markdown(&sheet::sheet(&engine).unwrap());
    for told in
        ["For each player `P` except you:", "For each player `P` of Red and Blue:", "the players `P` except you"]
    {
        assert!(sheet.contains(told), "no `{told}` in\n{sheet}");
    }
    assert!(!sheet.contains("players `P` for") && !sheet.contains("all the players `P`,"), "{sheet}");
}

#[test]
fn a_sheet_for_three_says_who_is_out() {
    let sheet_of = |text: &str| sheet::markdown(&sheet::sheet(&boardwright::load_text(text, &[]).unwrap()).unwrap());
    let text = ARMIES.replace("{Blue | Green}", "{Blue, Green}");
    let sheet = sheet_of(&text);
    let (_, end) = sheet.split_once("## The end\n").unwrap();
    // The author's sentence first, then what losing means; the clauses are folded away, and none is lost.
    let told = [
        "Who has no men is out.",
        "A player who loses is out of the game, and the others play on.",
        "<details>",
        "(only Red and Blue are left) and the mover is Red, the game is a draw.",
        "(the mover is Red or Green) and “turns” is 99, the mover wins.",
        "Green is out of the game and “turns” is greater than 50, the game is a draw.",
        "the mover is not Green and at most two players are left and “turns” is greater than 60",
        "it is not so that only Blue and Green are left",
        "If “turns” is 2000, Green loses.",
        "For each player `P`: if there is no piece of `P`, `P` loses.",
        "If the next player has no legal move, the next player loses.",
        "</details>",
    ];
    let mut from = 0;
    for part in told {
        let at = end[from..].find(part).unwrap_or_else(|| panic!("no `{part}` in order in\n{end}"));
        from += at;
    }
    assert!(sheet.contains("Red is to move and Green is not to move."), "{sheet}");
    // A value that the setup determines is shown as it is.
    assert!(sheet.contains("home: a1\n") && sheet.contains("Starts as the pieces of Red"), "{sheet}");
    for wrong in ["Green is Green", "Red is Red", "`players", "`mover", "`Green", "always", "never"] {
        assert!(!sheet.contains(wrong), "`{wrong}` in\n{sheet}");
    }
    // With two players, who loses has lost.
    let two = sheet_of(
        "game \"Two\" board square 3 x 3 players Red, Blue piece man action put(p: empty) do put man at p
        end { when stuck(next): next loses }",
    );
    assert!(!two.contains("out of the game"), "{two}");
}
