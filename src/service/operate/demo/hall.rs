//! An exam session of today, with people in several states.

use crate::{
    app::App,
    domain::{
        InviteId, Result,
        attempt::Attempt,
        exam_session::{ExamSessionDraft, IdentityAsked, StartMode},
        invite::Invite,
        list::InviteClass,
        time::{HOUR, SignedDuration},
    },
    service::{
        actor::Actor,
        monitor::session::{
            check_in::{self, Named},
            seats, sessions,
        },
    },
    store::{Read, records},
};

const RUNNING: usize = 5;
const WAITING: usize = 5;
const ENDED: usize = 2;
/// Of those who wait.
const ARRIVED: usize = 2;
const SINCE: SignedDuration = SignedDuration::from_mins(20);

pub(super) async fn play(app: &App, admin: &Actor) -> Result<()> {
    let (running, waiting) = people(app)?;
    let by = admin.require()?;
    let now = app.now();
    let draft = ExamSessionDraft {
        title: "On-site round".into(),
        starts_at: now.plus(-SINCE),
        time_zone: None,
        ends_at: Some(now.plus(3 * HOUR)),
        place: "Hall 2, ground floor".into(),
        capacity: Some(24),
        lead: None,
        proctors: Vec::new(),
        notes: "Spare keyboards are in the cupboard beside the entrance.".into(),
        start: StartMode::Individual,
        waiting_room: false,
        identity: IdentityAsked::None,
    };
    let session = sessions::create(app, &by, draft).await?.session.id;
    let all = running.iter().chain(&waiting).copied().collect();
    seats::change(app, &by, session, (all, Vec::new()), None).await?;
    for invite in running.iter().chain(waiting.iter().take(ARRIVED)) {
        check_in::by_staff(app, &by, session, Named::Invite(*invite), false).await?;
    }
    Ok(())
}

/// Invites of people who take a test or took one, and of others who have not begun.
fn people(app: &App) -> Result<(Vec<InviteId>, Vec<InviteId>)> {
    let read = app.store.read()?;
    let attempts: Vec<Attempt> = read.some_linked(records::ATTEMPTS_BY_DUE.all(), RUNNING)?;
    let ended: Vec<Invite> = read.some_linked(records::INVITES_BY_CLASS.under(InviteClass::Completed), ENDED)?;
    let begun = attempts.iter().map(|attempt| attempt.invite_id).chain(ended.iter().map(|invite| invite.id)).collect();
    let waiting: Vec<Invite> = read.linked(records::INVITES_BY_CLASS.under(InviteClass::Active))?;
    let open = waiting.iter().filter(|invite| invite.require_open(app.now()).is_ok());
    Ok((begun, open.take(WAITING).map(|invite| invite.id).collect()))
}
