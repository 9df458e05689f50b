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

        pub(super) fn call<const W: usize>(op: Op, on: &Ground<'_>, args: &[Raw<W>]) -> Result<Raw<W>, OpFault> {
            let mut each = args.iter();
            match op {
                $($($(Op::$op => {
                    let $on = on;
                    operators!(@take $params, ($($arg)*), args, each);
                    Answer::raw($eval)
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
    (@take ($($param:ident: $ty:ident $(= $filled:ident $(($with:expr))?)?),*), ($($arg:ident)*), $all:ident, $each:ident) => {
        $(let $arg: operators!(@type $ty) = Argument::take($each.next());)*
    };
    (@take [$($params:tt)*], ($arg:ident), $all:ident, $each:ident) => { let $arg = $all; };
    (@type Int) => { i32 };
    (@type Ints) => { Ints };
    (@type Cell) => { Cell };
    (@type Cells) => { Set<W> };
    (@type Dir) => { Dir };
    (@type Dirs) => { u64 };
    (@type Player) => { Player };
    (@type Players) => { u64 };
    (@type Kinds) => { u64 };
    (@type Piece) => { Piece };
}
pub(super) use operators;
