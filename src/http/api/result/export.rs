//! Export of results as a file, streamed while its rows are read.

use super::result_list::ResultFilter;
use crate::{
    app::App,
    domain::{
        self, Error,
        background_job::{JobKind, JobState},
    },
    http::{
        error::ApiResult,
        extract::{Query, Within},
        refusals::TooMany,
    },
    service::{
        actor::{ResultReader, StillHeld},
        export::{self, ExportFormat, ExportOutput, ExportRequest, ExportSlot, export_error::Failed},
        operate::background_jobs::{self, NewJob},
        settings::languages,
    },
    state::test_jobs::TestJobProgress,
};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use futures_util::{Stream, stream::unfold};
use serde::Deserialize;
use std::{
    io::{self, BufWriter, Write},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc, time::timeout};
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;

/// Size of a piece in bytes, and capacity of the bounded queue in pieces.
const PIECE_SIZE: usize = 64 * 1024;
const QUEUE_CAPACITY: usize = 4;
/// A client that reads nothing for this long is considered gone, even if its connection is still open.
const SEND_TIMEOUT: Duration = Duration::from_mins(1);
/// Aborts an export that its client reads too slowly: its thread and its slot are shared with others.
const TOTAL_TIMEOUT: Duration = Duration::from_mins(15);

#[derive(Deserialize, IntoParams)]
pub struct ExportQuery {
    /// `csv` (default), `xlsx`, `json` or `jsonl`.
    #[param(value_type = Option<String>)]
    format: Option<String>,
    /// Whether to write one row per answer instead of one per submission.
    answers: Option<bool>,
    /// Start CSV with a byte order mark.
    bom: Option<bool>,
    /// Column headings of CSV and XLSX in words of a language of staff (`en`, `de`, `fr`, or one that the site added); the
    /// names of fields if omitted.
    headings: Option<String>,
}

fn format(name: Option<&str>) -> domain::Result<ExportFormat> {
    match name.map(str::trim).unwrap_or_default() {
        "" | "csv" => Ok(ExportFormat::Csv),
        "json" => Ok(ExportFormat::Json),
        "jsonl" => Ok(ExportFormat::JsonLines),
        "xlsx" => Ok(ExportFormat::Xlsx),
        other => Err(Error::field("format", format!("'{other}' is not a format: csv, xlsx, json or jsonl."))),
    }
}

enum FilePiece {
    Data(Bytes),
    /// The file is complete; without this piece it is truncated.
    End,
}

/// Writing end of a response body, for a thread that may block.
struct Pipe {
    written: mpsc::Sender<FilePiece>,
    progress: Arc<TestJobProgress>,
}

impl Pipe {
    fn send(&self, piece: FilePiece) -> io::Result<()> {
        self.written.blocking_send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(FilePiece::Data(Bytes::copy_from_slice(bytes))).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ExportOutput for Pipe {
    fn progress(&mut self, done: u64, all: u64) {
        self.progress.set(done, all);
    }
}

/// A file to download, and whose job it is.
pub(in crate::http) struct FileOrder<'a> {
    pub kind: JobKind,
    pub media_type: &'a str,
    pub name: &'a str,
    pub slot: ExportSlot,
    /// The rest is not sent to who may not have it any more.
    pub still_held: StillHeld,
}

/// A file to download, which `write` writes on a thread that may block.
pub(in crate::http) fn download(
    app: App,
    FileOrder { kind, media_type, name, slot, still_held }: FileOrder<'_>,
    write: impl FnOnce(&mut dyn ExportOutput) -> Result<(), Failed> + Send + 'static,
) -> Response {
    let job = NewJob { kind, test: None, subject: name.to_owned() };
    let name = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, media_type.to_owned()), (CONTENT_DISPOSITION, name)];
    (headers, body(app, job, (slot, still_held), write)).into_response()
}

