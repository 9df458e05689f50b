//! [`operators`]: generates the table of built-in words, `enum Op` and the calls of the evaluators from the rows.

/// Each row is a word; each of its lines that ends with an evaluator is a pure operator. The line has the parameters with
/// their types, in brackets if the last one may be repeated, and `= ...` for a default; the type of the value, with
/// `or Fault` if it may fault; the [`super::Cost`]; and the function that evaluates it.
macro_rules! operators {
    ($($name:literal {
        written: [$($written:literal),*],
        doc: $doc:literal,
        example: $example:literal,
        phrase: $phrase:literal,
        instead: $instead:literal,
        $($op:ident $params:tt -> $result:ident $(or $fault:ident)?, $cost:ident, $eval:path;)*
    })*) => {
        /// The pure operators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $($(
                #[doc = concat!("`", $name, "`")]
                $op,
            )*)*
        }

        impl Op {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Op] = &[$($(Op::$op,)*)*];
        }

        /// The built-in words of the language.
        pub static WORDS: &[Builtin] = &[$(Builtin {
            name: $name,
            written: &[$($written),*],
            doc: $doc,
            example: $example,
            phrase: $phrase,
            instead: $instead,
            ops: &[$(Op::$op),*],
        },)*];

        pub(super) fn form(op: Op) -> &'static Form {
            match op {
                $($(Op::$op => {
                    static FORM: Form = Form {
                        name: $name,
                        params: operators!(@params $params),
                        repeats: operators!(@repeats $params),
                        result: TypeName::$result,
                        may_fault: operators!(@faults $($fault)?),
                        cost: Cost::$cost,
                    };
                    &FORM
                })*)*
            }
        }

        pub(super) fn call<const W: usize>(op: Op, on: &Ground<'_>, args: &[Raw<W>]) -> Result<Raw<W>, OpFault> {
            let mut each = args.iter();
            match op {
                $($(Op::$op => operators!(@call $params, $eval, on, args, each),)*)*
            }
        }
    };
    (@params ($($param:ident: $ty:ident $(= $filled:ident $(($with:expr))?)?),*)) => {
        &[$(Param {
            name: stringify!($param),
            ty: TypeName::$ty,
            filled: operators!(@filled $($filled $(($with))?)?),
        }),*]
    };
    (@params [$($params:tt)*]) => { operators!(@params ($($params)*)) };
    (@filled) => { None };
    (@filled $filled:ident $(($with:expr))?) => { Some(Filled::$filled $(($with))?) };
    (@repeats ($($params:tt)*)) => { false };
    (@repeats [$($params:tt)*]) => { true };
    (@faults) => { false };
    (@faults Fault) => { true };
    (@call ($($param:ident: $ty:ident $(= $filled:ident $(($with:expr))?)?),*), $eval:path, $on:ident, $all:ident, $args:ident) => {
        $eval($on, $(operators!(@take $param $args)),*).raw()
    };
    (@call [$($params:tt)*], $eval:path, $on:ident, $all:ident, $args:ident) => { $eval($on, $all).raw() };
    (@take $param:ident $args:ident) => { Argument::take($args.next()) };
}
pub(super) use operators;
