//! Declarations of an item: its responses with their keys, and its outcomes.

use super::{
    super::xml::XmlElement,
    value::{BaseType, Cardinality, Scalar, Value},
};
use crate::service::import::kinds::MAX_PARTS;
use std::collections::BTreeMap;

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
    fn read(element: &XmlElement, base: BaseType) -> Self {
        let number = |name: &str| element.attribute(name).and_then(|text| text.trim().parse().ok());
        let entry = |entry: &XmlElement| {
            Some(MapEntry {
                key: base.read(entry.attribute("mapkey")?)?,
                value: entry.attribute("mappedvalue")?.trim().parse().ok()?,
                ignores_case: entry.attribute("casesensitive") == Some("false"),
            })
        };
        Self {
            entries: element.named("mapentry").into_iter().take(MAX_PARTS).filter_map(entry).collect(),
            default: number("defaultvalue").unwrap_or_default(),
            lower: number("lowerbound"),
            upper: number("upperbound"),
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
    /// It declares several right values of a single answer.
    pub has_more: bool,
    pub mapping: Option<Mapping>,
}

/// Entries for `lookupOutcomeValue`.
#[derive(Clone, Debug, Default)]
enum Table {
    #[default]
    None,
    Exact(Vec<(f64, Value)>),
    /// From a limit upwards, with whether that is included; the first that fits counts.
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
}

impl Declarations {
    pub fn read(item: &XmlElement) -> Self {
        let mut read = Self::default();
        for element in item.children() {
            let Some(id) = element.attribute("identifier").map(|id| id.trim().to_owned()) else { continue };
            match element.name.as_str() {
                "responsedeclaration" => {
                    element.mark();
                    read.responses.insert(id, response(element));
                }
                "outcomedeclaration" => {
                    element.mark();
                    read.outcomes.insert(id, outcome(element));
                }
                _ => {}
            }
        }
        read
    }
}

fn response(element: &XmlElement) -> ResponseDeclaration {
    let (base, cardinality) = (BaseType::of(element), Cardinality::of(element));
    ResponseDeclaration {
        base,
        cardinality,
        correct: values(element.child("correctresponse"), base, cardinality),
        written: element
            .child("correctresponse")
            .and_then(|values| values.child("value"))
            .map(XmlElement::text)
            .unwrap_or_default(),
        default: values(element.child("defaultvalue"), base, cardinality),
        has_more: cardinality == Cardinality::Single
            && element.child("correctresponse").is_some_and(|correct| correct.named("value").len() > 1),
        mapping: element.child("mapping").map(|mapping| Mapping::read(mapping, base)),
    }
}

fn values(holder: Option<&XmlElement>, base: BaseType, cardinality: Cardinality) -> Value {
    let Some(holder) = holder else { return Value::Null };
    let found = holder.named("value").into_iter().take(MAX_PARTS).filter_map(|value| base.read(&value.text()));
    cardinality.value(found.collect())
}

fn outcome(element: &XmlElement) -> OutcomeDeclaration {
    let (base, cardinality) = (BaseType::of(element), Cardinality::of(element));
    let target = |entry: &XmlElement| entry.attribute("targetvalue").and_then(|text| base.read(text)).map(Value::One);
    let source = |entry: &XmlElement| entry.attribute("sourcevalue").and_then(|text| text.trim().parse::<f64>().ok());
    let otherwise =
        |table: &XmlElement| table.attribute("defaultvalue").and_then(|t| base.read(t)).map_or(Value::Null, Value::One);
    let (table, table_default) = if let Some(exact) = element.child("matchtable") {
        let entries = exact.named("matchtableentry").into_iter().take(MAX_PARTS);
        let entries = entries.filter_map(|entry| Some((source(entry)?, target(entry)?)));
        (Table::Exact(entries.collect()), otherwise(exact))
    } else if let Some(ranges) = element.child("interpolationtable") {
        let entries = ranges.named("interpolationtableentry").into_iter().take(MAX_PARTS);
        let includes = |entry: &XmlElement| entry.attribute("includeboundary") != Some("false");
        let entries = entries.filter_map(|entry| Some((source(entry)?, includes(entry), target(entry)?)));
        (Table::Ranges(entries.collect()), otherwise(ranges))
    } else {
        (Table::None, Value::Null)
    };
    OutcomeDeclaration { base, default: values(element.child("defaultvalue"), base, cardinality), table, table_default }
}
