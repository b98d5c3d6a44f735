//! The language in which a candidate is addressed, unless they choose another (`docs/languages.md#which-language`).

use crate::{
    domain::{
        Result, TestId,
        company::Company,
        invite::Invite,
        language::Language,
        test::Test,
        translation::{STAFF_LANGUAGES, SiteLanguages},
    },
    store::{Read, records::Single},
};

/// The language of an invite, else of its test, else of the site; `None` where no person has chosen any.
///
/// # Errors
/// Storage only.
pub fn of_invite(read: &impl Read, invite: &Invite) -> Result<Option<Language>> {
    let site = languages(read)?;
    match invite.language.filter(|language| site.offers(*language)) {
        None => of_test(read, invite.test_id),
        language => Ok(language),
    }
}

/// The language of a test, else of the site.
///
/// # Errors
/// Storage only.
pub fn of_test(read: &impl Read, test: TestId) -> Result<Option<Language>> {
    let site = languages(read)?;
    let test: Option<Test> = read.get(test)?;
    match test.and_then(|test| test.language).filter(|language| site.offers(*language)) {
        None => of_site(read),
        language => Ok(language),
    }
}

/// The language of the site, for people without an invite.
///
/// # Errors
/// Storage only.
pub fn of_site(read: &impl Read) -> Result<Option<Language>> {
    let chosen = read.get::<Company>(Single)?.and_then(|company| company.language);
    match chosen {
        Some(language) if !language.is_ours() && !languages(read)?.offers(language) => Ok(None),
        _ => Ok(chosen),
    }
}

/// The language of mails that only staff gets: the site's where we have their texts in it, else English.
///
/// # Errors
/// Storage only.
pub fn of_staff(read: &impl Read) -> Result<Language> {
    Ok(of_site(read)?.filter(|language| STAFF_LANGUAGES.contains(language)).unwrap_or_default())
}

/// One that is no longer offered counts as not chosen.
fn languages(read: &impl Read) -> Result<SiteLanguages> {
    Ok(read.get(Single)?.unwrap_or_default())
}
