//! Parts of an item: its interactions, the answers that each can have, and these as values of the file.

use super::super::{
    interaction::{self, Choices},
    processing::{
        Processing, ResponseDeclaration, Responses, Unread,
        value::{self, BaseType, Scalar, Value},
    },
    xml::XmlElement,
};

/// The form of an interaction. Choices are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A choice of one option.
    One,
    /// Up to `most` of the choices.
    Several {
        most: usize,
    },
    Order,
    /// A choice of the left set with one of the right set each; how often one of the right can be taken.
    Pairs {
        most: Vec<usize>,
    },
    Text,
    Number {
        is_whole: bool,
    },
    /// A person scores it.
    Essay,
}

pub struct Part<'e> {
    pub choices: Choices<'e>,
    pub response: String,
    /// The gap that is filled, for a text to match.
    pub gap: Option<String>,
    pub form: Form,
    /// Identifiers; of pairs those of the left set.
    pub ids: Vec<String>,
    /// The right set of pairs.
    pub right: Vec<String>,
    /// Candidates can give fewer answers than there are.
    pub has_limit: bool,
}

/// An answer to one interaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Given {
    #[default]
    Nothing,
    /// A choice, several, or all in an order.
    Chosen(Vec<usize>),
    Pairs(Vec<(usize, usize)>),
    Text(String),
}

impl<'e> Part<'e> {
    pub fn is_whole(&self) -> bool {
        self.form == Form::Number { is_whole: true }
    }

    /// Whether candidates can give this answer there: an integer has no fraction.
    pub fn takes(&self, given: &Given) -> bool {
        let Given::Text(text) = given else { return true };
        !self.is_whole() || text.parse::<f64>().is_ok_and(|number| number.fract().abs() < f64::EPSILON)
    }

