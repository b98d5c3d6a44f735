//! Arguments of `serve` and the settings that they resolve to.

use super::{
    logging::{self, LogFormat},
    media, runner,
};
use crate::{
    app::{Config, Host, RunnerSource, TlsTermination},
    cli::{failure::Failure, folder, secret_input},
    domain::{audit_out::AuditTarget, backup_plan::BackupPlan, time::SignedDuration, webhook::address::MAX_NETWORKS},
    service::operate::demo,
};
use ipnet::IpNet;
use std::{
    env,
    ffi::OsString,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
};

const DEFAULT_DEMO: &str = "./invigil-demo";

#[derive(clap::Args)]
#[command(after_help = "\
The server prints 'Invigil is ready on URL' once it accepts requests, and a setup token while there is no
administrator. SIGTERM and SIGINT stop it within 10 seconds; a second signal stops it at once.
/metrics answers only requests from this machine, or requests with the bearer token in INVIGIL_METRICS_TOKEN (or in the
file named by INVIGIL_METRICS_TOKEN_FILE). INVIGIL_SECRET_KEY_FILE is the path of the data's key if it is not in the
data folder.

Examples:
  invigil serve
  invigil serve --demo
  invigil serve --listen 0.0.0.0:443 --print-config
  invigil serve --listen 0.0.0.0:443 --public-url https://tests.example.org --tls-cert chain.pem --tls-key key.pem
  invigil serve --listen 0.0.0.0:443 --redirect-http 0.0.0.0:80 --public-url https://tests.example.org \\
    --tls-cert chain.pem --tls-key key.pem
  invigil serve --listen 0.0.0.0:8443 --public-url https://tests.lan:8443 --tls-self-signed
  invigil serve --public-url https://tests.example.org --trusted-proxy 127.0.0.1
  invigil serve --audit-syslog tcp+tls://siem.example.org:6514
  invigil serve --listen 127.0.0.1:8080 --media-listen 0.0.0.0:8081 --media-advertise 203.0.113.9")]
pub struct Args {
    #[command(flatten)]
    pub options: ServeOptions,
    /// Print the effective configuration, secrets masked, and exit
    #[arg(long)]
    pub print_config: bool,
    /// Print JSON instead of lines, with --print-config
    #[arg(long, requires = "print_config")]
    pub json: bool,
}

