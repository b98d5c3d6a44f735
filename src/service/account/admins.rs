//! Accounts of admins and reviewers: create, list, change role or password, delete. The first admin is the superadmin, who
//! manages the others (`docs/behaviour/accounts.md#roles-and-permissions`).

use super::grants;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, UserId,
        background_job::BackgroundJob,
        digest::DigestChoice,
        directory::DirectoryLink,
        error::FieldChecker,
        grants::{Grants, RoleGrant},
        idempotency::KeyedCall,
        network::Client,
        notification::ReadMarks,
        own_page::ErasureRequest,
        password_policy::PasswordPolicy,
        password_reset::PasswordReset,
        second_factor::SecondFactor,
        user::{self, Role, StaffRole, User},
    },
    service::{
        actor::{StaffManager, StaffReader},
        events, notifications,
        query::{
            self,
            page::{Page, Slice, newest},
            person::{by_email, email_taken},
        },
        scoring::reviewing::assigning,
        settings::{
            passwords,
            version::{self, Setting},
        },
        work::{By, Work, cascade_delete::delete_linked},
    },
    store::{
        IndexRange, Read, Record,
        records::{self, counter},
    },
};

/// Creates an admin; the first one created is the superadmin.
///
/// # Errors
/// 409 `email_taken`, 422.
pub async fn create(app: &App, by: &StaffManager, email: &str, password: String, full_name: &str) -> Result<User> {
    create_as(app, by, StaffRole::Admin, email, password, full_name).await
}

/// Creates an admin or a reviewer.
///
/// # Errors
/// 409 `email_taken`, `no_admin` for a reviewer before the first admin; 422.
pub async fn create_as(
    app: &App,
    by: &StaffManager,
    role: StaffRole,
    email: &str,
    password: String,
    full_name: &str,
) -> Result<User> {
    create_with(app, by, (role, Vec::new()), email, password, full_name).await
}

/// Creates an account of staff together with the roles that it is given.
///
/// # Errors
/// Those of [`create_as`]; 409 `has_all_roles` and 422 for roles that cannot be given.
pub async fn create_with(
    app: &App,
    by: &StaffManager,
    (role, given): (StaffRole, Vec<RoleGrant>),
    email: &str,
    password: String,
    full_name: &str,
) -> Result<User> {
    insert(app, by.into(), NewAdmin { email, password, full_name, role, given, only_first: false }).await
}

pub(crate) struct NewAdmin<'a> {
    pub email: &'a str,
    pub password: String,
    pub full_name: &'a str,
    pub role: StaffRole,
    /// Roles that it is given at once.
    pub given: Vec<RoleGrant>,
    /// Whether to fail if an admin exists: for the first-run setup.
    pub only_first: bool,
}

/// Like [`create`]. An invited applicant without an account keeps their record.
pub(crate) async fn insert(app: &App, by: By, new: NewAdmin<'_>) -> Result<User> {
    let NewAdmin { email, password, full_name, role, given, only_first } = new;
    let stored = passwords::stored(&app.store.read()?)?;
    // The operator and the first-run setup may choose any password that is long enough.
    let policy = PasswordPolicy { refuse_common: stored.refuse_common && by.account().is_some(), ..stored };
    user::check_new_account(email, &password, full_name, &policy)?;
    let email = user::normalise_email(email);
    let full_name = full_name.trim().to_owned();
    let hash = app.secrets.passwords.hash_for(by.account().map(Client::Account), password).await?;
    let id = app.new_id();
    app.write(by, move |w| {
        let is_first = w.count(&counter::admins())? == 0;
        if only_first && !is_first {
            return Err(Error::conflict(
                ErrorCode::AdminExists,
                "This server already has an administrator. Please sign in.",
            ));
        }
        if is_first && role != StaffRole::Admin {
            return Err(Error::conflict(ErrorCode::NoAdmin, "The first account must be an administrator."));
        }
        let known = by_email(w, &email)?;
        if known.as_ref().is_some_and(|u| u.password_hash.is_some()) {
            return Err(email_taken());
        }
        let user = User {
            id: known.as_ref().map_or(id, |u| u.id),
            email,
            full_name,
            role: role.into(),
            password_hash: Some(hash),
            is_first_admin: is_first,
            is_active: true,
            mailbox_proven: true,
            token_version: known.map_or(1, |u| u.token_version + 1),
            created_at: w.now,
        };
        w.put(&user)?;
        // Notifications from before the account existed are not news to it.
        notifications::clear_for(w, user.id)?;
        w.audit("admin.create", user.id, if role == StaffRole::Admin { "" } else { role.name() })?;
        if !given.is_empty() {
            grants::give(w, user.id, given)?;
        }
        Ok(user)
    })
    .await
}

