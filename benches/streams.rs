//! Cost of idle event streams in the real binary: 10,000 of them must fit into 200 MB of resident memory.
//!
//! `cargo bench --bench streams`, and `cargo bench --bench streams -- --tls` with the server's own certificate, which
//! measures the cost of TLS without a limit. The streams are HTTP/1.1 on loopback; the largest round includes a
//! heartbeat on each, and at the end one event is pushed to all of them.

use invigil::live::PER_ACCOUNT;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use serde_json::{Value, json};
use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tokio_util::either::Either;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const STREAMS: [usize; 3] = [100, 1_000, 10_000];
const MAX_MB: f64 = 200.0;
/// Longer than the heartbeat interval of 25 s; used for the largest round only.
const IDLE: Duration = Duration::from_secs(30);
const SHORT_IDLE: Duration = Duration::from_secs(5);
/// After this time the memory used by the sign-in is back with the system.
const SETTLE_TIME: Duration = Duration::from_secs(15);
const PASSWORD: &str = "correct horse";

type Connection = Either<TcpStream, TlsStream<TcpStream>>;

/// The server process; killed when dropped.
struct Server {
    process: Child,
    address: String,
    http: reqwest::Client,
    tls: Option<TlsConnector>,
}

/// A TLS connector that trusts the server's local CA.
fn connector(authority: &[u8]) -> Outcome<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority)?)?;
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config).into())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start(data: &Path, encrypted: bool) -> Outcome<Self> {
        let binary = env!("CARGO_BIN_EXE_invigil");
        let mut admin = Command::new(binary)
            .args(["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin", "--data"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        admin.stdin.take().ok_or("no standard input")?.write_all(PASSWORD.as_bytes())?;
        if !admin.wait()?.success() {
            return Err("the administrator was not created".into());
        }
        let mut process = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--media-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(encrypted.then_some("--tls-self-signed"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut ready = String::new();
        BufReader::new(process.stdout.take().ok_or("no standard output")?).read_line(&mut ready)?;
        let address = ready.trim().rsplit_once("://").ok_or("the server did not start")?.1.to_owned();
        let (mut tls, mut http) = (None, reqwest::Client::builder());
        if encrypted {
            let authority = Command::new(binary).args(["tls", "ca", "--data"]).arg(data).output()?.stdout;
            tls = Some(connector(&authority)?);
            http = http.tls_certs_only([reqwest::Certificate::from_pem(&authority)?]);
        }
        Ok(Self { process, address, http: http.build()?, tls })
    }

    fn proc_file(&self, name: &str) -> Outcome<String> {
        Ok(fs::read_to_string(format!("/proc/{}/{name}", self.process.id()))?)
    }

    /// Returns the resident memory in MB (10^6 bytes).
    fn resident(&self) -> Outcome<f64> {
        let status = self.proc_file("status")?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kib * 1_024.0 / 1e6)
    }

    /// Returns the CPU time so far in seconds; the kernel counts in hundredths.
    fn cpu(&self) -> Outcome<f64> {
        let stat = self.proc_file("stat")?;
        let fields: Vec<&str> = stat.rsplit_once(')').ok_or("no stat")?.1.split_whitespace().collect();
        let ticks = |i: usize| -> Outcome<f64> { Ok(fields.get(i).ok_or("a short stat")?.parse()?) };
        Ok((ticks(11)? + ticks(12)?) / 100.0)
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Outcome<Value> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let request = self.http.post(format!("{scheme}://{}{path}", self.address)).json(body);
        let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    /// Creates another administrator and returns its token.
    async fn another_admin(&self, token: &str, n: usize) -> Outcome<String> {
        let email = format!("admin{n}@example.org");
        let form = json!({"email": email, "password": PASSWORD, "full_name": "Another"});
        self.post("/api/admin/create-admin", Some(token), &form).await?;
        let reply = self.post("/api/auth/login", None, &json!({"email": email, "password": PASSWORD})).await?;
        Ok(reply["access_token"].as_str().ok_or("no token")?.to_owned())
    }

    /// Opens a stream and waits for its first bytes.
    async fn stream(&self, token: &str) -> Outcome<Connection> {
        let stream = TcpStream::connect(&self.address).await?;
        let mut stream = match &self.tls {
            None => Either::Left(stream),
            Some(tls) => Either::Right(tls.connect(ServerName::try_from("127.0.0.1")?, stream).await?),
        };
        let head = format!(
            "GET /api/events HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\nAuthorization: Bearer {token}\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await?;
        read_until(&mut stream, ": open").await?;
        Ok(stream)
    }
}

async fn read_until(stream: &mut Connection, mark: &str) -> Outcome {
    let (mut seen, mut part) = (Vec::new(), [0; 2_048]);
    while !String::from_utf8_lossy(&seen).contains(mark) {
        match stream.read(&mut part).await? {
            0 => return Err(format!("the stream ended: {}", String::from_utf8_lossy(&seen)).into()),
            n => seen.extend_from_slice(&part[..n]),
        }
    }
    Ok(())
}

/// Raises the limit of open files to the hard limit, and returns it.
fn raise_limit() -> Outcome<usize> {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
    Ok(usize::try_from(hard)?)
}

async fn run() -> Outcome {
    let files = raise_limit()?;
    let most = STREAMS[STREAMS.len() - 1];
    if files < most + 100 {
        println!("{most} streams need as many open files; the hard limit here is {files}: nothing was measured");
        return Ok(());
    }
    let data = tempfile::tempdir()?;
    let encrypted = std::env::args().any(|arg| arg == "--tls");
    let server = Server::start(data.path(), encrypted)?;
    let login = json!({"email": "ada@example.org", "password": PASSWORD});
    let reply = server.post("/api/auth/login", None, &login).await?;
    let token = reply["access_token"].as_str().ok_or("no token")?.to_owned();

    // Before the first reading: a hash of a password takes more memory than a thousand streams.
    let mut holders = Vec::new();
    for n in 0..most.div_ceil(PER_ACCOUNT) {
        holders.push(server.another_admin(&token, n).await?);
    }
    println!("| idle streams | resident, MB | kB each | CPU at rest |\n|---|---|---|---|");
    tokio::time::sleep(SETTLE_TIME).await;
    let base = server.resident()?;
    println!("| 0 | {base:.0} | | |");
    let mut open = Vec::with_capacity(most);
    for count in STREAMS {
        while open.len() < count {
            open.push(server.stream(&holders[open.len() / PER_ACCOUNT]).await?);
        }
        let (before, idle) = (server.cpu()?, if count == most { IDLE } else { SHORT_IDLE });
        tokio::time::sleep(idle).await;
        let share = (server.cpu()? - before) / idle.as_secs_f64() * 100.0;
        let resident = server.resident()?;
        let each = (resident - base) * 1e3 / f64::from(u32::try_from(count)?);
        println!("| {count} | {resident:.0} | {each:.1} | {share:.1} % of a core |");
    }
    let idle = server.resident()?;

    let question = json!({"id": "q", "type": "essay", "question": "Why?"});
    let test = json!({"title": "T", "questions": [question]});
    let test = server.post("/api/tests", Some(&token), &test).await?;
    let invite =
        json!({"test_id": test["id"], "applicant_email": "c@example.org", "applicant_name": "C", "no_schedule": true});
    let began = Instant::now();
    server.post("/api/invites", Some(&token), &invite).await?;
    for stream in &mut open {
        read_until(stream, "invite.changed").await?;
    }
    let took = began.elapsed().as_millis();
    println!(
        "\nOne event to all {most}: {took} ms until the last one has it; {:.0} MB afterwards.",
        server.resident()?
    );
    if !encrypted && idle > MAX_MB {
        return Err(format!("{most} idle streams take {idle:.0} MB, more than {MAX_MB:.0}").into());
    }
    Ok(())
}

fn main() -> Outcome {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?.block_on(run())
}
