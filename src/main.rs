//! The `invigil` binary; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    invigil::cli::main()
}
