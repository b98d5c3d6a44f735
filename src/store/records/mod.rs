//! Database schema: the table, key, indexes and counters of every record type.
//!
//! A change of a record's fields needs a new `VERSION`, an `upgrade` from the old one and golden bytes. A change of its
//! index entries or counters needs a migration that rebuilds them.

use super::{Index, IndexEntry, Record, RecordKind, StoreError, Table, decode_body};
use crate::domain::{
    AttemptId, ImportId, Instant, InviteId, MailId, TestId, UserId,
    anonymity::{Alias, Anonymity},
    api_token::ApiToken,
    arrangement::Arrangement,
    asked_question::AskedQuestion,
    assignment::Assignments,
    attempt::{Answer, Attempt, LateAnswer, ResumeRequest, TimeSpent},
    audit::AuditEntry,
    audit_out::AuditPosition,
    background_job::BackgroundJob,
    bank::{
        BankQuestion, BankRevision, QuestionVersion,
        plan::{Draw, PaperPlan},
        sections::TestSections,
    },
    clip::{AgreedClips, Clip, ClipPart, ClipRule},
    company::{Company, Logo},
    consent::{AcceptedText, Consent, SiteConsent, TestConsent},
    decision::{Decision, Letter, Note, PassMark},
    digest::DigestChoice,
    directory::{DirectoryLink, OidcSettings},
    email_verification::EmailVerification,
    evidence::EvidenceKey,
    exam_browser::ExamBrowserRule,
    exam_session::{ExamSession, IdentityCheck, IdentityPicture, Seat},
    grants::Grants,
    history::{HistoryChain, Logged, PackedHistory},
    idempotency::KeyedCall,
    import::PendingImport,
    invite::Invite,
    judging::Judging,
    ldap::LdapSettings,
    list::{Review, Scope},
    lti::{LtiLaunch, LtiSettings},
    mail::Mail,
    marking::{self, Marking, ScoreComparison},
    message::{Announcement, ProctorMessage},
    model_verdict::{ModelVerdict, ReviewPolicy},
    notification::{Notification, NotificationKind, ReadMarks},
    order::Order,
    outage::{Loss, Outage},
    own_page::{ErasureRequest, OwnPage},
    panel_calendar::PanelCalendar,
    paper::{Paper, PaperHash},
    password_policy::PasswordPolicy,
    password_reset::PasswordReset,
    picture::{Picture as QuestionPicture, PictureFile},
    rehearsal::Rehearsal,
    repair::Repairs,
    result_change::{ResultChange, ResultNumbers},
    retention::{DeletedSoFar, Hold, PastFigures, RetentionLook, RetentionRules},
    rubric::{Rubric, RubricChoice},
    runner_token::RunnerToken,
    screenshot::{Screenshot, ScreenshotPicture},
    second_factor::{SecondFactor, SecondFactorPolicy},
    section_clock::SectionClock,
    settings::{AiSettings, EmailSettings, KeyCheck, SiteSettings, ThemeSettings},
    share::SharedLink,
    signal::{IntegritySignal, SignalTally},
    similarity::SimilarityReport,
    submission::{Grade, Submission},
    test::{Test, archive::Archived},
    timeline::{self, TimelineHead},
    translation::{LanguagePack, SiteLanguages},
    upkeep::{ClockMark, LastBeat, TwinLeader, Upkeep},
    user::{Role, Session, User},
    webhook::{Delivery, Webhook},
};

/// The key of a record, in an `impl Record`: `key!(self: UserId = self.user_id);`.
macro_rules! key {
    ($this:ident: $id:ty = $value:expr) => {
        type Id<'k> = $id;
        fn id(&$this) -> Self::Id<'_> {
            $value
        }
    };
}

mod anonymity;
mod answers;
mod arrangements;
mod attempts;
mod background_jobs;
mod bank;
mod basic_questions;
mod candidates;
mod clips;
mod company;
mod consent;
pub mod counter;
mod deciding;
mod evidence;
mod exam_browser;
mod exam_sessions;
mod grants;
mod head;
mod history;
mod id;
mod invites;
mod judging;
mod keyed_call;
mod languages;
mod list;
mod lti;
mod migrations;
mod model_verdicts;
mod notifications;
mod orders;
mod outages;
mod own_page;
mod panel_calendars;
mod pictures;
mod proctoring;
mod repairs;
mod result_changes;
mod results;
mod retention;
mod reviewing;
mod rubrics;
mod runner_tokens;
mod sharing;
mod sign_in;
mod similarity;
mod unpassaged;
mod unpinned_options;
mod untested_code;
mod upkeep;
mod webhooks;

