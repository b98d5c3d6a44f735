//! The inviting company as candidates see it: name, logo, contact, its own words and the hours of slots
//! (`docs/behaviour/screens.md#company`).

use super::{
    Instant, PictureHash, Result, UserId, error::FieldChecker, language::Language, picture::PictureFormat,
    placeholders, user,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const MAX_NAME: usize = 100;
const MAX_CONTACT: usize = 200;
const MAX_SUBJECT: usize = 200;
const MAX_TEXT: usize = 3_000;
/// Bytes of a stored logo: each mail carries it.
pub const MAX_LOGO: usize = 200 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// Empty values are not shown.
    pub name: String,
    /// Contact of candidates: an email address, a telephone number, a web page.
    pub contact: String,
    /// Address that replies to mails go to.
    pub reply_to: String,
    pub slots: SlotHours,
    pub words: Words,
    pub logo: Option<LogoFacts>,
    /// Counts the stored changes; 0 before the first.
    pub version: u32,
    pub updated_at: Option<Instant>,
    pub updated_by: Option<UserId>,
    /// Language of the company's own words, in which candidates are addressed unless a test or an invite names another;
    /// `None` for the browser's, and English.
    pub language: Option<Language>,
    /// Its own words in languages beside that; none is blank.
    pub translations: BTreeMap<Language, Words>,
}

/// The stored logo, without its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogoFacts {
    pub hash: PictureHash,
    pub format: PictureFormat,
    /// Width in pixels.
    pub width: u32,
    pub height: u32,
}

/// The bytes of the logo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logo {
    pub facts: LogoFacts,
    pub bytes: Vec<u8>,
}

/// First and last slot of a day that candidates may choose, in half hours after midnight of their time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotHours {
    pub first: u8,
    pub last: u8,
}

impl Default for SlotHours {
    fn default() -> Self {
        Self { first: 18, last: 35 }
    }
}

impl SlotHours {
    /// # Errors
    /// 422 on `first_slot` or `last_slot`: not a half hour, or the last is before the first.
    pub fn parse(first: &str, last: &str) -> Result<Self> {
        let mut check = FieldChecker::default();
        let mut half_hour = |field: &str, text: &str| {
            let parsed = parse_half_hour(text);
            let message = "Please give an hour or half hour from 00:00 to 23:30, such as 07:30.";
            check.require(parsed.is_some(), field, message);
            parsed.unwrap_or_default()
        };
        let hours = Self { first: half_hour("first_slot", first), last: half_hour("last_slot", last) };
        check.require(hours.first <= hours.last, "last_slot", "The last slot is before the first.");
        check.finish(&["first_slot", "last_slot"])?;
        Ok(hours)
    }

    /// Whether a slot that starts so many half hours after midnight may be chosen.
    #[must_use]
    pub const fn contains(self, half_hour: u8) -> bool {
        self.first <= half_hour && half_hour <= self.last
    }

    /// First and last slot, as `09:00`.
    #[must_use]
    pub fn shown(self) -> (String, String) {
        let shown = |half_hour: u8| format!("{:02}:{:02}", half_hour / 2, half_hour % 2 * 30);
        (shown(self.first), shown(self.last))
    }
}

fn parse_half_hour(text: &str) -> Option<u8> {
    let (hour, minute) = text.trim().split_once(':')?;
    let is_number = hour.len() == 2 && hour.bytes().all(|digit| digit.is_ascii_digit());
    let hour: u8 = hour.parse().ok().filter(|hour| is_number && *hour < 24)?;
    match minute {
        "00" => Some(hour * 2),
        "30" => Some(hour * 2 + 1),
        _ => None,
    }
}

/// The company's own words; an empty one means the default text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    pub invitation_subject: String,
    /// Opens the invitation, instead of greeting and first sentence. Time, link and rules follow.
    pub invitation_text: String,
    /// Opens reminders.
    pub reminder_text: String,
    /// Shown before the start of a test.
    pub intro_text: String,
}

