//! Mail templates from `assets/mail/`, a folder for each language: for each mail a `.txt` file, whose first line is the
//! subject, and a `.html` file, rendered into the one `layout.html`. Times are passed in formatted, with their zone and
//! UTC.

use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;

use super::{MailContent, MailLogo, files, message::one_line, translating};
use crate::domain::{language::Language, translation::TranslatedText};

/// A template failed to render: always a bug of the template, never of the data.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the mail cannot be rendered: {0}")]
pub struct TemplateError(String);

/// The language of a mail, with the texts of it that a site has of its own.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    pub language: Language,
    pub texts: Vec<TranslatedText>,
}

impl From<Language> for Spoken {
    fn from(language: Language) -> Self {
        Self { language, texts: Vec::new() }
    }
}

/// How the time of a test is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InvitationMode {
    /// The candidate chooses a slot.
    SelfSchedule,
    /// The admin chose the time, given in `scheduled`.
    AdminScheduled,
    /// Any time before the link expires.
    NoSchedule,
}

/// Data of the invitation mail.
#[derive(Clone, Debug, Serialize)]
pub struct InvitationFacts {
    pub applicant_name: String,
    pub test_title: String,
    /// May be empty or have several lines.
    pub test_description: String,
    pub duration_minutes: u32,
    pub question_count: usize,
    pub link: String,
    /// Expiry of the link, formatted, with zone and UTC.
    pub expires: String,
    /// Opening of the window, formatted, with zone and UTC; `None` if it is open.
    pub opens: Option<String>,
    /// An admin set the end.
    pub closes: bool,
    /// Time of the test, formatted, with zone and UTC.
    pub scheduled: Option<String>,
    pub mode: InvitationMode,
    /// Name of the sender, used as the signature.
    pub from_name: String,
    /// The company's own subject, and text instead of greeting and first sentence.
    pub own_subject: Option<String>,
    pub own_text: Option<String>,
}

/// Data of the confirmation, the reminder and the withdrawal of a scheduled test.
#[derive(Clone, Debug, Serialize)]
pub struct ScheduleFacts {
    pub applicant_name: String,
    pub test_title: String,
    pub duration_minutes: u32,
    pub question_count: usize,
    pub link: String,
    /// Time of the test, formatted, with zone and UTC.
    pub scheduled: String,
    /// Latest start, formatted, with zone and UTC.
    pub expires: String,
    /// Page that stops reminders.
    pub stop_link: String,
    pub from_name: String,
    /// The company's own text for reminders, instead of greeting and first sentence.
    pub own_text: Option<String>,
}

/// Data of the mails about the end of an invite: the reminder, and the report of a moved end.
#[derive(Clone, Debug, Serialize)]
pub struct ClosingFacts {
    pub applicant_name: String,
    pub test_title: String,
    pub duration_minutes: u32,
    pub question_count: usize,
    pub link: String,
    /// Opening of the window, formatted, with zone and UTC; `None` if it is open.
    pub opens: Option<String>,
    /// Latest start, formatted, with zone and UTC.
    pub expires: String,
    /// The candidate has to choose a slot.
    pub choose: bool,
    /// The end was moved; else this is a reminder.
    pub moved: bool,
    /// Page that stops reminders.
    pub stop_link: String,
    pub from_name: String,
    /// The company's own text for reminders, instead of greeting and first sentence.
    pub own_text: Option<String>,
}

/// Frame of every mail: the company's name, logo and contact. Empty values are left out.
#[derive(Clone, Debug, Default)]
pub struct Letterhead {
    pub company: String,
    /// Contact for questions of the receiver.
    pub contact: String,
    pub reply_to: String,
    pub logo: Option<MailLogo>,
}

/// A rendered mail without its frame.
#[derive(Clone, Debug)]
pub struct MailBody {
    spoken: Spoken,
    pub subject: String,
    pub text: String,
    html: String,
}

impl MailBody {
    /// The mail within its frame.
    ///
    /// # Errors
    /// [`TemplateError`] if a template is broken.
    pub fn on(self, letterhead: &Letterhead) -> Result<MailContent, TemplateError> {
        let contact = one_line(&letterhead.contact);
        let questions = if contact.is_empty() {
            contact
        } else {
            // Among letters from right to left, a telephone number would be shown in reverse.
            let contact = if self.spoken.language.is_rtl() { isolated(&contact) } else { contact };
            file(&self.spoken, "questions.txt", &context! { contact })?.trim().to_owned()
        };
        let facts = context! {
            language => self.spoken.language.code(),
            is_rtl => self.spoken.language.is_rtl(),
            subject => self.subject.as_str(),
            body => Value::from_safe_string(self.html),
            text => self.text,
            company => one_line(&letterhead.company),
            questions,
            logo => letterhead.logo.is_some(),
        };
        let (text, html) = (template("layout.txt", &facts)?, template("layout.html", &facts)?);
        Ok(MailContent {
            subject: self.subject,
            text: format!("{}\n", text.trim()),
            html,
            language: self.spoken.language,
        })
    }
}

