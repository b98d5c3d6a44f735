//! The `invigil` binary, a thin wrapper around the library.

use mimalloc::MiMalloc;
use rust_embed::RustEmbed;
use std::process::ExitCode;

/// The built page; empty in a checkout whose page was never built.
#[derive(RustEmbed)]
#[folder = "ui/dist/"]
#[allow_missing = true]
struct BuiltPage;

/// A request makes some hundred small allocations on one thread and frees them on another. mimalloc is built for that
/// pattern: a save takes a fifth less time. Huge pages stay off: they cost a third more memory and save no time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    invigil::http::embed(BuiltPage::get);
    invigil::cli::main()
}
