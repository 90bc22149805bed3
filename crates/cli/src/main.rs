//! The program `nasvet`; all of it is in the library of this crate.

fn main() -> std::process::ExitCode {
    nasvet_cli::main()
}
