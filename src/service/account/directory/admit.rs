//! The account of a person for whom a provider vouches (`docs/behaviour/accounts.md#company-sign-in`).

use super::linked::voucher_of;
use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Result, UserId,
        directory::{DirectoryLink, OidcProvider, Side, keep_tests},
        grants::RoleGrant,
        ldap::{DIRECTORY, LdapSettings},
        second_factor::SecondFactor,
        test::Test,
        user::{self, Role, StaffRole, User},
    },
    service::{
        account::{admins, grants},
        events,
        query::person::{by_email, email_taken},
        settings::{ldap, oidc},
        work::{Work, cascade_delete::delete_linked},
    },
    store::{
        Read,
        records::{self, counter},
    },
};

/// A role with those given beside it; `None`: no group has a role.
pub(super) type Roles = Option<(StaffRole, Vec<RoleGrant>)>;

/// Who vouches for a person, as it was set up when it was asked.
#[derive(Clone, Debug)]
pub(super) enum Voucher {
    Oidc(Box<OidcProvider>),
    Directory(Box<LdapSettings>),
}

impl Voucher {
    /// How sessions and links name it.
    pub fn id(&self) -> &str {
        match self {
            Self::Oidc(provider) => &provider.id,
            Self::Directory(_) => DIRECTORY,
        }
    }

    const fn side(&self) -> Side {
        match self {
            Self::Oidc(provider) => provider.side,
            Self::Directory(_) => Side::Staff,
        }
    }

    /// Whether its addresses count as verified, although it does not say so. People do not set their own address in a
    /// company's directory.
    const fn trusts_email(&self) -> bool {
        match self {
            Self::Oidc(provider) => provider.trusts_email,
            Self::Directory(_) => true,
        }
    }

    const fn links_accounts(&self) -> bool {
        match self {
            Self::Oidc(provider) => provider.links_accounts,
            Self::Directory(settings) => settings.links_accounts,
        }
    }

    /// Checks that the provider is still as it was when it was asked: it may have been changed or removed meanwhile.
    pub fn require_current(&self, read: &impl Read) -> Result<()> {
        let is_current = match self {
            Self::Oidc(provider) => oidc::stored(read)?.get(&provider.id) == Some(&**provider),
            Self::Directory(settings) => ldap::stored(read)? == **settings,
        };
        if is_current { Ok(()) } else { Err(expired()) }
    }
}

/// A person as a provider names them.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    pub voucher: Voucher,
    /// A hash of the issuer and the provider's name of the person.
    pub subject_hash: [u8; 32],
    /// Normalised.
    pub email: Option<String>,
    pub email_is_verified: bool,
    pub name: Option<String>,
    /// `None`: no group of theirs has a role here. For staff alone.
    pub roles: Roles,
}

pub(super) fn expired() -> Error {
    let detail = "This sign-in has expired, or was used already. Please sign in again.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::SignInExpired, detail)
}

fn not_verified() -> Error {
    let detail = "The sign-in service names no verified email address of yours. Please ask your administrator.";
    Error::forbidden(ErrorCode::EmailNotVerified, detail)
}

pub(super) fn no_role() -> Error {
    let detail =
        "You are signed in at your company, but none of your groups has a role here. Please ask your administrator.";
    Error::forbidden(ErrorCode::NoRole, detail)
}

/// The person's account with the roles of today; a new one at the first sign-in. `None` where no group of theirs has a
/// role: roles and sessions that they had end with this write. `password_hash` is of a password that no one knows, for a
/// new account.
pub(super) fn admit(
    w: &mut Work<'_, '_>,
    person: Identity,
    password_hash: Option<String>,
    id: UserId,
) -> Result<Option<User>> {
    person.voucher.require_current(&**w)?;
    let linked: Option<DirectoryLink> = w.find(records::LINKS_BY_SUBJECT, person.subject_hash)?;
    let known = linked.map(|link| -> Result<_> { Ok(w.get::<User>(link.user_id)?.map(|user| (link, user))) });
    let is_staff = person.voucher.side() == Side::Staff;
    let (mut link, mut user) = match known.transpose()?.flatten() {
        Some((link, user)) => {
            if is_staff && person.roles.is_none() {
                withdraw(w, user)?;
                return Ok(None);
            }
            (link, user)
        }
        None if is_staff && person.roles.is_none() => return Ok(None),
        None => first_sign_in(w, &person, password_hash, id)?,
    };
    if !user.is_active {
        let detail = "This account is deactivated. Please contact your administrator.";
        return Err(Error::forbidden(ErrorCode::AccountInactive, detail));
    }
    if user.role.is_staff() != is_staff {
        return Err(email_taken());
    }
    if let Some(roles) = person.roles.filter(|_| is_staff) {
        user = renew_roles(w, user, roles)?;
    }
    link.seen_at = w.now;
    person.voucher.id().clone_into(&mut link.provider);
    w.put(&link)?;
    Ok(Some(user))
}

