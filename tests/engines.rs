//! Both engines mean the same, whatever the rules: bundled rule files with random changes are played on both.

use crate::alike::{Engines, Length};
use crate::common;
use crate::mutation;
use crate::mutation::Rules;
use boardwright::engine::Engine;
use boardwright::rng::Rng;
use std::time::Duration;

/// How many changed rule files are tried: many more by `BOARDWRIGHT_CHANGES`.
const CHANGED: u64 = 50;

/// How many made up.
const MADE_UP: u64 = 120;

/// All bundled rule files.
fn rules() -> Vec<Rules> {
    let read = |name: String| {
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        Rules::read(&name, &text).unwrap_or_else(|| panic!("{name} cannot be read"))
    };
    common::all_games().into_iter().map(read).collect()
}

/// Plays changed rules; what differs, and whether they were played at all.
fn differs(text: &str, seed: u64) -> Result<bool, String> {
    let Some(engines) = Engines::of_text("changed.game", text, &common::Folder) else { return Ok(false) };
    if engines.reference.start().is_err() {
        return Ok(false);
    }
    let length = Length { plies: 24, time: Duration::from_secs(2) };
    engines.play(seed, length)?;
    engines.count(length.time)?;
    engines.play_out(seed, 40, Duration::from_secs(1))?;
    Ok(true)
}

/// Returns the seeds: from the environment variables, or by default the first `many`.
fn seeds(many: u64) -> std::ops::Range<u64> {
    let setting = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let first = setting("BOARDWRIGHT_FIRST").unwrap_or(0);
    first..first + setting("BOARDWRIGHT_CHANGES").unwrap_or(many)
}

