//! The company as candidates see it: name, logo, contact, own words, hours of slots (`docs/behaviour/screens.md#company`).

use crate::{
    app::App,
    domain::{
        Error, PictureHash, Result,
        company::{Company, Logo, LogoFacts, MAX_LOGO, SlotHours, Words},
        invite::Invite,
        language::Language,
        picture::PictureFormat,
        settings::EmailSettings,
    },
    mail::{self, templates::Letterhead},
    picture::EncodedPicture,
    service::{actor::SiteOperator, query, settings::languages, test::pictures, work::Work},
    store::{Read, records::Single},
};
use std::collections::BTreeMap;

/// A change of the company's settings; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct CompanyChange {
    pub version: Option<u32>,
    pub name: Option<String>,
    pub contact: Option<String>,
    pub reply_to: Option<String>,
    pub first_slot: Option<String>,
    pub last_slot: Option<String>,
    pub words: WordsChange,
    /// Words by tag; `None` removes the words of a language, and one that is not named keeps its words.
    pub translations: BTreeMap<String, Option<WordsChange>>,
    /// A tag; blank for none.
    pub language: Option<String>,
}

/// A change of the company's own words.
#[derive(Clone, Debug, Default)]
pub struct WordsChange {
    pub invitation_subject: Option<String>,
    pub invitation_text: Option<String>,
    pub reminder_text: Option<String>,
    pub intro_text: Option<String>,
}

impl WordsChange {
    /// # Errors
    /// 422 by field.
    pub fn onto(self, old: Words) -> Result<Words> {
        self.over(old).check()
    }

    fn over(self, old: Words) -> Words {
        Words {
            invitation_subject: self.invitation_subject.unwrap_or(old.invitation_subject),
            invitation_text: self.invitation_text.unwrap_or(old.invitation_text),
            reminder_text: self.reminder_text.unwrap_or(old.reminder_text),
            intro_text: self.intro_text.unwrap_or(old.intro_text),
        }
    }
}

/// # Errors
/// Storage only.
pub fn of(read: &impl Read) -> Result<Company> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// The company as `{company}` in texts names it: by the name of the sender of all mails where it has none of its own.
///
/// # Errors
/// Storage only.
pub fn named(read: &impl Read) -> Result<Company> {
    let company = of(read)?;
    if !company.name.is_empty() {
        return Ok(company);
    }
    let email: Option<EmailSettings> = read.get(Single)?;
    Ok(Company { name: email.unwrap_or_default().from_name, ..company })
}

/// # Errors
/// Storage only.
pub fn get(app: &App, _: &SiteOperator) -> Result<Company> {
    of(&app.store.read()?)
}

/// # Errors
/// 409 `changed_meanwhile` with the author and time of the current version; 422 by field.
pub async fn set(app: &App, by: &SiteOperator, change: CompanyChange) -> Result<Company> {
    app.write(by, move |w| {
        let old = of(w)?;
        require_version(w, &old, change.version)?;
        let (first, last) = old.slots.shown();
        let slots = SlotHours::parse(
            change.first_slot.as_deref().unwrap_or(&first),
            change.last_slot.as_deref().unwrap_or(&last),
        )?;
        let changed = Company {
            name: change.name.unwrap_or_else(|| old.name.clone()),
            contact: change.contact.unwrap_or_else(|| old.contact.clone()),
            reply_to: change.reply_to.unwrap_or_else(|| old.reply_to.clone()),
            slots,
            words: change.words.onto(old.words.clone())?,
            translations: translated(&**w, &old, change.translations)?,
            language: match change.language {
                None => old.language,
                Some(tag) => chosen(&**w, &old, &tag)?,
            },
            ..old.clone()
        };
        let changed = changed.check()?;
        if changed == old { Ok(old) } else { keep(w, changed, "") }
    })
    .await
}

/// The words of other languages after a change; [`Company::check`] checks them.
///
/// # Errors
/// 422 on `translations` for the company's own language, and for one in which candidates cannot be addressed.
pub fn translated(
    read: &impl Read,
    company: &Company,
    changes: BTreeMap<String, Option<WordsChange>>,
) -> Result<BTreeMap<Language, Words>> {
    let mut words = company.translations.clone();
    for (tag, change) in changes {
        let language = match Language::given(Some(&tag))? {
            Some(language) if Some(language) == company.language => {
                let message = "The words in the language of the candidates are the first ones.";
                return Err(Error::field("translations", message));
            }
            Some(language) => language,
            None => return Err(Error::field("translations", "Please name the language of the words.")),
        };
        let is_new = !words.contains_key(&language);
        if is_new && !languages::of_site(read)?.offers(language) {
            return Err(Error::field("translations", format!("There are no texts of {}.", language.name())));
        }
        match change {
            Some(change) => {
                let old = words.remove(&language).unwrap_or_default();
                words.insert(language, change.over(old));
            }
            None => drop(words.remove(&language)),
        }
    }
    Ok(words)
}

