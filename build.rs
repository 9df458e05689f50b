//! Builds the package again when a game, a snapshot or an explanation is added: they are embedded by folder.

fn main() {
    println!("cargo:rerun-if-changed=games");
    println!("cargo:rerun-if-changed=docs/codes");
}
