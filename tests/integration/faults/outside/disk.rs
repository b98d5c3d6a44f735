//! A misbehaving disk under the database: `strace`, attached to the running server for one cell, injects errors and
//! delays.

use super::{crowd::BOUND, stage::Stage, uses::Use};
use crate::support::bad_server::Behaviour;
use std::{
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::time::sleep;

/// Duration of a stall of a silent disk.
const STALL: Duration = Duration::from_secs(2);

/// Injection in strace syntax for a behaviour. Garbage is excluded: checksums detect wrong data, see `power.rs`.
fn injected(behaviour: Behaviour) -> Option<String> {
    Some(match behaviour {
        Behaviour::Refuses => "fdatasync:error=EIO:when=1..2".into(),
        Behaviour::Silent => format!("fdatasync:delay_enter={}:when=1", STALL.as_micros()),
        Behaviour::OneByteASecond => "fdatasync:delay_enter=100000".into(),
        Behaviour::Resets => "pwrite64:error=EIO:when=3..4".into(),
        Behaviour::Garbage => return None,
    })
}

/// strace attached to a process; detaches on drop.
struct Tracer(Child);

impl Tracer {
    /// `None` if this process may not trace others.
    async fn attach(process: u32, injected: &str) -> Option<Self> {
        let call = injected.split(':').next().unwrap();
        let mut command = Command::new("strace");
        command.args(["-f", "-qqq", "-o", "/dev/null", "-e", &format!("trace={call}")]);
        command.args(["-e", &format!("inject={injected}"), "-p", &process.to_string()]);
        let mut tracer = Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?);
        loop {
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            if status.lines().any(|line| line.strip_prefix("TracerPid:").is_some_and(|pid| pid.trim() != "0")) {
                return Some(tracer);
            }
            if tracer.0.try_wait().unwrap().is_some() {
                return None;
            }
            sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Tracer {
    fn drop(&mut self) {
        // A clean detach: a process whose tracer is killed during a call may stay stopped.
        let _ = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_continue_after_whatever_the_disk_does() {
    let stage = Stage::set(None).await;
    let same = stage.invite().await;
    for behaviour in Behaviour::ALL {
        let Some(injected) = injected(behaviour) else { continue };
        for of in Use::ALL {
            let cell = format!("disk, {behaviour:?}, {of:?}");
            let Some(tracer) = Tracer::attach(stage.serving.id(), &injected).await else {
                eprintln!("skipped: strace is missing, or may not attach to a process of this user");
                return;
            };
            let one = || ("/api/invites".to_owned(), stage.invitation());
            let _calls = stage.calls(of, one, &Stage::resend(&same));
            if let Err(wrong) = stage.crowd.is_healthy().await {
                panic!("{cell}: {wrong}");
            }
            if let Err(wrong) = stage.crowd.gets_on(STALL + BOUND).await {
                panic!("{cell}: {wrong}");
            }
            drop(tracer);
            stage.holds(&cell).await;
        }
    }
    let slow = injected(Behaviour::OneByteASecond).unwrap();
    let _tracer = Tracer::attach(stage.serving.id(), &slow).await;
    stage.stops("disk").await;
}
