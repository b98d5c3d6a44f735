//! Context of an item for the writers of its parts' texts.

use super::xml::XmlElement;
use crate::{domain::PictureHash, service::import::lost::Lost};

pub trait PackageParts {
    /// The picture at this path.
    ///
    /// # Errors
    /// Why it is left out.
    fn picture(&mut self, source: &str) -> Result<PictureHash, String>;

    /// The text of an element, without formatting.
    fn plain(&mut self, element: &XmlElement) -> String;

    /// Reports what is left out.
    fn leave_out(&mut self, line: u64, lost: Lost);

    /// Reports an element that is left out.
    fn not_supported(&mut self, element: &XmlElement) {
        let what = match element.name.as_str() {
            "rubricblock" => "Only notes for scorers (rubric) are supported.",
            "audio" | "video" => "Audio and video are not supported.",
            _ => "Feedback to single answers is not supported.",
        };
        self.leave_out(element.line, Lost::reads(what));
    }
}
