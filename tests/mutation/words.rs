//! Words that stand for one another, and parts that fit into any rules.

use super::places::Sort;
use boardwright::rng::Rng;

/// Words and signs of one kind.
const KINDS: &[&[&str]] = &[
    &["==", "!=", "<", ">", "<=", ">="],
    &["own", "enemy", "empty", "pieces", "board", "occupied"],
    &["orthogonal", "diagonal", "all", "forward", "backward", "sideways"],
    &["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
    &["some", "every", "none", "count"],
    &["and", "or"],
    &["&", "|", "except"],
    &["+", "-", "*", "/", "%"],
    &["mover", "next"],
    &["ray", "first", "neighbors", "hop"],
    &["row", "column"],
    &["rows", "columns", "side"],
    &["edge", "corner", "center", "dark", "light"],
    &["most", "fewest"],
    &["max", "min"],
    &["wins", "loses"],
    &["in", "not in"],
    &["sum", "max", "min", "count"],
    &["dx", "dy"],
    &["width", "height"],
    &["true", "false"],
    &["if", "while"],
    &["group", "between"],
    &["choose", "may choose"],
    &["kind", "owner"],
    &["move", "move each c in"],
];

/// Words, signs, and what is between them.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        '=' | '<' | '>' | '!' => 2,
        _ => 3,
    };
    let (mut all, mut start, mut last) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != kind(c) || last == 3) {
            all.push(&text[start..at]);
            start = at;
        }
        last = Some(kind(c));
    }
    all.push(&text[start..]);
    all
}

/// Some word for another one of its kind.
pub fn swapped(text: &str, rng: &mut Rng) -> String {
    let tokens = tokens(text);
    let kinds_of = |token: &str| KINDS.iter().filter(|kind| kind.contains(&token)).collect::<Vec<_>>();
    let places: Vec<usize> = (0..tokens.len()).filter(|at| !kinds_of(tokens[*at]).is_empty()).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = places[rng.below(places.len())];
    let kinds = kinds_of(tokens[at]);
    let kind = kinds[rng.below(kinds.len())];
    let new = kind[rng.below(kind.len())];
    let each = |n: usize| if n == at { new } else { tokens[n] };
    (0..tokens.len()).map(each).collect()
}

/// Some number for another one.
pub fn other_number(text: &str, rng: &mut Rng) -> String {
    let tokens = tokens(text);
    let places: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].parse::<i64>().is_ok()).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = places[rng.below(places.len())];
    let old: i64 = tokens[at].parse().unwrap_or(0);
    let new = [old + 1, old - 1, 0, 1, 2, 3, 5, 7, 8, 9, 12, 2_147_483_647][rng.below(12)].max(0).to_string();
    let each = |n: usize| if n == at { new.clone() } else { tokens[n].to_owned() };
    (0..tokens.len()).map(each).collect()
}

const CONDITIONS: &[&str] = &[
    "ply % 3 == 1",
    "ply < 12",
    "p in own",
    "p in edge",
    "q in edge",
    "q in enemy",
    "some(neighbors(p) & enemy)",
    "count(neighbors(q, diagonal) & own) > 1",
    "none(ray(p, N, empty))",
    "every(x in neighbors(p): x in empty or x in own)",
    "some(x in own: count(neighbors(x) & enemy) >= 2)",
    "groups(own) > 1",
    "groups(own | enemy) == 1",
    "connects(own, edge(N), edge(S))",
    "connects(own, side(1), side(2), side(3))",
    "some(lines(own, 3))",
    "some(lines(own | enemy, 2..3, orthogonal) & p)",
    "p in light",
    "row(p) > column(p)",
    "count(own) > count(enemy)",
    "distance(p, a1) > 2",
    "own within neighbors(own)",
    "repeated >= 1",
    "repeated(mover, next) >= 1",
    "repeated(own, ply % 2) == 0",
    "stuck(next)",
    "stuck",
    "some move then none(enemy)",
    "no move then count(own) > 3",
    "count({ x in board: count(neighbors(x) & own) == 2 }) % 2 == 0",
    "sum(x in own: row(x)) > sum(x in enemy: column(x)) - 3",
    "max(x in own: row(x)) or 0 > 2",
    "kind(p) == kind(q)",
    "owner(q) == next",
    "at(p) == at(q)",
    "number(mover) == 1",
    "q in reach(x in p: neighbors(x) & empty)",
    "p in union(x in own: ray(x, diagonal, empty))",
    "step(p, N) == step(q, S)",
    "step(p, E, 2) in empty",
    "some(d in orthogonal: step(p, d) in own and step(p, opposite(d)) in enemy)",
    "some(toward(p, q) & diagonal)",
    "count(1..ply) > 3",
    "ply in {1, 3, 4}",
    "ply in { n in 1..20: n % 3 != 0 }",
    "true",
    "false",
    "edge(N) & own == {}",
    "mover in players",
    "rival(mover) == next",
    "10 / (count(own) - 2) > 1",
    "abs(row(p) - row(q)) == 1",
    "count(first(own, all, enemy)) > 2",
    "count(neighbors(own) & empty) == count(x in empty: some(neighbors(x) & own))",
    "dx(N) + dy(E) == 0",
];