pub const PLACEHOLDERS: [&str; 4] = ["applicant_name", "test_title", "company", "duration_minutes"];

impl Words {
    /// Trims the texts and checks them.
    ///
    /// # Errors
    /// 422 by field: too long, control characters, unknown placeholders, a subject of several lines.
    pub fn check(self) -> Result<Self> {
        let clean = |text: &str| text.trim().replace("\r\n", "\n");
        let words = Self {
            invitation_subject: clean(&self.invitation_subject),
            invitation_text: clean(&self.invitation_text),
            reminder_text: clean(&self.reminder_text),
            intro_text: clean(&self.intro_text),
        };
        let mut check = FieldChecker::default();
        let fields = ["invitation_subject", "invitation_text", "reminder_text", "intro_text"];
        let texts = [&words.invitation_subject, &words.invitation_text, &words.reminder_text, &words.intro_text];
        for (field, text) in fields.into_iter().zip(texts) {
            let max = if field == "invitation_subject" { MAX_SUBJECT } else { MAX_TEXT };
            placeholders::check(&mut check, field, text, (max, &PLACEHOLDERS));
        }
        let is_one_line = !words.invitation_subject.contains(['\n', '\t']);
        check.require(is_one_line, "invitation_subject", "The subject must be one line.");
        check.finish(&fields)?;
        Ok(words)
    }
}

impl Words {
    /// Trims and checks the texts of one language among several.
    fn check_in(self, language: Language) -> Result<Self> {
        self.check().map_err(|mut error| {
            let fields = std::mem::take(&mut error.fields).into_iter();
            error.fields =
                fields.map(|(field, said)| (format!("translations.{}.{field}", language.code()), said)).collect();
            error
        })
    }
}