pub use background_jobs::JOBS_BY_TEST;
pub use bank::{
    ARCHIVED_BY_CREATION, DRAWS_BY_PAPER, DRAWS_BY_PLAN, PLANS_BY_QUESTION, QUESTIONS_BY_CLASS, QUESTIONS_BY_TAG,
    QuestionClass, SECTIONS_BY_QUESTION,
};
pub use clips::UNFINISHED_CLIPS;
pub use exam_sessions::{EXAM_SESSIONS_BY_START, IDENTITY_CHECKS_BY_ERASURE, SEATS_BY_CODE, SEATS_BY_SESSION};
pub use head::{AnswerHead, RecentHead, TestHead};
pub use history::CHAINS_TO_PACK;
pub use id::{LatePlace, Single};
pub use invites::{
    INVITES_BY_APPLICANT, INVITES_BY_CLASS, INVITES_BY_EXPIRY, INVITES_BY_REMINDER, INVITES_BY_TEST,
    INVITES_BY_TEST_CLASS, INVITES_BY_TOKEN,
};
pub use judging::JUDGED_BY;
pub use lti::LAUNCHES_BY_KEY;
pub use migrations::MIGRATIONS;
pub use orders::{ORDERS_BY_EXTERNAL_ID, ORDERS_BY_TIME};
pub use outages::{LOSSES_BY_ATTEMPT, OUTAGES_BY_TIME};
pub use own_page::{ERASURES_ASKED, OWN_PAGES_BY_TOKEN};
pub use pictures::PICTURES_BY_USE;
pub use proctoring::{ASKED_BY_ID, ASKED_BY_SESSION, ASKED_BY_TEST};
pub use result_changes::RESULT_CHANGES_BY_NUMBER;
pub use retention::HOLDS_BY_SUBJECT;
pub use runner_tokens::RUNNER_TOKENS_BY_TOKEN;
pub use sign_in::{
    API_TOKENS_BY_OWNER, API_TOKENS_BY_TOKEN, DIGESTS_BY_TIME, LINKS_BY_SUBJECT, RESETS_BY_TIME, RESETS_BY_TOKEN,
};
pub use webhooks::{
    DELIVERIES_BY_END, DELIVERIES_BY_INVITE, DELIVERIES_BY_WEBHOOK, DELIVERIES_DUE, DELIVERIES_IN_LINE,
};

