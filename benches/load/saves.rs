//! Closed-loop saves: the product compared to the bare server, in alternating rounds.

use crate::{
    AnyError,
    admin::Admin,
    candidate::{self, Candidate},
    measure::Measured,
    server::{self, Server},
};
use std::time::{Duration, Instant};

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

pub async fn run() -> Result<(), AnyError> {
    println!("saves: clients  bare/s  product/s  ratio  p50 ms  p99 ms  (bare p50, p99)  processor, us/save  (bare)");
    for clients in CLIENTS {
        let (mut bare, mut product) = (Measured::default(), Measured::default());
        let (mut bare_time, mut product_time) = (0.0, 0.0);
        let (mut bare_cpu, mut product_cpu) = (0.0, 0.0);
        for _ in 0..ROUNDS {
            let folder = server::folder()?;
            let server = Server::bare(folder.path())?;
            let names = (0..clients).map(|n| format!("{n:043}")).collect();
            let candidates = candidate::arrive(server.address, names).await?;
            bare_time += for_a_while(candidates, ROUND, &mut bare).await?.1;
            bare_cpu += server.processor()?;
            drop(server);
            let folder = server::folder()?;
            server::add_admin(folder.path())?;
            let server = Server::product(folder.path())?;
            let links = Admin::sign_in(server.address).await?.invite(clients).await?;
            let before = server.processor()?;
            let candidates = candidate::seat(server.address, links, &mut Measured::default()).await?;
            product_time += for_a_while(candidates, ROUND, &mut product).await?.1;
            product_cpu += server.processor()? - before;
        }
        let count = |measured: &Measured| f64::from(u32::try_from(measured.count()).unwrap_or(u32::MAX));
        let rate = |measured: &Measured, time: f64| count(measured) / time;
        let each = |measured: &Measured, cpu: f64| 1e6 * cpu / count(measured);
        let (bare_rate, product_rate) = (rate(&bare, bare_time), rate(&product, product_time));
        println!(
            "{clients:14}  {bare_rate:6.0}  {product_rate:9.0}  {:4.0}%  {:6.2}  {:6.2}  ({:.2}, {:.2})  {:5.0}  ({:.0}){}",
            100.0 * product_rate / bare_rate,
            product.percentile(50),
            product.percentile(99),
            bare.percentile(50),
            bare.percentile(99),
            each(&product, product_cpu),
            each(&bare, bare_cpu),
            if product.failed + product.refused == 0 { "" } else { "  WITH REFUSALS" },
        );
    }
    Ok(())
}
