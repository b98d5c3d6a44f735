//! Startup time of an empty server, and of one with years of data that was killed during saves. Neither the binary nor
//! the data is in the page cache, as after a reboot.

use crate::{
    AnyError,
    admin::Admin,
    candidate,
    filled::{self, Site},
    http::Connection,
    measure::Measured,
    server::{self, Server},
};
use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use std::{
    fs::File,
    path::Path,
    time::{Duration, Instant},
};

/// Stored submissions.
const ROWS: usize = 100_000;
/// Starts of each kind.
const STARTS: usize = 11;
/// Candidates saving when the server is killed.
const CANDIDATES: usize = 64;
/// Milliseconds from the first save to the kill; varies, so that the number of commits does.
const KILL_AFTER: std::ops::Range<u64> = 200..700;

/// Latencies of starts, and memory of the server after them.
#[derive(Default)]
struct Starts {
    ready: Measured,
    answered: Measured,
    memory: f64,
}

impl Starts {
    async fn add(&mut self, data: &Path) -> Result<Server, AnyError> {
        forget(server::BINARY.as_ref())?;
        for file in ["invigil.redb", "secret.key"].map(|name| data.join(name)) {
            if file.exists() {
                forget(&file)?;
            }
        }
        let began = Instant::now();
        let server = Server::product(data)?;
        self.ready.add(server.start);
        let reply = Connection::open(server.address).await?.ask("GET", "/api/admin/theme-settings", "", b"").await?;
        if reply.status != 200 {
            return Err(format!("the first reply is {}", reply.status).into());
        }
        self.answered.add(began.elapsed());
        self.memory = self.memory.max(server.memory()?.0);
        Ok(server)
    }

    fn print(&mut self, name: &str) {
        println!(
            "{name:40}  {:8.0}  {:8.0}  {:16.0}  {:10.1}",
            self.ready.percentile(50),
            self.ready.percentile(100),
            self.answered.percentile(50),
            self.memory
        );
    }
}

/// Drops a file's clean pages from the page cache.
fn forget(file: &Path) -> Result<(), AnyError> {
    let file = File::open(file)?;
    file.sync_all()?;
    Ok(posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED)?)
}

/// Kills the server while each of these candidates saves; returns the number of acknowledged saves.
async fn kill(server: Server, links: Vec<String>, after: Duration) -> Result<usize, AnyError> {
    let saving: Vec<_> = candidate::seat(server.address, links, &mut Measured::default())
        .await?
        .into_iter()
        .map(|mut candidate| {
            tokio::spawn(async move {
                let mut measured = Measured::default();
                // Until the server is gone.
                while candidate.save(&mut measured).await.is_ok() {}
                measured.count()
            })
        })
        .collect();
    tokio::time::sleep(after).await;
    drop(server);
    let mut saved = 0;
    for one in saving {
        saved += one.await?;
    }
    Ok(saved)
}

pub async fn run() -> Result<(), AnyError> {
    println!("\n{:40}  {:>8}  {:>8}  {:>16}  {:>10}", "starts, ms", "ready", "at most", "first reply", "idle MiB");
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let mut empty = Starts::default();
    for _ in 0..STARTS {
        drop(empty.add(folder.path()).await?);
    }
    empty.print("empty");

    let folder = server::folder()?;
    let site = Site::new(folder.path()).await?;
    filled::fill(&site, ROWS).await?;
    site.app.store.close().await;
    drop(site);
    let mut server = Server::product(folder.path())?;
    let mut links = Admin::sign_in(server.address).await?.invite(CANDIDATES * STARTS).await?;
    let (mut killed, mut saved) = (Starts::default(), 0);
    for n in 0..STARTS {
        let span = KILL_AFTER.end - KILL_AFTER.start;
        let after = KILL_AFTER.start + span * u64::try_from(n)? / u64::try_from(STARTS)?;
        let seats = links.split_off(links.len() - CANDIDATES);
        saved += kill(server, seats, Duration::from_millis(after)).await?;
        server = killed.add(folder.path()).await?;
    }
    killed.print(&format!("{ROWS} submissions, killed"));
    println!("each killed in the middle of saves, of which {saved} were acknowledged");
    Ok(())
}