/// All record types, for integrity checks and rebuilds.
pub const KINDS: &[RecordKind] = &[
    RecordKind::of::<User>("users"),
    RecordKind::of::<Session>("sessions"),
    RecordKind::of::<Test>("tests"),
    RecordKind::of::<PendingImport>("pending imports"),
    RecordKind::of::<Invite>("invites"),
    RecordKind::of::<Paper>("papers"),
    RecordKind::of::<Attempt>("attempts"),
    RecordKind::of::<Answer>("answers"),
    RecordKind::of::<LateAnswer>("late_answers"),
    RecordKind::of::<TimeSpent>("time spent"),
    RecordKind::of::<ResumeRequest>("resume requests"),
    RecordKind::of::<IntegritySignal>("signals"),
    RecordKind::of::<SignalTally>("signal tallies"),
    RecordKind::of::<timeline::TimelineEvent>("timeline"),
    RecordKind::of::<TimelineHead>("timeline heads"),
    RecordKind::of::<ProctorMessage>("messages"),
    RecordKind::of::<Announcement>("announcements"),
    RecordKind::of::<AskedQuestion>("asked questions"),
    RecordKind::of::<Screenshot>("screenshots"),
    RecordKind::of::<ScreenshotPicture>("pictures"),
    RecordKind::of::<Submission>("submissions"),
    RecordKind::of::<Grade>("grades"),
    RecordKind::of::<Judging>("judgings"),
    RecordKind::of::<Mail>("outbox"),
    RecordKind::of::<EmailVerification>("mailbox proofs"),
    RecordKind::of::<AuditEntry>("audit"),
    RecordKind::of::<AuditPosition>("audit positions"),
    RecordKind::of::<Notification>("notifications"),
    RecordKind::of::<ReadMarks>("read marks"),
    RecordKind::of::<EmailSettings>("email settings"),
    RecordKind::of::<ThemeSettings>("theme settings"),
    RecordKind::of::<SiteSettings>("site settings"),
    RecordKind::of::<Company>("company settings"),
    RecordKind::of::<Logo>("company logos"),
    RecordKind::of::<LanguagePack>("language packs"),
    RecordKind::of::<SiteLanguages>("site languages"),
    RecordKind::of::<KeyCheck>("key check"),
    RecordKind::of::<AiSettings>("AI settings"),
    RecordKind::of::<Upkeep>("upkeep"),
    RecordKind::of::<KeyedCall>("keyed calls"),
    RecordKind::of::<QuestionPicture>("question pictures"),
    RecordKind::of::<PictureFile>("files of question pictures"),
    RecordKind::of::<PassMark>("pass marks"),
    RecordKind::of::<Decision>("decisions"),
    RecordKind::of::<Note>("notes"),
    RecordKind::of::<Letter>("letters"),
    RecordKind::of::<Assignments>("assignments"),
    RecordKind::of::<Marking>("markings"),
    RecordKind::of::<HistoryChain>("history chains"),
    RecordKind::of::<Logged>("history log"),
    RecordKind::of::<PackedHistory>("packed histories"),
    RecordKind::of::<BankQuestion>("bank questions"),
    RecordKind::of::<QuestionVersion>("question versions"),
    RecordKind::of::<BankRevision>("bank revision"),
    RecordKind::of::<TestSections>("sections"),
    RecordKind::of::<PaperPlan>("plans"),
    RecordKind::of::<Draw>("draws"),
    RecordKind::of::<Archived>("archived tests"),
    RecordKind::of::<Repairs>("repairs"),
    RecordKind::of::<SimilarityReport>("similarity"),
    RecordKind::of::<SharedLink>("shares"),
    RecordKind::of::<Outage>("outages"),
    RecordKind::of::<Loss>("losses"),
    RecordKind::of::<LastBeat>("last beat"),
    RecordKind::of::<ClockMark>("clock mark"),
    RecordKind::of::<EvidenceKey>("evidence keys"),
    RecordKind::of::<Rubric>("rubrics"),
    RecordKind::of::<RubricChoice>("chosen rubric items"),
    RecordKind::of::<ModelVerdict>("model verdicts"),
    RecordKind::of::<ReviewPolicy>("AI review policy"),
    RecordKind::of::<Anonymity>("anonymity"),
    RecordKind::of::<Alias>("aliases"),
    RecordKind::of::<OwnPage>("own pages"),
    RecordKind::of::<ErasureRequest>("erasure requests"),
    RecordKind::of::<RunnerToken>("runner tokens"),
    RecordKind::of::<SectionClock>("section clocks"),
    RecordKind::of::<Grants>("grants"),
    RecordKind::of::<PasswordReset>("password resets"),
    RecordKind::of::<DigestChoice>("daily summaries"),
    RecordKind::of::<SecondFactor>("second factors"),
    RecordKind::of::<PasswordPolicy>("password settings"),
    RecordKind::of::<SecondFactorPolicy>("second factor settings"),
    RecordKind::of::<ApiToken>("API tokens"),
    RecordKind::of::<RetentionRules>("retention rules"),
    RecordKind::of::<RetentionLook>("retention look"),
    RecordKind::of::<DeletedSoFar>("counts of deletions"),
    RecordKind::of::<Hold>("holds"),
    RecordKind::of::<PastFigures>("past figures"),
    RecordKind::of::<DirectoryLink>("directory links"),
    RecordKind::of::<OidcSettings>("OIDC settings"),
    RecordKind::of::<LdapSettings>("LDAP settings"),
    RecordKind::of::<SiteConsent>("site consent"),
    RecordKind::of::<TestConsent>("consent of tests"),
    RecordKind::of::<AcceptedText>("accepted texts"),
    RecordKind::of::<Consent>("consents"),
    RecordKind::of::<ExamSession>("exam sessions"),
    RecordKind::of::<Seat>("seats"),
    RecordKind::of::<IdentityCheck>("identity checks"),
    RecordKind::of::<IdentityPicture>("identity pictures"),
    RecordKind::of::<Rehearsal>("rehearsals"),
    RecordKind::of::<Webhook>("webhooks"),
    RecordKind::of::<Delivery>("deliveries"),
    RecordKind::of::<Order>("orders"),
    RecordKind::of::<Arrangement>("arrangements"),
    RecordKind::of::<LtiSettings>("LTI platforms"),
    RecordKind::of::<LtiLaunch>("LTI launches"),
    RecordKind::of::<ExamBrowserRule>("exam browser rules"),
    RecordKind::of::<ResultChange>("changes of results"),
    RecordKind::of::<ResultNumbers>("numbers of results"),
    RecordKind::of::<ClipRule>("clip rules"),
    RecordKind::of::<AgreedClips>("agreed clips"),
    RecordKind::of::<Clip>("clips"),
    RecordKind::of::<ClipPart>("parts of clips"),
    RecordKind::of::<BackgroundJob>("background jobs"),
    RecordKind::of::<PanelCalendar>("panel calendars"),
    RecordKind::of::<TwinLeader>("leader of a twin"),
];

