use super::*;
use crate::domain::{
    bank::sections::Rules,
    time::{HOUR, MINUTE, SECOND},
};
use proptest::prelude::*;
use uuid::Uuid;

const START: Instant = Instant::from_millis(1_772_438_400_000);

fn outline(questions: usize, minutes: Option<u32>, one_way: bool) -> Outline {
    Outline { questions, rules: Rules { minutes, one_way }, ..Outline::default() }
}

/// Two questions in ten minutes, one without a time but one-way, three in twenty minutes.
fn clock() -> SectionClock {
    let sections = [outline(2, Some(10), false), outline(1, None, true), outline(3, Some(20), false)];
    SectionClock::new(AttemptId(Uuid::nil()), &sections, 60, 0).unwrap()
}

fn after(minutes: i64) -> Instant {
    START.plus(SignedDuration::from_mins(minutes))
}

#[test]
fn a_test_without_rules_has_no_clock() {
    let id = AttemptId(Uuid::nil());
    assert_eq!(SectionClock::new(id, &[], 60, 0), None);
    assert_eq!(SectionClock::new(id, &[outline(5, None, false)], 60, 0), None);
}

#[test]
fn questions_belong_to_the_section_of_their_place() {
    let sections: Vec<_> = (0..7).map(|place| clock().section_of(place)).collect();
    assert_eq!(sections, [Some(0), Some(0), Some(1), Some(2), Some(2), Some(2), None]);
}

#[test]
fn an_agreed_extra_time_lengthens_each_section_alike() {
    // 25 % of an hour; 15 agreed minutes of an hour; a minute that is rounded up.
    assert_eq!([10, 20, 7].map(|minutes| lengthened(minutes, 60, 15)), [13, 25, 9]);
    assert_eq!(lengthened(480, 480, 960), 1_440);
    assert_eq!(lengthened(5, 60, 0), 5);
    let sections = [outline(1, Some(40), false), outline(1, None, true)];
    let longer = SectionClock::new(AttemptId(Uuid::nil()), &sections, 60, 30).unwrap();
    assert_eq!(longer.parts.iter().map(|part| part.minutes).collect::<Vec<_>>(), [Some(60), None]);
}

#[test]
fn sections_are_entered_in_order_and_once() {
    let mut clock = clock();
    assert!(!clock.enter(1, START, None, (START, &Pauses::default())));
    assert!(clock.enter(0, START, None, (START, &Pauses::default())));
    assert!(!clock.enter(0, after(1), None, (after(1), &Pauses::default())), "it keeps its first entry");
    assert!(!clock.enter(2, after(1), None, (after(1), &Pauses::default())));
    assert!(clock.enter(1, after(2), None, (after(2), &Pauses::default())));
    assert!(clock.enter(2, after(3), None, (after(3), &Pauses::default())));
    assert!(!clock.enter(3, after(4), None, (after(4), &Pauses::default())), "there is none");
    assert_eq!(clock.entries.iter().map(|entry| entry.at).collect::<Vec<_>>(), [START, after(2), after(3)]);
}

#[test]
fn a_claimed_entry_is_between_the_last_contact_and_now() {
    let taken = |claimed, contact, now| {
        let mut clock = clock();
        assert!(clock.enter(0, START, None, (after(1), &Pauses::default())));
        assert!(clock.enter(1, claimed, contact, (now, &Pauses::default())));
        (clock.entries[1].at, clock.entries[1].known_at)
    };
    assert_eq!(taken(after(5), None, after(9)), (after(5), after(9)));
    assert_eq!(taken(after(5), Some(after(7)), after(9)), (after(7), after(9)), "it was heard from since");
    assert_eq!(taken(after(12), Some(after(7)), after(9)), (after(9), after(9)), "not in the future");
    assert_eq!(taken(after(-5), None, after(9)), (START, after(9)), "not before the section before");
    // The server's clock was set back meanwhile.
    assert_eq!(taken(after(5), Some(after(7)), after(-3)), (START, after(-3)));
}

#[test]
fn a_section_ends_with_its_own_time_or_the_test() {
    let mut clock = clock();
    clock.enter(0, START, None, (START, &Pauses::default()));
    let deadline = after(60);
    assert_eq!(clock.ends_at(0, deadline), after(10));
    assert_eq!(clock.ends_at(0, after(7)), after(7));
    assert_eq!(clock.standing(0, deadline, after(10).plus(-1 * SECOND)), SectionStanding::Open);
    assert_eq!(clock.standing(0, deadline, after(10)), SectionStanding::Over);
    assert_eq!(clock.standing(1, deadline, after(10)), SectionStanding::Ahead);
    assert!(clock.takes(0, deadline, after(10).plus(14 * SECOND)));
    assert!(!clock.takes(0, deadline, after(10).plus(15 * SECOND)));
    assert!(!clock.takes(1, deadline, START), "it has not been entered");
    clock.enter(1, after(1), None, (after(1), &Pauses::default()));
    assert_eq!(clock.ends_at(1, deadline), deadline, "it has no time of its own");
    assert!(clock.takes(0, deadline, after(9)), "it is not one-way, and its time lasts");
}

