//! Import and export of tests as files (docs/behaviour/data.md#imports-and-exports).

use crate::{
    app::App,
    domain::{Error, Result, TestId, background_job::JobKind},
    http::{
        error::ApiResult,
        extract::{As, Of, Query, UnreadBody},
        refusals::Conflict,
        wire::{QuestionType, mirror},
    },
    service::{
        actor::{Author, TestReader},
        export::{self, ExportLoss, Exported, QtiVersion, TestFormat},
        import::{
            self, Consent, Effect, FindingLevel, ImportFile, ImportFinding, ImportFormat, ImportPlan, PlannedTest,
        },
        operate::background_jobs::{self, JobInHand, NewJob},
        test::pictures,
    },
};
use axum::{
    Json,
    extract::State,
    http::{
        StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct ImportQuery {
    /// `auto` (default), `json`, `yaml`, `csv`, `gift`, `qti`, `qti12`, `moodle_xml`, `aiken` or `contest` (a package).
    #[param(value_type = Option<String>)]
    format: Option<String>,
    /// Name of the file: its extension helps to detect the format, and it is the title of tests without one.
    filename: Option<String>,
    /// Validate and report only; import nothing.
    dry_run: Option<bool>,
    /// Import it although parts of the file score or read differently here (findings with the effects `scores` and `reads`); without it
    /// such a file is refused.
    accept_changes: Option<bool>,
}

/// A file to be imported.
pub struct Uploaded {
    pub file: ImportFile,
    pub is_dry_run: bool,
    pub consent: Consent,
}

impl Uploaded {
    /// The background job that reads the file, and imports it as `kind` unless it is a dry run.
    #[must_use]
    pub fn job(&self, kind: JobKind) -> NewJob {
        let kind = if self.is_dry_run { JobKind::FileCheck } else { kind };
        NewJob { kind, test: None, subject: self.file.name.clone().unwrap_or_default() }
    }
}

impl ImportQuery {
    /// Reads the file, which is the body.
    ///
    /// # Errors
    /// 422 for an unknown format and an empty file; those of [`UnreadBody::bytes`].
    pub async fn receive(self, body: UnreadBody) -> ApiResult<Uploaded> {
        let format = format(self.format.as_deref())?;
        let bytes = body.bytes(import::MAX_FILE).await?;
        if bytes.is_empty() {
            return Err(Error::field("file", "The file is empty.").into());
        }
        let consent = if self.accept_changes == Some(true) { Consent::Given } else { Consent::Missing };
        let file = ImportFile { bytes, name: self.filename, format };
        Ok(Uploaded { file, is_dry_run: self.dry_run == Some(true), consent })
    }
}

/// Result of an import or a dry run.
#[derive(Serialize, ToSchema)]
pub struct ImportReport {
    /// Detected format; absent if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<&'static str>,
    /// No finding is an error.
    importable: bool,
    tests: Vec<ImportedTest>,
    /// Worst first: errors, then what scores, reads and looks different; in each group by test.
    findings: Vec<ImportFindingBody>,
}

/// A test of the file.
#[derive(Serialize, ToSchema)]
pub struct ImportedTest {
    /// Absent in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<String>,
    title: String,
    duration_minutes: i64,
    question_count: usize,
    total_points: i64,
    questions: Vec<ImportedQuestion>,
}

/// A question of the file.
#[derive(Serialize, ToSchema)]
pub struct ImportedQuestion {
    /// Position in the file: "line 12", "items/q1.xml, line 4".
    place: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    /// Excerpt of the question on one line, at most 120 characters.
    question: String,
    points: i64,
}

/// Severity of a finding.
#[derive(Serialize, ToSchema)]
#[schema(as = FindingLevel)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevelName {
    /// Prevents the import of the whole file.
    Error,
    /// Part of the file is not imported.
    LeftOut,
}

mirror!(
    /// Effect of a difference from the file.
    EffectName as FindingEffect = Effect {
        /// The same answer earns other points, or a question is missing.
        Scores,
        /// Candidates read other words, or have other conditions.
        Reads,
        /// The words and the points are the same.
        Looks,
    }
);

/// A problem in the file.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportFinding)]
pub struct ImportFindingBody {
    level: FindingLevelName,
    /// Effect of the parts that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    effect: Option<EffectName>,
    /// Position in the file.
    place: String,
    message: String,
    /// Name of the element, attribute or field that no rule read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    part: Option<String>,
    /// Index of the test in `tests`; absent for the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test: Option<usize>,
}

/// Maximum length of a question's excerpt, in characters.
const EXCERPT: usize = 120;

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= EXCERPT { line } else { line.chars().take(EXCERPT).chain(['…']).collect() }
}

