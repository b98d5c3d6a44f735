//! Runs a command: on the data folder itself, or through the server that has it open.

use super::{
    failure::Failure,
    folder::{self, DropPrivileges, Folder, OpenedFolder},
    op::{self, Op},
    remote,
    request::{CURSOR_NOTE, CliRequest, CursorPlace},
    serve,
    sink::Sink,
};
use crate::{service::settings, store, twin::SETTINGS_FILE};
use std::{
    io::Write,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long to wait for a server that holds the file lock but accepts no commands, because it starts or stops (10 s at
/// most).
const LOCK_TIMEOUT: Duration = Duration::from_secs(15);
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

pub fn run(data: &Path, mut request: CliRequest<Op>) -> Result<(), Failure> {
    if request.config.public_url.is_none() {
        request.config.public_url = serve::options::public_url_of_environment()?;
    }
    // Opened as the user who runs the command; the data is then opened as its owner.
    let mut sink = Sink::open(request.output.as_deref(), data)?;
    let place = request.cursor.take();
    into(data, request, &mut sink)?;
    let cursor = sink.take_note(CURSOR_NOTE);
    sink.finish()?;
    // Last: a stop before it repeats the output, and loses nothing.
    match (place, cursor) {
        (Some(place), Some(cursor)) => keep_cursor(&place, &cursor, data),
        _ => Ok(()),
    }
}

fn keep_cursor(place: &CursorPlace, cursor: &str, data: &Path) -> Result<(), Failure> {
    match place {
        CursorPlace::Shown => Ok(writeln!(std::io::stderr(), "{CURSOR_NOTE}{cursor}")?),
        CursorPlace::File(path) => {
            let mut file = Sink::create(path, true, data)?;
            writeln!(file, "{cursor}")?;
            file.finish()
        }
    }
}

/// Writes the result to `sink`, which the caller must finish.
pub fn into(data: &Path, request: CliRequest<Op>, sink: &mut Sink) -> Result<(), Failure> {
    let result =
        store::guard(|| Ok(try_run(data, request, sink))).unwrap_or_else(|e| Err(Failure::refused(e.to_string())));
    // Flushed on failure too: output such as the problems found by a check belongs to it.
    sink.flush()?;
    result
}

/// Runs a request on empty data in memory, where it would begin a new folder: a refused one leaves nothing behind.
fn try_in_memory(request: &CliRequest<Op>, sink: &mut Sink) -> Result<(), Failure> {
    let op: Op = serde_json::from_slice(&serde_json::to_vec(&request.op)?)?;
    let app = Folder::without_data(request.config.clone())?;
    let mut said = Vec::new();
    let result = runtime()?.block_on(async {
        let result = op::execute(&app, op, &mut said).await;
        app.store.close().await;
        result
    });
    if result.is_err() {
        sink.write_all(&said)?;
    }
    result
}

fn try_run(data: &Path, mut request: CliRequest<Op>, sink: &mut Sink) -> Result<(), Failure> {
    // A new administrator has been checked already, and a password takes long to hash.
    if request.creates && !matches!(request.op, Op::Admin(_)) && Folder::would_be_new(data) {
        try_in_memory(&request, sink)?;
    }
    // A member without data is one that needs a seed, which a diagnosis says.
    let may_be_empty = request.creates || (request.op.only_reads() && data.join(SETTINGS_FILE).exists());
    let folder = Folder::find(data, may_be_empty, DropPrivileges::Temporarily)?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        let reading = if request.op.only_reads() { folder.open_reading(&request.config) } else { Ok(None) };
        let opened = match reading {
            Ok(Some(app)) => Ok(OpenedFolder::Here(app)),
            Ok(None) => folder.open(request.config.clone()),
            Err(why) => Err(why),
        };
        let opened = match opened {
            Ok(opened) => opened,
            Err(why) => return unopened(request, why, sink),
        };
        match opened {
            OpenedFolder::Here(app) => {
                if let Op::Check(op) = &mut request.op {
                    op.set_exclusive();
                }
                return runtime()?.block_on(async {
                    let result = match settings::check_key(&app).await {
                        Ok(()) => op::execute(&app, request.op, sink).await,
                        Err(wrong) => op::unopened(&request.op, request.config, wrong.into(), sink).await,
                    };
                    app.store.close().await;
                    result
                });
            }
            OpenedFolder::Locked => {
                if let Some(server) = remote::client::connect(&folder.socket()) {
                    return remote::client::send(server, &request.op, sink);
                }
            }
        }
        if let Some(member) = folder.twin()?
            && Instant::now() >= deadline
        {
            return Err(folder::elsewhere(&member.name, ""));
        }
        if Instant::now() >= deadline {
            return Err(Failure::refused(format!(
                "the data in {} is in use by another process that accepts no commands",
                data.display()
            )));
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let made = tokio::runtime::Builder::new_current_thread().enable_all().build();
    made.map_err(|e| Failure::refused(format!("cannot start: {e}")))
}

fn unopened(request: CliRequest<Op>, why: Failure, sink: &mut Sink) -> Result<(), Failure> {
    runtime()?.block_on(op::unopened(&request.op, request.config, why, sink))
}