fn range(role: StaffRole) -> IndexRange<User> {
    records::USERS_BY_ROLE.under(Role::from(role))
}

/// All admins, oldest first.
///
/// # Errors
/// Storage only.
pub fn all(app: &App, _: &StaffReader) -> Result<Vec<User>> {
    Ok(app.store.read()?.linked(range(StaffRole::Admin))?)
}

/// All accounts of staff, oldest first.
///
/// # Errors
/// Storage only.
pub fn staff(app: &App, _: &StaffReader) -> Result<Vec<User>> {
    query::person::staff(&app.store.read()?)
}

/// Accounts of staff of one role, newest first.
///
/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &StaffReader, role: StaffRole, slice: &Slice) -> Result<Page<User>> {
    newest(&app.store.read()?, range(role), slice)
}

/// The superadmin.
///
/// # Errors
/// Storage only.
pub fn first(app: &App, by: &StaffReader) -> Result<Option<User>> {
    Ok(all(app, by)?.into_iter().find(|a| a.is_first_admin))
}

fn load(read: &impl Read, id: UserId) -> Result<User> {
    let user: Option<User> = read.get(id)?;
    user.filter(|u| u.role.is_staff()).ok_or_else(|| Error::not_found("administrator"))
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &StaffManager, id: UserId) -> Result<User> {
    load(&app.store.read()?, id)
}

fn require_other(user: &User, what: &str) -> Result<()> {
    if user.is_first_admin {
        return Err(Error::conflict(ErrorCode::SuperadminProtected, format!("The first administrator {what}")));
    }
    Ok(())
}

fn check_password(app: &App, field: &str, password: &str) -> Result<()> {
    let mut check = FieldChecker::default();
    passwords::stored(&app.store.read()?)?.check(&mut check, field, password);
    check.finish(&[])
}

/// Version of the role of an account, by which a change of it says what it is based on.
///
/// # Errors
/// Never: a role is plain data.
pub fn role_version(user: &User) -> Result<u32> {
    version::of(&user.role)
}

/// Gives another account of staff another role, and ends its sessions. Administrators need no given roles, and lose theirs;
/// roles that are given with it replace those that the account had. With the `version` that was read it does not overwrite a
/// later change of the role.
///
/// # Errors
/// 404; 409 `changed_meanwhile`, `superadmin_protected`, `second_marker`: administrators see the first scores;
/// `has_all_roles` and 422 for roles that cannot be given.
pub async fn change_role(
    app: &App,
    by: &StaffManager,
    id: UserId,
    (role, given): (StaffRole, Option<Vec<RoleGrant>>),
    version: Option<u32>,
) -> Result<User> {
    app.write(by, move |w| {
        let user = load(w, id)?;
        let target = id.to_string();
        let did = "has changed the role of this account in the meantime.";
        let setting = Setting { action: "admin.change_role", target: &target, did };
        version::check(&**w, version, &user.role, setting)?;
        require_other(&user, "stays an administrator.")?;
        let user = become_role(w, user, role)?;
        if let Some(given) = given {
            grants::give(w, id, given)?;
        }
        Ok(user)
    })
    .await
}

