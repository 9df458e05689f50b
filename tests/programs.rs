//! The programs in `examples` run to their end.

#[path = "../examples/picture.rs"]
mod picture;
#[path = "../examples/random_match.rs"]
mod random_match;
#[path = "../examples/search.rs"]
mod search;
#[path = "../examples/variants.rs"]
mod variants;

#[test]
fn examples_run() {
    picture::main().unwrap();
    random_match::main().unwrap();
    search::main().unwrap();
    variants::main().unwrap();
}
