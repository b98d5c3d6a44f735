//! `serve --print-config`: the effective configuration.

use super::{listen, logging::LogFormat, options::ServeSettings};
use crate::{
    app::RunnerSource,
    cli::{failure::Failure, text},
    domain::audit_out::AuditTarget,
};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    net::SocketAddr,
};

/// The configuration, with flag names as keys. Of a secret only whether it is set.
fn collect(settings: &ServeSettings) -> Value {
    let (cert, key) = settings.tls_files.clone().unzip();
    json!({
        "data": settings.data,
        "listen": settings.listen,
        "public-url": public_url(settings),
        "demo": settings.demo,
        "demo-public": settings.demo_public,
        "tls-cert": cert,
        "tls-key": key,
        "tls-self-signed": settings.tls_self_signed,
        "redirect-http": settings.redirect_http,
        "trusted-proxy": settings.trusted_proxies.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "webhook-network": settings.webhook_networks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "media-listen": match settings.media.address(settings.listen, settings.listen.port()) {
            None => "off".to_owned(),
            Some(Ok(address)) => address.to_string(),
            Some(Err(why)) => format!("({why})"),
        },
        "media-advertise": joined(settings.media.options.advertise.iter().map(|(ip, port)| match port {
            Some(port) => SocketAddr::new(*ip, *port).to_string(),
            None => ip.to_string(),
        })),
        "ice-server": joined(settings.media.options.ice_servers.iter().cloned()),
        "media-threads": settings.media.options.threads,
        "runner": match &settings.runner {
            RunnerSource::Off => "off",
            RunnerSource::Remote => "remote",
            RunnerSource::Child | RunnerSource::Socket(_) => "auto",
        },
        "runner-socket": match &settings.runner {
            RunnerSource::Socket(path) => Some(path),
            RunnerSource::Off | RunnerSource::Remote | RunnerSource::Child => None,
        },
        "judge-after-attempts": settings.judge_after_attempts,
        "metrics-token": settings.metrics_token.as_ref().map(|_| "***"),
        "secret-key-file": std::env::var_os("INVIGIL_SECRET_KEY_FILE").filter(|v| !v.is_empty())
            .map(|path| path.to_string_lossy().into_owned()),
        "deadline-wait": settings.deadline_wait,
        "backup-dir": settings.backups.as_ref().map(|plan| &plan.dir),
        "backup-at": settings.backups.as_ref().map(|plan| plan.at.strftime("%H:%M").to_string()),
        "backup-keep": settings.backups.as_ref().map(|plan| plan.keep),
        "audit-file": settings.audit.iter().find_map(|target| match target {
            AuditTarget::File(path) => Some(path),
            AuditTarget::Syslog(_) => None,
        }),
        "audit-syslog": settings.audit.iter().find_map(|target| match target {
            AuditTarget::Syslog(server) => Some(server.to_string()),
            AuditTarget::File(_) => None,
        }),
        "log-format": match settings.log_format { LogFormat::Text => "text", LogFormat::Json => "json" },
        "log-level": settings.log_level,
    })
}

/// `None` if the port is chosen only at the start.
fn public_url(settings: &ServeSettings) -> Option<String> {
    let known = || Some(listen::default_public_url(settings.tls(), settings.listen));
    settings.public_url.clone().or_else(|| if settings.listen.port() == 0 { None } else { known() })
}

/// Comma-separated, as the variable expects it; `None` for an empty list.
fn joined(values: impl Iterator<Item = String>) -> Option<String> {
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| values.join(","))
}

pub fn print(settings: &ServeSettings, as_json: bool) -> Result<(), Failure> {
    let (shown, mut out) = (collect(settings), io::stdout());
    if as_json {
        serde_json::to_writer_pretty(&mut out, &shown)?;
        return Ok(writeln!(out)?);
    }
    for (name, value) in shown.as_object().into_iter().flatten() {
        let value = match value {
            Value::Null => "(not set)".to_owned(),
            Value::String(value) => text::one_line(value),
            other => other.to_string(),
        };
        writeln!(out, "{name:<18}{value}")?;
    }
    Ok(())
}
