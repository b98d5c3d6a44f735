//! The text of a letter, with a closed set of placeholders (`docs/behaviour/results.md#deciding`). None of them shows a score.

use super::{
    Result,
    decision::{MAX_BODY, MAX_SUBJECT, TemplateHash},
    error::FieldChecker,
    invisible::is_blank,
    placeholders,
};
use sha2::{Digest, Sha256};

/// A subject and a body with placeholders, as an administrator wrote them.
#[derive(Clone, Debug)]
pub struct Template {
    subject: String,
    body: String,
}

/// Values of the placeholders.
#[derive(Clone, Copy, Debug)]
pub struct LetterValues<'a> {
    pub applicant_name: &'a str,
    pub test_title: &'a str,
    pub company: &'a str,
}

impl Template {
    /// # Errors
    /// 422 on `subject` and `body`: blank, too long, with control characters or with an unknown placeholder.
    pub fn new(subject: &str, body: &str) -> Result<Self> {
        let (subject, body) = (subject.trim().to_owned(), body.trim().replace("\r\n", "\n"));
        let mut check = FieldChecker::default();
        check_part(&mut check, "subject", &subject, MAX_SUBJECT);
        check.require(!subject.contains('\n'), "subject", "The subject must be one line.");
        check_part(&mut check, "body", &body, MAX_BODY);
        check.finish(&["subject", "body"])?;
        Ok(Self { subject, body })
    }

    #[must_use]
    pub fn hash(&self) -> TemplateHash {
        Sha256::new().chain_update(&self.subject).chain_update([0]).chain_update(&self.body).finalize().into()
    }

    /// Subject and body with the placeholders filled in.
    ///
    /// # Errors
    /// None in practice: the placeholders were checked.
    pub fn filled(&self, facts: LetterValues<'_>) -> Result<(String, String)> {
        let LetterValues { applicant_name, test_title, company } = facts;
        let values = [("applicant_name", applicant_name), ("test_title", test_title), ("company", company)];
        Ok((placeholders::fill(&self.subject, &values)?, placeholders::fill(&self.body, &values)?))
    }
}

fn check_part(check: &mut FieldChecker, field: &str, text: &str, max: usize) {
    check.require(!is_blank(text), field, "Please write something.");
    placeholders::check(check, field, text, (max, &["applicant_name", "test_title", "company"]));
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: LetterValues<'_> =
        LetterValues { applicant_name: "Ann {company}", test_title: "Rust", company: "Acme" };

    #[test]
    fn placeholders_are_filled_in_once() {
        let template = Template::new(" {test_title} at {company} ", "Dear {applicant_name},\r\nwelcome.").unwrap();
        let (subject, body) = template.filled(FACTS).unwrap();
        assert_eq!((subject.as_str(), body.as_str()), ("Rust at Acme", "Dear Ann {company},\nwelcome."));
    }

    #[test]
    fn unknown_placeholders_and_stray_braces_are_refused() {
        for body in ["You have {score}.", "{", "}", "{ applicant_name }", "{applicant_name"] {
            let error = Template::new("Hello", body).unwrap_err();
            assert_eq!(error.fields.keys().collect::<Vec<_>>(), ["body"], "{body}");
        }
        let error = Template::new("a\nb", "").unwrap_err();
        assert_eq!(error.fields.len(), 2);
    }

    #[test]
    fn the_hash_keeps_subject_and_body_apart() {
        let hash = |subject, body| Template::new(subject, body).unwrap().hash();
        assert_eq!(hash("a", "b"), hash(" a ", "b\r\n"));
        assert_ne!(hash("ab", "c"), hash("a", "bc"));
    }
}
