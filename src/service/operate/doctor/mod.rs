//! The doctor: diagnoses the installation. Each finding has a verdict and, unless it is ok, a fix. Changes nothing and
//! sends no mail.

mod audit;
mod clock;
pub mod figures;
pub mod finding;
mod languages;
mod machine;
mod media;
mod network;
mod runner;
mod tls;
mod twin;

use crate::{
    app::App,
    domain::{Error, Result},
    sentence,
    service::actor::SiteOperator,
    state::disk_gate::{Hung, hang_timeout},
};
use finding::DoctorFinding;
use std::time::Duration;

/// A disk that does not respond for this long is a finding.
const DISK_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the checks that are possible while the data cannot be opened; `why` is the reason, and `app` has no data.
///
/// # Errors
/// None that concern the data.
pub async fn examine_without_data(app: &App, why: &str) -> Result<Vec<DoctorFinding>> {
    let fix = sentence!(
        "dataUnusableFix": "Fix the cause, or stop the server and restore a backup: invigil restore FILE."
    );
    let said = sentence!("dataUnusable": "The data cannot be used: {why}.", why);
    let mut found = vec![DoctorFinding::problem("data", said, fix)];
    found.extend(this_machine(app).await?);
    found.push(media::port(app).await?);
    Ok(found)
}

/// Runs all checks. Takes as long as the mail server and the AI service take, at most 20 s.
///
/// # Errors
/// Storage only: all other problems are findings.
pub async fn examine(app: &App, by: &SiteOperator) -> Result<Vec<DoctorFinding>> {
    let mut found = this_machine(app).await?;
    found.push(machine::backups(app, hang_timeout(DISK_TIMEOUT)).await?);
    let (media, mail, ai, providers) =
        tokio::join!(media::port(app), network::mail(app), network::ai(app, by), network::providers(app));
    found.push(media?);
    found.extend(media::load(app));
    found.push(runner::runner(app));
    found.extend(runner::remotes(app));
    found.extend(runner::judging(app));
    found.extend(twin::twin(app));
    found.extend(audit::receivers(app)?);
    found.extend(network::proxies(app));
    found.extend(languages::outdated(app)?);
    found.push(mail?);
    found.extend(network::outbox(app)?);
    found.push(ai);
    found.extend(providers?);
    Ok(found)
}

/// Checks only what the data needs to survive: the disk and the backups. Takes as long as a hung disk is waited for.
///
/// # Errors
/// Storage only.
pub async fn examine_storage(app: &App, _: &SiteOperator) -> Result<Vec<DoctorFinding>> {
    let handle = app.clone();
    let disk = app.limits.own_disk.call(hang_timeout(DISK_TIMEOUT), move |_| machine::disk(&handle)).await;
    let mut found: Vec<DoctorFinding> = match disk {
        Ok(disk) => disk.flatten().into_iter().collect(),
        Err(hung) => vec![hung_disk(&hung)],
    };
    found.push(machine::backups(app, hang_timeout(DISK_TIMEOUT)).await?);
    found.extend(twin::twin(app));
    Ok(found)
}

/// The blocking checks: files, disks, and the data. They run on a thread that a hung disk may block, but only one.
async fn this_machine(app: &App) -> Result<Vec<DoctorFinding>> {
    let handle = app.clone();
    let checked = app.limits.own_disk.call(hang_timeout(DISK_TIMEOUT), move |_| {
        let app = &handle;
        let mut found = machine::data_folder(app);
        found.extend(machine::disk(app));
        found.push(machine::files());
        found.extend(clock::clock(app)?);
        found.push(clock::zones());
        found.extend(tls::check(app)?);
        Ok(found)
    });
    match checked.await {
        Ok(found) => found.unwrap_or_else(|| Err(Error::internal("the doctor panicked"))),
        Err(hung) => Ok(vec![hung_disk(&hung)]),
    }
}

fn hung_disk(Hung(idle): &Hung) -> DoctorFinding {
    let said = sentence!(
        "diskHung": "The disk of the data or of the certificate has not responded for {seconds} s.",
        seconds = idle.as_secs(),
    );
    let fix = sentence!("diskHungFix": "Check the disk, or the network that connects it.");
    DoctorFinding::problem("disk", said, fix)
}
