//! Statements made up at random.

use super::{Declared, Maker, pick};

impl Maker<'_> {
    /// Some statements.
    pub fn statements(&mut self, d: u32) -> String {
        (0..=self.rng.below(2)).map(|_| self.statement(d)).collect::<Vec<_>>().join(" ")
    }

    /// A statement.
    pub fn statement(&mut self, d: u32) -> String {
        let e = d.saturating_sub(1);
        pick!(self;
            2 => { let s = self.set(e); format!("remove {s}") },
            1 => "again".to_owned(),
            1 => { let s = self.set(e); format!("give {s} except rock to mover") },
            1 => { let (s, p) = (self.set(e), self.cell(e)); format!("if {p} in pieces {{ give {s} except rock to owner({p}) }}") },
            2 => {
                let over = self.set(e);
                self.with_cell(|make, name| format!("move each {name} in {over} to {}", make.cell(e)))
            },
            1 => { let (k, s) = (self.kinds[self.rng.below(2)], self.set(e)); format!("put {k} at {s} & empty") },
            1 => { let (k, s) = (self.kinds[self.rng.below(2)], self.set(e)); let o = self.one_of(&["A", "B", "next", "after(mover)"]).replace("next", "mover"); format!("put {k} of {o} at {s}") },
            1 => { let (p, s) = (self.cell(e), self.set(e)); format!("if {p} in occupied {{ put at({p}) at {s} }}") },
            2 => { let (p, q) = (self.cell(e), self.cell(e)); format!("if {p} in occupied {{ move {p} to {q} }}") },
            3 => { let (c, a, b) = (self.condition(d), self.statements(e), self.statements(e)); format!("if {c} {{ {a} }} else {{ {b} }}") },
            3 => if d == 0 { "again".to_owned() } else {
                let over = self.set(e);
                self.with_cell(|make, name| format!("for {name} in {over} {{ {} }}", make.statements(e)))
            },
            1 => if d == 0 { "again".to_owned() } else {
                let over = self.dirs(e);
                self.with_dir(|make, name| format!("for {name} in {over} {{ {} }}", make.statements(e)))
            },
            1 => if d == 0 { "again".to_owned() } else {
                let over = self.set(e);
                let may = self.one_of(&["", "may "]);
                self.with_cell(|make, name| format!("{may}choose {name} in {over} {{ {} }}", make.statements(e)))
            },
            1 => {
                let value = self.cell(e);
                self.with_cell(|make, name| format!("let {name} = {value} {}", make.statement(e)))
            },
            1 => {
                let value = self.set(e);
                self.with_set(|make, name| format!("let {name} = {value} {}", make.statement(d)))
            },
            1 => {
                let (start, d) = (self.cell(0), self.dir(0));
                self.with_cell(|make, name| format!("var {name} = {start} while step({name}, {d}) in empty {{ {name} = step({name}, {d}) }} {}", make.statement(e)))
            },
            1 => if self.heading { let d = self.dir(e); format!("heading = {d}") } else { "again".to_owned() },
            1 => if self.heading { let c = self.condition(e); format!("heading = if {c} then nothing else E") } else { "again".to_owned() },
            1 => if self.returns { "return".to_owned() } else { "again".to_owned() },
            2 => if self.declared >= Declared::Vars { let n = self.number(e); format!("turns = {n} % 7") } else { "again".to_owned() },
            1 => if self.declared >= Declared::Vars { let s = self.set(e); format!("marked = {s}") } else { "again".to_owned() },
            1 => if self.declared >= Declared::Vars { let p = self.cell(e); format!("last = {p}") } else { "again".to_owned() },
            1 => if self.declared >= Declared::Vars { let p = self.piece(e); format!("held = {p}") } else { "again".to_owned() },
            1 => if self.declared >= Declared::Vars { "score(mover) += 1".to_owned() } else { "again".to_owned() },
            1 => if self.declared == Declared::All { let p = self.cell(e); format!("change({p})") } else { "again".to_owned() },
        )
    }
}
