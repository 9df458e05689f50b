//! [`Compiler`]: functions wait until they are first called, and are then compiled quickly with those that they call. So a game is
//! ready when the code of its first question is.

use super::assemble::{Work, make_all, number_of};
use super::calls::Calls;
use super::code::Gets;
use super::plan::Plan;
use super::tier::{Compiled, STACK, Settings, Tier, Waiting, target};
use cranelift_codegen::ir::{ExternalName, Function, InstructionData};
use cranelift_codegen::isa::TargetIsa;
use std::cmp::Reverse;
use std::thread;

/// The functions of a game that have not been compiled, and the code of those that have.
pub(super) struct Compiler {
    quick: Tier,
    /// A function is taken out when it is compiled.
    waiting: Vec<Option<Function>>,
    calls: Calls,
}

/// Makes all functions of a game, each seen as soon as it is made, for this target.
fn make(isa: &dyn TargetIsa, plan: &Plan, see: &mut dyn FnMut(&Work, &Function)) -> Gets<Vec<Function>> {
    // Rules nest deeply, and the code generator calls itself for every level.
    stacker::maybe_grow(STACK / 2, STACK, || make_all(isa, plan, see))
}

/// Makes all functions of a game only to see them.
pub(super) fn look_into(plan: &Plan, see: &mut dyn FnMut(&Work, &Function)) -> Gets<()> {
    make(&*target(Settings::Full)?, plan, see).map(drop)
}

/// The functions that a function calls, by their indices.
fn called(function: &Function) -> impl Iterator<Item = u32> {
    let blocks = function.layout.blocks();
    blocks.flat_map(|block| function.layout.block_insts(block)).filter_map(|inst| {
        let InstructionData::Call { func_ref, .. } = function.dfg.insts[inst] else { return None };
        let ExternalName::User(name) = function.dfg.ext_funcs[func_ref].name else { return None };
        Some(function.params.user_named_funcs()[name].index)
    })
}

impl Compiler {
    /// Makes the functions of a game.
    pub(super) fn new(plan: &Plan) -> Gets<Compiler> {
        let functions = make(&*target(Settings::Full)?, plan, &mut |_, _| {})?;
        let quick = Tier::new(Settings::Quick, functions.len())?;
        Ok(Compiler { quick, waiting: functions.into_iter().map(Some).collect(), calls: Calls::of(plan) })
    }

    /// Returns the number of functions.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Compiles a function, those of the other players with the same task, which are likely to be called next, and all that these
    /// call, unless they have been compiled before. Returns those that are new, before and after.
    pub(super) fn compile(&mut self, number: usize) -> Gets<(Vec<Waiting>, Vec<Compiled>)> {
        let mut wanted = self.take(self.calls.alike(number));
        // The largest ones are taken first.
        wanted.sort_by_key(|waiting| Reverse(waiting.function.dfg.num_insts()));
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let compiled = self.quick.compile(&wanted, threads, &|| true)?;
        Ok((wanted, compiled))
    }

    /// Takes out functions and all that they call, as far as they wait.
    fn take(&mut self, mut wanted: Vec<usize>) -> Vec<Waiting> {
        let mut found = Vec::new();
        while let Some(number) = wanted.pop() {
            let Some(function) = self.waiting.get_mut(number).and_then(Option::take) else { continue };
            wanted.extend(called(&function).filter_map(number_of));
            found.push(Waiting { number, function, is_recursive: self.calls.is_recursive(number) });
        }
        found
    }
}