pub const USERS_BY_EMAIL: Index<User, &str> = Index::unique("users_by_email");
pub const USERS_BY_ROLE: Index<User, (Role, Instant, &str)> = Index::searched("users_by_role", list::TEXT_AT);
pub const SESSIONS_BY_USER: Index<Session, UserId> = Index::plain("sessions_by_user");
pub const SESSIONS_BY_START: Index<Session, Instant> = Index::plain("sessions_by_start");
pub const KEYED_CALLS_BY_TIME: Index<KeyedCall, Instant> = Index::plain("keyed_calls_by_time");
pub const TESTS_BY_CREATION: Index<Test, Instant> = Index::plain("tests_by_creation");
pub const ATTEMPTS_BY_DUE: Index<Attempt, Instant> = Index::plain("attempts_by_due");
pub const ATTEMPTS_BY_TEST: Index<Attempt, TestId> = Index::plain("attempts_by_test");
pub const SUBMISSIONS_BY_TIME: Index<Submission, (Scope, Instant)> = Index::plain("submissions_by_time");
pub const SUBMISSIONS_BY_APPLICANT: Index<Submission, (UserId, Instant)> = Index::plain("submissions_by_applicant");
pub const SUBMISSIONS_WAITING: Index<Submission, (Instant, bool)> = Index::plain("submissions_waiting");
pub const GRADES_BY_QUESTION: Index<Grade, (TestId, &str, Review, Instant)> = Index::plain("grades_by_question");
pub const JUDGINGS_DUE: Index<Judging, Instant> = Index::plain("judgings_due");
pub const JUDGINGS_FAILED: Index<Judging, Instant> = Index::plain("judgings_failed");
/// Tests whose submissions are to be scored again.
pub const REPAIRS_TO_APPLY: Index<Repairs, TestId> = Index::plain("repairs_to_apply");
/// Rubrics whose answers are to be scored again.
pub const RUBRICS_TO_APPLY: Index<Rubric, TestId> = Index::plain("rubrics_to_apply");
/// Answers whose points follow from a rubric.
pub const SCORED_BY_RUBRIC: Index<RubricChoice, (TestId, &str)> = Index::plain("scored_by_rubric");
pub const MODEL_VERDICTS_BY_QUESTION: Index<ModelVerdict, (TestId, &str)> = Index::plain("model_verdicts_by_question");
pub const ASSIGNMENTS_BY_REVIEWER: Index<Assignments, UserId> = Index::plain("assignments_by_reviewer");
/// Tests whose waiting answers are to be dealt again.
pub const ASSIGNMENTS_TO_DEAL: Index<Assignments, TestId> = Index::plain("assignments_to_deal");
pub const MARKINGS_BY_ANSWER: Index<Marking, (AttemptId, &str)> = Index::plain("markings_by_answer");
/// Second markers' scores that follow from the items of a rubric.
pub const MARKINGS_BY_RUBRIC: Index<Marking, (TestId, &str)> = Index::plain("markings_by_rubric");
pub const MARKINGS_BY_REVIEWER: Index<Marking, (UserId, marking::MarkingList, TestId, &str)> =
    Index::plain("markings_by_reviewer");
pub const MARKINGS_BY_OUTCOME: Index<Marking, (TestId, ScoreComparison)> = Index::plain("markings_by_outcome");
pub const ALIASES_BY_SUBMISSION: Index<Alias, AttemptId> = Index::unique("aliases_by_submission");
pub const ALIASES_BY_NUMBER: Index<Alias, (TestId, u32)> = Index::unique("aliases_by_number");
/// Aliases in random order.
pub const ALIASES_BY_REVIEW: Index<Alias, (TestId, AttemptId)> = Index::plain("aliases_by_review");
pub const NOTIFICATIONS_BY_KIND: Index<Notification, NotificationKind> = Index::plain("notifications_by_kind");
pub const NOTIFICATIONS_BY_APPLICANT: Index<Notification, UserId> = Index::plain("notifications_by_applicant");
pub const MAIL_BY_DUE: Index<Mail, Instant> = Index::plain("mail_by_due");
pub const MAIL_BY_INVITE: Index<Mail, InviteId> = Index::plain("mail_by_invite");
pub const MAIL_BY_ACCOUNT: Index<Mail, UserId> = Index::plain("mail_by_account");
pub const SHARES_BY_TOKEN: Index<SharedLink, [u8; 32]> = Index::unique("shares_by_token");
pub const SHARES_BY_TEST: Index<SharedLink, (TestId, Instant)> = Index::plain("shares_by_test");
pub const SHARES_BY_SUBMISSION: Index<SharedLink, AttemptId> = Index::plain("shares_by_submission");
pub const LETTERS_BY_MAIL: Index<Letter, MailId> = Index::unique("letters_by_mail");
pub const MAILBOX_PROOFS_BY_TOKEN: Index<EmailVerification, [u8; 32]> = Index::unique("mailbox_proofs_by_token");