fn body(
    app: App,
    job: NewJob,
    (slot, still_held): (ExportSlot, StillHeld),
    write: impl FnOnce(&mut dyn ExportOutput) -> Result<(), Failed> + Send + 'static,
) -> Body {
    let (written, to_send) = mpsc::channel(QUEUE_CAPACITY);
    let (to_client, pieces) = mpsc::channel(1);
    let (progress, stop) = (Arc::<TestJobProgress>::default(), CancellationToken::new());
    let pipe = Pipe { written, progress: progress.clone() };
    let asked = slot.by();
    let written = move || {
        let mut out = BufWriter::with_capacity(PIECE_SIZE, pipe);
        let ended = write(&mut out).and_then(|()| {
            out.flush()?;
            // Release the slot before the client sees the end: it may request the next export immediately.
            drop(slot);
            Ok(out.get_ref().send(FilePiece::End)?)
        });
        match ended {
            Ok(()) => JobState::Done,
            Err(Failed::Output(error)) => {
                tracing::info!(%error, "an export was aborted by its client");
                JobState::Cancelled
            }
            Err(Failed::Refused(error)) => {
                tracing::warn!(%error, "an export failed");
                JobState::of::<()>(&Err(error))
            }
        }
    };
    tokio::spawn(async move {
        let id = background_jobs::begin_noted(&app, asked, job, (progress, stop.clone())).await;
        let forwarding = async {
            tokio::select! {
                () = stop.cancelled() => {}
                _ = timeout(TOTAL_TIMEOUT, forward(to_send, to_client, || still_held(&app))) => {}
            }
        };
        let ((), ended) = tokio::join!(forwarding, tokio::task::spawn_blocking(written));
        let state = ended.unwrap_or_else(|panic| JobState::of::<()>(&Err(Error::internal(panic))));
        background_jobs::end(&app, id, state).await;
    });
    Body::from_stream(stream(pieces))
}

/// Forwards pieces to the client while it may have them. Drops both ends if the client reads nothing for [`SEND_TIMEOUT`], and
/// when the server stops: the blocking thread itself cannot use the timers of a runtime that shuts down.
async fn forward(
    mut to_send: mpsc::Receiver<FilePiece>,
    to_client: mpsc::Sender<FilePiece>,
    still_held: impl Fn() -> bool + Send,
) {
    while let Some(piece) = to_send.recv().await {
        if !still_held() {
            return;
        }
        if !matches!(timeout(SEND_TIMEOUT, to_client.send(piece)).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// Fails the body if the writer stopped early, so that a truncated file does not look complete.
fn stream(pieces: mpsc::Receiver<FilePiece>) -> impl Stream<Item = io::Result<Bytes>> {
    unfold(Some(pieces), async |pieces| {
        let mut pieces = pieces?;
        match pieces.recv().await {
            Some(FilePiece::Data(bytes)) => Some((Ok(bytes), Some(pieces))),
            Some(FilePiece::End) => None,
            None => Some((Err(io::Error::other("the export ended early")), None)),
        }
    })
}

/// Export the results that match the filters as a file, oldest first.
#[utoipa::path(get, path = "/results/export", tag = "results", params(ResultFilter, ExportQuery),
    responses((status = 200, description = "A file to download", content((String = "text/csv"),
            (Vec<Value> = "application/json"), (String = "application/jsonl"),
            (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))), TooMany))]
pub async fn results(
    State(app): State<App>,
    Within(by): Within<ResultReader>,
    Query(filter): Query<ResultFilter>,
    Query(query): Query<ExportQuery>,
) -> ApiResult<Response> {
    let ExportQuery { format: name, answers, bom, headings } = query;
    let format = format(name.as_deref())?;
    let headings = languages::given_for_staff(&app, "headings", headings.as_deref())?;
    if headings.is_some() && !format.has_headings() {
        return Err(Error::field("headings", "Only CSV and XLSX have column headings.").into());
    }
    let (filter, conditions) = filter.read()?;
    let (answers, mark) = (answers == Some(true), bom == Some(true));
    let order = ExportRequest { filter, conditions, format, answers, mark, headings };
    let (slot, still_held) = (app.limits.exports.begin(by.id())?, by.still_held());
    export::note(&app, &by, &order).await?;
    let today = app.now().to_string();
    let day = today.get(..10).unwrap_or_default();
    let what = if answers { "answers" } else { "results" };
    let name = format!("{what}-{day}.{}", format.extension());
    let file = FileOrder { kind: JobKind::Export, media_type: format.media_type(), name: &name, slot, still_held };
    Ok(download(app.clone(), file, move |out| export::write(&app, &by, &order, out)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::StreamExt;

    #[tokio::test]
    async fn only_a_complete_file_ends_without_an_error() {
        for whole in [true, false] {
            let (to_client, pieces) = mpsc::channel(QUEUE_CAPACITY);
            to_client.send(FilePiece::Data(Bytes::from_static(b"row"))).await.unwrap();
            if whole {
                to_client.send(FilePiece::End).await.unwrap();
            }
            drop(to_client);
            let seen: Vec<_> = stream(pieces).collect().await;
            assert_eq!(seen[0].as_ref().unwrap(), "row");
            assert_eq!((seen.len() == 1, seen.last().unwrap().is_ok()), (whole, whole));
        }
    }
}
