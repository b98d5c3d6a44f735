//! Load test of the real binary: saves compared to a bare server and with years of data, an exam of thousands, a
//! slowloris attack, restarts after kills, the longest write transactions, and a large import beside saves.
//!
//! `cargo bench --bench load`, or parts of it: `-- saves stored exam attack restart drawn closures runner imports webhooks`.
//! `INVIGIL_CANDIDATES` (10,000) sets the size of the exam; `INVIGIL_BENCH_OTHER` names another binary that the saves are
//! compared with. Everything runs on one machine and the load uses CPU too, so compare figures only as ratios within one
//! run.

mod admin;
mod attack;
mod bare;
mod beside_runner;
mod candidate;
mod closures;
mod drawn;
mod exam;
#[path = "../filled.rs"]
mod filled;
mod http;
mod imports;
mod measure;
mod restart;
mod saves;
mod server;
mod stored;
mod webhooks;

/// The product's allocator, so that the bare server uses it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

fn candidates() -> usize {
    std::env::var("INVIGIL_CANDIDATES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000)
}

/// Raises the limit of open files: a connection per candidate, here and in the server, which inherits the limit.
fn raise_limit(wanted: usize) -> Result<usize, AnyError> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
    let possible = usize::try_from(hard)?.saturating_sub(500);
    if possible < wanted {
        eprintln!("at most {hard} open files: {possible} candidates instead of {wanted}");
    }
    Ok(wanted.min(possible))
}

fn main() -> Result<(), AnyError> {
    let mut arguments = std::env::args_os().skip(1);
    let mut parts = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--bare-server") => return bare::serve(arguments.next().ok_or("no folder")?.as_ref()),
            // Added by cargo.
            Some("--bench") => {}
            _ => parts.push(argument),
        }
    }
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|p| p == part);
    let candidates = raise_limit(candidates())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if wanted("saves") {
            saves::run().await?;
        }
        if wanted("stored") {
            stored::run().await?;
        }
        if wanted("exam") {
            exam::run(candidates).await?;
        }
        if wanted("attack") {
            attack::run(candidates).await?;
        }
        if wanted("restart") {
            restart::run().await?;
        }
        if wanted("drawn") {
            drawn::run(candidates).await?;
        }
        if wanted("closures") {
            closures::run().await?;
        }
        if wanted("runner") {
            beside_runner::run().await?;
        }
        if wanted("imports") {
            imports::run().await?;
        }
        if wanted("webhooks") {
            webhooks::run().await?;
        }
        Ok(())
    })
}
