//! Matching questions of Blackboard: the texts of prompts stand beside their responses, those of options in a block of their own, in
//! the order of the labels of each response.

use super::material;
use crate::service::import::{html::ForeignText, qti::xml::XmlElement};
use std::ptr;

pub struct MatchBlock<'e> {
    question: Option<&'e XmlElement>,
    /// The elements around responses.
    prompts: Vec<&'e XmlElement>,
    options: Vec<&'e XmlElement>,
}

impl<'e> MatchBlock<'e> {
    pub fn of(item: &'e XmlElement) -> Option<Self> {
        let flows = item.child("presentation")?.all("flow");
        let has_class = |flow: &&&XmlElement, class: &str| flow.attribute("class").is_some_and(|own| own == class);
        let block = flows.iter().find(|flow| has_class(flow, "RIGHT_MATCH_BLOCK"))?;
        let options = block.children().filter(|child| child.name == "flow").collect();
        let question = flows.iter().find(|flow| has_class(flow, "QUESTION_BLOCK")).copied();
        let has_response = |flow: &&XmlElement| flow.children().any(|child| child.name == "response_lid");
        let mut prompts = flows.clone();
        prompts.retain(has_response);
        for flow in flows {
            flow.mark();
        }
        Some(Self { question, prompts, options })
    }

    /// The text of the question alone.
    pub fn text(&self) -> ForeignText {
        self.question.map_or_else(nothing, material::text)
    }

    pub fn prompt(&self, response: &XmlElement) -> ForeignText {
        let is_own = |flow: &&&XmlElement| flow.children().any(|child| ptr::eq(child, response));
        self.prompts.iter().find(is_own).map_or_else(nothing, |flow| material::text(flow))
    }

    /// The option of the label at this place.
    pub fn option(&self, place: usize) -> ForeignText {
        self.options.get(place).map_or_else(nothing, |flow| material::text(flow))
    }

    pub fn is_formatted(&self) -> bool {
        self.prompts.iter().chain(&self.options).any(|flow| material::text(flow).is_formatted())
    }
}

const fn nothing() -> ForeignText {
    ForeignText::Plain(String::new())
}
