//! Settings: outgoing mail and theme (spec section 7, "Admin management and settings").

use crate::{
    app::App,
    domain::settings::{self as domain, SmtpTls},
    http::{
        error::{ApiResult, Envelope},
        extract::{AUTH_LIMIT, AsAdmin, Body},
        wire::Message,
    },
    service::{
        mail::deliver,
        settings::{self, EmailChange, Secret},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SmtpTls)]
pub enum TlsMode {
    None,
    StartTls,
    Implicit,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailSettings)]
pub struct EmailBody {
    smtp_host: String,
    smtp_port: u16,
    smtp_user: String,
    /// Always empty: a stored password is never shown.
    smtp_password: &'static str,
    has_password: bool,
    smtp_tls: TlsMode,
    from_email: String,
    from_name: String,
}

impl From<domain::EmailSettings> for EmailBody {
    fn from(s: domain::EmailSettings) -> Self {
        Self {
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
        }
    }
}

/// What is left out stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailInput {
    smtp_host: Option<String>,
    smtp_port: Option<i64>,
    smtp_user: Option<String>,
    /// Absent or empty keeps the stored one, null clears it.
    #[serde(default, deserialize_with = "secret")]
    #[schema(value_type = Option<String>)]
    smtp_password: Secret,
    smtp_tls: Option<TlsMode>,
    from_email: Option<String>,
    from_name: Option<String>,
}

pub(super) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
    Ok(match Option::<String>::deserialize(deserializer)? {
        None => Secret::Clear,
        Some(text) if text.is_empty() => Secret::Keep,
        Some(text) => Secret::Set(text),
    })
}

#[derive(Deserialize, ToSchema)]
pub struct TestMailInput {
    email: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ThemeSettings)]
pub struct ThemeBody {
    theme_name: String,
    #[schema(inline)]
    custom_colors: BTreeMap<String, String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeInput {
    theme_name: String,
    /// Colour slot to CSS colour; left out, those set before stay.
    #[schema(inline)]
    custom_colors: Option<BTreeMap<String, String>>,
}

impl From<domain::ThemeSettings> for ThemeBody {
    fn from(s: domain::ThemeSettings) -> Self {
        Self { theme_name: s.name, custom_colors: s.custom_colors }
    }
}

/// The mail server's settings.
#[utoipa::path(get, path = "/admin/email-settings", tag = "settings",
    responses((status = 200, body = EmailBody), (status = 401, body = Envelope), (status = 403, body = Envelope)))]
pub async fn email(State(app): State<App>, AsAdmin(admin): AsAdmin) -> ApiResult<Json<EmailBody>> {
    Ok(Json(settings::email(&app, &admin)?.into()))
}

/// Change them.
#[utoipa::path(put, path = "/admin/email-settings", tag = "settings", request_body = EmailInput,
    responses((status = 200, body = EmailBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn set_email(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<EmailBody>> {
    let input: EmailInput = body.json(AUTH_LIMIT).await?;
    let change = EmailChange {
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
    };
    Ok(Json(settings::set_email(&app, &admin, change).await?.into()))
}

/// Send a test mail the way invites are sent.
#[utoipa::path(post, path = "/admin/email-settings/test", tag = "settings", request_body = TestMailInput,
    responses((status = 200, body = Message), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope), (status = 429, body = Envelope)))]
pub async fn test_email(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<Message>> {
    let input: TestMailInput = body.json(AUTH_LIMIT).await?;
    deliver::send_test(&app, &admin, &input.email).await?;
    Ok(Message::new("Test email sent successfully!"))
}

/// The theme; public, because sign-in and candidate pages are themed too.
#[utoipa::path(get, path = "/admin/theme-settings", tag = "settings", responses((status = 200, body = ThemeBody)))]
pub async fn theme(State(app): State<App>) -> ApiResult<Json<ThemeBody>> {
    Ok(Json(settings::theme(&app)?.into()))
}

/// Change the theme for everybody.
#[utoipa::path(put, path = "/admin/theme-settings", tag = "settings", request_body = ThemeInput,
    responses((status = 200, body = ThemeBody), (status = 401, body = Envelope), (status = 403, body = Envelope),
        (status = 422, body = Envelope)))]
pub async fn set_theme(State(app): State<App>, AsAdmin(admin): AsAdmin, body: Body) -> ApiResult<Json<ThemeBody>> {
    let input: ThemeInput = body.json(AUTH_LIMIT).await?;
    Ok(Json(settings::set_theme(&app, &admin, &input.theme_name, input.custom_colors).await?.into()))
}
