//! Code in memory, and the way into it and out of it.
//!
//! The one place with `unsafe`. Why it is sound: all code is made by [`super::code`], reads and writes only the words of the
//! running game, of its tables and of its arguments, at places that are known when it is made or tested when it runs; all
//! three are kept for as long as a call lasts, and are as long as [`Code::call`] makes sure of. Once made, code and tables
//! never change.
#![allow(unsafe_code)]

use super::code::locals::Locals;
use super::code::pieces::NONE;
use super::code::word::{Word, ZERO};
use super::code::{Gen, Gets, Moment, Seen, Site, TOO_LARGE, Unsupported};
use super::plan::Plan;
use super::run::Question;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, FuncRef, InstBuilder, UserFuncName};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

/// What a function gives back when it cannot say more: a fault, or more than the code may do.
pub(crate) const FAULT: i64 = -2;

/// The most functions and instructions that are made of a game's rules: the making takes a few microseconds for each
/// instruction, and there is another engine.
const FUNCTIONS: usize = 1_500;
const ALL_INSTRUCTIONS: usize = 1_000_000;

/// The native stack for making code.
const STACK: usize = 64 << 20;

/// The functions that code is made for, for each player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// How many candidates an action has.
    Count(usize),
    /// Whether it has one.
    Any(usize),
    /// Which they are.
    List(usize),
    /// What making a move of it does.
    Do(usize),
    /// Whether the player has a legal move at all.
    AnyAll,
    /// What comes after `do`.
    Finish,
    /// The variables that are set anew when a turn begins.
    Renew,
    /// One of the candidates of all actions without choices, drawn at random.
    Draw,
    /// A random ply, ended lightly.
    Ply,
    /// The end of the game, if the next player turns out to be stuck.
    Late,
    /// The turn passes, for `again` turns out not to hold.
    Pass,
    /// Whose turn it is after a `do`.
    Next,
    /// The keys of the position in which a player begins.
    Keys,
    /// Makes ready for random plies.
    Settled,
    /// An effect that may come to itself again.
    Effect(usize),
    /// A def that may come to itself again, as it is asked at a moment.
    Def(usize, Moment),
}

/// The numbers of all functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calls {
    players: usize,
    actions: usize,
    effects: usize,
    defs: usize,
}

const MOMENTS: [Moment; 3] = [Moment::Before, Moment::After, Moment::End];

impl Calls {
    pub(crate) fn of(plan: &Plan) -> Calls {
        let game = &plan.game;
        let (players, actions, effects) = (game.players.len(), game.actions.len(), game.effects.len());
        Calls { players, actions, effects, defs: plan.recursive_defs.len() }
    }

    /// How many players there are.
    pub(crate) fn players(self) -> usize {
        self.players
    }

    /// How many functions there are for each player.
    pub(crate) fn per_player(self) -> usize {
        4 * self.actions + 10 + self.effects + MOMENTS.len() * self.defs
    }

    /// How many functions there are.
    pub(crate) fn len(self) -> usize {
        self.players * self.per_player()
    }

    /// The number of a function.
    pub(crate) fn number(self, player: usize, task: Task) -> usize {
        let task = match task {
            Task::Count(action) => 4 * action,
            Task::Any(action) => 4 * action + 1,
            Task::List(action) => 4 * action + 2,
            Task::Do(action) => 4 * action + 3,
            Task::AnyAll => 4 * self.actions,
            Task::Finish => 4 * self.actions + 1,
            Task::Renew => 4 * self.actions + 2,
            Task::Draw => 4 * self.actions + 3,
            Task::Ply => 4 * self.actions + 4,
            Task::Late => 4 * self.actions + 5,
            Task::Pass => 4 * self.actions + 6,
            Task::Settled => 4 * self.actions + 7,
            Task::Next => 4 * self.actions + 8,
            Task::Keys => 4 * self.actions + 9,
            Task::Effect(effect) => 4 * self.actions + 10 + effect,
            Task::Def(def, moment) => {
                let at = MOMENTS.iter().position(|other| *other == moment).unwrap_or(0);
                4 * self.actions + 10 + self.effects + MOMENTS.len() * def + at
            }
        };
        player * self.per_player() + task
    }

