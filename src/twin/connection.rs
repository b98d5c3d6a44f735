//! How the log is reached, from what a person has typed.

use std::time::Duration;
use tokio_postgres::{
    Config,
    config::{Host, SslMode, TargetSessionAttrs},
};

/// How long a server has to accept a connection and to answer the first statements. One address of its name has half of it.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// The connection to the log at this URL. The writable server is searched among several hosts. With certificates to trust
/// (`has_ca`) it is always encrypted.
pub fn config(url: &str, password: Option<&str>, has_ca: bool) -> Result<Config, String> {
    let mut config: Config = url.parse().map_err(|e| format!("the URL of the log cannot be used: {e}"))?;
    if config.get_user().is_none() || config.get_dbname().is_none() || config.get_hosts().is_empty() {
        return Err("the URL of the log must name user, host and database: postgres://user@host/database".into());
    }
    if config.get_password().is_some() {
        return Err("the URL of the log must not hold a password, which every user of the machine could read".into());
    }
    if let Some(password) = password {
        config.password(password);
    }
    config.target_session_attrs(TargetSessionAttrs::ReadWrite).connect_timeout(CONNECT_TIMEOUT / 2);
    config.application_name("invigil").keepalives_idle(Duration::from_secs(2));
    if has_ca {
        config.ssl_mode(SslMode::Require);
    }
    Ok(config)
}

/// Whether records may cross a network without encryption.
pub fn is_exposed(config: &Config) -> bool {
    let is_remote = |host: &Host| match host {
        Host::Tcp(name) => !["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
        Host::Unix(_) => false,
    };
    config.get_ssl_mode() != SslMode::Require && config.get_hosts().iter().any(is_remote)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_all_but_the_password() {
        let log = "postgres://invigil@db1,db2/invigil";
        assert!(is_exposed(&config(log, Some("secret"), false).unwrap()));
        assert!(!is_exposed(&config(log, None, true).unwrap()));
        assert!(!is_exposed(&config("postgres://invigil@127.0.0.1/invigil", None, false).unwrap()));
        for bad in ["", "db1", "postgres://db1/invigil", "postgres://a@db1", "postgres://a:b@db1/invigil"] {
            assert!(config(bad, None, false).is_err(), "{bad}");
        }
    }
}
