//! The field `language` of requests and settings.

use super::{Error, Result, language::Language};

impl Language {
    /// Reads the field; a blank one chooses no language.
    ///
    /// # Errors
    /// 422 for a language that there is not.
    pub fn given(tag: Option<&str>) -> Result<Option<Self>> {
        let Some(tag) = tag.filter(|tag| !tag.trim().is_empty()) else { return Ok(None) };
        let unknown = || Error::field("language", format!("Please choose one of these: {}.", Self::codes().join(", ")));
        Self::of_tag(tag).map(Some).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_ignored_and_a_blank_field_chooses_nothing() {
        for (tag, language) in
            [("de-AT", Language::German), ("pt", Language::Portuguese), (" FR_ca ", Language::French)]
        {
            assert_eq!(Language::given(Some(tag)).unwrap(), Some(language), "{tag}");
        }
        for none in [None, Some(""), Some(" ")] {
            assert_eq!(Language::given(none).unwrap(), None);
        }
        assert!(Language::given(Some("tlh")).unwrap_err().fields.contains_key("language"));
    }
}
