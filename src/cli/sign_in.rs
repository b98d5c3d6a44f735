//! `invigil sign-in`: rules for passwords, and who has to have a second factor.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{
    app::App,
    service::{
        account::second_factor::policy::{self, PolicyChange},
        actor::{Actor, StaffManager, StaffReader},
        settings::passwords::{self, PasswordPolicyChange},
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Subcommand)]
pub enum Command {
    /// Show the rules for passwords and second factors
    #[command(after_help = "\
Examples:
  invigil sign-in show
  invigil sign-in show --json | jq .minPasswordLength")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the rules; what is not named stays
    #[command(after_help = "\
Passwords that are set already stay. Who has no second factor when the grace period is over sets one up before the next
sign-in.

Examples:
  invigil sign-in set --min-password-length 12
  invigil sign-in set --second-factor-for-admins true --grace-days 14
  invigil sign-in set --refuse-common-passwords false")]
    Set(Change),
}

#[derive(clap::Args, Serialize, Deserialize)]
pub struct Change {
    /// Shortest new password, in characters: 6 to 64
    #[arg(long, value_name = "N")]
    min_password_length: Option<i64>,
    /// Refuse passwords from a built-in list of common ones
    #[arg(long, value_name = "true|false")]
    refuse_common_passwords: Option<bool>,
    /// Demand a second factor of administrators
    #[arg(long, value_name = "true|false")]
    second_factor_for_admins: Option<bool>,
    /// Demand a second factor of reviewers
    #[arg(long, value_name = "true|false")]
    second_factor_for_reviewers: Option<bool>,
    /// Days that people get to set one up: 0 to 90
    #[arg(long, value_name = "DAYS")]
    grace_days: Option<i64>,
}

#[derive(Serialize, Deserialize)]
pub enum SignInOp {
    Show { json: bool },
    Set(Change),
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<SignInOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { json } => SignInOp::Show { json },
            Self::Set(change) => {
                let names_passwords = change.min_password_length.is_some() || change.refuse_common_passwords.is_some();
                if !names_passwords && !change.names_factors() {
                    return Err(Failure::refused("Please name what to change: see 'invigil sign-in set --help'."));
                }
                SignInOp::Set(change)
            }
        }))
    }
}

impl Change {
    const fn names_factors(&self) -> bool {
        self.second_factor_for_admins.is_some()
            || self.second_factor_for_reviewers.is_some()
            || self.grace_days.is_some()
    }
}

pub async fn execute(app: &App, by: &Actor, op: SignInOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let reader: &StaffReader = &by.require()?;
    let as_json = match op {
        SignInOp::Show { json } => json,
        SignInOp::Set(change) => {
            let manager: &StaffManager = &by.require()?;
            if change.names_factors() {
                let factors = PolicyChange {
                    version: None,
                    for_admins: change.second_factor_for_admins,
                    for_reviewers: change.second_factor_for_reviewers,
                    grace_days: change.grace_days,
                };
                policy::set(app, manager, factors).await?;
            }
            let passwords = PasswordPolicyChange {
                version: None,
                min_length: change.min_password_length,
                refuse_common: change.refuse_common_passwords,
            };
            passwords::set(app, manager, passwords).await?;
            false
        }
    };
    let (rules, factors) = (passwords::get(app, reader)?, policy::get(app, reader)?);
    let shown = json!({
        "minPasswordLength": rules.min_length,
        "refuseCommonPasswords": rules.refuse_common,
        "secondFactorForAdmins": factors.for_admins,
        "secondFactorForReviewers": factors.for_reviewers,
        "graceDays": factors.grace_days,
    });
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &shown)?;
        return Ok(writeln!(out)?);
    }
    for (name, value) in shown.as_object().into_iter().flatten() {
        writeln!(out, "{name:<26}{value}")?;
    }
    Ok(())
}