impl Company {
    /// Returns the settings with the company's own words in this language; without any in one that it has none in,
    /// where ours are shown.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Self {
        if language != self.language.unwrap_or_default() {
            self.words = self.translations.remove(&language).unwrap_or_default();
        }
        self
    }

    /// One of its own texts, filled in; `None` if it is empty. Without a name a greeting stays: "Hello,".
    ///
    /// # Errors
    /// None in practice: the placeholders were checked.
    pub fn fill(&self, text: &str, applicant_name: &str, test_title: &str, minutes: u32) -> Result<Option<String>> {
        let minutes = minutes.to_string();
        let nameless = || text.replace(", {applicant_name}", "").replace(" {applicant_name}", "");
        let text = if applicant_name.is_empty() { nameless() } else { text.to_owned() };
        let values = [applicant_name, test_title, &self.name, &minutes];
        let values: Vec<(&str, &str)> = PLACEHOLDERS.into_iter().zip(values).collect();
        let filled = placeholders::fill(&text, &values)?;
        Ok((!filled.is_empty()).then_some(filled))
    }

    /// Trims and checks name, contact and reply address.
    ///
    /// # Errors
    /// 422 by field.
    pub fn check(mut self) -> Result<Self> {
        let mut check = FieldChecker::default();
        let fields = [("name", &mut self.name, MAX_NAME), ("contact", &mut self.contact, MAX_CONTACT)];
        for (field, text, max) in fields {
            *text = text.trim().to_owned();
            let is_line = text.chars().count() <= max && !text.chars().any(char::is_control);
            check.require(is_line, field, format!("This must be one line of at most {max} characters."));
        }
        self.reply_to = self.reply_to.trim().to_owned();
        let is_address = self.reply_to.is_empty() || user::is_email(&self.reply_to);
        check.require(is_address, "reply_to", "This is not a valid email address.");
        check.finish(&["name", "contact", "reply_to"])?;
        self.words = self.words.check()?;
        let checked = self.translations.into_iter().map(|(language, words)| Ok((language, words.check_in(language)?)));
        self.translations = checked.collect::<Result<_>>()?;
        self.translations.retain(|_, words| *words != Words::default());
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_stays_where_there_is_no_name() {
        let company = Company { name: "Acme".into(), ..Company::default() };
        for (text, filled) in [
            ("Dear {applicant_name},\nwelcome to {company}.", "Dear,\nwelcome to Acme."),
            ("Hola, {applicant_name}:", "Hola:"),
        ] {
            assert_eq!(company.fill(text, "", "Test", 30).unwrap().as_deref(), Some(filled));
        }
    }

    #[test]
    fn slots_are_half_hours_of_a_day() {
        let hours = SlotHours::parse("07:30", " 20:00 ").unwrap();
        assert_eq!((hours.first, hours.last), (15, 40));
        assert_eq!(hours.shown(), ("07:30".to_owned(), "20:00".to_owned()));
        assert!(hours.contains(15) && hours.contains(40) && !hours.contains(14) && !hours.contains(41));
        assert_eq!(SlotHours::default().shown(), ("09:00".to_owned(), "17:30".to_owned()));
        for (first, last, field) in [
            ("7:30", "09:00", "first_slot"),
            ("24:00", "24:00", "first_slot"),
            ("09:00", "17:15", "last_slot"),
            ("09:00", "08:30", "last_slot"),
            ("+9:00", "", "first_slot"),
        ] {
            let error = SlotHours::parse(first, last).unwrap_err();
            assert!(error.fields.contains_key(field), "{first} {last}: {error:?}");
        }
    }

    #[test]
    fn words_have_a_closed_set_of_placeholders() {
        let words = Words {
            invitation_subject: " {test_title} at {company} ".into(),
            invitation_text: "Dear {applicant_name},\r\n{duration_minutes} minutes.".into(),
            ..Words::default()
        };
        let words = words.check().unwrap();
        let acme = Company { name: "Acme".into(), ..Company::default() };
        let fill = |text: &str| acme.fill(text, "Ann {company}", "Rust", 45);
        assert_eq!(fill(&words.invitation_subject).unwrap().as_deref(), Some("Rust at Acme"));
        assert_eq!(fill(&words.invitation_text).unwrap().as_deref(), Some("Dear Ann {company},\n45 minutes."));
        assert_eq!(fill(&words.intro_text).unwrap(), None);
        for bad in ["{score}", "{", "a\u{0}"] {
            let error = Words { intro_text: bad.into(), ..Words::default() }.check().unwrap_err();
            assert_eq!(error.fields.keys().collect::<Vec<_>>(), ["intro_text"], "{bad}");
        }
        let error = Words { invitation_subject: "a\nb".into(), ..Words::default() }.check().unwrap_err();
        assert!(error.fields.contains_key("invitation_subject"));
    }

    #[test]
    fn words_are_those_of_the_language() {
        let words = |text: &str| Words { reminder_text: text.into(), ..Words::default() };
        let translations = [(Language::French, words(" Bonjour ")), (Language::Polish, words(" "))].into();
        let company =
            Company { words: words("Hallo"), language: Some(Language::German), translations, ..Company::default() };
        let company = company.check().unwrap();
        assert_eq!(company.translations.len(), 1);
        let spoken = |language| company.clone().speaking(language).words.reminder_text;
        let all = [Language::German, Language::French, Language::Polish, Language::English].map(spoken);
        assert_eq!(all, ["Hallo", "Bonjour", "", ""]);
        let translations = [(Language::French, words("{score}"))].into();
        let error = Company { translations, ..Company::default() }.check().unwrap_err();
        assert_eq!(error.fields.keys().collect::<Vec<_>>(), ["translations.fr.reminder_text"]);
    }

    #[test]
    fn a_header_cannot_be_injected() {
        let company =
            Company { name: "Acme\r\nBcc: a@b.c".into(), reply_to: "a@b.c\nX: y".into(), ..Company::default() };
        let error = company.check().unwrap_err();
        assert_eq!(error.fields.keys().collect::<Vec<_>>(), ["name", "reply_to"]);
    }
}
