use super::*;
use futures_util::FutureExt;

const T0: Instant = Instant::from_millis(1_000_000);

fn at(minutes: i64) -> Instant {
    T0.plus(SignedDuration::from_mins(minutes))
}

/// The admission, if it is given at once.
fn ask(gate: &MailGate, on_demand: bool, now: Instant) -> Option<Admission<'_>> {
    gate.admit(on_demand, || now).now_or_never()
}

fn granted(gate: &MailGate, now: Instant) -> Passage<'_> {
    match ask(gate, false, now) {
        Some(Admission::Granted(passage)) => passage,
        Some(Admission::Paused(pause)) => panic!("paused: {pause:?}"),
        None => panic!("another mail tries"),
    }
}

fn is_paused(gate: &MailGate, on_demand: bool, now: Instant) -> bool {
    matches!(ask(gate, on_demand, now), Some(Admission::Paused(_)))
}

fn fail(passage: &Passage<'_>, cause: PauseCause, now: Instant) {
    passage.failed(cause, ("535 no", "Enter the password."), false, now);
}

#[test]
fn one_mail_goes_ahead_after_a_quiet_time_and_the_others_follow() {
    let gate = MailGate::default();
    let first = granted(&gate, T0);
    assert!(ask(&gate, false, T0).is_none() && ask(&gate, true, T0).is_none(), "the others wait for it");
    first.reached(T0);
    let (_second, _third) = (granted(&gate, T0), granted(&gate, T0));
    drop(first);
    let _fourth = granted(&gate, T0.plus(PROOF_LASTS - SignedDuration::from_millis(1)));
    let fifth = granted(&gate, T0.plus(PROOF_LASTS));
    assert!(ask(&gate, false, at(1)).is_none(), "quiet for a minute");
    // One that ends without an outcome leaves its place to the next.
    drop(fifth);
    let _sixth = granted(&gate, at(1));
}

#[test]
fn a_pause_holds_all_mails_and_doubles() {
    let gate = MailGate::default();
    let mut now = T0;
    for minutes in [15, 30, 60, 120, 240, 360, 360] {
        let probe = granted(&gate, now);
        fail(&probe, PauseCause::SignIn, now);
        drop(probe);
        let pause = gate.pause(now).unwrap();
        assert_eq!(pause.until.since(now), SignedDuration::from_mins(minutes));
        assert!(is_paused(&gate, false, pause.until.plus(-SignedDuration::from_millis(1))));
        now = pause.until;
    }
    let probe = granted(&gate, now);
    assert!(ask(&gate, false, now).is_none(), "one mail tries");
    probe.settled(now);
    drop(probe);
    assert!(gate.state().pause.is_none());
    fail(&granted(&gate, now), PauseCause::SignIn, now);
    assert_eq!(gate.pause(now).unwrap().until.since(now), SignedDuration::from_mins(15), "a new pause");
}

#[test]
fn mails_that_fail_at_once_count_once_and_are_told_once() {
    let gate = MailGate::default();
    granted(&gate, T0).reached(T0);
    let four: Vec<_> = (0..4).map(|_| granted(&gate, T0)).collect();
    for one in &four {
        fail(one, PauseCause::Connection, T0);
    }
    assert_eq!(gate.pause(T0).unwrap().until, at(1));
    assert!(gate.is_news() && !gate.is_news());
    drop(four);
    fail(&granted(&gate, at(1)), PauseCause::Connection, at(1));
    assert!(!gate.is_news(), "the same pause");
    assert_eq!(gate.pause(at(1)).unwrap().until, at(3));
}

#[test]
fn a_person_may_try_at_once_unless_that_does_harm() {
    let gate = MailGate::default();
    fail(&granted(&gate, T0), PauseCause::Connection, T0);
    assert!(!is_paused(&gate, true, T0) && is_paused(&gate, false, T0));
    gate.reset(T0);
    fail(&granted(&gate, T0), PauseCause::SignIn, T0);
    assert!(is_paused(&gate, true, T0) && !is_paused(&gate, true, at(1)) && is_paused(&gate, false, at(1)));
}

#[test]
fn a_quota_ends_with_an_outcome_only() {
    let gate = MailGate::default();
    fail(&granted(&gate, T0), PauseCause::Quota, T0);
    let later = T0.plus(SignedDuration::from_hours(6));
    let probe = granted(&gate, later);
    probe.reached(later);
    assert!(ask(&gate, false, later).is_none(), "the content may still be refused");
    probe.settled(later);
    assert!(gate.state().pause.is_none());
}

