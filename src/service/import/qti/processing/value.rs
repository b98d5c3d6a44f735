//! Values of variables: what QTI calls base types and cardinalities, as far as answers have them.

use super::super::xml::XmlElement;

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// An identifier or a string.
    Text(String),
    Number(f64),
    Truth(bool),
    /// A pair of identifiers; in an undirected one the smaller identifier comes first.
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
    /// Returns the type of an element with the attribute `baseType`.
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

    /// Returns the name that the type has in a file. `Other` is not read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Integer => "integer",
            Self::Float => "float",
            Self::Truth => "boolean",
            Self::Pair { is_directed: false } => "pair",
            Self::Pair { is_directed: true } => "directedPair",
            Self::Other => "other",
        }
    }

    /// A value of a file. Answers and rules may have fractions where an integer is declared; a key has not ([`Self::key`]).
    pub fn read(self, text: &str) -> Option<Scalar> {
        let text = text.trim();
        match self {
            Self::Text => Some(Scalar::Text(text.to_owned())),
            Self::Integer | Self::Float => number(text).map(Scalar::Number),
            Self::Truth => truth(text).map(Scalar::Truth),
            Self::Pair { is_directed } => {
                let (a, b) = text.split_once(char::is_whitespace)?;
                Some(pair(a, b.trim(), is_directed))
            }
            Self::Other => None,
        }
    }

    /// A value that only an answer of this type can be.
    pub fn key(self, text: &str) -> Option<Scalar> {
        let is_possible = |scalar: &Scalar| match scalar {
            Scalar::Number(number) => self != Self::Integer || number.fract().abs() < f64::EPSILON,
            Scalar::Text(_) | Scalar::Truth(_) | Scalar::Pair(..) => true,
        };
        self.read(text).filter(is_possible)
    }
}

pub fn pair(a: &str, b: &str, is_directed: bool) -> Scalar {
    let (a, b) = if is_directed || a <= b { (a, b) } else { (b, a) };
    Scalar::Pair(a.to_owned(), b.to_owned())
}

/// A number of XML Schema (`xs:double`, `xs:integer`): a sign, a decimal point, an exponent, and blanks around them. `None` for
/// `INF` and `NaN`, which no answer is, and for other spellings, such as `1,5`.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    text.parse().ok().filter(|number: &f64| is_decimal && number.is_finite())
}

/// A truth value of XML Schema (`xs:boolean`).
pub fn truth(text: &str) -> Option<bool> {
    match text.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
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

    /// Returns the single number that this is; a text is no number.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_xml_schema() {
        for (text, value) in [
            ("1.5", 1.5),
            (" \n1.5\t", 1.5),
            ("1.5e3", 1500.0),
            ("1.5E+3", 1500.0),
            ("-2e-1", -0.2),
            ("+3", 3.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("007", 7.0),
        ] {
            assert_eq!(BaseType::Float.read(text), Some(Scalar::Number(value)), "{text}");
        }
        for text in [
            "",
            "1,5",
            "1/2",
            "1 000",
            "++3",
            "INF",
            "-INF",
            "inf",
            "infinity",
            "NaN",
            "nan",
            "1e999",
            "0x10",
            "\u{2212}5",
        ] {
            assert_eq!(BaseType::Float.read(text), None, "{text}");
            assert_eq!(BaseType::Integer.read(text), None, "{text}");
        }
        assert_eq!(BaseType::Integer.key(" +4 "), Some(Scalar::Number(4.0)));
        assert_eq!(BaseType::Integer.key("4.0"), Some(Scalar::Number(4.0)));
        assert_eq!(BaseType::Integer.key("4.5"), None);
        assert_eq!([truth(" 1 "), truth("false"), truth("True")], [Some(true), Some(false), None]);
    }
}
