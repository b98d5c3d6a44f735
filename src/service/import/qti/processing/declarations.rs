//! Declarations of an item: its responses with their keys, and its outcomes.

use super::{
    super::xml::XmlElement,
    value::{BaseType, Cardinality, Scalar, Value, truth},
};
use crate::service::import::{kinds::MAX_PARTS, lost::shown};
use std::collections::BTreeMap;

/// Sentences about values that are not read, with their lines.
pub type UnreadValues = Vec<(u64, String)>;

/// Reads values, and says which it cannot read.
#[derive(Debug, Default)]
struct ValueReader {
    unread: UnreadValues,
}

impl ValueReader {
    fn value(&mut self, element: &XmlElement, text: &str, base: BaseType) -> Option<Scalar> {
        let read = base.key(text);
        // Programs write empty values where there is none.
        if read.is_none() && !text.trim().is_empty() {
            let (shown, name) = (shown(text), &element.name);
            let what = if base == BaseType::Other {
                format!("The text '{shown}' in <{name}> is not read.")
            } else {
                format!("The value '{shown}' in <{name}> is not read: it is not of the type {}.", base.name())
            };
            self.unread.push((element.line, what));
        }
        read
    }

    fn number(&mut self, element: &XmlElement, name: &str) -> Option<f64> {
        let text = element.attribute(name)?;
        match self.value(element, text, BaseType::Float)? {
            Scalar::Number(number) => Some(number),
            Scalar::Text(_) | Scalar::Truth(_) | Scalar::Pair(..) => None,
        }
    }

    /// A bound; none at the infinity that ends nothing.
    fn bound(&mut self, element: &XmlElement, name: &str, endless: &str) -> Option<f64> {
        if element.attribute(name)?.trim() == endless { None } else { self.number(element, name) }
    }

    /// The elements of this name, as many as are read.
    fn some<'e>(&mut self, holder: &'e XmlElement, name: &str) -> Vec<&'e XmlElement> {
        let mut all = holder.named(name);
        if let Some(more) = all.len().checked_sub(MAX_PARTS).filter(|more| *more > 0) {
            let what = format!("{more} values in <{}> are not read: {MAX_PARTS} are the most.", holder.name);
            self.unread.push((holder.line, what));
        }
        all.truncate(MAX_PARTS);
        all
    }
}