/// Plays the rules of each seed.
fn all_alike(seeds: std::ops::Range<u64>, rules: impl Fn(u64) -> Option<String>) {
    let (mut played, mut wrong, all) = (0, Vec::new(), seeds.end - seeds.start);
    for seed in seeds {
        let Some(text) = rules(seed) else { continue };
        match std::panic::catch_unwind(|| differs(&text, seed)).unwrap_or_else(|_| Err("a panic".to_owned())) {
            Ok(true) => played += 1,
            Ok(false) => {}
            Err(what) => wrong.push(format!("--- seed {seed}: {what}\n{text}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {played} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(played * 8 > all, "only {played} of {all} were played");
}

#[test]
fn changed_rules_are_played_alike() {
    let all = rules();
    all_alike(seeds(CHANGED), |seed| mutation::changed(&all, &mut Rng::new(seed)).map(|(_, text)| text));
}

#[test]
fn rules_made_up_are_played_alike() {
    all_alike(seeds(MADE_UP), |seed| Some(mutation::random::game(&mut Rng::new(seed))));
}

/// Plays small rules that once came out differently, or that ask for much.
pub fn alike(rules: &str) {
    let engines = Engines::of_text("small.game", &format!("game \"Small\"\n{rules}"), &common::Folder);
    let engines = engines.unwrap_or_else(|| panic!("it does not check: {rules}"));
    assert_eq!(engines.trusting.unsupported(), None, "{rules}");
    for seed in 0..2 {
        let length = Length { plies: 6, time: Duration::from_secs(5) };
        let said = engines
            .play(seed, length)
            .and_then(|_| engines.count(length.time))
            .and_then(|()| engines.play_out(seed, 30, length.time));
        said.unwrap_or_else(|what| panic!("{rules}\n{what}"));
    }
}

#[test]
fn who_turns_out_to_be_stuck_changes_the_end() {
    let head = "board square 4 x 1 players A, B piece stone";
    alike(&format!(
        "{head} action place(p: empty) when mover == A do put stone at p
         end {{ when stuck(next): draw when ply == 1: mover wins }}"
    ));
    alike(&format!(
        "{head} var n: cells each turn action place(p: empty) when mover == A do {{ put stone at p n = p }}
         end {{ when ply == 1: mover wins when stuck(next): next loses }}"
    ));
    alike(&format!(
        "{head} action place(p: empty) when ply < 2 do {{ put stone at p again }}
         end {{ when repeated(mover) >= 1: mover loses when stuck(next): next loses }}"
    ));
}

#[test]
fn a_fault_at_the_end_of_a_full_board_follows_the_same_plies() {
    alike(
        "board square 3 x 3 players A, B piece stone
         action place(p: empty) do put stone at p
         end { when some(lines(own, 3)): mover wins when stuck(next): never }",
    );
}

#[test]
fn extremes_of_all_cells_are_compared_alike() {
    for best in [
        "max(q in empty: count(neighbors(q) & own))",
        "min(q in empty: count(neighbors(q) & own) - column(q))",
        "(max(q in enemy: row(q)) or -3)",
        "max(q in empty & corner: row(q) * column(q))",
    ] {
        alike(&format!(
            "board square 5 x 5 players A, B piece stone
             def best = {best}
             action place(p: {{ c in empty: count(neighbors(c) & own) - column(c) <= best }}) do put stone at p
             action other(p: {{ c in empty: row(c) * column(c) == best }}) as \"o{{p}}\" do put stone at p
             end {{ when none(empty): draw when ply > 20: draw when stuck(next): draw }}"
        ));
    }
}

#[test]
fn no_direction_is_played_alike() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules} {END}"));
    let placing = "action place(p: empty) do put stone at p";
    // Before the first step it is none; then it is kept, or forgotten at the turn.
    for each in ["", "each turn"] {
        with(&format!(
            "setup {{ stone of A at a1; stone of B at e5 }} var last: dir {each}
             action go(p: own, d: all) when d != last and step(p, d) in empty as \"{{p}}{{d}}\"
               do {{ move p to step(p, d) last = d if ply % 3 == 0 {{ last = nothing }} }}
             {placing}"
        ));
    }
    // All that takes a direction takes none.
    with(
        "var last: dir = nothing var turned = 0 var seen(d: dir) = 0
         action go(p: empty, d: all | last) when step(p, last) == off or step(p, last, 2) in empty or step(p, last, -1) in own
           as \"{p}{d}{last}\"
           do { put stone at p turned += dx(last) + 2 * dy(last) last = if p in edge then nothing else opposite(last) }
         action turn(d: all) when none({last} & d) and last not in orthogonal as \"{d}\" do { seen(d) += 1 last = d }
         action far(p: empty) when none(ray(p, last, empty)) and count(neighbors(p, last | N)) < 2 as \"far{p}\"
           do { put stone at p remove neighbors(p, last) & enemy last = opposite(opposite(last)) }"
    );
    with(
        "var last: dir def turned(d: dir): dir = if d == nothing then N else if d == N then nothing else opposite(d)
         def far(p: cell, d: dir): int = if step(p, d) == off then 0 else 1 + far(step(p, d), d)
         action place(p: empty) when far(p, last) < 3 as \"{p}\" do { put stone at p last = turned(last) }",
    );
    // A variable for each direction has no value for none: a fault.
    with(
        &format!(
            "var last: dir var seen(d: dir) = 0 action go(p: empty) when seen(last) == 0 do put stone at p {placing}"
        )
        .replace("action place", "action lay")
        .replace("do put stone at p action", "as \"g{p}\" do put stone at p action"),
    );
    with("var last: dir action place(p: empty) when match last { N: 1, NE: 1, E: 1, SE: 1, S: 1, SW: 1, W: 1, NW: 1 } == 1
            do put stone at p");
    with(
        "var last: dir action place(p: empty) when match last { nothing: 1, else: 2 } == 1 or ply > 3
            do { put stone at p last = E }",
    );
}

#[test]
fn cells_rows_and_columns_with_unknown_numbers_are_the_same() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules} {END}"));
    with(
        "var n = 0 setup { stone of A at a1 }
         action turned(p: empty) when cell(row(p), column(p)) in empty | p and cell(n, row(p) + n) not in own
           as \"{p}\" do { put stone at p n = 3 * n - column(p) }
         action mirrored(p: own) when cell(width + 1 - column(p), row(p) - n % 7) in empty as \"m{p}\"
           do { put stone at cell(width + 1 - column(p), row(p) - n % 7) n += 1 }",
    );
    with(
        "var n = 2
         action place(p: empty) when p in rows(n) or p in columns({n, n + 1}) or none(rows(n) & empty)
           as \"{p}\" do { put stone at p n = (n * 5 + column(p)) % 9 - 2 }
         action jump(p: own, q: (rows(row(p) + n) | columns(column(p) - 1)) & empty) as \"{p}{q}\" do move p to q",
    );
    with(
        "def dotted = { p in board: (row(p) + column(p)) % 2 == 1 and row(p) > 1 } def next_to(d: dir) = { p in dotted: step(p, d) in dotted | corner }
         var last: dir
         action place(p: empty, d: all) when p in dotted | next_to(d) | edge(d) | edge(d | last) and count(neighbors(p, d)) >= 0
           as \"{p}{d}\" do { put stone at p last = d }
         action lay(p: empty) when ply > 20 as \"l{p}\" do put stone at p",
    );
    // Sets that depend on one other cell, which may be `off`.
    with(
        "def far(p: cell) = { q in empty: distance(p, q) == 2 } def like(p: cell) = { q in board: (row(q) - row(p)) % 2 == 0 and q != p }
         setup { stone of A at a1 stone of B at e5 }
         action jump(p: own, q: far(p)) as \"{p}{q}\" do move p to q
         action put(p: empty) when count(like(step(p, N)) & occupied) < 2 or none(like(p) & own) as \"{p}\" do put stone at p
         action lay(p: empty) when ply > 12 as \"l{p}\" do put stone at p",
    );
}

#[test]
fn sets_of_numbers_up_to_a_variable_are_the_same() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules} {END}"));
    with(
        "var n = 3
         action place(p: empty) when column(p) in { i in 1..n: i % 2 == 1 } or some({ i in n..n + 4: i > 9 })
           as \"{p}\" do { put stone at p n = (n + 5) % 11 }
         action pick(p: empty) as \"{p}\"
           do { choose k in { i in 1..n: (i + row(p)) % 3 == 0 } as \"/{k}\" { put stone at p n += k - 2 } }
         action lay(p: empty) when none({ i in 1..n: i > 3 }) as \"l{p}\" do { put stone at p n += 4 }",
    );
    // Longer ranges than code is made for.
    with(
        "var n = 20
         action place(p: empty) when some({ i in 1..n: i % 23 == 22 }) == (n > 21) as \"{p}\" do { put stone at p n += 2 }",
    );
}

