//! The model: random schedules of three nodes, with the decisions of the product and a log and files in memory. Each planted
//! mistake must be found. `INVIGIL_TWIN_RUNS` makes it long.

mod disk;
mod engine;
mod world;

use super::{
    core::{Core, Mistakes, Role},
    log::{Append, Take},
    record,
};
use crate::store::{ChangeSet, Changes, Reseed};
use disk::{Disk, OwnFile};
use engine::{Connection, Engine, Faults, Planted, TERM};
use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};
use world::{START, World};

const STEPS: u64 = 600;
/// Runs within which each mistake must be found: most need a few dozen.
const CONTROL_RUNS: u64 = 100_000;
/// Runs that count as a long exploration.
const LONG: u64 = 3_000;
/// These take thousands of schedules, which a short exploration does not have.
const STOPPED: &str = "a stopped take-over goes on reading";
const TRIMMED: &str = "a file that is flushed later, and a log that is trimmed by what is applied";

#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each mistake is planted by itself")]
struct Plan {
    core: Mistakes,
    log: Planted,
    /// A crash leaves a follower's number without its rows.
    number_alone: bool,
    acknowledge_first: bool,
    commit_first: bool,
    unknown_is_failure: bool,
    /// ... and the next batch has the next number.
    skips_number: bool,
    own_epoch_kept: bool,
    /// Commits of a file are flushed some time after.
    flushed_later: bool,
    /// The log is trimmed by what a crash leaves in the files.
    trimmed_by_flushed: bool,
}

struct Explored {
    runs: u64,
    acknowledgements: u64,
    take_overs: u64,
    crashes: u64,
    named: u64,
    wrong: Option<String>,
}

fn explore(plan: Plan, runs: u64) -> Explored {
    let mut all = Explored { runs: 0, acknowledgements: 0, take_overs: 0, crashes: 0, named: 0, wrong: None };
    for run in 0..runs {
        let mut world = World::new((run + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, plan);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            for _ in 0..STEPS {
                world.step();
                if !world.wrong.is_empty() {
                    return;
                }
            }
            world.heal();
        }));
        let violations = world.engine.borrow().violations.clone();
        all.runs = run + 1;
        all.acknowledgements += world.acknowledgements;
        all.take_overs += world.take_overs;
        all.crashes += world.crashes;
        all.named += u64::from(world.is_named);
        let panicked = outcome.is_err().then(|| "it panicked".to_owned());
        all.wrong = world.wrong.iter().chain(&violations).chain(&panicked).next().cloned();
        if all.wrong.is_some() {
            break;
        }
    }
    all
}

