//! Exam sessions of today: one with people in several states, and one at whose entrance people wait.

use super::drawing;
use crate::{
    app::App,
    domain::{
        InviteId, Result, UserId,
        attempt::Attempt,
        exam_session::{AssignedProctor, ExamSessionDraft, IdentityAsked, PictureKind, StartMode},
        invite::Invite,
        list::InviteClass,
        time::{HOUR, SignedDuration},
    },
    service::{
        actor::{Actor, Proctor},
        monitor::session::{
            check_in::{self, Named},
            identity, seats, sessions,
        },
        query,
    },
    store::{Read, records},
};

const RUNNING: usize = 5;
const WAITING: usize = 5;
/// Candidates who have not begun, at the entrance of the second session.
const AT_ENTRANCE: usize = 2;
const ENDED: usize = 2;
/// Waiting candidates who are checked in.
const ARRIVED: usize = 2;
/// Faces of others than the candidates who work.
const FIRST_FACE: usize = 40;
const SINCE: SignedDuration = SignedDuration::from_mins(20);

pub(super) async fn play(app: &App, admins: [&Actor; 2], lead: UserId) -> Result<()> {
    let (running, waiting) = people(app)?;
    let [admin, colleague] = admins;
    let (by, other): (Proctor, Proctor) = (admin.require()?, colleague.require()?);
    let now = app.now();
    let draft = ExamSessionDraft {
        title: "On-site round".into(),
        starts_at: now.plus(-SINCE),
        time_zone: None,
        ends_at: Some(now.plus(3 * HOUR)),
        place: "Hall 2, ground floor".into(),
        capacity: Some(24),
        lead: Some(lead),
        proctors: Vec::new(),
        notes: "Spare keyboards are in the cupboard beside the entrance.".into(),
        start: StartMode::Individual,
        waiting_room: false,
        identity: IdentityAsked::None,
    };
    let (waiting, at_entrance) = waiting.split_at(waiting.len().min(WAITING));
    entrance(app, &by, &draft, at_entrance).await?;
    let session = sessions::create(app, &by, draft.clone()).await?.session.id;
    let all: Vec<InviteId> = running.iter().chain(waiting).copied().collect();
    seats::change(app, &by, session, (all.clone(), Vec::new()), None).await?;
    for invite in running.iter().chain(waiting.iter().take(ARRIVED)) {
        check_in::by_staff(app, &by, session, Named::Invite(*invite), false).await?;
    }
    let proctors = shares(&all, [by.id(), other.id()]);
    sessions::update(app, &by, session, ExamSessionDraft { proctors, ..draft }, None).await?;
    Ok(())
}

/// Each half to one proctor. The last person came later and is in no share, for the lead to assign.
fn shares(all: &[InviteId], accounts: [Option<UserId>; 2]) -> Vec<AssignedProctor> {
    let shared = all.split_last().map_or(all, |(_, before)| before);
    let (first, second) = shared.split_at(shared.len() / 2);
    let assigned = accounts.into_iter().zip([first, second]);
    assigned.filter_map(|(id, share)| Some(AssignedProctor { account: id?, share: Some(share.to_vec()) })).collect()
}

/// People who wait to be let in, with pictures to compare: one of both, one of the face alone.
async fn entrance(app: &App, by: &Proctor, hall: &ExamSessionDraft, invites: &[InviteId]) -> Result<()> {
    let draft = ExamSessionDraft {
        title: "Second on-site round".into(),
        starts_at: app.now().plus(SINCE),
        place: "Hall 3, first floor".into(),
        notes: String::new(),
        waiting_room: true,
        identity: IdentityAsked::FaceAndDocument,
        ..hall.clone()
    };
    let session = sessions::create(app, by, draft).await?.session.id;
    seats::change(app, by, session, (invites.to_vec(), Vec::new()), None).await?;
    for (number, id) in invites.iter().enumerate() {
        check_in::by_staff(app, by, session, Named::Invite(*id), false).await?;
        let Some(invite) = app.store.read()?.get::<Invite>(*id)? else { continue };
        let link = query::link::token_of(app, &invite)?;
        let who = FIRST_FACE + number;
        identity::put(app, &link, PictureKind::Face, drawing::frame(who, 1)?).await?;
        if number == 0 {
            identity::put(app, &link, PictureKind::Document, drawing::card(who)?).await?;
        }
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
    Ok((begun, open.take(WAITING + AT_ENTRANCE).map(|invite| invite.id).collect()))
}