impl From<&PlannedTest> for ImportedTest {
    fn from(planned: &PlannedTest) -> Self {
        let questions = planned.questions().map(|(question, place)| ImportedQuestion {
            place: place.to_string(),
            kind: question.kind.into(),
            question: excerpt(&question.summary()),
            points: question.points,
        });
        Self {
            id: None,
            title: planned.draft.title.trim().to_owned(),
            duration_minutes: planned.draft.duration_minutes,
            question_count: planned.draft.questions.len(),
            total_points: planned.total_points(),
            questions: questions.collect(),
        }
    }
}

impl From<&ImportFinding> for ImportFindingBody {
    fn from(finding: &ImportFinding) -> Self {
        Self {
            level: match finding.level {
                FindingLevel::Error => FindingLevelName::Error,
                FindingLevel::LeftOut(_) => FindingLevelName::LeftOut,
            },
            effect: finding.effect().map(Into::into),
            part: finding.part.clone(),
            place: finding.place.to_string(),
            message: finding.message.clone(),
            test: finding.test,
        }
    }
}

impl From<&ImportPlan> for ImportReport {
    fn from(plan: &ImportPlan) -> Self {
        Self {
            format: plan.format.map(ImportFormat::name),
            importable: plan.is_good(),
            tests: plan.tests.iter().map(Into::into).collect(),
            findings: plan.findings.iter().map(Into::into).collect(),
        }
    }
}

fn format(name: Option<&str>) -> Result<Option<ImportFormat>> {
    match name.map(str::trim).unwrap_or_default() {
        "" | "auto" => Ok(None),
        name => name.parse().map(Some).map_err(|()| {
            Error::field(
                "format",
                format!(
                    "'{name}' is not a format: auto, json, yaml, csv, gift, qti, qti12, moodle_xml, aiken or contest."
                ),
            )
        }),
    }
}

/// Import the tests of a file, all or none. The body is the file itself (10 MiB at most).
#[utoipa::path(post, path = "/tests/import", tag = "tests", params(ImportQuery),
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
    let (account, job) = (by.id(), upload.job(JobKind::TestImport));
    let Uploaded { file, is_dry_run, consent } = upload;
    let work = move |app: App, job: JobInHand| async move {
        let plan = job.until_cancelled(import::plan(&app, file, &job.progress)).await?;
        let mut report = ImportReport::from(&plan);
        if is_dry_run {
            return Ok((StatusCode::OK, report));
        }
        let made = import::run(&app, &by, plan, consent, &job.progress).await?;
        for (row, test) in report.tests.iter_mut().zip(made) {
            row.id = Some(test.id.to_string());
        }
        Ok((StatusCode::CREATED, report))
    };
    let (status, report) = background_jobs::run(&app, account, job, work).await?;
    Ok((status, Json(report)))
}

#[derive(Deserialize, IntoParams)]
pub struct TestExportQuery {
    /// `json` (default), `yaml`, `csv`, `gift` or `moodle_xml`, `qti21` or `qti30` (packages, as zip files).
    #[param(value_type = Option<String>)]
    format: Option<String>,
}

