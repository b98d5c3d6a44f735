//! Numbers of variants, which records and keys hold.

use super::tests::questions;
use crate::{
    domain::{
        attempt::{EndedBy, Lateness},
        background_job::{JobKind, JobState},
        directory::Side,
        grants::GrantedRole,
        invite::{InviteStatus, ScheduleMode},
        judging::{JudgingState, JudgingVerdict},
        language::Language,
        mail::{FailureKind, MailKind, MailState, PauseCause},
        notification::NotificationKind,
        question::{CodeChecker, GapKey, QuestionContent, QuestionKind, Scoring, ToleranceKind},
        retention::RetentionKind,
        rich_text::RichTextFormat,
        screenshot::ScreenshotFormat,
        settings::{AiProvider, SmtpTls},
        signal::SignalKind,
        submission::{GradeStatus, ScoringStatus},
        test_translation::Part,
        timeline::TimelineEventKind,
        user::Role,
    },
    store::codec,
};

fn in_order<T: serde::Serialize>(variants: &[T]) {
    for (place, variant) in variants.iter().enumerate() {
        assert_eq!(codec::encode_as(0, variant).unwrap()[1..], [u8::try_from(place).unwrap()]);
    }
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    in_order(&[Role::Admin, Role::Applicant, Role::Reviewer, Role::Staff]);
    in_order(&GrantedRole::ALL);
    in_order(&RetentionKind::ALL);
    in_order(&[Side::Staff, Side::Applicants]);
    in_order(&Language::ALL);
    in_order(&[Scoring::AllOrNothing, Scoring::Partial]);
    in_order(&[ToleranceKind::Absolute, ToleranceKind::Relative]);
    in_order(&[RichTextFormat::Plain, RichTextFormat::Markdown]);
    let place = |body: &QuestionContent| codec::encode_as(0, body).unwrap()[1];
    let mut kinds: Vec<_> = questions().iter().map(|q| (usize::from(place(&q.body)), q.kind())).collect();
    kinds.dedup();
    assert_eq!(kinds, QuestionKind::ALL.into_iter().enumerate().collect::<Vec<_>>());
    in_order(&[ScheduleMode::NoSchedule, ScheduleMode::AdminScheduled, ScheduleMode::SelfSchedule]);
    in_order(&[
        InviteStatus::Sent,
        InviteStatus::Scheduled,
        InviteStatus::InProgress,
        InviteStatus::Completed,
        InviteStatus::Expired,
    ]);
    in_order(&[EndedBy::Candidate, EndedBy::Deadline, EndedBy::Admin]);
    in_order(&[Lateness::AfterEnd, Lateness::OtherBrowser, Lateness::Replaced, Lateness::File, Lateness::Section]);
    in_order(&[
        SignalKind::TabHidden,
        SignalKind::TabVisible,
        SignalKind::Blur,
        SignalKind::Focus,
        SignalKind::Paste,
        SignalKind::FullscreenLeft,
        SignalKind::CameraDenied,
        SignalKind::CameraLost,
        SignalKind::CameraBack,
        SignalKind::SecondScreen,
        SignalKind::ProceededWithoutMonitoring,
        SignalKind::PageError,
        SignalKind::CameraMuted,
        SignalKind::CameraBlack,
        SignalKind::CameraFrozen,
        SignalKind::CameraChanged,
        SignalKind::MicrophoneLost,
        SignalKind::MicrophoneBack,
    ]);
    in_order(&[
        TimelineEventKind::Started,
        TimelineEventKind::Resumed,
        TimelineEventKind::Released,
        TimelineEventKind::TimeAdded,
        TimelineEventKind::Message,
        TimelineEventKind::Flag,
        TimelineEventKind::Screenshot,
        TimelineEventKind::VideoOn,
        TimelineEventKind::VideoOff,
        TimelineEventKind::Watching,
        TimelineEventKind::WatchingEnded,
        TimelineEventKind::ProctorSpeaking,
        TimelineEventKind::ProctorSilent,
        TimelineEventKind::ResumeRequested,
        TimelineEventKind::Submitted,
        TimelineEventKind::Ended,
        TimelineEventKind::Late,
        TimelineEventKind::Run,
        TimelineEventKind::Reopened,
        TimelineEventKind::Section,
        TimelineEventKind::LateAccepted,
        TimelineEventKind::SubmitConfirmed,
        TimelineEventKind::DoubleClick,
        TimelineEventKind::Paused,
        TimelineEventKind::Continued,
        TimelineEventKind::BreakBegun,
        TimelineEventKind::BreakEnded,
        TimelineEventKind::Clip,
        TimelineEventKind::Language,
    ]);
    in_order(&[
        ScoringStatus::AutoOnly,
        ScoringStatus::NeedsReview,
        ScoringStatus::PartiallyReviewed,
        ScoringStatus::FullyReviewed,
    ]);
    in_order(&[JudgingState::Waiting, JudgingState::Done, JudgingState::Failed]);
    in_order(&[
        JudgingVerdict::Accepted,
        JudgingVerdict::WrongAnswer,
        JudgingVerdict::TimeLimit,
        JudgingVerdict::MemoryLimit,
        JudgingVerdict::OutputLimit,
        JudgingVerdict::RuntimeError,
        JudgingVerdict::CompileError,
    ]);
    in_order(&[CodeChecker::Exact, CodeChecker::Tokens, CodeChecker::Numbers]);
    in_order(&[GradeStatus::Pending, GradeStatus::Correct, GradeStatus::Wrong, GradeStatus::Partial]);
    in_order(&[MailState::Waiting, MailState::Sent, MailState::GivenUp]);
    in_order(&[PauseCause::Connection, PauseCause::SignIn, PauseCause::Client, PauseCause::Rate, PauseCause::Quota]);
    in_order(&[FailureKind::Final, FailureKind::Waits, FailureKind::Unconfirmed]);
    in_order(&[ScreenshotFormat::Jpeg, ScreenshotFormat::Png]);
    in_order(&[SmtpTls::None, SmtpTls::StartTls, SmtpTls::Implicit]);
    in_order(&[AiProvider::Gemini, AiProvider::OpenAi]);
}

