//! Response processing of an item: evaluated, as the file does it with an answer.
//!
//! Conditions, assignments, lookups and the operators that items use are read, and the templates of the standard. What is
//! not (operators of other programs, areas of pictures, chance) is named where it decides about points.

mod declarations;
mod expression;
mod operations;
pub mod patterns;
pub mod value;

pub use declarations::{Declarations, ResponseDeclaration};
pub use expression::{Compared, Unread};
pub use value::{number, truth};

use super::xml::XmlElement;
use expression::{Context, Expression, Outcomes};
use std::{cell::Cell, collections::BTreeMap};
use value::{Scalar, Value};

/// The outcome that is the points of an item.
const SCORE: &str = "SCORE";
/// Rules of an item.
const MAX_RULES: usize = 10_000;

pub type Responses = BTreeMap<String, Value>;

#[derive(Clone, Debug)]
enum Rule {
    /// The first of which the condition holds; one without a condition holds always.
    If(Vec<(Option<Expression>, Vec<Rule>)>),
    Set(String, Expression),
    LookUp(String, Expression),
    Exit,
    Unread(Unread),
}

#[derive(Debug)]
pub struct Processing {
    pub declarations: Declarations,
    rules: Vec<Rule>,
    /// Name of the outcome that holds the points.
    score: String,
    steps: Cell<usize>,
    /// There are no rules in the file: the declared answer is all that it says.
    pub is_declared_only: bool,
}

/// Whether rules go on after a rule.
enum Flow {
    On,
    Exit,
}

impl Processing {
    pub fn read(item: &XmlElement) -> Self {
        let declarations = Declarations::read(item);
        let element = item.child("responseprocessing");
        let template =
            element.and_then(|element| element.attribute("template").or(element.attribute("templatelocation")));
        let mut rules = element.map(|element| rules(element.children(), &mut 0)).unwrap_or_default();
        let is_declared_only = rules.is_empty() && template.is_none();
        let response = only_response(&declarations);
        if let (true, Some(template), Some(element)) = (rules.is_empty(), template, element) {
            rules = by_template(template, &response).unwrap_or_else(|| {
                vec![Rule::Unread(Unread::Template { name: last(template).to_owned(), line: element.line })]
            });
        }
        let score = score(&declarations);
        if is_declared_only {
            rules = declared(&declarations, &score);
        }
        Self { declarations, rules, score, steps: Cell::new(0), is_declared_only }
    }

    /// The points of an answer.
    ///
    /// # Errors
    /// The element that decides about them and is not read.
    pub fn points(&self, responses: &Responses) -> Result<f64, Unread> {
        let mut outcomes: Outcomes = BTreeMap::new();
        for (id, declaration) in &self.declarations.outcomes {
            let zero = if declaration.base.is_number() { Value::number(0.0) } else { Value::Null };
            let default = if declaration.default.is_null() { zero } else { declaration.default.clone() };
            outcomes.insert(id.clone(), Ok(default));
        }
        self.run(&self.rules, responses, &mut outcomes)?;
        match outcomes.remove(&self.score) {
            Some(value) => Ok(value?.as_number().unwrap_or_default()),
            None => Ok(0.0),
        }
    }

    fn run(&self, rules: &[Rule], responses: &Responses, outcomes: &mut Outcomes) -> Result<Flow, Unread> {
        for rule in rules {
            let value = |expression: &Expression, outcomes: &Outcomes| {
                let Self { declarations, steps, .. } = self;
                expression.value(&Context { declarations, responses, outcomes, steps })
            };
            match rule {
                Rule::Unread(unread) => return Err(unread.clone()),
                Rule::Exit => return Ok(Flow::Exit),
                Rule::Set(id, expression) => {
                    let value = value(expression, outcomes);
                    outcomes.insert(id.clone(), value);
                }
                Rule::LookUp(id, expression) => {
                    let found = value(expression, outcomes).map(|value| {
                        let number = value.as_number();
                        let declaration = self.declarations.outcomes.get(id);
                        number.zip(declaration).map_or(Value::Null, |(number, declaration)| declaration.look_up(number))
                    });
                    outcomes.insert(id.clone(), found);
                }
                Rule::If(branches) => {
                    for (condition, then) in branches {
                        let holds = match condition {
                            None => true,
                            Some(condition) => value(condition, outcomes)?.as_truth() == Some(true),
                        };
                        if holds {
                            if let Flow::Exit = self.run(then, responses, outcomes)? {
                                return Ok(Flow::Exit);
                            }
                            break;
                        }
                    }
                }
            }
        }
        Ok(Flow::On)
    }

    /// Whether it depends on this response.
    pub fn uses(&self, response: &str) -> bool {
        expressions(&self.rules).iter().any(|expression| expression.names(response))
    }

    /// Whether the file declares an answer that is right, or points for answers.
    pub fn declares_answer(&self, response: &str) -> bool {
        let declaration = self.declarations.responses.get(response);
        declaration.is_some_and(|declaration| !declaration.correct.is_null() || declaration.mapping.is_some())
    }

    /// Whether a tolerance is a share of a number.
    pub fn is_relative(&self) -> bool {
        expressions(&self.rules).iter().any(|expression| expression.is_relative())
    }

    /// Constants of its rules.
    pub fn constants(&self) -> Vec<Scalar> {
        let mut scalars = Vec::new();
        for expression in expressions(&self.rules) {
            expression.constants(&mut scalars);
        }
        scalars
    }

