use super::*;
use crate::domain::history::{Edit, EditSource, Edits};
use uuid::Uuid;

fn at(seconds: i64) -> Instant {
    Instant::from_millis(seconds * 1_000)
}

fn window(from: i64, to: i64) -> OutageWindow {
    OutageWindow { from: at(from), to: at(to) }
}

fn attempt(n: u128) -> AttemptId {
    AttemptId(Uuid::from_u128(n))
}

fn silence(n: u128, cut: OutageWindow, back: i64) -> Silence {
    Silence::between(attempt(n), cut, at(back)).unwrap()
}

fn loss(back: Option<i64>, typed: u32) -> Loss {
    let back = back.map(at);
    Loss { outage_id: OutageId(Uuid::nil()), attempt_id: attempt(1), back, typed, given: SignedDuration::ZERO }
}

fn id() -> OutageId {
    OutageId(Uuid::nil())
}

#[test]
fn a_blip_is_no_outage() {
    assert_eq!(Silence::between(attempt(1), window(0, 8), at(19)), None);
    assert!(Silence::between(attempt(1), window(0, 8), at(20)).is_some());
    assert_eq!(Outage::of_server(id(), window(0, 10), at(19), 1), None);
}

#[test]
fn pages_cut_off_at_once_narrow_the_moment_down() {
    let mut outage = Outage::single(id(), &silence(1, window(100, 108), 160));
    assert_eq!((outage.reach, outage.began()), (Reach::Single, at(104)));
    assert!(outage.join(&silence(2, window(94, 102), 170)));
    assert_eq!((outage.reach, outage.cut, outage.to, outage.losses), (Reach::Hall, window(100, 102), at(170), 2));
    assert!(!outage.join(&silence(3, window(103, 111), 170)), "another moment");
    assert_eq!(outage.lost(&loss(Some(162), 0)), SignedDuration::from_secs(60));
    assert_eq!(outage.proposal(&loss(Some(162), 0)), SignedDuration::from_secs(60));
    assert_eq!(outage.proposal(&loss(Some(162), 3)), SignedDuration::ZERO, "who worked on lost nothing");
}

#[test]
fn nothing_is_lost_after_the_end_of_an_attempt() {
    let late = silence(2, window(94, 102), 206);
    assert_eq!(late.until(at(206)), Some(late), "it was back in time");
    let capped = late.until(at(130)).unwrap();
    assert_eq!((capped.back, capped.is_over), (at(130), true));
    assert_eq!(Outage::single(id(), &capped).proposal(&loss(Some(130), 0)), SignedDuration::from_secs(31));
    assert_eq!(late.until(at(113)), None, "a blip was left");
    assert_eq!(late.until(at(60)), None, "silent since the end");
    let mut outage = Outage::single(id(), &silence(1, window(100, 108), 125));
    assert!(outage.join(&capped));
    assert_eq!((outage.to, outage.losses), (at(125), 2), "when the network was back is not told by who came too late");
}

#[test]
fn a_settled_outage_takes_in_no_one() {
    let mut outage = Outage::single(id(), &silence(1, window(100, 108), 160));
    outage.settle(OutageSettlement { verdict: OutageVerdict::Dismissed, by: None, at: at(200), reason: String::new() });
    assert!(!outage.join(&silence(2, window(100, 108), 160)));
    assert_eq!(outage.require_not_dismissed().unwrap_err().code, ErrorCode::Dismissed);
}

#[test]
fn an_outage_of_the_server_is_the_same_for_all() {
    let mut outage = Outage::of_server(id(), window(0, 10), at(255), 3).unwrap();
    for loss in [loss(None, 0), loss(Some(900), 0)] {
        assert_eq!(outage.proposal(&loss), SignedDuration::from_secs(250));
    }
    assert!(!outage.join(&silence(2, window(0, 8), 160)));
}

#[test]
fn no_one_is_proposed_more_than_may_be_given() {
    let outage = Outage::of_server(id(), window(0, 0), at(10 * 3_600), 1).unwrap();
    assert_eq!(outage.proposal(&loss(None, 0)), MAX_GIVEN);
}

#[test]
fn edits_count_by_their_times_and_other_texts_all() {
    let edit =
        |seconds: u64, source| Edit { ticks: seconds * 20, source, position: 0, deleted: 0, inserted: "abc".into() };
    let edits = |edits| Edits { base_seq: 1, start: 0, edits }.to_bytes();
    let within = |edits: &[u8]| Typing { edits, seqs: (4, 9), started_at: at(1_000) }.within(window(1_100, 1_200));
    assert_eq!(within(&edits(vec![edit(100, EditSource::Typed)])), 0, "before the connection was cut for sure");
    assert_eq!(within(&edits(vec![edit(101, EditSource::Typed), edit(99, EditSource::Pasted)])), 6);
    assert_eq!(within(&edits(vec![edit(201, EditSource::Typed)])), 0, "after the return");
    assert_eq!(within(&edits(vec![edit(150, EditSource::Program)])), 0);
    assert_eq!(within(&[]), 5);
    assert_eq!(within(b"broken"), 5);
}

#[test]
fn time_is_divided_by_what_was_lost_and_none_is_added() {
    let parts = |time: i64, lost: &[i64]| -> Vec<i64> {
        let lost: Vec<_> = lost.iter().copied().map(SignedDuration::from_secs).collect();
        divided(SignedDuration::from_secs(time), &lost).iter().map(SignedDuration::as_secs).collect()
    };
    assert_eq!(parts(300, &[42]), [300]);
    assert_eq!(parts(600, &[240, 360]), [240, 360]);
    assert_eq!(parts(100, &[20, 20, 20]), [33, 33, 34]);
    assert_eq!(parts(60, &[1_000_000, 15]), [59, 1]);
    assert_eq!(parts(60, &[15, 1_000_000]), [1, 59]);
    assert_eq!(parts(60, &[]), [0; 0]);
}
