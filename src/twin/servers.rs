//! The servers that the URL of a log names, of which one can be written to. They are tried one after the other, each within a
//! time of its own: a machine that has died answers nothing, and must not take the time of the one that replaces it.

use std::time::Duration;
use tokio_postgres::{Config, Error, config::Host};

/// The port of a server that is named without one.
const USUAL_PORT: u16 = 5432;

struct Server {
    name: String,
    config: Config,
    /// Why the last attempt has failed.
    error: String,
}

/// The servers of a log.
pub struct Servers {
    all: Vec<Server>,
    /// How long each one has to accept a connection and to answer the first statements.
    limit: Duration,
    /// The one of the last connection, which is tried first.
    first: usize,
}

impl Servers {
    pub fn of(config: &Config, limit: Duration) -> Self {
        let all = config.get_hosts().iter().enumerate().map(|(at, host)| Server::of(config, at, host)).collect();
        Self { all, limit, first: 0 }
    }

    /// The first connection that can be made; else why none can, by server.
    pub async fn connect<T>(&mut self, make: impl AsyncFn(&Config) -> Result<T, Error>) -> Result<T, String> {
        for _ in 0..self.all.len() {
            let Some(server) = self.all.get_mut(self.first) else { break };
            server.error = match tokio::time::timeout(self.limit, make(&server.config)).await {
                Ok(Ok(connection)) => return Ok(connection),
                Ok(Err(error)) => describe(&error),
                Err(_) => "the log does not answer".to_owned(),
            };
            self.first = (self.first + 1) % self.all.len();
        }
        Err(self.errors())
    }

    /// How the server of the last connection is reached.
    pub fn last(&self) -> Option<&Config> {
        self.all.get(self.first).map(|server| &server.config)
    }

    fn errors(&self) -> String {
        if let [only] = self.all.as_slice() {
            return only.error.clone();
        }
        let errors: Vec<_> = self.all.iter().map(|server| format!("{}: {}", server.name, server.error)).collect();
        errors.join("; ")
    }
}

impl Server {
    /// The server at this place of the URL, with everything else that the URL says.
    fn of(config: &Config, at: usize, host: &Host) -> Self {
        let ports = config.get_ports();
        let port = ports.get(at).or_else(|| ports.first()).copied().unwrap_or(USUAL_PORT);
        let mut one = Config::new();
        one.port(port);
        let name = match host {
            Host::Tcp(host) => {
                one.host(host);
                format!("{host}:{port}")
            }
            Host::Unix(path) => {
                one.host_path(path);
                path.display().to_string()
            }
        };
        if let Some(address) = config.get_hostaddrs().get(at) {
            one.hostaddr(*address);
        }
        if let Some(user) = config.get_user() {
            one.user(user);
        }
        if let Some(password) = config.get_password() {
            one.password(password);
        }
        if let Some(database) = config.get_dbname() {
            one.dbname(database);
        }
        if let Some(options) = config.get_options() {
            one.options(options);
        }
        if let Some(program) = config.get_application_name() {
            one.application_name(program);
        }
        if let Some(limit) = config.get_connect_timeout() {
            one.connect_timeout(*limit);
        }
        if let Some(limit) = config.get_tcp_user_timeout() {
            one.tcp_user_timeout(*limit);
        }
        if let Some(interval) = config.get_keepalives_interval() {
            one.keepalives_interval(interval);
        }
        if let Some(retries) = config.get_keepalives_retries() {
            one.keepalives_retries(retries);
        }
        one.keepalives(config.get_keepalives()).keepalives_idle(config.get_keepalives_idle());
        one.ssl_mode(config.get_ssl_mode()).ssl_negotiation(config.get_ssl_negotiation());
        one.channel_binding(config.get_channel_binding()).load_balance_hosts(config.get_load_balance_hosts());
        one.target_session_attrs(config.get_target_session_attrs());
        Self { name, config: one, error: String::new() }
    }
}

/// The server's own words, or those of the operating system.
pub fn describe(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(20);

    fn servers() -> Servers {
        let url = "postgres://invigil@db1:5433,db2/invigil?sslmode=require&options=-cwork_mem%3D4MB";
        let mut config: Config = url.parse().unwrap();
        config.password("secret");
        Servers::of(&config, LIMIT)
    }

    fn host_of(config: &Config) -> String {
        format!("{:?}", config.get_hosts())
    }

    #[test]
    fn each_server_is_reached_as_the_url_says() {
        let servers = servers();
        let names: Vec<_> = servers.all.iter().map(|server| server.name.as_str()).collect();
        assert_eq!(names, ["db1:5433", "db2:5432"]);
        for Server { config, .. } in &servers.all {
            assert_eq!((config.get_hosts().len(), config.get_ports().len()), (1, 1));
            assert_eq!((config.get_user(), config.get_dbname()), (Some("invigil"), Some("invigil")));
            assert_eq!(config.get_password(), Some(&b"secret"[..]));
            assert_eq!(config.get_options(), Some("-cwork_mem=4MB"));
            assert_eq!(config.get_ssl_mode(), tokio_postgres::config::SslMode::Require);
        }
    }

    /// The machine of the first one has lost its power: nothing refuses the connection.
    #[tokio::test]
    async fn a_server_that_does_not_answer_takes_no_time_of_the_next_one() {
        let mut servers = servers();
        let made = servers.connect(async |config| {
            if host_of(config).contains("db1") {
                std::future::pending::<()>().await;
            }
            Ok(host_of(config))
        });
        assert!(made.await.unwrap().contains("db2"));
        // It is the first one from now on.
        let made = servers.connect(async |config| Ok(host_of(config)));
        assert!(made.await.unwrap().contains("db2"));
        assert!(host_of(servers.last().unwrap()).contains("db2"));
    }

    #[tokio::test]
    async fn errors_name_the_server() {
        let mut servers = servers();
        let made = servers.connect(async |_| std::future::pending::<Result<(), Error>>().await);
        let why = made.await.unwrap_err();
        assert_eq!(why, "db1:5433: the log does not answer; db2:5432: the log does not answer");
        servers.all.truncate(1);
        let made = servers.connect(async |_| std::future::pending::<Result<(), Error>>().await);
        assert_eq!(made.await.unwrap_err(), "the log does not answer");
    }
}