/// Gives the account this role, and ends its sessions if it had another one.
///
/// # Errors
/// 409 `second_marker`.
pub(super) fn become_role(w: &mut Work<'_, '_>, mut user: User, role: StaffRole) -> Result<User> {
    if user.role == role.into() {
        return Ok(user);
    }
    let id = user.id;
    if role == StaffRole::Admin && !grants::second_scores(&**w, id)?.is_empty() {
        let detail = "This reviewer is a second marker, and administrators see the first scores. Please assign \
                      the second scores to another reviewer first.";
        return Err(Error::conflict(ErrorCode::SecondMarker, detail));
    }
    user.role = role.into();
    user.token_version += 1;
    w.put(&user)?;
    if !user.role.may_have_roles() {
        w.delete::<Grants>(id)?;
    }
    if !user.role.is_marker() {
        assigning::forget(w, id)?;
    }
    events::rights_changed(w, id);
    w.audit("admin.change_role", id, role.name())?;
    Ok(user)
}

/// Changes another admin's password and ends their sessions.
///
/// # Errors
/// 404; 409 `superadmin_protected`; 422.
pub async fn change_password(app: &App, by: &StaffManager, id: UserId, password: String) -> Result<()> {
    check_password(app, "new_password", &password)?;
    let hash = app.secrets.passwords.hash_for(by.id().map(Client::Account), password).await?;
    app.write(by, move |w| {
        let user = load(w, id)?;
        require_other(&user, "must change the password in their own account settings.")?;
        let user = set_password(w, user, hash)?;
        w.audit("admin.change_password", user.id, "")
    })
    .await
}

/// The account is one of this site alone from now on: no provider vouches for it.
fn set_password(w: &mut Work<'_, '_>, mut user: User, hash: String) -> Result<User> {
    w.delete::<DirectoryLink>(user.id)?;
    user.password_hash = Some(hash);
    user.token_version += 1;
    w.put(&user)?;
    events::sessions_ended(w, user.id);
    Ok(user)
}

/// Resets any admin's password from the command line and ends all their sessions.
///
/// # Errors
/// 404 if no admin has this address, 422.
pub async fn reset_password(app: &App, by: &StaffManager, email: &str, password: String) -> Result<User> {
    check_password(app, "password", &password)?;
    let email = user::normalise_email(email);
    let hash = app.secrets.passwords.hash(password).await?;
    app.write(by, move |w| {
        let found = by_email(w, &email)?.filter(|u| u.role.is_staff());
        let user = set_password(w, found.ok_or_else(|| Error::not_found("administrator"))?, hash)?;
        w.audit("admin.reset_password", user.id, "")?;
        Ok(user)
    })
    .await
}

/// Deletes another admin. One who was invited to a test is kept as an applicant without an account, so that their
/// invites and results can still be found and erased.
///
/// # Errors
/// 404; 409 `superadmin_protected`.
pub async fn delete(app: &App, by: &StaffManager, id: UserId) -> Result<()> {
    app.write(by, move |w| {
        let user = load(w, id)?;
        require_other(&user, "cannot be deleted.")?;
        assigning::forget(w, id)?;
        delete_linked(w, records::SESSIONS_BY_USER.under(id))?;
        delete_linked(w, records::MAIL_BY_ACCOUNT.under(id))?;
        delete_linked(w, records::API_TOKENS_BY_OWNER.under(id))?;
        w.delete::<PasswordReset>(id)?;
        w.delete::<DigestChoice>(id)?;
        w.delete::<SecondFactor>(id)?;
        w.delete::<DirectoryLink>(id)?;
        w.delete::<ReadMarks>(id)?;
        w.delete::<Grants>(id)?;
        w.delete_children::<KeyedCall>(id, usize::MAX)?;
        w.delete_children::<BackgroundJob>(id, usize::MAX)?;
        let was_invited = w.count(&counter::invites_of(id))? > 0 || w.count(&counter::submissions_of(id))? > 0;
        if was_invited {
            let token_version = user.token_version + 1;
            let role = Role::Applicant;
            w.put(&User { role, password_hash: None, mailbox_proven: false, token_version, ..user })?;
        } else {
            w.delete::<ErasureRequest>(id)?;
            w.delete::<User>(user.id())?;
        }
        events::rights_changed(w, id);
        w.audit("admin.delete", id, "")
    })
    .await
}