/// A loss: content that a file does not hold, or holds only for an import here.
#[derive(Serialize, ToSchema)]
pub struct ExportPreview {
    /// Findings of the export, at most 1,000; those of the whole file come first.
    findings: Vec<ExportFinding>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportFinding {
    /// Number of the question in the file, from 1; absent for the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question: Option<usize>,
    message: String,
}

impl ExportPreview {
    pub fn new(tests: &[Exported], format: TestFormat) -> Self {
        let findings = export::losses(tests, format).into_iter();
        Self {
            findings: findings.map(|ExportLoss { question, message }| ExportFinding { question, message }).collect(),
        }
    }
}

/// Show the losses of an export of the test. Changes nothing.
#[utoipa::path(get, path = "/tests/{id}/export/preview", tag = "tests", params(("id" = String, Path), TestExportQuery),
    responses((status = 200, body = ExportPreview), Conflict))]
pub async fn preview_export(
    State(app): State<App>,
    Of(by, id): Of<TestReader, TestId>,
    Query(query): Query<TestExportQuery>,
) -> ApiResult<Json<ExportPreview>> {
    let format = export_format(query.format.as_deref())?;
    let read = move |app: &App| Ok(ExportPreview::new(&[export::exportable(app, &by, id, format)?], format));
    Ok(Json(app.blocking(read).await?))
}

/// Export a test as a file that can be imported again.
#[utoipa::path(get, path = "/tests/{id}/export", tag = "tests", params(("id" = String, Path), TestExportQuery),
    responses((status = 200, description = "A file to download", content((Value = "application/json"),
            (String = "application/yaml"), (String = "text/plain"), (String = "application/xml"), (Vec<u8> = "application/zip"))), Conflict))]
pub async fn export(
    State(app): State<App>,
    Of(by, id): Of<TestReader, TestId>,
    Query(query): Query<TestExportQuery>,
) -> ApiResult<Response> {
    let format = export_format(query.format.as_deref())?;
    let read = move |app: &App| {
        let exported = export::exportable(app, &by, id, format)?;
        Ok((file_name(&exported.test.title), vec![exported]))
    };
    download(&app, format, read).await
}

/// # Errors
/// 422 on `format`.
pub fn export_format(name: Option<&str>) -> Result<TestFormat> {
    Ok(match name.map(str::trim).unwrap_or_default() {
        "" | "json" => TestFormat::Json,
        "yaml" => TestFormat::Yaml,
        "csv" => TestFormat::Csv,
        "gift" => TestFormat::Gift,
        "qti21" => TestFormat::Qti(QtiVersion::V21),
        "qti30" => TestFormat::Qti(QtiVersion::V30),
        "moodle_xml" => TestFormat::Moodle,
        other => {
            let message = format!("'{other}' is not a format: json, yaml, csv, gift, moodle, qti21 or qti30.");
            return Err(Error::field("format", message));
        }
    })
}

/// Replies with a file of the tests that `read` returns with the file's name.
///
/// # Errors
/// Those of `read`.
pub async fn download(
    app: &App,
    format: TestFormat,
    read: impl FnOnce(&App) -> Result<(String, Vec<Exported>)> + Send + 'static,
) -> ApiResult<Response> {
    let write = move |app: &App| {
        let (name, tests) = read(app)?;
        let name = format!("attachment; filename=\"{name}.{}\"", format.extension(&tests));
        let media_type = format.media_type(&tests).to_owned();
        let mut file = Vec::new();
        export::write_tests(tests, format, &pictures::source(app), &mut file).map_err(Error::internal)?;
        Ok(([(CONTENT_TYPE, media_type), (CONTENT_DISPOSITION, name)], file))
    };
    Ok(app.blocking(write).await?.into_response())
}

/// Returns the title as an ASCII file name: "C++ & Rust" becomes "C-Rust".
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(80).collect();
    if name.is_empty() { "test".to_owned() } else { name }
}

#[cfg(test)]
mod names {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_test() {
        assert_eq!(file_name(" C++ & Rust: \"basics\"\r\n"), "C-Rust-basics");
        assert_eq!(file_name("日本"), "test");
    }
}
