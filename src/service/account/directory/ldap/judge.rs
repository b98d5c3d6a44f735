//! A sign-in with a name and password of the directory.

use super::person::{identity, subject_hash};
use crate::{
    app::App,
    domain::{
        Error, Result, UserId,
        directory::DirectoryLink,
        hex,
        ldap::{DIRECTORY, LdapSettings},
        user::{Role, User},
    },
    service::{
        account::{
            directory::admit::{Identity, admit, no_role},
            second_factor::presented::{self, Presented, Proof},
        },
        settings::ldap,
        work::Work,
    },
    state::login_rate_limit::SignInAttempt,
    store::{Read, records},
};

/// Whether the directory is asked about a sign-in that the password of this site does not permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// There is none.
    No,
    Yes,
    /// The account has a password here. The directory is asked about a made-up name, so that the reply takes as long as for
    /// others, and it never sees that password.
    MadeUpName,
}

/// Whether the site has a directory. Public: the sign-in page takes its names then.
///
/// # Errors
/// Storage only.
pub fn is_set_up(app: &App) -> Result<bool> {
    Ok(ldap::stored(&app.store.read()?)?.is_set_up())
}

/// Whether the directory is asked about the owner of the account with this address, if there is one. It must be the rule by
/// which accounts are linked at the first sign-in.
///
/// # Errors
/// Storage only.
pub(crate) fn asks(read: &impl Read, found: Option<&User>) -> Result<Asked> {
    let settings = ldap::stored(read)?;
    if !settings.is_set_up() {
        return Ok(Asked::No);
    }
    let Some(user) = found else { return Ok(Asked::Yes) };
    let link: Option<DirectoryLink> = read.get(user.id)?;
    let is_own = link.is_some_and(|link| link.provider == DIRECTORY);
    let is_no_account = user.password_hash.is_none() || user.role == Role::Applicant && !user.mailbox_proven;
    let may_link = is_no_account || settings.links_accounts && user.role.is_staff();
    Ok(if is_own || may_link && !user.is_first_admin { Asked::Yes } else { Asked::MadeUpName })
}

/// A person whose name and password the directory has accepted.
pub struct Vouched {
    identity: Identity,
    /// Session by which the person is found again.
    pub sid: String,
    /// The account, if the person has signed in before.
    pub user: Option<User>,
    pub proof: Option<Proof>,
    password_hash: Option<String>,
    new_id: UserId,
}

impl Vouched {
    /// The account with the roles of now; a new one at the first sign-in. `None`: no group has a role.
    pub(crate) fn admit(self, w: &mut Work<'_, '_>) -> Result<Option<User>> {
        admit(w, self.identity, self.password_hash, self.new_id)
    }

    pub(crate) fn no_role() -> Error {
        no_role()
    }
}

/// The same exchange with the directory as for a person, about a made-up name.
///
/// # Errors
/// Those of [`sign_in`], so that the reply does not disclose an account.
pub(crate) async fn pretend(app: &App) -> Result<()> {
    let settings = ldap::stored(&app.store.read()?)?;
    ask(app, settings, "", "", false).await.map(drop)
}

async fn ask(
    app: &App,
    settings: LdapSettings,
    login: &str,
    password: &str,
    is_real: bool,
) -> Result<Option<crate::directory::ldap::LdapPerson>> {
    let client = ldap::client(app, settings)?;
    client.sign_in(login, password, is_real).await.map_err(|fault| {
        tracing::warn!(%fault, "a sign-in at the directory failed");
        fault.into()
    })
}

/// Asks the directory, and judges the attempt by its word and the second factor. It goes on although the caller has gone:
/// otherwise guesses would not count.
///
/// # Errors
/// 401 `totp_required`, `wrong_code` after the right password; 429; 503 `provider_failed`, for which the attempt does not
/// count.
pub(crate) async fn sign_in(
    app: &App,
    login: String,
    password: String,
    (asks_code, code): (bool, Option<String>),
    attempt: SignInAttempt,
) -> Result<Option<Vouched>> {
    let app = app.clone();
    let judging = tokio::spawn(async move {
        let settings = ldap::stored(&app.store.read()?)?;
        let Some(person) = ask(&app, settings.clone(), &login, &password, true).await? else {
            attempt.judged(false, true);
            return Ok(None);
        };
        let hash = subject_hash(&person.id);
        let user = owner(&app, hash)?;
        let asked = user.as_ref().filter(|_| asks_code);
        let presented = presented::examine(&app, asked, code.as_deref(), app.now())?;
        // The first step of two is neither a failure nor a sign-in.
        if presented != Presented::Missing {
            attempt.judged(presented.passes(), true);
        }
        let proof = presented::settled(&app, user.as_ref(), presented)?;
        let password_hash = match user {
            Some(_) => None,
            None => Some(app.secrets.passwords.hash(crate::secrets::token::new()).await?),
        };
        let (sid, new_id) = (hex::encode(&person.id), app.new_id());
        Ok(Some(Vouched { identity: identity(&person, &settings), sid, user, proof, password_hash, new_id }))
    });
    judging.await.map_err(Error::internal)?
}

/// The account of this person.
pub(super) fn owner(app: &App, subject: [u8; 32]) -> Result<Option<User>> {
    let read = app.store.read()?;
    let link: Option<DirectoryLink> = read.find(records::LINKS_BY_SUBJECT, subject)?;
    Ok(link.map(|link| read.get(link.user_id)).transpose()?.flatten())
}
