//! Slowloris: ten thousand connections that send nothing, or never complete a request. Candidates' latency must not
//! suffer.

use crate::{
    AnyError,
    admin::Admin,
    candidate::{self, Candidate},
    measure::Measured,
    server::{self, Server},
};
use std::time::Duration;
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Instant, sleep_until},
};

const CANDIDATES: usize = 50;
const ROUND: Duration = Duration::from_secs(8);

/// Fifty candidates save four times a second.
async fn saves(candidates: &mut [Candidate]) -> Result<Measured, AnyError> {
    let mut measured = Measured::default();
    let until = Instant::now() + ROUND;
    let mut next = Instant::now();
    while next < until {
        next += Duration::from_millis(250);
        for candidate in candidates.iter_mut() {
            candidate.save(&mut measured).await?;
        }
        sleep_until(next).await;
    }
    Ok(measured)
}

pub async fn run(connections: usize) -> Result<(), AnyError> {
    let folder = server::folder()?;
    server::add_admin(folder.path())?;
    let server = Server::product(folder.path())?;
    let links = Admin::sign_in(server.address).await?.invite(CANDIDATES).await?;
    let mut candidates = candidate::seat(server.address, links, &mut Measured::default()).await?;
    let mut before = saves(&mut candidates).await?;
    let mut rude = Vec::new();
    for n in 0..connections {
        let mut stream = TcpStream::connect(server.address).await?;
        if n % 2 == 0 {
            stream.write_all(b"PUT /api/take-test/x/answers HTTP/1.1\r\nHost: x\r\nX-Slow: ").await?;
        }
        rude.push(stream);
    }
    let mut during = saves(&mut candidates).await?;
    println!();
    println!("{connections} silent or slow connections  saves p50 ms  p99 ms  refused  failed  memory");
    for (name, measured) in [("before", &mut before), ("meanwhile", &mut during)] {
        println!(
            "{name:>33}  {:12.2}  {:6.2}  {:7}  {:6}  {:3.0} MiB",
            measured.percentile(50),
            measured.percentile(99),
            measured.refused,
            measured.failed,
            server.memory()?.1,
        );
    }
    drop(rude);
    Ok(())
}