/// Options of the server.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices of an operator")]
pub struct ServeOptions {
    /// Address and port to listen on; port 0 chooses a free port
    #[arg(long, env = "INVIGIL_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Public URL of the server, used for links in emails [default: the listen address]
    #[arg(long, env = "INVIGIL_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Serve a demo with sample data, in ./invigil-demo unless --data is given
    #[arg(long, env = "INVIGIL_DEMO", value_parser = |text: &str| switch("INVIGIL_DEMO", text))]
    demo: bool,
    /// Allow other machines to reach the demo, whose passwords are public
    #[arg(long, env = "INVIGIL_DEMO_PUBLIC", value_parser = |text: &str| switch("INVIGIL_DEMO_PUBLIC", text))]
    demo_public: bool,
    /// TLS certificate chain (PEM)
    #[arg(long, env = "INVIGIL_TLS_CERT", value_name = "FILE")]
    tls_cert: Option<OsString>,
    /// TLS private key (PEM)
    #[arg(long, env = "INVIGIL_TLS_KEY", value_name = "FILE")]
    tls_key: Option<OsString>,
    /// Serve HTTPS with a certificate from a local authority, created in the data folder
    #[arg(long, env = "INVIGIL_TLS_SELF_SIGNED", value_parser = |text: &str| switch("INVIGIL_TLS_SELF_SIGNED", text))]
    tls_self_signed: bool,
    /// Second address to listen on, which redirects HTTP to the public URL
    #[arg(long, env = "INVIGIL_REDIRECT_HTTP", value_name = "ADDR:PORT")]
    redirect_http: Option<String>,
    /// Network of reverse proxies whose X-Forwarded-For or Forwarded header is trusted; may be repeated
    #[arg(long, env = "INVIGIL_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    trusted_proxy: Vec<String>,
    /// Network that webhooks may call although it is not public, such as 10.0.0.0/8; may be repeated
    #[arg(long, env = "INVIGIL_WEBHOOK_NETWORK", value_name = "CIDR", value_delimiter = ',')]
    webhook_network: Vec<String>,
    #[command(flatten)]
    media: media::MediaFlags,
    #[command(flatten)]
    runner: runner::RunnerFlags,
    /// Run submitted code on hidden tests only while no attempt of the same test runs
    #[arg(long, env = "INVIGIL_JUDGE_AFTER_ATTEMPTS",
        value_parser = |text: &str| switch("INVIGIL_JUDGE_AFTER_ATTEMPTS", text))]
    judge_after_attempts: bool,
    /// Minutes after a start before tests are submitted whose time ran out while the server was down, 0 to 60
    #[arg(long, env = "INVIGIL_DEADLINE_WAIT", value_name = "MINUTES", default_value = "10",
        value_parser = clap::value_parser!(u8).range(0..=60))]
    deadline_wait: u8,
    /// Folder for daily backups, made while the server runs; they do not include the key in secret.key
    #[arg(long, env = "INVIGIL_BACKUP_DIR", value_name = "DIR")]
    backup_dir: Option<OsString>,
    /// Time of the daily backup, in the machine's time zone
    #[arg(long, env = "INVIGIL_BACKUP_AT", value_name = "HH:MM", default_value = "03:15")]
    backup_at: String,
    /// Number of backups to keep; older ones are deleted
    #[arg(long, env = "INVIGIL_BACKUP_KEEP", value_name = "N", default_value = "14")]
    backup_keep: usize,
    /// File to which the audit log is written as JSON lines; whatever rotates it may rename it at any moment
    #[arg(long, env = "INVIGIL_AUDIT_FILE", value_name = "FILE")]
    audit_file: Option<OsString>,
    /// Syslog server to which the audit log is sent: tcp+tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT
    #[arg(long, env = "INVIGIL_AUDIT_SYSLOG", value_name = "URL")]
    audit_syslog: Option<String>,
    /// Format of the log on standard error
    #[arg(long, env = "INVIGIL_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
    /// Minimum log level: error, warn, info, debug or trace
    #[arg(long, env = "INVIGIL_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: String,
}

/// Validated options of `serve`.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices of an operator")]
pub struct ServeSettings {
    pub data: PathBuf,
    pub listen: SocketAddr,
    /// An origin without a trailing slash.
    pub public_url: Option<String>,
    pub demo: bool,
    pub demo_public: bool,
    /// Paths of certificate chain and key.
    pub tls_files: Option<(PathBuf, PathBuf)>,
    pub tls_self_signed: bool,
    pub redirect_http: Option<SocketAddr>,
    pub trusted_proxies: Vec<IpNet>,
    /// Networks that webhooks may call although they are not public.
    pub webhook_networks: Vec<IpNet>,
    pub media: media::MediaSettings,
    pub runner: RunnerSource,
    pub judge_after_attempts: bool,
    pub metrics_token: Option<String>,
    /// Minutes.
    pub deadline_wait: u8,
    pub backups: Option<BackupPlan>,
    /// Receivers of the audit log.
    pub audit: Vec<AuditTarget>,
    pub log_format: LogFormat,
    pub log_level: String,
}

impl ServeSettings {
    /// The part of the settings that the application needs.
    pub fn config(&self) -> Config {
        let tls = match &self.tls_files {
            Some((cert, key)) => TlsTermination::Files { cert: cert.clone(), key: key.clone() },
            None if self.tls_self_signed => TlsTermination::SelfSigned,
            None => TlsTermination::None,
        };
        Config {
            public_url: self.public_url.clone(),
            demo_accounts: if self.demo { demo::accounts() } else { Vec::new() },
            host: Host {
                data: Some(self.data.clone()),
                tls,
                backups: self.backups.clone(),
                audit: self.audit.clone(),
                media: self.media.address(self.listen, self.listen.port()),
                runner: Some(self.runner.clone()),
            },
            deadline_wait: SignedDuration::from_mins(self.deadline_wait.into()),
            judge_after_attempts: self.judge_after_attempts,
            webhook_networks: self.webhook_networks.clone(),
        }
    }

    pub fn tls(&self) -> bool {
        self.tls_self_signed || self.tls_files.is_some()
    }