/// Renders the invitation to a test.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn invitation(spoken: impl Into<Spoken>, facts: &InvitationFacts) -> Result<MailBody, TemplateError> {
    let facts = InvitationFacts {
        applicant_name: one_line(&facts.applicant_name),
        test_title: one_line(&facts.test_title),
        test_description: facts.test_description.trim().to_owned(),
        from_name: one_line(&facts.from_name),
        ..facts.clone()
    };
    render(spoken.into(), "invitation", &facts)
}

/// Renders the confirmation of a scheduled time; it is sent with a calendar entry.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn scheduled(spoken: impl Into<Spoken>, facts: &ScheduleFacts) -> Result<MailBody, TemplateError> {
    render(spoken.into(), "scheduled", &facts.clean())
}

/// Renders the report that a scheduled test was withdrawn.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn withdrawn(spoken: impl Into<Spoken>, facts: &ScheduleFacts) -> Result<MailBody, TemplateError> {
    render(spoken.into(), "withdrawn", &facts.clean())
}

/// Renders the reminder of a scheduled time.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn reminder(spoken: impl Into<Spoken>, facts: &ScheduleFacts) -> Result<MailBody, TemplateError> {
    render(spoken.into(), "reminder", &facts.clean())
}

/// Renders the reminder of an invite that closes, and the report of a moved end.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn closing(spoken: impl Into<Spoken>, facts: &ClosingFacts) -> Result<MailBody, TemplateError> {
    let facts = ClosingFacts {
        applicant_name: one_line(&facts.applicant_name),
        test_title: one_line(&facts.test_title),
        from_name: one_line(&facts.from_name),
        ..facts.clone()
    };
    render(spoken.into(), "closing", &facts)
}

impl ScheduleFacts {
    fn clean(&self) -> Self {
        Self {
            applicant_name: one_line(&self.applicant_name),
            test_title: one_line(&self.test_title),
            from_name: one_line(&self.from_name),
            ..self.clone()
        }
    }
}

/// Data of the mails with a link for an account: no text entered at sign-up, so that they cannot be abused to send
/// messages.
#[derive(Clone, Debug, Serialize)]
pub struct LinkFacts {
    pub link: String,
    /// Expiry of the link, formatted, with zone and UTC.
    pub expires: String,
    pub from_name: String,
}

/// Renders the mail with the verification link of an account's email address.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn verification(spoken: impl Into<Spoken>, facts: &LinkFacts) -> Result<MailBody, TemplateError> {
    let facts = LinkFacts { from_name: one_line(&facts.from_name), ..facts.clone() };
    render(spoken.into(), "verification", &facts)
}

/// Renders the mail with the link that sets a new password.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn reset_password(spoken: impl Into<Spoken>, facts: &LinkFacts) -> Result<MailBody, TemplateError> {
    let facts = LinkFacts { from_name: one_line(&facts.from_name), ..facts.clone() };
    render(spoken.into(), "reset_password", &facts)
}

/// Something that waits, with the page where it is done.
#[derive(Clone, Debug, Serialize)]
pub struct DigestItem {
    pub sentence: String,
    pub link: String,
}

/// Data of the daily summary for someone of staff.
#[derive(Clone, Debug, Serialize)]
pub struct DigestFacts {
    pub subject: String,
    pub name: String,
    pub items: Vec<DigestItem>,
    /// Page where it is set.
    pub settings: String,
    pub from_name: String,
}

/// Renders the daily summary.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn digest(spoken: impl Into<Spoken>, facts: &DigestFacts) -> Result<MailBody, TemplateError> {
    let facts = DigestFacts {
        subject: one_line(&facts.subject),
        name: one_line(&facts.name),
        from_name: one_line(&facts.from_name),
        ..facts.clone()
    };
    render(spoken.into(), "digest", &facts)
}

/// Data of a notice about the servers.
#[derive(Clone, Debug, Serialize)]
pub struct NoticeFacts {
    pub subject: String,
    pub name: String,
    pub sentences: Vec<String>,
    /// Page that shows how things stand.
    pub overview: String,
    pub from_name: String,
}

