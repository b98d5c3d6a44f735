//! Settings: outgoing mail, theme, and the public URL that `serve` stores for offline commands.

pub mod clips;
pub mod company;
pub mod consent;
pub mod exam_browser;
pub mod languages;
pub mod ldap;
pub mod links;
pub mod oidc;
pub mod page_words;
pub mod passwords;
pub mod version;

use super::{actor::SiteOperator, mail::held};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, ehlo,
        error::FieldChecker,
        settings::{EmailSettings, KeyCheck, SiteSettings, SmtpTls, ThemeSettings},
        theme, user,
    },
    mail::SmtpSettings,
    secrets::{MasterKey, token},
    store::{Read, Record, Store, records::Single},
};
use std::collections::BTreeMap;

/// # Errors
/// Storage only.
pub fn site(read: &impl Read) -> Result<SiteSettings> {
    Ok(read.get(Single)?.unwrap_or_else(SiteSettings::standard))
}

/// Stores the public URL for commands that run without the server.
///
/// # Errors
/// Storage only.
pub async fn keep_public_url(app: &App, url: &str) -> Result<()> {
    let url = url.to_owned();
    if site(&app.store.read()?)?.public_url.as_ref() == Some(&url) {
        return Ok(());
    }
    app.store
        .write(move |tx| {
            let mut site = site(tx)?;
            site.public_url = Some(url);
            tx.put(&site)?;
            Ok(())
        })
        .await
}

/// # Errors
/// Storage only.
pub fn email(app: &App, _: &SiteOperator) -> Result<EmailSettings> {
    stored_email(&app.store.read()?)
}

fn stored_email(read: &impl Read) -> Result<EmailSettings> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// Rejects a master key other than the one that the data was created with: no user could sign in, and sealed values
/// could not be opened.
///
/// # Errors
/// 409 `wrong_key`.
pub async fn check_key(app: &App) -> Result<()> {
    if compare_key(&app.store, &app.secrets.master)? {
        return Ok(());
    }
    let fingerprint = fingerprint(&app.secrets.master);
    app.store.write(move |tx| Ok(tx.put(&KeyCheck { fingerprint })?)).await
}

/// The same of data that are only read; `false` if they do not know their key yet.
///
/// # Errors
/// 409 `wrong_key`.
pub fn compare_key(store: &Store, master: &MasterKey) -> Result<bool> {
    match store.read()?.get::<KeyCheck>(Single)? {
        None => Ok(false),
        Some(kept) if kept.fingerprint == fingerprint(master) => Ok(true),
        Some(_) => {
            Err(Error::conflict(ErrorCode::WrongKey, "The secret key is not the one that this data was created with."))
        }
    }
}

fn fingerprint(master: &MasterKey) -> [u8; 32] {
    token::hash(&format!("{:02x?}", master.derive("fingerprint")))
}

/// Shown while no mail server is configured.
pub const NOT_SET_UP: &str =
    "Email is not set up yet: enter the mail server under Settings, or with 'invigil smtp set'.";

/// # Errors
/// Storage only.
pub fn mail_is_set_up(read: &impl Read) -> Result<bool> {
    Ok(!stored_email(read)?.host.is_empty())
}

/// Whether candidates are reminded before their invites close: an admin wants it, and a mail server is set up.
///
/// # Errors
/// Storage only.
pub fn reminds_before_the_end(read: &impl Read) -> Result<bool> {
    let stored = stored_email(read)?;
    Ok(stored.closing_reminders && !stored.host.is_empty())
}

/// Name and address that invitations come from, where a mail server is set up.
///
/// # Errors
/// Storage only.
pub fn sender(read: &impl Read) -> Result<Option<String>> {
    let EmailSettings { host, from_name, from_email, .. } = stored_email(read)?;
    let sender = if from_name.is_empty() { from_email } else { format!("{from_name} ({from_email})") };
    Ok((!host.is_empty()).then_some(sender))
}

/// Name of the sender of all mails.
///
/// # Errors
/// Storage only.
pub fn from_name(app: &App) -> Result<String> {
    Ok(stored_email(&app.store.read()?)?.from_name)
}

