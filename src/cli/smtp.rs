//! `invigil smtp`: outgoing mail.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    text,
};
use crate::{
    app::App,
    domain::settings::{EmailSettings, SmtpTls},
    service::{
        actor::SiteOperator,
        mail::deliver,
        settings::{self, EmailChange, Secret},
    },
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::json;

const PASSWORD_FILE: &str = "INVIGIL_SMTP_PASSWORD_FILE";

#[derive(Subcommand)]
pub enum Command {
    /// Show the mail server settings, without the password
    #[command(after_help = "Example:\n  invigil smtp show --json")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the mail server settings; omitted ones keep their value
    #[command(after_help = "\
The password is read from standard input with --password-stdin, from the file named by INVIGIL_SMTP_PASSWORD_FILE, or,
with --user, from a prompt. Changing --host, --port or --tls requires the password again.

Examples:
  invigil smtp set --host mail.example.org --port 587 --user tests --from-email tests@example.org
  invigil smtp set --host localhost --port 25 --tls none --no-password --from-email tests@example.org
  invigil smtp set --ehlo-name exams.example.org")]
    Set(SmtpSetArgs),
    /// Send a test email
    #[command(after_help = "Example:\n  invigil smtp test --to ada@example.org")]
    Test {
        /// Email address of the recipient
        #[arg(long, value_name = "EMAIL")]
        to: String,
    },
}

#[derive(clap::Args)]
pub struct SmtpSetArgs {
    /// Host name or address of the mail server; empty turns email off
    #[arg(long)]
    host: Option<String>,
    /// Port, 1 to 65535
    #[arg(long, allow_negative_numbers = true)]
    port: Option<i64>,
    /// User name at the mail server; empty disables authentication
    #[arg(long)]
    user: Option<String>,
    /// Read the password from standard input
    #[arg(long, conflicts_with = "no_password")]
    password_stdin: bool,
    /// Delete the stored password
    #[arg(long)]
    no_password: bool,
    /// Sender address
    #[arg(long)]
    from_email: Option<String>,
    /// Sender name
    #[arg(long)]
    from_name: Option<String>,
    /// Encryption of the connection
    #[arg(long)]
    tls: Option<SmtpTlsArg>,
    /// Name by which this machine introduces itself to the mail server: a full host name or an address; empty for the
    /// host of the public URL
    #[arg(long, value_name = "NAME")]
    ehlo_name: Option<String>,
    /// Remind candidates who have not started once before their invitation closes: true or false
    #[arg(long, value_name = "BOOL")]
    closing_reminders: Option<bool>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SmtpTlsArg {
    /// No encryption
    None,
    /// Upgrade a plain connection (usual on port 587)
    Starttls,
    /// TLS from the first byte (usual on port 465)
    Implicit,
}

#[derive(Serialize, Deserialize)]
pub enum SmtpOp {
    Show { json: bool },
    Set(SmtpChange),
    Test { to: String },
}

#[derive(Serialize, Deserialize)]
enum Password {
    Keep,
    Forget,
    Set(String),
}

#[derive(Serialize, Deserialize)]
pub struct SmtpChange {
    host: Option<String>,
    port: Option<i64>,
    user: Option<String>,
    password: Password,
    from_email: Option<String>,
    from_name: Option<String>,
    tls: Option<SmtpTls>,
    #[serde(default)]
    closing_reminders: Option<bool>,
    #[serde(default)]
    ehlo_name: Option<String>,
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<SmtpOp>, Failure> {
        Ok(match self {
            Self::Show { json } => CliRequest::new(SmtpOp::Show { json }),
            Self::Set(set) => CliRequest::creating(SmtpOp::Set(set.resolve()?)),
            Self::Test { to } => CliRequest::new(SmtpOp::Test { to }),
        })
    }
}

impl SmtpSetArgs {
    fn resolve(self) -> Result<SmtpChange, Failure> {
        let input = SecretInput { from_stdin: self.password_stdin, file_variable: PASSWORD_FILE, what: "password" };
        let password = if self.no_password {
            Password::Forget
        } else {
            let given = match &self.user {
                Some(user) if !user.is_empty() => {
                    input.optional(&format!("Password of {user} (empty: keep the stored one): "))?
                }
                _ => input.given()?,
            };
            given.map_or(Password::Keep, Password::Set)
        };
        let tls = self.tls.map(|tls| match tls {
            SmtpTlsArg::None => SmtpTls::None,
            SmtpTlsArg::Starttls => SmtpTls::StartTls,
            SmtpTlsArg::Implicit => SmtpTls::Implicit,
        });
        let Self { host, port, user, from_email, from_name, closing_reminders, ehlo_name, .. } = self;
        let texts = [&host, &user, &from_email, &from_name, &ehlo_name];
        let changes = texts.iter().any(|text| text.is_some()) || port.is_some() || tls.is_some();
        let changes = changes || closing_reminders.is_some();
        if !changes && matches!(password, Password::Keep) {
            return Err(Failure::refused("nothing to set; 'invigil smtp set --help' lists the options"));
        }
        Ok(SmtpChange { host, port, user, password, from_email, from_name, tls, closing_reminders, ehlo_name })
    }
}

pub async fn execute(app: &App, by: &SiteOperator, op: SmtpOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        SmtpOp::Show { json } => show(&settings::email(app, by)?, json, out),
        SmtpOp::Set(change) => {
            let SmtpChange { host, port, user, password, from_email, from_name, tls, closing_reminders, ehlo_name } =
                change;
            let password = match password {
                Password::Keep => Secret::Keep,
                Password::Forget => Secret::Clear,
                Password::Set(password) => Secret::Set(password),
            };
            let change = EmailChange {
                version: None,
                host,
                port,
                user,
                password,
                tls,
                from_email,
                from_name,
                closing_reminders,
                ehlo_name,
            };
            show(&settings::set_email(app, by, change).await?, false, out)
        }
        SmtpOp::Test { to } => {
            deliver::send_test(app, by, &to).await?;
            Ok(writeln!(out, "The mail server accepted the test email to {}.", text::one_line(&to))?)
        }
    }
}

/// Prints the settings; JSON has the field names of the API's email settings.
fn show(settings: &EmailSettings, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let has_password = settings.password_sealed.is_some();
    if json {
        let body = json!({
            "smtpHost": settings.host,
            "smtpPort": settings.port,
            "smtpUser": settings.user,
            "hasPassword": has_password,
            "smtpTls": settings.tls,
            "fromEmail": settings.from_email,
            "fromName": settings.from_name,
            "closingReminders": settings.closing_reminders,
            "ehloName": settings.ehlo_name,
        });
        serde_json::to_writer_pretty(&mut *out, &body)?;
        return Ok(writeln!(out)?);
    }
    if settings.host.is_empty() {
        writeln!(out, "Email is off: no mail server is set up.")?;
        return Ok(());
    }
    let tls = match settings.tls {
        SmtpTls::None => "none",
        SmtpTls::StartTls => "starttls",
        SmtpTls::Implicit => "implicit",
    };
    let rows = [
        ("Server", format!("{}:{}", settings.host, settings.port)),
        ("TLS", tls.to_owned()),
        ("User", if settings.user.is_empty() { "(none)".to_owned() } else { settings.user.clone() }),
        ("Password", if has_password { "stored" } else { "(none)" }.to_owned()),
        ("From", format!("{} <{}>", settings.from_name, settings.from_email)),
        (
            "EHLO",
            if settings.ehlo_name.is_empty() {
                "(host of the public URL)".to_owned()
            } else {
                settings.ehlo_name.clone()
            },
        ),
    ];
    for (name, value) in rows {
        writeln!(out, "{:<10}{}", format!("{name}:"), text::one_line(&value))?;
    }
    Ok(())
}
