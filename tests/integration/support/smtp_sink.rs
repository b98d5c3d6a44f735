//! A small real SMTP server on 127.0.0.1 that records mails, for all tests that send mail.
#![allow(dead_code, reason = "each test crate that includes this file uses only a part of it")]

use std::{
    io,
    net::Ipv4Addr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
    task::JoinHandle,
};
use tokio_rustls::TlsAcceptor;

/// How the server behaves.
#[derive(Clone, Debug, Default)]
pub enum Mode {
    #[default]
    Accept,
    /// Requires authentication with this user and password (535 for others, 530 without).
    SignIn { user: String, password: String },
    /// Replies 550 to every recipient.
    RefuseRecipient,
    /// Replies 421 instead of a greeting.
    RefuseAll,
    /// Accepts connections and sends nothing.
    Hang,
    /// Receives the mail but never confirms it.
    HangAfterData,
    /// Receives the mail and closes the connection.
    ResetAfterData,
    /// Sends an endless line instead of the greeting, or of the reply to this command.
    Garbage { from: &'static str },
    /// At this command (or `greeting`, `.` for the final dot), does this instead.
    At(&'static str, Act),
    /// Takes this many mails, and replies this to further ones at RCPT.
    Quota { left: Arc<AtomicUsize>, reply: &'static str },
    /// Takes the mail, and confirms it once this is notified.
    ConfirmsLate(Arc<Notify>),
}

#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Lines of a reply, separated by line breaks.
    Reply(&'static str),
    /// A reply, after which the server closes the connection.
    ReplyAndClose(&'static str),
    /// A reply, and none to what follows.
    ReplyThenSilence(&'static str),
    Silence,
    Reset,
}

/// How the server encrypts.
#[derive(Clone, Default)]
pub enum Encryption {
    #[default]
    None,
    StartTls(TlsAcceptor),
    Implicit(TlsAcceptor),
}

/// One mail as it arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: Vec<String>,
    /// The authenticated user.
    pub user: Option<String>,
    pub encrypted: bool,
    /// Headers and body, dots unstuffed, with CRLF.
    pub data: String,
}

impl Received {
    /// The unfolded value of a header, not decoded if it has non-ASCII text.
    pub fn header(&self, name: &str) -> Option<String> {
        header(&self.data, name)
    }

    /// The decoded part of this media type, for example `text/plain`.
    pub fn part(&self, media_type: &str) -> Option<String> {
        part(&self.data, media_type)
    }
}

/// The server; stops on drop.
pub struct SmtpSink {
    port: u16,
    mode: Arc<Mutex<Mode>>,
    recorded: Recorded,
    task: JoinHandle<()>,
}

#[derive(Clone, Default)]
struct Recorded {
    messages: watch::Sender<Vec<Received>>,
    arrivals: watch::Sender<usize>,
    /// Message-IDs of all completely received mails, confirmed or not.
    taken: Arc<Mutex<Vec<String>>>,
    /// All lines of commands.
    commands: Arc<Mutex<Vec<String>>>,
}

impl SmtpSink {
    pub async fn start() -> Self {
        Self::start_with(Mode::Accept, Encryption::None).await
    }

    pub async fn start_with(mode: Mode, encryption: Encryption) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mode = Arc::new(Mutex::new(mode));
        let recorded = Recorded::default();
        let task = tokio::spawn({
            let (mode, recorded) = (Arc::clone(&mode), recorded.clone());
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let (mode, recorded) = (mode.lock().unwrap().clone(), recorded.clone());
                    // Errors of a client that hangs up are ignored.
                    tokio::spawn(serve(stream, mode, encryption.clone(), recorded));
                }
            }
        });
        Self { port, mode, recorded, task }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Changes the mode of later connections.
    pub fn set_mode(&self, mode: Mode) {
        *self.mode.lock().unwrap() = mode;
    }

    pub fn messages(&self) -> Vec<Received> {
        self.recorded.messages.borrow().clone()
    }

    /// Message-IDs of all completely received mails in order of arrival, confirmed or not.
    pub fn taken(&self) -> Vec<String> {
        self.recorded.taken.lock().unwrap().clone()
    }

    /// Number of commands so far that begin like this.
    pub fn count(&self, start: &str) -> usize {
        self.commands().iter().filter(|line| line.starts_with(start)).count()
    }

    pub fn commands(&self) -> Vec<String> {
        self.recorded.commands.lock().unwrap().clone()
    }

    /// Waits until `n` mails are completely received, confirmed or not.
    pub async fn wait_taken(&self, n: usize) {
        let mut arrivals = self.recorded.arrivals.subscribe();
        tokio::time::timeout(Duration::from_secs(10), arrivals.wait_for(|all| *all >= n)).await.unwrap().unwrap();
    }

    /// Waits for at least `n` mails and returns all; panics after 10 s.
    pub async fn wait_for(&self, n: usize) -> Vec<Received> {
        let mut messages = self.recorded.messages.subscribe();
        let enough = tokio::time::timeout(Duration::from_secs(10), messages.wait_for(|m| m.len() >= n)).await;
        let Ok(messages) = enough else {
            panic!("waited for {n} mails, got {:#?}", self.messages());
        };
        messages.unwrap().clone()
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, mode: Mode, encryption: Encryption, recorded: Recorded) -> io::Result<()> {
    let plain = Session { greet: true, offer_tls: false, encrypted: false };
    match encryption {
        Encryption::None => talk(BufReader::new(stream), &mode, plain, &recorded).await.map(drop),
        Encryption::Implicit(tls) => {
            let stream = BufReader::new(tls.accept(stream).await?);
            talk(stream, &mode, Session { encrypted: true, ..plain }, &recorded).await.map(drop)
        }
        Encryption::StartTls(tls) => {
            let offer = Session { offer_tls: true, ..plain };
            let Some(stream) = talk(BufReader::new(stream), &mode, offer, &recorded).await? else {
                return Ok(());
            };
            let stream = BufReader::new(tls.accept(stream.into_inner()).await?);
            // There is no second greeting (RFC 3207 section 4.2).
            let upgraded = Session { greet: false, encrypted: true, ..plain };
            talk(stream, &mode, upgraded, &recorded).await.map(drop)
        }
    }
}

#[derive(Clone, Copy)]
struct Session {
    greet: bool,
    offer_tls: bool,
    encrypted: bool,
}

/// Runs one session; returns the stream if the client sent STARTTLS.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: BufReader<S>,
    mode: &Mode,
    Session { greet, offer_tls, encrypted }: Session,
    recorded: &Recorded,
) -> io::Result<Option<BufReader<S>>> {
    match mode {
        Mode::Hang => std::future::pending().await,
        Mode::Garbage { from: "greeting" } => return flood(&mut stream).await.map(|()| None),
        Mode::RefuseAll => {
            return say(&mut stream, "421 4.3.2 closing for maintenance").await.map(|()| None);
        }
        Mode::At("greeting", act) => match do_instead(&mut stream, *act).await? {
            Next::Continues => {}
            Next::Ends => return Ok(None),
        },
        _ if greet => say(&mut stream, "220 sink.example ESMTP").await?,
        _ => {}
    }
    let mut mail = Received { encrypted, ..Received::default() };
    loop {
        let line = read_line(&mut stream).await?;
        let upper = line.to_ascii_uppercase();
        recorded.commands.lock().unwrap().push(line.clone());
        if let Mode::At(command, act) = mode
            && upper.split([' ', ':']).next() == Some(*command)
        {
            match do_instead(&mut stream, *act).await? {
                Next::Continues => continue,
                Next::Ends => return Ok(None),
            }
        }
        let reply: String = match (upper.split([' ', ':']).next().unwrap_or_default(), mode) {
            (command, Mode::Garbage { from }) if command == *from => return flood(&mut stream).await.map(|()| None),
            ("EHLO", _) => {
                let auth = if matches!(mode, Mode::SignIn { .. } | Mode::At("AUTH", _)) {
                    "250-AUTH PLAIN LOGIN\r\n"
                } else {
                    ""
                };
                let tls = if offer_tls { "250-STARTTLS\r\n" } else { "" };
                format!("250-sink.example\r\n{auth}{tls}250 8BITMIME")
            }
            ("STARTTLS", _) if offer_tls => {
                say(&mut stream, "220 go ahead").await?;
                return Ok(Some(stream));
            }
            ("AUTH", Mode::SignIn { user, password }) => {
                let plain = line.rsplit(' ').next().and_then(|sent| BASE64_STANDARD.decode(sent).ok());
                if plain == Some(format!("\0{user}\0{password}").into_bytes()) {
                    mail.user = Some(user.clone());
                    "235 2.7.0 welcome".into()
                } else {
                    "535 5.7.8 authentication credentials invalid".into()
                }
            }
            ("MAIL", Mode::SignIn { .. }) if mail.user.is_none() => "530 5.7.0 authentication required".into(),
            ("MAIL", _) => {
                mail.from = address(&line);
                "250 2.1.0 ok".into()
            }
            ("RCPT", Mode::Quota { left, reply })
                if left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_err() =>
            {
                (*reply).into()
            }
            ("RCPT", Mode::RefuseRecipient) => "550 5.1.1 no such user here".into(),
            ("RCPT", _) => {
                mail.to.push(address(&line));
                "250 2.1.5 ok".into()
            }
            ("DATA", _) => {
                say(&mut stream, "354 end with a dot").await?;
                mail.data = read_data(&mut stream).await?;
                recorded.taken.lock().unwrap().push(header(&mail.data, "message-id").unwrap_or_default());
                recorded.arrivals.send_modify(|all| *all += 1);
                match mode {
                    Mode::ConfirmsLate(released) => released.notified().await,
                    Mode::At(".", act) => match do_instead(&mut stream, *act).await? {
                        Next::Continues => continue,
                        Next::Ends => return Ok(None),
                    },
                    Mode::HangAfterData => std::future::pending().await,
                    Mode::ResetAfterData => return Ok(None),
                    _ => {}
                }
                let user = mail.user.clone();
                let done = std::mem::replace(&mut mail, Received { user, encrypted, ..Received::default() });
                recorded.messages.send_modify(|messages| messages.push(done));
                "250 2.0.0 queued".into()
            }
            ("RSET" | "NOOP", _) => "250 2.0.0 ok".into(),
            ("QUIT", _) => return say(&mut stream, "221 2.0.0 bye").await.map(|()| None),
            _ => "502 5.5.2 not implemented".into(),
        };
        say(&mut stream, &reply).await?;
    }
}

enum Next {
    Continues,
    Ends,
}

async fn do_instead<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufReader<S>, act: Act) -> io::Result<Next> {
    match act {
        Act::Reply(reply) => say(stream, &reply.replace('\n', "\r\n")).await.map(|()| Next::Continues),
        Act::ReplyAndClose(reply) => say(stream, &reply.replace('\n', "\r\n")).await.map(|()| Next::Ends),
        Act::ReplyThenSilence(reply) => {
            say(stream, &reply.replace('\n', "\r\n")).await?;
            std::future::pending().await
        }
        Act::Silence => std::future::pending().await,
        Act::Reset => Ok(Next::Ends),
    }
}

/// Sends garbage until the client disconnects.
async fn flood(stream: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
    loop {
        stream.write_all(&[b'x'; 16 * 1024]).await?;
    }
}

async fn say(stream: &mut (impl AsyncWrite + Unpin), reply: &str) -> io::Result<()> {
    stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
    stream.flush().await
}

async fn read_line(stream: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<String> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

async fn read_data(stream: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<String> {
    let mut data = String::new();
    loop {
        let line = read_line(stream).await?;
        if line == "." {
            return Ok(data);
        }
        // RFC 5321 section 4.5.2.
        data.push_str(line.strip_prefix('.').unwrap_or(&line));
        data.push_str("\r\n");
    }
}

/// Address between the angle brackets of MAIL and RCPT.
fn address(line: &str) -> String {
    line.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map_or_else(String::new, |(a, _)| a.to_owned())
}

fn header(entity: &str, name: &str) -> Option<String> {
    let head = entity.split("\r\n\r\n").next()?;
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    unfolded.split("\r\n").find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

fn part(entity: &str, media_type: &str) -> Option<String> {
    let kind = header(entity, "Content-Type")?;
    let body = entity.split_once("\r\n\r\n")?.1;
    if let Some((_, boundary)) = kind.split_once("boundary=\"") {
        let boundary = format!("--{}", boundary.split('"').next()?);
        return body.split(&boundary).skip(1).find_map(|inner| part(inner.trim_start_matches("\r\n"), media_type));
    }
    if !kind.starts_with(media_type) {
        return None;
    }
    let bytes = match header(entity, "Content-Transfer-Encoding").as_deref() {
        Some("quoted-printable") => unquoted(body),
        Some("base64") => BASE64_STANDARD.decode(body.split_whitespace().collect::<String>()).ok()?,
        _ => body.as_bytes().to_vec(),
    };
    String::from_utf8(bytes).ok()
}

/// RFC 2045 section 6.7.
fn unquoted(body: &str) -> Vec<u8> {
    let body = body.replace("=\r\n", "");
    let mut pieces = body.split('=');
    let mut out = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (code, rest) = piece.split_at(piece.len().min(2));
        out.extend(u8::from_str_radix(code, 16));
        out.extend_from_slice(rest.as_bytes());
    }
    out
}