/// Renders a notice about the servers.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn notice(spoken: impl Into<Spoken>, facts: &NoticeFacts) -> Result<MailBody, TemplateError> {
    let facts = NoticeFacts {
        subject: one_line(&facts.subject),
        name: one_line(&facts.name),
        from_name: one_line(&facts.from_name),
        ..facts.clone()
    };
    render(spoken.into(), "notice", &facts)
}

/// Renders the mail with a decision, in an administrator's own words.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn decision(spoken: impl Into<Spoken>, subject: &str, body: &str) -> Result<MailBody, TemplateError> {
    let paragraph = |text: &str| text.trim().lines().map(str::to_owned).collect::<Vec<_>>();
    let paragraphs: Vec<_> = body.split("\n\n").map(paragraph).collect();
    render(spoken.into(), "decision", &context! { subject => one_line(subject), body, paragraphs })
}

/// Renders the test mail of the mail settings.
///
/// # Errors
/// [`TemplateError`] if a template is broken.
pub fn smtp_test(spoken: impl Into<Spoken>) -> Result<MailBody, TemplateError> {
    render(spoken.into(), "smtp_test", &())
}

fn render(spoken: Spoken, name: &str, facts: &impl Serialize) -> Result<MailBody, TemplateError> {
    let facts = Value::from(Serde(facts));
    let english = Spoken::default();
    let of = if name == "decision" { &english } else { &spoken };
    let of_text = if of.language.is_rtl() { with_names_in_order(&facts) } else { facts.clone() };
    let text = file(of, &format!("{name}.txt"), &of_text)?;
    let (subject, text) = text.split_once('\n').ok_or_else(|| TemplateError(format!("{name}.txt has no body")))?;
    let html = file(of, &format!("{name}.html"), &facts)?;
    Ok(MailBody { subject: one_line(subject), text: text.trim().to_owned(), html, spoken })
}

/// Facts for plain text among letters from right to left, where the signs at the end of "C++" would be shown before it. In HTML,
/// the markup keeps them in their order.
fn with_names_in_order(facts: &Value) -> Value {
    let own = |name: &str| {
        let value = facts.get_attr(name).ok()?;
        value.as_str().filter(|text| !text.is_empty()).map(isolated)
    };
    let Some(test_title) = own("test_title") else { return facts.clone() };
    let applicant_name = own("applicant_name").unwrap_or_default();
    context! { applicant_name, test_title, ..facts.clone() }
}

fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

fn file(spoken: &Spoken, name: &str, facts: &Value) -> Result<String, TemplateError> {
    let Spoken { language, texts } = spoken;
    if texts.is_empty() {
        let language = if language.is_ours() { *language } else { Language::English };
        return template(&format!("{}/{name}", language.code()), facts);
    }
    let source = translating::translated(*language, name, texts);
    let source = source.ok_or_else(|| TemplateError(format!("there is no template {name}")))?;
    environment()?.render_named_str(name, &source, facts).map_err(error)
}

fn template(name: &str, facts: &Value) -> Result<String, TemplateError> {
    let templates = TEMPLATES.as_ref().map_err(Clone::clone)?;
    templates.get_template(name).and_then(|template| template.render(facts)).map_err(error)
}

static TEMPLATES: LazyLock<Result<Environment<'static>, TemplateError>> = LazyLock::new(|| {
    let mut templates = environment()?;
    for (name, source) in files::all() {
        templates.add_template(name, source).map_err(error)?;
    }
    Ok(templates)
});

fn environment() -> Result<Environment<'static>, TemplateError> {
    let mut templates = Environment::new();
    // A misspelled variable must fail a test, not render as an empty string.
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(error)?);
    templates.set_auto_escape_callback(|name| match name.rsplit_once('.') {
        Some((_, "html")) => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    templates.set_formatter(|out, state, value| match (state.auto_escape(), value.as_str()) {
        (AutoEscape::Html, Some(text)) if !value.is_safe() => out.write_str(&html_escaped(text)).map_err(Into::into),
        _ => minijinja::escape_formatter(out, state, value),
    });
    Ok(templates)
}

/// Escapes the five characters that need it. The library also escapes the slash, which some mail clients do not
/// unescape in links.
fn html_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that map_err expects")]
fn error(e: minijinja::Error) -> TemplateError {
    TemplateError(format!("{e:#}"))
}

#[cfg(test)]
#[path = "templates_tests.rs"]
mod tests;