    /// All functions.
    fn all(self) -> impl Iterator<Item = (usize, Task)> {
        (0..self.players).flat_map(move |player| {
            let actions = (0..self.actions)
                .flat_map(|action| [Task::Count(action), Task::Any(action), Task::List(action), Task::Do(action)]);
            let effects = (0..self.effects).map(Task::Effect);
            let defs = (0..self.defs).flat_map(|def| MOMENTS.into_iter().map(move |moment| Task::Def(def, moment)));
            actions
                .chain([Task::AnyAll, Task::Finish, Task::Renew, Task::Draw, Task::Ply, Task::Late, Task::Pass])
                .chain([Task::Settled, Task::Next, Task::Keys])
                .chain(effects)
                .chain(defs)
                .map(move |task| (player, task))
        })
    }
}

/// The functions of the code, and those of the engine that it calls, as one function knows them.
#[derive(Clone)]
pub(crate) struct Refs {
    own: Vec<FuncRef>,
    helpers: [FuncRef; HELPERS.len()],
}

/// The engine's functions that the code calls: their names, and how many words they are given. What is less than 0 is a fault.
const HELPERS: [(&str, usize); 11] = [
    ("record", 2),
    ("repeated", 3),
    ("explore", 3),
    ("ahead", 3),
    ("then", 6),
    ("came", 2),
    ("forget", 1),
    ("begun", 4),
    ("arising", 4),
    ("after", 4),
    ("board", 4),
];

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

/// The question and the words of the position, as the code hands them on.
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

extern "C" fn explore(question: *mut Question<'_>, state: *const u64, which: i64) -> i64 {
    // SAFETY: the code hands on what it was given.
    let (question, state) = unsafe { given(question, state) };
    question.explore(state, which as usize)
}

extern "C" fn ahead(question: *mut Question<'_>, state: *const u64, which: i64) -> i64 {
    // SAFETY: as in `explore`.
    let (question, state) = unsafe { given(question, state) };
    question.ahead(state, which as usize)
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

extern "C" fn begun(question: *mut Question<'_>, state: *const u64, player: i64, passed: i64) -> i64 {
    // SAFETY: as in `explore`.
    let (question, state) = unsafe { given(question, state) };
    question.begun(state, player as usize, passed != 0)
}

extern "C" fn arising(question: *mut Question<'_>, state: *const u64, actor: i64, form: i64) -> i64 {
    // SAFETY: as in `explore`.
    let (question, state) = unsafe { given(question, state) };
    question.arising(state, actor as usize, form as usize)
}

extern "C" fn after(question: *mut Question<'_>, state: *const u64, actor: i64, task: i64) -> i64 {
    // SAFETY: as in `explore`.
    let (question, state) = unsafe { given(question, state) };
    question.after(state, actor as usize, task as usize)
}

extern "C" fn board(question: *mut Question<'_>, asked: i64, words: *mut i64, len: i64) -> i64 {
    // SAFETY: as in `record`; the words are on the stack of the code that asks, and as many as it says.
    let (question, words) =
        unsafe { (&*question, std::slice::from_raw_parts_mut(words, usize::try_from(len).unwrap_or(0))) };
    question.ask_board(asked, words);
    0
}

type Function = unsafe extern "C" fn(*mut Question<'_>, *mut u64, *mut i64) -> i64;

/// The code of a game.
pub(crate) struct Code {
    functions: Vec<Function>,
    /// Words of a running game.
    len: usize,
    /// Words of arguments that every call has at least.
    args: usize,
    module: Option<JITModule>,
    /// What the code reads; kept as long as it is.
    _tables: Vec<Box<[u64]>>,
    /// Bytes of code.
    pub size: usize,
}

// SAFETY: code and tables are not changed after they have been made, and the module is only used again to free them.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are only reachable through this value, which is going away.
            unsafe { module.free_memory() };
        }
    }
}