#[derive(Clone, Debug)]
pub struct MapEntry {
    pub key: Scalar,
    pub value: f64,
    pub ignores_case: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Mapping {
    pub entries: Vec<MapEntry>,
    pub default: f64,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl Mapping {
    fn read(element: &XmlElement, base: BaseType, reader: &mut ValueReader) -> Self {
        let entries = reader.some(element, "mapentry");
        let entry = |entry: &XmlElement| {
            let key = entry.attribute("mapkey").and_then(|text| reader.value(entry, text, base));
            let value = reader.number(entry, "mappedvalue");
            let ignores_case = entry.attribute("casesensitive").and_then(truth) == Some(false);
            Some(MapEntry { key: key?, value: value?, ignores_case })
        };
        Self {
            entries: entries.into_iter().filter_map(entry).collect(),
            default: reader.number(element, "defaultvalue").unwrap_or_default(),
            lower: reader.bound(element, "lowerbound", "-INF"),
            upper: reader.bound(element, "upperbound", "INF"),
        }
    }

    fn one(&self, scalar: &Scalar) -> f64 {
        let is_it = |entry: &&MapEntry| match (&entry.key, scalar) {
            (Scalar::Text(key), Scalar::Text(given)) if entry.ignores_case => {
                key.to_lowercase() == given.to_lowercase()
            }
            (key, given) => key == given,
        };
        self.entries.iter().find(is_it).map_or(self.default, |entry| entry.value)
    }

    /// The sum over the distinct values, within the bounds. Without an answer it is 0.
    pub fn of(&self, value: &Value) -> f64 {
        if value.is_null() {
            return 0.0;
        }
        let mut distinct: Vec<&Scalar> = Vec::new();
        for scalar in value.scalars() {
            if !distinct.contains(&scalar) {
                distinct.push(scalar);
            }
        }
        let sum: f64 = distinct.into_iter().map(|scalar| self.one(scalar)).sum();
        let sum = self.lower.map_or(sum, |lower| sum.max(lower));
        self.upper.map_or(sum, |upper| sum.min(upper))
    }
}

#[derive(Clone, Debug)]
pub struct ResponseDeclaration {
    pub base: BaseType,
    pub cardinality: Cardinality,
    pub correct: Value,
    /// The first correct value as it is written: `3.50`.
    pub written: String,
    pub default: Value,
    /// Whether several right values of a single answer are declared.
    pub has_more: bool,
    pub mapping: Option<Mapping>,
}

/// Entries for `lookupOutcomeValue`.
#[derive(Clone, Debug, Default)]
enum Table {
    #[default]
    None,
    Exact(Vec<(f64, Value)>),
    /// Values from a limit upwards, with whether that is included; the first that fits counts.
    Ranges(Vec<(f64, bool, Value)>),
}

#[derive(Clone, Debug)]
pub struct OutcomeDeclaration {
    pub base: BaseType,
    pub default: Value,
    table: Table,
    table_default: Value,
}

impl OutcomeDeclaration {
    /// The entry of the lookup table for a number.
    #[expect(clippy::float_cmp, reason = "a table has whole numbers, or limits that count themselves")]
    pub fn look_up(&self, number: f64) -> Value {
        let found = match &self.table {
            Table::None => None,
            Table::Exact(entries) => entries.iter().find(|(source, _)| *source == number).map(|(_, value)| value),
            Table::Ranges(entries) => entries
                .iter()
                .find(|(limit, is_inclusive, _)| number > *limit || *is_inclusive && number == *limit)
                .map(|(_, _, value)| value),
        };
        found.unwrap_or(&self.table_default).clone()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Declarations {
    pub responses: BTreeMap<String, ResponseDeclaration>,
    pub outcomes: BTreeMap<String, OutcomeDeclaration>,
    /// Values that are not read.
    pub unread: UnreadValues,
}

impl Declarations {
    pub fn read(item: &XmlElement) -> Self {
        let mut read = Self::default();
        let mut reader = ValueReader::default();
        for element in item.children() {
            let Some(id) = element.attribute("identifier").map(|id| id.trim().to_owned()) else { continue };
            match element.name.as_str() {
                "responsedeclaration" => {
                    element.mark();
                    read.responses.insert(id, response(element, &mut reader));
                }
                "outcomedeclaration" => {
                    element.mark();
                    read.outcomes.insert(id, outcome(element, &mut reader));
                }
                _ => {}
            }
        }
        read.unread = reader.unread;
        read
    }
}

fn response(element: &XmlElement, reader: &mut ValueReader) -> ResponseDeclaration {
    let (base, cardinality) = (BaseType::of(element), Cardinality::of(element));
    ResponseDeclaration {
        base,
        cardinality,
        correct: values(element.child("correctresponse"), base, cardinality, reader),
        written: element
            .child("correctresponse")
            .and_then(|values| values.child("value"))
            .map(XmlElement::text)
            .unwrap_or_default(),
        default: values(element.child("defaultvalue"), base, cardinality, reader),
        has_more: cardinality == Cardinality::Single
            && element.child("correctresponse").is_some_and(|correct| correct.named("value").len() > 1),
        mapping: element.child("mapping").map(|mapping| Mapping::read(mapping, base, reader)),
    }
}

fn values(holder: Option<&XmlElement>, base: BaseType, cardinality: Cardinality, reader: &mut ValueReader) -> Value {
    let Some(holder) = holder else { return Value::Null };
    let all = reader.some(holder, "value");
    cardinality.value(all.into_iter().filter_map(|value| reader.value(value, &value.text(), base)).collect())
}

fn outcome(element: &XmlElement, reader: &mut ValueReader) -> OutcomeDeclaration {
    let (declared, cardinality) = (BaseType::of(element), Cardinality::of(element));
    // Points of an integer have fractions, too.
    let base = if declared == BaseType::Integer { BaseType::Float } else { declared };
    let (table, table_default) = if let Some(exact) = element.child("matchtable") {
        let entries = entries(exact, "matchtableentry", base, reader);
        let entries = entries.into_iter().map(|(source, _, target)| (source, target));
        (Table::Exact(entries.collect()), target(exact, "defaultvalue", base, reader))
    } else if let Some(ranges) = element.child("interpolationtable") {
        let entries = entries(ranges, "interpolationtableentry", base, reader);
        (Table::Ranges(entries), target(ranges, "defaultvalue", base, reader))
    } else {
        (Table::None, None)
    };
    let default = values(element.child("defaultvalue"), base, cardinality, reader);
    OutcomeDeclaration { base, default, table, table_default: table_default.unwrap_or_default() }
}

fn target(element: &XmlElement, name: &str, base: BaseType, reader: &mut ValueReader) -> Option<Value> {
    element.attribute(name).and_then(|text| reader.value(element, text, base)).map(Value::One)
}

/// Entries of a table: from which number, whether that is included, and what then holds.
fn entries(table: &XmlElement, name: &str, base: BaseType, reader: &mut ValueReader) -> Vec<(f64, bool, Value)> {
    let all = reader.some(table, name);
    let entry = |entry: &XmlElement| {
        let includes = entry.attribute("includeboundary").is_none_or(|text| truth(text) != Some(false));
        let source = source(entry, reader);
        let target = target(entry, "targetvalue", base, reader);
        Some((source?, includes, target?))
    };
    all.into_iter().filter_map(entry).collect()
}

/// The limit of an entry; the first range may begin where numbers do.
fn source(entry: &XmlElement, reader: &mut ValueReader) -> Option<f64> {
    match entry.attribute("sourcevalue")?.trim() {
        "-INF" => Some(f64::NEG_INFINITY),
        _ => reader.number(entry, "sourcevalue"),
    }
}
