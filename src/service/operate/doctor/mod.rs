//! The doctor: what this installation stands on, each line with a verdict and, where it is not well, the way to mend it.
//! It changes nothing and sends no mail.

mod clock;
pub mod finding;
mod machine;
mod media;
mod network;
mod tls;

use crate::{
    app::App,
    domain::{Error, Result},
    service::actor::Admin,
    state::disk_gate::{Hung, patience},
};
use finding::Finding;
use std::time::Duration;

/// A disk that does not answer for that long is a finding.
const PATIENCE: Duration = Duration::from_secs(10);

/// What can be looked at while the data cannot be opened, and why it cannot; `app` stands on no data of its own.
///
/// # Errors
/// None that concern the data.
pub async fn examine_without_data(app: &App, why: &str) -> Result<Vec<Finding>> {
    let fix = "Mend what the line says, or stop the server and restore a backup: invigil restore FILE.";
    let mut found = vec![Finding::problem("data", format!("The data cannot be used: {why}."), fix)];
    found.extend(this_machine(app).await?);
    found.push(media::port(app).await?);
    Ok(found)
}

/// Looks at everything. Takes as long as the mail server and the AI service take, 20 s at most.
///
/// # Errors
/// Storage only: what is wrong elsewhere is a finding.
pub async fn examine(app: &App, admin: &Admin) -> Result<Vec<Finding>> {
    let mut found = this_machine(app).await?;
    found.push(machine::backups(app, patience(PATIENCE)).await?);
    let (media, mail, ai) = tokio::join!(media::port(app), network::mail(app), network::ai(app, admin));
    found.push(media?);
    found.push(mail?);
    found.extend(network::outbox(app)?);
    found.push(ai);
    Ok(found)
}

/// What blocks: files, disks, and the data. On a thread that may be lost to a disk that hangs, but only one.
async fn this_machine(app: &App) -> Result<Vec<Finding>> {
    let handle = app.clone();
    let looked = app.own_disk.call(patience(PATIENCE), move |_| {
        let app = &handle;
        let mut found = machine::data_folder(app);
        found.extend(machine::disk(app));
        found.push(machine::files());
        found.extend(clock::clock(app)?);
        found.push(clock::zones());
        found.extend(tls::look(app)?);
        Ok(found)
    });
    match looked.await {
        Ok(found) => found.unwrap_or_else(|| Err(Error::internal("the doctor panicked"))),
        Err(Hung(silence)) => {
            let said =
                format!("The disk of the data or of the certificate has not answered for {} s.", silence.as_secs());
            Ok(vec![Finding::problem("disk", said, "Check the disk, or the network that it is reached over.")])
        }
    }
}
