//! The `boardwright` command: a thin face over the library.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
