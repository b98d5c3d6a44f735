//! Database schema: the table, key, indexes and counters of every record type.
//!
//! A change of a record's fields needs a new `VERSION`, an `upgrade` from the old one and golden bytes. A change of its
//! index entries or counters needs a migration that rebuilds them.

use super::{Entry, Index, Key, Kind, Migration, Record, StoreError, Table, decode_body};
use crate::domain::{
    Instant,
    attempt::{Answer, Attempt, LateAnswer, Lateness, ResumeRequest, TimeSpent},
    audit::AuditEntry,
    email_verification::EmailVerification,
    invite::{Invite, Status},
    list::{InviteClass, Review, Scope},
    mail::Mail,
    message::Message,
    notification::{Notification, ReadMarks},
    paper::Paper,
    screenshot::{Picture, Screenshot},
    settings::{AiSettings, EmailSettings, KeyCheck, SiteSettings, ThemeSettings},
    signal::{Signal, SignalTally},
    submission::{Grade, GradeStatus, ScoringStatus, Submission},
    test::Test,
    timeline::{self, TimelineHead},
    upkeep::Upkeep,
    user::{Role, Session, User},
};

mod candidates;
pub mod counter;
pub mod key;
mod list;
mod proctoring;
mod upkeep;

pub use list::SUBMISSION_BUCKET;

/// All record types, for integrity checks and rebuilds.
pub const KINDS: &[Kind] = &[
    Kind::of::<User>("users"),
    Kind::of::<Session>("sessions"),
    Kind::of::<Test>("tests"),
    Kind::of::<Invite>("invites"),
    Kind::of::<Paper>("papers"),
    Kind::of::<Attempt>("attempts"),
    Kind::of::<Answer>("answers"),
    Kind::of::<LateAnswer>("late_answers"),
    Kind::of::<TimeSpent>("time spent"),
    Kind::of::<ResumeRequest>("resume requests"),
    Kind::of::<Signal>("signals"),
    Kind::of::<SignalTally>("signal tallies"),
    Kind::of::<timeline::Entry>("timeline"),
    Kind::of::<TimelineHead>("timeline heads"),
    Kind::of::<Message>("messages"),
    Kind::of::<Screenshot>("screenshots"),
    Kind::of::<Picture>("pictures"),
    Kind::of::<Submission>("submissions"),
    Kind::of::<Grade>("grades"),
    Kind::of::<Mail>("outbox"),
    Kind::of::<EmailVerification>("mailbox proofs"),
    Kind::of::<AuditEntry>("audit"),
    Kind::of::<Notification>("notifications"),
    Kind::of::<ReadMarks>("read marks"),
    Kind::of::<EmailSettings>("email settings"),
    Kind::of::<ThemeSettings>("theme settings"),
    Kind::of::<SiteSettings>("site settings"),
    Kind::of::<KeyCheck>("key check"),
    Kind::of::<AiSettings>("AI settings"),
    Kind::of::<Upkeep>("upkeep"),
];

/// Schema changes since the first release, in order.
pub const MIGRATIONS: &[Migration] = &[Migration {
    to: 2,
    // The indexes of people and invites contain the searchable text; submissions are also counted per day.
    name: "search-and-days",
    run: |tx| tx.rebuild(KINDS),
}];

pub const USERS_BY_EMAIL: Index = Index::unique("users_by_email");
pub const USERS_BY_ROLE: Index = Index::searched("users_by_role", list::TEXT_AT);
pub const SESSIONS_BY_USER: Index = Index::plain("sessions_by_user");
pub const SESSIONS_BY_START: Index = Index::plain("sessions_by_start");
pub const TESTS_BY_CREATION: Index = Index::plain("tests_by_creation");
pub const INVITES_BY_TOKEN: Index = Index::unique("invites_by_token");
pub const INVITES_BY_CLASS: Index = Index::searched("invites_by_class", list::TEXT_AT);
pub const INVITES_BY_APPLICANT: Index = Index::plain("invites_by_applicant");
pub const INVITES_BY_TEST: Index = Index::plain("invites_by_test");
pub const INVITES_BY_EXPIRY: Index = Index::plain("invites_by_expiry");
pub const ATTEMPTS_BY_DUE: Index = Index::plain("attempts_by_due");
pub const ATTEMPTS_BY_TEST: Index = Index::plain("attempts_by_test");
pub const SUBMISSIONS_BY_TIME: Index = Index::plain("submissions_by_time");
pub const SUBMISSIONS_BY_APPLICANT: Index = Index::plain("submissions_by_applicant");
pub const SUBMISSIONS_WAITING: Index = Index::plain("submissions_waiting");
pub const GRADES_BY_QUESTION: Index = Index::plain("grades_by_question");
pub const NOTIFICATIONS_BY_KIND: Index = Index::plain("notifications_by_kind");
pub const NOTIFICATIONS_BY_APPLICANT: Index = Index::plain("notifications_by_applicant");
pub const MAIL_BY_DUE: Index = Index::plain("mail_by_due");
pub const MAIL_BY_INVITE: Index = Index::plain("mail_by_invite");
pub const MAIL_BY_ACCOUNT: Index = Index::plain("mail_by_account");
pub const MAILBOX_PROOFS_BY_TOKEN: Index = Index::unique("mailbox_proofs_by_token");