#[tokio::test]
async fn new_settings_end_the_pause_and_deliveries_of_before_change_nothing() {
    let gate = MailGate::default();
    let old = granted(&gate, T0);
    let generation = old.generation();
    assert!(gate.changed(generation).now_or_never().is_none());
    gate.reset(T0);
    gate.changed(generation).await;
    let new = granted(&gate, T0);
    fail(&old, PauseCause::SignIn, T0);
    old.settled(T0);
    drop(old);
    assert!(gate.state().pause.is_none() && ask(&gate, false, T0).is_none(), "the new one still tries");
    fail(&new, PauseCause::SignIn, T0);
    drop(new);
    gate.proven(T0);
    let (_a, _b) = (granted(&gate, T0), granted(&gate, T0));
}

#[test]
fn a_clock_that_was_set_back_holds_no_mail() {
    let gate = MailGate::default();
    fail(&granted(&gate, at(600)), PauseCause::SignIn, at(600));
    assert!(gate.pause(T0).is_none());
    granted(&gate, T0).settled(T0);
}

fn mail(n: u128) -> MailId {
    MailId(uuid::Uuid::from_u128(n))
}

fn refuse(gate: &MailGate, n: u128, now: Instant) {
    granted(gate, now).refused_alone(mail(n), ("554 5.7.1 spam", "Ask."), now);
}

#[test]
fn refused_content_holds_its_own_mail_until_several_in_a_row_are_refused() {
    let gate = MailGate::default();
    for n in [1, 1, 2, 1, 2] {
        refuse(&gate, n, T0);
        assert!(gate.pause(T0).is_none(), "the same mails again say nothing of the others");
    }
    granted(&gate, T0).accepted(T0);
    for n in [1, 2] {
        refuse(&gate, n, T0);
        assert!(gate.pause(T0).is_none(), "one was accepted in between");
    }
    refuse(&gate, 3, T0);
    let pause = gate.pause(T0).unwrap();
    assert_eq!((pause.cause, pause.until), (PauseCause::Client, at(15)));
    let probe = granted(&gate, at(15));
    probe.reached(at(15));
    assert!(ask(&gate, false, at(15)).is_none(), "the content may still be refused");
    probe.refused_alone(mail(4), ("554 5.7.1 spam", "Ask."), at(15));
    drop(probe);
    assert_eq!(gate.pause(at(15)).unwrap().until, at(45), "the pause doubles");
    granted(&gate, at(45)).accepted(at(45));
    assert!(gate.pause(at(45)).is_none());
    refuse(&gate, 5, at(45));
    assert!(gate.pause(at(45)).is_none());
    refuse(&gate, 6, at(45));
    gate.reset(at(45));
    refuse(&gate, 7, at(45));
    assert!(gate.pause(at(45)).is_none(), "another server");
}

#[test]
fn another_cause_is_told_and_waits_its_own_time() {
    let gate = MailGate::default();
    granted(&gate, T0).failed(PauseCause::Connection, ("no answer", ""), true, T0);
    assert!(gate.is_news() && !gate.is_news());
    fail(&granted(&gate, at(1)), PauseCause::SignIn, at(1));
    assert_eq!(gate.pause(at(1)).unwrap().until, at(16), "not doubled by a mail that was not confirmed");
    assert!(gate.is_news() && !gate.is_news(), "the refused sign-in is news");
    fail(&granted(&gate, at(16)), PauseCause::SignIn, at(16));
    assert_eq!(gate.pause(at(16)).unwrap().until, at(46), "the same again doubles");
    assert!(!gate.is_news());
}

#[test]
fn a_mail_that_failed_is_tried_once_with_other_settings() {
    let gate = MailGate::default();
    let old = granted(&gate, T0);
    old.tried(mail(1));
    assert!(gate.has_tried(mail(1)) && !gate.has_tried(mail(2)) && !gate.has_changed());
    gate.reset(T0);
    // The server refused it after all, by the settings of before.
    old.tried(mail(1));
    assert!(gate.has_changed() && !gate.has_tried(mail(1)));
    granted(&gate, T0).tried(mail(1));
    assert!(gate.has_tried(mail(1)));
    gate.proven(T0);
    assert!(!gate.has_tried(mail(1)), "a mail that goes out another way says that what was wrong is right again");
}
