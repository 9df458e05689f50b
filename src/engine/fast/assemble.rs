//! Assembles all functions of a game's code.

use super::calls::{Calls, Task};
use super::code::ask::Refs;
use super::code::locals::Locals;
use super::code::pieces::NONE;
use super::code::word::{ONE, Word, ZERO};
use super::code::{Gen, Gets, Perspective, Site, TOO_LARGE, Unsupported};
use super::machine::{FAULT, HELPERS};
use super::plan::Plan;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function, UserFuncName};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module};

/// The most functions that are made for a game. Making code takes a few microseconds for each instruction, and the other
/// engine can run the game instead.
const FUNCTIONS: usize = 1_500;
const ALL_INSTRUCTIONS: usize = 700_000;

/// Makes all functions of a game, each seen before it is optimized; returns their ids and the number of bytes of code.
pub(crate) fn make_all(
    module: &mut JITModule,
    plan: &Plan,
    see: &mut dyn FnMut(&Work, &Function),
) -> Gets<(Vec<FuncId>, usize)> {
    let calls = Calls::of(plan);
    let unsupported = |_| Unsupported("a function of the code generator");
    let mut signature = module.make_signature();
    signature.params.extend([AbiParam::new(I64), AbiParam::new(I64), AbiParam::new(I64)]);
    signature.returns.push(AbiParam::new(I64));
    if calls.len() > FUNCTIONS {
        return Err(TOO_LARGE);
    }
    let mut ids = Vec::new();
    for number in 0..calls.len() {
        let id = module.declare_function(&format!("f{number}"), Linkage::Local, &signature).map_err(unsupported)?;
        ids.push(id);
    }
    let mut helpers = Vec::new();
    for (name, params, _) in HELPERS {
        let mut signature = module.make_signature();
        signature.params.extend((0..params).map(|_| AbiParam::new(I64)));
        signature.returns.push(AbiParam::new(I64));
        helpers.push(module.declare_function(name, Linkage::Import, &signature).map_err(unsupported)?);
    }
    let mut context = module.make_context();
    let mut builders = FunctionBuilderContext::new();
    let (mut size, mut instructions) = (0, 0);
    let sites = std::cell::RefCell::new(Vec::new());
    let mut define = |module: &mut JITModule, ids: &[FuncId], number: usize, work: &Work| -> Gets<()> {
        context.func.signature = signature.clone();
        context.func.name = UserFuncName::user(0, number as u32);
        let refs = Refs {
            own: ids[..calls.len()].iter().map(|id| module.declare_func_in_func(*id, &mut context.func)).collect(),
            helpers: std::array::from_fn(|n| module.declare_func_in_func(helpers[n], &mut context.func)),
        };
        let config = module.target_config();
        make_one(&mut context.func, &mut builders, plan, &calls, refs, &sites, work, config)?;
        instructions += context.func.dfg.num_insts();
        if instructions > ALL_INSTRUCTIONS {
            return Err(TOO_LARGE);
        }
        see(work, &context.func);
        module.define_function(ids[number], &mut context).map_err(unsupported)?;
        size += context.compiled_code().map_or(0, |code| code.code_buffer().len());
        module.clear_context(&mut context);
        Ok(())
    };
    for (player, task) in calls.all() {
        define(module, &ids, calls.number(player, task), &Work::Task(player, task))?;
    }
    // Conditions on future positions may contain further ones.
    while ids.len() - calls.len() < sites.borrow().len() {
        let site = sites.borrow()[ids.len() - calls.len()].clone();
        let number = ids.len();
        let id = module.declare_function(&format!("f{number}"), Linkage::Local, &signature).map_err(unsupported)?;
        ids.push(id);
        define(module, &ids, number, &Work::Site(site))?;
    }
    Ok((ids, size))
}

/// The purpose of a function.
pub(crate) enum Work {
    /// A task for the player to move.
    Task(usize, Task),
    /// A condition on a future position.
    Site(Site),
}

#[allow(clippy::too_many_arguments)] // all that there is to know of one function
fn make_one<'p>(
    function: &mut Function,
    builders: &mut FunctionBuilderContext,
    plan: &'p Plan,
    calls: &'p Calls,
    refs: Refs,
    sites: &'p std::cell::RefCell<Vec<Site>>,
    work: &Work,
    config: cranelift_codegen::isa::TargetFrontendConfig,
) -> Gets<()> {
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
        refs,
        context: params[0],
        state: params[1],
        args: params[2],
        seen,
        sites,
        locals: Locals::default(),
        facts: Vec::new(),
        watch: None,
        drawn: None,
        fault,
        depth: 0,
        lane_end: usize::MAX,
        lane_work: 0,
        hoisted: Vec::new(),
        copies: Vec::new(),
        known_possible: Vec::new(),
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
        Some(Task::Ply) => make.make_ply()?,
        Some(Task::Late) => make.make_late()?,
        Some(Task::Settled) => make.make_settled()?,
        Some(Task::Pass) => make.pass_turn(true)?,
        Some(Task::Next) => make.make_next()?,
        Some(Task::Keys) => make.make_keys()?,
        Some(Task::Def(n, moment)) => make.make_def(n, moment)?,
        Some(Task::Effect(n)) if plan.recursive[n] => make.make_effect(n)?,
        Some(Task::Effect(_)) => make.give_back(Word::Known(FAULT)),
    }
    make.b.switch_to_block(fault);
    make.give_back(Word::Known(FAULT));
    make.b.seal_all_blocks();
    make.b.finalize(config);
    Ok(())
}