/// The mailer's settings, with the password decrypted.
///
/// # Errors
/// 422 `smtp_failed` while no mail server is configured.
pub fn smtp(app: &App) -> Result<SmtpSettings> {
    smtp_if_set_up(app)?.ok_or_else(|| Error::new(crate::domain::ErrorKind::Invalid, ErrorCode::SmtpFailed, NOT_SET_UP))
}

/// The same; `None` where no mail server is set up.
///
/// # Errors
/// Storage, and a password that does not open (another master key).
pub fn smtp_if_set_up(app: &App) -> Result<Option<SmtpSettings>> {
    let stored = stored_email(&app.store.read()?)?;
    if stored.host.is_empty() || is_beyond_demo(app, &stored.host) {
        return Ok(None);
    }
    let password = match &stored.password_sealed {
        None => None,
        Some(sealed) => Some(
            String::from_utf8(app.secrets.vault.open("settings_email", &EmailSettings::key_of(Single), 1, sealed)?)
                .map_err(Error::internal)?,
        ),
    };
    let ehlo_name = match stored.ehlo_name {
        name if name.is_empty() => default_ehlo_name(app)?,
        name => name,
    };
    Ok(Some(SmtpSettings {
        ehlo_name,
        host: stored.host,
        port: stored.port,
        user: stored.user,
        password,
        from_email: stored.from_email,
        from_name: stored.from_name,
        tls: stored.tls,
    }))
}

/// Origin under which browsers reach this server, for links, without a trailing slash.
///
/// # Errors
/// Storage only.
pub fn public_url(app: &App) -> Result<String> {
    if let Some(url) = &app.config.public_url {
        return Ok(url.clone());
    }
    Ok(site(&app.store.read()?)?.public_url.unwrap_or_else(|| "http://127.0.0.1:8080".into()))
}

/// The host of the public URL, where that is a full host name or an address.
///
/// # Errors
/// Storage only.
pub fn default_ehlo_name(app: &App) -> Result<String> {
    Ok(ehlo::of_public_url(&public_url(app)?))
}

/// Change of a stored secret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Secret {
    #[default]
    Keep,
    Clear,
    Set(String),
}

/// A change of the mail settings; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct EmailChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    pub host: Option<String>,
    pub port: Option<i64>,
    pub user: Option<String>,
    pub password: Secret,
    pub tls: Option<SmtpTls>,
    pub from_email: Option<String>,
    pub from_name: Option<String>,
    pub closing_reminders: Option<bool>,
    pub ehlo_name: Option<String>,
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether a mail server may not be used: the people of a demo are invented, and their addresses may exist.
fn is_beyond_demo(app: &App, host: &str) -> bool {
    !app.config.demo_accounts.is_empty() && !host.is_empty() && !is_loopback(host)
}

/// Default TLS mode: implicit TLS on port 465, none on loopback, STARTTLS elsewhere.
fn default_tls(host: &str, port: i64) -> SmtpTls {
    match port {
        465 => SmtpTls::Implicit,
        _ if is_loopback(host) => SmtpTls::None,
        _ => SmtpTls::StartTls,
    }
}

