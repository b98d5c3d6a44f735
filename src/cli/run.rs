//! Carries a command out: on the data folder itself, or through the server that has it open.

use super::{
    check, doctor,
    failure::Failure,
    folder::{Become, Folder, Opened},
    op::{self, Op},
    remote,
    request::Request,
    sink::Sink,
};
use crate::{service::settings, store};
use std::{
    io::Write,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// A server that starts or stops holds the data without taking commands; a stop takes 10 s at most.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(50);

pub fn run(data: &Path, request: Request<Op>) -> Result<(), Failure> {
    // As whoever runs the command; the data is then opened as its owner.
    let mut sink = Sink::open(request.output.as_deref(), data)?;
    into(data, request, &mut sink)?;
    sink.finish()
}

/// Writes the result to `sink`, which is left for the caller to finish.
pub fn into(data: &Path, request: Request<Op>, sink: &mut Sink) -> Result<(), Failure> {
    let result =
        store::guard(|| Ok(perform(data, request, sink))).unwrap_or_else(|e| Err(Failure::refused(e.to_string())));
    // What stands on standard output belongs to a failure too, for example the problems that a check found.
    sink.flush()?;
    result
}

fn perform(data: &Path, mut request: Request<Op>, sink: &mut Sink) -> Result<(), Failure> {
    let folder = Folder::find(data, request.creates, Become::OwnerForNow)?;
    let patience = Instant::now() + PATIENCE;
    loop {
        let opened = match folder.open(request.config.clone()) {
            Ok(opened) => opened,
            Err(why) => return unopened(request, why, sink),
        };
        match opened {
            Opened::Here(app) => {
                if let Op::Check(op) = &mut request.op {
                    op.alone();
                }
                return runtime()?.block_on(async {
                    let result = match settings::check_key(&app).await {
                        Ok(()) => op::execute(&app, request.op, sink).await,
                        Err(wrong) => unopened_here(request, wrong.into(), sink).await,
                    };
                    app.store.close().await;
                    result
                });
            }
            Opened::Elsewhere => {
                if let Some(server) = remote::client::connect(&folder.socket()) {
                    return remote::client::send(server, &request.op, sink);
                }
            }
        }
        if Instant::now() >= patience {
            return Err(Failure::refused(format!(
                "the data in {} is in use by another process that takes no commands",
                data.display()
            )));
        }
        thread::sleep(PAUSE);
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let made = tokio::runtime::Builder::new_current_thread().enable_all().build();
    made.map_err(|e| Failure::refused(format!("cannot start: {e}")))
}

fn unopened(request: Request<Op>, why: Failure, sink: &mut Sink) -> Result<(), Failure> {
    runtime()?.block_on(unopened_here(request, why, sink))
}

/// Most commands need the data. What looks for troubles tells of this one as of any other.
async fn unopened_here(request: Request<Op>, why: Failure, sink: &mut Sink) -> Result<(), Failure> {
    match &request.op {
        Op::Check(op) => check::unopened(op, why, sink),
        Op::Doctor(op) => {
            let app = Folder::without_data(request.config)?;
            let told = doctor::unopened(&app, op, why, sink).await;
            app.store.close().await;
            told
        }
        _ => Err(why),
    }
}