#[test]
fn groups_in_loops_are_the_same() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules} {END}"));
    // The group of the outer element does not depend on the inner one; others do, or have the same name again.
    with(
        "def joined(c: cell) = count(n in 1..4: some(group(c, own) & (side(n) except corner)))
         action place(p: empty) when count(c in own & edge: joined(c) >= 2) < 3 as \"{p}\" do put stone at p
         action lay(p: empty) when every(c in own: some(d in neighbors(c): count(group(d, empty) & edge) > 0)) as \"l{p}\"
           do put stone at p",
    );
    with(
        "action place(p: empty)
           when count(n in 1..3: some(x in own: count(group(x, own)) > n) or some(x in enemy: count(group(x, enemy)) > n)
                                 or count(group(p, empty)) == n) < 3
           as \"{p}\" do put stone at p
         action lay(p: empty)
           when count(n in 1..3: count(x in rows(n): some(group(x, own | empty) & rows(n + 1))) > 1) > 0 as \"l{p}\" do put stone at p",
    );
}

#[test]
fn players_lose_at_once_alike() {
    for players in ["A, B", "A, B, C", "A, B, C, D"] {
        let with = |rules: &str| {
            alike(&format!(
                "board square 4 x 4 players {players} piece stone
                 setup {{ stone of A at {{a1 b1}} stone of B at {{a4 b4}} }} {rules}"
            ));
        };
        let clear = "action place(p: empty) as \"{p}\" do put stone at p
            action clear(p: own) as \"{p}!\" do remove rows(row(p)) | columns(column(p))";
        with(&format!(
            "{clear} end {{ for P in players when none(pieces of P) and ply > 2: P loses when stuck(next): next loses }}"
        ));
        with(&format!(
            "{clear} end {{ when ply > 6: draw for P in players when count(pieces of P) < 2: after(P) loses when stuck(next): next loses }}"
        ));
        with(&format!(
            "{clear} end {{ for P in players when count(players) > 2 and some(pieces of P & corner): P loses
             for P in players when stuck(next) or count(pieces of P) > 3: P loses when ply > 9: draw }}"
        ));
    }
}

#[test]
fn a_position_has_as_many_moves_in_both_engines() {
    let engines = |rules: &str| {
        let text = format!("game \"Many\" board square 60 x 8 players A, B piece stone {rules} {END}");
        Engines::of_text("many.game", &text, &common::Folder).unwrap_or_else(|| panic!("it does not check: {rules}"))
    };
    let moves = |more: &str, n: usize| {
        format!("action put(p: empty, q: rows(1..7), n: 1..{n}) {more} as \"{{p}}{{q}}:{{n}}\" do put stone at p")
    };
    // 480 x 420 = 201,600, a little more than the language allows, in every question that an engine is asked.
    let maximized = format!("{} maximize row(p)", moves("", 1));
    for rules in [moves("", 1), moves("", 2), format!("{} ensure p != a1", moves("", 1)), maximized.clone()] {
        let many = engines(&rules);
        assert_eq!(many.trusting.unsupported(), None, "{rules}");
        let start = many.reference.start().unwrap();
        for engine in [&*many.reference as &dyn Engine, &many.trusting, &many.plain] {
            let code = |fault: boardwright::outcome::Fault| fault.code;
            let fault = Err(boardwright::diagnostic::Code::F04);
            assert_eq!(engine.legal_moves(&start).map(|moves| moves.len() as u64).map_err(code), fault, "{rules}");
            assert_eq!(engine.count_moves(&start).map_err(code), fault, "{rules}");
            assert_eq!(engine.perft(&start, 2).map_err(code), fault, "{rules}");
            assert_eq!(
                engine.playout(&mut start.clone(), &mut Rng::new(1), 4).map_err(code),
                fault.map(|n| n as u32),
                "{rules}"
            );
        }
    }
    // Just as many as it allows: 480 x 416 = 199,680, and no more with another action that is not possible.
    let fewer = engines(&format!("{} action pass() when ply > 9 do {{}}", moves("when q not in {a1 b1 c1 d1}", 1)));
    let start = fewer.reference.start().unwrap();
    for engine in [&*fewer.reference as &dyn Engine, &fewer.trusting] {
        assert_eq!(engine.count_moves(&start).unwrap(), 199_680);
        assert!(engine.playout(&mut start.clone(), &mut Rng::new(1), 2).is_ok());
    }
}

