use super::*;
use proptest::prelude::*;

const START: Instant = Instant::from_millis(1_772_438_400_000);

fn at(secs: i64) -> Instant {
    START.plus(SignedDuration::from_secs(secs))
}

#[test]
fn two_proctors_at_once_make_one_pause() {
    let mut pauses = Pauses::default();
    assert!(pauses.begin(at(60)));
    assert!(!pauses.begin(at(61)));
    assert_eq!(pauses.since(at(90)), Some(at(60)));
    assert_eq!(pauses.clock(at(500)), at(60), "the clock stands still");
    assert_eq!(pauses.total(), SignedDuration::ZERO);
    assert_eq!(pauses.end(at(480)).map(|(_, length)| length), Some(SignedDuration::from_mins(7)));
    assert_eq!(pauses.end(at(481)), None);
    assert_eq!(pauses.total(), SignedDuration::from_mins(7));
    assert_eq!(pauses.clock(at(500)), at(500));
}

#[test]
fn a_clock_that_was_set_back_takes_no_time() {
    let mut pauses = Pauses::default();
    pauses.begin(at(60));
    assert_eq!(pauses.end(at(10)).map(|(_, length)| length), Some(SignedDuration::ZERO));
    pauses.begin(at(20));
    assert_eq!(pauses.since(at(20)), Some(at(60)), "pauses do not overlap");
}

#[test]
fn an_instant_in_a_pause_is_its_beginning() {
    let mut pauses = Pauses::default();
    pauses.begin(at(60));
    assert_eq!(pauses.before(at(100)), at(60));
    pauses.end(at(120));
    assert_eq!([59, 60, 119, 120].map(|secs| pauses.before(at(secs))), [at(59), at(60), at(60), at(120)]);
    let ended = |secs| pauses.ended_since(at(secs)).as_secs();
    assert_eq!([60, 61].map(ended), [60, 0]);
    let within = |from, to| pauses.within(at(from), at(to)).as_secs();
    assert_eq!([within(0, 60), within(0, 90), within(90, 200), within(0, 200)], [0, 30, 30, 60]);
}

#[test]
fn a_break_ends_by_itself_and_gives_its_length_back() {
    let mut pauses = Pauses::default();
    let length = SignedDuration::from_mins(10);
    assert!(pauses.begin_break(at(60), length).is_some());
    assert!(pauses.begin_break(at(61), length).is_none(), "one at a time");
    assert!(!pauses.begin(at(61)));
    assert_eq!((pauses.since(at(100)), pauses.break_until(at(100))), (Some(at(60)), Some(at(660))));
    assert!(!pauses.is_open());
    assert_eq!(pauses.total(), length, "the time ends later from the beginning on");
    assert_eq!([60, 300, 660, 700].map(|secs| pauses.clock(at(secs))), [at(60), at(60), at(660), at(700)]);
    assert_eq!((pauses.since(at(660)), pauses.break_until(at(660))), (None, None));
    assert_eq!(pauses.cut_break(at(660)), None);
    assert_eq!(pauses.end(at(700)), None);
}

#[test]
fn a_break_that_is_cut_gives_back_what_was_taken() {
    let mut pauses = Pauses::default();
    pauses.begin_break(at(60), SignedDuration::from_mins(10));
    let (taken, unused) = pauses.cut_break(at(100)).unwrap();
    assert_eq!((taken.to, unused.as_secs()), (Some(at(100)), 560));
    assert_eq!(pauses.total().as_secs(), 40);
    assert_eq!(pauses.clock(at(100)), at(100));
    assert!(pauses.begin(at(100)), "a proctor's pause may follow at once");
    assert_eq!(pauses.end(at(160)).map(|(_, length)| length.as_secs()), Some(60));
    assert_eq!(pauses.total().as_secs(), 100);
}

proptest! {
    /// Any sequence of pauses and ends, with restarts between (stored and read), gives their sum back.
    #[test]
    fn the_sum_of_all_pauses_is_given_back(steps in prop::collection::vec((0_i64..900, any::<bool>(), any::<bool>()), 0..60)) {
        let (mut pauses, mut now, mut since, mut sum) = (Pauses::default(), 0, None, 0);
        for (wait, begins, restarts) in steps {
            now += wait;
            if begins {
                pauses.begin(at(now));
                since = since.or(Some(now));
            } else {
                let ended = pauses.end(at(now)).map(|(_, length)| length.as_secs());
                let expected = since.take().map(|since| now - since);
                prop_assert_eq!(ended, expected);
                sum += expected.unwrap_or(0);
            }
            if restarts {
                let stored = serde_json::to_string(&pauses).unwrap();
                pauses = serde_json::from_str(&stored).unwrap();
            }
            prop_assert_eq!(pauses.total().as_secs(), sum);
            prop_assert_eq!(pauses.clock(at(now)), at(since.unwrap_or(now)));
            prop_assert_eq!(pauses.within(START, at(now)).as_secs(), sum + since.map_or(0, |since| now - since));
        }
    }
}
