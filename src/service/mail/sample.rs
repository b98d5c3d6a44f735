//! Samples of the mails and pages with the company's own words, before and after they are stored.

use super::deliver;
use crate::{
    app::App,
    domain::{Error, Result, company::Company, error::FieldChecker, language::Language, time::DAY, user},
    mail::{
        MailContent,
        templates::{self, InvitationFacts, InvitationMode, MailBody, ScheduleFacts},
    },
    service::{
        actor::SiteOperator,
        settings::{
            self,
            company::{self, WordsChange},
            languages,
        },
    },
    state::account_limits::SettingsTrial,
};
use std::collections::BTreeMap;

const NAME: &str = "Alex Example";
const TEST: &str = "Sample test";
const MINUTES: u32 = 60;
const QUESTIONS: usize = 12;

pub struct Samples {
    pub invitation: MailContent,
    pub reminder: MailContent,
    pub intro: Option<String>,
}

/// Words that were typed, and need not be stored.
#[derive(Clone, Debug, Default)]
pub struct TypedWords {
    pub words: WordsChange,
    /// Words by tag, in languages beside the company's.
    pub translations: BTreeMap<String, Option<WordsChange>>,
}

fn own(company: &Company, text: &str) -> Result<Option<String>> {
    company.fill(text, NAME, TEST, MINUTES)
}

fn link(app: &App) -> Result<String> {
    Ok(format!("{}/test-invite/sample", settings::public_url(app)?))
}

fn invitation(app: &App, company: &Company, language: Language) -> Result<MailBody> {
    let facts = InvitationFacts {
        applicant_name: NAME.into(),
        test_title: TEST.into(),
        test_description: String::new(),
        duration_minutes: MINUTES,
        question_count: QUESTIONS,
        link: link(app)?,
        opens: None,
        closes: true,
        expires: app.now().plus(7 * DAY).in_words(None, language),
        scheduled: None,
        mode: InvitationMode::NoSchedule,
        from_name: settings::from_name(app)?,
        own_subject: own(company, &company.words.invitation_subject)?,
        own_text: own(company, &company.words.invitation_text)?,
    };
    templates::invitation(languages::spoken(&app.store.read()?, language)?, &facts).map_err(Error::internal)
}

fn reminder(app: &App, company: &Company, language: Language) -> Result<MailBody> {
    let facts = ScheduleFacts {
        applicant_name: NAME.into(),
        test_title: TEST.into(),
        duration_minutes: MINUTES,
        question_count: QUESTIONS,
        link: link(app)?,
        scheduled: app.now().plus(DAY).in_words(None, language),
        expires: app.now().plus(2 * DAY).in_words(None, language),
        stop_link: format!("{}/stop-reminders/sample", settings::public_url(app)?),
        from_name: settings::from_name(app)?,
        own_text: own(company, &company.words.reminder_text)?,
    };
    templates::reminder(languages::spoken(&app.store.read()?, language)?, &facts).map_err(Error::internal)
}

/// Preview of the texts that candidates would read with these words, which need not be stored.
///
/// # Errors
/// 422 by field.
pub fn preview(app: &App, _: &SiteOperator, words: TypedWords, language: Option<Language>) -> Result<Samples> {
    let read = app.store.read()?;
    let stored = company::named(&read)?;
    let translations = company::translated(&read, &stored, words.translations)?;
    let company = Company { words: words.words.onto(stored.words.clone())?, translations, ..stored }.check()?;
    let language = language.or(company.language).unwrap_or_default();
    let of_site = company.words.intro_text.clone();
    let company = company.speaking(language);
    let intro = if company.words.intro_text.is_empty() { &of_site } else { &company.words.intro_text };
    let intro = own(&company, intro)?;
    let letterhead = company::letterhead(&read)?;
    let framed = |body: MailBody| body.on(&letterhead).map_err(Error::internal);
    Ok(Samples {
        invitation: framed(invitation(app, &company, language)?)?,
        reminder: framed(reminder(app, &company, language)?)?,
        intro,
    })
}

/// Sends a sample invitation with the stored words.
///
/// # Errors
/// 422 `smtp_failed` with the mail server's reply; 422 for an invalid address; 429 `too_many_tests`.
pub async fn send(app: &App, by: &SiteOperator, to: &str, language: Option<Language>) -> Result<()> {
    let mut check = FieldChecker::default();
    user::check_email(&mut check, "email", to);
    check.finish(&[])?;
    let smtp = settings::smtp(app)?;
    app.limits.accounts.tries(SettingsTrial::Mail, by.id(), app.now())?;
    let stored = company::named(&app.store.read()?)?;
    let language = language.or(stored.language).unwrap_or_default();
    deliver::try_out(app, smtp, to, invitation(app, &stored.speaking(language), language)?).await
}
