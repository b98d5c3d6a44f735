//! How far two people who score the same answers agree.

/// Equal bands of points that scores are compared by.
const BANDS: usize = 5;

/// Two scores of one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorePair {
    pub first: f64,
    pub second: f64,
    /// Points of the question.
    pub of: u32,
}

fn band(points: f64, of: u32) -> usize {
    if of == 0 {
        return 0;
    }
    let edges = 1..BANDS;
    #[expect(clippy::cast_precision_loss, reason = "there are five bands")]
    edges.filter(|edge| points * BANDS as f64 >= *edge as f64 * f64::from(of)).count()
}

/// Cohen's kappa over the bands of points: 1 where both always agree, 0 where they agree as often as by chance. `None`
/// without answers, and where both put all of them into one band.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "numbers of answers")]
pub fn kappa(pairs: &[ScorePair]) -> Option<f64> {
    let mut table = [[0_u32; BANDS]; BANDS];
    for pair in pairs {
        table[band(pair.first, pair.of)][band(pair.second, pair.of)] += 1;
    }
    let all = pairs.len() as f64;
    let part = |n: u32| f64::from(n) / all;
    let agreed: f64 = (0..BANDS).map(|at| part(table[at][at])).sum();
    let by_chance: f64 =
        (0..BANDS).map(|at| part(table[at].iter().sum()) * part(table.iter().map(|row| row[at]).sum())).sum();
    let kappa = (agreed - by_chance) / (1.0 - by_chance);
    kappa.is_finite().then_some(kappa)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(of: u32, cells: &[(f64, f64, usize)]) -> Vec<ScorePair> {
        cells.iter().flat_map(|(first, second, n)| vec![ScorePair { first: *first, second: *second, of }; *n]).collect()
    }

    /// The example of two readers of grant proposals, as in textbooks: 20 times both say yes, 15 times both say no, 5 and
    /// 10 times they differ. Agreement 0.7, by chance 0.5.
    #[test]
    fn the_textbook_example_is_0_4() {
        let found = kappa(&pairs(1, &[(1.0, 1.0, 20), (1.0, 0.0, 5), (0.0, 1.0, 10), (0.0, 0.0, 15)]));
        assert!((found.unwrap() - 0.4).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn points_fall_into_five_equal_bands() {
        let all = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0].map(|points| band(points, 5));
        assert_eq!(all, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
        assert_eq!(band(0.0, 0), 0);
    }

    #[test]
    fn agreement_ranges_from_none_to_full() {
        assert_eq!(kappa(&[]), None);
        assert_eq!(kappa(&pairs(2, &[(2.0, 2.0, 9)])), None, "chance alone explains it");
        assert_eq!(kappa(&pairs(2, &[(2.0, 2.0, 5), (0.0, 0.0, 5)])), Some(1.0));
        assert_eq!(kappa(&pairs(2, &[(2.0, 0.0, 5), (0.0, 2.0, 5)])), Some(-1.0));
    }
}
