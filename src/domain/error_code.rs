//! The machine-readable codes of refusals: stable names on the wire, one for each reason that a program or a page can act
//! upon (`docs/behaviour/calls.md#statuses`).

use serde::{Serialize, Serializer};
use std::fmt;

macro_rules! error_codes {
    ($($code:ident => $name:literal,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ErrorCode {
            $($code),+
        }

        impl ErrorCode {
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The name on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $name),+
                }
            }
        }
    };
}

error_codes! {
    AccountInactive => "account_inactive",
    AccountsOnly => "accounts_only",
    ActiveInvitations => "active_invitations",
    AdminExists => "admin_exists",
    AdminsOnly => "admins_only",
    AiFailed => "ai_failed",
    AiNotConfigured => "ai_not_configured",
    AlreadyAdmitted => "already_admitted",
    AlreadyAnswered => "already_answered",
    AlreadyBegun => "already_begun",
    AlreadyClaimed => "already_claimed",
    AlreadyGiven => "already_given",
    AlreadyInvited => "already_invited",
    AlreadyProven => "already_proven",
    AlreadyStarted => "already_started",
    Altered => "altered",
    ApplicantsOnly => "applicants_only",
    Archived => "archived",
    AskedAlready => "asked_already",
    AttemptElsewhere => "attempt_elsewhere",
    AttemptsRun => "attempts_run",
    AuditBroken => "audit_broken",
    BackupFailed => "backup_failed",
    Busy => "busy",
    Cancelled => "cancelled",
    CannotCancel => "cannot_cancel",
    ChangedMeanwhile => "changed_meanwhile",
    ChangesMeaning => "changes_meaning",
    ConsentChanged => "consent_changed",
    CursorLost => "cursor_lost",
    DecisionSent => "told",
    Dismissed => "dismissed",
    EmailNotVerified => "email_not_verified",
    EmailTaken => "email_taken",
    Erased => "erased",
    ExamBrowserRequired => "exam_browser_required",
    Expired => "expired",
    Finished => "finished",
    FixedTime => "fixed_time",
    Forbidden => "forbidden",
    HasAllRoles => "has_all_roles",
    HasSections => "has_sections",
    Held => "held",
    InOtherSession => "in_other_session",
    InPause => "in_pause",
    Internal => "internal",
    Invalid => "invalid",
    InvalidCredentials => "invalid_credentials",
    LeaseOver => "lease_over",
    LinkLost => "link_lost",
    MailNotSetUp => "mail_not_set_up",
    MailboxNotProven => "mailbox_not_proven",
    MailedAlready => "mailed_already",
    Malformed => "malformed",
    MediaOff => "media_off",
    NameNeeded => "name_needed",
    NameTaken => "name_taken",
    NoAdmin => "no_admin",
    NoBackupFolder => "no_backup_folder",
    NoBreakLeft => "no_break_left",
    NoCode => "no_code",
    NoOffer => "no_offer",
    NoRole => "no_role",
    NoRoute => "no_route",
    NoRunner => "no_runner",
    NoStill => "no_still",
    NotADemo => "not_a_demo",
    NotAdmitted => "not_admitted",
    NotAnApplicant => "not_an_applicant",
    NotAnImage => "not_an_image",
    NotAnonymous => "not_anonymous",
    NotAsked => "not_asked",
    NotByTime => "not_by_time",
    NotEnded => "not_ended",
    NotFinished => "not_finished",
    NotFound => "not_found",
    NotInProgress => "not_in_progress",
    NotJson => "not_json",
    NotOpenYet => "not_open_yet",
    NotOver => "not_over",
    NotScheduled => "not_scheduled",
    NotStarted => "not_started",
    NotStartedYet => "not_started_yet",
    NotYours => "not_yours",
    OrderBlocked => "order_blocked",
    OtherAccount => "other_account",
    OtherAttemptRunning => "other_attempt_running",
    OtherOrder => "other_order",
    OtherVersion => "other_version",
    OutputFailed => "output",
    PoolTooSmall => "pool_too_small",
    ProviderFailed => "provider_failed",
    ProviderRefused => "provider_refused",
    Renegotiating => "renegotiating",
    RevealFirst => "reveal_first",
    ReviewersOnly => "reviewers_only",
    Revoked => "revoked",
    RunnerOff => "runner_off",
    SecondFactorDue => "second_factor_due",
    SecondFactorOn => "second_factor_on",
    SecondMarker => "second_marker",
    SessionFull => "session_full",
    ShareGone => "share_gone",
    SignInExpired => "sign_in_expired",
    SlotNeeded => "slot_needed",
    SlotTaken => "slot_taken",
    SmtpFailed => "smtp_failed",
    Staff => "staff",
    StillRunning => "still_running",
    SuperadminOnly => "superadmin_only",
    SuperadminProtected => "superadmin_protected",
    TimelineFull => "timeline_full",
    TokenRefused => "token_refused",
    TooLarge => "too_large",
    TooMany => "too_many",
    TooManyAttempts => "too_many_attempts",
    TooManyCalls => "too_many_calls",
    TooManyComparisons => "too_many_comparisons",
    TooManyDryRuns => "too_many_dry_runs",
    TooManyExports => "too_many_exports",
    TooManyRegistrations => "too_many_registrations",
    TooManyRequests => "too_many_requests",
    TooManyResults => "too_many_results",
    TooManyRunners => "too_many_runners",
    TooManyRuns => "too_many_runs",
    TooManySolutionChecks => "too_many_solution_checks",
    TooManyTests => "too_many_tests",
    TooManyTries => "too_many_tries",
    TooManyUploads => "too_many_uploads",
    TotpRequired => "totp_required",
    Unauthorized => "unauthorized",
    Unavailable => "unavailable",
    UnknownLink => "unknown_link",
    UnknownReceipt => "unknown_receipt",
    UnknownReset => "unknown_reset",
    UnknownRunner => "unknown_runner",
    UnknownSession => "unknown_session",
    WebhookOff => "webhook_off",
    WholeSiteOnly => "whole_site_only",
    WrongCode => "wrong_code",
    WrongKey => "wrong_key",
    WrongMedia => "wrong_media",
    WrongMethod => "wrong_method",
    WrongSetupToken => "wrong_setup_token",
}

impl ErrorCode {
    /// The code of this name; a newer server may send one that is not known here.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