    /// Whether to send HSTS (RFC 6797, `docs/behaviour/calls.md#calls`). Only where that cannot lock users out or affect
    /// other services: not with an authority that clients may not trust yet, nor for a host that may serve on several
    /// ports.
    pub fn strict_transport(&self) -> bool {
        let known = || -> Option<bool> {
            let url: http::Uri = self.public_url.as_deref()?.parse().ok()?;
            let host = url.host()?;
            let named = host != "localhost" && host.trim_matches(['[', ']']).parse::<IpAddr>().is_err();
            Some(url.scheme_str() == Some("https") && named && url.port_u16().is_none_or(|port| port == 443))
        };
        !self.demo && !self.tls_self_signed && known().unwrap_or(false)
    }
}

impl ServeOptions {
    pub fn resolve(self, data: Option<PathBuf>) -> Result<ServeSettings, Failure> {
        let listen = address(&self.listen)?;
        logging::check(&self.log_level)?;
        if self.demo && !self.demo_public && !listen.ip().is_loopback() {
            return Err(Failure::refused(
                "a demo has public passwords, so it listens on this machine only, unless --demo-public is given",
            ));
        }
        // Container setups write an unset variable as an empty one.
        let path = |given: Option<OsString>| given.filter(|p| !p.is_empty()).map(PathBuf::from);
        let tls_files = match (path(self.tls_cert), path(self.tls_key)) {
            (Some(cert), Some(key)) => Some((cert, key)),
            (None, None) => None,
            (Some(_), None) => return Err(Failure::refused("--tls-cert needs --tls-key")),
            (None, Some(_)) => return Err(Failure::refused("--tls-key needs --tls-cert")),
        };
        if tls_files.is_some() && self.tls_self_signed {
            return Err(Failure::refused("--tls-self-signed and --tls-cert are mutually exclusive"));
        }
        let public_url = self.public_url.filter(|url| !url.is_empty()).map(|url| origin(&url)).transpose()?;
        let redirect_http = self.redirect_http.filter(|a| !a.is_empty()).map(|a| address(&a)).transpose()?;
        let leads_to_https = match &public_url {
            Some(url) => url.starts_with("https://"),
            None => tls_files.is_some() || self.tls_self_signed,
        };
        if redirect_http.is_some() && !leads_to_https {
            return Err(Failure::refused("--redirect-http needs a --public-url that begins with https://"));
        }
        let trusted_proxies = networks(
            &self.trusted_proxy,
            "--trusted-proxy",
            "would trust every client; give the network of the proxies",
        )?;
        let webhook_networks = networks(
            &self.webhook_network,
            "--webhook-network",
            "would allow every address; give the network of the receivers",
        )?;
        if webhook_networks.len() > MAX_NETWORKS {
            return Err(Failure::refused(format!("--webhook-network can be given {MAX_NETWORKS} times at most")));
        }
        let default = if self.demo { DEFAULT_DEMO } else { folder::DEFAULT };
        Ok(ServeSettings {
            data: data.unwrap_or_else(|| default.into()),
            listen,
            public_url,
            demo: self.demo,
            demo_public: self.demo_public,
            tls_files,
            tls_self_signed: self.tls_self_signed,
            redirect_http,
            trusted_proxies,
            webhook_networks,
            media: self.media.resolve()?,
            runner: self.runner.resolve()?,
            judge_after_attempts: self.judge_after_attempts,
            metrics_token: metrics_token()?,
            deadline_wait: self.deadline_wait,
            backups: plan(path(self.backup_dir), &self.backup_at, self.backup_keep)?,
            audit: audit_targets(path(self.audit_file), self.audit_syslog.as_deref())?,
            log_format: self.log_format,
            log_level: self.log_level,
        })
    }
}

/// Parses the variable of a boolean flag. Only the variable can have a wrong value, and that must not mean yes.
fn switch(variable: &str, text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "0" | "f" | "false" | "n" | "no" | "off" => Ok(false),
        "1" | "t" | "true" | "y" | "yes" | "on" => Ok(true),
        _ => Err(format!("{variable} must be true or false")),
    }
}

fn address(text: &str) -> Result<SocketAddr, Failure> {
    text.parse().map_err(|_| {
        Failure::refused(format!("'{text}' is not an address and port, such as 127.0.0.1:8080 or [::]:8080"))
    })
}

