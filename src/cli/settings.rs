//! `invigil settings`: all settings in one place.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::settings::{AiProvider, SmtpTls},
    service::{
        actor::SiteOperator,
        ai::ai_settings,
        settings::{
            self, company,
            links::{self, LinkChange},
        },
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum Command {
    /// Show the settings of site, company, email, AI and theme; for secrets, only whether they are set
    #[command(after_help = "\
Examples:
  invigil settings show
  invigil settings show --json | jq .email.smtpHost")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change how long the links of new invites stay open; what is not named stays
    #[command(after_help = "\
Links that exist stay as they are.

Examples:
  invigil settings set --link-days 30
  invigil settings set --late-start-hours 2")]
    Set {
        /// Days that a link without a date stays open: 1 to 365
        #[arg(long, value_name = "DAYS")]
        link_days: Option<i64>,
        /// Hours that a link with a date stays open after its time: 1 to 168
        #[arg(long, value_name = "HOURS")]
        late_start_hours: Option<i64>,
    },
}

#[derive(Default, Serialize, Deserialize)]
pub struct SettingsOp {
    json: bool,
    link_days: Option<i64>,
    late_start_hours: Option<i64>,
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<SettingsOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { json } => SettingsOp { json, ..SettingsOp::default() },
            Self::Set { link_days: None, late_start_hours: None } => {
                return Err(Failure::refused("Please name what to change: see 'invigil settings set --help'."));
            }
            Self::Set { link_days, late_start_hours } => SettingsOp { json: false, link_days, late_start_hours },
        }))
    }
}

pub async fn execute(app: &App, by: &SiteOperator, op: SettingsOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let SettingsOp { link_days, late_start_hours, .. } = op;
    if link_days.is_some() || late_start_hours.is_some() {
        let site = links::set(app, by, LinkChange { version: None, link_days, late_start_hours }).await?;
        writeln!(out, "linkDays        {}", site.link_days)?;
        return Ok(writeln!(out, "lateStartHours  {}", site.late_start_hours)?);
    }
    let shown = collect(app, by)?;
    if op.json {
        serde_json::to_writer_pretty(&mut *out, &shown)?;
        return Ok(writeln!(out)?);
    }
    for (section, settings) in shown.as_object().into_iter().flatten() {
        for (name, value) in settings.as_object().into_iter().flatten() {
            let value = match value {
                Value::String(value) if value.is_empty() => "(none)".to_owned(),
                Value::String(value) => text::one_line(value),
                Value::Null => "(none)".to_owned(),
                Value::Object(entries) if entries.is_empty() => "(none)".to_owned(),
                other => other.to_string(),
            };
            writeln!(out, "{:<28}{value}", format!("{section}.{name}"))?;
        }
    }
    Ok(())
}

/// All settings, with the field names of the API.
fn collect(app: &App, by: &SiteOperator) -> Result<Value, Failure> {
    let email = settings::email(app, by)?;
    let theme = settings::theme(app)?;
    let ai = ai_settings::get(app, by)?;
    let policy = ai_settings::policy(app, by)?;
    let company = company::get(app, by)?;
    let (first_slot, last_slot) = company.slots.shown();
    let site = settings::site(&app.store.read().map_err(crate::domain::Error::from)?)?;
    let tls = match email.tls {
        SmtpTls::None => "none",
        SmtpTls::StartTls => "starttls",
        SmtpTls::Implicit => "implicit",
    };
    let provider = match ai.provider {
        AiProvider::Gemini => "gemini",
        AiProvider::OpenAi => "openai",
    };
    Ok(json!({
        "site": {
            "publicUrl": app.config.public_url.as_ref().or(site.public_url.as_ref()),
            "linkDays": site.link_days,
            "lateStartHours": site.late_start_hours,
        },
        "company": {
            "name": company.name,
            "contact": company.contact,
            "reply_to": company.reply_to,
            "first_slot": first_slot,
            "last_slot": last_slot,
            "invitation_subject": company.words.invitation_subject,
            "invitation_text": company.words.invitation_text,
            "reminder_text": company.words.reminder_text,
            "intro_text": company.words.intro_text,
            "logo": company.logo.map(|logo| format!("{} x {} pixels", logo.width, logo.height)),
        },
        "email": {
            "smtpHost": email.host,
            "smtpPort": email.port,
            "smtpUser": email.user,
            "hasPassword": email.password_sealed.is_some(),
            "smtpTls": tls,
            "fromEmail": email.from_email,
            "fromName": email.from_name,
            "closingReminders": email.closing_reminders,
            "ehloName": email.ehlo_name,
        },
        "ai": {
            "provider": provider,
            "baseUrl": ai.base_url,
            "model": ai.model,
            "hasKey": ai.key_sealed.is_some(),
            "reviewNeedsPerson": ai.review_needs_person,
            "minAgreement": policy.min_agreement,
        },
        "theme": { "themeName": theme.name, "customColors": theme.custom_colors },
    }))
}