    /// The parts of an interaction: each gap of a text is one.
    ///
    /// # Errors
    /// Why the item cannot be imported.
    pub fn read(element: &'e XmlElement, processing: &Processing) -> Result<Vec<Self>, &'static str> {
        if element.name != "gapmatchinteraction" {
            return Ok(vec![Self::of(element, processing)?]);
        }
        let mut parts = Vec::new();
        for gap in element.all("gap") {
            let id = gap.attribute("identifier").unwrap_or_default().trim().to_owned();
            let has_limit = interaction::has_limits(element);
            parts.push(Self { gap: Some(id), form: Form::One, has_limit, ..Self::of(element, processing)? });
        }
        if parts.is_empty() { Err("its text has no gaps") } else { Ok(parts) }
    }

    fn of(element: &'e XmlElement, processing: &Processing) -> Result<Self, &'static str> {
        element.mark();
        let response = element.attribute("responseidentifier").unwrap_or_default().trim().to_owned();
        let declaration = processing.declarations.responses.get(&response);
        let base = declaration.map_or(BaseType::Text, |declaration| declaration.base);
        let is_single = declaration.is_none_or(|declaration| declaration.cardinality == value::Cardinality::Single);
        let mut has_limit = false;
        let choices = match element.name.as_str() {
            "associateinteraction" => {
                let declaration = declaration.ok_or("it does not declare the correct answer")?;
                associated(element, declaration)?
            }
            _ => interaction::choices(element)?,
        };
        let form = match (&choices, element.name.as_str()) {
            (_, "extendedtextinteraction") => Form::Essay,
            (Choices::None, _) if base.is_number() => Form::Number { is_whole: base == BaseType::Integer },
            (Choices::None, _) => Form::Text,
            (Choices::One(list), "orderinteraction") if !list.is_empty() => Form::Order,
            (Choices::One(list), "choiceinteraction" | "hottextinteraction") if !is_single => {
                let most = element.attribute("maxchoices").and_then(|text| text.trim().parse().ok()).unwrap_or(1);
                has_limit = most > 0 && most < list.len();
                Form::Several { most: if most == 0 { list.len() } else { most } }
            }
            (Choices::One(_), _) => {
                let _ = element.attribute("maxchoices");
                Form::One
            }
            (Choices::Two(left, right), _) => {
                let most = element.attribute("maxassociations").and_then(|text| text.trim().parse::<usize>().ok());
                has_limit = most.is_some_and(|most| most > 0 && most < left.len());
                for prompt in left {
                    let _ = prompt.attribute("matchmax");
                }
                let most = |choice: &&XmlElement| {
                    let most = choice.attribute("matchmax").and_then(|text| text.trim().parse().ok()).unwrap_or(1);
                    if most == 0 { usize::MAX } else { most }
                };
                Form::Pairs { most: right.iter().map(most).collect() }
            }
        };
        let ids = |list: &[&XmlElement]| {
            list.iter().map(|choice| choice.attribute("identifier").unwrap_or_default().trim().to_owned()).collect()
        };
        let (ids, right) = match &choices {
            Choices::None => (Vec::new(), Vec::new()),
            Choices::One(list) => (ids(list), Vec::new()),
            Choices::Two(left, right) => (ids(left), ids(right)),
        };
        if form != Form::Essay {
            declaration.ok_or("it does not declare the correct answer")?;
        }
        Ok(Self { choices, response, gap: None, form, ids, right, has_limit })
    }

    /// The value that the file has for an answer.
    pub fn value(&self, given: &Given, processing: &Processing) -> Value {
        let Some(declaration) = processing.declarations.responses.get(&self.response) else { return Value::Null };
        let id = |place: &usize| self.ids.get(*place).cloned().map(Scalar::Text);
        let scalars = match given {
            Given::Nothing => Vec::new(),
            Given::Chosen(places) if let Some(gap) = &self.gap => {
                let is_directed = declaration.base != BaseType::Pair { is_directed: false };
                let is_turned = is_directed && self.is_turned(declaration);
                let pair = |id: &String| {
                    if is_turned { value::pair(gap, id, true) } else { value::pair(id, gap, is_directed) }
                };
                places.iter().filter_map(|place| self.ids.get(*place)).map(pair).collect()
            }
            Given::Chosen(places) => places.iter().filter_map(id).collect(),
            Given::Pairs(pairs) => {
                let is_directed = declaration.base != BaseType::Pair { is_directed: false };
                let pair = |(a, b): &(usize, usize)| {
                    let (a, b) = (self.ids.get(*a)?, self.right.get(*b)?);
                    // The order of a pair is that of the sets, but not every program keeps to it.
                    let is_turned = is_directed && self.is_turned(declaration);
                    Some(if is_turned { value::pair(b, a, true) } else { value::pair(a, b, is_directed) })
                };
                pairs.iter().filter_map(pair).collect()
            }
            Given::Text(text) => declaration.base.read(text).into_iter().collect(),
        };
        declaration.cardinality.value(scalars)
    }

    /// Whether the declared pairs have the right set, or the gap, first.
    fn is_turned(&self, declaration: &ResponseDeclaration) -> bool {
        let first = declaration.correct.scalars().first();
        if self.gap.is_some() {
            return matches!(first, Some(Scalar::Pair(a, b)) if self.ids.contains(b) && !self.ids.contains(a));
        }
        matches!(first, Some(Scalar::Pair(a, b)) if self.right.contains(a) && self.ids.contains(b) && !self.ids.contains(a))
    }

    /// The answer that the file has as this value, if it is one.
    pub fn given(&self, value: &Value) -> Option<Given> {
        let place = |list: &[String], id: &String| list.iter().position(|known| known == id);
        let scalars = value.scalars();
        if scalars.is_empty() {
            return None;
        }
        if let Some(gap) = &self.gap {
            let filled = scalars.iter().find_map(|scalar| match scalar {
                Scalar::Pair(a, b) if b == gap => place(&self.ids, a),
                Scalar::Pair(a, b) if a == gap => place(&self.ids, b),
                Scalar::Pair(..) | Scalar::Text(_) | Scalar::Number(_) | Scalar::Truth(_) => None,
            });
            return filled.map(|place| Given::Chosen(vec![place]));
        }
        match self.form {
            Form::One | Form::Several { .. } | Form::Order => {
                let places = scalars.iter().map(|scalar| match scalar {
                    Scalar::Text(id) => place(&self.ids, id),
                    Scalar::Number(_) | Scalar::Truth(_) | Scalar::Pair(..) => None,
                });
                let mut places: Vec<usize> = places.collect::<Option<_>>()?;
                if matches!(self.form, Form::Several { .. }) {
                    places.sort_unstable();
                    places.dedup();
                }
                Some(Given::Chosen(places))
            }
            Form::Pairs { .. } => {
                let pairs = scalars.iter().map(|scalar| match scalar {
                    Scalar::Pair(a, b) => match (place(&self.ids, a), place(&self.right, b)) {
                        (Some(a), Some(b)) => Some((a, b)),
                        _ => Some((place(&self.ids, b)?, place(&self.right, a)?)),
                    },
                    Scalar::Text(_) | Scalar::Number(_) | Scalar::Truth(_) => None,
                });
                let mut pairs: Vec<(usize, usize)> = pairs.collect::<Option<_>>()?;
                pairs.sort_unstable();
                pairs.dedup();
                Some(Given::Pairs(pairs))
            }
            Form::Text | Form::Number { .. } => match scalars {
                [Scalar::Text(text)] => Some(Given::Text(text.clone())),
                [Scalar::Number(number)] => Some(Given::Text(number.to_string())),
                _ => None,
            },
            Form::Essay => None,
        }
    }
}

/// The choices of which pairs are made: the first of each right pair, and the others.
fn associated<'e>(element: &'e XmlElement, declaration: &ResponseDeclaration) -> Result<Choices<'e>, &'static str> {
    let list = interaction::associated(element)?;
    let mapped = declaration.mapping.iter().flat_map(|mapping| &mapping.entries);
    let mapped: Vec<Scalar> = mapped.filter(|entry| entry.value > 0.0).map(|entry| entry.key.clone()).collect();
    let pairs = if declaration.correct.is_null() { mapped.as_slice() } else { declaration.correct.scalars() };
    let is_of = |pair: &Scalar, id: &str| matches!(pair, Scalar::Pair(a, b) if a == id || b == id);
    let (mut left, mut right, mut begun) = (Vec::new(), Vec::new(), Vec::new());
    for choice in list {
        let id = choice.attribute("identifier").unwrap_or_default().trim();
        let mut of = pairs.iter().enumerate().filter(|(_, pair)| is_of(pair, id)).map(|(place, _)| place);
        match (of.next(), of.next()) {
            (Some(_), Some(_)) => return Err("a choice of it is in several right pairs"),
            (Some(pair), None) if !begun.contains(&pair) => {
                begun.push(pair);
                left.push(choice);
            }
            _ => right.push(choice),
        }
    }
    if left.is_empty() {
        return Err("it does not declare the correct answer");
    }
    // Here one choice of each set makes a pair.
    let is_in = |set: &[&XmlElement], id: &str| {
        set.iter().any(|one| one.attribute("identifier").unwrap_or_default().trim() == id)
    };
    let is_within = |key: &Scalar| {
        let Scalar::Pair(a, b) = key else { return false };
        [&left, &right].iter().any(|set| is_in(set, a) && is_in(set, b))
    };
    let mapping = declaration.mapping.as_ref();
    if mapping.is_some_and(|mapping| {
        mapping.entries.iter().any(|one| one.value.total_cmp(&mapping.default).is_ne() && is_within(&one.key))
    }) {
        return Err("it gives points for pairs that cannot be made here");
    }
    Ok(Choices::Two(left, right))
}

/// The file's own points for answers to all interactions.
pub fn points(processing: &Processing, parts: &[Part<'_>], given: &[Given]) -> Result<f64, Unread> {
    let mut responses = Responses::new();
    for (part, given) in parts.iter().zip(given) {
        // The gaps of a text are one response.
        responses.entry(part.response.clone()).or_default().extend(part.value(given, processing));
    }
    processing.points(&responses)
}