impl Code {
    /// Makes the code of a game.
    pub(crate) fn new(plan: Plan) -> Gets<(Code, Plan)> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("enable_verifier", "false"),
        ] {
            flags.set(name, value).map_err(|_| Unsupported("settings of the code generator"))?;
        }
        let isa = cranelift_native::builder().map_err(|_| Unsupported("this processor"))?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(|_| Unsupported("this processor"))?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        let addresses = [
            record as *const u8,
            repeated as *const u8,
            explore as *const u8,
            ahead as *const u8,
            then as *const u8,
            came as *const u8,
            forget as *const u8,
            begun as *const u8,
            arising as *const u8,
            after as *const u8,
            board as *const u8,
        ];
        builder.symbols(HELPERS.iter().zip(addresses).map(|((name, _), address)| ((*name).to_owned(), address)));
        let mut module = JITModule::new(builder);
        // Rules nest deeply, and what is made for them calls itself for every level.
        let made = stacker::maybe_grow(STACK / 2, STACK, || make_all(&mut module, &plan)).and_then(|made| {
            module.finalize_definitions().map_err(|_| Unsupported("memory for code"))?;
            Ok(made)
        });
        let (ids, size) = match made {
            Ok(made) => made,
            Err(unsupported) => {
                // SAFETY: nothing points into the module.
                unsafe { module.free_memory() };
                return Err(unsupported);
            }
        };
        let functions = ids
            .iter()
            .map(|id| {
                let address = module.get_finalized_function(*id);
                // SAFETY: all functions are made with this signature, in `make_all`.
                unsafe { std::mem::transmute::<*const u8, Function>(address) }
            })
            .collect();
        let arity = plan.game.actions.iter().map(|action| action.binders.len()).max().unwrap_or(0);
        let tables = plan.tables.all();
        let code =
            Code { functions, len: plan.native.len, args: arity + 2, module: Some(module), _tables: tables, size };
        Ok((code, plan))
    }

    /// Calls a function; [`FAULT`] for what does not have the words that the code counts on.
    pub(crate) fn call(&self, number: usize, question: &mut Question<'_>, state: &mut [u64], args: &mut [i64]) -> i64 {
        let Some(function) = self.functions.get(number) else { return FAULT };
        if state.len() < self.len || args.len() < self.args {
            return FAULT;
        }
        let question: *mut Question<'_> = question;
        // SAFETY: the state and the arguments have the words that the code was made for; the script's length is among the
        // arguments, and `Question` never writes one that is longer than what follows it.
        unsafe { function(question, state.as_mut_ptr(), args.as_mut_ptr()) }
    }
}

fn make_all(module: &mut JITModule, plan: &Plan) -> Gets<(Vec<FuncId>, usize)> {
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
    for (name, params) in HELPERS {
        let mut signature = module.make_signature();
        signature.params.extend((0..params).map(|_| AbiParam::new(I64)));
        signature.returns.push(AbiParam::new(I64));
        helpers.push(module.declare_function(name, Linkage::Import, &signature).map_err(unsupported)?);
    }
    let mut context = module.make_context();
    let mut builders = FunctionBuilderContext::new();
    let (mut size, mut instructions) = (0, 0);
    let sites = std::cell::RefCell::new(Vec::new());
    let mut define = |module: &mut JITModule, ids: &[FuncId], number: usize, work: Work| -> Gets<()> {
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
        module.define_function(ids[number], &mut context).map_err(unsupported)?;
        size += context.compiled_code().map_or(0, |code| code.code_buffer().len());
        module.clear_context(&mut context);
        Ok(())
    };
    for (player, task) in calls.all() {
        define(module, &ids, calls.number(player, task), Work::Task(player, task))?;
    }
    // Conditions on positions to come may ask of others.
    while ids.len() - calls.len() < sites.borrow().len() {
        let site = sites.borrow()[ids.len() - calls.len()].clone();
        let number = ids.len();
        let id = module.declare_function(&format!("f{number}"), Linkage::Local, &signature).map_err(unsupported)?;
        ids.push(id);
        define(module, &ids, number, Work::Site(site))?;
    }
    Ok((ids, size))
}

