//! The log of a twin, and its members.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        sentence::Sentence,
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    sentence,
    store::{LogMember, LogStanding},
};

const TOPIC: &str = "twin";
/// A log that has not answered for this long: half of the shortest lease and more.
const SILENT: SignedDuration = SignedDuration::from_secs(5);
/// A member that is further behind would need this long, and more, to take over.
const LONG_LAG: SignedDuration = SignedDuration::from_secs(10);
/// A seed takes no longer, and nor is a join token valid for longer.
const JOINED_WITHIN: SignedDuration = HOUR;
/// Clocks that differ more: logs and mails of the members are hard to compare.
const CLOCK_DIFFERENCE: SignedDuration = SECOND;

/// Nothing for a machine that is alone.
pub fn twin(app: &App) -> Vec<DoctorFinding> {
    app.store.log_standing().map(|log| findings(&log)).unwrap_or_default()
}

fn findings(log: &LogStanding) -> Vec<DoctorFinding> {
    let silent = millis(i64::try_from(log.answered_ms_ago).unwrap_or(i64::MAX));
    // Read by a command without its server, which alone knows who leads.
    if log.state == "stopped" {
        let name = &log.name;
        let said = sentence!("twinNotServed": "The server of this member, {name}, does not run: see 'invigil twin status'.", name);
        return vec![DoctorFinding::note(TOPIC, said)];
    }
    if !log.leads() {
        return of_follower(log);
    }
    let mut found = vec![if silent >= SILENT {
        DoctorFinding::problem(
            TOPIC,
            sentence!(
                "twinLogSilent": "The log has not answered for {seconds} s: saves wait, and this server stops leading soon.",
                seconds = silent.as_secs(),
            ),
            sentence!("twinLogSilentFix": "Check PostgreSQL and the network to it."),
        )
    } else {
        let said = sentence!(
            "twinLeads": "{name} leads in epoch {epoch}, with batch {number}.",
            name = &log.name,
            epoch = log.epoch,
            number = log.number,
        );
        DoctorFinding::ok(TOPIC, said)
    }];
    if !log.is_synchronous {
        found.push(DoctorFinding::warning(
            TOPIC,
            sentence!(
                "twinAlone": "The log acknowledges alone: it waits for no standby, so that the loss of its machine may lose the last saves."
            ),
            sentence!("twinAloneFix": "Set synchronous_standby_names in PostgreSQL, and leave fsync on."),
        ));
    }
    found.extend(own_clock(log));
    for member in log.members.iter().filter(|member| member.name != log.name) {
        found.push(follower(member));
        found.extend(clock_of(member));
    }
    if log.members.iter().all(|member| member.name == log.name) {
        found.push(DoctorFinding::warning(
            TOPIC,
            sentence!("twinNoMember": "No other member follows: none would take over."),
            sentence!("twinNoMemberFix": "Join a second machine: 'invigil twin token' here, then 'invigil twin join' there."),
        ));
    }
    found
}

/// A member that does not lead knows this of itself.
fn of_follower(log: &LogStanding) -> Vec<DoctorFinding> {
    let (name, state) = (&log.name, log.state.replace('_', " "));
    let said = if log.led_before.is_empty() {
        sentence!("twinFollowsNone": "This machine follows as {name} ({state}); no member leads.", name, state)
    } else {
        let leader = &log.led_before;
        sentence!("twinFollows": "This machine follows as {name} ({state}); {leader} leads.", name, state, leader)
    };
    let fix = || sentence!("twinFollowsFix": "See 'invigil twin status', and docs/twin.md for this state.");
    let own = log.members.iter().find(|member| member.name == log.name);
    let mut found = vec![match (log.state, log.trouble.is_empty()) {
        ("following", _) => DoctorFinding::ok(TOPIC, said),
        (_, true) => DoctorFinding::problem(TOPIC, said, fix()),
        (_, false) => DoctorFinding::note(TOPIC, said),
    }];
    if !log.trouble.is_empty() {
        let why = &log.trouble;
        found.push(DoctorFinding::problem(TOPIC, sentence!("twinFollowsNot": "It does not go on: {why}.", why), fix()));
    }
    found.extend(own.filter(|own| millis(own.lag_ms) > LONG_LAG).map(lagging));
    found.extend(own_clock(log));
    found
}

