//! Wire types shared by several resources, and their mapping to domain types.

use crate::domain::{self, Instant, test::QuestionKind, webhook::WebhookEvent};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// An instant, serialized as RFC 3339 in UTC; any offset is accepted on input. utoipa knows a `Timestamp` by its name (its
/// feature `jiff_0_2`) and describes it as a string with the format `date-time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp(pub Instant);

impl From<Instant> for Timestamp {
    fn from(at: Instant) -> Self {
        Self(at)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let at = Instant::parse(&text);
        at.map(Self).ok_or_else(|| D::Error::custom("expected a timestamp like 2026-11-20T09:30:00Z"))
    }
}

/// Declares a wire enum that mirrors an enum of a lower layer, with conversions both ways. Its names are in snake case, or
/// as `in` says.
macro_rules! mirror {
    ($(#[$meta:meta])* $name:ident as $schema:ident = $domain:path { $($(#[$of:meta])* $variant:ident),+ $(,)? }) => {
        mirror!($(#[$meta])* $name as $schema in "snake_case" = $domain { $($(#[$of])* $variant),+ });
    };
    ($(#[$meta:meta])* $name:ident as $schema:ident in $case:tt = $domain:path { $($(#[$of:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = $case)]
        #[schema(as = $schema)]
        pub enum $name { $($(#[$of])* $variant),+ }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                match value { $(<$domain>::$variant => Self::$variant),+ }
            }
        }
        impl From<$name> for $domain {
            fn from(value: $name) -> Self {
                match value { $($name::$variant => Self::$variant),+ }
            }
        }
    };
}

pub(in crate::http) use mirror;

/// Kind of a question, in the names of the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QuestionType(QuestionKind);

impl PartialSchema for QuestionType {
    fn schema() -> RefOr<Schema> {
        let names = QuestionKind::ALL.map(QuestionKind::name);
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
    }
}

impl ToSchema for QuestionType {}

impl From<QuestionKind> for QuestionType {
    fn from(kind: QuestionKind) -> Self {
        Self(kind)
    }
}

impl From<QuestionType> for QuestionKind {
    fn from(QuestionType(kind): QuestionType) -> Self {
        kind
    }
}

/// An event that a webhook is sent, by the name in its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookEventName(WebhookEvent);

impl PartialSchema for WebhookEventName {
    fn schema() -> RefOr<Schema> {
        let names = WebhookEvent::ALL.into_iter().chain([WebhookEvent::Test]).map(WebhookEvent::name);
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
    }
}

impl ToSchema for WebhookEventName {}

impl From<WebhookEvent> for WebhookEventName {
    fn from(event: WebhookEvent) -> Self {
        Self(event)
    }
}

impl Serialize for WebhookEventName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.name())
    }
}

mirror!(WebhookMethodName as WebhookMethod = domain::webhook::WebhookMethod { Post, Put, Patch });

/// How a delivery of a webhook stands: it waits for its next try, or for an earlier one of the same invite; it arrived; it was
/// given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WebhookDeliveryState)]
pub enum DeliveryStateName {
    Waiting,
    InLine,
    Delivered,
    SetAside,
}

mirror!(RoleName as Role = domain::user::Role { Admin, Applicant, Reviewer, Staff });
mirror!(
    /// Permissions of a staff account: everything but managing the others (`admin`), scoring what is assigned to it, or only
    /// what it is given roles for (`staff`).
    StaffRoleName as StaffRole = domain::user::StaffRole { Admin, Reviewer, Staff }
);
mirror!(
    /// A role that is given for the whole site or for some tests: writes tests; invites, and reads results; decides on results;
    /// watches running tests; reads tests and results.
    GrantedRoleName as GrantedRole =
        domain::grants::GrantedRole { Author, Recruiter, HiringManager, Proctor, Viewer }
);
mirror!(
    /// The role whose rights a token has, as far as its owner has them too.
    TokenRoleName as TokenRole =
        domain::grants::TokenRole { Admin, Author, Recruiter, HiringManager, Proctor, Viewer }
);
mirror!(MarkingStateName as MarkingState = domain::marking::MarkingState { Waiting, Done, Closed });
mirror!(
    /// Who begins when: each candidate on their own, or all at one moment.
    StartModeName as StartMode = domain::exam_session::StartMode { Individual, Together }
);
mirror!(
    /// Pictures of a candidate that the waiting room compares.
    IdentityAskedName as IdentityAsked = domain::exam_session::IdentityAsked { None, Face, FaceAndDocument }
);
mirror!(
    /// How someone was checked in: chosen in the list, by the code of the invitation, or with the code
    /// that was shown in the room.
    CheckInWayName as CheckInWay = domain::exam_session::CheckInWay { List, Code, Projector }
);
mirror!(
    /// How a person of an exam session stands.
    PersonStateName as PersonState =
        domain::exam_session::PersonState { Expected, Here, Ready, Testing, Done, InTrouble, Late, Absent }
);
mirror!(
    /// The answer of a rehearsal: `undecided` if it could not judge.
    RehearsalVerdict as RehearsalVerdict = domain::rehearsal::Verdict { Go, NoGo, Undecided }
);
mirror!(
    /// How one measure of a rehearsal turned out: `fault` is beyond the limit, `unknown` was not measured.
    RehearsalMark as RehearsalMark = domain::rehearsal::Mark { Ok, Warning, Fault, Unknown }
);
mirror!(TextFormat as TextFormat = domain::rich_text::RichTextFormat { Plain, Markdown });
mirror!(
    /// Detail of the history of each answer: its text at each save (`saves`), or also the edits in between (`keystrokes`).
    HistoryModeName as HistoryMode = domain::history::HistoryMode { Saves, Keystrokes }
);
mirror!(
    /// Kind of a text of a test.
    TextPart as TextPart = domain::test_translation::Part {
        Title,
        Description,
        SectionTitle,
        Instructions,
        PassageTitle,
        Passage,
        Question,
        Option,
        Prompt,
        GapOption,
    }
);
mirror!(ScoringName as Scoring = domain::question::Scoring { AllOrNothing, Partial });
mirror!(ToleranceKindName as ToleranceKind = domain::question::ToleranceKind { Absolute, Relative });
mirror!(JudgingProgress as Judging = domain::judging::SubmissionJudging { None, Waiting, Done, Failed });
mirror!(JudgingStateName as JudgingState = domain::judging::JudgingState { Waiting, Done, Failed });
mirror!(CodeCheckerName as CodeChecker = domain::question::CodeChecker { Exact, Tokens, Numbers });
mirror!(GapKindName as GapKind = domain::question::GapKind { Choice, Text, Number });
mirror!(
    InviteStatusName as InviteStatus = domain::invite::InviteStatus { Sent, Scheduled, InProgress, Completed, Expired }
);
mirror!(
    ActivityKindName as ActivityKind =
        crate::service::operate::activity::ActivityKind { Invited, Scheduled, Started, Submitted, MailFailed }
);
mirror!(
    ScoringStatusName as ScoringStatus =
        domain::submission::ScoringStatus { AutoOnly, NeedsReview, PartiallyReviewed, FullyReviewed }
);
mirror!(AnswerStatus as AnswerStatus = domain::submission::GradeStatus { Pending, Correct, Wrong, Partial, Void });
mirror!(
    /// Another answer is right, too; another answer is right; all points for everyone; the question's points leave the total.
    RepairActionName as RepairAction = domain::repair::RepairAction { AlsoAccept, NewKey, FullMarks, Void }
);
mirror!(FindingName as SimilarityFinding = domain::similarity::SimilarityFinding { Discussed, NoFinding });
mirror!(
    /// Items add points, from none, or take points off all of them.
    RubricModeName as RubricMode = domain::rubric::RubricMode { Add, Deduct }
);
mirror!(DecisionName as DecisionValue = domain::decision::DecisionValue { Shortlist, Hold, Reject });
mirror!(
    /// How a program ended: accepted (without an expected output: it ran), wrong answer; time, memory or output limit exceeded;
    /// runtime error; compile error; failure of the runner.
    RunVerdict as RunVerdict in "UPPERCASE" = crate::runner::job::Verdict { Ac, Wa, Tle, Mle, Ole, Rte, Ce, Ie }
);
mirror!(
    /// Cause of an outage: the server, the network of several candidates, the connection of one.
    OutageKind as OutageKind = domain::outage::Reach { Server, Hall, Single }
);
mirror!(
    /// `already`: the attempt had its time from this outage; `ended`: it has ended; `nothing`: no time was asked for.
    GiveBackOutcomeName as GiveBackOutcome = crate::service::monitor::outages::give_back::GiveBackOutcome { Given, Already, Ended, Nothing }
);
mirror!(
    /// State of a candidate's camera. `muted`: the device or the system withholds its picture; `off`: the candidate chose to
    /// proceed without it.
    CameraName as CameraState = domain::camera::Camera {
        On,
        Muted,
        Black,
        Frozen,
        Off,
        Asking,
        Denied,
        Missing,
        Busy,
        Failed,
        Unsupported,
        Unplugged,
        Lost,
    }
);
mirror!(
    /// State of a candidate's microphone.
    MicrophoneName as MicrophoneState =
        domain::camera::Microphone { On, Muted, Off, Denied, Missing, Busy, Unplugged, Lost }
);
mirror!(
    /// Whether a candidate's page is heard from. `waiting`: not yet, but it or the server has just started; `closed`: it said so.
    ConnectionName as ConnectionState = domain::standing::Connection { Waiting, Connected, Lost, Closed }
);
mirror!(
    /// State of a candidate's video.
    VideoName as VideoName = domain::standing::VideoStatus { Live, Connecting, Offline }
);
mirror!(SubmittedBy as SubmittedBy = domain::attempt::EndedBy { Candidate, Deadline, Admin });

mirror!(
    SignalName as SignalKind = domain::signal::SignalKind {
        TabHidden,
        TabVisible,
        Blur,
        Focus,
        Paste,
        FullscreenLeft,
        CameraDenied,
        CameraLost,
        CameraBack,
        SecondScreen,
        ProceededWithoutMonitoring,
        PageError,
        CameraMuted,
        CameraBlack,
        CameraFrozen,
        CameraChanged,
        MicrophoneLost,
        MicrophoneBack,
    }
);

mirror!(
    NotificationType as NotificationType = domain::notification::NotificationKind {
        TestStarted,
        TestSubmitted,
        InviteScheduled,
        IntegrityFlag,
        ResumeRequested,
        EmailFailed,
        PoolTooSmall,
        ErasureAsked,
        CodeNotJudged,
        ClockSet,
        LateAnswer,
        Twin,
        AuditLogWaits,
        WebhookFails,
    }
);

mirror!(MessageKindName as MessageKind = domain::message::MessageKind { Message, Announcement, Answer });

mirror!(
    QueuedMailKind as QueuedMailKind = domain::mail::MailKind {
        Invitation,
        Scheduled,
        Reminder,
        VerifyMailbox,
        Closing,
        EndMoved,
        Decision,
        ResetPassword,
        Withdrawn,
        Digest,
        ServerNotice
    }
);

mirror!(
    EmailDeliveryState as EmailDeliveryState = crate::service::mail::standing::MailStanding {
        Planned,
        Queued,
        Sending,
        Waits,
        Paused,
        Unconfirmed,
        Refused,
        GivenUp
    }
);

/// The id of an invite; empty where names are hidden and it would show whose submission it is.
pub fn shown_invite(id: domain::InviteId) -> String {
    if id.0.is_nil() { String::new() } else { id.to_string() }
}

/// Confirmation of an action as a human-readable sentence.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
pub struct Confirmation {
    pub message: String,
}

impl Confirmation {
    pub fn new(message: impl Into<String>) -> axum::Json<Self> {
        axum::Json(Self { message: message.into() })
    }
}

/// An account, or a person who was invited but has not registered.
#[derive(Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserBody {
    pub id: String,
    pub email: String,
    pub full_name: String,
    pub role: RoleName,
    pub created_at: Timestamp,
    pub is_active: bool,
    pub is_first_admin: bool,
    /// The email address is verified; an applicant's invites are shown only then.
    pub mailbox_proven: bool,
    /// Version of the role, where accounts of staff are managed: send it with another role (optimistic concurrency).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<u32>,
    /// Id of the identity provider, or `LDAP`, that signs the person in and sets the roles each time; for the account itself
    /// and where accounts of staff are managed. Absent for an account of this site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub provided_by: Option<String>,
}

impl From<&domain::user::User> for UserBody {
    fn from(user: &domain::user::User) -> Self {
        Self {
            id: user.id.to_string(),
            email: user.email.clone(),
            full_name: user.full_name.clone(),
            role: user.role.into(),
            created_at: user.created_at.into(),
            is_active: user.is_active,
            is_first_admin: user.is_first_admin,
            mailbox_proven: user.mailbox_proven,
            version: None,
            provided_by: None,
        }
    }
}
