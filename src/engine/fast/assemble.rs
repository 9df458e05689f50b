//! Assembles all functions of a game's code.

use super::calls::{Calls, Task};
use super::code::ask::Refs;
use super::code::locals::Locals;
use super::code::pieces::NONE;
use super::code::recursion::DEEPEST;
use super::code::word::{Constants, ONE, Word, ZERO};
use super::code::{Gen, Gets, NOT_COMPILED, Perspective, Site, TOO_LARGE};
use super::machine::{FAULT, HELPERS};
use super::plan::Plan;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::verify_function;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most functions that are made for a game. Making code takes a few microseconds for each instruction, and the other
/// engine can run the game instead.
const FUNCTIONS: usize = 1_500;
const ALL_INSTRUCTIONS: usize = 700_000;

/// The most bytes that a function keeps on the native stack, without spilled registers. Threads have at least 2 MB.
const FRAME: usize = 256 << 10;

/// The most bytes that calls of a recursive function inside one another keep there.
const DEEP: usize = 512 << 10;

/// Returns the signature of functions with this many parameters. All parameters and results are words.
pub(super) fn signature(isa: &dyn TargetIsa, params: usize) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend((0..params).map(|_| AbiParam::new(I64)));
    signature.returns.push(AbiParam::new(I64));
    signature
}

/// The number of parameters of the code's functions: the question, the words of the position, and the arguments.
pub(super) const PARAMS: usize = 3;

/// Returns the index by which code calls the function with this number. Helpers come first.
pub(super) fn index_of(number: usize) -> u32 {
    (HELPERS.len() + number) as u32
}

/// Returns the number of the function that has an index, unless it is a helper.
pub(super) fn number_of(index: u32) -> Option<usize> {
    (index as usize).checked_sub(HELPERS.len())
}

/// Makes all functions of a game, each seen as soon as it is made. They are not optimized yet.
pub(super) fn make_all(isa: &dyn TargetIsa, plan: &Plan, see: &mut dyn FnMut(&Work, &Function)) -> Gets<Vec<Function>> {
    let calls = Calls::of(plan);
    if calls.len() > FUNCTIONS {
        return Err(TOO_LARGE);
    }
    let mut builders = FunctionBuilderContext::new();
    let mut instructions = 0;
    let sites = RefCell::new(Vec::new());
    let together = RefCell::default();
    let assembly = Assembly { isa, plan, calls: &calls, sites: &sites, together: &together };
    let mut functions = Vec::new();
    let mut make = |functions: &mut Vec<Function>, work: &Work| -> Gets<()> {
        let (known_sites, mut max_depth) = (sites.borrow().len(), DEEPEST);
        let function = loop {
            let name = UserFuncName::user(0, functions.len() as u32);
            let mut function = Function::with_name_signature(name, signature(isa, PARAMS));
            make_one(&mut function, &mut builders, assembly, work, max_depth)?;
            let frame: usize = function.sized_stack_slots.values().map(|slot| slot.size as usize).sum();
            if frame > FRAME {
                return Err(TOO_LARGE);
            }
            let most = (DEEP / frame.max(1)) as i64;
            let is_recursive = matches!(work, Work::Task(_, Task::Effect(_) | Task::Def(..)));
            if !is_recursive || max_depth <= most {
                break function;
            }
            // The size of the frame is only known now.
            sites.borrow_mut().truncate(known_sites);
            max_depth = most;
        };
        instructions += function.dfg.num_insts();
        if instructions > ALL_INSTRUCTIONS {
            return Err(TOO_LARGE);
        }
        if cfg!(debug_assertions) {
            // Functions that are never called are never compiled, which would verify them.
            verify_function(&function, isa).map_err(|_| NOT_COMPILED)?;
        }
        see(work, &function);
        functions.push(function);
        Ok(())
    };
    for (player, task) in calls.all() {
        debug_assert_eq!(functions.len(), calls.number(player, task));
        make(&mut functions, &Work::Task(player, task))?;
    }
    // Conditions on future positions may contain further ones.
    while functions.len() - calls.len() < sites.borrow().len() {
        let site = sites.borrow()[functions.len() - calls.len()].clone();
        make(&mut functions, &Work::Site(site))?;
    }
    Ok(functions)
}

/// The purpose of a function.
pub(crate) enum Work {
    /// A task for the player to move.
    Task(usize, Task),
    /// A condition on a future position.
    Site(Site),
}

