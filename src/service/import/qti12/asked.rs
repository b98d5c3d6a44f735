//! The responses that an item asks for.

use crate::service::import::qti::xml::XmlElement;

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

    pub fn is_choice(&self) -> bool {
        self.element.name == "response_lid"
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
        Self { responses: found }
    }

    pub fn options(&self) -> impl Iterator<Item = &'e XmlElement> + '_ {
        self.responses.iter().flat_map(|response| response.labels.iter().copied())
    }
}

/// Marks the elements around the options of a response.
fn mark(element: &XmlElement) {
    element.mark();
    for child in element.children() {
        if matches!(child.name.as_str(), "render_choice" | "render_fib" | "flow_label" | "response_label") {
            mark(child);
        }
    }
}

fn responses<'e>(element: &'e XmlElement, found: &mut Vec<AskedResponse<'e>>) {
    for child in element.children() {
        if child.name.starts_with("response_") && child.name != "response_label" {
            let id = child.attribute("ident").unwrap_or_default();
            mark(child);
            found.push(AskedResponse { id, element: child, labels: child.all("response_label") });
        } else {
            responses(child, found);
        }
    }
}
