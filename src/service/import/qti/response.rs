//! The declaration of a response: what is right, and what it is worth.

use super::xml::XmlElement;
use crate::{
    domain::question::{ToleranceDraft, ToleranceKind},
    service::import::kinds::{self, decimal},
};

pub struct Response<'e> {
    declaration: &'e XmlElement,
    root: &'e XmlElement,
    id: &'e str,
}

/// An entry of a mapping: the response, its points, and whether case counts.
pub struct Mapped<'e> {
    pub key: &'e str,
    pub value: f64,
    pub case_sensitive: bool,
}

impl<'e> Response<'e> {
    pub fn of(root: &'e XmlElement, interaction: &'e XmlElement) -> Result<Self, &'static str> {
        let id = interaction.attribute("responseidentifier").unwrap_or_default();
        let declaration = root
            .children()
            .find(|child| child.name == "responsedeclaration" && child.attribute("identifier") == Some(id))
            .ok_or("it does not declare the correct answer")?;
        Ok(Self { declaration, root, id })
    }

    /// Line of the declaration.
    pub const fn line(&self) -> u64 {
        self.declaration.line
    }

    pub fn is_single(&self) -> bool {
        self.declaration.attribute("cardinality").is_none_or(|c| c == "single")
    }

    pub fn is_number(&self) -> bool {
        self.declaration.attribute("basetype").is_some_and(|t| matches!(t, "float" | "integer"))
    }

    pub fn correct(&self) -> Vec<String> {
        let response = self.declaration.children().find(|child| child.name == "correctresponse");
        let values = response.map(|response| response.all("value")).unwrap_or_default();
        values.iter().take(kinds::MAX_PARTS).map(|value| value.text()).collect()
    }

    pub fn has_mapping(&self) -> bool {
        self.declaration.children().any(|child| child.name == "mapping")
    }

    pub fn mapped(&self) -> Vec<Mapped<'e>> {
        let entries = self.declaration.all("mapentry").into_iter().take(kinds::MAX_PARTS);
        let mapped = entries.filter_map(|entry| {
            Some(Mapped {
                key: entry.attribute("mapkey")?,
                value: entry.attribute("mappedvalue")?.trim().parse().ok()?,
                case_sensitive: entry.attribute("casesensitive").is_none_or(|flag| flag != "false"),
            })
        });
        mapped.collect()
    }

    /// The correct values, or, without any, those that a mapping gives points for.
    pub fn right(&self) -> Vec<String> {
        let correct = self.correct();
        if !correct.is_empty() {
            return correct;
        }
        self.mapped().iter().filter(|entry| entry.value > 0.0).map(|entry| entry.key.trim().to_owned()).collect()
    }

    /// Whether response processing compares it as text regardless of case.
    pub fn ignores_case(&self) -> bool {
        let is_folding = |e: &&XmlElement| e.attribute("casesensitive") == Some("false") && self.is_compared(e);
        self.root.all("stringmatch").iter().any(is_folding)
    }

    fn is_compared(&self, operator: &XmlElement) -> bool {
        operator.all("variable").iter().any(|variable| variable.attribute("identifier") == Some(self.id))
    }

    /// The tolerance with which response processing compares it.
    pub fn tolerance(&self) -> Option<ToleranceDraft> {
        let operators = self.root.all("equal");
        let equal = operators.iter().find(|operator| self.is_compared(operator))?;
        let width = decimal(equal.attribute("tolerance")?.split_whitespace().next()?)?;
        match equal.attribute("tolerancemode") {
            Some("absolute") => kinds::tolerance(ToleranceKind::Absolute, Some(&width)),
            Some("relative") => kinds::tolerance(ToleranceKind::Relative, Some(&kinds::percent(&width)?)),
            _ => None,
        }
    }
}
