//! [`Compiler`]: functions wait until they are first called, and are then compiled with those that they call. So a game is
//! ready when the code of its first question is.

use super::assemble::{PARAMS, Work, index_of, make_all, number_of, signature};
use super::calls::Calls;
use super::code::{Gets, NOT_COMPILED, Unsupported};
use super::machine::HELPERS;
use super::plan::Plan;
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{ExternalName, Function, InstructionData};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc, default_libcall_names};
use std::sync::Mutex;
use std::thread;

/// The native stack for the code generator.
const STACK: usize = 64 << 20;

/// The bytes that are reserved for the code of a game. Its functions call one another, so they must be near in memory.
const RESERVED: usize = 64 << 20;

/// Functions with this many instructions together are compiled by several threads.
const MANY_INSTRUCTIONS: usize = 4_000;

/// The functions of a game that have not been compiled, and the module of those that have.
pub(super) struct Compiler {
    module: JITModule,
    /// A function is taken out when it is compiled.
    waiting: Vec<Option<Function>>,
    calls: Calls,
}

/// A function that has been compiled.
pub(super) struct Compiled {
    pub number: usize,
    pub address: *const u8,
    /// Its size in bytes.
    pub size: usize,
}

/// Code that is not in its place yet.
struct Loose {
    number: usize,
    bytes: Vec<u8>,
    alignment: u64,
    relocations: Vec<ModuleReloc>,
}

/// Returns the target: this processor.
fn target() -> Gets<OwnedTargetIsa> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        // A stack that overflows is seen at its end, and nothing beyond it is touched.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        // It reports broken code as an error, at the cost of time to compile.
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ] {
        flags.set(name, value).map_err(|_| Unsupported("settings of the code generator"))?;
    }
    let isa = cranelift_native::builder().map_err(|_| Unsupported("this processor"))?;
    isa.finish(settings::Flags::new(flags)).map_err(|_| Unsupported("this processor"))
}

/// Makes all functions of a game, each seen as soon as it is made, for this target.
fn make(isa: &dyn TargetIsa, plan: &Plan, see: &mut dyn FnMut(&Work, &Function)) -> Gets<Vec<Function>> {
    // Rules nest deeply, and the code generator calls itself for every level.
    stacker::maybe_grow(STACK / 2, STACK, || make_all(isa, plan, see))
}

/// Makes all functions of a game only to see them.
pub(super) fn look_into(plan: &Plan, see: &mut dyn FnMut(&Work, &Function)) -> Gets<()> {
    make(&*target()?, plan, see).map(drop)
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

/// Compiles a function.
fn compile(isa: &dyn TargetIsa, number: usize, function: Function) -> Gets<Loose> {
    stacker::maybe_grow(STACK / 2, STACK, || {
        let mut context = Context::for_function(function);
        context.compile(isa, &mut ControlPlane::default()).map_err(|_| NOT_COMPILED)?;
        let code = context.compiled_code().ok_or(NOT_COMPILED)?;
        let id = FuncId::from_u32(index_of(number));
        let relocations = code.buffer.relocs().iter();
        Ok(Loose {
            number,
            bytes: code.code_buffer().to_vec(),
            alignment: u64::from(code.buffer.alignment),
            relocations: relocations.map(|reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, id)).collect(),
        })
    })
}

/// Compiles functions, the last ones first, on several threads if they are many.
fn compile_all(isa: &dyn TargetIsa, functions: Vec<(usize, Function)>) -> Gets<Vec<Loose>> {
    let instructions: usize = functions.iter().map(|(_, function)| function.dfg.num_insts()).sum();
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if instructions < MANY_INSTRUCTIONS { 1 } else { cores().min(functions.len()) };
    let waiting = Mutex::new(functions);
    let next = || waiting.lock().ok().and_then(|mut waiting| waiting.pop());
    let work = || {
        let mut compiled = Vec::new();
        while let Some((number, function)) = next() {
            compiled.push(compile(isa, number, function)?);
        }
        Ok(compiled)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut compiled = work()?;
        for other in others {
            compiled.extend(other.join().map_err(|_| NOT_COMPILED)??);
        }
        Ok(compiled)
    })
}

impl Compiler {
    /// Makes the functions of a game.
    pub(super) fn new(plan: &Plan) -> Gets<Compiler> {
        let isa = target()?;
        let functions = make(&*isa, plan, &mut |_, _| {})?;
        let memory = ArenaMemoryProvider::new_with_size(RESERVED).map_err(|_| Unsupported("memory for code"))?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        builder.memory_provider(Box::new(memory));
        builder.symbols(HELPERS.iter().map(|(name, _, address)| ((*name).to_owned(), *address)));
        let mut module = JITModule::new(builder);
        // The order is that of the indices.
        for (name, params, _) in HELPERS {
            let signature = signature(module.isa(), params);
            module.declare_function(name, Linkage::Import, &signature).map_err(|_| NOT_COMPILED)?;
        }
        let own = signature(module.isa(), PARAMS);
        for number in 0..functions.len() {
            let id = module.declare_function(&format!("f{number}"), Linkage::Local, &own).map_err(|_| NOT_COMPILED)?;
            debug_assert_eq!(id.as_u32(), index_of(number));
        }
        Ok(Compiler { module, waiting: functions.into_iter().map(Some).collect(), calls: Calls::of(plan) })
    }

    /// Returns the number of functions.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the module, to free its memory.
    pub(super) fn into_module(self) -> JITModule {
        self.module
    }

    /// Compiles a function, those of the other players with the same task, which are likely to be called next, and all that these
    /// call, unless they have been compiled before. Returns those that are new.
    pub(super) fn compile(&mut self, number: usize) -> Gets<Vec<Compiled>> {
        let mut wanted = self.take(self.calls.alike(number));
        // The largest ones are taken first.
        wanted.sort_by_key(|(_, function)| function.dfg.num_insts());
        let mut compiled = Vec::new();
        for one in compile_all(self.module.isa(), wanted)? {
            let id = FuncId::from_u32(index_of(one.number));
            let defined = self.module.define_function_bytes(id, one.alignment, &one.bytes, &one.relocations);
            defined.map_err(|_| NOT_COMPILED)?;
            compiled.push((one.number, id, one.bytes.len()));
        }
        self.module.finalize_definitions().map_err(|_| Unsupported("memory for code"))?;
        let address = |(number, id, size)| Compiled { number, address: self.module.get_finalized_function(id), size };
        Ok(compiled.into_iter().map(address).collect())
    }

    /// Takes out functions and all that they call, as far as they wait.
    fn take(&mut self, mut wanted: Vec<usize>) -> Vec<(usize, Function)> {
        let mut found = Vec::new();
        while let Some(number) = wanted.pop() {
            let Some(function) = self.waiting.get_mut(number).and_then(Option::take) else { continue };
            wanted.extend(called(&function).filter_map(number_of));
            found.push((number, function));
        }
        found
    }
}
