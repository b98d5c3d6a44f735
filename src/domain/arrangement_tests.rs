use super::*;
use crate::domain::time::MINUTE;

const START: Instant = Instant::from_millis(1_772_438_400_000);

fn with(count: u32, minutes: u32, in_sum: bool) -> Arrangement {
    let breaks = Some(Breaks { count, minutes, in_sum });
    Arrangement::new(InviteId(uuid::Uuid::nil()), Agreed { breaks, ..Agreed::default() })
}

fn take(arrangement: &mut Arrangement, minutes: i32) {
    arrangement.taken.push(PausedInterval { from: START, to: Some(START.plus(minutes * MINUTE)) });
}

fn left(arrangement: &Arrangement) -> (u32, i64) {
    let left = arrangement.left().unwrap();
    (left.count, left.next.as_mins())
}

#[test]
fn each_break_has_its_minutes() {
    let mut each = with(2, 10, false);
    assert_eq!(left(&each), (2, 10));
    take(&mut each, 4);
    assert_eq!(left(&each), (1, 10), "what is not taken of a break is not kept for the next");
    take(&mut each, 10);
    assert_eq!(left(&each), (0, 0));
    assert_eq!(each.next().unwrap_err().code, ErrorCode::NoBreakLeft);
}

#[test]
fn minutes_in_sum_are_shared() {
    let mut sum = with(3, 10, true);
    take(&mut sum, 4);
    assert_eq!(left(&sum), (2, 6));
    take(&mut sum, 6);
    assert_eq!(left(&sum), (0, 0), "no minute is left, though a break is");
}

#[test]
fn bad_agreements_are_refused() {
    let refused = |agreed: Agreed, field: &str| {
        let refusal = agreed.check().unwrap_err();
        assert!(refusal.fields.contains_key(field), "{field}: {refusal:?}");
    };
    let breaks =
        |count, minutes| Agreed { breaks: Some(Breaks { count, minutes, in_sum: false }), ..Agreed::default() };
    refused(breaks(0, 5), "breaks.count");
    refused(breaks(21, 5), "breaks.count");
    refused(breaks(1, 0), "breaks.minutes");
    refused(breaks(1, 481), "breaks.minutes");
    let helper = |helper: &str| Agreed { helper: helper.to_owned(), ..Agreed::default() };
    refused(helper(&"x".repeat(201)), "helper");
    refused(helper("two\nlines"), "helper");
    assert_eq!(helper("  Sign language interpreter ").check().unwrap().helper, "Sign language interpreter");
    assert!(Agreed::default().is_nothing());
}
