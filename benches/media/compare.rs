//! Two servers under the same load, by turns.

use crate::{
    plan::{Mode, Plan},
    site::{Site, saturation},
    verdict::is_limited,
};
use std::{ffi::OsString, time::Duration};

/// With clips, a server may take so much more.
const CLIPS_COST: f64 = 1.2;
/// Two measurements of the same differ by some percent.
const SAME_COST: f64 = 1.05;
/// A clip ends 30 s after its flag: as many begin as end while clips are measured.
const CLIPS_RUN_IN: Duration = Duration::from_secs(35);

struct Side {
    name: String,
    plan: Plan,
    /// Microseconds of processor time for each picture that was sent, by round.
    costs: Vec<f64>,
}

impl Side {
    fn median(&self) -> f64 {
        let mut sorted = self.costs.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

/// Clips off and on; returns whether they cost at most a fifth.
pub async fn clips(plan: &Plan) -> bool {
    // In both, people flag; longer than a clip lasts.
    let base = Plan { measured: plan.measured.max(Duration::from_mins(1)), ..plan.clone() };
    let side = |name: &str, keeps_clips| Side {
        name: name.to_owned(),
        plan: Plan { keeps_clips, ..base.clone() },
        costs: Vec::new(),
    };
    compare([side("clips off", false), side("clips on", true)], CLIPS_COST).await
}

/// Another binary and this one, each with one media thread; returns whether this one costs what the other does.
pub async fn against(plan: &Plan, other: &OsString) -> bool {
    let base = Plan { media_threads: Some("1".to_owned()), ..plan.clone() };
    let before = Side {
        name: other.display().to_string(),
        plan: Plan { binary: other.clone(), ..base.clone() },
        costs: Vec::new(),
    };
    let now = Side { name: "this one".to_owned(), plan: base, costs: Vec::new() };
    compare([before, now], SAME_COST).await
}

async fn compare(mut sides: [Side; 2], most: f64) -> bool {
    println!(
        "| | round | pictures in/s | pictures out/s | CPU of one core | CPU per picture sent | memory | generator's busiest thread | machine |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut limited = false;
    for round in 1..=sides[0].plan.rounds {
        for Side { name, plan, costs } in &mut sides {
            let mut site = Site::open(plan).await;
            site.watch(plan.most_admins()).await;
            let figures = match plan.mode {
                Mode::Clips => site.measure_flagged(CLIPS_RUN_IN).await,
                _ => site.measure().await,
            };
            costs.push(figures.per_picture());
            limited |= is_limited(&figures);
            println!(
                "| {name} | {round} | {:.0} | {:.0} | {:.1} % | {:.1} µs | {:.0} MB | {:.0} % | {:.0} % |",
                figures.sent,
                figures.received,
                figures.server.cores * 100.0,
                figures.per_picture(),
                figures.megabytes,
                saturation(&figures) * 100.0,
                figures.server.machine * 100.0,
            );
        }
    }
    let ratio = sides[1].median() / sides[0].median();
    let holds = ratio <= most;
    println!("\n| bar | wanted | measured | |\n|---|---|---|---|");
    println!(
        "| processor time, {} to {}, medians | at most {most:.2} | {ratio:.2} | {} |",
        sides[1].name,
        sides[0].name,
        if holds { "holds" } else { "FAILS" },
    );
    if limited {
        println!(
            "the generator or the machine was at its limit in a round: measure fewer candidates, or with more --generators"
        );
    }
    println!("verdict: {}", if holds { "holds" } else { "does not hold" });
    holds
}
