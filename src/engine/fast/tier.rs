//! [`Tier`]: functions that have been compiled with the same settings, and call one another.

use super::assemble::{PARAMS, index_of, signature};
use super::code::{Gets, NOT_COMPILED, Unsupported};
use super::machine::{HELPERS, OwnedModule};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Function;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable, RegallocAlgorithm};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc, default_libcall_names};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The native stack for the code generator.
pub(super) const STACK: usize = 64 << 20;

/// The bytes that are reserved for the code of a tier. Its functions call one another, so they must be near in memory.
const RESERVED: usize = 64 << 20;

/// Functions with this many instructions together are compiled by several threads.
const MANY_INSTRUCTIONS: usize = 2_000;

/// The most bytes of a function on the native stack, except with the last settings that are tried. The quick register allocator gives
/// each value a place of its own there.
const FRAME: u32 = 128 << 10;

/// The same of a function that may call itself a hundred times.
const RECURSIVE_FRAME: u32 = 4 << 10;

/// How functions are compiled. The results of the code are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settings {
    /// As fast as possible: the code is about half as fast.
    Quick,
    /// Without optimizations, but with few values on the stack.
    Small,
    /// For the fastest code.
    Full,
}

/// A function to compile.
pub(super) struct Waiting {
    pub number: usize,
    pub function: Function,
    pub is_recursive: bool,
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

/// Functions that have been compiled with the same settings.
pub(super) struct Tier {
    module: OwnedModule,
    /// The targets for functions that would need too much of the stack, one after the other.
    others: Vec<OwnedTargetIsa>,
}

/// Returns the target: this processor.
pub(super) fn target(how: Settings) -> Gets<OwnedTargetIsa> {
    let mut flags = settings::builder();
    let (opt_level, algorithm) = match how {
        Settings::Quick => ("none", "single_pass"),
        Settings::Small => ("none", "backtracking"),
        Settings::Full => ("speed", "backtracking"),
    };
    for (name, value) in [
        ("opt_level", opt_level),
        ("regalloc_algorithm", algorithm),
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

/// Compiles a function; returns `None` if its frame on the stack is larger than this.
fn compile_within(isa: &dyn TargetIsa, number: usize, function: Function, most: u32) -> Gets<Option<Loose>> {
    stacker::maybe_grow(STACK / 2, STACK, || {
        let mut context = Context::for_function(function);
        context.compile(isa, &mut ControlPlane::default()).map_err(|_| NOT_COMPILED)?;
        let code = context.compiled_code().ok_or(NOT_COMPILED)?;
        if code.buffer.frame_layout().is_none_or(|frame| frame.frame_to_fp_offset > most) {
            return Ok(None);
        }
        let id = FuncId::from_u32(index_of(number));
        let relocations = code.buffer.relocs().iter();
        Ok(Some(Loose {
            number,
            bytes: code.code_buffer().to_vec(),
            alignment: u64::from(code.buffer.alignment),
            relocations: relocations.map(|reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, id)).collect(),
        }))
    })
}

impl Tier {
    /// Makes a tier of a game with this many functions; none of them is compiled yet.
    pub(super) fn new(settings: Settings, functions: usize) -> Gets<Tier> {
        let memory = ArenaMemoryProvider::new_with_size(RESERVED).map_err(|_| Unsupported("memory for code"))?;
        let mut builder = JITBuilder::with_isa(target(settings)?, default_libcall_names());
        builder.memory_provider(Box::new(memory));
        builder.symbols(HELPERS.iter().map(|(name, _, address)| ((*name).to_owned(), *address)));
        let mut module = JITModule::new(builder);
        // The order is that of the indices.
        for (name, params, _) in HELPERS {
            let signature = signature(module.isa(), params);
            module.declare_function(name, Linkage::Import, &signature).map_err(|_| NOT_COMPILED)?;
        }
        let own = signature(module.isa(), PARAMS);
        for number in 0..functions {
            let id = module.declare_function(&format!("f{number}"), Linkage::Local, &own).map_err(|_| NOT_COMPILED)?;
            debug_assert_eq!(id.as_u32(), index_of(number));
        }
        let others = match settings {
            Settings::Quick => vec![target(Settings::Small)?, target(Settings::Full)?],
            Settings::Small | Settings::Full => Vec::new(),
        };
        Ok(Tier { module: OwnedModule::new(module), others })
    }

    /// Compiles functions that only call one another and those that have been compiled before, many of them on several threads. Stops
    /// with an error when it is no longer wanted.
    pub(super) fn compile(
        &mut self,
        functions: &[Waiting],
        threads: usize,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Gets<Vec<Compiled>> {
        let instructions: usize = functions.iter().map(|waiting| waiting.function.dfg.num_insts()).sum();
        let threads = if instructions < MANY_INSTRUCTIONS { 1 } else { threads.min(functions.len()) };
        let mut compiled = Vec::new();
        for one in self.compile_all(functions, threads, is_wanted)? {
            let id = FuncId::from_u32(index_of(one.number));
            let defined = self.module.define_function_bytes(id, one.alignment, &one.bytes, &one.relocations);
            defined.map_err(|_| NOT_COMPILED)?;
            compiled.push((one.number, id, one.bytes.len()));
        }
        self.module.finalize_definitions().map_err(|_| Unsupported("memory for code"))?;
        let address = |(number, id, size)| Compiled { number, address: self.module.get_finalized_function(id), size };
        Ok(compiled.into_iter().map(address).collect())
    }

    fn compile_all(
        &self,
        functions: &[Waiting],
        threads: usize,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Gets<Vec<Loose>> {
        let begun = AtomicUsize::new(0);
        let targets: Vec<&dyn TargetIsa> =
            iter::once(self.module.isa()).chain(self.others.iter().map(|isa| &**isa)).collect();
        let next = || functions.get(begun.fetch_add(1, Ordering::Relaxed));
        let work = || {
            let mut compiled = Vec::new();
            while let Some(waiting) = next() {
                if !is_wanted() {
                    return Err(NOT_COMPILED);
                }
                compiled.push(compile_one(&targets, waiting)?);
            }
            Ok(compiled)
        };
        thread::scope(|scope| {
            // Without other threads, this one does all the work.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(spawn).collect();
            let mut compiled = work()?;
            for other in others {
                compiled.extend(other.join().map_err(|_| NOT_COMPILED)??);
            }
            Ok(compiled)
        })
    }
}

/// Compiles a function for the first target; if its frame would be too large, or if quick code cannot be made, for the next ones, which need
/// less of the stack. The last one takes it in any case.
fn compile_one(targets: &[&dyn TargetIsa], waiting: &Waiting) -> Gets<Loose> {
    let Waiting { number, function, is_recursive } = waiting;
    let most = if *is_recursive { RECURSIVE_FRAME } else { FRAME };
    let (last, others) = targets.split_last().ok_or(NOT_COMPILED)?;
    for isa in others {
        // The quick allocator needs about a byte for each instruction.
        let is_small = isa.flags().regalloc_algorithm() != RegallocAlgorithm::SinglePass
            || function.dfg.num_insts() as u64 <= u64::from(most);
        if is_small && let Ok(Some(compiled)) = compile_within(*isa, *number, function.clone(), most) {
            return Ok(compiled);
        }
    }
    compile_within(*last, *number, function.clone(), u32::MAX)?.ok_or(NOT_COMPILED)
}