const SETS: &[&str] = &[
    "own",
    "enemy",
    "empty",
    "board",
    "edge",
    "corner",
    "neighbors(p)",
    "neighbors(p, diagonal)",
    "neighbors(own)",
    "neighbors(enemy, N | E)",
    "ray(p, all, empty)",
    "ray(own, orthogonal, empty)",
    "ray(p, N)",
    "first(p, all, occupied)",
    "first(own, diagonal, enemy)",
    "hop(p, all, enemy)",
    "hop(own, orthogonal, occupied)",
    "leap(p, 1, 2)",
    "leap(own, 2, 2)",
    "between(p, q)",
    "group(p, own)",
    "group(edge, empty)",
    "lines(own, 3)",
    "lines(own, 2..2, diagonal)",
    "rows(1..2)",
    "rows(ply % 4)",
    "columns(2)",
    "columns(row(p))",
    "side(2)",
    "edge(E)",
    "edge(forward)",
    "reach(x in p: neighbors(x) & own)",
    "reach(x in own: neighbors(x, N | E) & empty)",
    "union(x in own: neighbors(x) & empty)",
    "union(d in orthogonal: ray(p, d, empty))",
    "{ x in board: count(neighbors(x) & own) > 1 }",
    "{ x in empty: some(d in all: step(x, d) in own and step(x, opposite(d)) in enemy) }",
    "{ x in own: row(x) + column(x) < 6 }",
    "step(p, N)",
    "step(p, E, 3)",
    "the({ x in own: x == p })",
    "(if p in edge then own else empty)",
    "(if count(own) > 3 then neighbors(p) else board)",
    "pieces of next",
    "{}",
    "a1",
    "cell(2, 2)",
    "cell(ply % 5, row(p))",
    "all",
    "orthogonal",
    "players",
    "1..3",
    "1..count(own)",
    "{1, 4, 9}",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "ply",
    "count(own)",
    "count(enemy)",
    "row(p)",
    "column(q)",
    "count(neighbors(p) & enemy)",
    "groups(own)",
    "max(x in own: row(x)) or 2",
    "min(x in neighbors(p): column(x)) or 0",
    "sum(x in own: count(neighbors(x) & own))",
    "distance(p, q)",
    "abs(count(own) - count(enemy))",
    "max(row(p), column(p))",
    "number(mover)",
    "repeated",
    "width",
    "ply / 2",
    "7 % (ply - 3)",
    "(if p in edge then 1 else 3)",
    "2147483647",
];

const DIRS: &[&str] = &[
    "all",
    "orthogonal",
    "diagonal",
    "N",
    "N | E",
    "forward",
    "backward",
    "sideways",
    "ahead",
    "toward(p, q)",
    "{ d in all: step(p, d) in empty }",
    "(if ply > 4 then orthogonal else diagonal)",
    "opposite(forward)",
    "union(x in own: toward(p, x))",
    "all except N",
    "(if p in own then N else S)",
];