/// # Errors
/// 409 `changed_meanwhile`; 422 by field. If the server's address or its TLS mode changes, the stored password must be entered again: otherwise
/// another admin could have it sent to a different server.
pub async fn set_email(app: &App, by: &SiteOperator, change: EmailChange) -> Result<EmailSettings> {
    app.write(by, move |w| {
        let old = stored_email(w)?;
        let did = "has changed the email settings in the meantime.";
        version::check(&**w, change.version, &old, version::Setting { action: "settings.email", target: "", did })?;
        let clean =
            |new: &Option<String>, old: &String| new.as_ref().map_or_else(|| old.clone(), |t| t.trim().to_owned());
        let host = clean(&change.host, &old.host);
        let port = change.port.unwrap_or_else(|| old.port.into());
        let moved = host != old.host || port != i64::from(old.port);
        let is_first = old.host.is_empty();
        let tls = change.tls.unwrap_or_else(|| if is_first { default_tls(&host, port) } else { old.tls });
        let from_email = clean(&change.from_email, &old.from_email);
        let from_name = clean(&change.from_name, &old.from_name);

        let mut check = FieldChecker::default();
        let host_ok = host.len() <= 253 && !host.chars().any(|c| c.is_whitespace() || c.is_control() || c == '/');
        check.require(host_ok, "smtpHost", "This is not a valid host name.");
        let message = "A demo sends mail only to a mail server on this machine, such as localhost.";
        check.require(!is_beyond_demo(w.app, &host), "smtpHost", message);
        check.require((1..=65_535).contains(&port), "smtpPort", "The port must be between 1 and 65535.");
        check.require(host.is_empty() || !from_email.is_empty(), "fromEmail", "The sender's address is required.");
        if !from_email.is_empty() {
            check.require(
                user::is_email(&from_email),
                "fromEmail",
                "The sender's address is not a valid email address.",
            );
        }
        let one_line = |s: &str| s.chars().count() <= 200 && !s.chars().any(char::is_control);
        check.require(
            one_line(&from_name),
            "fromName",
            "The sender's name must be one line of at most 200 characters.",
        );
        let ehlo_name = clean(&change.ehlo_name, &old.ehlo_name);
        check.require(
            ehlo_name.is_empty() || ehlo::is_full_name(&ehlo_name) || ehlo::literal(&ehlo_name).is_some(),
            "ehloName",
            "The EHLO name must be a full host name, such as mail.example.org, or an address.",
        );
        // Without a server the password is sent nowhere.
        let asked_again = !host.is_empty() && old.password_sealed.is_some() && (moved || tls != old.tls);
        check.require(
            !(asked_again && change.password == Secret::Keep),
            "smtpPassword",
            "Please enter the password again: the server's address or its protection has changed.",
        );
        check.finish(&["smtpHost", "smtpPort", "fromEmail"])?;

        let password_sealed = match &change.password {
            Secret::Keep if host.is_empty() => None,
            Secret::Keep => old.password_sealed.clone(),
            Secret::Clear => None,
            Secret::Set(password) => {
                Some(w.app.secrets.vault.seal("settings_email", &EmailSettings::key_of(Single), 1, password.as_bytes()))
            }
        };
        let user = clean(&change.user, &old.user);
        let port = u16::try_from(port).unwrap_or_default();
        let closing_reminders = change.closing_reminders.unwrap_or(old.closing_reminders);
        let settings = EmailSettings {
            host,
            port,
            user,
            password_sealed,
            tls,
            from_email,
            from_name,
            closing_reminders,
            ehlo_name,
        };
        w.put(&settings)?;
        w.audit("settings.email", "", "")?;
        // By the commit, also if the caller is gone by then.
        let (app, now) = (w.app.clone(), w.now);
        w.after_commit(move || held::try_again(&app, now));
        Ok(settings)
    })
    .await
}

/// # Errors
/// Storage only. Public: sign-in and candidate pages are themed too.
pub fn theme(app: &App) -> Result<ThemeSettings> {
    Ok(app.store.read()?.get(Single)?.unwrap_or_default())
}

/// # Errors
/// 409 `changed_meanwhile`; 422 for an unknown theme or slot, or an invalid colour.
pub async fn set_theme(
    app: &App,
    by: &SiteOperator,
    name: &str,
    custom_colors: Option<BTreeMap<String, String>>,
    read: Option<u32>,
) -> Result<ThemeSettings> {
    let mut check = FieldChecker::default();
    let known: Vec<&str> = theme::all().iter().map(|t| t.name.as_str()).collect();
    check.require(
        known.contains(&name),
        "themeName",
        format!("There is no theme '{name}'. Themes: {}.", known.join(", ")),
    );
    for (slot, colour) in custom_colors.iter().flatten() {
        let field = format!("customColors.{slot}");
        check.require(theme::is_slot(slot), field.clone(), format!("There is no colour slot '{slot}'."));
        check.require(theme::is_colour(colour), field, format!("'{colour}' is not a colour."));
    }
    check.finish(&["themeName"])?;
    let name = name.to_owned();
    app.write(by, move |w| {
        let old: ThemeSettings = w.get(Single)?.unwrap_or_default();
        let setting =
            version::Setting { action: "settings.theme", target: "", did: "has changed the theme in the meantime." };
        version::check(&**w, read, &old, setting)?;
        let theme = ThemeSettings { name, custom_colors: custom_colors.unwrap_or(old.custom_colors) };
        w.put(&theme)?;
        w.audit("settings.theme", "", &theme.name)?;
        Ok(theme)
    })
    .await
}