#[test]
fn a_one_way_section_stays_closed() {
    let mut clock = clock();
    let deadline = after(60);
    clock.enter(0, START, None, (START, &Pauses::default()));
    clock.enter(1, after(1), None, (after(1), &Pauses::default()));
    assert_eq!(clock.standing(1, deadline, after(5)), SectionStanding::Open);
    // Entered offline, five minutes before the server learned of it.
    clock.enter(2, after(5), None, (after(10), &Pauses::default()));
    assert_eq!(clock.standing(1, deadline, after(10)), SectionStanding::Over);
    assert!(clock.takes(1, deadline, after(10).plus(14 * SECOND)), "what was typed before is on its way");
    assert!(!clock.takes(1, deadline, after(10).plus(15 * SECOND)));
    clock.add(HOUR);
    assert_eq!(clock.standing(1, deadline, after(11)), SectionStanding::Over);
}

#[test]
fn added_time_goes_to_the_current_section() {
    let mut clock = clock();
    clock.add(MINUTE);
    clock.extend_to(after(30));
    assert_eq!(clock.entries, []);
    clock.enter(0, START, None, (START, &Pauses::default()));
    clock.add(5 * MINUTE);
    assert_eq!(clock.own_end(0), Some(after(15)));
    clock.extend_to(after(12));
    assert_eq!(clock.own_end(0), Some(after(15)), "it has more");
    clock.extend_to(after(40));
    assert_eq!(clock.own_end(0), Some(after(40)));
    clock.enter(1, after(20), None, (after(20), &Pauses::default()));
    clock.add(MINUTE);
    clock.extend_to(after(50));
    assert_eq!((clock.own_end(0), clock.own_end(1)), (Some(after(40)), None));
}

#[derive(Clone, Debug)]
enum Step {
    Enter { section: usize, claimed: i64, contact: Option<i64> },
    Add(i64),
    Advance(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let seconds = -600..4_000_i64;
    prop_oneof![
        4 => (0..5_usize, seconds.clone(), prop::option::of(seconds)).prop_map(|(section, claimed, contact)| Step::Enter {
            section,
            claimed,
            contact
        }),
        1 => (1..600_i64).prop_map(Step::Add),
        3 => (0..700_i64).prop_map(Step::Advance),
    ]
}

proptest! {
    /// Whatever pages claim: no section begins before the one before it or after the server learned of it, none lasts
    /// longer than its time, and one that is closed stays so unless time is given.
    #[test]
    fn no_claim_gains_time(steps in prop::collection::vec(step(), 1..40), rules in prop::collection::vec((prop::option::of(1..20_u32), any::<bool>()), 1..5)) {
        let sections: Vec<_> = rules.into_iter().map(|(minutes, one_way)| outline(1, minutes, one_way)).collect();
        let Some(mut clock) = SectionClock::new(AttemptId(Uuid::nil()), &sections, 60, 0) else { return Ok(()) };
        let at = |seconds| START.plus(SignedDuration::from_secs(seconds));
        let (mut now, mut deadline) = (START, after(60));
        for step in steps {
            let before = clock.clone();
            match step {
                Step::Advance(seconds) => now = now.plus(SignedDuration::from_secs(seconds)),
                Step::Add(seconds) => {
                    let time = SignedDuration::from_secs(seconds);
                    clock.add(time);
                    deadline = deadline.plus(time);
                }
                Step::Enter { section, claimed, contact } => {
                    let is_next = section == before.entries.len() && section < sections.len();
                    prop_assert_eq!(clock.enter(section, at(claimed), contact.map(at), (now, &Pauses::default())), is_next);
                    prop_assert_eq!(&clock.entries[..before.entries.len()], &before.entries[..]);
                    for place in 0..sections.len() {
                        if before.standing(place, deadline, now) == SectionStanding::Over {
                            prop_assert_eq!(clock.standing(place, deadline, now), SectionStanding::Over);
                        }
                    }
                }
            }
            for (place, entry) in clock.entries.iter().enumerate() {
                prop_assert!(entry.at <= entry.known_at && entry.known_at <= now);
                prop_assert!(place == 0 || clock.entries[place - 1].at <= entry.at);
                prop_assert!(clock.ends_at(place, deadline) <= deadline);
                let is_open = clock.standing(place, deadline, now) == SectionStanding::Open;
                prop_assert!(!is_open || clock.takes(place, deadline, now));
                if let Some(minutes) = clock.parts[place].minutes {
                    let longest = SignedDuration::from_mins(minutes.into()) + entry.added;
                    prop_assert!(clock.ends_at(place, deadline).since(entry.at) <= longest);
                }
            }
        }
    }
}
