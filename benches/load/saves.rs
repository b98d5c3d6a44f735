//! Closed-loop saves: the product compared to the bare server, in alternating rounds.

use crate::{
    AnyError,
    admin::Admin,
    candidate::{self, Candidate},
    measure::Measured,
    server::{self, Server},
};
use std::{
    ffi::OsStr,
    time::{Duration, Instant},
};

const CLIENTS: [usize; 3] = [16, 64, 256];
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(3);

/// Each candidate saves without a pause. Returns the candidates and the elapsed seconds.
pub async fn for_a_while(
    candidates: Vec<Candidate>,
    time: Duration,
    into: &mut Measured,
) -> Result<(Vec<Candidate>, f64), AnyError> {
    let began = Instant::now();
    let one = move |mut candidate: Candidate| async move {
        let mut measured = Measured::default();
        while began.elapsed() < time {
            candidate.save(&mut measured).await?;
        }
        Ok::<_, AnyError>((candidate, measured))
    };
    let loops: Vec<_> = candidates.into_iter().map(|candidate| tokio::spawn(one(candidate))).collect();
    let mut back = Vec::with_capacity(loops.len());
    for one in loops {
        let (candidate, measured) = one.await??;
        into.join(measured);
        back.push(candidate);
    }
    Ok((back, began.elapsed().as_secs_f64()))
}

/// Figures of one of the compared servers in all its rounds.
#[derive(Default)]
struct Side {
    measured: Measured,
    seconds: f64,
    processor: f64,
}

impl Side {
    fn count(&self) -> f64 {
        f64::from(u32::try_from(self.measured.count()).unwrap_or(u32::MAX))
    }

    fn rate(&self) -> f64 {
        self.count() / self.seconds
    }

    /// Microseconds of processor time per save.
    fn each(&self) -> f64 {
        1e6 * self.processor / self.count()
    }

    async fn bare(&mut self, clients: usize) -> Result<(), AnyError> {
        let folder = server::folder()?;
        let server = Server::bare(folder.path())?;
        let names = (0..clients).map(|n| format!("{n:043}")).collect();
        let candidates = candidate::arrive(server.address, names).await?;
        self.seconds += for_a_while(candidates, ROUND, &mut self.measured).await?.1;
        self.processor += server.processor()?;
        Ok(())
    }

    async fn product(&mut self, binary: &OsStr, clients: usize) -> Result<(), AnyError> {
        let folder = server::folder()?;
        server::add_admin_with(binary, folder.path())?;
        let server = Server::of(binary, folder.path())?;
        let links = Admin::sign_in(server.address).await?.invite(clients).await?;
        let before = server.processor()?;
        let candidates = candidate::seat(server.address, links, &mut Measured::default()).await?;
        self.seconds += for_a_while(candidates, ROUND, &mut self.measured).await?.1;
        self.processor += server.processor()? - before;
        Ok(())
    }
}

/// `INVIGIL_BENCH_OTHER` names another binary of the product, such as an older one, to compare with.
pub async fn run() -> Result<(), AnyError> {
    let other = std::env::var_os("INVIGIL_BENCH_OTHER");
    println!("saves: clients  bare/s  product/s  ratio  p50 ms  p99 ms  (bare p50, p99)  processor, us/save  (bare)");
    for clients in CLIENTS {
        let (mut bare, mut product, mut before) = (Side::default(), Side::default(), Side::default());
        for _ in 0..ROUNDS {
            bare.bare(clients).await?;
            product.product(server::BINARY.as_ref(), clients).await?;
            if let Some(other) = &other {
                before.product(other, clients).await?;
            }
        }
        println!(
            "{clients:14}  {:6.0}  {:9.0}  {:4.0}%  {:6.2}  {:6.2}  ({:.2}, {:.2})  {:5.0}  ({:.0}){}",
            bare.rate(),
            product.rate(),
            100.0 * product.rate() / bare.rate(),
            product.measured.percentile(50),
            product.measured.percentile(99),
            bare.measured.percentile(50),
            bare.measured.percentile(99),
            product.each(),
            bare.each(),
            if product.measured.failed + product.measured.refused == 0 { "" } else { "  WITH REFUSALS" },
        );
        if other.is_some() {
            let ratio = 100.0 * product.rate() / before.rate();
            let (p50, p99) = (before.measured.percentile(50), before.measured.percentile(99));
            let figures = format!("{:.0}/s, {p50:.2}, {p99:.2} ms, {:.0} us", before.rate(), before.each());
            println!("  the other binary: {figures}; this one reaches {ratio:.0}% of it");
        }
    }
    Ok(())
}
