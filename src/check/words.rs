//! The built-in words of the language, as names and as calls.

/// Words that stand alone.
pub(super) const NAMES: &[&str] = &[
    "board", "empty", "occupied", "pieces", "own", "enemy", "edge", "corner", "center", "dark", "light", "orthogonal",
    "diagonal", "all", "forward", "backward", "ahead", "sideways", "mover", "next", "players", "ply", "stuck", "repeated",
    "width", "height", "off", "nothing", "true", "false",
];

/// Words that take arguments.
pub(super) const CALLS: &[&str] = &[
    "edge", "side", "rows", "columns", "row", "column", "cell", "forward", "backward", "ahead", "sideways", "toward",
    "opposite", "dx", "dy", "dir", "step", "neighbors", "ray", "first", "hop", "leap", "between", "distance", "group",
    "groups", "connects", "lines", "at", "owner", "kind", "rival", "after", "number", "count", "some", "none", "every",
    "sum", "max", "min", "abs", "union", "reach", "stuck", "possible", "repeated",
];

/// Directions of square boards, which keep their meaning everywhere.
const DIRECTIONS: &[&str] = &["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// Whether a word belongs to the language and cannot be a name.
pub(super) fn is_word(word: &str) -> bool {
    NAMES.contains(&word) || CALLS.contains(&word) || DIRECTIONS.contains(&word)
}

/// How a built-in function is written, for messages.
pub(super) fn usage(name: &str) -> &'static str {
    match name {
        "edge" => "`edge` or `edge(D)`",
        "side" => "`side(n)`",
        "rows" => "`rows(n)` or `rows(1..2)`",
        "columns" => "`columns(n)` or `columns(1..2)`",
        "row" => "`row(p)`",
        "column" => "`column(p)`",
        "cell" => "`cell(column, row)`",
        "forward" => "`forward` or `forward(P)`",
        "backward" => "`backward` or `backward(P)`",
        "ahead" => "`ahead` or `ahead(P)`",
        "sideways" => "`sideways` or `sideways(P)`",
        "toward" => "`toward(p, q)`",
        "opposite" => "`opposite(d)`",
        "dx" => "`dx(d)`",
        "dy" => "`dy(d)`",
        "dir" => "`dir(dx, dy)`",
        "step" => "`step(p, d)` or `step(p, d, n)`",
        "neighbors" => "`neighbors(S)` or `neighbors(S, D)`",
        "ray" => "`ray(S, D)` or `ray(S, D, T)`",
        "first" => "`first(S, D, T)`",
        "hop" => "`hop(S, D, T)`",
        "leap" => "`leap(S, m, n)`",
        "between" => "`between(p, q)`",
        "distance" => "`distance(p, q)`",
        "group" => "`group(S, T)`",
        "groups" => "`groups(T)`",
        "connects" => "`connects(T, A, B)`",
        "lines" => "`lines(T, n)`, `lines(T, n..m)` or `lines(T, n..m, D)`",
        "at" => "`at(p)`",
        "owner" => "`owner(p)` or `owner(x)`",
        "kind" => "`kind(p)` or `kind(x)`",
        "rival" => "`rival(P)`",
        "after" => "`after(P)`",
        "number" => "`number(P)`",
        "count" => "`count(X)` or `count(x in X: C)`",
        "some" => "`some(X)` or `some(x in X: C)`",
        "none" => "`none(X)` or `none(x in X: C)`",
        "every" => "`every(x in X: C)`",
        "sum" => "`sum(x in X: n)`",
        "max" => "`max(m, n)` or `max(x in X: n)`",
        "min" => "`min(m, n)` or `min(x in X: n)`",
        "abs" => "`abs(n)`",
        "union" => "`union(x in X: S)`",
        "reach" => "`reach(x in S: T)`",
        "stuck" => "`stuck(P)`",
        "possible" => "`possible(action)`",
        "repeated" => "`repeated` or `repeated(E, ...)`",
        _ => "",
    }
}