/// As above, for failures of a mail, of which one names a cause.
#[test]
fn kinds_of_failures_of_a_mail_keep_their_numbers() {
    let number = |kind: FailureKind| codec::encode_as(0, &kind).unwrap()[1];
    assert_eq!([FailureKind::PausesAll(PauseCause::SignIn), FailureKind::Refused].map(number), [3, 4]);
}

/// As above, for notifications.
#[test]
fn kinds_of_notifications_keep_their_numbers() {
    in_order(&[
        NotificationKind::TestStarted,
        NotificationKind::TestSubmitted,
        NotificationKind::InviteScheduled,
        NotificationKind::IntegrityFlag,
        NotificationKind::ResumeRequested,
        NotificationKind::EmailFailed,
        NotificationKind::PoolTooSmall,
        NotificationKind::ErasureAsked,
        NotificationKind::CodeNotJudged,
        NotificationKind::ClockSet,
        NotificationKind::LateAnswer,
        NotificationKind::Twin,
        NotificationKind::AuditLogWaits,
        NotificationKind::WebhookFails,
    ]);
}

/// As above, for the keys of gaps.
#[test]
fn variants_of_gap_keys_keep_their_numbers() {
    let Some(QuestionContent::Gaps(gaps)) = questions().pop().map(|q| q.body) else {
        panic!("the last question has gaps")
    };
    for (place, gap) in (0..).zip(&gaps) {
        assert_eq!(codec::encode_as(0, &gap.key).unwrap()[1], place);
        let is_known = match gap.key {
            GapKey::Choice { .. } => place == 0,
            GapKey::Text(_) => place == 1,
            GapKey::Number(_) => place == 2,
        };
        assert!(is_known, "{gap:?}");
    }
}

#[test]
fn kinds_of_mails_keep_their_numbers() {
    in_order(&[
        MailKind::Invitation,
        MailKind::Scheduled,
        MailKind::Reminder,
        MailKind::VerifyMailbox,
        MailKind::Closing,
        MailKind::EndMoved,
        MailKind::Decision,
        MailKind::ResetPassword,
        MailKind::Withdrawn,
        MailKind::Digest,
        MailKind::ServerNotice,
    ]);
}

#[test]
fn variants_of_background_jobs_keep_their_numbers() {
    in_order(&[
        JobKind::FileCheck,
        JobKind::TestImport,
        JobKind::QuestionImport,
        JobKind::Comparison,
        JobKind::DryRun,
        JobKind::BulkSend,
        JobKind::Repair,
        JobKind::RubricChange,
        JobKind::Backup,
        JobKind::Export,
        JobKind::Rejudge,
    ]);
    let failed = JobState::Failed(String::new());
    let ends = [JobState::Running, JobState::Done, failed, JobState::Cancelled, JobState::Interrupted];
    for (number, state) in ends.iter().enumerate() {
        assert_eq!(usize::from(codec::encode_as(0, state).unwrap()[1]), number);
    }
}

#[test]
fn parts_of_tests_keep_their_numbers() {
    in_order(&[
        Part::Title,
        Part::Description,
        Part::SectionTitle,
        Part::Instructions,
        Part::PassageTitle,
        Part::Passage,
        Part::Question,
        Part::Option,
        Part::Prompt,
        Part::GapOption,
    ]);
}
