//! The range of numbers that rules accept, found by trying numbers.

use crate::service::import::kinds;

/// Doublings of the step away from a right number, and halvings back to the last one.
const STEPS: u32 = 110;

/// Returns both ends of the range around a right number, as decimals, if it has both.
pub fn range(right: f64, is_whole: bool, is_right: &mut impl FnMut(f64) -> bool) -> Option<(String, String)> {
    let low = end(right, -1.0, is_whole, is_right)?;
    let high = end(right, 1.0, is_whole, is_right)?;
    Some((decimal(low)?, decimal(high)?))
}

/// The last right number in one direction.
fn end(right: f64, direction: f64, is_whole: bool, is_right: &mut impl FnMut(f64) -> bool) -> Option<f64> {
    let first = if is_whole { 1.0 } else { right.abs().max(1.0) * 1e-7 };
    let (mut step, mut last) = (first, right);
    let mut wrong = None;
    for _ in 0..STEPS {
        let tried = right + direction * step;
        if is_right(tried) {
            last = tried;
            step *= 2.0;
        } else {
            wrong = Some(tried);
            break;
        }
    }
    let mut wrong = wrong?;
    for _ in 0..STEPS {
        let middle = if is_whole { f64::midpoint(last, wrong).trunc() } else { f64::midpoint(last, wrong) };
        #[expect(clippy::float_cmp, reason = "halving ends where no number is between both")]
        if middle == last || middle == wrong {
            break;
        }
        if is_right(middle) {
            last = middle;
        } else {
            wrong = middle;
        }
    }
    Some(last)
}

/// The shortest decimal that is the number, as far as a double is exact.
pub fn decimal(number: f64) -> Option<String> {
    for digits in 0..16 {
        let text = format!("{number:.digits$e}");
        let value: f64 = text.parse().ok()?;
        if (value - number).abs() <= 1e-9 * number.abs().max(1e-3) {
            let short = kinds::decimal(&value.to_string())?;
            return Some(short.as_str().to_owned());
        }
    }
    None
}
