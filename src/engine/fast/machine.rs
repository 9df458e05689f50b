//! Code in memory, and the way into it and out of it.
//!
//! The one place with `unsafe`. Why it is sound: all code is made by [`super::code`], reads and writes only the words
//! of the running game, of its tables and of its arguments, at places that are known when it is made or tested when it
//! runs; all three are kept for as long as a call lasts, and are as long as [`Code::call`] makes sure of. Once made,
//! code and tables never change.
#![allow(unsafe_code)]

use super::code::show::SHOWN;
use super::code::{Gets, written};
use super::compile::Compiler;
use super::improve::Improver;
use super::plan::Plan;
use super::run::Question;
use super::tier::Compiled;
use cranelift_jit::JITModule;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The return value of a function that cannot answer: a fault, or more work than the code may do.
pub(crate) const FAULT: i64 = -2;

/// The engine's functions that the code calls: their names, and what they take.
macro_rules! helpers {
    ($($(#[$doc:meta])* $name:ident = $function:ident($($taken:ty),*);)*) => {
        /// A function of the engine that the code calls.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
        pub(crate) enum Helper {
            $($(#[$doc])* $name),*
        }

        /// All of them, in their order: the name, the number of words that it takes, and the address. Negative results are faults.
        pub(crate) const HELPERS: [(&str, usize, *const u8); [$(stringify!($name)),*].len()] = [$((
            stringify!($function),
            [$(stringify!($taken)),*].len(),
            $function as extern "C" fn($($taken),*) -> i64 as *const u8,
        )),*];
    };
}

helpers! {
    /// Records a key.
    Record = record(*mut Question<'_>, i64);
    /// Returns how many earlier positions have a key, for a form of `repeated`.
    Repeated = repeated(*mut Question<'_>, i64, i64);
    /// Returns how many earlier positions have the newest key.
    Came = came(*mut Question<'_>, i64);
    /// Removes the newest keys.
    Forget = forget(*mut Question<'_>);
    /// Evaluates an operator for the words at an address, and replaces them with the value. A negative result means no value.
    Operate = operate(*mut Question<'_>, i64, *mut i64, i64);
    /// Adds a number to a set of numbers in memory. A negative result means that it is full.
    Insert = insert(*mut Question<'_>, *mut i64, i64);
    /// Returns whether a number is in a set of numbers in memory.
    Contains = contains(*mut Question<'_>, *mut i64, i64);
    /// Returns whether a player has a legal move. This one and the following ones are given the position, and may fault.
    Explore = explore(*mut Question<'_>, *const u64, i64);
    /// Returns the same after the turn has passed to that player.
    Ahead = ahead(*mut Question<'_>, *const u64, i64);
    /// Returns whether a player to move has a legal move after which the condition of a site holds.
    Then = then(*mut Question<'_>, *const u64, i64, i64, i64, *const i64);
    /// Records the keys of the position in which a player begins, with or without the turn having passed.
    Begun = begun(*mut Question<'_>, *const u64, i64, i64);
    /// Returns how many earlier positions equal the one that the ply leads to.
    Arising = arising(*mut Question<'_>, *const u64, i64, i64);
    /// Returns who moves after the ply, and in the lowest bit whether that player has a move.
    After = after(*mut Question<'_>, *const u64, i64, i64);
}

extern "C" fn record(question: *mut Question<'_>, key: i64) -> i64 {
    // SAFETY: the code hands on the pointer that `Code::call` has given it, and nobody else uses the question meanwhile.
    unsafe { &mut *question }.record(key as u64);
    0
}

extern "C" fn repeated(question: *mut Question<'_>, form: i64, key: i64) -> i64 {
    // SAFETY: as in `record`.
    unsafe { &*question }.repeated(form as usize, key as u64)
}

extern "C" fn came(question: *mut Question<'_>, form: i64) -> i64 {
    // SAFETY: as in `record`.
    unsafe { &*question }.came(form as usize)
}

extern "C" fn forget(question: *mut Question<'_>) -> i64 {
    // SAFETY: as in `record`.
    unsafe { &mut *question }.forget();
    0
}

/// Returns the question and the words of the position that the code passes on.
///
/// # Safety
///
/// Both pointers are those that the code was given, and the state has as many words as the plan says, see [`Code::call`].
unsafe fn given<'q, 'c>(question: *mut Question<'c>, state: *const u64) -> (&'q mut Question<'c>, &'q [u64]) {
    // SAFETY: as the caller says; nobody else uses them while the engine's function runs.
    unsafe {
        let question = &mut *question;
        let len = question.len();
        (question, std::slice::from_raw_parts(state, len))
    }
}

/// Makes functions that are given the words of the position.
macro_rules! answers {
    ($($name:ident($($arg:ident),*) => ($($value:expr),*);)*) => {$(
        extern "C" fn $name(question: *mut Question<'_>, state: *const u64 $(, $arg: i64)*) -> i64 {
            // SAFETY: the code hands on what it was given.
            let (question, state) = unsafe { given(question, state) };
            question.$name(state $(, $value)*)
        }
    )*};
}

answers! {
    explore(which) => (which as usize);
    ahead(which) => (which as usize);
    begun(player, passed) => (player as usize, passed != 0);
    arising(actor, form) => (actor as usize, form as usize);
    after(actor, task) => (actor as usize, task as usize);
}

extern "C" fn then(
    question: *mut Question<'_>,
    state: *const u64,
    site: i64,
    player: i64,
    begins: i64,
    args: *const i64,
) -> i64 {
    // SAFETY: as in `explore`; the first of the arguments says how many there are.
    let ((question, state), args) = unsafe {
        let len = (*args).max(0) as usize;
        (given(question, state), std::slice::from_raw_parts(args, len))
    };
    question.then(state, site as usize, player as usize, begins, args)
}

extern "C" fn operate(question: *mut Question<'_>, op: i64, words: *mut i64, len: i64) -> i64 {
    // SAFETY: as in `record`; the words are on the stack of the code that asks, and as many as it says.
    let (question, words) =
        unsafe { (&*question, std::slice::from_raw_parts_mut(words, usize::try_from(len).unwrap_or(0))) };
    question.operate(op, words)
}

/// Makes functions that are given a set of numbers in memory.
macro_rules! of_numbers {
    ($($name:ident;)*) => {$(
        extern "C" fn $name(_: *mut Question<'_>, set: *mut i64, n: i64) -> i64 {
            // SAFETY: the set is on the stack of the code that asks, which makes all of them with this many words.
            let set = unsafe { std::slice::from_raw_parts_mut(set, 1 + written::MOST) };
            written::$name(set, n)
        }
    )*};
}

of_numbers! {
    insert;
    contains;
}

type Function = unsafe extern "C" fn(*mut Question<'_>, *mut u64, *mut i64) -> i64;

/// A module with the memory of its code, which is freed with it.
///
/// Code is only called through [`Code`], which keeps all modules whose code is among its [`Entries`].
pub(super) struct OwnedModule(ManuallyDrop<JITModule>);

impl OwnedModule {
    pub(super) fn new(module: JITModule) -> OwnedModule {
        OwnedModule(ManuallyDrop::new(module))
    }
}

impl Deref for OwnedModule {
    type Target = JITModule;

    fn deref(&self) -> &JITModule {
        &self.0
    }
}

impl DerefMut for OwnedModule {
    fn deref_mut(&mut self) -> &mut JITModule {
        &mut self.0
    }
}

impl Drop for OwnedModule {
    fn drop(&mut self) {
        // SAFETY: the module is taken only here. The `Code` that keeps it is going away or has gone, so nothing of it runs or will run.
        unsafe { ManuallyDrop::take(&mut self.0).free_memory() };
    }
}

/// The code of each function; clones share it.
#[derive(Clone)]
pub(super) struct Entries {
    /// The addresses; null for functions that have not been compiled.
    addresses: Arc<[AtomicPtr<u8>]>,
    /// The bytes of the code.
    sizes: Arc<[AtomicUsize]>,
}

impl Entries {
    /// Makes the entries of functions that have not been compiled.
    pub(super) fn new(len: usize) -> Entries {
        Entries {
            addresses: (0..len).map(|_| AtomicPtr::default()).collect(),
            sizes: (0..len).map(|_| AtomicUsize::default()).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Returns the address of a function; null if it has not been compiled.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<*mut u8> {
        Some(self.addresses.get(number)?.load(Ordering::Acquire))
    }

    /// Puts the code of a function in the place of that which it had. Calls that run go on with the earlier code.
    pub(super) fn put(&self, compiled: &Compiled) {
        self.sizes[compiled.number].store(compiled.size, Ordering::Relaxed);
        self.addresses[compiled.number].store(compiled.address.cast_mut(), Ordering::Release);
    }
}

/// The code of a game. A function is compiled quickly when it is first called, and then again in the background.
pub(crate) struct Code {
    entries: Entries,
    /// Words of a running game.
    len: usize,
    /// Words from one position to the next.
    frame: usize,
    /// The least number of argument words of a call.
    args: usize,
    /// Keeps the quick code.
    compiler: Mutex<Compiler>,
    /// Keeps the code that replaces it. Both stay as long as this, because calls of either may run.
    improver: Arc<Improver>,
    /// The tables that the code reads, which must live as long as it does.
    _tables: Vec<Box<[u64]>>,
    has_failed: AtomicBool,
}

// SAFETY: tables are not changed after they have been made, nor code after it has been compiled, which a lock lets one thread do
// at a time in each of the two modules.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        self.improver.stop();
    }
}

impl Code {
    /// Makes the functions of a game, and compiles none of them.
    pub(crate) fn new(plan: Plan) -> Gets<(Code, Plan)> {
        let compiler = Compiler::new(&plan)?;
        let arity = plan.game.actions.iter().map(|action| action.binders.len()).max().unwrap_or(0);
        let (tables, len) = (plan.tables.all(), plan.native.len);
        let entries = Entries::new(compiler.len());
        let code = Code {
            improver: Improver::new(entries.clone()),
            entries,
            len,
            frame: plan.native.frame(),
            args: arity.max(SHOWN) + 3,
            compiler: Mutex::new(compiler),
            _tables: tables,
            has_failed: AtomicBool::new(false),
        };
        Ok((code, plan))
    }

    /// Returns the number of bytes of the functions that have been compiled so far.
    pub(crate) fn size(&self) -> usize {
        self.entries.sizes.iter().map(|size| size.load(Ordering::Relaxed)).sum()
    }

    /// Begins to replace quick code in the background: what has been asked first is answered.
    #[inline]
    pub(crate) fn improve(&self) {
        self.improver.begin();
    }

    /// Replaces all quick code, and returns when that is done.
    pub(crate) fn finish_improving(&self) {
        self.improver.finish();
    }

    /// Returns whether a function could not be compiled, so that calls of it return [`FAULT`].
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Returns a function, which is compiled if this is the first call.
    #[inline]
    fn function(&self, number: usize) -> Option<Function> {
        let known = self.entries.get(number)?;
        let address = if known.is_null() { self.compile(number)? } else { known };
        // SAFETY: all functions are made with this signature, in `make_all`.
        Some(unsafe { std::mem::transmute::<*mut u8, Function>(address) })
    }

    /// Compiles a function and those that it calls; returns its address.
    #[cold]
    fn compile(&self, number: usize) -> Option<*mut u8> {
        let Ok(mut compiler) = self.compiler.lock() else {
            // After a panic, nothing more is compiled.
            self.has_failed.store(true, Ordering::Relaxed);
            return None;
        };
        if self.has_failed() {
            // A function that is called may be missing.
            return None;
        }
        let known = self.entries.get(number)?;
        if !known.is_null() {
            return Some(known);
        }
        match compiler.compile(number) {
            Ok((functions, compiled)) => {
                compiled.iter().for_each(|one| self.entries.put(one));
                self.improver.add(functions);
                self.entries.get(number).filter(|address| !address.is_null())
            }
            Err(_) => {
                self.has_failed.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Calls a function. Returns [`FAULT`] if the state or the arguments have fewer words than the code assumes.
    #[inline]
    pub(crate) fn call(&self, number: usize, question: &mut Question<'_>, state: &mut [u64], args: &mut [i64]) -> i64 {
        let Some(function) = self.function(number) else { return FAULT };
        if state.len() < self.len || args.len() < self.args {
            return FAULT;
        }
        let question: *mut Question<'_> = question;
        // SAFETY: the state and the arguments have the words that the code was made for; the script's length is among the
        // arguments, and `Question` never writes one that is longer than what follows it.
        unsafe { function(question, state.as_mut_ptr(), args.as_mut_ptr()) }
    }

    /// Calls a function that makes a ply, whose position begins at the word `now`; the position before it is one frame
    /// earlier. Returns [`FAULT`] if there are fewer words than the code assumes.
    #[inline]
    pub(crate) fn call_next(
        &self,
        number: usize,
        question: &mut Question<'_>,
        frames: &mut [u64],
        now: usize,
        args: &mut [i64],
    ) -> i64 {
        let Some(function) = self.function(number) else { return FAULT };
        if now < self.frame || frames.len() < now + self.len || args.len() < self.args {
            return FAULT;
        }
        let question: *mut Question<'_> = question;
        // SAFETY: as in `call`; the code reads no word that is more than one frame before the position.
        unsafe { function(question, frames.as_mut_ptr().add(now), args.as_mut_ptr()) }
    }
}
