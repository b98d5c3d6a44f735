//! Figures of the admin dashboard, from counters.

use crate::{
    app::App,
    domain::{
        Result,
        invite::Invite,
        list::{InviteClass, Scope},
    },
    service::{actor::Admin, invite::invites, query::page::Slice},
    store::{Read, records::counter},
};

pub struct Overview {
    pub total_tests: u64,
    pub invites_sent: u64,
    pub completed_tests: u64,
    pub in_progress: u64,
    pub pending_reviews: u64,
    /// The newest five.
    pub recent: Vec<Invite>,
}

/// # Errors
/// Storage only.
pub fn overview(app: &App, admin: &Admin) -> Result<Overview> {
    let all = invites::Filter { class: InviteClass::All, created: None, email: None };
    let recent = invites::list(app, admin, &all, &Slice { limit: 5, after: None })?.items;
    let read = app.store.read()?;
    Ok(Overview {
        total_tests: read.count(&counter::tests())?,
        invites_sent: read.count(&counter::invites(InviteClass::All))?,
        completed_tests: read.count(&counter::submissions(Scope::All))?,
        in_progress: read.count(&counter::invites(InviteClass::InProgress))?,
        pending_reviews: read.count(&counter::waiting())?,
        recent,
    })
}
