//! Conditions of `end` that only a piece put by the ply can fulfill: a row, a connection, a group that has grown. They did not
//! hold before the ply, or the game would be over. So it is enough to look from that piece's cell.

use super::by_group::ByGroup;
use super::goal::{Atom, Goal, GroupGoal, goals};
use super::groups::NewGroup;
use super::lines::KeptRow;
use super::linked::Linked;
use super::locals::Locals;
use super::rows::sets;
use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets, Moment};
use crate::engine::fast::circles::effects_called;
use crate::engine::fast::native::FUEL;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part};
use crate::game::piece::Player;
use crate::game::rules::{Action, GameResult};
use crate::game::stmt::Stmt;
use cranelift_frontend::Variable;

/// What an action adds to the mover's pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// The binder whose cell gets the piece; `None` if no piece is added.
    pub slot: Option<Slot>,
    /// Whether pieces may be removed as well.
    pub shrinks: bool,
}

/// What a light end of a ply has to evaluate.
#[derive(Clone, Debug)]
pub(crate) struct LightEnd<'p> {
    /// The conditions.
    atoms: Vec<Atom<'p>>,
    /// The cell of the new piece, or `off`.
    pub cell: Variable,
    /// Its group, if groups are kept.
    pub group: Option<NewGroup>,
    /// The connections, if what is linked to their ends is marked.
    pub links: Vec<Linked>,
    /// The rows, if lines are kept.
    pub rows: Vec<KeptRow>,
}

