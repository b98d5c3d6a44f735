//! Expressions of response processing, as a tree and as values.

use super::{
    super::xml::XmlElement,
    declarations::Declarations,
    operations::{self, Operation, at_least, rounded},
    patterns,
    value::{self, BaseType, Scalar, Value},
};
use regex::Regex;
use std::{cell::Cell, collections::BTreeMap};

/// Steps of all evaluations of an item: some seconds would pass for what no item needs.
const MAX_STEPS: usize = 4_000_000;

/// Why an item's own scoring is not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// `name`: as in QTI 2.1.
    Element {
        name: String,
        line: u64,
    },
    Template {
        name: String,
        line: u64,
    },
    /// Depends on the time that a candidate took.
    Duration,
    /// Takes over `MAX_STEPS`.
    Steps,
}

impl Unread {
    pub fn element(element: &XmlElement) -> Self {
        Self::Element { name: element.name.clone(), line: element.line }
    }

    /// A finding of the question.
    pub fn finding(&self) -> String {
        match self {
            Self::Element { name, line } => format!(
                "Its own scoring is not imported: <{name}> in line {line} is not read. Here the declared answer earns all points."
            ),
            Self::Template { name, line } => format!(
                "Its own scoring is not imported: the template '{name}' in line {line} is not read. Here the declared answer earns all points."
            ),
            Self::Duration => "Its own scoring is not imported: it depends on the time that a candidate takes. Here the declared answer earns all points.".to_owned(),
            Self::Steps => "Its own scoring is not imported: its rules take too long to compute. Here the declared answer earns all points.".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Exact,
    Absolute,
    Relative,
}

#[derive(Clone, Debug)]
enum Tree {
    Unread(Unread),
    Constant(Value),
    Variable(String),
    Correct(String),
    Default(String),
    MapResponse(String),
    AnyOf {
        least: f64,
        most: f64,
        of: Vec<Tree>,
    },
    Apply(Operation, Vec<Tree>),
    Index(f64, Box<Tree>),
    /// A comparison of two texts.
    Text {
        is_part: bool,
        ignores_case: bool,
        of: Vec<Tree>,
    },
    Pattern(Regex, Box<Tree>),
    Equal {
        mode: Mode,
        below: f64,
        above: f64,
        includes_lower: bool,
        includes_upper: bool,
        of: Vec<Tree>,
    },
    EqualRounded {
        is_significant: bool,
        figures: i32,
        of: Vec<Tree>,
    },
}

#[derive(Clone, Debug)]
pub struct Expression(Tree);

/// Values of outcomes while rules run; what cannot be computed is named where it is used.
pub type Outcomes = BTreeMap<String, Result<Value, Unread>>;

/// Values that an expression reads.
pub struct Context<'s> {
    pub declarations: &'s Declarations,
    pub responses: &'s BTreeMap<String, Value>,
    pub outcomes: &'s Outcomes,
    pub steps: &'s Cell<usize>,
}

impl Expression {
    pub fn number(number: f64) -> Self {
        Self(Tree::Constant(Value::number(number)))
    }

    /// Whether the response is the declared one.
    pub fn is_correct(response: &str) -> Self {
        let (given, correct) = (Tree::Variable(response.to_owned()), Tree::Correct(response.to_owned()));
        Self(Tree::Apply(Operation::Match, vec![given, correct]))
    }

    pub fn map_response(response: &str) -> Self {
        Self(Tree::MapResponse(response.to_owned()))
    }

    /// The value of an outcome and more.
    pub fn added(outcome: &str, more: Self) -> Self {
        Self(Tree::Apply(Operation::Sum, vec![Tree::Variable(outcome.to_owned()), more.0]))
    }

    /// Reads an element, and marks what it reads.
    pub fn read(element: &XmlElement) -> Self {
        Self(tree(element))
    }

    /// # Errors
    /// The element that is not read.
    pub fn value(&self, context: &Context<'_>) -> Result<Value, Unread> {
        evaluate(&self.0, context)
    }

    /// Whether a variable of this name is read in it.
    pub fn names(&self, id: &str) -> bool {
        names(&self.0, id)
    }

    pub fn is_relative(&self) -> bool {
        is_relative(&self.0)
    }

    /// Constants in it.
    pub fn constants(&self, into: &mut Vec<Scalar>) {
        constants(&self.0, into);
    }

