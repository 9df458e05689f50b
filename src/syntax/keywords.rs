//! The keywords of the language, and what names and cells look like.

/// The keywords between values. They cannot be names.
pub const RESERVED: &[&str] = &[
    "and", "or", "not", "in", "within", "except", "of", "if", "then", "else", "match", "where", "true", "false",
    "when", "do", "ensure", "maximize", "as", "let",
];

/// The keywords that begin items and statements. Only actions can have them as names.
pub const BEGINNINGS: &[&str] = &[
    "action", "again", "also", "always", "author", "board", "choose", "def", "effect", "end", "example", "extends",
    "for", "game", "give", "legend", "look", "map", "move", "neutral", "param", "piece", "players", "put", "remove",
    "replace", "return", "setup", "var", "while", "without", "year",
];

/// The keywords that begin items.
pub const ITEMS: &[&str] = &[
    "action", "also", "always", "author", "board", "def", "effect", "end", "example", "extends", "game", "language",
    "legend", "look", "map", "neutral", "param", "piece", "players", "replace", "setup", "var", "without", "year",
];

/// The keywords before a text in quotes.
pub(crate) const TITLED: &[&str] = &["game", "author", "extends", "example"];

/// The keywords that begin items and nothing else: at the beginning of a line they end the item before.
pub(crate) const HEADS: &[&str] = &[
    "action", "also", "always", "author", "def", "effect", "end", "example", "extends", "game", "legend", "look",
    "map", "neutral", "param", "piece", "replace", "setup", "year",
];

/// The keywords that begin the clauses of an action.
pub const CLAUSES: &[&str] = &["let", "when", "as", "do", "ensure", "maximize"];

/// The keywords that begin statements, except `let` and `may`.
pub const STATEMENTS: &[&str] =
    &["again", "choose", "for", "give", "if", "move", "put", "remove", "return", "var", "while"];

/// The keywords that begin the lines of an example.
pub const CHECKS: &[&str] = &["expect", "illegal", "legal", "moves", "perft", "play", "position", "result", "set"];

/// The words that begin the lines of a look.
pub(crate) const LOOK_LINES: &[&str] =
    &["fill", "border", "edge", "mark", "label", "line", "wall", "shape", "color", "name", "beside", "hide", "caption"];

/// The keywords of statements, and the words of other languages that mean them.
const FOREIGN_STATEMENTS: &[(&str, &str)] = &[
    ("put", "place add drop create insert"),
    ("remove", "take capture captures delete destroy kill clear empty"),
    ("move", "go step slide jump"),
    ("for", "foreach"),
    ("while", "until loop repeat"),
];

/// The keywords of items, and the words of other languages that mean them.
const FOREIGN_ITEMS: &[(&str, &str)] = &[
    ("def", "function func fn fun define let const macro region zone area predicate"),
    ("effect", "procedure sub"),
    ("action", "rule turn"),
    ("var", "int bool variable"),
    ("param", "parameter option setting"),
    ("players", "colors colours sides teams"),
    ("piece", "kind kinds token tokens"),
    ("game", "title name"),
    ("setup", "start initial"),
    ("map", "table grid regions terrain"),
    ("end", "goal goals ending"),
    ("look", "looks style appearance display theme graphics view"),
    ("example", "test"),
    ("legend", "symbols"),
    ("author", "designer"),
];

/// The keywords of clauses, and the words of other languages that mean them.
const FOREIGN_CLAUSES: &[(&str, &str)] = &[
    ("when", "where requires require needs given provided once whenever condition must"),
    ("do", "then effect effects result"),
    ("ensure", "assert afterwards"),
];

/// The keywords of the lines of an example, and the words of other languages that mean them.
const FOREIGN_CHECKS: &[(&str, &str)] = &[
    ("expect", "assert check should verify require"),
    ("legal", "allowed permitted valid"),
    ("illegal", "forbidden disallowed invalid refused"),
    ("position", "given start setup board"),
    ("result", "outcome winner then"),
    ("play", "do go turn"),
];