fn classes(invite: &Invite) -> Vec<InviteClass> {
    let mut classes = vec![InviteClass::All];
    classes.push(match invite.state {
        Status::Sent => InviteClass::Sent,
        Status::Scheduled => InviteClass::Scheduled,
        Status::InProgress => InviteClass::InProgress,
        Status::Completed => InviteClass::Completed,
        Status::Expired => InviteClass::Expired,
    });
    if matches!(invite.state, Status::Sent | Status::Scheduled) {
        classes.push(InviteClass::Active);
    }
    if invite.is_monitorable() {
        classes.push(InviteClass::Monitorable);
    }
    classes
}

impl Record for User {
    const TABLE: Table = Table("users");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::user(self.id)
    }
    fn index_entries(&self) -> Vec<Entry> {
        let role = u8::from(self.role == Role::Applicant);
        let searchable = format!("{}\n{}", self.email, self.full_name.to_lowercase());
        vec![
            (USERS_BY_EMAIL, Key::new().text(&self.email).build()),
            (USERS_BY_ROLE, Key::new().u8(role).i64(self.created_at.0).text(&searchable).build()),
        ]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        if self.role == Role::Admin { vec![counter::admins()] } else { vec![] }
    }
}

impl Record for Session {
    const TABLE: Table = Table("sessions");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn index_entries(&self) -> Vec<Entry> {
        vec![
            (SESSIONS_BY_USER, key::user(self.user_id)),
            (SESSIONS_BY_START, Key::new().i64(self.created_at.0).build()),
        ]
    }
}

impl Record for Test {
    const TABLE: Table = Table("tests");
    const VERSION: u8 = 2;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        append_fullscreen(version, body)
    }
    fn index_entries(&self) -> Vec<Entry> {
        vec![(TESTS_BY_CREATION, Key::new().i64(self.created_at.0).build())]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::tests()]
    }
}

impl Record for Invite {
    const TABLE: Table = Table("invites");
    const VERSION: u8 = 2;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the accommodation; 0 is `None`.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::Corrupt(format!("version {version} is not known"))),
        }
    }
    fn index_entries(&self) -> Vec<Entry> {
        let created = self.created_at.0;
        let mut entries = vec![
            (INVITES_BY_TOKEN, Key::new().bytes32(&self.token_hash).build()),
            (INVITES_BY_APPLICANT, Key::new().id(self.applicant_id.0).i64(created).build()),
            (INVITES_BY_TEST, Key::new().id(self.test_id.0).build()),
        ];
        if matches!(self.state, Status::Sent | Status::Scheduled) {
            entries.push((INVITES_BY_EXPIRY, Key::new().i64(self.expires_at().0).build()));
        }
        let class = |c| (INVITES_BY_CLASS, Key::new().u8(c as u8).i64(created).text(&self.applicant_email).build());
        entries.extend(classes(self).into_iter().map(class));
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let mut counters: Vec<_> = classes(self).into_iter().map(counter::invites).collect();
        counters.push(counter::invites_of(self.applicant_id));
        counters
    }
}

/// Version 2 of tests and papers appended `require_fullscreen`; 0 is false.
fn append_fullscreen<T: serde::de::DeserializeOwned>(version: u8, body: &[u8]) -> Result<T, StoreError> {
    match version {
        1 => decode_body(&[body, &[0]].concat()),
        _ => Err(StoreError::Corrupt(format!("version {version} is not known"))),
    }
}

