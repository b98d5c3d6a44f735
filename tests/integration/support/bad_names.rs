//! A misbehaving name server on loopback, and a process that uses no other one.

use super::bad_server::{Behaviour, noise};
use std::{
    collections::VecDeque,
    ffi::OsStr,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, UdpSocket},
    task::JoinSet,
    time::sleep,
};

/// Resolver configuration.
const RESOLV_CONF: &str = "/etc/resolv.conf";
/// Flags of a truncated answer: the client must retry over TCP (RFC 1035 section 4.1.1).
const TRUNCATED: [u8; 2] = [0x83, 0x80];
const REFUSED: [u8; 2] = [0x81, 0x85];
const ANSWER: [u8; 2] = [0x81, 0x80];

/// Stops when dropped.
pub struct BadNames {
    address: Ipv4Addr,
    behaviour: Arc<Mutex<Behaviour>>,
    asked: Arc<AtomicUsize>,
    turns: Arc<Turns>,
    _tasks: JoinSet<()>,
}

/// The addresses of every name, at the next questions for them.
type Turns = Mutex<VecDeque<Vec<Ipv4Addr>>>;

impl BadNames {
    /// `None` if this process may not listen on port 53.
    pub async fn start() -> Option<Self> {
        let own = std::process::id().to_be_bytes();
        let address = Ipv4Addr::new(127, 53, own[2], own[3].max(2));
        let at = SocketAddr::from((address, 53));
        let (datagrams, streams) = (UdpSocket::bind(at).await.ok()?, TcpListener::bind(at).await.ok()?);
        let (behaviour, asked) = (Arc::new(Mutex::new(Behaviour::Silent)), Arc::new(AtomicUsize::new(0)));
        let turns = Arc::<Turns>::default();
        let (now, count, known) = (behaviour.clone(), asked.clone(), turns.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut question = [0; 512];
            while let Ok((length, from)) = datagrams.recv_from(&mut question).await {
                count.fetch_add(1, Ordering::Relaxed);
                let behaviour = *now.lock().unwrap();
                let answer = named(&known, &question[..length]).or_else(|| answer(behaviour, &question[..length]));
                if let Some(answer) = answer {
                    let _ = datagrams.send_to(&answer, from).await;
                }
            }
        });
        let now = behaviour.clone();
        tasks.spawn(async move {
            while let Ok((stream, _)) = streams.accept().await {
                let behaviour = *now.lock().unwrap();
                tokio::spawn(mistreat(stream, behaviour));
            }
        });
        Some(Self { address, behaviour, asked, turns, _tasks: tasks })
    }

    /// From now on every name has addresses: those of the next turn at each question, over and over.
    pub fn answer_in_turn(&self, turns: &[Vec<Ipv4Addr>]) {
        *self.turns.lock().unwrap() = turns.iter().cloned().collect();
    }

    pub fn set(&self, behaviour: Behaviour) {
        *self.behaviour.lock().unwrap() = behaviour;
    }

    /// Number of queries so far.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    /// Wraps `command` in its own mount namespace, in which this server is the only name server; `None` if this process
    /// may not create one.
    pub fn asked_by(&self, command: &Command, folder: &Path) -> Option<Command> {
        let resolv_conf = folder.join("resolv.conf");
        std::fs::write(&resolv_conf, format!("nameserver {}\n", self.address)).unwrap();
        let inside = |script: &str| {
            let mut inside = Command::new("unshare");
            inside.args(["--mount", "--propagation", "private", "sh", "-ec", script]);
            inside.arg(&resolv_conf).arg(RESOLV_CONF);
            inside
        };
        let tried = inside("mount --bind \"$0\" \"$1\"").output();
        if !tried.is_ok_and(|done| done.status.success()) {
            return None;
        }
        let mut inside = inside("mount --bind \"$0\" \"$1\"; shift; exec \"$@\"");
        inside.arg(command.get_program()).args(command.get_args()).current_dir(folder);
        for (name, value) in command.get_envs() {
            inside.env(name, value.unwrap_or(OsStr::new("")));
        }
        Some(inside)
    }
}

/// Reply with the addresses of a name, if names have any. Only questions for those of IPv4 take a turn; others get none.
fn named(turns: &Turns, question: &[u8]) -> Option<Vec<u8>> {
    let mut turns = turns.lock().unwrap();
    let addresses = turns.front()?.clone();
    let mut end = 12;
    while *question.get(end)? != 0 {
        end += usize::from(question[end]) + 1;
    }
    // Type and class stand behind the name.
    end += 5;
    let addresses = if question.get(end - 4..end)? == [0, 1, 0, 1] {
        turns.rotate_left(1);
        addresses
    } else {
        Vec::new()
    };
    let mut answer = question[..end].to_vec();
    answer[2..4].copy_from_slice(&ANSWER);
    answer[4..12].copy_from_slice(&[0, 1, 0, u8::try_from(addresses.len()).unwrap(), 0, 0, 0, 0]);
    for address in addresses {
        // The name in the question, its type and class, no time to live, and four bytes.
        answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
        answer.extend(address.octets());
    }
    Some(answer)
}

/// Reply to a datagram.
fn answer(behaviour: Behaviour, question: &[u8]) -> Option<Vec<u8>> {
    let mut answer = question.to_vec();
    let flags = answer.get_mut(2..4)?;
    match behaviour {
        Behaviour::Silent => return None,
        Behaviour::Refuses => flags.copy_from_slice(&REFUSED),
        Behaviour::OneByteASecond | Behaviour::Resets => flags.copy_from_slice(&TRUNCATED),
        Behaviour::Garbage => {
            flags.copy_from_slice(&ANSWER);
            answer.get_mut(6..8)?.fill(0xff);
            answer.extend(noise(400));
        }
    }
    Some(answer)
}

async fn mistreat(mut stream: TcpStream, behaviour: Behaviour) -> std::io::Result<()> {
    let mut question = [0; 512];
    let length = stream.read(&mut question).await?;
    if behaviour == Behaviour::OneByteASecond {
        // The length comes first: at this speed 16 KiB take four and a half hours.
        let begin = [&[0x40, 0][..], &question[2..length.clamp(2, 512)]].concat();
        for byte in begin.into_iter().chain(std::iter::repeat(0)) {
            stream.write_all(&[byte]).await?;
            sleep(Duration::from_secs(1)).await;
        }
    }
    stream.write_all(&[0x40]).await?;
    stream.set_zero_linger()
}
