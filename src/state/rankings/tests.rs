use super::{super::derived_table::MAX_CHANGED, *};
use crate::domain::{
    Instant, UserId,
    bank::section_points::SectionPoints,
    decision::{DecisionValue, PassMark, Percent, SectionMark},
    point_share::PointShare,
    question::Thousandths,
    submission::ScoringStatus,
    time::SECOND,
};
use std::cmp::Ordering;
use uuid::Uuid;

/// `SplitMix64`: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

fn id(n: u64) -> AttemptId {
    AttemptId(Uuid::from_u128(n.into()))
}

fn section(numbers: &mut Numbers) -> SectionPoints {
    let earned = Thousandths(i64::try_from(numbers.below(6)).unwrap() * 500 - 500);
    SectionPoints { earned, points: 2, is_pending: numbers.below(4) == 0 }
}

fn marker(numbers: &mut Numbers, person: u32) -> Marker {
    Marker { person, is_dealt: numbers.below(5) == 0 }
}

fn person(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

/// A pass mark of the whole, and perhaps of the first section.
fn pass_mark(percent: Option<f64>, section: Option<f64>) -> PassMark {
    let percent = percent.map(|percent| Percent::new(percent).unwrap());
    let of_section = |percent| SectionMark { section: "s1".into(), percent: Percent::new(percent).unwrap() };
    let sections = section.map(of_section).into_iter().collect();
    PassMark { test_id: TestId(Uuid::nil()), percent, version: 1, by: None, at: Instant::EPOCH, sections }
}

/// This share of 10 points.
fn of_ten(score: u32) -> PointShare {
    PointShare { earned: Thousandths(score.into()), points: 10 }
}

fn row(numbers: &mut Numbers, n: u64) -> RankingEntry {
    let decisions = [None, Some(DecisionValue::Shortlist), Some(DecisionValue::Hold), Some(DecisionValue::Reject)];
    let mark = |numbers: &mut Numbers, question| AnswerScore {
        question,
        earned: (numbers.below(4) > 0).then(|| Thousandths(i64::try_from(numbers.below(5)).unwrap() * 500 - 500)),
        points: 2,
    };
    let score = u32::try_from(numbers.below(12)).unwrap() * 909;
    let name = format!("{} person", ["ann", "ben", "cora", "émile"][usize::try_from(numbers.below(4)).unwrap()]);
    RankingEntry {
        id: id(n),
        shown_id: id(n),
        email: format!("{n}@example.org").into(),
        name: name.into(),
        // Few values, so that many are equal.
        score,
        share: of_ten(score),
        provisional: numbers.below(4) == 0,
        status: if numbers.below(2) == 0 { ScoringStatus::AutoOnly } else { ScoringStatus::FullyReviewed },
        time_used: i32::try_from(numbers.below(20)).unwrap() * SECOND,
        submitted_at: Instant::from_millis(i64::try_from(numbers.below(30)).unwrap()),
        flags: u32::try_from(numbers.below(3)).unwrap(),
        decision: decisions[usize::try_from(numbers.below(4)).unwrap()],
        is_told: false,
        sections: (0..u32::try_from(numbers.below(3)).unwrap()).map(|s| (s, section(numbers))).collect(),
        marks: (0..numbers.below(3)).map(|q| mark(numbers, u32::try_from(q).unwrap())).collect(),
        markers: (0..u32::try_from(numbers.below(3)).unwrap()).map(|person| marker(numbers, person)).collect(),
    }
}

const SORTS: [RankingTableSort; 11] = [
    RankingTableSort::Score,
    RankingTableSort::Name,
    RankingTableSort::Time,
    RankingTableSort::Date,
    RankingTableSort::Review,
    RankingTableSort::Flags,
    RankingTableSort::Decision,
    RankingTableSort::Question(0),
    RankingTableSort::Question(1),
    RankingTableSort::Section(0),
    RankingTableSort::Section(1),
];

fn filters() -> Vec<RankingConditions> {
    let none = RankingConditions::default;
    let half = pass_mark(Some(50.0), None);
    let sections = [pass_mark(None, Some(50.0)), pass_mark(Some(30.0), Some(25.0))];
    let passed = |mark: &PassMark, wanted| RankingConditions { passed: Some((mark.clone(), wanted)), ..none() };
    vec![
        none(),
        RankingConditions { search: Some("cora".into()), ..none() },
        RankingConditions { search: Some("1@".into()), ..none() },
        passed(&half, true),
        passed(&half, false),
        passed(&sections[0], true),
        passed(&sections[1], false),
        RankingConditions { decision: Some(None), ..none() },
        RankingConditions { decision: Some(Some(DecisionValue::Hold)), score_min: Some(20.0), ..none() },
        RankingConditions { score_min: Some(9.09), score_max: Some(45.45), ..none() },
        RankingConditions { provisional: Some(true), ..none() },
        RankingConditions { provisional: Some(false), ..none() },
        RankingConditions { marker: Some(0), ..none() },
        RankingConditions { marker: Some(1), provisional: Some(true), ..none() },
    ]
}

fn by(sort: RankingTableSort, a: &RankingEntry, b: &RankingEntry) -> Ordering {
    let earned = |row: &RankingEntry, q| row.marks.iter().find(|m| m.question == q).and_then(|m| m.earned);
    let in_section = |row: &RankingEntry, s| row.sections.iter().find(|of| of.0 == s).map(|(_, sum)| sum.earned);
    let urgency = |row: &RankingEntry| row.decision.map_or(0, |value| 3 - value as u8);
    match sort {
        RankingTableSort::Score => a.score.cmp(&b.score),
        RankingTableSort::Name => a.name.cmp(&b.name),
        RankingTableSort::Time => a.time_used.cmp(&b.time_used),
        RankingTableSort::Date => Ordering::Equal,
        RankingTableSort::Review => (a.status as u8).cmp(&(b.status as u8)),
        RankingTableSort::Flags => a.flags.cmp(&b.flags),
        RankingTableSort::Decision => urgency(a).cmp(&urgency(b)),
        RankingTableSort::Question(q) => earned(a, q).cmp(&earned(b, q)),
        RankingTableSort::Section(s) => in_section(a, s).cmp(&in_section(b, s)),
    }
}

fn keeps(filter: &RankingConditions, row: &RankingEntry) -> bool {
    let score = f64::from(row.score) / 100.0;
    let first = row.sections.iter().find(|of| of.0 == 0).map(|(_, sum)| sum.earned.as_points().max(0.0) / 2.0 * 100.0);
    let reached = |mark: &PassMark| {
        mark.percent.is_none_or(|mark| score >= mark.as_f64())
            && mark.sections.iter().all(|mark| first.is_none_or(|first| first >= mark.percent.as_f64()))
    };
    let passed = |(mark, wanted): &(PassMark, bool)| !row.provisional && reached(mark) == *wanted;
    filter.search.as_deref().is_none_or(|part| row.name.contains(part) || row.email.contains(part))
        && filter.passed.as_ref().is_none_or(passed)
        && filter.decision.is_none_or(|wanted| row.decision == wanted)
        && filter.score_min.is_none_or(|min| score >= min)
        && filter.score_max.is_none_or(|max| score <= max)
        && filter.provisional.is_none_or(|wanted| row.provisional == wanted)
        && filter.marker.is_none_or(|wanted| row.markers.iter().any(|marker| marker.person == wanted))
}

/// All matching ids by sorting everything.
fn expected(rows: &HashMap<AttemptId, RankingEntry>, query: &RankingTableQuery) -> Vec<AttemptId> {
    let mut found: Vec<&RankingEntry> = rows.values().filter(|row| keeps(&query.filter, row)).collect();
    found.sort_by(|a, b| {
        let order = by(query.sort, a, b).then((a.submitted_at, a.id).cmp(&(b.submitted_at, b.id)));
        a.provisional.cmp(&b.provisional).then(if query.descending { order.reverse() } else { order })
    });
    found.into_iter().map(|row| row.id).collect()
}

fn assert_same(table: &RankingTable, rows: &HashMap<AttemptId, RankingEntry>, numbers: &mut Numbers) {
    for sort in SORTS {
        for descending in [false, true] {
            for filter in filters() {
                let query = RankingTableQuery { sort, descending, filter };
                let all = expected(rows, &query);
                let skip = numbers.below(all.len() as u64 + 3);
                let page = all.iter().skip(usize::try_from(skip).unwrap()).take(7).copied().collect();
                assert_eq!(query.page(table, skip, 7), (all.len() as u64, page), "{query:?} from {skip}");
            }
        }
    }
    let finals: Vec<&RankingEntry> = rows.values().filter(|row| !row.provisional).collect();
    assert_eq!((table.len(), table.settled()), (rows.len() as u64, finals.len() as u64));
    for row in &finals {
        let better = finals.iter().filter(|other| other.score > row.score).count() as u64;
        assert_eq!(table.place_of(row.score).rank(), better + 1);
    }
    for value in [DecisionValue::Shortlist, DecisionValue::Hold, DecisionValue::Reject] {
        assert_eq!(table.decided(value), rows.values().filter(|row| row.decision == Some(value)).count() as u64);
    }
    let marks = [pass_mark(Some(50.0), None), pass_mark(Some(20.0), Some(50.0)), pass_mark(None, Some(25.0))];
    // Asked twice: the second time nothing has changed.
    for (version, mark) in (1..).zip(marks.clone()).chain((1..).zip(marks)) {
        let mark = PassMark { version, ..mark };
        let passing = RankingConditions { passed: Some((mark.clone(), true)), ..RankingConditions::default() };
        let number = finals.iter().filter(|row| keeps(&passing, row)).count() as u64;
        assert_eq!((table.passed(&mark), table.passed(&mark)), (number, number));
    }
    let is_dealt_to = |person| rows.values().any(|row| row.markers.contains(&Marker { person, is_dealt: true }));
    let dealt: Vec<UserId> = (0..2).filter(|n| is_dealt_to(*n)).map(|n| person(n.into())).collect();
    assert_eq!(table.reviewers().collect::<Vec<_>>(), dealt);
    for (section, name) in (0..).zip(["s1", "s2"]) {
        let sums = rows.values().flat_map(|row| &row.sections).filter(|(s, sum)| *s == section && !sum.is_pending);
        let shares: Vec<f64> = sums.map(|(_, sum)| sum.earned.as_points() / 2.0).collect();
        let number = f64::from(u32::try_from(shares.len()).unwrap());
        let mean = (number > 0.0).then(|| (shares.iter().sum::<f64>() / number).clamp(0.0, 1.0));
        assert_eq!(table.mean_share_in(name).map(|m| (m * 1e9).round()), mean.map(|m| (m * 1e9).round()));
    }
    for (question, name) in (0..).zip(["q1", "q2"]) {
        let marks = rows.values().flat_map(|row| &row.marks).filter(|mark| mark.question == question);
        let scored: Vec<f64> = marks.filter_map(|mark| Some(mark.earned?.as_points() / 2.0)).collect();
        let number = f64::from(u32::try_from(scored.len()).unwrap());
        let mean = (number > 0.0).then(|| (scored.iter().sum::<f64>() / number).clamp(0.0, 1.0));
        assert_eq!(table.mean_share(name).map(|m| (m * 1e9).round()), mean.map(|m| (m * 1e9).round()));
    }
}

#[test]
fn pages_and_ranks_are_those_of_all_rows_sorted_after_any_change() {
    let mut numbers = Numbers(17);
    let mut table = RankingTable::default();
    assert_eq!((table.question("q1"), table.question("q2"), table.question("q1")), (0, 1, 0));
    assert_eq!((table.section("s1"), table.section("s2"), table.section("s1")), (0, 1, 0));
    assert_eq!((table.person(person(0)), table.person(person(1)), table.person(person(0))), (0, 1, 0));
    assert_eq!((table.number_of_person(person(1)), table.number_of_person(person(9))), (Some(1), None));
    let rows: Vec<RankingEntry> = (0..150).map(|n| row(&mut numbers, n)).collect();
    let mut known: HashMap<AttemptId, RankingEntry> = rows.iter().map(|row| (row.id, row.clone())).collect();
    table.fill(rows);
    assert_same(&table, &known, &mut numbers);
    for _ in 0..12 {
        for _ in 0..25 {
            let n = numbers.below(200);
            if numbers.below(3) == 0 {
                table.remove(id(n));
                known.remove(&id(n));
            } else {
                let row = row(&mut numbers, n);
                known.insert(row.id, row.clone());
                table.set(row);
            }
        }
        assert_same(&table, &known, &mut numbers);
    }
    (0..200).for_each(|n| table.remove(id(n)));
    assert!(table.is_empty() && table.mean().is_none() && table.median().is_none());
}

#[test]
fn ranks_and_percentiles_share_places() {
    let mut numbers = Numbers(1);
    let mut table = RankingTable::default();
    let of = |numbers: &mut Numbers, n, score| RankingEntry {
        score,
        share: of_ten(score),
        provisional: false,
        ..row(numbers, n)
    };
    table.set(of(&mut numbers, 1, 5_000));
    assert_eq!((table.place_of(5_000).rank(), table.place_of(5_000).percentile()), (1, None));
    for (n, score) in [(2, 9_000), (3, 7_000), (4, 7_000)] {
        table.set(of(&mut numbers, n, score));
    }
    let places = [9_000, 7_000, 5_000].map(|score| table.place_of(score));
    assert_eq!(places.map(RankCounts::rank), [1, 2, 4]);
    assert_eq!(places.map(RankCounts::percentile), [Some(100.0), Some(50.0), Some(0.0)]);
    assert_eq!((table.mean(), table.median()), (Some(70.0), Some(70.0)));
    let mark = |percent| pass_mark(Some(percent), None);
    assert_eq!((table.passed(&mark(70.0)), table.passed(&mark(70.001))), (3, 1));
    let scores: Vec<u32> = table.best_first().map(|row| row.score).collect();
    assert_eq!(scores, [9_000, 7_000, 7_000, 5_000]);
}

#[test]
fn a_change_makes_a_ranking_stale_until_it_is_read_again() {
    let rankings = Rankings::default();
    let test = TestId(Uuid::from_u128(1));
    assert!(rankings.fresh(test, 0).is_none());
    rankings.changed(test, id(1));
    let reading = rankings.reading(test);
    assert!(matches!(rankings.begin(test, 0), (None, changed) if changed.is_empty()), "it was not read yet");
    rankings.changed(test, id(2));
    rankings.keep(test, Arc::default());
    assert!(rankings.fresh(test, 0).is_none(), "a change during the read");
    assert!(matches!(rankings.begin(test, 0), (Some(_), changed) if changed.contains(&id(2))));
    rankings.keep(test, Arc::default());
    assert!(rankings.fresh(test, 0).is_some());
    assert!(rankings.fresh(test, 1).is_none(), "the store was opened again");
    assert!(matches!(rankings.begin(test, 1), (None, _)));
    rankings.keep(test, Arc::default());
    for n in 0..=MAX_CHANGED as u64 {
        rankings.changed(test, id(n));
    }
    assert!(matches!(rankings.begin(test, 1), (None, changed) if changed.is_empty()), "too many to name");
    drop(reading);
}

#[test]
fn the_ranking_that_was_used_last_stays_in_memory() {
    let rankings = Rankings::default();
    let test = |n: usize| TestId(Uuid::from_u128(n as u128));
    for n in 0..MAX_TESTS + 3 {
        drop(rankings.reading(test(n)));
        rankings.begin(test(n), 0);
        rankings.keep(test(n), Arc::default());
        assert!(rankings.fresh(test(0), 0).is_some());
    }
    let kept: Vec<bool> = (0..MAX_TESTS + 3).map(|n| rankings.fresh(test(n), 0).is_some()).collect();
    assert_eq!(kept.iter().filter(|kept| **kept).count(), MAX_TESTS);
    assert!(kept[0] && !kept[1] && !kept[3] && kept[4]);
}

/// Marks near thirds of all points: judged by the points, not by the two decimals that are shown.
#[test]
fn a_mark_is_compared_with_points_not_with_what_is_shown() {
    let mut numbers = Numbers(1);
    let mut table = RankingTable::default();
    for (n, earned, points, score) in [(1, 1_000, 3, 3_333), (2, 2_000, 3, 6_667), (3, 3_333, 10, 3_333), (4, 0, 0, 0)]
    {
        let share = PointShare { earned: Thousandths(earned), points };
        table.set(RankingEntry { score, share, provisional: false, ..row(&mut numbers, n) });
    }
    for (percent, passed) in [
        (0.0, 4),
        (0.001, 3),
        (33.33, 3),
        (33.331, 2),
        (33.333, 2),
        (33.334, 1),
        (66.666, 1),
        (66.667, 0),
        (66.67, 0),
        (100.0, 0),
    ] {
        let mark = pass_mark(Some(percent), None);
        assert_eq!(table.passed(&mark), passed, "{percent}");
        assert_eq!(table.best_first().filter(|row| table.passes(row, &mark)).count() as u64, passed, "{percent}");
    }
    // A filter finds what is shown, and what is meant.
    let third = PointShare { earned: Thousandths(1_000), points: 3 };
    assert!(third.is_from(33.333, 3_333) && third.is_from(33.33, 3_333) && !third.is_from(33.34, 3_333));
    assert!(third.is_to(33.33, 3_333) && third.is_to(33.334, 3_333) && !third.is_to(33.32, 3_333));
}