/// What all functions of a game are made from.
#[derive(Clone, Copy)]
struct Assembly<'p> {
    isa: &'p dyn TargetIsa,
    plan: &'p Plan,
    calls: &'p Calls,
    sites: &'p RefCell<Vec<Site>>,
    together: &'p RefCell<Vec<Task>>,
}

/// Makes a function; calls of it may be nested this deeply, if it is recursive.
fn make_one(
    function: &mut Function,
    builders: &mut FunctionBuilderContext,
    Assembly { isa, plan, calls, sites, together }: Assembly<'_>,
    work: &Work,
    max_depth: i64,
) -> Gets<()> {
    let helpers = HELPERS.map(|(_, params, _)| signature(isa, params));
    let mut b = FunctionBuilder::new(function, builders);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let params = b.block_params(entry).to_vec();
    let fault = b.create_block();
    b.set_cold_block(fault);
    let seen = match work {
        Work::Task(player, _) => {
            let mover = Word::Known(*player as i64);
            Perspective::before(mover, Word::Known(NONE))
        }
        Work::Site(site) => Perspective::before(site.mover, Word::Known(NONE)),
    };
    let mut make = Gen {
        b,
        plan,
        calls,
        refs: Refs::new(signature(isa, PARAMS), helpers),
        context: params[0],
        state: params[1],
        args: params[2],
        seen,
        sites,
        locals: Locals::default(),
        facts: Vec::new(),
        ranges: HashMap::new(),
        watch: None,
        clause: 0,
        starts: None,
        is_patient: false,
        patience: None,
        together,
        bag_at: None,
        drawn: None,
        shown: None,
        fault,
        depth: 0,
        max_depth,
        lane_end: usize::MAX,
        lane_work: 0,
        hoisted: Vec::new(),
        once: Vec::new(),
        copies: Vec::new(),
        known_possible: Vec::new(),
        constants: Constants::default(),
    };
    let action = |n: usize| &plan.game.actions[n];
    let task = match work {
        Work::Task(_, task) => Some(*task),
        Work::Site(site) => {
            make.make_site(site)?;
            None
        }
    };
    match task {
        None => {}
        Some(Task::Count(n)) => make.make_count(action(n))?,
        Some(Task::Any(n)) => make.make_any(action(n))?,
        Some(Task::List(n)) => make.make_list(action(n))?,
        Some(Task::Agreeing(n)) => make.make_agreeing(action(n))?,
        Some(Task::Do(n)) => make.make_do(action(n))?,
        Some(Task::Play(n)) => make.make_play(n, action(n))?,
        Some(Task::Show(n)) => make.make_show(n, action(n))?,
        Some(Task::AnyAll) => {
            let mut any = ZERO;
            for n in 0..plan.game.actions.len() {
                make.give_back_if(any, ONE);
                any = make.ask_any(make.seen.mover, Some(n))?;
            }
            make.give_back(any);
        }
        Some(Task::Finish) => make.make_finish(false)?,
        Some(Task::Light) => make.make_light()?,
        Some(Task::Renew) => {
            make.renew()?;
            make.give_back(ZERO);
        }
        Some(Task::Draw) => make.make_draw()?,
        Some(task @ Task::Ply) => make.make_plies(task)?,
        Some(task @ Task::Patient) => make.make_patient_plies(task)?,
        Some(Task::Late) => make.make_late()?,
        Some(Task::Settled) => {
            // One function is enough to fill the bag, which is the same for all players.
            if make.seen.mover == ZERO {
                make.fill_bag()?;
            }
            make.make_settled()?;
        }
        Some(Task::Pass) => make.pass_turn(true)?,
        Some(Task::Next) => make.make_next()?,
        Some(Task::Keys) => make.make_keys()?,
        Some(Task::Always) => make.make_always()?,
        Some(Task::Def(n, moment)) => make.make_def(n, moment)?,
        Some(Task::Effect(n)) if plan.functions[n] => make.make_effect(n)?,
        Some(Task::Effect(_)) => make.give_back(Word::Known(FAULT)),
    }
    make.b.switch_to_block(fault);
    make.give_back(Word::Known(FAULT));
    make.b.seal_all_blocks();
    make.b.finalize(isa.frontend_config());
    Ok(())
}