/// The words of the language that are sets.
pub(crate) const SETS: &[&str] = &[
    "own",
    "enemy",
    "empty",
    "occupied",
    "pieces",
    "board",
    "edge",
    "corner",
    "center",
    "dark",
    "light",
    "orthogonal",
    "diagonal",
];

/// Returns what a set of a player is called: `own` already has an owner, so that it cannot have another one.
pub(crate) fn of_player(set: &str, player: &str) -> String {
    match set {
        "own" | "occupied" => format!("pieces of {player}"),
        "enemy" => format!("pieces of rival({player})"),
        "pieces" => format!("pieces of {player}"),
        _ if SETS.contains(&set) => format!("pieces of {player} & {set}"),
        kind => format!("{kind} of {player}"),
    }
}

/// The words of the language that are sets with arguments.
pub(crate) const CALLS_OF_SETS: &[&str] =
    &["between", "columns", "edge", "group", "hop", "leap", "neighbors", "ray", "reach", "rows", "side", "union"];

/// The words of the language that are written like functions and are often written without their parentheses.
pub(crate) const CALLS: &[&str] = &[
    "connects",
    "count",
    "distance",
    "every",
    "group",
    "groups",
    "hop",
    "kind",
    "leap",
    "lines",
    "max",
    "min",
    "neighbors",
    "none",
    "opposite",
    "owner",
    "ray",
    "reach",
    "row",
    "column",
    "some",
    "step",
    "sum",
    "the",
    "union",
];

fn translate(table: &[(&'static str, &str)], word: &str) -> Option<&'static str> {
    let row = table.iter().find(|(_, foreign)| foreign.split(' ').any(|foreign| foreign == word));
    row.map(|(meant, _)| *meant)
}

/// Returns a help for a statement of other languages that ends a turn, does nothing, or changes a piece.
pub(crate) fn explain_statement(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "pass" | "skip" | "endturn" | "end_turn" | "nextturn" | "next_turn" | "nextplayer" | "next_player" | "noop" => {
            Some(
                "the turn passes by itself after each move: leave it out; a player passes by an action, `action pass()`",
            )
        }
        "promote" | "promotes" | "crown" | "crowns" | "upgrade" | "transform" => Some(
            "put the new piece on the cell, in `do`: `put king at q`, or `if q in edge(forward) { put king at q }`",
        ),
        "illegal" | "forbidden" | "invalid" | "reject" | "cancel" | "abort" | "revert" | "undo" => Some(
            "a move is refused before it is made: write `when C` before `do`; `ensure C` after `do` is tested after its effect",
        ),
        "eliminate" | "eliminates" | "lose" | "loses" | "win" | "wins" | "resign" | "resigns" | "knockout" => Some(
            "who wins or is out is said in `end`, which is tested after every move: `end { for P in players when C: P loses }`",
        ),
        "flip" | "flips" | "convert" => Some("to change the owner of a piece, write `give p to mover`"),
        "push" | "pushes" | "shove" | "shoves" | "pull" | "pulls" => Some(
            "pieces are pushed by moving them: `move p to q` for one, `move each c in chain to step(c, d)` for all of a set at once",
        ),
        "swap" | "exchange" => {
            Some("exchange two pieces by `let x = at(p); let y = at(q); put y at p; put x at q`, in braces after `do`")
        }
        _ => None,
    }
}

/// The help for a test in `do` whether a piece can go on.
pub(crate) const GO_ON: &str =
    "the move is not over yet: test the cells instead, as in `if some(hop(q, all, enemy) & empty) { again }`";

/// Says how to put a piece under the stack on a cell: the stack waits on another cell.
pub(crate) fn help_for_put_under(piece: &str, to: &str) -> String {
    let texts = [piece, to];
    let (h, r) = (free_name(&texts, ["h", "how_high"]), free_name(&texts, ["r", "s"]));
    format!(
        "pieces are added on top; move the stack to another cell {r} and back: `let {h} = height({to}); move {to} to {r}; \
         put {piece} at {to}; move top {h} of {r} to {to}`, in braces"
    )
}

/// Says how to move a stack, or some of its upper pieces, under the stack on another cell.
pub(crate) fn help_for_move_under(number: Option<&str>, from: &str, to: &str) -> String {
    let meant = match number {
        None => format!("move {to} to {from}; move {from} to {to}"),
        Some(number) => {
            let h = free_name(&[number, from, to], ["h", "how_high"]);
            format!("let {h} = height({to}); move {to} to {from}; move top ({h} + {number}) of {from} to {to}")
        }
    };
    format!("pieces are added on top; move the upper stack onto the lower one, and both back: `{meant}`, in braces")
}

/// Returns the first name, or the other one if the first is among the words of these texts.
fn free_name(texts: &[&str], [first, other]: [&'static str; 2]) -> &'static str {
    let mut words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    if words.any(|word| word == first) { other } else { first }
}

/// Says what the piece on top of a stack is called.
pub(crate) fn help_for_top(cell: &str) -> String {
    format!("the piece on top is `at({cell})`, its player `owner({cell})`; `{cell} in own` tests it")
}

/// Says what the piece at the bottom of a stack is called.
pub(crate) fn help_for_bottom(cell: &str) -> String {
    format!("the piece at the bottom is `stack({cell}, 1)`, its player `owner(stack({cell}, 1))`")
}

/// Returns the keyword of the item that a word of another language means.
pub(crate) fn translate_item(word: &str) -> Option<&'static str> {
    translate(FOREIGN_ITEMS, word)
}

/// Returns the keyword of the statement that a word of another language means.
pub(crate) fn translate_statement(word: &str) -> Option<&'static str> {
    translate(FOREIGN_STATEMENTS, word)
}

/// Returns the keyword of the clause that a word of another language means.
pub(crate) fn translate_clause(word: &str) -> Option<&'static str> {
    translate(FOREIGN_CLAUSES, word)
}

/// Returns the keyword of the line of an example that a word of another language means.
pub(crate) fn translate_check(word: &str) -> Option<&'static str> {
    translate(FOREIGN_CHECKS, word)
}