/// Parses networks, or single addresses. `all` says why not every network can be meant.
fn networks(given: &[String], option: &str, all: &str) -> Result<Vec<IpNet>, Failure> {
    let network = |text: &str| {
        let net = text.parse::<IpNet>().ok().or_else(|| Some(text.parse::<IpAddr>().ok()?.into()));
        let net = net.ok_or_else(|| {
            Failure::refused(format!("{option}: '{text}' is not a network, such as 127.0.0.1 or 10.0.0.0/8"))
        })?;
        if net.prefix_len() == 0 {
            return Err(Failure::refused(format!("{option} {text} {all}")));
        }
        Ok(net)
    };
    given.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).map(network).collect()
}

fn plan(dir: Option<PathBuf>, at: &str, keep: usize) -> Result<Option<BackupPlan>, Failure> {
    let at = jiff::civil::Time::strptime("%H:%M", at.trim())
        .map_err(|_| Failure::refused(format!("'{at}' is not a time of day, such as 03:15")))?;
    if keep == 0 {
        return Err(Failure::refused("--backup-keep must be at least 1"));
    }
    Ok(dir.map(|dir| BackupPlan { dir, at, keep }))
}

fn audit_targets(file: Option<PathBuf>, syslog: Option<&str>) -> Result<Vec<AuditTarget>, Failure> {
    let server = syslog.filter(|url| !url.is_empty()).map(|url| url.parse().map(AuditTarget::Syslog)).transpose();
    Ok(file.map(AuditTarget::File).into_iter().chain(server.map_err(Failure::refused)?).collect())
}

/// Reads the metrics token: never from an argument, which every user of the machine could read.
fn metrics_token() -> Result<Option<String>, Failure> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(token) = set("INVIGIL_METRICS_TOKEN") {
        let token = token.into_string();
        return token.map(Some).map_err(|_| Failure::refused("INVIGIL_METRICS_TOKEN is not valid UTF-8"));
    }
    set("INVIGIL_METRICS_TOKEN_FILE").map(|path| secret_input::file(Path::new(&path), "metrics token")).transpose()
}

/// The public URL that the environment names, for commands that open the data themselves: it is the one that a server would
/// use.
///
/// # Errors
/// As for `serve`.
pub fn public_url_of_environment() -> Result<Option<String>, Failure> {
    std::env::var("INVIGIL_PUBLIC_URL").ok().filter(|url| !url.is_empty()).map(|url| origin(&url)).transpose()
}

/// Parses a URL that is an origin only: scheme, host and port (RFC 6454).
fn origin(url: &str) -> Result<String, Failure> {
    let bad = || {
        Failure::refused(format!(
            "'{url}' is not a public URL: give http:// or https://, a host, an optional port, and no path"
        ))
    };
    let parsed: http::Uri = url.trim().parse().map_err(|_| bad())?;
    let scheme = parsed.scheme_str().filter(|s| ["http", "https"].contains(s)).ok_or_else(bad)?;
    let authority = parsed.authority().filter(|a| !a.host().is_empty()).ok_or_else(bad)?;
    // The parser accepts a user name, a port above 65535 and a colon without a port.
    let port = authority.port().map(|p| format!(":{}", p.as_str())).unwrap_or_default();
    let plain = authority.as_str() == format!("{}{port}", authority.host());
    let bare = parsed.path_and_query().is_none_or(|rest| rest.as_str() == "/");
    // The parser drops a fragment.
    if !bare || !plain || url.contains('#') {
        return Err(bad());
    }
    Ok(format!("{scheme}://{}", authority.as_str().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_origin() {
        let is = |url: &str| origin(url).ok();
        assert_eq!(is("https://Tests.Example.org/").as_deref(), Some("https://tests.example.org"));
        assert_eq!(is("http://[::1]:8080").as_deref(), Some("http://[::1]:8080"));
        for bad in [
            "",
            "tests.example.org",
            "ftp://x",
            "https://",
            "https://x/app",
            "https://x?y",
            "https://x#y",
            "https://a@x",
            "https://x:99999",
        ] {
            assert_eq!(is(bad), None, "{bad}");
        }
    }
}
