//! Rules made up at random: expressions of every type inside one another.
//! [`game`] makes whole games of them.

mod games;
mod statements;

pub use games::game;

use boardwright::rng::Rng;

/// What can be named at a place, and the randomness.
pub struct Maker<'r> {
    rng: &'r mut Rng,
    cells: Vec<String>,
    /// Names of sets of cells.
    pub sets: Vec<String>,
    dirs: Vec<String>,
    numbers: Vec<String>,
    players: Vec<String>,
    /// Names given so far.
    named: usize,
    kinds: Vec<&'static str>,
    /// Whether the declared variables and defs may be used.
    declared: Declared,
    /// Whether this is within an effect.
    pub returns: bool,
    /// Whether there is a variable with a direction, which may be none.
    heading: bool,
}

/// What the file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declared {
    Nothing,
    Vars,
    All,
}

macro_rules! pick {
    ($maker:expr; $($weight:literal => $value:expr),* $(,)?) => {{
        let total: usize = 0 $(+ $weight)*;
        #[allow(unused_mut)]
        let mut n = $maker.rng.below(total);
        loop {
            $(if n < $weight { break $value; } #[allow(unused_assignments)] { n -= $weight; })*
        }
    }};
}

use pick;

impl<'r> Maker<'r> {
    /// For a place where these cells can be named.
    pub fn new(rng: &'r mut Rng, cells: &[&str], kinds: &[&'static str], declared: Declared) -> Maker<'r> {
        let cells = cells.iter().map(|name| (*name).to_owned()).collect();
        let (dirs, numbers, players) = (Vec::new(), Vec::new(), Vec::new());
        Maker {
            rng,
            cells,
            sets: Vec::new(),
            dirs,
            numbers,
            players,
            named: 0,
            kinds: kinds.to_vec(),
            declared,
            returns: false,
            heading: false,
        }
    }

    fn name(&mut self) -> String {
        self.named += 1;
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        format!("v{}{}", letter(self.named / 26), letter(self.named))
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        words[self.rng.below(words.len())].to_owned()
    }

    /// Something in which one more cell can be named.
    fn with_cell<R>(&mut self, make: impl FnOnce(&mut Self, &str) -> R) -> R {
        let name = self.name();
        self.cells.push(name.clone());
        let made = make(self, &name);
        self.cells.pop();
        made
    }

    /// Something in which one more set of cells can be named.
    fn with_set<R>(&mut self, make: impl FnOnce(&mut Self, &str) -> R) -> R {
        let name = self.name();
        self.sets.push(name.clone());
        let made = make(self, &name);
        self.sets.pop();
        made
    }

    fn with_dir<R>(&mut self, make: impl FnOnce(&mut Self, &str) -> R) -> R {
        let name = self.name();
        self.dirs.push(name.clone());
        let made = make(self, &name);
        self.dirs.pop();
        made
    }

    fn with_number<R>(&mut self, make: impl FnOnce(&mut Self, &str) -> R) -> R {
        let name = self.name();
        self.numbers.push(name.clone());
        let made = make(self, &name);
        self.numbers.pop();
        made
    }

    fn with_player<R>(&mut self, make: impl FnOnce(&mut Self, &str) -> R) -> R {
        let name = self.name();
        self.players.push(name.clone());
        let made = make(self, &name);
        self.players.pop();
        made
    }

    /// `x in X: ..` for a random X.
    fn generator(&mut self, d: u32, body: &mut dyn FnMut(&mut Self, u32) -> String) -> String {
        let d = d.saturating_sub(1);
        pick!(self;
            6 => {
                let over = self.set(d);
                self.with_cell(|make, name| format!("{name} in {over}: {}", body(make, d)))
            },
            2 => {
                let over = self.dirs(d);
                self.with_dir(|make, name| format!("{name} in {over}: {}", body(make, d)))
            },
            1 => {
                let over = self.numbers(d);
                self.with_number(|make, name| format!("{name} in {over}: {}", body(make, d)))
            },
            1 => self.with_player(|make, name| format!("{name} in players: {}", body(make, d))),
        )
    }

    /// A condition.
    pub fn condition(&mut self, d: u32) -> String {
        if d == 0 {
            return pick!(self;
                6 => { let (p, s) = (self.cell(0), self.set(0)); format!("{p} in {s}") },
                3 => { let (p, q) = (self.cell(0), self.cell(0)); let word = self.one_of(&["row", "column"]); format!("{word}({p}) <= {word}({q})") },
                1 => { let (p, q) = (self.cell(0), self.cell(0)); format!("distance({p}, {q}) == 2") },
                1 => "ply % 2 == 0".to_owned(),
                1 => if self.heading { "heading == nothing".to_owned() } else { "ply > 6".to_owned() },
                1 => { let s = self.set(0); format!("some({s})") },
                1 => { let (p, k) = (self.cell(0), self.kind(0)); format!("kind({p}) == {k}") },
                1 => { let (p, o) = (self.cell(0), self.player(0)); format!("owner({p}) == {o}") },
                1 => { let s = self.set(0); format!("count({s}) > 3") },
            );
        }
        let e = d - 1;
        pick!(self;
            4 => { let (a, b) = (self.condition(e), self.condition(e)); format!("({a} and {b})") },
            4 => { let (a, b) = (self.condition(e), self.condition(e)); format!("({a} or {b})") },
            2 => { let a = self.condition(e); format!("(not {a})") },
            4 => {
                let (a, b) = (self.number(e), self.number(e));
                let sign = self.one_of(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({a} {sign} {b})")
            },
            5 => { let (p, s) = (self.cell(e), self.set(e)); format!("({p} in {s})") },
            1 => { let (p, s) = (self.cell(e), self.set(e)); format!("({p} not in {s})") },
            2 => { let (a, b) = (self.set(e), self.set(e)); format!("({a} within {b})") },
            1 => { let (a, b) = (self.set(e), self.set(e)); format!("({a} == {b})") },
            3 => { let s = self.set(e); format!("some({s})") },
            2 => { let s = self.set(e); format!("none({s})") },
            1 => { let s = self.dirs(e); format!("some({s})") },
            6 => {
                let word = self.one_of(&["some", "every", "none"]);
                let each = self.generator(d, &mut |make, d| make.condition(d));
                format!("{word}({each})")
            },
            1 => { let (a, b, c) = (self.set(e), self.set(e), self.set(e)); format!("connects({a}, {b}, {c})") },
            1 => { let (a, b) = (self.set(e), self.set(e)); format!("connects({a}, {b}, edge(N), edge(S))") },
            1 => { let (a, b) = (self.cell(e), self.cell(e)); format!("({a} == {b})") },
            1 => { let (a, b) = (self.cell(e), self.kind(e)); format!("(kind({a}) == {b})") },
            1 => { let (a, b) = (self.cell(e), self.player(e)); format!("(owner({a}) != {b})") },
            1 => { let (a, b) = (self.piece(e), self.piece(e)); format!("({a} == {b})") },
            1 => { let (a, b) = (self.dir(e), self.dirs(e)); format!("({a} in {b})") },
            1 => { let (a, b) = (self.number(e), self.numbers(e)); format!("({a} in {b})") },
            1 => { let (c, a, b) = (self.condition(e), self.condition(e), self.condition(e)); format!("(if {c} then {a} else {b})") },
            1 => {
                let (p, a, b, c) = (self.cell(e), self.condition(e), self.condition(e), self.condition(e));
                let kind = self.kinds[0];
                format!("(match kind({p}) {{ {kind}: {a}, nothing: {b}, else: {c} }})")
            },
            2 => if self.declared == Declared::All { let (p, q) = (self.cell(e), self.cell(e)); format!("good({p}, {q})") } else { self.condition(e) },
            1 => if self.declared >= Declared::Vars { "(turns == 1)".to_owned() } else { self.condition(e) },
        )
    }

    /// A set of cells.
    pub fn set(&mut self, d: u32) -> String {
        if !self.sets.is_empty() && self.rng.below(3) == 0 {
            return self.sets[self.rng.below(self.sets.len())].clone();
        }
        if d == 0 {
            return pick!(self;
                4 => "own".to_owned(),
                4 => "enemy".to_owned(),
                3 => "empty".to_owned(),
                1 => "occupied".to_owned(),
                1 => "board".to_owned(),
                1 => "edge".to_owned(),
                1 => "corner".to_owned(),
                1 => { let n = self.rng.below(4); format!("rows({n})") },
                1 => { let n = self.rng.below(4); format!("columns({n})") },
                1 => self.kinds[self.rng.below(self.kinds.len())].to_owned(),
                2 => { let p = self.cell(0); format!("neighbors({p})") },
                1 => if self.declared >= Declared::Vars { "marked".to_owned() } else { "own".to_owned() },
            );
        }
        let e = d - 1;
        pick!(self;
            4 => { let (a, b) = (self.set(e), self.set(e)); format!("({a} & {b})") },
            3 => { let (a, b) = (self.set(e), self.set(e)); format!("({a} | {b})") },
            3 => { let (a, b) = (self.set(e), self.set(e)); format!("({a} except {b})") },
            2 => self.set(0),
            2 => self.cell(e),
            3 => { let s = self.set(e); format!("neighbors({s})") },
            2 => { let (s, d) = (self.set(e), self.dirs(e)); format!("neighbors({s}, {d})") },
            1 => { let (s, d) = (self.set(e), self.dirs(e)); format!("ray({s}, {d})") },
            3 => { let (s, d, t) = (self.set(e), self.dirs(e), self.set(e)); format!("ray({s}, {d}, {t})") },
            2 => { let (s, d, t) = (self.cell(e), self.dirs(e), self.set(e)); format!("ray({s}, {d}, {t})") },
            2 => { let (s, d, t) = (self.set(e), self.dirs(e), self.set(e)); format!("first({s}, {d}, {t})") },
            2 => { let (s, d, t) = (self.cell(e), self.dirs(e), self.set(e)); format!("first({s}, {d}, {t})") },
            2 => { let (s, d, t) = (self.set(e), self.dirs(e), self.set(e)); format!("hop({s}, {d}, {t})") },
            1 => { let s = self.set(e); let (m, n) = (self.rng.below(3), self.rng.below(3)); format!("leap({s}, {m}, {n})") },
            1 => { let (p, q) = (self.cell(e), self.cell(e)); format!("between({p}, {q})") },
            1 => { let (s, t) = (self.set(e), self.set(e)); format!("group({s}, {t})") },
            1 => { let s = self.set(e); let n = 1 + self.rng.below(3); format!("lines({s}, {n})") },
            1 => { let (s, d) = (self.set(e), self.dirs(e)); let n = 1 + self.rng.below(3); format!("lines({s}, {n}..{}, {d})", n + 1) },
            1 => { let n = self.number(e); format!("rows({n})") },
            1 => { let (a, b) = (self.number(e), self.number(e)); format!("columns({a}..{b})") },
            1 => { let n = self.number(e); format!("side({n})") },
            1 => { let d = self.dirs(e); format!("edge({d})") },
            3 => { let over = self.set(e); self.with_cell(|make, name| format!("{{ {name} in {over}: {} }}", make.condition(e))) },
            2 => { let each = self.generator(d, &mut |make, d| make.set(d)); format!("union({each})") },
            1 => { let over = self.set(e); self.with_cell(|make, name| format!("reach({name} in {over}: {})", make.set(e))) },
            1 => { let (c, a, b) = (self.condition(e), self.set(e), self.set(e)); format!("(if {c} then {a} else {b})") },
            1 => { let (s, o) = (self.kinds[self.rng.below(2)], self.player(e)); format!("({s} of {o})") },
            1 => { let o = self.player(e); format!("(pieces of {o})") },
            2 => if self.declared == Declared::All { let p = self.cell(e); format!("near({p})") } else { self.set(e) },
            2 => if self.declared == Declared::All { let (s, p) = (self.set(e), self.cell(e)); format!("among({s}, {p})") } else { self.set(e) },
        )
    }

    /// A cell, which may be `off`.
    pub fn cell(&mut self, d: u32) -> String {
        if !self.cells.is_empty() && (d == 0 || self.rng.below(3) == 0) {
            return self.cells[self.rng.below(self.cells.len())].clone();
        }
        let e = d.saturating_sub(1);
        if d == 0 {
            return self.one_of(&["a1", "cell(1, 2)"]);
        }
        pick!(self;
            4 => { let (p, d) = (self.cell(e), self.dir(e)); format!("step({p}, {d})") },
            2 => { let (p, d) = (self.cell(e), self.dir(e)); let n = self.one_of(&["2", "-1", "3", "0"]); format!("step({p}, {d}, {n})") },
            1 => { let (p, d, n) = (self.cell(e), self.dir(e), self.number(e)); format!("step({p}, {d}, {n})") },
            1 => { let (a, b) = (self.number(e), self.number(e)); format!("cell({a}, {b})") },
            1 => { let (p, d, t) = (self.cell(e), self.dir(e), self.set(e)); format!("the(first({p}, {d}, {t}))") },
            1 => { let (c, a, b) = (self.condition(e), self.cell(e), self.cell(e)); format!("(if {c} then {a} else {b})") },
            1 => if self.declared >= Declared::Vars { "last".to_owned() } else { self.cell(e) },
        )
    }

    /// A number.
    pub fn number(&mut self, d: u32) -> String {
        if d == 0 {
            return pick!(self;
                4 => self.rng.below(5).to_string(),
                1 => "ply".to_owned(),
                1 => "count(own)".to_owned(),
                2 => if self.numbers.is_empty() { "1".to_owned() } else { self.numbers[self.rng.below(self.numbers.len())].clone() },
                1 => if self.declared >= Declared::Vars { "turns".to_owned() } else { "2".to_owned() },
            );
        }
        let e = d - 1;
        pick!(self;
            3 => self.number(0),
            3 => { let (a, b) = (self.number(e), self.number(e)); let sign = self.one_of(&["+", "-", "*"]); format!("({a} {sign} {b})") },
            1 => { let a = self.number(e); let n = 2 + self.rng.below(3); let sign = self.one_of(&["/", "%"]); format!("({a} {sign} {n})") },
            4 => { let s = self.set(e); format!("count({s})") },
            1 => { let s = self.dirs(e); format!("count({s})") },
            3 => { let each = self.generator(d, &mut |make, d| make.condition(d)); format!("count({each})") },
            2 => { let each = self.generator(d, &mut |make, d| make.number(d)); format!("sum({each})") },
            2 => {
                let word = self.one_of(&["max", "min"]);
                let (each, other) = (self.generator(d, &mut |make, d| make.number(d)), self.number(0));
                format!("({word}({each}) or {other})")
            },
            1 => { let (a, b) = (self.number(e), self.number(e)); let word = self.one_of(&["max", "min"]); format!("{word}({a}, {b})") },
            1 => { let a = self.number(e); format!("abs({a})") },
            2 => if self.cells.is_empty() { "3".to_owned() } else {
                let word = self.one_of(&["row", "column"]);
                format!("{word}({})", self.cells[self.rng.below(self.cells.len())])
            },
            1 => if self.cells.is_empty() { "3".to_owned() } else { format!("distance({}, a1)", self.cells[self.rng.below(self.cells.len())]) },
            1 => { let s = self.set(e); format!("groups({s})") },
            1 => { let d = self.dir(e); let word = self.one_of(&["dx", "dy"]); format!("{word}({d})") },
            1 => { let (c, a, b) = (self.condition(e), self.number(e), self.number(e)); format!("(if {c} then {a} else {b})") },
            1 => {
                let (p, a, b) = (self.cell(e), self.number(e), self.number(e));
                let kind = self.kinds[0];
                format!("(match kind({p}) {{ {kind}: {a}, else: {b} }})")
            },
            1 => { let a = self.number(e); format!("(-{a})") },
            1 => if self.declared >= Declared::Vars { let o = self.one_of(&["mover", "after(mover)"]); format!("score({o})") } else { "4".to_owned() },
            1 => if self.declared == Declared::All { let p = self.cell(e); format!("worth({p})") } else { "5".to_owned() },
            1 => if self.declared == Declared::All { let (s, n) = (self.set(e), self.number(e)); format!("crowd({s}, {n})") } else { "0".to_owned() },
        )
    }

    /// A set of numbers.
    pub fn numbers(&mut self, d: u32) -> String {
        let e = d.saturating_sub(1);
        pick!(self;
            3 => "1..3".to_owned(),
            1 => "{1, 2, 5}".to_owned(),
            1 => { let n = self.number(e); format!("1..({n} % 5)") },
            1 => { let n = self.number(e); format!("{{{n}}}") },
            1 => { let (a, b) = (self.number(e), self.number(0)); format!("{{{a}, {b}}}") },
            1 => self.with_number(|make, name| format!("{{ {name} in 1..6: {} }}", make.condition(e))),
            1 => { let n = self.number(e); format!("(1..4 except {n})") },
        )
    }

    /// A set of directions.
    pub fn dirs(&mut self, d: u32) -> String {
        if d == 0 {
            return self.one_of(&["all", "orthogonal", "diagonal", "N", "N | E", "forward", "sideways", "ahead", "W"]);
        }
        let e = d - 1;
        pick!(self;
            5 => self.dirs(0),
            2 => self.dir(e),
            1 => { let (a, b) = (self.dirs(e), self.dirs(e)); format!("(({a}) except ({b}))") },
            1 => { let (a, b) = (self.dirs(e), self.dirs(e)); format!("(({a}) | ({b}))") },
            2 => { let over = self.dirs(0); self.with_dir(|make, name| format!("{{ {name} in {over}: {} }}", make.condition(e))) },
            1 => { let (p, q) = (self.cell(e), self.cell(e)); format!("toward({p}, {q})") },
            1 => { let a = self.dirs(e); format!("opposite({a})") },
            1 => { let (c, a, b) = (self.condition(e), self.dirs(0), self.dirs(0)); format!("(if {c} then {a} else {b})") },
            1 => { let (word, o) = (self.one_of(&["forward", "backward", "sideways"]), self.player(e)); format!("{word}({o})") },
        )
    }

    /// One direction.
    pub fn dir(&mut self, d: u32) -> String {
        if !self.dirs.is_empty() && self.rng.below(2) == 0 {
            return self.dirs[self.rng.below(self.dirs.len())].clone();
        }
        match self.rng.below(8) {
            0 if d > 0 => format!("opposite({})", self.dir(d - 1)),
            1 => "ahead".to_owned(),
            2 | 3 if self.heading => "heading".to_owned(),
            _ => self.one_of(&["E", "W", "NE", "SW"]),
        }
    }

    /// A player, or nobody.
    pub fn player(&mut self, d: u32) -> String {
        if !self.players.is_empty() && self.rng.below(2) == 0 {
            return self.players[self.rng.below(self.players.len())].clone();
        }
        match self.rng.below(6) {
            0 if d > 0 => format!("owner({})", self.cell(d - 1)),
            1 => "A".to_owned(),
            2 => "after(mover)".to_owned(),
            _ => "mover".to_owned(),
        }
    }

    fn kind(&mut self, d: u32) -> String {
        match self.rng.below(4) {
            0 if d > 0 => format!("kind({})", self.cell(d - 1)),
            1 => "nothing".to_owned(),
            _ => self.kinds[self.rng.below(self.kinds.len())].to_owned(),
        }
    }

    fn piece(&mut self, d: u32) -> String {
        match self.rng.below(4) {
            0 => "nothing".to_owned(),
            1 => {
                let owner = self.player(d);
                format!("{} of {owner}", self.kinds[0])
            }
            2 if self.declared >= Declared::Vars => "held".to_owned(),
            _ => format!("at({})", self.cell(d)),
        }
    }
}
