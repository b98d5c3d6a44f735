//! Bulk invites to one test (`docs/behaviour/invites.md#invites`). Each line succeeds or fails separately, and the outbox
//! worker sends the mails, so that the caller does not wait for the mail server a thousand times.

use super::invites::{NewInvite, PreparedInvite};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, InviteId, Result, TestId,
        accommodation::Accommodation,
        arrangement::Agreed,
        background_job::{JobKind, JobState},
        error::FieldChecker,
        idempotency::Created,
        invite::{Invite, StartWindow},
        language::Language,
        test::Test,
        user,
    },
    service::{
        actor::Inviter,
        mail::queue,
        monitor::session::choices,
        operate::background_jobs::{self, JobInHand, NewJob},
        query::{self, person::by_email},
        settings,
        work::{
            Work,
            idempotency::{self, Once},
        },
    },
    store::Read,
};
use std::collections::{HashMap, hash_map::Entry};

/// Invites per transaction, so that long lists do not delay candidates' saves.
const BATCH: usize = 25;
/// Why people were left out after the role of the person who invites, the account or its token ended.
pub(super) const UNGRANTED: &str = "The permission to invite ended before this person's turn.";
/// Applicants per call.
pub const MAX_PER_CALL: usize = 1_000;

pub struct InviteLine {
    /// Line number in the input.
    pub number: u64,
    pub name: String,
    pub email: String,
    /// Instead of the common one.
    pub accommodation: Option<Accommodation>,
    /// Bounds instead of the common ones.
    pub window: StartWindow,
    /// Instead of the common one.
    pub language: Option<Language>,
    /// Instead of the common agreements.
    pub agreed: Option<Agreed>,
    /// Why the line does not name an applicant.
    pub fault: Option<String>,
}

impl InviteLine {
    /// A line with the extra time of its own, if it has any; an invalid one is its fault.
    #[must_use]
    pub fn new(number: u64, name: String, email: String, minutes: Option<i64>, percent: Option<i64>) -> Self {
        let own = (minutes.is_some() || percent.is_some()).then(|| Accommodation::new(minutes, percent)).transpose();
        let (accommodation, fault) = match own {
            Ok(accommodation) => (accommodation, None),
            Err(error) => (None, Some(error.detail)),
        };
        // The candidate is asked for a name that the list does not have.
        let is_nameless = user::normalise_name(&name).is_empty() && user::is_email(&user::normalise_email(&email));
        let name = if is_nameless { email.clone() } else { name };
        Self { number, name, email, accommodation, window: StartWindow::default(), language: None, agreed: None, fault }
    }

    /// The line with bounds of its own.
    #[must_use]
    pub fn within(self, opens_at: Option<Instant>, closes_at: Option<Instant>) -> Self {
        Self { window: StartWindow { opens_at, closes_at }, ..self }
    }

    /// The line with agreements of its own; an invalid one is its fault.
    #[must_use]
    pub fn agreed(self, agreed: Option<Result<Agreed>>) -> Self {
        match agreed.transpose() {
            Ok(agreed) => Self { agreed, ..self },
            Err(error) => Self { fault: self.fault.or(Some(error.detail)), ..self },
        }
    }

    /// The line with a language of its own, unless it is blank; an unknown one is its fault.
    #[must_use]
    pub fn speaking(self, tag: Option<&str>) -> Self {
        match Language::given(tag) {
            Ok(language) => Self { language, ..self },
            Err(error) => Self { fault: self.fault.or(Some(error.detail)), ..self },
        }
    }
}

/// Checks lines by what they say themselves, in order. A list is shown by the same rules before it is sent.
#[derive(Default)]
pub struct LineChecker {
    /// Addresses so far, with the first line of each.
    seen: HashMap<String, u64>,
}

impl LineChecker {
    /// # Errors
    /// 422 for a line with a fault, without a name or a valid address, with bounds that exclude each other, and with an
    /// address of an earlier line.
    pub fn check(&mut self, line: &InviteLine, now: Instant) -> Result<()> {
        if let Some(reason) = &line.fault {
            return Err(Error::field("applicants", reason.clone()));
        }
        let mut check = FieldChecker::default();
        if !user::stands_in(&line.name, &line.email) {
            user::check_name(&mut check, "name", &line.name);
        }
        user::check_email(&mut check, "email", &line.email);
        check.finish(&["name", "email"])?;
        line.window.check(now)?;
        match self.seen.entry(user::normalise_email(&line.email)) {
            Entry::Occupied(first) => {
                Err(Error::field("email", format!("This address is already on line {}.", first.get())))
            }
            Entry::Vacant(place) => {
                place.insert(line.number);
                Ok(())
            }
        }
    }
}

