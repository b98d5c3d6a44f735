use super::*;
use uuid::Uuid;

const NOW: Instant = Instant::from_millis(1_800_000_000_000);
const HOURS: SlotHours = SlotHours { first: 18, last: 35 };

fn invite(n: u128, mode: ScheduleMode) -> Invite {
    Invite {
        id: InviteId(Uuid::from_u128(n)),
        test_id: TestId(Uuid::from_u128(1)),
        test_title: "Sums".into(),
        duration_minutes: 60,
        applicant_id: UserId(Uuid::from_u128(1)),
        applicant_name: "Ana".into(),
        applicant_email: "ana@example.org".into(),
        mode,
        scheduled_at: None,
        time_zone: None,
        state: InviteStatus::Sent,
        created_at: NOW.plus(i32::try_from(n).unwrap() * time::MILLISECOND),
        link_expires_at: NOW.plus(14 * time::DAY),
        late_start: time::DAY,
        revoked_at: None,
        token_hash: [0; 32],
        token_sealed: vec![],
        email_sent_at: None,
        email_error: None,
        attempt_id: None,
        started_at: None,
        accommodation: crate::domain::accommodation::Accommodation::None,
        window: StartWindow::default(),
        reminders: Reminders::default(),
        language: None,
    }
}

fn code(result: Result<()>) -> &'static str {
    result.map_or_else(|e| e.code.as_str(), |()| "ok")
}

#[test]
fn an_unscheduled_link_is_open_for_its_days() {
    let i = invite(0, ScheduleMode::NoSchedule);
    assert_eq!(code(i.require_open(NOW)), "ok");
    assert_eq!(code(i.require_open(NOW.plus(14 * time::DAY - time::MILLISECOND))), "ok");
    assert_eq!(code(i.require_open(NOW.plus(14 * time::DAY))), "expired");
}

#[test]
fn a_scheduled_link_opens_five_minutes_early_and_closes_a_day_late() {
    let at = NOW.plus(20 * time::DAY);
    let i = Invite { scheduled_at: Some(at), ..invite(0, ScheduleMode::AdminScheduled) };
    let early = i.require_open(at.plus(-EARLY - time::MILLISECOND)).unwrap_err();
    assert_eq!((early.code, early.moment), (ErrorCode::NotOpenYet, Some(Moment::Opens(at.plus(-EARLY)))));
    assert_eq!(code(i.require_open(at.plus(-EARLY))), "ok");
    assert_eq!(code(i.require_open(at.plus(time::DAY - time::MILLISECOND))), "ok");
    assert_eq!(code(i.require_open(at.plus(time::DAY))), "expired");
}

#[test]
fn a_running_attempt_never_expires_and_revoked_differs_from_finished() {
    let later = NOW.plus(99 * time::DAY);
    assert_eq!(
        Invite { state: InviteStatus::InProgress, ..invite(0, ScheduleMode::NoSchedule) }.status(later),
        InviteStatus::InProgress
    );
    let revoked = Invite { state: InviteStatus::Expired, revoked_at: Some(NOW), ..invite(0, ScheduleMode::NoSchedule) };
    assert_eq!(code(revoked.require_alive(NOW)), "revoked");
    let done = Invite { state: InviteStatus::Completed, ..invite(0, ScheduleMode::NoSchedule) };
    assert_eq!(code(done.require_alive(NOW)), "finished");
}

#[test]
fn only_a_self_scheduled_invite_takes_a_slot_and_can_be_moved() {
    let zone = Some("Asia/Kolkata".to_owned());
    // 2027-01-18 10:00 in Kolkata, whose UTC offset includes a half hour.
    let slot = Instant::parse("2027-01-18T04:30:00Z").unwrap();
    let mut i = invite(0, ScheduleMode::SelfSchedule);
    assert_eq!(code(i.require_open(NOW)), "slot_needed");
    assert_eq!(code(i.schedule(slot.plus(time::MINUTE), zone.clone(), HOURS, NOW)), "invalid");
    assert_eq!(code(i.schedule(NOW.plus(-time::MILLISECOND), None, HOURS, NOW)), "invalid");
    assert_eq!(code(i.schedule(NOW.plus(15 * time::DAY), None, HOURS, NOW)), "invalid");
    assert_eq!(code(i.schedule(slot, Some("Nowhere/Land".into()), HOURS, NOW)), "invalid");
    assert_eq!(code(i.schedule(slot, zone.clone(), HOURS, NOW)), "ok");
    assert_eq!(i.state, InviteStatus::Scheduled);
    assert_eq!(code(i.schedule(slot.plus(30 * time::MINUTE), zone, HOURS, NOW)), "ok");
    assert_eq!(code(invite(0, ScheduleMode::AdminScheduled).schedule(slot, None, HOURS, NOW)), "fixed_time");
    i.state = InviteStatus::InProgress;
    assert_eq!(code(i.schedule(slot, None, HOURS, NOW)), "already_started");
}

#[test]
fn the_oldest_startable_invite_comes_first_and_others_never_block() {
    let old = invite(1, ScheduleMode::NoSchedule);
    let new = invite(2, ScheduleMode::NoSchedule);
    let all = [old.clone(), new.clone()];
    let now = NOW.plus(time::MINUTE);
    assert_eq!(code(start_order(&old, &all, now)), "ok");
    let blocked = start_order(&new, &all, now).unwrap_err();
    assert_eq!((blocked.code, blocked.detail.as_str()), (ErrorCode::OrderBlocked, "Complete your oldest test first"));

    let slotless = invite(1, ScheduleMode::SelfSchedule);
    assert_eq!(code(start_order(&new, &[slotless], now)), "ok");
    let running = Invite { state: InviteStatus::InProgress, ..old };
    assert_eq!(code(start_order(&running, &all, now)), "ok");
    assert_eq!(code(start_order(&new, &[running], now)), "other_attempt_running");

    let unnamed = |one: Invite| Invite { applicant_name: one.applicant_email.clone(), ..one };
    let old = invite(1, ScheduleMode::NoSchedule);
    assert_eq!(code(start_order(&unnamed(old.clone()), &all, now)), "name_needed");
    assert_eq!(code(start_order(&unnamed(Invite { state: InviteStatus::InProgress, ..old }), &all, now)), "ok");
}