impl<'p> Gen<'p, '_> {
    /// Returns the conditions of `end` that can be watched: each alone ends the game.
    fn watched_atoms(&self) -> Vec<Atom<'p>> {
        let game = &self.plan.game;
        let mut found = Vec::new();
        for ending in &game.end {
            let decides = match ending.result {
                GameResult::Never => false,
                GameResult::Loses(_) => game.players.len() == 2,
                GameResult::Draw | GameResult::Wins(_) | GameResult::Score { .. } => true,
            };
            if ending.each.is_none() && decides {
                found.extend(goals(game, &ending.condition.holds));
            }
        }
        found.retain(|atom| {
            let is_whole = match atom.goal {
                Goal::Rows(_) => self.has_open_lines(),
                Goal::Connection(..) => true,
                Goal::Group(_) | Goal::Cut(_) => self.plan.is_linked_both_ways(),
            };
            is_whole && self.grower(atom.goal.made_of()).is_some()
        });
        found
    }

    /// Returns the player whose pieces a set consists of, if it can only grow when that player gets a piece.
    pub(super) fn grower<'e>(&self, of: &'e CellsExpr) -> Option<&'e PlayerExpr> {
        match of {
            CellsExpr::OfPlayer(player) => player.is_steady().then_some(player),
            CellsExpr::Op(SetOp::And, pair) => match (&pair.0, &pair.1) {
                (CellsExpr::OfKind(_), other) | (other, CellsExpr::OfKind(_)) => self.grower(other),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns what an action adds, or `None` if that may be more than one piece of the mover on a binder's cell.
    pub(crate) fn growth(&self, action: &Action) -> Option<Growth> {
        self.growth_in(action, &action.body)
    }

    /// As [`Gen::growth`], but only up to the choice if a single statement of the action chooses, and is itself a `choose`.
    pub(crate) fn growth_before_choices(&self, action: &Action) -> Option<Growth> {
        let chooses = |statement: &Stmt| self.plan.has_choice(std::slice::from_ref(statement));
        let mut choosing = (0..action.body.len()).filter(|n| chooses(&action.body[*n]));
        let before = match (choosing.next(), choosing.next()) {
            (Some(n), None) if matches!(action.body[n], Stmt::Choose(_)) => &action.body[..n],
            _ => &action.body,
        };
        self.growth_in(action, before)
    }

    fn growth_in(&self, action: &Action, body: &[Stmt]) -> Option<Growth> {
        let mut growth = Growth { slot: None, shrinks: false };
        let mut called = effects_called(&self.plan.game, body);
        let is_bounded = self.grows(body, Some(action), &mut growth)
            && called.all(|effect| self.grows(&effect.body, None, &mut growth));
        is_bounded.then_some(growth)
    }

    /// Adds what statements add, apart from the effects that they call; returns whether that is no more than one piece.
    fn grows(&self, body: &[Stmt], action: Option<&Action>, growth: &mut Growth) -> bool {
        let binder = |slot: Slot| {
            let of = |binder: &&crate::game::rules::Binder| binder.slot == slot;
            action.and_then(|action| action.binders.iter().find(of))
        };
        let add = |slot: Slot, growth: &mut Growth| {
            let is_cell = binder(slot).is_some_and(|binder| matches!(binder.over, SetExpr::Cells(_)));
            is_cell && growth.slot.replace(slot).is_none_or(|other| other == slot)
        };
        body.iter().all(|statement| match statement {
            Stmt::Let(..) | Stmt::Set { .. } | Stmt::Again | Stmt::Return | Stmt::Reached(_) | Stmt::Call(..) => true,
            Stmt::Remove(_) => {
                growth.shrinks = true;
                true
            }
            Stmt::If(..) | Stmt::For(..) | Stmt::While(..) | Stmt::Choose(_) => {
                statement.blocks().all(|body| self.grows(body, action, growth))
            }
            Stmt::PutKind { owner: PlayerExpr::Const(Player::NOBODY), .. } => {
                growth.shrinks = true;
                true
            }
            Stmt::PutKind { owner, at, .. } => match (owner, at) {
                (PlayerExpr::Mover, CellsExpr::One(cell)) => local(cell).is_some_and(|slot| {
                    // What stood there before is removed.
                    let over = binder(slot).map(|binder| &binder.over);
                    growth.shrinks |=
                        !over.is_some_and(|over| matches!(over, SetExpr::Cells(cells) if self.fact_of(cells).vacant));
                    add(slot, growth)
                }),
                _ => false,
            },
            Stmt::Move(from, to, _) => {
                growth.shrinks = true;
                let own = local(from).and_then(binder).is_some_and(|binder| match &binder.over {
                    SetExpr::Cells(cells) => self.fact_of(cells).owner.map(i64::from) == self.seen.mover.known(),
                    _ => false,
                });
                own && local(to).is_some_and(|slot| add(slot, growth))
            }
            Stmt::PutPiece { .. } | Stmt::MoveEach { .. } | Stmt::Give(..) => false,
        })
    }

    /// Returns what is watched in plies by actions with these growths, or `None` if there is nothing to watch.
    pub(crate) fn watch(&mut self, growths: &[Growth]) -> Gets<Option<LightEnd<'p>>> {
        let shrinks = growths.iter().any(|growth| growth.shrinks);
        let mut atoms = Vec::new();
        for atom in self.watched_atoms() {
            if !(shrinks && atom.goal.needs_growth_alone()) && self.is_fixed(atom.goal)? {
                atoms.push(atom);
            }
        }
        if atoms.is_empty() {
            return Ok(None);
        }
        let links = if shrinks { Vec::new() } else { self.links_for(&atoms)? };
        let group = if shrinks { None } else { self.groups_for(&atoms)? };
        let rows = if shrinks { Vec::new() } else { self.rows_for(&atoms)? };
        let cell = self.variable(Word::Known(self.plan.cells() as i64));
        Ok(Some(LightEnd { atoms, cell, group, links, rows }))
    }

    /// Returns whether the parameters of a goal never change: the lengths and directions of a row, the ends of a connection. If
    /// the player is given by name, they must be the same whoever is to move.
    fn is_fixed(&mut self, goal: Goal<'p>) -> Gets<bool> {
        let parts: Vec<Part<'p>> = match goal {
            Goal::Group(_) | Goal::Cut(_) => Vec::new(),
            Goal::Connection(_, ends) => ends.iter().map(AsPart::part).collect(),
            Goal::Rows(rows) => vec![rows.least.part(), rows.most.part(), rows.along.part()],
        };
        let game = &self.plan.game;
        let changes = |part: Part<'_>| matches!(part, Part::Player(PlayerExpr::Next | PlayerExpr::After(_)));
        if parts.iter().any(|part| part.mentions(game, 8, &changes)) {
            return Ok(false);
        }
        let seen = self.seen;
        let movers: Vec<Word> = match self.grower(goal.made_of()) {
            Some(PlayerExpr::Const(_)) => (0..game.players.len()).map(|mover| Word::Known(mover as i64)).collect(),
            _ => vec![seen.mover],
        };
        let mut values = Vec::new();
        for mover in movers {
            self.look_before(mover);
            values.push(self.fixed_values(goal)?);
        }
        self.seen = seen;
        Ok(values.first().is_some_and(Option::is_some) && values.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// Returns the ends, or the lengths and directions, if they are known.
    fn fixed_values(&mut self, goal: Goal<'_>) -> Gets<Option<Vec<i64>>> {
        let mut words = Vec::new();
        match goal {
            Goal::Group(_) => {}
            Goal::Cut(cut) => {
                let Some(from) = self.cut_from(cut)? else { return Ok(None) };
                words.extend(self.known_set(&from));
            }
            Goal::Connection(_, ends) => {
                for end in sets(ends) {
                    words.extend(self.cells(end)?);
                }
            }
            Goal::Rows(rows) => {
                if !self.has_fixed_rows(rows)? {
                    return Ok(None);
                }
                let (least, most) = (self.int(rows.least)?.word, self.int(rows.most)?.word);
                words.extend([least, most, self.mask_of(rows.along)?]);
            }
        }
        Ok(words.into_iter().map(Word::known).collect())
    }

    /// Notes the new piece of a ply where groups, connections or rows are kept.
    pub(super) fn keep_watch(&mut self) -> Gets<()> {
        let Some(LightEnd { cell, group, links, rows, .. }) = self.watch.clone() else { return Ok(()) };
        let is_kept = group.is_some() || !links.is_empty() || !rows.is_empty();
        let Some(mover) = self.seen.mover.known().filter(|_| is_kept) else { return Ok(()) };
        let cell = self.read(cell);
        // An action may not have put the piece that it could put.
        let own = self.plan.game.layout.player(mover as usize);
        let there = self.stored_contains(own, Spot { word: cell, sure: false });
        self.only_if(there, |make| {
            if let Some(group) = &group {
                make.join(cell, group, false)?;
            }
            links.iter().try_for_each(|link| make.link(cell, own, link))?;
            if !rows.is_empty() {
                make.add_to_lines(cell, mover as usize, &rows);
            }
            Ok(())
        })
    }

    /// Returns whether the ply made a watched condition of `end` hold, or `None` if the condition is not watched.
    pub(crate) fn watched(&mut self, condition: &BoolExpr) -> Gets<Option<Word>> {
        let Some(watch) = self.watch.clone() else { return Ok(None) };
        let is_here = |atom: &&Atom<'p>| std::ptr::eq(atom.condition, condition);
        let Some(Atom { goal, .. }) = watch.atoms.iter().find(is_here).copied() else { return Ok(None) };
        if self.seen.moment != Moment::End {
            return Ok(None);
        }
        let of = goal.made_of();
        let Some(player) = self.grower(of) else { return Ok(None) };
        let player = self.player(player)?;
        if player != self.seen.mover {
            return Ok(Some(ZERO));
        }
        if let Some(holds) = Linked::of(&watch.links, condition) {
            return Ok(Some(self.read(holds)));
        }
        if let Some(holds) = KeptRow::of(&watch.rows, condition) {
            return Ok(Some(self.read(holds)));
        }
        let of = self.cells(of)?;
        if let Goal::Rows(rows) = goal
            && let Some(holds) = self.has_row(&of, rows)?
        {
            return Ok(Some(holds));
        }
        let cell = Spot { word: self.read(watch.cell), sure: false };
        let there = self.contains(&of, cell);
        let cell = Spot { sure: true, ..cell };
        let holds = self.and_then(there, |make| match goal {
            Goal::Connection(_, ends) => make.connects_from(cell, &of, ends),
            Goal::Rows(rows) => make.rows_through(cell, &of, rows),
            Goal::Group(goal) => {
                let group = match &watch.group {
                    Some(group) => make.read_set(&group.members),
                    None => {
                        let start = make.just(cell);
                        make.group(&start, &of)?
                    }
                };
                make.has_come_to(&group, goal)
            }
            Goal::Cut(goal) => {
                let may_cut = match watch.group.as_ref().and_then(|group| group.closes) {
                    Some(closes) if make.needs_ring(goal)? => make.read(closes),
                    _ => make.may_cut(cell.word, goal)?,
                };
                make.and_then(may_cut, |make| make.unwatched(condition))
            }
        })?;
        Ok(Some(holds))
    }

    /// Returns whether the group of the new piece is what the goal asks for.
    fn has_come_to(&mut self, group: &Words, goal: GroupGoal<'p>) -> Gets<Word> {
        let SetExpr::Cells(over) = &goal.each.over else { return Ok(ZERO) };
        let over = self.cells(over)?;
        let starts = self.set_and(&over, group);
        let some = self.is_some(&starts);
        let body = &goal.each.body;
        let Some(by) = ByGroup::new(&self.plan.game, goal.each.slot, body.part()) else { return Ok(ZERO) };
        self.and_then(some, |make| make.with_group(&by, &starts, group, |make| make.truth(body)))
    }

    /// Evaluates a watched condition in full.
    fn unwatched(&mut self, condition: &BoolExpr) -> Gets<Word> {
        let watch = self.watch.take();
        let holds = self.truth(condition);
        self.watch = watch;
        holds
    }

    fn connects_from(&mut self, cell: Spot, of: &Words, ends: &[AnyExpr]) -> Gets<Word> {
        let start = self.just(cell);
        let group = self.group(&start, of)?;
        let ends = sets(ends).map(|end| self.cells(end)).collect::<Gets<Vec<_>>>()?;
        Ok(self.meets_all(&group, &ends))
    }

    /// Makes the function that prepares watched plies: it returns 1 if a watched condition holds already, so that `end`
    /// has to be evaluated in full; it also sets up the groups, marks and lines that are kept.
    pub(crate) fn make_settled(&mut self) -> Gets<()> {
        let plan = self.plan;
        let mover = self.seen.mover;
        let Some(watch) = self.ply_watch()? else {
            self.give_back(ZERO);
            return Ok(());
        };
        self.store(plan.native.fuel, Word::Known(FUEL as i64));
        let next = match plan.game.players.len() {
            2 => mover.known().map_or(mover, |mover| Word::Known(1 - mover)),
            _ => self.load(plan.native.mover),
        };
        self.seen = super::Perspective { stuck: Some(ZERO), ..super::Perspective::end(mover, next, ONE) };
        let mut holds = ZERO;
        for atom in self.watched_atoms() {
            let locals = Locals::of(Frame::default(), atom.lazies);
            let truth = self.inside(locals, |make| make.truth(atom.condition))?;
            holds = self.or(holds, truth);
        }
        if let Some(group) = &watch.group {
            let own = self.of_player(mover);
            self.each_cell(&own, &mut |make, cell| {
                make.join(cell.word, group, true)?;
                Ok(ZERO)
            })?;
        }
        if let Some(mover) = mover.known() {
            self.mark_links(mover as usize, &watch.links)?;
            self.fill_lines(mover as usize, &watch.rows)?;
        }
        self.give_back(holds);
        Ok(())
    }
}

/// Returns the slot of a cell that is a local.
pub(super) fn local(cell: &CellExpr) -> Option<Slot> {
    let CellExpr::Common(common) = cell else { return None };
    if let Common::Local(slot) = **common { Some(slot) } else { None }
}