/// Result of one line.
pub struct InviteLineOutcome {
    /// Line number in the input.
    pub line: u64,
    pub email: String,
    pub invite: Result<InviteId>,
}

pub struct Invited {
    /// Outcomes in the order of the input.
    pub outcomes: Vec<InviteLineOutcome>,
    /// The mails are queued for the worker; false if no mail server is configured.
    pub mails_go_out: bool,
    once: Option<Once>,
}

/// A bulk invite of any length, processed in parts, so that progress can be reported.
pub struct Bulk {
    common: NewInvite,
    /// The key of a call that may be repeated, or a call without one: what it has created is not created again.
    once: Option<Once>,
    /// Refuse people whose earlier invitation to this test still works.
    skip_invited: bool,
    lines: LineChecker,
    /// Whether mails are sent, as in [`Invited`].
    pub mails_go_out: bool,
}

impl Bulk {
    /// `common` has the test and the schedule; its name and address are ignored.
    ///
    /// # Errors
    /// 404 for an unknown test; 422 for a bad date or zone.
    pub fn new(app: &App, by: &Inviter, common: NewInvite, once: Option<Once>) -> Result<Self> {
        by.require(common.test_id, "test")?;
        let read = app.store.read()?;
        read.get::<Test>(common.test_id)?.ok_or_else(|| Error::not_found("test"))?;
        if let Some(session) = common.session {
            choices::require(&read, by, session)?;
        }
        let sample = NewInvite {
            applicant_name: "Applicant".into(),
            applicant_email: "applicant@example.org".into(),
            ..common.clone()
        };
        sample.check(app.now())?;
        let mails_go_out = settings::smtp(app).is_ok();
        Ok(Self { common, once, skip_invited: false, lines: LineChecker::default(), mails_go_out })
    }

    /// Refuses with [`ErrorCode::AlreadyInvited`] who has an invitation to this test that still works, so that a list can be sent
    /// again after people were added to it.
    #[must_use]
    pub fn skip_invited(self, skip_invited: bool) -> Self {
        Self { skip_invited, ..self }
    }

    /// Invites the next lines; returns their outcomes in order.
    ///
    /// # Errors
    /// Storage, and as [`Once`]: an error of a line is its outcome.
    pub async fn invite(&mut self, app: &App, by: &Inviter, lines: Vec<InviteLine>) -> Result<Vec<InviteLineOutcome>> {
        let mut checked = Vec::with_capacity(lines.len());
        for line in lines {
            checked.push((line.number, user::normalise_email(&line.email), self.check(app, line)));
        }
        let mut done = Vec::with_capacity(checked.len());
        let mut rest = checked.into_iter().peekable();
        while rest.peek().is_some() {
            done.extend(self.store(app, by, rest.by_ref().take(BATCH).collect()).await?);
            queue::wake(app);
        }
        Ok(done)
    }

    fn check(&mut self, app: &App, line: InviteLine) -> Result<NewInvite> {
        self.lines.check(&line, app.now())?;
        let InviteLine {
            name: applicant_name, email: applicant_email, accommodation, window, language, agreed, ..
        } = line;
        let accommodation = accommodation.unwrap_or(self.common.accommodation);
        let window = StartWindow {
            opens_at: window.opens_at.or(self.common.window.opens_at),
            closes_at: window.closes_at.or(self.common.window.closes_at),
        };
        let language = language.or(self.common.language);
        let agreed = agreed.unwrap_or_else(|| self.common.agreed.clone());
        let common = self.common.clone();
        let input = NewInvite { applicant_email, applicant_name, accommodation, window, language, agreed, ..common };
        input.check(app.now())?;
        Ok(input)
    }

    async fn store(
        &mut self,
        app: &App,
        by: &Inviter,
        batch: Vec<(u64, String, Result<NewInvite>)>,
    ) -> Result<Vec<InviteLineOutcome>> {
        let (now, mut once, skip_invited) = (app.now(), self.once, self.skip_invited);
        let prepare = |input: Result<NewInvite>| input.and_then(|input| PreparedInvite::new(app, input, now));
        let batch: Vec<_> = batch.into_iter().map(|(line, email, input)| (line, email, prepare(input))).collect();
        let write = app.write_paced(now, by, move |w| {
            let mut outcomes = Vec::with_capacity(batch.len());
            for (line, email, prepared) in batch {
                if let Some(invite) = earlier(w, &mut once, line)? {
                    outcomes.push(InviteLineOutcome { line, email, invite });
                    continue;
                }
                let invite = prepared.and_then(|prepared| {
                    if skip_invited {
                        require_uninvited(w, prepared.input.test_id, &email)?;
                    }
                    prepared.insert(w, w.now)
                });
                if let Ok(id) = invite {
                    idempotency::line_done(w, &mut once, line, Created::Invite(id))?;
                }
                match invite {
                    // A rejected line has written nothing, so the batch continues; a storage error fails the batch.
                    Err(error) if matches!(error.kind, ErrorKind::Internal | ErrorKind::Unavailable) => {
                        return Err(error);
                    }
                    invite => outcomes.push(InviteLineOutcome { line, email, invite }),
                }
            }
            Ok((outcomes, once))
        });
        let (outcomes, once) = write.await?;
        self.once = once;
        Ok(outcomes)
    }
}

