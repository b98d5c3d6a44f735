//! Plain operators of response processing.

use super::value::{Scalar, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    And,
    Or,
    Not,
    IsNull,
    Match,
    Member,
    Contains,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Sum,
    Product,
    Subtract,
    Divide,
    Power,
    IntegerDivide,
    IntegerModulus,
    Truncate,
    Round,
    Number,
    Min,
    Max,
    Size,
    Multiple,
    Ordered,
}

impl Operation {
    /// Whether it compares values with each other.
    pub const fn compares(self) -> bool {
        matches!(
            self,
            Self::Match
                | Self::Member
                | Self::Contains
                | Self::Less
                | Self::LessOrEqual
                | Self::Greater
                | Self::GreaterOrEqual
        )
    }
}

pub fn apply(operation: Operation, of: &[Value]) -> Value {
    match (operation, of) {
        (Operation::Not, [one]) => one.as_truth().map_or(Value::Null, |is_so| Value::truth(!is_so)),
        (Operation::IsNull, [one]) => Value::truth(one.is_null() || is_empty(one)),
        (Operation::Match, [a, b]) => a.matches(b).map_or(Value::Null, Value::truth),
        (Operation::Member, [one, list]) | (Operation::Contains, [list, one]) => {
            list.contains(one).map_or(Value::Null, Value::truth)
        }
        (Operation::Size, [list]) => Value::number(count(list)),
        (Operation::Multiple | Operation::Ordered, parts) => {
            let scalars: Vec<Scalar> = parts.iter().flat_map(Value::scalars).cloned().collect();
            if scalars.is_empty() {
                Value::Null
            } else if operation == Operation::Multiple {
                Value::Multiple(scalars)
            } else {
                Value::Ordered(scalars)
            }
        }
        (Operation::Less, [a, b]) => compared(a, b, |a, b| a < b),
        (Operation::LessOrEqual, [a, b]) => compared(a, b, |a, b| a <= b),
        (Operation::Greater, [a, b]) => compared(a, b, |a, b| a > b),
        (Operation::GreaterOrEqual, [a, b]) => compared(a, b, |a, b| a >= b),
        _ => numbers(of).and_then(|numbers| number(operation, &numbers)).map_or(Value::Null, Value::number),
    }
}

fn compared(a: &Value, b: &Value, holds: impl Fn(f64, f64) -> bool) -> Value {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Value::truth(holds(a, b)),
        _ => Value::Null,
    }
}

/// An empty text is no answer.
fn is_empty(value: &Value) -> bool {
    matches!(value, Value::One(Scalar::Text(text)) if text.is_empty())
}

#[expect(clippy::cast_precision_loss, reason = "a list has a few hundred values")]
fn count(list: &Value) -> f64 {
    list.scalars().len() as f64
}

/// All numbers; `None` where one is absent.
fn numbers(of: &[Value]) -> Option<Vec<f64>> {
    let mut numbers = Vec::new();
    for value in of {
        if value.is_null() {
            return None;
        }
        for scalar in value.scalars() {
            let Scalar::Number(number) = scalar else { return None };
            numbers.push(*number);
        }
    }
    Some(numbers)
}

fn number(operation: Operation, of: &[f64]) -> Option<f64> {
    let result = match (operation, of) {
        (Operation::Sum, _) => of.iter().sum(),
        (Operation::Product, _) => of.iter().product(),
        (Operation::Subtract, [a, b]) => a - b,
        (Operation::Divide, [a, b]) => a / b,
        (Operation::Power, [a, b]) => a.powf(*b),
        (Operation::IntegerDivide, [a, b]) => (a / b).floor(),
        (Operation::IntegerModulus, [a, b]) => a - b * (a / b).floor(),
        (Operation::Truncate, [a]) => a.trunc(),
        (Operation::Round, [a]) => (a + 0.5).floor(),
        (Operation::Number, [a]) => *a,
        (Operation::Min, [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.min(*b)),
        (Operation::Max, [first, rest @ ..]) => rest.iter().fold(*first, |a, b| a.max(*b)),
        _ => return None,
    };
    result.is_finite().then_some(result)
}

/// `a >= b`, for decimals that have no exact double.
pub fn at_least(a: f64, b: f64) -> bool {
    a >= b - 4.0 * f64::EPSILON * b.abs().max(a.abs())
}

/// Half up, also for negative numbers, as the standard has it.
pub fn rounded(number: f64, is_significant: bool, figures: i32) -> f64 {
    let scale = if is_significant && number != 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "the magnitude of a double is below 400")]
        let magnitude = number.abs().log10().floor() as i32;
        figures.saturating_sub(1).saturating_sub(magnitude)
    } else {
        figures
    };
    let factor = 10f64.powi(scale.clamp(-300, 300));
    // 0.15 is 0.1499999999999999944 as a double.
    (number * factor * (1.0 + f64::EPSILON) + 0.5).floor() / factor
}