/// Number of runs; a few seconds of them by default.
fn runs() -> u64 {
    std::env::var("INVIGIL_TWIN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(300)
}

#[test]
fn no_schedule_loses_an_acknowledged_save() {
    let all = explore(Plan::default(), runs());
    println!(
        "{} runs, {} acknowledgements, {} take-overs, {} crashes",
        all.runs, all.acknowledgements, all.take_overs, all.crashes
    );
    assert_eq!(all.wrong, None, "in run {}", all.runs);
    assert!(all.acknowledgements > all.runs && all.take_overs > all.runs, "the schedules reach nothing");
}

/// What a file lacks after a crash is in the log, if this keeps what is not flushed.
#[test]
fn a_file_may_be_flushed_after_the_reply() {
    let all = explore(Plan { flushed_later: true, trimmed_by_flushed: true, ..Plan::default() }, runs());
    assert_eq!(all.wrong, None, "in run {}", all.runs);
    assert!(all.crashes > all.runs, "the schedules reach nothing");
}

/// A log that does not wait for its standby may lose what was acknowledged, but some node says so.
#[test]
fn an_asynchronous_log_loses_only_what_is_named() {
    let log = Planted { asynchronous: true, ..Planted::default() };
    let all = explore(Plan { log, ..Plan::default() }, runs());
    assert_eq!(all.wrong, None, "in run {}", all.runs);
    assert!(all.named > 0, "the control: nothing was lost");
}

fn file() -> OwnFile {
    OwnFile { disk: Rc::new(RefCell::new(Disk::at(START))), number_alone: false }
}

/// The answer to a leader whose log has lost the take-over, and has given the same number to another one.
fn appended_after_a_lost_take_over(planted: Planted) -> Append {
    let engine = Rc::new(RefCell::new(Engine::new(7, START, planted)));
    engine.borrow_mut().faults = Faults::NONE;
    let lead = |core: &mut Core, node: usize| {
        let mut connection = Connection { engine: engine.clone(), node };
        let mut file = file();
        assert!(matches!(core.take(&mut connection, &file), Take::Leader(_)));
        core.follow(&mut connection, &mut file);
        assert_eq!(core.role, Role::Leading);
        connection
    };
    let (mut first, mut second) = (Core::new("a"), Core::new("b"));
    let mut connection = lead(&mut first, 0);
    engine.borrow_mut().fail_over();
    lead(&mut second, 1);
    assert_eq!(first.epoch.number, second.epoch.number);
    let set = ChangeSet::led(START, Changes::Reseed(Reseed::Rebuilt), first.epoch.number);
    first.ship(&mut connection, &record::encode(&set))
}

/// The random schedules meet this too rarely.
#[test]
fn a_token_distinguishes_epochs_of_one_number() {
    let asynchronous = Planted { asynchronous: true, ..Planted::default() };
    assert_eq!(appended_after_a_lost_take_over(asynchronous), Append::Fenced);
    let mistaken = Planted { no_token: true, ..asynchronous };
    assert_eq!(appended_after_a_lost_take_over(mistaken), Append::In, "the mistake, without which this tests nothing");
}

/// A member that cannot take over would otherwise name a machine that has stopped.
#[test]
fn a_lease_that_is_over_has_no_leader() {
    let engine = Rc::new(RefCell::new(Engine::new(7, START, Planted::default())));
    engine.borrow_mut().faults.answer_lost = 0;
    let connection = |node| Connection { engine: engine.clone(), node };
    let mut file = file();
    let (mut first, mut second) = (Core::new("a"), Core::new("b"));
    second.follow(&mut connection(1), &mut file);
    assert_eq!(second.leader(), "");
    assert!(matches!(first.take(&mut connection(0), &file), Take::Leader(_)));
    second.follow(&mut connection(1), &mut file);
    assert_eq!(second.leader(), "a");
    engine.borrow_mut().now += TERM + 1;
    second.follow(&mut connection(1), &mut file);
    assert_eq!((second.leader(), second.holder.as_str()), ("", "a"), "of whom one takes over is known");
}

#[test]
fn each_planted_mistake_is_found() {
    let (core, log, plan) = (Mistakes::default(), Planted::default(), Plan::default());
    let in_log = |log| Plan { log, ..plan };
    let in_core = |core| Plan { core, ..plan };
    let plans = [
        ("no check of the epoch", in_log(Planted { no_epoch: true, ..log })),
        ("the epoch checked without a lock", in_log(Planted { check_then_write: true, ..log })),
        ("neither epoch nor predecessor", in_log(Planted { no_epoch: true, no_predecessor: true, ..log })),
        ("a duplicate counts as in", in_log(Planted { duplicate_is_in: true, ..log })),
        ("the warning of a cancelled wait ignored", in_log(Planted { warning_ignored: true, ..log })),
        ("a take-over that does not wait for appends", in_log(Planted { take_does_not_wait: true, ..log })),
        ("acknowledged before the append", Plan { acknowledge_first: true, ..plan }),
        ("committed before the append", Plan { commit_first: true, ..plan }),
        ("unknown counts as failed", Plan { unknown_is_failure: true, ..plan }),
        (
            "unknown counts as failed, with the next number",
            Plan {
                unknown_is_failure: true,
                skips_number: true,
                log: Planted { no_predecessor: true, ..log },
                core: Mistakes { no_chain_check: true, ..core },
                ..plan
            },
        ),
        ("the number before the rows", Plan { number_alone: true, ..plan }),
        ("a started leader keeps its epoch", Plan { own_epoch_kept: true, ..plan }),
        (STOPPED, in_core(Mistakes { stale_take_over: true, ..core })),
        ("applied before it is confirmed", in_core(Mistakes { no_confirmation: true, ..core })),
        (
            "applied unconfirmed and unchecked",
            in_core(Mistakes { no_confirmation: true, no_chain_check: true, ..core }),
        ),
        (TRIMMED, Plan { flushed_later: true, ..plan }),
        (
            "a file that is flushed later, and a log that does not wait",
            Plan { flushed_later: true, log: Planted { asynchronous: true, ..log }, ..plan },
        ),
    ];
    let is_long = runs() >= LONG;
    let mut missed = Vec::new();
    for (name, plan) in plans.into_iter().filter(|(name, _)| is_long || ![STOPPED, TRIMMED].contains(name)) {
        let all = explore(plan, if is_long { CONTROL_RUNS } else { CONTROL_RUNS / 10 });
        match all.wrong {
            Some(wrong) => println!("found in run {}: {name}: {wrong}", all.runs),
            None => missed.push(name),
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}
