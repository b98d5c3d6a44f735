//! Right numbers and ranges of them.

use super::{asked::AskedResponse, processing::Processing};
use crate::{
    domain::question::decimal::Decimal,
    service::import::{
        kinds::{self, Number},
        lost::Lost,
        qti::reader::QtiReader,
    },
};
use bigdecimal::BigDecimal;

pub const NO_KEY: &str = "its response processing gives points to no answer that can be found";

/// Points that differ by less are the same.
pub const SAME: f64 = 1e-9;

/// A number or a range, with the points that all of it earns.
struct Candidate {
    number: Number,
    earned: f64,
    /// Whether both ends earn as much.
    has_ends: bool,
}

fn unread(why: &str, raw: &[&str]) -> String {
    match raw.iter().find(|raw| kinds::is_twofold(raw)) {
        Some(raw) => format!("its right number cannot be read: '{raw}' has two meanings"),
        None => why.to_owned(),
    }
}

/// The number of a response with its tolerance, and what it earns by `score`.
///
/// # Errors
/// None earns points, or one cannot be read.
pub fn right_number(
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    score: &dyn Fn(&str) -> f64,
    reader: &mut QtiReader<'_>,
) -> Result<(Number, f64), String> {
    let line = asked.element.line;
    let mut found = Vec::new();
    for (low, high, includes) in processing.bounds(asked.id) {
        let (Some(low), Some(high)) = (kinds::typed_decimal(&low), kinds::typed_decimal(&high)) else {
            return Err(unread("its range cannot be read", &[&low, &high]));
        };
        found.push(range(&low, &high, includes, score).ok_or("its range cannot be read")?);
    }
    let mut has_unread = false;
    for text in processing.wanted(asked.id) {
        match kinds::typed_decimal(&text) {
            Some(number) => {
                let earned = score(number.as_str());
                found.push(Candidate { number: (number, None), earned, has_ends: true });
            }
            None if found.is_empty() => return Err(unread("its right number cannot be read", &[&text])),
            None => has_unread = true,
        }
    }
    let most = found.iter().map(|one| one.earned).fold(0.0, f64::max);
    let Some(place) = found.iter().position(|one| most > 0.0 && one.earned >= most - SAME) else {
        return Err(NO_KEY.into());
    };
    let chosen = found.remove(place);
    let is_within = |one: &Candidate| {
        let ((middle, width), (number, None)) = (&chosen.number, &one.number) else { return false };
        let allowed = width.as_ref().map_or_else(|| BigDecimal::from(0), |width| width.value().clone());
        (number.value() - middle.value()).abs() <= allowed
    };
    if !chosen.has_ends {
        reader.left_out.push((line, Lost::scores("An end of its range is not right there, and is right here.")));
    }
    if has_unread || found.iter().any(|one| one.earned >= most - SAME && !is_within(one)) {
        let what = "Further numbers are not supported: the first one that earns all points counts.";
        reader.left_out.push((line, Lost::scores(what)));
    }
    if found.iter().any(|one| one.earned > 0.0 && one.earned < most - SAME && !is_within(one)) {
        reader.left_out.push((line, Lost::scores(kinds::PART)));
    }
    Ok((chosen.number, most))
}

/// A range earns what its middle and the numbers half way to its ends do.
fn range(low: &Decimal, high: &Decimal, includes: bool, score: &dyn Fn(&str) -> f64) -> Option<Candidate> {
    let number = kinds::between(low, high)?;
    let middle = &number.0;
    let within = [kinds::between(low, middle)?.0, kinds::between(middle, high)?.0];
    let earned = within.iter().map(|number| score(number.as_str())).fold(score(middle.as_str()), f64::min);
    let has_ends = includes && [low, high].iter().all(|end| score(end.as_str()) >= earned - SAME);
    Some(Candidate { number, earned, has_ends })
}