impl Record for Paper {
    const TABLE: Table = Table("papers");
    const VERSION: u8 = 2;
    fn key(&self) -> Vec<u8> {
        key::paper(self.test_id, &self.hash)
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        append_fullscreen(version, body)
    }
}

impl Record for Attempt {
    const TABLE: Table = Table("attempts");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn index_entries(&self) -> Vec<Entry> {
        let mut entries = vec![(ATTEMPTS_BY_TEST, Key::new().id(self.test_id.0).build())];
        if self.is_running() {
            entries.push((ATTEMPTS_BY_DUE, Key::new().i64(self.due().0).build()));
        }
        entries
    }
}

impl Record for Answer {
    const TABLE: Table = Table("answers");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).text(&self.question_id).build()
    }
}

impl Record for LateAnswer {
    const TABLE: Table = Table("late_answers");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        let of_question = Key::new().id(self.attempt_id.0).text(&self.question_id);
        match self.lateness {
            Lateness::AfterEnd => of_question.u8(0).build(),
            Lateness::OtherBrowser => of_question.u8(1).build(),
            Lateness::Replaced => of_question.u8(2).u64(self.seq).build(),
            Lateness::File => of_question.u8(3).build(),
        }
    }
}

impl Record for Submission {
    const TABLE: Table = Table("submissions");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn index_entries(&self) -> Vec<Entry> {
        let at = self.submitted_at;
        let mut entries = vec![
            (SUBMISSIONS_BY_TIME, key::submitted(Scope::All, at)),
            (SUBMISSIONS_BY_TIME, key::submitted(Scope::Test(self.test_id), at)),
            (SUBMISSIONS_BY_APPLICANT, Key::new().id(self.applicant_id.0).i64(at.0).build()),
        ];
        if self.waits_for_review() {
            let partial = u8::from(self.status == ScoringStatus::PartiallyReviewed);
            entries.push((SUBMISSIONS_WAITING, Key::new().i64(at.0).u8(partial).build()));
        }
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let scopes = [Scope::All, Scope::Test(self.test_id)];
        let mut counters: Vec<_> = scopes.into_iter().map(counter::submissions).collect();
        counters.extend(scopes.into_iter().map(|s| counter::bucket(s, self.submitted_at)));
        counters.extend(scopes.into_iter().map(|s| counter::day(s, self.submitted_at)));
        counters.push(counter::submissions_of(self.applicant_id));
        if self.waits_for_review() {
            counters.push(counter::waiting());
        }
        counters
    }
}

impl Record for Grade {
    const TABLE: Table = Table("grades");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.submission_id.0).u32(self.place).build()
    }
    fn index_entries(&self) -> Vec<Entry> {
        let entry = |r| (GRADES_BY_QUESTION, key::graded(self.test_id, &self.question_id, r, self.submitted_at));
        reviews(self).iter().copied().map(entry).collect()
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        reviews(self).iter().map(|r| counter::answers(self.test_id, &self.question_id, *r)).collect()
    }
}

/// Review lists that contain an answer.
fn reviews(grade: &Grade) -> &'static [Review] {
    match (grade.is_written, grade.status) {
        (false, _) => &[],
        (true, GradeStatus::Pending) => &[Review::All, Review::Pending],
        (true, _) => &[Review::All],
    }
}

impl Record for Notification {
    const TABLE: Table = Table("notifications");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::notification(self.id)
    }
    fn index_entries(&self) -> Vec<Entry> {
        vec![
            (NOTIFICATIONS_BY_KIND, Key::new().u8(self.kind as u8).build()),
            (NOTIFICATIONS_BY_APPLICANT, key::user(self.applicant_id)),
        ]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::notifications()]
    }
}

impl Record for ReadMarks {
    const TABLE: Table = Table("read_marks");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::user(self.user_id)
    }
}

impl Record for AuditEntry {
    const TABLE: Table = Table("audit");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().u64(self.number).build()
    }
}

macro_rules! singleton {
    ($($type:ty => $table:literal),+ $(,)?) => {$(
        impl Record for $type {
            const TABLE: Table = Table($table);
            const VERSION: u8 = 1;
            fn key(&self) -> Vec<u8> { key::SINGLE.to_vec() }
        }
    )+};
}
singleton!(
    EmailSettings => "settings_email",
    ThemeSettings => "settings_theme",
    SiteSettings => "settings_site",
    KeyCheck => "key_check",
    AiSettings => "settings_ai",
);

#[cfg(test)]
mod tests;