fn require_uninvited(w: &Work<'_, '_>, test: TestId, email: &str) -> Result<()> {
    let Some(person) = by_email(w, email)? else { return Ok(()) };
    let invites = query::invite::of_person(w, person.id)?;
    if invites.iter().any(|invite| invite.test_id == test && invite.require_usable(w.now).is_ok()) {
        return Err(Error::conflict(
            ErrorCode::AlreadyInvited,
            "This person already has an invitation to this test that works.",
        ));
    }
    Ok(())
}

/// Invites all applicants of one call.
///
/// # Errors
/// Those of [`Bulk::invite`]; 422 for an empty list, and for more than [`MAX_PER_CALL`] lines.
pub async fn create(app: &App, by: Inviter, bulk: Bulk, lines: Vec<InviteLine>) -> Result<Invited> {
    if lines.is_empty() {
        return Err(Error::field("applicants", "Please enter at least one applicant."));
    }
    if lines.len() > MAX_PER_CALL {
        return Err(Error::field("applicants", format!("At most {MAX_PER_CALL} applicants can be invited at once.")));
    }
    let new = NewJob { kind: JobKind::BulkSend, test: Some(bulk.common.test_id), subject: String::new() };
    // The page shows how a short list ends before it could show a job.
    let account = by.id().filter(|_| lines.len() > BATCH);
    let sender = by.clone();
    let invited = background_jobs::run(app, account, new, move |app, job| send(app, by, bulk, lines, job)).await?;
    // Not reached by a call that ended before its list.
    if let Some(once) = invited.once
        && let Err(error) = app.write(&sender, move |w| idempotency::answered(w, once)).await
    {
        tracing::warn!(%error, "a list of people that is sent again counts as a repeat");
    }
    Ok(invited)
}

/// Invites in parts, until the job is cancelled or the permission to invite ends. A sign-out ends nothing.
async fn send(app: App, by: Inviter, mut bulk: Bulk, lines: Vec<InviteLine>, job: JobInHand) -> Result<Invited> {
    let all = lines.len();
    job.progress.expect(all);
    let mut outcomes: Vec<InviteLineOutcome> = Vec::with_capacity(all);
    let mut rest = lines.into_iter();
    let is_granted = by.without_session().still_held();
    while !job.is_cancelled() && is_granted(&app) {
        let batch: Vec<InviteLine> = rest.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        let count = batch.len();
        outcomes.extend(bulk.invite(&app, &by, batch).await?);
        job.progress.advance(count);
    }
    let done = outcomes.len();
    let why = if job.is_cancelled() { "The sending was cancelled before this person's turn." } else { UNGRANTED };
    outcomes.extend(rest.map(|line| InviteLineOutcome {
        line: line.number,
        email: user::normalise_email(&line.email),
        invite: Err(Error::conflict(ErrorCode::Cancelled, why)),
    }));
    let refused = outcomes.iter().filter(|outcome| is_refused(outcome)).count();
    if done < all {
        let note = if job.is_cancelled() {
            format!("{done} of {all} people were processed, and the others were not invited.")
        } else {
            format!("The permission to invite ended after {done} of {all} people. The others were not invited.")
        };
        job.ends(JobState::Cancelled, note);
    } else if refused > 0 {
        let note = format!("{refused} of {all} people were not invited. The list, sent again, says why of each.");
        job.ends(JobState::Done, note);
    }
    Ok(Invited { outcomes, mails_go_out: bulk.mails_go_out, once: bulk.once })
}

fn is_refused(outcome: &InviteLineOutcome) -> bool {
    outcome.invite.as_ref().is_err_and(|error| error.code != ErrorCode::AlreadyInvited)
}

/// The outcome of a line that an earlier try of the same call has stored.
fn earlier(w: &Work<'_, '_>, once: &mut Option<Once>, line: u64) -> Result<Option<Result<InviteId>>> {
    let Some(Created::Invite(id)) = idempotency::earlier_line(w, once, line)? else { return Ok(None) };
    let is_left = w.has::<Invite>(id)?;
    Ok(Some(if is_left { Ok(id) } else { Err(Error::not_found("invite")) }))
}
