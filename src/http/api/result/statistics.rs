//! Statistics of the results of a test.

use crate::{
    app::App,
    domain::{
        TestId,
        language::Language,
        retention::PastFigures,
        statistics as domain,
        statistics_by_language::{LanguageFigures, QuestionInLanguage},
    },
    http::{
        error::ApiResult,
        extract::{Of, Query},
        wire::QuestionType,
    },
    service::{actor::ResultReader, result::statistics},
    state::statistics_cache::StatisticsOfTest,
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Bucket of the score distribution.
#[derive(Serialize, ToSchema)]
pub struct ScoreBucket {
    /// Percent, inclusive.
    from: u32,
    /// Percent, exclusive; inclusive for 100.
    to: u32,
    /// Number of submissions.
    count: u64,
}

/// Statistics of a question.
#[derive(Serialize, ToSchema)]
pub struct QuestionStatistics {
    id: String,
    /// The number in the outline of the test; all questions of a pool have the number of its first.
    number: u64,
    question: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    points: u32,
    /// Number of submissions with an answer that is not blank.
    answered: u64,
    /// Number of scored answers that are right.
    correct: u64,
    /// Number of scored answers that are partly right.
    partial: u64,
    /// Number of scored answers that are wrong and not blank.
    wrong: u64,
    /// Number of scored answers that are blank.
    blank: u64,
    /// Multiple choice and multiple response: how often each option was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    choices: Option<Vec<OptionStatistics>>,
    /// Share of the possible points earned, at most 1 and below 0 with penalties, over scored answers; absent while there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    share_correct: Option<f64>,
    /// Discrimination: correlation with the rest of the test, -1 to 1; absent below five scored answers, or without
    /// variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    discrimination: Option<f64>,
    /// Versions that were asked, whose figures are counted together; absent for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    versions: Option<usize>,
    /// Strong candidates choose an option that is wrong by the key, which is probably wrong; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    check_key: bool,
    /// Mean seconds in view, over submissions with a measured time; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
    /// Figures by the language in which the question was read; absent unless it was read in several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    languages: Vec<QuestionLanguageStatistics>,
}

/// Number of candidates who chose an option.
#[derive(Serialize, ToSchema)]
pub struct OptionStatistics {
    /// Absent for multiple choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<String>,
    text: String,
    is_correct: bool,
    count: u64,
    /// Correlation of choosing it with the rest of the test, -1 to 1; absent as that of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    discrimination: Option<f64>,
}

impl From<&domain::OptionCount> for OptionStatistics {
    fn from(option: &domain::OptionCount) -> Self {
        let domain::OptionCount { id, text: _, line, is_correct, count, discrimination } = option.clone();
        Self { id, text: line, is_correct, count, discrimination }
    }
}

/// Statistics of a test.
#[derive(Serialize, ToSchema)]
pub struct TestStatistics {
    /// Number of submissions.
    submissions: u64,
    /// Number of submissions that are not final: they wait for a review, or for a verdict on their code.
    waiting_for_review: u64,
    /// Number of those whose code waits for a verdict, or was set aside without one.
    waiting_for_judging: u64,
    /// Number of submissions whose scores are counted: the final ones, or all with `include_unreviewed`.
    counted: u64,
    /// Mean score in percent; absent if none is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean: Option<f64>,
    /// Median score in percent; absent if none is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median: Option<f64>,
    /// Mean seconds with any question in view, over submissions with a measured time; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median_seconds: Option<f64>,
    /// Score distribution in ten buckets of 10 %.
    distribution: Vec<ScoreBucket>,
    questions: Vec<QuestionStatistics>,
    /// The same by the language in which candidates read the test; absent unless it was read in several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    languages: Vec<LanguageStatistics>,
    /// Results of candidates who were deleted when their time was over: counted in nothing else.
    past: PastStatistics,
}

/// Results of the candidates who read the test in one language.
#[derive(Serialize, ToSchema)]
pub struct LanguageStatistics {
    /// Tag (BCP 47); absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    submissions: u64,
    /// Number of submissions whose scores are counted, as `counted` of the test.
    counted: u64,
    /// Mean in percent; absent if no result is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    median: Option<f64>,
}

/// Answers to a question as it was read in one language.
#[derive(Serialize, ToSchema)]
pub struct QuestionLanguageStatistics {
    /// Tag (BCP 47); absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    /// Number of scored answers, of which the next four are parts.
    scored: u32,
    correct: u64,
    partial: u64,
    wrong: u64,
    blank: u64,
    /// Share of the answers in this language that are right, computed like the question's own share.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    share_correct: Option<f64>,
}

impl From<&QuestionInLanguage> for QuestionLanguageStatistics {
    fn from(found: &QuestionInLanguage) -> Self {
        Self {
            language: found.language.map(Language::code),
            scored: found.scored,
            correct: found.outcomes.correct,
            partial: found.outcomes.partial,
            wrong: found.outcomes.wrong,
            blank: found.outcomes.blank,
            share_correct: found.share_correct,
        }
    }
}

/// Results of which only the scores are kept.
#[derive(Serialize, ToSchema)]
pub struct PastStatistics {
    results: u64,
    /// Mean in whole percent; absent without results.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mean: Option<u64>,
}

#[derive(Deserialize, IntoParams)]
pub struct StatisticsQuery {
    /// Count also the scores of submissions that wait for a review, with the points earned so far; false by default.
    include_unreviewed: Option<bool>,
}

impl TestStatistics {
    fn new(of: &StatisticsOfTest, counts_unreviewed: bool, past: &PastFigures) -> Self {
        let StatisticsOfTest { all: s, languages } = of;
        let scores = if counts_unreviewed { &s.so_far } else { &s.settled };
        let buckets = (0..).zip(scores.distribution);
        let language = |found: &LanguageFigures| {
            let (counted, average) = if counts_unreviewed { found.so_far } else { found.settled };
            LanguageStatistics {
                language: found.language.map(Language::code),
                submissions: found.submissions,
                counted,
                mean: average.mean,
                median: average.median,
            }
        };
        let question = |figures: &domain::QuestionFigures| QuestionStatistics {
            languages: languages.questions.get(&figures.id).into_iter().flatten().map(Into::into).collect(),
            ..figures.into()
        };
        Self {
            submissions: s.submissions,
            waiting_for_review: s.waiting,
            waiting_for_judging: s.waiting_for_judging,
            counted: scores.count,
            mean: scores.average.mean,
            median: scores.average.median,
            mean_seconds: s.time.mean,
            median_seconds: s.time.median,
            distribution: buckets.map(|(i, count)| ScoreBucket { from: i * 10, to: i * 10 + 10, count }).collect(),
            questions: s.questions.iter().map(question).collect(),
            languages: languages.test.iter().map(language).collect(),
            past: PastStatistics { results: past.results(), mean: past.average() },
        }
    }
}

impl From<&domain::QuestionFigures> for QuestionStatistics {
    fn from(q: &domain::QuestionFigures) -> Self {
        Self {
            id: q.id.clone(),
            number: q.number,
            question: q.text.clone(),
            kind: q.kind.into(),
            points: q.points,
            answered: q.answered,
            correct: q.outcomes.correct,
            partial: q.outcomes.partial,
            wrong: q.outcomes.wrong,
            blank: q.outcomes.blank,
            choices: Some(q.options.iter().map(Into::into).collect()).filter(|choices: &Vec<_>| !choices.is_empty()),
            share_correct: q.share_correct,
            discrimination: q.discrimination,
            versions: Some(q.versions).filter(|versions| *versions > 1),
            check_key: q.check_key,
            mean_seconds: q.time.mean,
            median_seconds: q.time.median,
            languages: Vec::new(),
        }
    }
}

/// Get the statistics of a test: score distribution, and difficulty, discrimination and time of each question.
#[utoipa::path(get, path = "/tests/{id}/statistics", tag = "results", 
    params(("id" = String, Path), StatisticsQuery), responses((status = 200, body = TestStatistics)))]
pub async fn of_test(
    State(app): State<App>,
    Of(by, id): Of<ResultReader, TestId>,
    Query(query): Query<StatisticsQuery>,
) -> ApiResult<Json<TestStatistics>> {
    let figures = statistics::of_test(&app, &by, id).await?;
    let counts_unreviewed = query.include_unreviewed.unwrap_or(false);
    Ok(Json(TestStatistics::new(&figures, counts_unreviewed, &statistics::past(&app, &by, id)?)))
}
