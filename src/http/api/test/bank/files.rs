//! Import and export of bank questions as files (docs/behaviour/data.md#imports-and-exports).

use super::questions::QuestionFilter;
use crate::{
    app::App,
    domain::background_job::JobKind,
    http::{
        api::test::files::{ExportPreview, ImportQuery, ImportReport, Uploaded, download, export_format},
        error::ApiResult,
        extract::{As, Query, UnreadBody},
    },
    service::{
        actor::{Author, TestReader},
        export,
        import::bank,
        operate::background_jobs::{self, JobInHand},
    },
};
use axum::{Json, extract::State, http::StatusCode, response::Response};
use serde::Deserialize;
use utoipa::IntoParams;

/// Texts of an exported file, in bytes.
const MAX_TEXTS: usize = 32 << 20;
/// Name of an exported file.
const NAME: &str = "question-bank";

/// Import the questions of a file into the bank. The body is the file itself (10 MiB at most). All questions are checked
/// before the first is stored; those that the file does not call ready are drafts.
#[utoipa::path(post, path = "/questions/import", tag = "questions", params(ImportQuery),
    request_body(content_type = "application/octet-stream"),
    responses((status = 200, description = "Report of a dry run", body = ImportReport),
        (status = 201, body = ImportReport)))]
pub async fn import(
    State(app): State<App>,
    As(by): As<Author>,
    Query(query): Query<ImportQuery>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<ImportReport>)> {
    let upload = query.receive(body).await?;
    let (account, job) = (by.id(), upload.job(JobKind::QuestionImport));
    let Uploaded { file, is_dry_run, consent } = upload;
    let work = move |app: App, job: JobInHand| async move {
        let plan = job.until_cancelled(bank::plan(&app, file, &job.progress)).await?;
        let report = ImportReport::from(&plan);
        if is_dry_run {
            return Ok((StatusCode::OK, report));
        }
        bank::run(&app, &by, plan, consent, &job.progress).await?;
        Ok((StatusCode::CREATED, report))
    };
    let (status, report) = background_jobs::run(&app, account, job, work).await?;
    Ok((status, Json(report)))
}

#[derive(Deserialize, IntoParams)]
pub struct QuestionExportQuery {
    /// `json` (default), `yaml`, `csv`, `gift` or `moodle` (XML) for Moodle, `qti21` or `qti30` (packages, as zip files). All but QTI have title,
    /// difficulty and state, too.
    #[param(value_type = Option<String>)]
    format: Option<String>,
}

/// Export the questions that the list has with the same filters, oldest first, as a file that can be imported again. It
/// has at most 32 MiB of texts.
#[utoipa::path(get, path = "/questions/export", tag = "questions", params(QuestionFilter, QuestionExportQuery),
    responses((status = 200, description = "A file to download", content((Value = "application/json"),
            (String = "application/yaml"), (String = "text/plain"), (String = "application/xml"), (Vec<u8> = "application/zip")))))]
pub async fn export(
    State(app): State<App>,
    As(by): As<TestReader>,
    Query(filter): Query<QuestionFilter>,
    Query(query): Query<QuestionExportQuery>,
) -> ApiResult<Response> {
    let format = export_format(query.format.as_deref())?;
    let filter = filter.into();
    let read = move |app: &App| Ok((NAME.to_owned(), export::bank::questions(app, &by, &filter, MAX_TEXTS)?));
    download(&app, format, read).await
}

/// Show the losses of an export of these questions. Changes nothing.
#[utoipa::path(get, path = "/questions/export/preview", tag = "questions", params(QuestionFilter, QuestionExportQuery),
    responses((status = 200, body = ExportPreview)))]
pub async fn preview_export(
    State(app): State<App>,
    As(by): As<TestReader>,
    Query(filter): Query<QuestionFilter>,
    Query(query): Query<QuestionExportQuery>,
) -> ApiResult<Json<ExportPreview>> {
    let format = export_format(query.format.as_deref())?;
    let filter = filter.into();
    let read = move |app: &App| {
        let tests = export::bank::questions(app, &by, &filter, MAX_TEXTS)?;
        Ok(ExportPreview::new(&tests, format))
    };
    Ok(Json(app.blocking(read).await?))
}