    /// Values and patterns with which it compares a response.
    pub fn compared(&self, response: &str, into: &mut Compared) {
        compared(&self.0, response, into);
    }
}

/// The values with which rules compare a response.
#[derive(Debug, Default)]
pub struct Compared {
    pub values: Vec<Value>,
    /// Patterns that are compared with whole texts.
    pub patterns: Vec<String>,
}

fn children(tree: &Tree) -> &[Tree] {
    match tree {
        Tree::AnyOf { of, .. }
        | Tree::Apply(_, of)
        | Tree::Text { of, .. }
        | Tree::Equal { of, .. }
        | Tree::EqualRounded { of, .. } => of,
        Tree::Index(_, of) | Tree::Pattern(_, of) => std::slice::from_ref(of),
        Tree::Unread(_)
        | Tree::Constant(_)
        | Tree::Variable(_)
        | Tree::Correct(_)
        | Tree::Default(_)
        | Tree::MapResponse(_) => &[],
    }
}

fn names(tree: &Tree, id: &str) -> bool {
    let is_it = matches!(tree, Tree::Variable(name) | Tree::MapResponse(name) if name == id);
    is_it || children(tree).iter().any(|child| names(child, id))
}

fn is_relative(tree: &Tree) -> bool {
    matches!(tree, Tree::Equal { mode: Mode::Relative, .. }) || children(tree).iter().any(is_relative)
}

fn constants(tree: &Tree, into: &mut Vec<Scalar>) {
    if let Tree::Constant(value) = tree {
        into.extend_from_slice(value.scalars());
    }
    for child in children(tree) {
        constants(child, into);
    }
}

fn compared(tree: &Tree, response: &str, into: &mut Compared) {
    let compares = match tree {
        Tree::Text { .. } | Tree::Pattern(..) | Tree::Equal { .. } | Tree::EqualRounded { .. } => true,
        Tree::Apply(operation, _) => operation.compares(),
        Tree::Unread(_)
        | Tree::Constant(_)
        | Tree::Variable(_)
        | Tree::Correct(_)
        | Tree::Default(_)
        | Tree::MapResponse(_)
        | Tree::AnyOf { .. }
        | Tree::Index(..) => false,
    };
    if compares && names(tree, response) {
        if let Tree::Pattern(pattern, _) = tree {
            into.patterns.push(pattern.as_str().to_owned());
        }
        for child in children(tree) {
            values(child, &mut into.values);
        }
    } else {
        for child in children(tree) {
            compared(child, response, into);
        }
    }
}

/// The constants of a comparison, lists of them as a whole.
fn values(tree: &Tree, into: &mut Vec<Value>) {
    let list = |of: &[Tree]| {
        let mut scalars = Vec::new();
        for one in of {
            constants(one, &mut scalars);
        }
        scalars
    };
    match tree {
        Tree::Constant(value) => into.push(value.clone()),
        Tree::Apply(Operation::Multiple, of) => into.push(Value::Multiple(list(of))),
        Tree::Apply(Operation::Ordered, of) => into.push(Value::Ordered(list(of))),
        Tree::Unread(_)
        | Tree::Variable(_)
        | Tree::Correct(_)
        | Tree::Default(_)
        | Tree::MapResponse(_)
        | Tree::AnyOf { .. }
        | Tree::Apply(..)
        | Tree::Index(..)
        | Tree::Text { .. }
        | Tree::Pattern(..)
        | Tree::Equal { .. }
        | Tree::EqualRounded { .. } => {
            for child in children(tree) {
                values(child, into);
            }
        }
    }
}

fn tree(element: &XmlElement) -> Tree {
    element.mark();
    let id = || element.attribute("identifier").unwrap_or_default().trim().to_owned();
    let of = || element.children().map(tree).collect::<Vec<_>>();
    let apply = |operation| Tree::Apply(operation, of());
    let flag = |name: &str, or: bool| element.attribute(name).and_then(value::truth).unwrap_or(or);
    let number = |name: &str| element.attribute(name).and_then(value::number);
    let unread = || Tree::Unread(Unread::element(element));
    match element.name.as_str() {
        "null" => Tree::Constant(Value::Null),
        "basevalue" => {
            let base = BaseType::of(element);
            base.read(&element.text()).map_or_else(unread, |scalar| Tree::Constant(Value::One(scalar)))
        }
        "variable" if element.attribute("weightidentifier").is_none() => Tree::Variable(id()),
        "correct" => Tree::Correct(id()),
        "default" => Tree::Default(id()),
        "mapresponse" => Tree::MapResponse(id()),
        "anyn" => match (number("min"), number("max")) {
            (Some(least), Some(most)) => Tree::AnyOf { least, most, of: of() },
            _ => unread(),
        },
        "and" => apply(Operation::And),
        "or" => apply(Operation::Or),
        "not" => apply(Operation::Not),
        "isnull" => apply(Operation::IsNull),
        "match" => apply(Operation::Match),
        "member" => apply(Operation::Member),
        "contains" => apply(Operation::Contains),
        "lt" | "durationlt" => apply(Operation::Less),
        "lte" => apply(Operation::LessOrEqual),
        "gt" => apply(Operation::Greater),
        "gte" | "durationgte" => apply(Operation::GreaterOrEqual),
        "sum" => apply(Operation::Sum),
        "product" => apply(Operation::Product),
        "subtract" => apply(Operation::Subtract),
        "divide" => apply(Operation::Divide),
        "power" => apply(Operation::Power),
        "integerdivide" => apply(Operation::IntegerDivide),
        "integermodulus" => apply(Operation::IntegerModulus),
        "truncate" => apply(Operation::Truncate),
        "round" => apply(Operation::Round),
        "integertofloat" => apply(Operation::Number),
        "min" => apply(Operation::Min),
        "max" => apply(Operation::Max),
        "containersize" => apply(Operation::Size),
        "multiple" => apply(Operation::Multiple),
        "ordered" => apply(Operation::Ordered),
        "index" => match (number("n"), of().pop()) {
            (Some(place), Some(list)) => Tree::Index(place, Box::new(list)),
            _ => unread(),
        },
        "stringmatch" => {
            Tree::Text { is_part: flag("substring", false), ignores_case: !flag("casesensitive", true), of: of() }
        }
        "substring" => {
            let mut of = of();
            // Whether the first is within the second.
            of.reverse();
            Tree::Text { is_part: true, ignores_case: !flag("casesensitive", true), of }
        }
        "patternmatch" => {
            let pattern = element.attribute("pattern").map(patterns::of_schema);
            let pattern = pattern.and_then(|text| Regex::new(&format!(r"\A(?:{text})\z")).ok());
            match (pattern, of().pop()) {
                (Some(pattern), Some(text)) => Tree::Pattern(pattern, Box::new(text)),
                _ => unread(),
            }
        }
        "equal" => equal(element, of()).unwrap_or_else(unread),
        "equalrounded" => {
            let figures = element.attribute("figures").and_then(|text| text.trim().parse().ok());
            let is_significant = element.attribute("roundingmode") != Some("decimalPlaces");
            figures.map_or_else(unread, |figures| Tree::EqualRounded { is_significant, figures, of: of() })
        }
        _ => {
            element.mark_all();
            unread()
        }
    }
}

fn equal(element: &XmlElement, of: Vec<Tree>) -> Option<Tree> {
    let mode = match element.attribute("tolerancemode").map(str::trim) {
        None | Some("exact") => Mode::Exact,
        Some("absolute") => Mode::Absolute,
        Some("relative") => Mode::Relative,
        Some(_) => return None,
    };
    let given = element.attribute("tolerance").unwrap_or_default();
    let widths: Vec<f64> = given.split_whitespace().map(value::number).collect::<Option<_>>()?;
    let (below, above) = match widths.as_slice() {
        [] if mode == Mode::Exact => (0.0, 0.0),
        [both] => (*both, *both),
        [below, above] => (*below, *above),
        _ => return None,
    };
    let includes = |name: &str| element.attribute(name).is_none_or(|text| value::truth(text) != Some(false));
    let (includes_lower, includes_upper) = (includes("includelowerbound"), includes("includeupperbound"));
    Some(Tree::Equal { mode, below, above, includes_lower, includes_upper, of })
}

fn evaluate(tree: &Tree, context: &Context<'_>) -> Result<Value, Unread> {
    let steps = context.steps.get() + 1;
    context.steps.set(steps);
    if steps > MAX_STEPS {
        return Err(Unread::Steps);
    }
    let all = |of: &[Tree]| of.iter().map(|tree| evaluate(tree, context)).collect::<Result<Vec<_>, _>>();
    Ok(match tree {
        Tree::Unread(unread) => return Err(unread.clone()),
        Tree::Constant(value) => value.clone(),
        Tree::Variable(id) => return context.variable(id),
        Tree::Correct(id) => context.declarations.responses.get(id).map(|d| d.correct.clone()).unwrap_or_default(),
        Tree::Default(id) => context.default(id),
        Tree::MapResponse(id) => match context.declarations.responses.get(id) {
            Some(declaration) => {
                let given = context.responses.get(id).cloned().unwrap_or_default();
                declaration.mapping.as_ref().map_or(Value::Null, |mapping| Value::number(mapping.of(&given)))
            }
            None => Value::Null,
        },
        Tree::AnyOf { least, most, of } => {
            let (mut so, mut unknown) = (0.0, 0.0);
            for value in all(of)? {
                match value.as_truth() {
                    Some(true) => so += 1.0,
                    Some(false) => {}
                    None => unknown += 1.0,
                }
            }
            if so > *most || so + unknown < *least {
                Value::truth(false)
            } else if so >= *least && so + unknown <= *most {
                Value::truth(true)
            } else {
                Value::Null
            }
        }
        Tree::Apply(Operation::And, of) => joined(of, false, context)?,
        Tree::Apply(Operation::Or, of) => joined(of, true, context)?,
        Tree::Apply(operation, of) => operations::apply(*operation, &all(of)?),
        Tree::Index(place, of) => {
            let list = evaluate(of, context)?;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a place")]
            let place = if *place >= 1.0 { Some(*place as usize - 1) } else { None };
            place.and_then(|place| list.scalars().get(place).cloned()).map_or(Value::Null, Value::One)
        }
        Tree::Text { is_part, ignores_case, of } => match all(of)?.as_slice() {
            [a, b] => match (text(a, *ignores_case), text(b, *ignores_case)) {
                (Some(a), Some(b)) => Value::truth(if *is_part { a.contains(&b) } else { a == b }),
                _ => Value::Null,
            },
            _ => Value::Null,
        },
        Tree::Pattern(pattern, of) => match text(&evaluate(of, context)?, false) {
            Some(text) => Value::truth(pattern.is_match(&text)),
            None => Value::Null,
        },
        Tree::Equal { mode, below, above, includes_lower, includes_upper, of } => {
            let numbers: Vec<Option<f64>> = all(of)?.iter().map(Value::as_number).collect();
            let [Some(right), Some(given)] = numbers.as_slice() else { return Ok(Value::Null) };
            let (right, given) = (*right, *given);
            let (lower, upper) = match mode {
                Mode::Exact => (right, right),
                Mode::Absolute => (right - below, right + above),
                Mode::Relative => {
                    let (a, b) = (right * (1.0 - below / 100.0), right * (1.0 + above / 100.0));
                    (a.min(b), a.max(b))
                }
            };
            let is_exact = *mode == Mode::Exact;
            let is_above = if *includes_lower || is_exact { at_least(given, lower) } else { !at_least(lower, given) };
            let is_below = if *includes_upper || is_exact { at_least(upper, given) } else { !at_least(given, upper) };
            Value::truth(is_above && is_below)
        }
        Tree::EqualRounded { is_significant, figures, of } => {
            let numbers: Vec<Option<f64>> = all(of)?.iter().map(Value::as_number).collect();
            let [Some(a), Some(b)] = numbers.as_slice() else { return Ok(Value::Null) };
            let rounded = |number: f64| rounded(number, *is_significant, *figures);
            Value::truth((rounded(*a) - rounded(*b)).abs() <= f64::EPSILON * a.abs().max(1.0))
        }
    })
}

/// `and`, or with `decides` = true `or`: one value that decides is enough.
fn joined(of: &[Tree], decides: bool, context: &Context<'_>) -> Result<Value, Unread> {
    let mut is_unknown = false;
    for tree in of {
        match evaluate(tree, context)?.as_truth() {
            Some(is_so) if is_so == decides => return Ok(Value::truth(decides)),
            Some(_) => {}
            None => is_unknown = true,
        }
    }
    Ok(if is_unknown { Value::Null } else { Value::truth(!decides) })
}

fn text(value: &Value, ignores_case: bool) -> Option<String> {
    let text = match value.scalars() {
        [Scalar::Text(text)] => text.clone(),
        [Scalar::Number(number)] => number.to_string(),
        _ => return None,
    };
    Some(if ignores_case { text.to_lowercase() } else { text })
}

impl Context<'_> {
    fn variable(&self, id: &str) -> Result<Value, Unread> {
        if let Some(outcome) = self.outcomes.get(id) {
            return outcome.clone();
        }
        Ok(match (self.responses.get(id), id) {
            (Some(given), _) => given.clone(),
            (None, "numAttempts") => Value::number(1.0),
            (None, "completionStatus") => Value::One(Scalar::Text("unknown".into())),
            (None, "duration") => return Err(Unread::Duration),
            (None, _) => Value::Null,
        })
    }

    fn default(&self, id: &str) -> Value {
        let of_response = self.declarations.responses.get(id).map(|declaration| &declaration.default);
        let of_outcome = || self.declarations.outcomes.get(id).map(|declaration| &declaration.default);
        of_response.or_else(of_outcome).cloned().unwrap_or_default()
    }
}