/// What a function is made for.
enum Work {
    Task(usize, Task),
    Site(Site),
}

#[allow(clippy::too_many_arguments)] // all that there is to know of one function
fn make_one<'p>(
    function: &mut cranelift_codegen::ir::Function,
    builders: &mut FunctionBuilderContext,
    plan: &'p Plan,
    calls: &'p Calls,
    refs: Refs,
    sites: &'p std::cell::RefCell<Vec<Site>>,
    work: Work,
    config: cranelift_codegen::isa::TargetFrontendConfig,
) -> Gets<()> {
    let mut b = FunctionBuilder::new(function, builders);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let params = b.block_params(entry).to_vec();
    let fault = b.create_block();
    b.set_cold_block(fault);
    let seen = match &work {
        Work::Task(player, _) => {
            let mover = Word::Known(*player as i64);
            Seen::before(mover, Word::Known(NONE))
        }
        Work::Site(site) => Seen::before(site.mover, Word::Known(NONE)),
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
    };
    let action = |n: usize| &plan.game.actions[n];
    let task = match work {
        Work::Task(_, task) => Some(task),
        Work::Site(site) => {
            make.make_site(&site)?;
            None
        }
    };
    match task {
        None => {}
        Some(Task::Count(n)) => make.make_count(action(n))?,
        Some(Task::Any(n)) => make.make_any(action(n))?,
        Some(Task::List(n)) => make.make_list(action(n))?,
        Some(Task::Do(n)) => make.make_do(action(n))?,
        Some(Task::AnyAll) => {
            let mut any = ZERO;
            for n in 0..plan.game.actions.len() {
                if any != ZERO {
                    let found = make.value(any);
                    let (yes, on) = (make.b.create_block(), make.b.create_block());
                    make.b.ins().brif(found, yes, &[], on, &[]);
                    make.b.switch_to_block(yes);
                    make.give_back(Word::Known(1));
                    make.b.switch_to_block(on);
                }
                any = make.ask_any(make.seen.mover, Some(n))?;
            }
            make.give_back(any);
        }
        Some(Task::Finish) => make.make_finish(false)?,
        Some(Task::Renew) => {
            for (n, var) in plan.game.vars.iter().enumerate() {
                if var.each_turn {
                    make.set_first(n)?;
                }
            }
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

impl Gen<'_, '_> {
    /// Whether a player to move has a legal move, by this action if one is given. The turn has been passed, or not.
    pub(crate) fn ask_any(&mut self, player: Word, action: Option<usize>) -> Gets<Word> {
        let players = self.plan.game.players.len();
        let Word::Known(player) = player else {
            let mut found = ZERO;
            for p in 0..players {
                let is_it = self.same(player, Word::Known(p as i64));
                let left = self.either(
                    is_it,
                    |make| Ok(super::code::flow::Left::from_slice(&[make.ask_any(Word::Known(p as i64), action)?])),
                    |_| Ok(super::code::flow::Left::from_slice(&[found])),
                )?;
                found = left[0];
            }
            return Ok(found);
        };
        let player = usize::try_from(player).ok().filter(|player| *player < players);
        let Some(player) = player else {
            self.fault_if(super::code::word::ONE);
            return Ok(ZERO);
        };
        let task = match action {
            Some(action) => Task::Any(action),
            None => Task::AnyAll,
        };
        let number = self.calls.number(player, task);
        let renews = self.plan.game.vars.iter().any(|var| var.each_turn);
        let passed = if self.seen.moment == Moment::End && renews { self.seen.passed } else { ZERO };
        let checks = action.is_some_and(|action| self.plan.checks_after(&self.plan.game.actions[action]));
        let left = self.either(
            passed,
            |make| Ok(super::code::flow::Left::from_slice(&[make.call_helper(3, &[Word::Known(number as i64)], true)])),
            |make| {
                let answer = if checks {
                    make.call_helper(2, &[Word::Known(number as i64)], true)
                } else {
                    let call = make.refs.own[number];
                    let call = make.b.ins().call(call, &[make.context, make.state, make.args]);
                    Word::Made(make.b.inst_results(call)[0])
                };
                Ok(super::code::flow::Left::from_slice(&[answer]))
            },
        )?;
        self.refuse_faults(left[0]);
        Ok(left[0])
    }

    /// A fault if a function says so.
    fn refuse_faults(&mut self, said: Word) {
        let wrong = self.compare(cranelift_codegen::ir::condcodes::IntCC::SignedLessThan, said, ZERO);
        self.fault_if(wrong);
    }

    /// Calls another function of the same player.
    pub(crate) fn call_own(&mut self, task: Task, args: cranelift_codegen::ir::Value) -> Gets<Word> {
        let Some(player) = self.seen.mover.known() else { return Err(Unsupported("an effect of nobody")) };
        let number = self.calls.number(player as usize, task);
        let call = self.b.ins().call(self.refs.own[number], &[self.context, self.state, args]);
        Ok(Word::Made(self.b.inst_results(call)[0]))
    }

    fn call_helper(&mut self, n: usize, args: &[Word], with_state: bool) -> Word {
        let mut values = vec![self.context];
        if with_state {
            values.push(self.state);
        }
        for arg in args {
            values.push(self.value(*arg));
        }
        let call = self.b.ins().call(self.refs.helpers[n], &values);
        Word::Made(self.b.inst_results(call)[0])
    }

    /// Whether a player to move has a legal move after which the condition of a site holds.
    pub(crate) fn ask_then(
        &mut self,
        site: usize,
        player: Word,
        begins: Word,
        args: cranelift_codegen::ir::Value,
    ) -> Gets<Word> {
        let args = [Word::Known(site as i64), player, begins, Word::Made(args)];
        let answer = self.call_helper(4, &args, true);
        self.refuse_faults(answer);
        Ok(answer)
    }

    /// Adds a key to what has come before.
    pub(crate) fn call_record(&mut self, key: Word) {
        self.call_helper(0, &[key], false);
    }

    /// How often a key has come before, for a form of `repeated`.
    pub(crate) fn call_repeated(&mut self, form: u16, key: Word) -> Word {
        self.call_helper(1, &[Word::Known(i64::from(form)), key], false)
    }

    /// How often the newest key has come before.
    pub(crate) fn call_came(&mut self, form: u16) -> Word {
        self.call_helper(5, &[Word::Known(i64::from(form))], false)
    }

    /// Takes the newest keys back.
    pub(crate) fn call_forget(&mut self) {
        self.call_helper(6, &[], false);
    }

    /// Adds the keys of the position in which a player begins, after his turn has passed to him or not.
    pub(crate) fn call_begun(&mut self, player: Word, passed: Word) {
        let said = self.call_helper(7, &[player, passed], true);
        self.refuse_faults(said);
    }

    /// How often the position has come before that the ply leads to.
    pub(crate) fn call_arising(&mut self, actor: Word, form: u16) -> Word {
        let said = self.call_helper(8, &[actor, Word::Known(i64::from(form))], true);
        self.refuse_faults(said);
        said
    }

    /// Whether who moves after the ply has a move (the lowest bit), and who that is.
    pub(crate) fn call_after(&mut self, actor: Word, task: Task) -> Word {
        let task = self.calls.number(0, task);
        let said = self.call_helper(9, &[actor, Word::Known(task as i64)], true);
        self.refuse_faults(said);
        said
    }

    /// Asks something of the board: these words, which what comes back takes the place of.
    pub(crate) fn call_board(&mut self, asked: i64, words: cranelift_codegen::ir::Value, len: usize) {
        self.call_helper(10, &[Word::Known(asked), Word::Made(words), Word::Known(len as i64)], false);
    }
}
