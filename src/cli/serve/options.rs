//! The grammar of `serve`, and what its values come down to.

use super::{
    logging::{self, LogFormat},
    media,
};
use crate::{
    app::{Config, Host, Tls},
    cli::{failure::Failure, folder, secret_input},
    domain::backup_plan::BackupPlan as Plan,
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
The server prints 'Invigil is ready on URL' when it takes requests, and a setup token while there is no
administrator. SIGTERM and SIGINT stop it within 10 seconds; a second signal stops it at once.
/metrics answers on this machine alone, or to whoever knows the token in INVIGIL_METRICS_TOKEN (or in the file
that INVIGIL_METRICS_TOKEN_FILE names). INVIGIL_SECRET_KEY_FILE names the data's key where it is kept elsewhere.

Examples:
  invigil serve
  invigil serve --demo
  invigil serve --listen 0.0.0.0:443 --print-config
  invigil serve --listen 0.0.0.0:443 --public-url https://tests.example.org --tls-cert chain.pem --tls-key key.pem
  invigil serve --listen 0.0.0.0:443 --redirect-http 0.0.0.0:80 --public-url https://tests.example.org \\
    --tls-cert chain.pem --tls-key key.pem
  invigil serve --listen 0.0.0.0:8443 --public-url https://tests.lan:8443 --tls-self-signed
  invigil serve --public-url https://tests.example.org --trusted-proxy 127.0.0.1
  invigil serve --listen 127.0.0.1:8080 --media-listen 0.0.0.0:8081 --media-advertise 203.0.113.9")]
pub struct Args {
    #[command(flatten)]
    pub options: Options,
    /// Print what flags and variables come down to, secrets masked, and end
    #[arg(long)]
    pub print_config: bool,
    /// With --print-config: write JSON
    #[arg(long, requires = "print_config")]
    pub json: bool,
}

/// What a server is started with.
#[derive(clap::Args)]
pub struct Options {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "INVIGIL_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Address under which browsers reach the server, for links in mails [default: the address listened on]
    #[arg(long, env = "INVIGIL_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Show a seeded demo, in ./invigil-demo unless --data says otherwise
    #[arg(long, env = "INVIGIL_DEMO", value_parser = |text: &str| switch("INVIGIL_DEMO", text))]
    demo: bool,
    /// Let others than this machine reach the demo, whose passwords everybody knows
    #[arg(long, env = "INVIGIL_DEMO_PUBLIC", value_parser = |text: &str| switch("INVIGIL_DEMO_PUBLIC", text))]
    demo_public: bool,
    /// Certificate chain (PEM) for https
    #[arg(long, env = "INVIGIL_TLS_CERT", value_name = "FILE")]
    tls_cert: Option<OsString>,
    /// Key of the certificate (PEM)
    #[arg(long, env = "INVIGIL_TLS_KEY", value_name = "FILE")]
    tls_key: Option<OsString>,
    /// Serve https with a certificate from a local authority, made in the data folder
    #[arg(long, env = "INVIGIL_TLS_SELF_SIGNED", value_parser = |text: &str| switch("INVIGIL_TLS_SELF_SIGNED", text))]
    tls_self_signed: bool,
    /// Second address that sends browsers on from http to the public URL
    #[arg(long, env = "INVIGIL_REDIRECT_HTTP", value_name = "ADDR:PORT")]
    redirect_http: Option<String>,
    /// Network of reverse proxies whose X-Forwarded-For or Forwarded is believed; may be given again
    #[arg(long, env = "INVIGIL_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    trusted_proxy: Vec<String>,
    #[command(flatten)]
    media: media::Flags,
    /// Folder for a backup a day, made while the server runs; without the key in secret.key
    #[arg(long, env = "INVIGIL_BACKUP_DIR", value_name = "DIR")]
    backup_dir: Option<OsString>,
    /// Time of the day for the backup, in the machine's time zone
    #[arg(long, env = "INVIGIL_BACKUP_AT", value_name = "HH:MM", default_value = "03:15")]
    backup_at: String,
    /// Backups that stay in the folder; the oldest go
    #[arg(long, env = "INVIGIL_BACKUP_KEEP", value_name = "N", default_value = "14")]
    backup_keep: usize,
    /// Form of the log on standard error
    #[arg(long, env = "INVIGIL_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
    /// Least weight of what is logged: error, warn, info, debug or trace
    #[arg(long, env = "INVIGIL_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: String,
}

/// What `serve` was told, checked.
#[derive(Clone)]
pub struct Settings {
    pub data: PathBuf,
    pub listen: SocketAddr,
    /// An origin without a trailing slash.
    pub public_url: Option<String>,
    pub demo: bool,
    pub demo_public: bool,
    /// Certificate and key.
    pub tls_files: Option<(PathBuf, PathBuf)>,
    pub tls_self_signed: bool,
    pub redirect_http: Option<SocketAddr>,
    pub trusted_proxies: Vec<IpNet>,
    pub media: media::Settings,
    pub metrics_token: Option<String>,
    pub backups: Option<Plan>,
    pub log_format: LogFormat,
    pub log_level: String,
}

impl Settings {
    /// What of it the application is told.
    pub fn config(&self) -> Config {
        let tls = match &self.tls_files {
            Some((cert, key)) => Tls::Files { cert: cert.clone(), key: key.clone() },
            None if self.tls_self_signed => Tls::SelfSigned,
            None => Tls::None,
        };
        Config {
            public_url: self.public_url.clone(),
            demo_accounts: if self.demo { demo::accounts() } else { Vec::new() },
            host: Host {
                data: Some(self.data.clone()),
                tls,
                backups: self.backups.clone(),
                media: self.media.address(self.listen, self.listen.port()),
            },
        }
    }

    pub fn tls(&self) -> bool {
        self.tls_self_signed || self.tls_files.is_some()
    }

    /// Whether browsers may be told to use https alone (RFC 6797). Only where that cannot lock anybody out or hit a
    /// neighbour: not with an authority that clients may not know yet, nor for a host that serves on several ports.
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

impl Options {
    pub fn resolve(self, data: Option<PathBuf>) -> Result<Settings, Failure> {
        let listen = address(&self.listen)?;
        logging::check(&self.log_level)?;
        if self.demo && !self.demo_public && !listen.ip().is_loopback() {
            return Err(Failure::refused(
                "a demo, whose passwords everybody knows, listens on this machine alone unless --demo-public is given",
            ));
        }
        // An empty variable is how container set-ups spell "not set".
        let path = |given: Option<OsString>| given.filter(|p| !p.is_empty()).map(PathBuf::from);
        let tls_files = match (path(self.tls_cert), path(self.tls_key)) {
            (Some(cert), Some(key)) => Some((cert, key)),
            (None, None) => None,
            (Some(_), None) => return Err(Failure::refused("--tls-cert needs --tls-key")),
            (None, Some(_)) => return Err(Failure::refused("--tls-key needs --tls-cert")),
        };
        if tls_files.is_some() && self.tls_self_signed {
            return Err(Failure::refused("--tls-self-signed and --tls-cert exclude each other"));
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
        let networks = self.trusted_proxy.iter().map(|net| net.trim()).filter(|net| !net.is_empty());
        let trusted_proxies = networks.map(network).collect::<Result<_, _>>()?;
        let default = if self.demo { DEFAULT_DEMO } else { folder::DEFAULT };
        Ok(Settings {
            data: data.unwrap_or_else(|| default.into()),
            listen,
            public_url,
            demo: self.demo,
            demo_public: self.demo_public,
            tls_files,
            tls_self_signed: self.tls_self_signed,
            redirect_http,
            trusted_proxies,
            media: self.media.resolve()?,
            metrics_token: metrics_token()?,
            backups: plan(path(self.backup_dir), &self.backup_at, self.backup_keep)?,
            log_format: self.log_format,
            log_level: self.log_level,
        })
    }
}

/// A flag's variable. Only the variable can be misspelt, and a wrong one must not mean yes.
fn switch(variable: &str, text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "0" | "f" | "false" | "n" | "no" | "off" => Ok(false),
        "1" | "t" | "true" | "y" | "yes" | "on" => Ok(true),
        _ => Err(format!("{variable} must be true or false")),
    }
}

fn address(text: &str) -> Result<SocketAddr, Failure> {
    text.parse()
        .map_err(|_| Failure::refused(format!("'{text}' is no address and port, such as 127.0.0.1:8080 or [::]:8080")))
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, Failure> {
    let net = text.parse::<IpNet>().ok().or_else(|| Some(text.parse::<IpAddr>().ok()?.into()));
    let net = net.ok_or_else(|| {
        Failure::refused(format!("'{text}' is no network of proxies, such as 127.0.0.1 or 10.0.0.0/8"))
    })?;
    if net.prefix_len() == 0 {
        return Err(Failure::refused(format!(
            "--trusted-proxy {text} would believe everybody; name the proxies' network"
        )));
    }
    Ok(net)
}

fn plan(dir: Option<PathBuf>, at: &str, keep: usize) -> Result<Option<Plan>, Failure> {
    let at = jiff::civil::Time::strptime("%H:%M", at.trim())
        .map_err(|_| Failure::refused(format!("'{at}' is no time of the day, such as 03:15")))?;
    if keep == 0 {
        return Err(Failure::refused("--backup-keep must be at least 1"));
    }
    Ok(dir.map(|dir| Plan { dir, at, keep }))
}

/// Never an argument, which every user of the machine could read.
fn metrics_token() -> Result<Option<String>, Failure> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(token) = set("INVIGIL_METRICS_TOKEN") {
        let token = token.into_string();
        return token.map(Some).map_err(|_| Failure::refused("INVIGIL_METRICS_TOKEN is no text"));
    }
    set("INVIGIL_METRICS_TOKEN_FILE")
        .map(|path| secret_input::file(Path::new(&path), "token for the metrics"))
        .transpose()
}

/// Scheme, host and port of a URL that has nothing more (RFC 6454).
fn origin(url: &str) -> Result<String, Failure> {
    let bad = || {
        Failure::refused(format!(
            "'{url}' is no public URL: give http:// or https://, a host, perhaps a port, and no path"
        ))
    };
    let parsed: http::Uri = url.trim().parse().map_err(|_| bad())?;
    let scheme = parsed.scheme_str().filter(|s| ["http", "https"].contains(s)).ok_or_else(bad)?;
    let authority = parsed.authority().filter(|a| !a.host().is_empty()).ok_or_else(bad)?;
    // The parser lets through a user name, a port above 65535 and a colon without a port.
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
