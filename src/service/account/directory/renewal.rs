//! The roles of now for a person who is signed in.

use super::admit::{Roles, Voucher, attainable, renew_roles, withdraw};
use crate::{
    app::App,
    domain::{
        Result,
        directory::keep_tests,
        grants::{Grants, RoleGrant},
        test::Test,
        user::{StaffRole, User},
    },
    service::work::By,
    store::Read,
};

/// Gives the account the roles of its groups as they are now; without any it loses roles and sessions. Returns false if it has
/// them already, and where the change is refused, which is logged.
pub(super) async fn renew(app: &App, voucher: Voucher, user: &User, held: Roles) -> Result<bool> {
    if has_roles(app, user, held.clone())? {
        return Ok(false);
    }
    let id = user.id;
    let changed = app.write(By::Server, move |w| {
        voucher.require_current(&**w)?;
        let Some(user) = w.get::<User>(id)? else { return Ok(()) };
        match held {
            Some(roles) => renew_roles(w, user, roles).map(drop),
            None => withdraw(w, user),
        }
    });
    match changed.await {
        Ok(()) => Ok(true),
        Err(error) => {
            tracing::warn!(account = %id, %error, "the roles of a person's groups cannot be renewed");
            Ok(false)
        }
    }
}

fn has_roles(app: &App, user: &User, held: Roles) -> Result<bool> {
    let Some((role, mut given)) = held else {
        // The superadmin keeps all rights; it is never linked.
        return Ok(user.is_first_admin || !user.role.is_staff());
    };
    let read = app.store.read()?;
    keep_tests(&mut given, |test| read.has::<Test>(test).unwrap_or_default());
    let (role, given) = attainable(&read, user, (role, given))?;
    let own: Vec<RoleGrant> = read.get::<Grants>(user.id)?.map(|grants| grants.items).unwrap_or_default();
    Ok(user.role == role.into() && (role == StaffRole::Admin || own == given))
}