#[test]
fn a_false_condition_hides_no_fault_before_it() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules}"));
    // The set of a later binder faults: no arm for an empty cell.
    with(
        "action step(p: board, q: { q in neighbors(p) & empty: match kind(p) { stone: true } }) when p in own do put stone at q",
    );
    // An earlier condition faults, which needs more binders: no row beyond the board.
    with("action step(p: board, q: empty) when row(step(q, N)) > 1 when p in own do put stone at q");
    with("action step(p: board, q: empty) let n = row(step(q, N)) when p in own and n > 0 do put stone at q");
}

#[test]
fn random_plies_mean_what_moves_mean() {
    let with = |rules: &str| alike(&format!("board square 5 x 5 players A, B piece stone {rules}"));
    // An effect has locals of its own, and may change what was known of a cell.
    with(
        "setup { stone of A at {a2 c1 d4}; stone of B at {b1 b2 c2} }
         effect strike(q: cell) { if q in rows(3) { choose c in enemy as \"x{c}\" { remove c } } }
         action go(p: own, q: neighbors(p) & empty) do { move p to q strike(q) }
         end { when none(enemy): mover wins when stuck(next): draw when ply == 30: draw }",
    );
    with(
        "effect spread(p: cell) { if p in empty { put stone at p spread(step(p, E)) } }
         action place(p: empty) do { spread(p) remove p } end { when stuck(next): draw when ply == 30: draw }",
    );
    // Others may move a player's pieces.
    with(
        "setup { stone of A at {a1 b1 d1} } action place(p: empty) as \"{p}\" do put stone at p
         action shift(p: stone of A, q: neighbors(p) & empty) as \"{p}>{q}\" do move p to q
         end { when some(lines(own, 3)): mover wins when stuck(next): draw }",
    );
    // Who wins may depend on who is stuck, and who can move on who is in.
    with(
        "def winner = if stuck(next) then mover else next
         action place(p: empty & rows(1)) do put stone at p end { when none(empty & rows(1)): winner wins }",
    );
    with(
        "action place(p: empty) when count(players) == 2 do put stone at p
         end { when stuck(next): draw when count(occupied) == 1: next loses }",
    );
    // The cells of this move do not fit in one number. In the last game, the end differs for each player.
    let names = ["b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"];
    let binders: String = names.iter().map(|name| format!(", {name}: {{a1 b1}}")).collect();
    let same: String = names.iter().map(|name| format!(" when {name} == a")).collect();
    with(&format!(
        "action place(p: empty) as \"{{p}}\" do put stone at p
         action far(a: {{a1 b1}}{binders}) {same} as \"f{{a}}\" do put stone at a end {{ when ply == 20: draw when stuck(next): draw }}"
    ));
    with(
        "action place(p: empty) do put stone at p
         end { when connects(stone of A, edge(if mover == A then N else W), edge(if mover == A then S else E)): A wins
               when stuck(next): draw }",
    );
}

pub const SMALL: &str = "board square 5 x 5 players A, B piece stone";
pub const END: &str = "end { when stuck(next): next loses }";

/// Rules with many of these, numbered.
fn many(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn statements_are_counted_alike() {
    let action =
        |body: &str| alike(&format!("{SMALL} action place(p: {{a1 b1}} & empty) do {{ put stone at p {body} }} {END}"));
    let nested = |inner: &str| format!("for a in board {{ for b in board {{ for c in board {{ {inner} }} }} }}");
    // 5 x 5 x 5 cells, thrice: 15625 passes, with a few statements in each one more than the language allows, or not.
    action(&nested("n = n + 1").replace("for a", "var n = 0 for a"));
    let more = many(6, |_| "n = n + 1".to_owned());
    action(&nested(&more).replace("for a", "var n = 0 for a"));
    action("var n = 0 while n < 20000 { n += 1 if n % 2 == 0 { n += 0 } n += 0 }");
    action("var n = 0 while n < 30000 { n += 1 if n % 2 == 0 { n += 0 } n += 0 }");
    action("var n = 0 while n < 1000 { n += 1 for a in board { n += 0 } }");
    action("var n = 0 while n < 3000 { n += 1 for a in board { n += 0 } }");
}

#[test]
fn what_leads_back_to_itself_ends_alike() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules} {END}"));
    for depth in [5, 90, 150, 1200] {
        with(&format!(
            "def far(p: cell, n: int): int = if n == 0 then 0 else 1 + far(step(p, N), n - 1)
             action place(p: empty) when far(p, {depth}) > 3 do put stone at p"
        ));
        with(&format!(
            "var n = 0 effect deep(p: cell, m: int) {{ n = n + 1 if m > 0 {{ deep(p, m - 1) }} }}
             action place(p: empty) do {{ put stone at p deep(p, {depth}) }}"
        ));
    }
    with(
        "def even(s: cells, n: int): bool = n == 0 or odd(neighbors(s), n - 1)
          def odd(s: cells, n: int): bool = n > 0 and s == s and even(s, n - 1)
          action place(p: empty) when even(p, column(p)) do put stone at p",
    );
    with("def spread(s: cells, n: int): cells = if n == 0 then s else spread(neighbors(s) | s, n - 1)
          def soon(n: int): bool = n > 0 and (own == board or soon(n - 1))
          action place(p: empty) when none(spread(p, 2) & own) or ply > 4 do put stone at p
          end { when some move then soon(2): draw when mover in players and soon(3): mover wins when stuck(next): draw }"
        .split(" end {").next().unwrap_or(""));
}

#[test]
fn rules_that_are_large_are_left_to_the_reference() {
    let large = |rules: String| {
        let begun = std::time::Instant::now();
        let engines =
            Engines::of_text("large.game", &format!("game \"Large\"\n{SMALL}\n{rules}\n{END}"), &common::Folder);
        let engines = engines.unwrap_or_else(|| panic!("it does not check"));
        let read = begun.elapsed();
        assert_eq!(engines.trusting.unsupported(), Some("rules this large"));
        assert!(begun.elapsed() - read < Duration::from_secs(30), "{:?}", begun.elapsed() - read);
        let start = engines.reference.start().unwrap();
        let said = [engines.reference.legal_moves(&start), engines.trusting.legal_moves(&start)]
            .map(|said| format!("{said:?}"));
        assert_eq!(said[0], said[1]);
    };
    large(many(900, |n| format!("action a{n}a(p: empty) when {n} > ply as \"a{n}a{{p}}\" do put stone at p")));
    large(format!(
        "action place(p: empty) do {{ put stone at p {} }}",
        many(9000, |n| format!("if count(neighbors(p) & own) == {} {{ remove neighbors(p, N) & enemy }}", n % 5))
    ));
    let doubled = |n: usize| format!("def d{}a(p: cell): bool = d{n}a(step(p, N)) or d{n}a(step(p, E))", n + 1);
    large(format!(
        "def d0a(p: cell): bool = owner(p) == mover {} action place(p: empty) when not d20a(p) do put stone at p",
        many(20, doubled)
    ));
}

#[test]
fn effects_that_run_too_many_statements_fault_alike() {
    let effect = |n: usize| format!("effect e{}a(p: cell) {{ e{n}a(step(p, N)) e{n}a(step(p, E)) }}", n + 1);
    let rules = format!(
        "game \"Large\"\n{SMALL} effect e0a(p: cell) {{ remove p & enemy }} {}
         action place(p: empty) do {{ if p == a1 {{ e20a(p) }} put stone at p }}\n{END}",
        many(20, effect)
    );
    let engines = Engines::of_text("large.game", &rules, &common::Folder).expect("it checks");
    assert_eq!(engines.trusting.unsupported(), None);
    let start = engines.reference.start().unwrap();
    for mv in engines.reference.legal_moves(&start).unwrap() {
        let both: [&dyn Engine; 2] = [&*engines.reference, &engines.trusting];
        let said = both.map(|engine| format!("{:?}", engine.play(&start, &mv)));
        assert_eq!(said[0], said[1]);
        assert_eq!(said[0].contains("F04"), mv.values[0] == 0, "{said:?}");
    }
}