/// Gives the account the roles of its groups, instead of those that it had.
pub(super) fn renew_roles(
    w: &mut Work<'_, '_>,
    user: User,
    (role, mut given): (StaffRole, Vec<RoleGrant>),
) -> Result<User> {
    keep_tests(&mut given, |test| w.has::<Test>(test).unwrap_or_default());
    let wanted = (role, given);
    let (role, given) = attainable(&**w, &user, wanted.clone())?;
    if (role, &given) != (wanted.0, &wanted.1) {
        tracing::warn!(
            account = %user.id,
            "roles of a person's groups wait as long as the person is a second marker of what they show"
        );
    }
    let user = admins::become_role(w, user, role)?;
    if user.role.may_have_roles() {
        grants::give(w, user.id, given)?;
    }
    Ok(user)
}

/// The roles that the account can have at this moment of those of its groups. Who is to give second scores must not see
/// the first ones: such a role waits, and keeps no other one from being given or taken.
pub(super) fn attainable(
    read: &impl Read,
    user: &User,
    (role, given): (StaffRole, Vec<RoleGrant>),
) -> Result<(StaffRole, Vec<RoleGrant>)> {
    match role {
        // Administrators may do all that a reviewer with these roles does.
        StaffRole::Admin if user.role == Role::Reviewer && !grants::second_scores(read, user.id)?.is_empty() => {
            Ok((StaffRole::Reviewer, grants::stored(read, user.id)?.items))
        }
        StaffRole::Reviewer => Ok((role, grants::without_first_scores(read, user.id, given)?)),
        // Assignments end with the role of a reviewer.
        StaffRole::Admin | StaffRole::Staff => Ok((role, given)),
    }
}

/// Ends roles and sessions of a person whose groups have no role any more.
pub(super) fn withdraw(w: &mut Work<'_, '_>, user: User) -> Result<()> {
    if !user.role.is_staff() || user.is_first_admin {
        return Ok(());
    }
    let id = user.id;
    let mut user = admins::become_role(w, user, StaffRole::Staff)?;
    grants::give(w, id, Vec::new())?;
    user.token_version += 1;
    w.put(&user)?;
    delete_linked(w, records::SESSIONS_BY_USER.under(id))?;
    events::sessions_ended(w, id);
    w.audit("account.lose_provided_roles", id, "")
}

/// The account of a person who comes for the first time: a new one, that of an invitation to this address, or, where the
/// operator permits it, one that exists. The first administrator's is never given to a provider.
fn first_sign_in(
    w: &mut Work<'_, '_>,
    person: &Identity,
    password_hash: Option<String>,
    id: UserId,
) -> Result<(DirectoryLink, User)> {
    let is_staff = person.voucher.side() == Side::Staff;
    if is_staff && w.count(&counter::admins())? == 0 {
        // The first administrator has a password here, to get in without the provider.
        return Err(Error::conflict(ErrorCode::NoAdmin, "The first account must be an administrator of this site."));
    }
    let is_verified = person.email_is_verified || person.voucher.trusts_email();
    let email = person.email.clone().filter(|_| is_verified || is_staff).ok_or_else(not_verified)?;
    let full_name = user::cut_name(person.name.as_deref().unwrap_or(&email));
    let full_name = if full_name.is_empty() { email.clone() } else { full_name };
    user::check_person(&email, &full_name)?;
    let known = by_email(&**w, &email)?;
    let role = match &person.roles {
        Some((role, _)) if is_staff => (*role).into(),
        _ => Role::Applicant,
    };
    let what = if known.is_some() { "account.link_to_provider" } else { "account.create_by_provider" };
    let password_hash = Some(password_hash.ok_or_else(|| Error::unavailable("Please try again.", 1))?);
    let user = match known {
        None => {
            let (is_first_admin, is_active, token_version) = (false, true, 1);
            let (mailbox_proven, created_at) = (is_verified, w.now);
            User {
                id,
                email,
                full_name,
                role,
                password_hash,
                is_first_admin,
                is_active,
                mailbox_proven,
                token_version,
                created_at,
            }
        }
        Some(known) => {
            // An invitation, or a sign-up with an address that was not verified, is no account of anyone yet.
            let is_free = known.password_hash.is_none() || known.role == Role::Applicant && !known.mailbox_proven;
            let may_link = is_free || person.voucher.links_accounts() && known.role.is_staff() == is_staff;
            // A link to a provider that was removed leads nowhere.
            let is_linked = voucher_of(&**w, known.id)?.is_some();
            if known.is_first_admin || !may_link || is_linked {
                return Err(email_taken());
            }
            if !is_verified {
                return Err(not_verified());
            }
            // A previous holder of the account keeps no access to it.
            delete_linked(w, records::SESSIONS_BY_USER.under(known.id))?;
            delete_linked(w, records::API_TOKENS_BY_OWNER.under(known.id))?;
            w.delete::<SecondFactor>(known.id)?;
            events::sessions_ended(w, known.id);
            let role = if is_free { role } else { known.role };
            User { role, password_hash, mailbox_proven: true, token_version: known.token_version + 1, ..known }
        }
    };
    w.put(&user)?;
    w.audit(what, user.id, person.voucher.id())?;
    let (user_id, provider, now) = (user.id, person.voucher.id().to_owned(), w.now);
    let link = DirectoryLink { user_id, provider, subject_hash: person.subject_hash, linked_at: now, seen_at: now };
    w.put(&link)?;
    Ok((link, user))
}