const STATEMENTS: &[&str] = &[
    "again",
    "remove p",
    "remove q",
    "remove edge",
    "remove neighbors(q) & enemy",
    "give own to next",
    "give neighbors(q) & enemy to mover",
    "move each c in own to step(c, N)",
    "move each c in enemy & edge to step(c, E, 2)",
    "if ply % 2 == 0 { again }",
    "for x in own { if count(neighbors(x) & enemy) > 2 { remove x } }",
    "for d in orthogonal { remove step(q, d) & enemy }",
    "let x = first(p, all, enemy) remove x",
    "var n = 0 while n < 3 { n += 1 if step(p, N, n) in enemy { remove step(p, N, n) } }",
    "choose x in neighbors(q) & empty { move q to x }",
    "may choose x in neighbors(q) & enemy { remove x }",
    "choose n in 1..2 as \"{n}\" { if n == 1 { remove edge & own } }",
    "choose d in orthogonal as \"{d}\" { remove step(q, d) }",
    "move p to q",
    "return",
    "if some(own & corner) { return }",
    "put at(p) at neighbors(p) & empty",
    "put at(q) at p",
];

const ENDINGS: &[&str] = &[
    "when stuck(next): next loses",
    "when stuck(next): draw",
    "when repeated >= 1: draw",
    "when repeated(next) >= 2: mover loses",
    "when ply > 8: most own wins or draw",
    "when ply > 5: fewest pieces wins, no ties",
    "when none(own): next wins",
    "when some(lines(own, 3)): mover wins",
    "for P in players when none(pieces of P): P loses",
    "when connects(own, edge(W), edge(E)): mover wins",
    "when some(p in own & edge: count(group(p, own)) >= 3): mover wins",
    "when not (board except own within group(edge, board except own)): mover wins",
    "when ply == 7: never",
    "when count(own) == 1: mover loses",
    "when no move then some(own): draw",
];

const RESULTS: &[&str] = &[
    " draw",
    " mover wins",
    " next wins",
    " next loses",
    " mover loses",
    " most pieces wins or draw",
    " fewest own wins, no ties",
    " never",
    " after(mover) loses",
];

/// A part of a sort that fits in many places.
pub fn sample(sort: Sort, rng: &mut Rng) -> Option<String> {
    let parts = match sort {
        Sort::Condition => CONDITIONS,
        Sort::Set => SETS,
        Sort::Dirs => DIRS,
        Sort::Number => NUMBERS,
        Sort::Statement => STATEMENTS,
        Sort::Ending => ENDINGS,
        Sort::Result => RESULTS,
        Sort::When | Sort::Board | Sort::Setup => return None,
    };
    Some(parts[rng.below(parts.len())].to_owned())
}

/// A board of any shape.
pub fn board(rng: &mut Rng) -> String {
    let (w, h) = (1 + rng.below(9), 1 + rng.below(9));
    match rng.below(14) {
        0..3 => format!("board square {w} x {h}"),
        3 => format!("board square {w} x {h} wraps E/W"),
        4 => format!("board square {w} x {h} wraps E/W, N/S"),
        5 => format!("board square {} x {} without {{b1 b2 c3}}", w + 3, h + 3),
        6 => format!("board square {w} x {h} links orthogonal | NE | SW"),
        7 => format!("board hex {w} x {h}"),
        8 => format!("board hex side {}", 1 + w / 2),
        9 => format!("board hex triangle {w}"),
        // Sets of these have four words or more.
        11 => format!("board square {} x {}", w + 11, h + 13),
        12 => format!("board hex {} x {} wraps E/W, NE/SW", w + 13, h + 12),
        10 => format!("board hex star {}", 1 + w / 4),
        _ => {
            "board graph { E/W: a1 b1 c1 d1, a2 c2 N/S: a1 a2, c1 c2 c3 NE/SW: a2 c3 round: a1 a2 c2 c1 a1 }".to_owned()
        }
    }
}

/// Pieces for any board, of the kinds and players that a text names.
pub fn setup(text: &str, rng: &mut Rng) -> String {
    let names = |word: &str| -> Vec<String> {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(word)).unwrap_or("");
        let parts = line.split("//").next().unwrap_or("").split(',');
        parts.filter_map(|part| part.split_whitespace().next()).map(str::to_owned).collect()
    };
    let (kinds, players) = (names("piece "), names("players "));
    let places = ["rows(1)", "rows(1..2)", "rows(height)", "edge", "corner", "columns(1)", "center", "a1"];
    let mut all = String::new();
    for n in 0..2 + rng.below(3) {
        let (Some(kind), Some(player)) = (kinds.get(rng.below(kinds.len())), players.get(n % players.len().max(1)))
        else {
            break;
        };
        all += &format!("{kind} of {player} at {}; ", places[rng.below(places.len())]);
    }
    format!("{{ {all}}}")
}
