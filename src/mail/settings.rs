//! SMTP server settings.

use std::fmt;

pub use crate::domain::settings::SmtpTls;

/// SMTP server and sender, as configured by an admin. `Debug` masks the password.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpSettings {
    pub host: String,
    pub port: u16,
    /// Empty if the server requires no authentication.
    pub user: String,
    pub password: Option<String>,
    pub from_email: String,
    pub from_name: String,
    pub tls: SmtpTls,
    /// Name by which the client introduces itself; blank for the address of its end of the connection.
    pub ehlo_name: String,
}

impl fmt::Debug for SmtpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpSettings")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| "***"))
            .field("from_email", &self.from_email)
            .field("from_name", &self.from_name)
            .field("tls", &self.tls)
            .field("ehlo_name", &self.ehlo_name)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_masks_the_password() {
        let settings = SmtpSettings {
            host: "mail.example".into(),
            port: 587,
            user: "u".into(),
            password: Some("hunter2".into()),
            from_email: "a@example.org".into(),
            from_name: "A".into(),
            tls: SmtpTls::StartTls,
            ehlo_name: String::new(),
        };
        let shown = format!("{settings:?}");
        assert!(shown.contains("mail.example") && shown.contains("***") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn the_modes_serialize_to_their_names_in_the_settings() {
        for (mode, name) in [(SmtpTls::None, "none"), (SmtpTls::StartTls, "starttls"), (SmtpTls::Implicit, "implicit")]
        {
            assert_eq!(serde_json::to_value(mode).unwrap(), name);
            assert_eq!(serde_json::from_value::<SmtpTls>(name.into()).unwrap(), mode);
        }
    }
}
