//! Values of variables: what QTI calls base types and cardinalities, as far as answers have them.

use super::super::xml::XmlElement;

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// An identifier or a string.
    Text(String),
    Number(f64),
    Truth(bool),
    /// Of undirected pairs the smaller identifier comes first.
    Pair(String, String),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    #[default]
    Null,
    One(Scalar),
    Multiple(Vec<Scalar>),
    Ordered(Vec<Scalar>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseType {
    Text,
    Integer,
    Float,
    Truth,
    Pair {
        is_directed: bool,
    },
    /// A point, a file, a duration.
    Other,
}

impl BaseType {
    /// That of an element with the attribute `baseType`.
    pub fn of(element: &XmlElement) -> Self {
        match element.attribute("basetype").unwrap_or("identifier").trim() {
            "identifier" | "string" | "uri" => Self::Text,
            "integer" => Self::Integer,
            "float" => Self::Float,
            "boolean" => Self::Truth,
            "pair" => Self::Pair { is_directed: false },
            "directedPair" => Self::Pair { is_directed: true },
            _ => Self::Other,
        }
    }

    pub const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Float)
    }

    pub fn read(self, text: &str) -> Option<Scalar> {
        let text = text.trim();
        match self {
            Self::Text => Some(Scalar::Text(text.to_owned())),
            Self::Integer | Self::Float => number(text).map(Scalar::Number),
            Self::Truth => match text {
                "true" | "1" => Some(Scalar::Truth(true)),
                "false" | "0" => Some(Scalar::Truth(false)),
                _ => None,
            },
            Self::Pair { is_directed } => {
                let (a, b) = text.split_once(char::is_whitespace)?;
                Some(pair(a, b.trim(), is_directed))
            }
            Self::Other => None,
        }
    }
}

pub fn pair(a: &str, b: &str, is_directed: bool) -> Scalar {
    let (a, b) = if is_directed || a <= b { (a, b) } else { (b, a) };
    Scalar::Pair(a.to_owned(), b.to_owned())
}

fn number(text: &str) -> Option<f64> {
    text.strip_prefix('+').unwrap_or(text).parse::<f64>().ok().filter(|number| number.is_finite())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cardinality {
    Single,
    Multiple,
    Ordered,
}

impl Cardinality {
    pub fn of(element: &XmlElement) -> Self {
        match element.attribute("cardinality").map(str::trim) {
            Some("multiple") => Self::Multiple,
            Some("ordered") => Self::Ordered,
            _ => Self::Single,
        }
    }

    pub fn value(self, scalars: Vec<Scalar>) -> Value {
        if scalars.is_empty() {
            return Value::Null;
        }
        match self {
            Self::Single => scalars.into_iter().next().map_or(Value::Null, Value::One),
            Self::Multiple => Value::Multiple(scalars),
            Self::Ordered => Value::Ordered(scalars),
        }
    }
}

impl Value {
    /// Adds the values of another part of the same response.
    pub fn extend(&mut self, more: Self) {
        match (&mut *self, more) {
            (Self::Multiple(list) | Self::Ordered(list), Self::Multiple(more) | Self::Ordered(more)) => {
                list.extend(more);
            }
            (Self::Null, more) => *self = more,
            _ => {}
        }
    }

    pub const fn truth(is_so: bool) -> Self {
        Self::One(Scalar::Truth(is_so))
    }

    pub const fn number(number: f64) -> Self {
        Self::One(Scalar::Number(number))
    }

    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// One number; a text is no number.
    pub fn as_number(&self) -> Option<f64> {
        match self.scalars() {
            [Scalar::Number(number)] => Some(*number),
            _ => None,
        }
    }

    pub fn as_truth(&self) -> Option<bool> {
        match self.scalars() {
            [Scalar::Truth(is_so)] => Some(*is_so),
            _ => None,
        }
    }

    pub fn scalars(&self) -> &[Scalar] {
        match self {
            Self::Null => &[],
            Self::One(only) => std::slice::from_ref(only),
            Self::Multiple(list) | Self::Ordered(list) => list,
        }
    }

    /// Whether both are the same: of multiple values, in any order. `None` if one is absent.
    pub fn matches(&self, other: &Self) -> Option<bool> {
        if self.is_null() || other.is_null() {
            return None;
        }
        let (a, b) = (self.scalars(), other.scalars());
        if matches!(self, Self::Multiple(_)) || matches!(other, Self::Multiple(_)) {
            return Some(a.len() == b.len() && contains(a, b));
        }
        Some(a == b)
    }

    /// Whether all values of the other are among these: in a row, where both are in order.
    pub fn contains(&self, other: &Self) -> Option<bool> {
        if self.is_null() || other.is_null() {
            return None;
        }
        let (all, some) = (self.scalars(), other.scalars());
        if matches!(self, Self::Ordered(_)) && matches!(other, Self::Ordered(_)) {
            return Some(all.windows(some.len()).any(|window| window == some));
        }
        Some(contains(all, some))
    }
}

/// Whether the values of `some` are among `all`, each as often.
fn contains(all: &[Scalar], some: &[Scalar]) -> bool {
    let count = |list: &[Scalar], wanted: &Scalar| list.iter().filter(|scalar| *scalar == wanted).count();
    some.iter().all(|scalar| count(all, scalar) >= count(some, scalar))
}
