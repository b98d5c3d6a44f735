//! Bulk invites, with a result per line (docs/behaviour/invites.md#invites).

use super::{agreed::AgreedInput, invites::InviteInput};
use crate::{
    app::App,
    domain::ErrorCode,
    http::{
        error::ApiResult,
        extract::{IdempotencyKey, JSON_LIMIT, UnreadBody, Within},
        refusals::NotFound,
        wire::Timestamp,
    },
    service::{
        actor::Inviter,
        invite::bulk::{self, Bulk, InviteLine, InviteLineOutcome},
        work::idempotency::Once,
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Distinguishes repeats of this call from those of others.
const CALL: &str = "POST /invites/bulk";

/// A person to be invited.
#[derive(Deserialize, ToSchema)]
pub struct BulkApplicant {
    /// The candidate is asked for a name that is blank or absent.
    #[serde(default)]
    name: Option<String>,
    email: String,
    /// Accommodation of this person instead of the common one, in minutes, 0 to 480; not with `extra_percent`.
    #[serde(default)]
    extra_minutes: Option<i64>,
    /// The same in percent of the test's duration, 0 to 200.
    #[serde(default)]
    extra_percent: Option<i64>,
    /// Opening for this person instead of the common one.
    #[serde(default)]
    opens_at: Option<Timestamp>,
    /// End for this person instead of the common one.
    #[serde(default)]
    closes_at: Option<Timestamp>,
    /// Language of this person instead of the common one.
    #[serde(default)]
    language: Option<String>,
    #[serde(flatten)]
    agreed: AgreedInput,
}

impl BulkApplicant {
    fn line(self, number: u64) -> InviteLine {
        let name = self.name.unwrap_or_default();
        let line = InviteLine::new(number, name, self.email, self.extra_minutes, self.extra_percent);
        line.within(self.opens_at.map(|at| at.0), self.closes_at.map(|at| at.0))
            .speaking(self.language.as_deref())
            .agreed((!self.agreed.is_blank()).then(|| self.agreed.agreed()))
    }
}

/// Invites of several people to the same test.
#[derive(Deserialize, ToSchema)]
pub struct BulkInput {
    test_id: String,
    /// The admin sets the date. Default if both flags are omitted and there is a date.
    #[serde(default)]
    admin_scheduled: Option<bool>,
    /// The links can be used immediately. Default if both flags and the date are omitted; if both are false, the
    /// candidates choose slots.
    #[serde(default)]
    no_schedule: Option<bool>,
    /// Required with `admin_scheduled`.
    #[serde(default)]
    scheduled_date: Option<Timestamp>,
    /// IANA name of the zone in which the date was chosen.
    #[serde(default)]
    time_zone: Option<String>,
    /// Accommodation of all, in minutes, 0 to 480; not with `extra_percent`.
    #[serde(default)]
    extra_minutes: Option<i64>,
    /// Accommodation of all, in percent of the test's duration, 0 to 200.
    #[serde(default)]
    extra_percent: Option<i64>,
    /// Earliest start of all; the test is open immediately by default.
    #[serde(default)]
    opens_at: Option<Timestamp>,
    /// Latest start of all, after `opens_at` and in the future.
    #[serde(default)]
    closes_at: Option<Timestamp>,
    /// Tag (BCP 47) of the language of all; the test's by default.
    #[serde(default)]
    language: Option<String>,
    /// Id of the exam session that all invites belong to; a line beyond its capacity fails.
    #[serde(default)]
    session_id: Option<String>,
    /// Create none for people with an invitation to this test that still works; their lines have `already_invited`.
    #[serde(default)]
    skip_invited: bool,
    /// Adjustments that are agreed with each of these people.
    #[serde(flatten)]
    agreed: AgreedInput,
    /// 1 to 1,000 people.
    applicants: Vec<BulkApplicant>,
}

/// Result of one line.
#[derive(Serialize, ToSchema)]
pub struct BulkLine {
    /// Position in the list, from 1.
    #[schema(value_type = usize)]
    line: u64,
    email: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invite_id: Option<String>,
    /// The email is queued; false if no mail server is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    email_queued: Option<bool>,
    /// Why this line was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
    /// True for a line that `skip_invited` left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    already_invited: bool,
}

/// Results in the order of the input.
#[derive(Serialize, ToSchema)]
pub struct BulkReply {
    results: Vec<BulkLine>,
}

fn line(InviteLineOutcome { line, email, invite }: InviteLineOutcome, mails_go_out: bool) -> BulkLine {
    let already_invited = invite.as_ref().is_err_and(|error| error.code == ErrorCode::AlreadyInvited);
    let (invite_id, detail) = match invite {
        Ok(id) => (Some(id.to_string()), None),
        Err(error) => (None, Some(error.detail)),
    };
    let ok = invite_id.is_some();
    BulkLine { line, email, ok, invite_id, email_queued: ok.then_some(mails_go_out), detail, already_invited }
}

/// Invite several people to a test. Emails are sent in the background; each line succeeds or fails separately. With an
/// `Idempotency-Key`, a repeat within 24 hours creates only what the first call has not; without one, a repeat of a call that had
/// no answer. A list of over 25 people is a background job, which goes on when the call ends early.
#[utoipa::path(post, path = "/invites/bulk", tag = "invites", request_body = BulkInput,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = BulkReply), NotFound))]
pub async fn bulk(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    key: IdempotencyKey,
    request: UnreadBody,
) -> ApiResult<Json<BulkReply>> {
    let received = request.authorized(JSON_LIMIT, || Ok(())).await?;
    let input: BulkInput = received.parse()?;
    let keyed = key.once(CALL, &received.bytes)?;
    // With `skip_invited` a repeat says of whom it creates none.
    let once = keyed.or_else(|| (!input.skip_invited).then(|| Once::until_answered(CALL, &received.bytes)));
    let common = InviteInput {
        test_id: input.test_id,
        admin_scheduled: input.admin_scheduled,
        no_schedule: input.no_schedule,
        scheduled_date: input.scheduled_date,
        time_zone: input.time_zone,
        extra_minutes: input.extra_minutes,
        extra_percent: input.extra_percent,
        opens_at: input.opens_at,
        closes_at: input.closes_at,
        language: input.language,
        session_id: input.session_id,
        agreed: input.agreed,
        // The line of each applicant has name and address.
        ..InviteInput::default()
    };
    let lines = (1..).zip(input.applicants).map(|(number, person)| person.line(number)).collect();
    let bulk = Bulk::new(&app, &by, common.try_into()?, once)?.skip_invited(input.skip_invited);
    let invited = bulk::create(&app, by, bulk, lines).await?;
    let results = invited.outcomes.into_iter().map(|outcome| line(outcome, invited.mails_go_out)).collect();
    Ok(Json(BulkReply { results }))
}