impl Record for User {
    const TABLE: Table = Table("users");
    const VERSION: u8 = 1;
    key!(self: UserId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let searchable = list::searchable(&self.email, &self.full_name);
        vec![USERS_BY_EMAIL.entry(&self.email), USERS_BY_ROLE.entry((self.role, self.created_at, &searchable))]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        if self.role == Role::Admin { vec![counter::admins()] } else { vec![] }
    }
}

impl Record for Test {
    const TABLE: Table = Table("tests");
    const VERSION: u8 = 9;
    key!(self: TestId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        untested_code::test(version, body)
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![TESTS_BY_CREATION.entry(self.created_at)]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::tests()]
    }
}

impl Record for PendingImport {
    const TABLE: Table = Table("pending_imports");
    const VERSION: u8 = 1;
    key!(self: ImportId = self.id);
}

impl Record for Paper {
    const TABLE: Table = Table("papers");
    const VERSION: u8 = 8;
    key!(self: (TestId, &'k PaperHash) = (self.test_id, &self.hash));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        untested_code::paper(version, body)
    }
}

impl Record for EmailSettings {
    const TABLE: Table = Table("settings_email");
    const VERSION: u8 = 3;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the reminders, which are on, version 3 the EHLO name, which is blank.
            1 => decode_body(&[body, &[1, 0]].concat()),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

macro_rules! singleton {
    ($($type:ty => $table:literal),+ $(,)?) => {$(
        impl Record for $type {
            const TABLE: Table = Table($table);
            const VERSION: u8 = 1;
            type Id<'k> = Single;
            fn id(&self) -> Single { Single }
        }
    )+};
}
singleton!(
    ThemeSettings => "settings_theme",
    SiteSettings => "settings_site",
    Logo => "company_logo",
    KeyCheck => "key_check",
    AiSettings => "settings_ai",
    ReviewPolicy => "settings_ai_review",
    BankRevision => "bank_revision",
    LastBeat => "last_beat",
    ClockMark => "clock_mark",
    PasswordPolicy => "settings_passwords",
    SecondFactorPolicy => "settings_second_factor",
    RetentionRules => "settings_retention",
    RetentionLook => "retention_look",
    DeletedSoFar => "deleted_so_far",
    TwinLeader => "twin_leader",
);

#[cfg(test)]
mod anonymity_tests;
#[cfg(test)]
mod background_jobs_tests;
#[cfg(test)]
mod bank_tests;
#[cfg(test)]
mod clips_tests;
#[cfg(test)]
mod company_tests;
#[cfg(test)]
mod consent_tests;
#[cfg(test)]
mod deciding_tests;
#[cfg(test)]
mod evidence_tests;
#[cfg(test)]
mod exam_sessions_tests;
#[cfg(test)]
mod grants_tests;
#[cfg(test)]
mod history_tests;
#[cfg(test)]
mod languages_tests;
#[cfg(test)]
mod lti_tests;
#[cfg(test)]
mod model_verdicts_tests;
#[cfg(test)]
mod notifications_tests;
#[cfg(test)]
mod outages_tests;
#[cfg(test)]
mod outbox_tests;
#[cfg(test)]
mod own_page_tests;
#[cfg(test)]
mod panel_calendars_tests;
#[cfg(test)]
mod pictures_tests;
#[cfg(test)]
mod repairs_tests;
#[cfg(test)]
mod result_changes_tests;
#[cfg(test)]
mod retention_tests;
#[cfg(test)]
mod reviewing_tests;
#[cfg(test)]
mod rubrics_tests;
#[cfg(test)]
mod runner_tokens_tests;
#[cfg(test)]
mod sharing_tests;
#[cfg(test)]
mod sign_in_tests;
#[cfg(test)]
mod similarity_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod variant_tests;
#[cfg(test)]
mod webhooks_tests;
