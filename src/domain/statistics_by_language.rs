//! The same results by the language in which candidates read the questions. Empty while all read the same one.

use super::{
    language::Language,
    paper::Paper,
    question::ParsedAnswer,
    statistics::{Average, GradeCounts, hundredths},
    submission::{Grade, Submission},
};
use std::collections::BTreeMap;

/// `None` where it is not known: the test names no language, or the candidate's page reported none.
pub type ReadLanguage = Option<Language>;

/// Accumulates submissions, in any order.
#[derive(Default)]
pub struct LanguageTally {
    submissions: BTreeMap<ReadLanguage, Scored>,
    questions: BTreeMap<String, BTreeMap<ReadLanguage, Answered>>,
}

/// Scores in percent.
#[derive(Default)]
struct Scored {
    settled: Vec<f64>,
    all: Vec<f64>,
}

#[derive(Default)]
struct Answered {
    outcomes: GradeCounts,
    scored: u32,
    share: f64,
}

/// Results of the candidates who read a test in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct LanguageFigures {
    pub language: ReadLanguage,
    pub submissions: u64,
    /// Final scores: their number and average.
    pub settled: (u64, Average),
    /// The figures of all submissions, with the points earned so far.
    pub so_far: (u64, Average),
}

/// Answers to a question as it was read in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionInLanguage {
    pub language: ReadLanguage,
    pub scored: u32,
    pub outcomes: GradeCounts,
    /// Like [`super::statistics::QuestionFigures::share_correct`].
    pub share_correct: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FiguresByLanguage {
    pub test: Vec<LanguageFigures>,
    /// Questions that were read in several languages, by id.
    pub questions: BTreeMap<String, Vec<QuestionInLanguage>>,
}

impl LanguageTally {
    /// Adds a submission whose candidate had their page in this language. `text` returns the answer to a question.
    pub fn add<'t>(
        &mut self,
        submission: &Submission,
        paper: &Paper,
        grades: &[Grade],
        page: Option<Language>,
        text: impl Fn(&str) -> Option<&'t str>,
    ) {
        let scores = self.submissions.entry(paper.language_read(page, None)).or_default();
        scores.all.push(submission.final_score());
        if !submission.is_provisional() {
            scores.settled.push(submission.final_score());
        }
        for grade in grades {
            let Some(question) = paper.questions.get(grade.place as usize) else { continue };
            let language = paper.language_read(page, Some(&question.id));
            let by_language = self.questions.entry(question.id.clone()).or_default();
            let answered = by_language.entry(language).or_default();
            let answer = ParsedAnswer::read(&question.body, text(&question.id).unwrap_or_default());
            answered.outcomes.add(grade.status, answer == ParsedAnswer::Blank);
            if grade.status.is_scored() && question.points > 0 {
                answered.scored += 1;
                answered.share += grade.earned / f64::from(question.points);
            }
        }
    }

    #[must_use]
    pub fn figures(self) -> FiguresByLanguage {
        if self.submissions.len() < 2 {
            return FiguresByLanguage::default();
        }
        let average = |scores: Vec<f64>| (scores.len() as u64, Average::of(scores));
        let test = self.submissions.into_iter().map(|(language, scores)| LanguageFigures {
            language,
            submissions: scores.all.len() as u64,
            settled: average(scores.settled),
            so_far: average(scores.all),
        });
        let several = self.questions.into_iter().filter(|(_, languages)| languages.len() > 1);
        let questions = several.map(|(id, languages)| {
            let figures = languages.into_iter().map(|(language, answered)| QuestionInLanguage {
                language,
                scored: answered.scored,
                outcomes: answered.outcomes,
                share_correct: (answered.scored > 0).then(|| hundredths(answered.share / f64::from(answered.scored))),
            });
            (id, figures.collect())
        });
        FiguresByLanguage { test: test.collect(), questions: questions.collect() }
    }
}
