//! The language in which a candidate is addressed, unless they choose another (`docs/languages.md#which-language`).

use crate::{
    domain::{Result, company::Company, invite::Invite, language::Language, test::Test},
    store::{Read, records::Single},
};

/// The language of an invite, else of its test, else of the site; `None` where no person has chosen any.
///
/// # Errors
/// Storage only.
pub fn of_invite(read: &impl Read, invite: &Invite) -> Result<Option<Language>> {
    if invite.language.is_some() {
        return Ok(invite.language);
    }
    let test: Option<Test> = read.get(invite.test_id)?;
    match test.and_then(|test| test.language) {
        None => of_site(read),
        language => Ok(language),
    }
}

/// The language of the site, for people without an invite.
///
/// # Errors
/// Storage only.
pub fn of_site(read: &impl Read) -> Result<Option<Language>> {
    Ok(read.get::<Company>(Single)?.and_then(|company| company.language))
}
