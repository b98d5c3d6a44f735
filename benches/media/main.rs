//! Cost of live video: candidates publish a low layer of 5 frames/s and 100 kbit/s to the real server, and
//! administrators watch them, at the end under a flood. Prints CPU per stream and memory of the server process, and the
//! time from a click to the first frame.
//!
//! ```text
//! cargo bench --bench media                      # 200 candidates; one administrator watches all, then four
//! cargo bench --bench media -- 50 1 4            # 50 candidates; the numbers of administrators
//! cargo bench --bench media -- 1000 1 --stills 10000 --media-threads 2 --generators 2
//!                                                # a large site: 10,000 cameras send still frames, 1,000 live video
//! cargo bench --bench media -- 200 --clips       # clips off and on, by turns
//! cargo bench --bench media -- 200 1 --against OLD   # another binary and this one, with one media thread
//! ```
//!
//! `--seconds` is how long each is measured (15), `--rounds` how often each side of a comparison is (3). The last three
//! end with a verdict, and with code 1 unless the bar holds. `INVIGIL_MEDIA_THREADS` sets the server's media threads too, and
//! `INVIGIL_BENCH_OTHER` names another binary to measure. Where a thread of the generator takes a whole core, or all processors
//! of the machine are busy, that is the limit, and the line says nothing of the server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement that cannot go on fails")]

mod api;
mod client;
mod compare;
mod generator;
#[path = "../load/http.rs"]
#[allow(dead_code, reason = "another bench reads lists")]
mod http;
mod plan;
mod server;
mod site;
mod stills;
mod usage;
mod verdict;

use plan::{Mode, Plan};
use site::{Figures, Site, saturation};
use std::process::ExitCode;

fn row(what: &str, figures: &Figures) {
    println!(
        "| {what} | {:.0} | {:.0} | {:.0} | {:.1} % | {:.2} ms | {:.0} % | {:.0} MB | {:.0} % |",
        figures.sent,
        figures.received,
        figures.stills,
        figures.server.cores * 100.0,
        figures.per_stream(),
        figures.server.busiest("media") * 100.0,
        figures.megabytes,
        saturation(figures) * 100.0,
    );
}

/// Measures one server; returns false if it is judged and something does not hold.
async fn table(plan: &Plan) -> bool {
    println!(
        "| | pictures in/s | pictures out/s | stills/s | CPU of one core | CPU per second and stream | busiest media thread | memory | generator's busiest thread |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut site = Site::open(plan).await;
    let mut last = site.measure().await;
    row(&format!("{} publish, no viewers", plan.candidates), &last);
    let click = site.click().await;
    for &admins in &plan.admins {
        site.watch(admins).await;
        last = site.measure().await;
        row(&format!("{} publish, {admins} watch all of them", plan.candidates), &last);
    }
    if plan.mode == Mode::Scale {
        return verdict::print(&site, &last, click).await;
    }
    let (what, figures) = site.measure_abused().await;
    row(&what, &figures);
    println!("click to first picture, median: {} ms", click.as_millis());
    true
}

fn main() -> ExitCode {
    let plan = Plan::given(std::env::args_os().skip(1));
    usage::raise_open_files(plan.open_files());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let holds = runtime.block_on(async {
        match &plan.mode {
            Mode::Table | Mode::Scale => table(&plan).await,
            Mode::Clips => compare::clips(&plan).await,
            Mode::Against(other) => compare::against(&plan, other).await,
        }
    });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
