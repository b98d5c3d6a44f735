//! The responses that an item asks for.

use crate::service::import::qti::xml::XmlElement;
use std::collections::BTreeSet;

/// A response that an item asks for.
pub struct AskedResponse<'e> {
    pub id: &'e str,
    pub element: &'e XmlElement,
    pub labels: Vec<&'e XmlElement>,
}

impl AskedResponse<'_> {
    pub fn is_several(&self) -> bool {
        self.element.attribute("rcardinality").is_some_and(|c| c.eq_ignore_ascii_case("multiple"))
    }

    pub fn is_ordered(&self) -> bool {
        self.element.attribute("rcardinality").is_some_and(|c| c.eq_ignore_ascii_case("ordered"))
    }

    /// A prompt of Brightspace, or its options to put into order.
    pub fn is_group(&self) -> bool {
        self.element.name == "response_grp"
    }

    pub fn is_choice(&self) -> bool {
        self.element.name == "response_lid"
    }

    /// A text that is chosen from a list, as ILIAS writes gaps.
    pub fn is_listed(&self) -> bool {
        let has = |name: &str| !self.element.all(name).is_empty();
        self.element.name == "response_str" && !self.labels.is_empty() && has("render_choice") && !has("render_fib")
    }

    pub fn is_number(&self) -> bool {
        let is_type = |fib: &&XmlElement| {
            let kind = fib.attribute("fibtype").unwrap_or_default();
            kind.eq_ignore_ascii_case("decimal") || kind.eq_ignore_ascii_case("integer")
        };
        self.element.name == "response_num" || self.element.all("render_fib").iter().any(is_type)
    }
}

/// All responses of an item.
pub struct Asked<'e> {
    pub responses: Vec<AskedResponse<'e>>,
}

impl<'e> Asked<'e> {
    pub fn of(item: &'e XmlElement) -> Self {
        let mut found = Vec::new();
        if let Some(shown) = item.child("presentation") {
            responses(shown, &mut found);
        }
        found.retain(|one| one.element.name != "response_extension");
        let named = named(item);
        for one in &mut found {
            one.id = named_id(one.element, &named).unwrap_or(one.id);
        }
        Self { responses: found }
    }

    pub fn options(&self) -> impl Iterator<Item = &'e XmlElement> + '_ {
        self.responses.iter().flat_map(|response| response.labels.iter().copied())
    }
}

/// The idents of responses in the conditions of an item.
pub fn named(item: &XmlElement) -> BTreeSet<&str> {
    item.all("varequal").into_iter().filter_map(|one| one.attribute("respident")).collect()
}

/// The ident by which conditions name a typed response, where it is that of its label.
pub fn named_id<'e>(response: &'e XmlElement, named: &BTreeSet<&str>) -> Option<&'e str> {
    let &[label] = response.all("response_label").as_slice() else { return None };
    let id = label.attribute("ident").filter(|_| response.name == "response_str")?;
    let is_own = response.attribute("ident").is_some_and(|own| named.contains(own));
    (!is_own && named.contains(id)).then_some(id)
}

pub fn label_id(label: &XmlElement) -> &str {
    label.attribute("ident").unwrap_or_default()
}

/// Marks the elements around the options of a response.
fn mark(element: &XmlElement) {
    element.mark();
    for child in element.children() {
        if matches!(
            child.name.as_str(),
            "render_choice" | "render_fib" | "render_extension" | "ims_render_object" | "flow_label" | "response_label"
        ) {
            mark(child);
        }
    }
}

fn responses<'e>(element: &'e XmlElement, found: &mut Vec<AskedResponse<'e>>) {
    for child in element.children() {
        if child.name.starts_with("response_") && child.name != "response_label" {
            // Brightspace names prompts otherwise.
            let id = child.attribute("ident").or(child.attribute("respident")).unwrap_or_default();
            mark(child);
            found.push(AskedResponse { id, element: child, labels: child.all("response_label") });
        } else {
            responses(child, found);
        }
    }
}
