//! The language's definition in code: a direct, readable evaluator.
