//! [`operators`]: generates the table of built-in words, `enum Op` and the calls of the evaluators from the rows.

/// The rows stand in the sections of `docs/language.md`, whose tables are made from them. Each row is a word. Its first lines say
/// how it is written, the type of its value and its meaning, in Markdown. `reads` lists what its value depends on that changes in
/// play. Each line that ends with an evaluator is a pure
/// operator: its parameters with their types, in brackets if the last one may come more than once, and `= ...` for what is filled
/// in; the type of its value, and `or Fault`; its [`super::Cost`]; its evaluator, which gets what is fixed before play and the
/// arguments; and its [`super::Going`], if it depends on where a player is going.
macro_rules! operators {
    ($(section $section:literal; $($name:literal {
        $($($written:literal),+ -> $ty:literal: $doc:literal;)+
        example: $example:literal,
        phrase: $phrase:literal,
        $(reads: [$($read:ident),+],)?
        instead: $instead:literal,
        $($op:ident $params:tt -> $result:ident $(or $fault:ident)?, $cost:ident, |$on:tt $(, $arg:ident)*| $eval:expr $(, $going:ident)?;)*
    })*)*) => {
        /// The pure operators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $($($(
                #[doc = concat!("`", $name, "`")]
                $op,
            )*)*)*
        }

        impl Op {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Op] = &[$($($(Op::$op,)*)*)*];
        }

        /// The built-in words of the language.
        pub static WORDS: &[Builtin] = &[$($(Builtin {
            name: $name,
            section: $section,
            usages: &[$(Usage { written: &[$($written),+], ty: $ty, doc: $doc }),+],
            example: $example,
            phrase: $phrase,
            instead: $instead,
            reads: &[$($(Reads::$read),+)?],
            ops: &[$(Op::$op),*],
        },)*)*];

        pub(super) fn form(op: Op) -> &'static Form {
            match op {
                $($($(Op::$op => {
                    static FORM: Form = Form {
                        name: $name,
                        params: operators!(@params $params),
                        repeats: operators!(@repeats $params),
                        result: Type::$result,
                        may_fault: operators!(@faults $($fault)?),
                        cost: Cost::$cost,
                        going: operators!(@going $($going)?),
                    };
                    &FORM
                })*)*)*
            }
        }

        /// Evaluates an operator: first its arguments, then its cost, then its value.
        pub fn call<const W: usize, C: Caller<W>>(op: Op, caller: &mut C) -> Result<OpValue<W>, C::Fault> {
            match op {
                $($($(Op::$op => {
                    operators!(@take $params, ($($arg)*), caller);
                    caller.spend(Cost::$cost.steps(&[$(Argument::size(&$arg)),*]))?;
                    let ground = caller.ground();
                    let $on = &ground;
                    Answer::value($eval).map_err(|fault| caller.fault(fault))
                })*)*)*
            }
        }
    };
    (@params ($($param:ident: $ty:ident $(= $filled:ident $(($with:expr))?)?),*)) => {
        &[$(FormParam {
            name: stringify!($param),
            ty: Type::$ty,
            filled: operators!(@filled $($filled $(($with))?)?),
        }),*]
    };
    (@params [$($params:tt)*]) => { operators!(@params ($($params)*)) };
    (@filled) => { None };
    (@filled $filled:ident $(($with:expr))?) => { Some(Filled::$filled $(($with))?) };
    (@repeats ($($params:tt)*)) => { false };
    (@repeats [$($params:tt)*]) => { true };
    (@going) => { None };
    (@going $going:ident) => { Some(Going::$going) };
    (@faults) => { false };
    (@faults Fault) => { true };
    (@take ($($param:ident: $ty:ident $(= $filled:ident $(($with:expr))?)?),*), ($($arg:ident)*), $caller:ident) => {
        $(let $arg = operators!(@next $ty, $caller)?;)*
    };
    (@take [$param:ident: $ty:ident], ($arg:ident), $caller:ident) => {
        let mut $arg = List::new();
        while $caller.remaining() > 0 {
            $arg.push(operators!(@next $ty, $caller)?);
        }
    };
    (@next Int, $caller:ident) => { $caller.int() };
    (@next Ints, $caller:ident) => { $caller.ints() };
    (@next Cell, $caller:ident) => { $caller.cell() };
    (@next Cells, $caller:ident) => { $caller.cells() };
    (@next Dir, $caller:ident) => { $caller.dir() };
    (@next Dirs, $caller:ident) => { $caller.mask() };
    (@next Player, $caller:ident) => { $caller.player() };
    (@next Players, $caller:ident) => { $caller.mask() };
    (@next Kinds, $caller:ident) => { $caller.mask() };
    (@next Piece, $caller:ident) => { $caller.piece() };
}
pub(super) use operators;
