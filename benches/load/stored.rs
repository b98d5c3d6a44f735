//! Cost of a start, a save, a submit and an administrator's lists with 1,000, 10,000 and 100,000 submissions in the
//! database.

use crate::{
    AnyError,
    admin::Admin,
    candidate,
    filled::{self, Site},
    measure::Measured,
    saves,
    server::{self, Server},
};
use std::time::Duration;

const STORED: [usize; 3] = [1_000, 10_000, 100_000];
const CANDIDATES: usize = 64;
const SAVING: Duration = Duration::from_secs(5);
/// Rounds of an administrator's lists.
const LOOKS: usize = 20;

pub async fn run() -> Result<(), AnyError> {
    println!(
        "\nstored submissions  saves/s  processor, us/save  save p50 ms  p99  start p50  submit p50  list p50  resident"
    );
    for stored in STORED {
        let folder = server::folder()?;
        let site = Site::new(folder.path()).await?;
        filled::fill(&site, stored).await?;
        site.app.store.close().await;
        drop(site);
        let server = Server::product(folder.path())?;
        let mut admin = Admin::sign_in(server.address).await?;
        let mut started = Measured::default();
        let candidates = candidate::seat(server.address, admin.invite(CANDIDATES).await?, &mut started).await?;
        let (mut saved, before) = (Measured::default(), server.processor()?);
        let (candidates, seconds) = saves::for_a_while(candidates, SAVING, &mut saved).await?;
        let processor = server.processor()? - before;
        let mut submitted = Measured::default();
        for mut candidate in candidates {
            candidate.submit(&mut submitted).await?;
        }
        let mut looked = Measured::default();
        for _ in 0..LOOKS {
            admin.load_lists(&mut looked).await?;
        }
        let count = f64::from(u32::try_from(saved.count())?);
        println!(
            "{stored:18}  {:7.0}  {:18.0}  {:11.2}  {:3.1}  {:9.2}  {:10.2}  {:8.2}  {:4.0} MiB{}",
            count / seconds,
            1e6 * processor / count,
            saved.percentile(50),
            saved.percentile(99),
            started.percentile(50),
            submitted.percentile(50),
            looked.percentile(50),
            server.memory()?.0,
            if saved.failed + saved.refused == 0 { "" } else { "  WITH REFUSALS" },
        );
    }
    Ok(())
}
