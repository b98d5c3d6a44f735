//! Whether a site of this size is carried.

use crate::{
    client::FPS,
    site::{Figures, Site, saturation},
    stills,
};
use std::time::Duration;

/// The share of what is sent that has to arrive: at the borders of the measured time some is not counted.
const ARRIVES: f64 = 0.95;
const STILL_WITHIN: f64 = 1_000.0;
const FIRST_PICTURE_WITHIN: Duration = Duration::from_secs(1);
/// A media thread beyond this has no reserve.
const BUSY: f64 = 0.9;
/// A generator, or a machine, beyond this is what limits the measurement.
const SATURATED: f64 = 0.9;

struct Bar {
    what: String,
    wanted: String,
    measured: String,
    holds: bool,
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn at_least(what: impl Into<String>, wanted: f64, measured: f64) -> Bar {
    let holds = measured >= wanted;
    Bar { what: what.into(), wanted: format!("at least {wanted:.0}"), measured: format!("{measured:.0}"), holds }
}

fn at_most(what: &str, wanted: f64, measured: f64, unit: &str) -> Bar {
    let holds = measured <= wanted;
    Bar {
        what: what.into(),
        wanted: format!("at most {wanted:.0}{unit}"),
        measured: format!("{measured:.0}{unit}"),
        holds,
    }
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
async fn bars(site: &Site, figures: &Figures, click: Duration) -> Vec<Bar> {
    let plan = &site.plan;
    let sent = (plan.candidates as u64 * FPS) as f64;
    // The server's own number, where it says one.
    let connected = site.metric("invigil_media_candidates").await.unwrap_or(site.connected() as f64);
    let mut bars = vec![
        at_least("live streams connected", plan.candidates as f64, connected),
        at_least("pictures of live streams sent, a second", sent * ARRIVES, figures.sent),
    ];
    if site.has_viewers() {
        let shown = figures.sent * plan.most_admins() as f64;
        let what = format!("pictures shown to {} who watch all live streams, a second", plan.most_admins());
        bars.push(at_least(what, shown * ARRIVES, figures.received));
    }
    if plan.stills > 0 {
        let wanted = plan.stills as f64 / stills::EVERY.as_secs_f64();
        bars.push(at_least("still frames accepted, a second", wanted * ARRIVES, figures.stills));
        bars.push(at_most("still frames refused or failed", 0.0, figures.lost_stills as f64, ""));
        bars.push(at_most("99 of 100 still frames are accepted within", STILL_WITHIN, site.stills.p99(), " ms"));
    }
    let mut dropped = 0.0;
    for name in ["invigil_media_packets_dropped", "invigil_media_frames_dropped"] {
        dropped += site.metric(name).await.unwrap_or_default();
    }
    bars.push(at_most("packets and frames dropped between threads", 0.0, dropped, ""));
    let most = FIRST_PICTURE_WITHIN.as_secs_f64() * 1_000.0;
    bars.push(at_most("click to first picture, median", most, click.as_secs_f64() * 1_000.0, " ms"));
    let busiest = figures.server.busiest("media");
    bars.push(at_most("busiest thread of live video", BUSY * 100.0, busiest * 100.0, " %"));
    bars
}

/// Prints the table; returns false unless everything holds.
pub async fn print(site: &Site, figures: &Figures, click: Duration) -> bool {
    let bars = bars(site, figures, click).await;
    println!("\n| bar | wanted | measured | |\n|---|---|---|---|");
    for Bar { what, wanted, measured, holds } in &bars {
        println!("| {what} | {wanted} | {measured} | {} |", if *holds { "holds" } else { "FAILS" });
    }
    let (generator, machine) = (saturation(figures), figures.server.machine);
    let of = site.plan.generators;
    println!(
        "| saturation of the generator: the busiest of its {of} threads | below {} | {} | |",
        percent(SATURATED),
        percent(generator)
    );
    println!(
        "| all processors of the machine, with all that runs on it | below {} | {} | |",
        percent(SATURATED),
        percent(machine)
    );
    println!("threads of the server: {}", figures.server.words());
    println!("threads of the generator: {}", figures.generator.words());
    let holds = bars.iter().all(|bar| bar.holds);
    println!("verdict: {}", words(holds, is_limited(figures)));
    holds
}

/// The generator or the machine was at its limit: what failed may be theirs.
pub fn is_limited(figures: &Figures) -> bool {
    saturation(figures) >= SATURATED || figures.server.machine >= SATURATED
}

const fn words(holds: bool, is_limited: bool) -> &'static str {
    match (holds, is_limited) {
        (true, false) => "holds",
        (true, true) => "holds, with the generator or the machine at its limit",
        (false, false) => "does not hold",
        (false, true) => {
            "not measured: the generator or the machine was at its limit; use more --generators, or another machine"
        }
    }
}