/// The difference of a clock in seconds, if it matters.
fn apart(ahead: SignedDuration) -> Option<i64> {
    let difference = ahead.abs();
    (difference > CLOCK_DIFFERENCE).then(|| difference.as_secs())
}

fn clock_fix() -> Sentence {
    sentence!(
        "twinClockFix": "Set the clocks of all machines by NTP. The lease does not depend on them; ends of tests, logs and mails do."
    )
}

fn own_clock(log: &LogStanding) -> Option<DoctorFinding> {
    let seconds = apart(millis(log.clock_ahead_ms))?;
    let said = sentence!("twinClock": "The clock of the log differs from this machine's by {seconds} s.", seconds);
    Some(DoctorFinding::warning(TOPIC, said, clock_fix()))
}

/// Tests would end by it after a take-over.
fn clock_of(member: &LogMember) -> Option<DoctorFinding> {
    let seconds = apart(millis(member.clock_ahead_ms)).filter(|_| !member.is_away && member.state != "joining")?;
    let name = &member.name;
    let said =
        sentence!("twinMemberClock": "The clock of the log differs from that of {name} by {seconds} s.", name, seconds);
    Some(DoctorFinding::warning(TOPIC, said, clock_fix()))
}

fn lagging(member: &LogMember) -> DoctorFinding {
    let said = sentence!(
        "twinLags": "{name} is {behind} batches behind, for {length}.",
        name = &member.name,
        behind = member.behind.to_string(),
        length = length(millis(member.lag_ms)),
    );
    let fix = sentence!("twinLagsFix": "Check its disk and the network to the log.");
    DoctorFinding::warning(TOPIC, said, fix)
}

fn follower(member: &LogMember) -> DoctorFinding {
    let LogMember { name, state, behind, .. } = member;
    let (lag, seen) = (millis(member.lag_ms), millis(member.seen_ms_ago));
    match state.as_str() {
        "joining" if seen > JOINED_WITHIN => DoctorFinding::warning(
            TOPIC,
            sentence!(
                "twinNotJoined": "{name} began to join {ago} ago, and has not finished.",
                name,
                ago = length(seen),
            ),
            sentence!("twinNotJoinedFix": "Join it again, or say 'invigil twin leave {name}'.", name),
        ),
        "joining" => DoctorFinding::note(TOPIC, sentence!("twinJoins": "{name} joins: its seed is on its way.", name)),
        _ if member.is_away => DoctorFinding::problem(
            TOPIC,
            sentence!(
                "twinGone": "{name} was last seen {ago} ago: it would not take over.",
                name,
                ago = length(seen),
            ),
            sentence!("twinGoneFix": "Start its server, or say 'invigil twin leave {name}' if it is gone for good.", name),
        ),
        "needs_seed" | "diverged" => DoctorFinding::problem(
            TOPIC,
            sentence!(
                "twinStopped": "{name} cannot follow: its state is {state}.",
                name,
                state = state.replace('_', " "),
            ),
            sentence!("twinStoppedFix": "See docs/twin.md for this state."),
        ),
        _ if lag > LONG_LAG => lagging(member),
        _ => {
            let behind = behind.to_string();
            DoctorFinding::ok(TOPIC, sentence!("twinMember": "{name} follows, {behind} batches behind.", name, behind))
        }
    }
}

const fn millis(number: i64) -> SignedDuration {
    SignedDuration::from_millis(number)
}