/// Returns whether a word is a keyword and cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || BEGINNINGS.contains(&word)
}

/// Returns whether a word is a cell: one or two lowercase letters and a number, `c5`, `aa12`.
pub fn is_cell(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = word.get(letters..).unwrap_or("");
    (1..=2).contains(&letters)
        && digits.starts_with(|first: char| ('1'..='9').contains(&first))
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Lists the cells of a row or a column from one to another, or returns `None` if they are in no line, or more than 20.
pub fn list_cells(first: &str, last: &str) -> Option<Vec<String>> {
    const MOST: usize = 20;
    let split = |name: &str| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let number: u32 = name.get(letters.len()..)?.parse().ok()?;
        Some((letters, number))
    };
    let ((letters, row), (other_letters, other_row)) = (split(first)?, split(last)?);
    let letter = |letters: &str| letters.bytes().next().filter(|_| letters.len() == 1);
    let cells: Vec<String> = if letters == other_letters {
        (row.min(other_row)..=row.max(other_row)).take(MOST + 1).map(|row| format!("{letters}{row}")).collect()
    } else if row == other_row {
        let (from, to) = (letter(&letters)?, letter(&other_letters)?);
        (from.min(to)..=from.max(to)).map(|column| format!("{}{row}", column as char)).collect()
    } else {
        return None;
    };
    (cells.len() <= MOST).then_some(cells)
}

/// Returns whether a word is a cell in capital letters: `C5`.
pub fn is_capital_cell(word: &str) -> bool {
    !is_cell(word) && is_cell(&word.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_letters_and_a_number() {
        assert!(["c5", "aa12", "a100"].into_iter().all(is_cell));
        assert!(!["c", "5", "c0", "abc5", "C5", "c5d", "c_5", "", "é5"].into_iter().any(is_cell));
        assert!(is_capital_cell("C5") && is_capital_cell("Aa1") && !is_capital_cell("P"));
    }
}
