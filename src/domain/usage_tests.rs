use super::*;

fn pairs(of: &[(f64, f64)]) -> Pairs {
    let mut pairs = Pairs::default();
    for (x, y) in of {
        pairs.add(*x, *y);
    }
    pairs
}

/// A test in which a question was asked: pairs of its share and that of the rest, and seconds.
fn test_of(of: &[(f64, f64)], seconds: &[u32]) -> Usage {
    let mut usage = Usage { asked: of.len() as u64, share: of.iter().map(|(x, _)| x).sum(), ..Usage::default() };
    usage.spread = Spread::of(&pairs(of));
    for seconds in seconds {
        *usage.seconds.entry(*seconds).or_default() += 1;
    }
    usage
}

const STRONG_KNOW_IT: [(f64, f64); 6] = [(1.0, 0.9), (1.0, 0.8), (1.0, 0.7), (0.0, 0.3), (0.0, 0.2), (0.0, 0.1)];

#[test]
fn few_answers_are_no_figures() {
    let few = test_of(&STRONG_KNOW_IT, &[60; 6]).figures();
    assert_eq!(few, Figures { asked: 6, mean: None, discrimination: None, median_seconds: None });
    assert_eq!(Usage::default().figures().asked, 0);
}

#[test]
fn figures_add_up_over_tests() {
    let mut all = test_of(&STRONG_KNOW_IT, &[10, 20, 30, 40, 50, 60]);
    all.add(&test_of(&[(1.0, 0.5), (1.0, 0.5), (1.0, 0.5), (0.0, 0.5)], &[100, 200, 300]));
    let figures = all.figures();
    assert_eq!((figures.asked, figures.mean), (10, Some(60.0)));
    assert_eq!(figures.median_seconds, Some(50.0), "10 20 30 40 [50] 60 100 200 300");
    assert!(figures.discrimination.is_some_and(|d| d > 0.7 && d < 1.0), "{figures:?}");
}

/// In each test strong candidates know the question. The second test is easy and this question is not: added up without
/// regard to tests, strong candidates would seem not to know it.
#[test]
fn a_harder_test_does_not_turn_the_discrimination() {
    let easy_test: Vec<(f64, f64)> = STRONG_KNOW_IT.iter().map(|(x, y)| (x * 0.1, 0.9 + y / 10.0)).collect();
    let hard_test: Vec<(f64, f64)> = STRONG_KNOW_IT.iter().map(|(x, y)| (0.9 + x * 0.1, y / 10.0)).collect();
    let mut all = test_of(&easy_test, &[]);
    all.add(&test_of(&hard_test, &[]));
    assert!(all.figures().discrimination.is_some_and(|d| d > 0.9), "{:?}", all.figures());
    let both: Vec<(f64, f64)> = easy_test.into_iter().chain(hard_test).collect();
    assert!(test_of(&both, &[]).figures().discrimination.is_some_and(|d| d < 0.0));
}

#[test]
fn a_pool_is_uneven_beyond_the_bound_alone() {
    let with = |mean: Option<f64>| Figures { asked: 20, mean, discrimination: None, median_seconds: None };
    let pool = [with(None), with(Some(55.0)), with(Some(80.0)), with(Some(50.0))];
    assert_eq!(extremes(&pool), Some((2, 3)));
    assert!(!are_apart(&pool[2], &pool[3]), "exactly at the bound");
    assert!(are_apart(&with(Some(80.1)), &pool[3]));
    assert_eq!(extremes(&pool[..2]), None, "one alone");
    assert_eq!(extremes(&[]), None);
}
