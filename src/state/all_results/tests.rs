use super::{table::SORTS, *};
use crate::domain::{
    Instant, TestId, UserId,
    decision::{DecisionValue, Percent},
    list::Scope,
    point_share::PointShare,
    question::Thousandths,
    submission::ScoringStatus,
    time::{SECOND, Span},
};
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

fn test_id(n: u64) -> TestId {
    TestId(Uuid::from_u128(n.into()))
}

fn at(ms: u64) -> Instant {
    Instant::from_millis(i64::try_from(ms).unwrap())
}

fn row(numbers: &mut Numbers, table: &mut ResultTable, id: u64) -> ResultEntry {
    let (test, score) = (numbers.below(3), u32::try_from(numbers.below(6) * 2_000).unwrap());
    ResultEntry {
        id: AttemptId(Uuid::from_u128(id.into())),
        shown_id: AttemptId(Uuid::from_u128(id.into())),
        test: test_id(test),
        title: table.title(["SQL", "Go", "Rust"][usize::try_from(test).unwrap()]),
        name: format!("person {}", numbers.below(9)).into(),
        email: format!("p{}@example.org", numbers.below(9)).into(),
        score,
        share: PointShare { earned: Thousandths(score.into()), points: 10 },
        provisional: numbers.below(4) == 0,
        decision: [None, Some(DecisionValue::Shortlist), Some(DecisionValue::Reject)]
            [usize::try_from(numbers.below(3)).unwrap()],
        status: [ScoringStatus::AutoOnly, ScoringStatus::NeedsReview, ScoringStatus::FullyReviewed]
            [usize::try_from(numbers.below(3)).unwrap()],
        time_used: i32::try_from(numbers.below(5)).unwrap() * SECOND,
        submitted_at: at(numbers.below(20)),
        markers: (0..numbers.below(3)).map(person).collect(),
    }
}

fn person(n: u64) -> UserId {
    UserId(Uuid::from_u128(n.into()))
}

/// 50 % in one of the tests.
fn marks() -> PassCriteria {
    PassCriteria([(test_id(0), PassCriterion::Whole(Percent::new(50.0).unwrap()))].into())
}

fn filter(numbers: &mut Numbers) -> AllResultsFilter {
    let mut maybe = || numbers.below(3) == 0;
    AllResultsFilter {
        marks: marks(),
        scope: if maybe() { Scope::Test(test_id(1)) } else { Scope::All },
        tests: maybe().then(|| [test_id(0), test_id(1)].into()),
        submitted: maybe().then(|| Span { from: at(4), to: at(15) }),
        conditions: ResultConditions {
            search: maybe().then(|| "n 3".to_owned()),
            provisional: maybe().then_some(false),
            decision: maybe().then_some(Some(DecisionValue::Shortlist)),
            score_min: maybe().then_some(20.0),
            score_max: maybe().then_some(80.0),
            passed: maybe().then(&mut maybe),
            reviewer: maybe().then(|| person(1)),
        },
    }
}

fn plain(rows: &[ResultEntry], query: &AllResultsQuery) -> Vec<AttemptId> {
    let AllResultsFilter { scope, tests, submitted, conditions, .. } = &query.filter;
    let ResultConditions { search, provisional, decision, score_min, score_max, passed, reviewer } = conditions;
    let mut kept: Vec<&ResultEntry> = rows
        .iter()
        .filter(|r| *scope == Scope::All || *scope == Scope::Test(r.test))
        .filter(|r| tests.as_ref().is_none_or(|tests| tests.contains(&r.test)))
        .filter(|r| submitted.is_none_or(|s| s.from <= r.submitted_at && r.submitted_at < s.to))
        .filter(|r| search.as_ref().is_none_or(|part| format!("{}\n{}", r.name, r.email).contains(part.as_str())))
        .filter(|r| provisional.is_none_or(|wanted| wanted == r.provisional))
        .filter(|r| decision.is_none_or(|wanted| wanted == r.decision))
        .filter(|r| score_min.is_none_or(|min| f64::from(r.score) >= min * 100.0))
        .filter(|r| score_max.is_none_or(|max| f64::from(r.score) <= max * 100.0))
        .filter(|r| passed.is_none_or(|p| r.test == test_id(0) && !r.provisional && (r.score >= 5_000) == p))
        .filter(|r| reviewer.is_none_or(|wanted| r.markers.contains(&wanted)))
        .collect();
    kept.sort_by(|a, b| {
        let order = query.sort.compare(a, b);
        let order = if query.descending { order.reverse() } else { order };
        let last =
            if query.sort == ResultSort::Score { a.provisional.cmp(&b.provisional) } else { std::cmp::Ordering::Equal };
        last.then(order)
    });
    kept.iter().map(|r| r.id).collect()
}

/// Rows come, change and leave; every page of every order equals a plain sort.
#[test]
fn pages_equal_a_plain_sort() {
    let mut numbers = Numbers(7);
    let (mut table, mut rows) = (ResultTable::default(), Vec::new());
    for id in 0..60 {
        rows.push(row(&mut numbers, &mut table, id));
    }
    table.fill(rows.clone());
    for round in 0..300 {
        let id = numbers.below(90);
        rows.retain(|r: &ResultEntry| r.id != AttemptId(Uuid::from_u128(id.into())));
        if numbers.below(4) == 0 {
            table.remove(AttemptId(Uuid::from_u128(id.into())));
        } else {
            let new = row(&mut numbers, &mut table, id);
            table.set(new.clone());
            rows.push(new);
        }
        for sort in SORTS.into_iter().chain([ResultSort::Review, ResultSort::Decision]) {
            let filter = filter(&mut numbers);
            let query = AllResultsQuery { sort, descending: round % 2 == 0, filter };
            let all = plain(&rows, &query);
            let (skip, take) = (numbers.below(80), 7);
            let (total, page) = table.page(&query, skip, take);
            let skip = usize::try_from(skip).unwrap().min(all.len());
            assert_eq!(total, all.len() as u64, "{query:?}");
            assert_eq!(page, all[skip..(skip + take).min(all.len())], "{query:?}");
        }
    }
}

#[test]
fn changes_are_remembered_from_the_first_reader_on() {
    let results = AllResults::default();
    let id = AttemptId(Uuid::from_u128(1));
    results.changed(id);
    results.renamed();
    let _reading = results.reading();
    assert!(results.begin(0).0.is_none());
    results.keep(Arc::default());
    assert!(results.fresh(0).is_some(), "what was changed before it was read is in it");
    assert!(results.fresh(1).is_none(), "the store was opened again");
    results.changed(id);
    assert!(results.fresh(0).is_none());
    let (table, changed) = results.begin(0);
    assert!(table.is_some() && changed.contains(&id));
    results.keep(Arc::default());
    results.renamed();
    assert!(results.begin(0).0.is_none(), "other names: it is built again");
}
