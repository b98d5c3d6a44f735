//! Settings of outgoing mail and theme (docs/behaviour/mail.md#email, docs/behaviour/screens.md#themes).

use crate::{
    app::App,
    domain::settings::{self as domain, SmtpTls},
    http::{
        error::ApiResult,
        extract::{Anyone, As, FORM_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::Confirmation,
    },
    service::{
        actor::SiteOperator,
        mail::deliver,
        settings::{self, EmailChange, Secret, version},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Encryption of the connection to the mail server.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SmtpTls)]
pub enum TlsMode {
    None,
    StartTls,
    Implicit,
}

/// Settings of the mail server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailSettings)]
pub struct EmailBody {
    smtp_host: String,
    smtp_port: u16,
    smtp_user: String,
    /// Always empty: a stored password is never returned.
    smtp_password: &'static str,
    /// A password is stored.
    has_password: bool,
    smtp_tls: TlsMode,
    from_email: String,
    from_name: String,
    /// Candidates who have not started are reminded once before their invitation closes.
    closing_reminders: bool,
    /// Name by which this machine introduces itself to the mail server (EHLO); empty for that of `ehloNameDefault`.
    ehlo_name: String,
    /// The host of the public URL; empty where that is no full host name: then the address of this machine is used.
    ehlo_name_default: String,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

impl EmailBody {
    fn new(app: &App, s: domain::EmailSettings) -> ApiResult<Json<Self>> {
        Ok(Json(Self {
            ehlo_name_default: settings::default_ehlo_name(app)?,
            version: version::of(&s)?,
            smtp_host: s.host,
            smtp_port: s.port,
            smtp_user: s.user,
            smtp_password: "",
            has_password: s.password_sealed.is_some(),
            smtp_tls: match s.tls {
                SmtpTls::None => TlsMode::None,
                SmtpTls::StartTls => TlsMode::StartTls,
                SmtpTls::Implicit => TlsMode::Implicit,
            },
            from_email: s.from_email,
            from_name: s.from_name,
            closing_reminders: s.closing_reminders,
            ehlo_name: s.ehlo_name,
        }))
    }
}

/// Change of the email settings; omitted fields keep their value.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailInput {
    smtp_host: Option<String>,
    smtp_port: Option<i64>,
    smtp_user: Option<String>,
    /// Absent or empty keeps the stored password, `null` clears it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    smtp_password: Secret,
    smtp_tls: Option<TlsMode>,
    from_email: Option<String>,
    from_name: Option<String>,
    closing_reminders: Option<bool>,
    /// A full host name or an address; empty for the host of the public URL.
    ehlo_name: Option<String>,
    /// Version of the settings that were changed; if they are others by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

pub(in crate::http::api) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
    Ok(match Option::<String>::deserialize(deserializer)? {
        None => Secret::Clear,
        Some(text) if text.is_empty() => Secret::Keep,
        Some(text) => Secret::Set(text),
    })
}

/// Recipient of a test email.
#[derive(Deserialize, ToSchema)]
pub struct TestMailInput {
    email: String,
}

/// Theme of the page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ThemeSettings)]
pub struct ThemeBody {
    theme_name: String,
    /// CSS colours by colour slot.
    #[schema(inline)]
    custom_colors: BTreeMap<String, String>,
    /// Number of the stored version; a change that sends it is refused if another change came first.
    version: u32,
}

/// Change of the theme.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeInput {
    theme_name: String,
    /// CSS colours by colour slot; if omitted, the stored ones are kept.
    #[schema(inline)]
    custom_colors: Option<BTreeMap<String, String>>,
    /// Version of the theme that was changed; if it is another one by now, 409 `changed_meanwhile`.
    version: Option<u32>,
}

impl ThemeBody {
    fn new(s: domain::ThemeSettings) -> ApiResult<Json<Self>> {
        Ok(Json(Self { version: version::of(&s)?, theme_name: s.name, custom_colors: s.custom_colors }))
    }
}

/// Get the mail server settings.
#[utoipa::path(get, path = "/admin/email-settings", tag = "settings", responses((status = 200, body = EmailBody)))]
pub async fn email(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<EmailBody>> {
    EmailBody::new(&app, settings::email(&app, &by)?)
}

/// Change the mail server settings.
#[utoipa::path(put, path = "/admin/email-settings", tag = "settings", request_body = EmailInput,
    responses((status = 200, body = EmailBody), Conflict))]
pub async fn set_email(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<EmailBody>> {
    let input: EmailInput = body.json(FORM_LIMIT).await?;
    let change = EmailChange {
        version: input.version,
        host: input.smtp_host,
        port: input.smtp_port,
        user: input.smtp_user,
        password: input.smtp_password,
        tls: input.smtp_tls.map(|mode| match mode {
            TlsMode::None => SmtpTls::None,
            TlsMode::StartTls => SmtpTls::StartTls,
            TlsMode::Implicit => SmtpTls::Implicit,
        }),
        from_email: input.from_email,
        from_name: input.from_name,
        closing_reminders: input.closing_reminders,
        ehlo_name: input.ehlo_name,
    };
    EmailBody::new(&app, settings::set_email(&app, &by, change).await?)
}

/// Send a test email with the stored settings, as invitations are sent.
#[utoipa::path(post, path = "/admin/email-settings/test", tag = "settings", request_body = TestMailInput,
    responses((status = 200, body = Confirmation)))]
pub async fn test_email(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<Confirmation>> {
    let input: TestMailInput = body.json(FORM_LIMIT).await?;
    deliver::send_test(&app, &by, &input.email).await?;
    Ok(Confirmation::new("Test email sent successfully!"))
}

/// Get the theme. Public, because the sign-in and candidate pages use it too.
#[utoipa::path(get, path = "/admin/theme-settings", tag = "settings", responses((status = 200, body = ThemeBody)))]
pub async fn theme(State(app): State<App>, _: Anyone) -> ApiResult<Json<ThemeBody>> {
    ThemeBody::new(settings::theme(&app)?)
}

/// Change the theme of the whole installation.
#[utoipa::path(put, path = "/admin/theme-settings", tag = "settings", request_body = ThemeInput,
    responses((status = 200, body = ThemeBody), Conflict))]
pub async fn set_theme(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<ThemeBody>> {
    let input: ThemeInput = body.json(FORM_LIMIT).await?;
    let ThemeInput { theme_name, custom_colors, version } = input;
    ThemeBody::new(settings::set_theme(&app, &by, &theme_name, custom_colors, version).await?)
}