    /// Returns the values with which rules compare a response.
    pub fn compared(&self, response: &str) -> Compared {
        let mut compared = Compared::default();
        for expression in expressions(&self.rules) {
            expression.compared(response, &mut compared);
        }
        compared
    }
}

fn expressions(rules: &[Rule]) -> Vec<&Expression> {
    let mut found = Vec::new();
    for rule in rules {
        match rule {
            Rule::If(branches) => {
                for (condition, then) in branches {
                    found.extend(condition);
                    found.extend(expressions(then));
                }
            }
            Rule::Set(_, expression) | Rule::LookUp(_, expression) => found.push(expression),
            Rule::Exit | Rule::Unread(_) => {}
        }
    }
    found
}

/// The outcome with the points: SCORE, or the only number that is not a limit of it.
fn score(declarations: &Declarations) -> String {
    let named = declarations.outcomes.keys().find(|id| id.eq_ignore_ascii_case(SCORE));
    if let Some(named) = named {
        return named.clone();
    }
    let is_limit = |id: &str| id.eq_ignore_ascii_case("MAXSCORE") || id.eq_ignore_ascii_case("MINSCORE");
    let mut numbers = declarations.outcomes.iter().filter(|(id, outcome)| outcome.base.is_number() && !is_limit(id));
    match (numbers.next(), numbers.next()) {
        (Some((only, _)), None) => only.clone(),
        _ => SCORE.to_owned(),
    }
}

/// The response that templates process.
fn only_response(declarations: &Declarations) -> String {
    const RESPONSE: &str = "RESPONSE";
    let mut ids = declarations.responses.keys();
    match (ids.next(), ids.next()) {
        (Some(only), None) => only.clone(),
        _ => RESPONSE.to_owned(),
    }
}

fn last(template: &str) -> &str {
    let name = template.trim().rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".xml").unwrap_or(name)
}

fn by_template(template: &str, response: &str) -> Option<Vec<Rule>> {
    let name = last(template).to_ascii_lowercase();
    match name.as_str() {
        "match_correct" | "cc2_match_basic" | "cc2_match" => Some(match_correct(response, SCORE)),
        "map_response" | "cc2_map_response" => Some(vec![map_response(response, SCORE)]),
        _ => None,
    }
}

fn match_correct(response: &str, score: &str) -> Vec<Rule> {
    let is_right = Expression::is_correct(response);
    let set = |points| vec![Rule::Set(score.to_owned(), Expression::number(points))];
    vec![Rule::If(vec![(Some(is_right), set(1.0)), (None, set(0.0))])]
}

fn map_response(response: &str, score: &str) -> Rule {
    Rule::Set(score.to_owned(), Expression::map_response(response))
}

/// Rules of an item that has none: a mapping gives its points, and a right answer one.
fn declared(declarations: &Declarations, score: &str) -> Vec<Rule> {
    let parts = declarations
        .responses
        .iter()
        .filter(|(_, declaration)| !declaration.correct.is_null() || declaration.mapping.is_some());
    let parts: Vec<Rule> = parts
        .flat_map(|(id, declaration)| {
            if declaration.mapping.is_some() {
                vec![Rule::Set(score.to_owned(), Expression::added(score, Expression::map_response(id)))]
            } else {
                let add = Rule::Set(score.to_owned(), Expression::added(score, Expression::number(1.0)));
                vec![Rule::If(vec![(Some(Expression::is_correct(id)), vec![add])])]
            }
        })
        .collect();
    let zero = Rule::Set(score.to_owned(), Expression::number(0.0));
    [zero].into_iter().chain(parts).collect()
}

fn rules<'e>(elements: impl Iterator<Item = &'e XmlElement>, count: &mut usize) -> Vec<Rule> {
    let mut found = Vec::new();
    for element in elements {
        *count += 1;
        if *count > MAX_RULES {
            found.push(Rule::Unread(Unread::Steps));
            break;
        }
        let id = || element.attribute("identifier").unwrap_or_default().trim().to_owned();
        element.mark();
        match element.name.as_str() {
            "responsecondition" => {
                found.push(Rule::If(element.children().map(|branch| read_branch(branch, count)).collect()));
            }
            "setoutcomevalue" | "lookupoutcomevalue" => {
                let expression = element.children().next().map(Expression::read);
                found.push(match expression {
                    None => Rule::Unread(Unread::element(element)),
                    Some(expression) if element.name == "setoutcomevalue" => Rule::Set(id(), expression),
                    Some(expression) => Rule::LookUp(id(), expression),
                });
            }
            "responseprocessingfragment" => found.extend(rules(element.children(), count)),
            "exitresponse" => found.push(Rule::Exit),
            _ => {
                element.mark_all();
                found.push(Rule::Unread(Unread::element(element)));
            }
        }
    }
    found
}

/// `responseIf`, `responseElseIf` or `responseElse`.
fn read_branch(branch: &XmlElement, count: &mut usize) -> (Option<Expression>, Vec<Rule>) {
    // Any other part is no branch: it stays unread, and is named.
    if branch.name.ends_with("if") || branch.name.ends_with("else") {
        branch.mark();
    }
    let mut parts = branch.children();
    if branch.name == "responseelse" {
        return (None, rules(parts, count));
    }
    match parts.next().map(Expression::read) {
        Some(condition) => (Some(condition), rules(parts, count)),
        None => (None, vec![Rule::Unread(Unread::element(branch))]),
    }
}
