//! Every operation of the command line, as plain data that this process or the running server executes.

use super::{
    admin, api_token, applicant, audit, backup, check, consent, doctor, evidence, failure::Failure, folder::Folder,
    invite, language, ldap, lti, oidc, panel_calendar, question, request::CommandOutput, results, retention,
    runner::token, settings, sign_in, smtp, test, theme, webhook,
};
use crate::{
    app::{App, Config},
    service::actor::Actor,
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub enum Op {
    Admin(admin::AdminOp),
    Applicant(applicant::ApplicantOp),
    Audit(audit::AuditOp),
    Backup(backup::BackupOp),
    Invite(invite::InviteOp),
    Settings(settings::SettingsOp),
    Retention(retention::RetentionOp),
    Ldap(ldap::LdapOp),
    Consent(consent::ConsentOp),
    Oidc(oidc::OidcOp),
    Lti(lti::LtiOp),
    PanelCalendar(panel_calendar::PanelCalendarOp),
    SignIn(sign_in::SignInOp),
    Smtp(smtp::SmtpOp),
    Test(test::TestOp),
    Question(question::QuestionOp),
    Results(results::ResultsOp),
    Theme(theme::ThemeOp),
    Check(check::CheckOp),
    Doctor(doctor::DoctorOp),
    Evidence(evidence::EvidenceOp),
    RunnerToken(token::RunnerTokenOp),
    ApiToken(api_token::ApiTokenOp),
    Webhook(webhook::WebhookOp),
    Language(language::LanguageOp),
}

impl Op {
    /// Whether it streams much output, reads all data, or calls another server, so that it may take as long as its
    /// reader or that server takes.
    pub const fn is_long(&self) -> bool {
        match self {
            Self::Backup(op) => matches!(op, backup::BackupOp::Write { .. }),
            Self::Test(op) => matches!(op, test::TestOp::Export { .. } | test::TestOp::Losses { .. }),
            Self::Question(op) => {
                matches!(op, question::QuestionOp::Export { .. } | question::QuestionOp::Losses { .. })
            }
            Self::Ldap(op) => matches!(op, ldap::LdapOp::Test { .. }),
            Self::Oidc(op) => matches!(op, oidc::OidcOp::Test { .. }),
            Self::Smtp(op) => matches!(op, smtp::SmtpOp::Test { .. }),
            Self::PanelCalendar(op) => matches!(op, panel_calendar::PanelCalendarOp::Test { .. }),
            Self::Evidence(op) => matches!(op, evidence::EvidenceOp::Export { .. }),
            Self::Audit(_) | Self::Results(_) | Self::Check(_) | Self::Doctor(_) => true,
            Self::Admin(_)
            | Self::Applicant(_)
            | Self::Invite(_)
            | Self::Settings(_)
            | Self::Retention(_)
            | Self::Consent(_)
            | Self::Lti(_)
            | Self::SignIn(_)
            | Self::Theme(_)
            | Self::RunnerToken(_)
            | Self::ApiToken(_)
            | Self::Webhook(_)
            | Self::Language(_) => false,
        }
    }
}

impl Op {
    /// Whether it changes nothing, so that it also runs on the data of a member that follows. That a backup was made is
    /// noted where it can be.
    pub const fn only_reads(&self) -> bool {
        match self {
            Self::Audit(_) | Self::Backup(_) | Self::Doctor(_) => true,
            Self::Check(op) => op.only_reads(),
            Self::Results(op) => matches!(op, results::ResultsOp::Export(_)),
            Self::Test(op) => matches!(op, test::TestOp::Export { .. } | test::TestOp::Losses { .. }),
            Self::Question(op) => {
                matches!(op, question::QuestionOp::Export { .. } | question::QuestionOp::Losses { .. })
            }
            Self::Language(op) => {
                matches!(op, language::LanguageOp::List { .. } | language::LanguageOp::Export { .. })
            }
            _ => false,
        }
    }
}

/// Runs an operation.
///
/// # Errors
/// Refusals of the use case, and write errors of [`CommandOutput`].
pub async fn execute(app: &App, op: Op, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let by = Actor::Operator;
    match op {
        Op::Admin(op) => admin::execute(app, &by, op, out).await,
        Op::Applicant(op) => applicant::execute(app, &by.require()?, op, out).await,
        Op::Audit(op) => audit::execute(app, &by.require()?, &op, out),
        Op::Backup(op) => backup::execute(app, &by.require()?, op, out).await,
        Op::Invite(op) => invite::execute(app, &by.require()?, op, out).await,
        Op::Settings(op) => settings::execute(app, &by.require()?, op, out).await,
        Op::Consent(op) => consent::execute(app, &by, op, out).await,
        Op::Retention(op) => retention::execute(app, &by, op, out).await,
        Op::Ldap(op) => ldap::execute(app, &by, op, out).await,
        Op::Oidc(op) => oidc::execute(app, &by, op, out).await,
        Op::Lti(op) => lti::execute(app, &by, op, out).await,
        Op::PanelCalendar(op) => panel_calendar::execute(app, &by, op, out).await,
        Op::SignIn(op) => sign_in::execute(app, &by, op, out).await,
        Op::Smtp(op) => smtp::execute(app, &by.require()?, op, out).await,
        Op::Test(op) => test::execute(app, &by.require()?, op, out).await,
        Op::Question(op) => question::execute(app, &by.require()?, op, out).await,
        Op::Results(op) => results::execute(app, &by, op, out).await,
        Op::Theme(op) => theme::execute(app, &by.require()?, op, out).await,
        Op::Check(op) => check::execute(app, &by.require()?, &op, out).await,
        Op::Evidence(op) => evidence::execute(app, &by, op, out).await,
        Op::Doctor(op) => doctor::execute(app, &by.require()?, &op, out).await,
        Op::RunnerToken(op) => token::execute(app, op, out).await,
        Op::ApiToken(op) => api_token::execute(app, op, out).await,
        Op::Language(op) => language::execute(app, &by.require()?, op, out).await,
        Op::Webhook(op) => webhook::execute(app, &by, op, out).await,
    }
}

/// Handles data that cannot be opened. Most commands fail; `check` and `doctor` report it like any other problem.
///
/// # Errors
/// The reason, or the number of problems found.
pub async fn unopened(op: &Op, config: Config, why: Failure, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        Op::Check(op) => check::unopened(op, why, out),
        Op::Doctor(op) => {
            let app = Folder::without_data(config)?;
            let result = doctor::unopened(&app, op, why, out).await;
            app.store.close().await;
            result
        }
        _ => Err(why),
    }
}
