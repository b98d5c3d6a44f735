//! The server of a member that does not lead: it follows, and says so.

use super::{
    certificates, listen,
    shutdown::{DEPOSED_TIMEOUT, Ended, Signals},
    startup::Startup,
};
use crate::{
    cli::{
        failure::Failure,
        folder,
        op::Op,
        remote::server::{Commands, Opened},
    },
    http::{self, standby::StandbyState},
    secrets::Certificate,
    twin::{self, FollowingState, Leadership},
};
use std::{
    io::{self, Write},
    sync::Arc,
};
use tokio_util::sync::CancellationToken;

/// How long commands that read the file have when this machine is to lead.
const COMMANDS_TIMEOUT: std::time::Duration = std::time::Duration::from_millis(500);

#[derive(Clone)]
struct Shown<F>(F);

impl<F: Fn() -> FollowingState + Clone + Send + Sync + 'static> StandbyState for Shown<F> {
    fn name(&self) -> &'static str {
        self.0().name
    }

    fn lag(&self) -> (u64, u64) {
        let state = self.0();
        (state.behind(), state.lag_ms)
    }

    fn leader(&self) -> String {
        self.0().leader
    }
}

/// Follows until this machine leads, or else how it ended: by a signal, or since the process has to begin again, because a
/// command still reads the file.
pub async fn until_leading(
    member: &twin::Settings,
    start: &Startup<'_>,
    signals: &mut Signals,
) -> Result<Result<Leadership, Ended>, Failure> {
    let &Startup { settings, folder, watchdog, .. } = start;
    let refused = |e: io::Error| Failure::refused(format!("cannot follow: {e}"));
    let mut following = twin::follow(member, &folder.database()).map_err(refused)?;
    let certificate = match &start.certificate {
        None if settings.tls_self_signed => Some(certificates::of_folder(settings, folder)?),
        given => given.clone(),
    };
    let options = http::ServerOptions {
        tls: certificate.as_ref().map(Certificate::config).transpose()?,
        ..http::ServerOptions::new(settings.listen)
    };
    let server = http::Server::standing_by(options, Shown(following.state()))
        .map_err(|e| Failure::refused(listen::cannot_bind("--listen", settings.listen, &e)))?;
    announce(&member.name, &listen::origin(settings.tls(), server.local_addr())).await;
    let stop = CancellationToken::new();
    let serving = tokio::spawn(server.run(stop.clone()));
    let following_file = following.file();
    let (file, data, config, name) =
        (following.file(), folder.path().to_owned(), settings.config(), member.name.clone());
    let open = move |op: &Op| {
        let (file, standing) = file();
        if !op.only_reads() {
            return Err(folder::elsewhere(&name, &standing.led_before));
        }
        let opened = match file.backing() {
            Some(_) if standing.will_migrate => Err(folder::unmigrated(&name)),
            Some(backing) => folder::reading(&data, backing, standing, config.clone()),
            None => Err(closed(&name, &standing.trouble)),
        };
        Ok(opened.map_or_else(|why| Opened::Not(Box::new(config.clone()), why), Opened::ForThis))
    };
    let commands = Commands::listen(folder)
        .map_err(|e| Failure::refused(format!("cannot make the command socket in {}: {e}", folder.path().display())))?;
    let mut commands = tokio::spawn(commands.serve(Arc::new(open), stop.clone()));
    watchdog.ready();
    let leadership = tokio::select! {
        led = following.leads() => match led {
            Some(leadership) => Ok(leadership),
            None => return Err(Failure::refused("the thread that follows the log has ended; see the log")),
        },
        () = signals.next() => {
            watchdog.stopping();
            // It may have taken the lease in this moment.
            if let Some(leadership) = following.stop().await {
                let _ = tokio::task::spawn_blocking(move || leadership.release()).await;
            }
            Err(Ended::Stopped)
        }
    };
    stop.cancel();
    // Its address is free at once; connections that are still read from end by themselves.
    let _ = tokio::time::timeout(DEPOSED_TIMEOUT / 4, serving).await;
    if tokio::time::timeout(COMMANDS_TIMEOUT, &mut commands).await.is_err() || following_file().0.backing().is_some() {
        tracing::warn!("a command was still reading the data of this follower: beginning again, to lead");
        return Ok(leadership.and_then(|leadership| {
            // The lease stays this member's: its next process takes it at once.
            std::mem::forget(leadership);
            Err(Ended::Deposed)
        }));
    }
    Ok(leadership)
}

/// Why the data of a member that follows are not open.
fn closed(name: &str, trouble: &str) -> Failure {
    match trouble {
        "" => Failure::refused(format!("the data of the member {name} of the twin are being opened: try again")),
        why => Failure::refused(format!("the member {name} of the twin cannot follow: {why}")),
    }
}

async fn announce(name: &str, here: &str) {
    let line = format!("Invigil follows as {name} on {here}\n");
    let printing = tokio::task::spawn_blocking(move || {
        let mut out = io::stdout();
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    });
    let _ = tokio::time::timeout(listen::ANNOUNCE_TIMEOUT, printing).await;
}