/// The stored one is kept also when the operator has removed it since.
fn chosen(read: &impl Read, company: &Company, tag: &str) -> Result<Option<Language>> {
    let language = Language::given(Some(tag))?;
    let site = languages::of_site(read)?;
    match language {
        Some(added) if language != company.language && !site.offers(added) => Err(languages::not_offered(&site)),
        chosen => Ok(chosen),
    }
}

/// Stores the next version.
/// # Errors
/// 409 `changed_meanwhile`.
fn require_version(w: &Work<'_, '_>, stored: &Company, version: Option<u32>) -> Result<()> {
    let stored = stored.updated_at.map(|at| (stored.version, stored.updated_by, at));
    query::version::require_version(&**w, version, stored, "the company's settings")
}

fn keep(w: &mut Work<'_, '_>, mut company: Company, note: &str) -> Result<Company> {
    company.version += 1;
    company.updated_at = Some(w.now);
    company.updated_by = w.by.account();
    w.put(&company)?;
    w.audit("settings.company", "", note)?;
    Ok(company)
}

/// Replaces the logo: a PNG or JPEG, encoded again without metadata.
///
/// # Errors
/// Those of [`crate::picture::process`]; 422 on `picture` for a WebP, which many mail programs do not show, and for one that is too
/// large.
pub async fn set_logo(app: &App, by: &SiteOperator, upload: Vec<u8>, version: Option<u32>) -> Result<Company> {
    if PictureFormat::of(&upload).is_some_and(|format| !matches!(format, PictureFormat::Png | PictureFormat::Jpeg)) {
        let detail = "The logo must be a PNG or a JPEG: many mail programs show no WebP.";
        return Err(Error { detail: detail.into(), ..Error::field("picture", detail) });
    }
    let EncodedPicture { bytes, format, width, height, hash } = pictures::process(app, upload).await?;
    if bytes.len() > MAX_LOGO {
        // What is measured is not the file that was chosen, which may be smaller.
        let (has, allowed) = (bytes.len().div_ceil(1024), MAX_LOGO / 1024);
        let message = format!(
            "Encoded again without metadata, the logo has {has} KiB; {allowed} KiB are allowed. Use fewer pixels: 600 on a \
             side are enough."
        );
        return Err(Error::field("picture", message));
    }
    let facts = LogoFacts { hash, format, width, height };
    app.write(by, move |w| {
        let company = of(w)?;
        require_version(w, &company, version)?;
        w.put(&Logo { facts, bytes })?;
        keep(w, Company { logo: Some(facts), ..company }, "logo")
    })
    .await
}

/// # Errors
/// 409 `changed_meanwhile`.
pub async fn remove_logo(app: &App, by: &SiteOperator, version: Option<u32>) -> Result<Company> {
    app.write(by, move |w| {
        let company = of(w)?;
        require_version(w, &company, version)?;
        if company.logo.is_none() {
            return Ok(company);
        }
        w.delete::<Logo>(Single)?;
        keep(w, Company { logo: None, ..company }, "logo removed")
    })
    .await
}

/// The logo with this hash; public, because candidates' pages show it.
///
/// # Errors
/// 404.
pub fn logo(app: &App, hash: PictureHash) -> Result<Logo> {
    let stored: Option<Logo> = app.store.read()?.get(Single)?;
    stored.filter(|logo| logo.facts.hash == hash).ok_or_else(|| Error::not_found("logo"))
}

/// Name, logo and words of the company; its name and logo stand on every page of candidates.
///
/// # Errors
/// Storage only.
pub fn stored(app: &App) -> Result<Company> {
    of(&app.store.read()?)
}

/// The frame of every mail.
///
/// # Errors
/// Storage only.
pub fn letterhead(read: &impl Read) -> Result<Letterhead> {
    let company = of(read)?;
    let logo: Option<Logo> = if company.logo.is_some() { read.get(Single)? } else { None };
    Ok(Letterhead {
        company: company.name,
        contact: company.contact,
        reply_to: company.reply_to,
        logo: logo.map(|logo| mail::MailLogo { media_type: logo.facts.format.media_type(), bytes: logo.bytes }),
    })
}

/// The company as a candidate sees it.
pub struct CompanyView {
    pub company: Company,
    pub intro: Option<String>,
    /// `None` where the site names no language.
    pub intro_language: Option<Language>,
}

/// The company as the candidate of this invite sees it; `minutes` is the duration of the test.
///
/// # Errors
/// Storage only.
pub fn shown(app: &App, invite: &Invite, (title, minutes): (&str, u32)) -> Result<CompanyView> {
    let read = app.store.read()?;
    let company = of(&read)?;
    let mut named = named(&read)?;
    // The page may be in another language than the mails; the words of the candidate's are better than those of the site.
    let language = query::language::of_invite(&read, invite)?.unwrap_or_default();
    let mut intro_language = named.language;
    if let Some(words) = named.translations.remove(&language).filter(|words| !words.intro_text.is_empty()) {
        named.words = words;
        intro_language = Some(language);
    }
    let minutes = minutes + invite.accommodation.minutes(minutes);
    let intro = named.fill(&named.words.intro_text, invite.known_name(), title, minutes)?;
    Ok(CompanyView { company, intro_language: intro_language.filter(|_| intro.is_some()), intro })
}