fn length(time: SignedDuration) -> String {
    if time < 2 * MINUTE { format!("{} s", time.as_secs()) } else { format!("{} min", time.as_secs() / 60) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::operate::doctor::finding::Severity;

    fn member(name: &str) -> LogMember {
        LogMember {
            name: name.into(),
            state: "following".into(),
            number: 5,
            behind: 0,
            lag_ms: 0,
            seen_ms_ago: 100,
            is_away: false,
            version: String::new(),
            clock_ahead_ms: 0,
        }
    }

    fn standing(members: Vec<LogMember>) -> LogStanding {
        let name = "a".into();
        LogStanding { name, state: "leading", is_synchronous: true, members, ..LogStanding::default() }
    }

    #[test]
    fn each_weakness_has_its_line() {
        let worst = |log: &LogStanding| findings(log).into_iter().map(|found| found.state).max();
        let whole = standing(vec![member("a"), member("b")]);
        assert_eq!(worst(&whole), Some(Severity::Ok));
        let with = |change: fn(&mut LogMember)| {
            let mut log = whole.clone();
            change(&mut log.members[1]);
            findings(&log).pop().map(|found| (found.state, found.said.english)).unwrap()
        };
        let (state, said) = with(|b| b.clock_ahead_ms = -3_600_000);
        assert_eq!(
            (state, said.as_str()),
            (Severity::Warning, "The clock of the log differs from that of b by 3600 s.")
        );
        assert_eq!(with(|b| b.clock_ahead_ms = 900).0, Severity::Ok);
        let (state, said) = with(|b| (b.is_away, b.seen_ms_ago) = (true, 300_000));
        assert_eq!((state, said.as_str()), (Severity::Problem, "b was last seen 5 min ago: it would not take over."));
        assert_eq!(with(|b| b.state = "diverged".into()).0, Severity::Problem);
        assert_eq!(with(|b| b.lag_ms = 11_000).0, Severity::Warning);
        assert_eq!(with(|b| b.state = "joining".into()).0, Severity::Note);
        let (state, said) = with(|b| (b.state, b.seen_ms_ago) = ("joining".into(), 7_200_000));
        assert_eq!((state, said.as_str()), (Severity::Warning, "b began to join 120 min ago, and has not finished."));
        assert_eq!(worst(&standing(vec![member("a")])), Some(Severity::Warning));
        assert_eq!(worst(&LogStanding { is_synchronous: false, ..whole.clone() }), Some(Severity::Warning));
        assert_eq!(worst(&LogStanding { clock_ahead_ms: -3_600_000, ..whole.clone() }), Some(Severity::Warning));
        assert_eq!(worst(&LogStanding { answered_ms_ago: 5_000, ..whole.clone() }), Some(Severity::Problem));
        assert_eq!(worst(&LogStanding { state: "diverged", ..whole.clone() }), Some(Severity::Problem));
        let of_follower = |state, trouble: &str, lag_ms| {
            let members = vec![LogMember { lag_ms, behind: 9, ..member("a") }];
            let (trouble, led_before) = (trouble.to_owned(), "b".to_owned());
            let log = LogStanding { state, led_before, trouble, ..standing(members) };
            findings(&log)
                .into_iter()
                .map(|found| (found.state, found.said.english))
                .max_by_key(|found| found.0)
                .unwrap()
        };
        assert_eq!(of_follower("following", "", 90).0, Severity::Ok);
        let why = "db1:5432: the log does not answer";
        let said = format!("It does not go on: {why}.");
        assert_eq!(of_follower("following", why, 90), (Severity::Problem, said));
        let said = "a is 9 batches behind, for 11 s.".to_owned();
        assert_eq!(of_follower("following", "", 11_000), (Severity::Warning, said));
        let ahead = LogStanding { state: "following", clock_ahead_ms: 61_000, ..standing(vec![member("a")]) };
        assert_eq!(worst(&ahead), Some(Severity::Warning));
        assert_eq!(of_follower("taking_over", "", 0).0, Severity::Problem);
        let stopped = findings(&LogStanding { state: "stopped", members: Vec::new(), ..whole });
        let [only] = &stopped[..] else { panic!("one line") };
        assert_eq!(only.said.english, "The server of this member, a, does not run: see 'invigil twin status'.");
    }
}
