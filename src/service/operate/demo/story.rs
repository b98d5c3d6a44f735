//! Events before the demo starts: six weeks of a company, played in the order of time.

use super::{
    answers::{self, Quality, WrittenAnswers},
    bank, graduates, panel,
    people::{self, DemoCandidate, Fate, scatter},
    stage::DemoStage,
    typist, verdicts,
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, TestId, history,
        invite::{Invite, ScheduleMode, StartWindow},
        paper::Paper,
        question::GradeStatus,
        review::ReviewVerdict,
        signal::SignalKind,
        submission::Grade,
        test::{QuestionKind, TestDraft},
        time::{DAY, HOUR, MINUTE, SignedDuration},
    },
    service::{
        actor::Actor,
        attempt::{
            entries::{AnswerEntry, SaveRequest, Spent},
            finish, integrity_signals, journal,
            start::{self, StartRequest},
        },
        invite::invites,
        monitor::{messages, proctor},
        notifications, query,
        scoring::scores,
    },
    store::Read,
};
use std::sync::Arc;

/// The first test is written this long before the demo starts, the others one day after the other.
const BEGIN: SignedDuration = SignedDuration::from_hours(24 * 45);

#[derive(Clone, Copy, Debug)]
enum StoryStep {
    Write(usize),
    Invite(usize),
    Revoke(usize),
    Start(usize),
    Look(usize),
    Save(usize),
    Finish(usize),
    Review(usize),
    /// The administrator reads the notifications.
    CatchUp,
}

/// A running test.
struct Taking {
    key: String,
    attempt: AttemptId,
    paper: Arc<Paper>,
    started_at: Instant,
}

/// A candidate's progress in the story.
#[derive(Default)]
struct CandidateProgress {
    invite: Option<Invite>,
    link: String,
    taking: Option<Taking>,
}

pub struct DemoStory<'a> {
    stage: DemoStage,
    now: Instant,
    admins: [&'a Actor; 2],
    written: WrittenAnswers,
    drafts: Vec<TestDraft>,
    people: Vec<DemoCandidate>,
    tests: Vec<TestId>,
    banked: bank::BankedQuestions,
    progress: Vec<CandidateProgress>,
}

impl<'a> DemoStory<'a> {
    /// # Errors
    /// Faults of the files.
    pub fn new(app: &App, admins: [&'a Actor; 2], drafts: Vec<TestDraft>, written: WrittenAnswers) -> Result<Self> {
        let now = app.now();
        let mut people = people::all(now, drafts.len());
        people.extend(panel::candidates(now, drafts.len())?);
        people.extend(graduates::candidates(now, drafts.len() + 1));
        let progress = people.iter().map(|_| CandidateProgress::default()).collect();
        Ok(Self {
            stage: DemoStage::of(app),
            now,
            admins,
            written,
            drafts,
            people,
            tests: Vec::new(),
            banked: bank::BankedQuestions::default(),
            progress,
        })
    }

    /// Plays all steps. Returns the tests, in the order of the drafts, and after them the one that draws from the bank and the
    /// one that asks all of it.
    ///
    /// # Errors
    /// Storage; others are faults of the story.
    pub async fn play(mut self) -> Result<Vec<TestId>> {
        for (at, step) in self.steps() {
            self.stage.set_clock(at);
            self.step(step).await.map_err(|error| Error::internal(format!("{step:?} of the demo: {error}")))?;
        }
        Ok(self.tests)
    }

    fn steps(&self) -> Vec<(Instant, StoryStep)> {
        let begin = self.now.plus(-BEGIN);
        let written = (0..=self.drafts.len()).zip(0..).map(|(n, day)| (begin.plus(day * DAY), StoryStep::Write(n)));
        let mut steps: Vec<(Instant, StoryStep)> = written.collect();
        steps.extend(self.people.iter().enumerate().flat_map(|(n, one)| self.steps_of(n, one)));
        steps.push((self.now.plus(-DAY), StoryStep::CatchUp));
        steps.sort_by_key(|(at, _)| *at);
        steps
    }

    fn steps_of(&self, n: usize, one: &DemoCandidate) -> Vec<(Instant, StoryStep)> {
        let own = self.drafts.get(one.test).map(|draft| SignedDuration::from_mins(draft.duration_minutes));
        let minutes = own.unwrap_or(bank::LENGTH).as_mins();
        let share = |percent: u32| SignedDuration::from_mins(minutes * i64::from(percent) / 100);
        let used = 55 + scatter(n, 5, 40);
        let mut steps = vec![(one.invited_at, StoryStep::Invite(n))];
        let taken = [
            (one.at, StoryStep::Start(n)),
            (one.at.plus(share(used / 3)), StoryStep::Look(n)),
            (one.at.plus(share(used / 2)), StoryStep::Save(n)),
        ];
        let end = match one.fate {
            Fate::OutOfTime => one.at.plus(share(100) + MINUTE),
            _ => one.at.plus(share(used) + SignedDuration::from_secs(scatter(n, 7, 60).into())),
        };
        match one.fate {
            Fate::Final | Fate::OutOfTime => {
                steps.extend(taken);
                steps.push((end, StoryStep::Finish(n)));
                steps.push((
                    end.plus(3 * HOUR + SignedDuration::from_mins(scatter(n, 6, 900).into())),
                    StoryStep::Review(n),
                ));
            }
            Fate::ToReview => {
                steps.extend(taken);
                steps.push((end, StoryStep::Finish(n)));
                if n.is_multiple_of(3) {
                    steps.push((end.plus(HOUR / 2), StoryStep::Review(n)));
                }
            }
            Fate::EndedByAdmin | Fate::Assigned => {
                steps.extend(taken);
                steps.push((end, StoryStep::Finish(n)));
            }
            Fate::Running => {
                steps.push((one.at, StoryStep::Start(n)));
                steps.push((one.at.plus(2 * MINUTE), StoryStep::Save(n)));
            }
            Fate::Revoked => steps.push((one.invited_at.plus(5 * HOUR), StoryStep::Revoke(n))),
            Fate::NotStarted | Fate::Booked | Fate::NoSlot | Fate::Expired | Fate::MailFailed => {}
        }
        // A story of a morning may reach into the future; that part has not happened yet.
        steps.retain(|(at, _)| *at < self.now);
        steps
    }

    async fn step(&mut self, step: StoryStep) -> Result<()> {
        match step {
            StoryStep::Write(n) => {
                let (app, admin) = (&self.stage.app, self.admins[n % 2]);
                if n == 0 {
                    self.banked = bank::fill(app, admin).await?;
                }
                match self.drafts.get(n) {
                    Some(draft) => self.tests.push(bank::create(app, admin, draft.clone(), &self.banked).await?),
                    None => self.tests.extend(bank::create_drawn(app, admin, &self.banked).await?),
                }
                Ok(())
            }
            StoryStep::Invite(n) => self.invite(n).await,
            StoryStep::Revoke(n) => match &self.progress[n].invite {
                Some(invite) => invites::revoke(&self.stage.app, &self.admins[0].require()?, invite.id).await.map(drop),
                None => Ok(()),
            },
            StoryStep::Start(n) => self.start(n).await,
            StoryStep::Look(n) => self.look_away(n).await,
            StoryStep::Save(n) => {
                let app = &self.stage.app;
                let Some(taking) = &self.progress[n].taking else { return Ok(()) };
                let link = &self.progress[n].link;
                let sent = self.answers(n, taking, 0..taking.paper.questions.len().div_ceil(2));
                journal::save(app, app.limits.links.visit(link)?, link, Some(&taking.key), sent).await.map(drop)
            }
            StoryStep::Finish(n) => self.finish(n).await,
            StoryStep::Review(n) => self.review(n).await,
            StoryStep::CatchUp => {
                for admin in self.admins {
                    notifications::mark_all_read(&self.stage.app, &admin.require()?).await?;
                }
                Ok(())
            }
        }
    }

    async fn invite(&mut self, n: usize) -> Result<()> {
        let (app, one) = (&self.stage.app, &self.people[n]);
        let mode = match one.fate {
            Fate::Booked => ScheduleMode::AdminScheduled,
            Fate::NoSlot => ScheduleMode::SelfSchedule,
            _ => ScheduleMode::NoSchedule,
        };
        let new = invites::NewInvite {
            mode,
            scheduled_at: (mode == ScheduleMode::AdminScheduled).then_some(one.at),
            window: StartWindow { opens_at: None, closes_at: one.closes_at },
            ..invites::NewInvite::without_schedule(self.tests[one.test], one.email.clone(), one.name.clone())
        };
        let invite = invites::create(app, &self.admins[n % 2].require()?, new, None).await?;
        self.progress[n] =
            CandidateProgress { link: query::link::token_of(app, &invite)?, invite: Some(invite), taking: None };
        Ok(())
    }

    async fn start(&mut self, n: usize) -> Result<()> {
        let app = &self.stage.app;
        let progress = &mut self.progress[n];
        let visit = app.limits.links.visit(&progress.link)?;
        let (key, running) = start::start(app, visit, &progress.link, StartRequest::default()).await?;
        let (attempt, started_at) = (running.attempt.id, running.attempt.started_at);
        progress.taking = Some(Taking { key, attempt, paper: running.paper, started_at });
        Ok(())
    }

    /// Some leave the tab, paste, or leave full screen.
    async fn look_away(&self, n: usize) -> Result<()> {
        let Some(taking) = &self.progress[n].taking else { return Ok(()) };
        let (app, link) = (&self.stage.app, &self.progress[n].link);
        let pasted = scatter(n, 7, 700).to_string();
        let seen: Vec<(SignalKind, i32, &str)> = match n % 7 {
            0 => vec![(SignalKind::TabHidden, 40, ""), (SignalKind::TabVisible, 12, "")],
            2 => vec![(SignalKind::Paste, 20, &pasted)],
            3 => vec![(SignalKind::Blur, 9, ""), (SignalKind::Focus, 4, "")],
            5 if n.is_multiple_of(2) => vec![(SignalKind::CameraLost, 60, ""), (SignalKind::CameraBack, 20, "")],
            _ => return Ok(()),
        };
        let signals = seen.into_iter().map(|(kind, seconds, detail)| integrity_signals::NewSignal {
            kind,
            at: Some(app.now().plus(-(seconds * crate::domain::time::SECOND))),
            detail: detail.to_owned(),
        });
        let visit = app.limits.links.visit(link)?;
        integrity_signals::add(app, visit, link, Some(&taking.key), signals.collect()).await.map(drop)
    }

    fn answers(&self, n: usize, taking: &Taking, which: std::ops::Range<usize>) -> SaveRequest {
        let (mut entries, mut spent) = (Vec::new(), Vec::new());
        let elapsed = self.stage.app.now().since(taking.started_at);
        // All questions together take no longer than the attempt so far.
        let most = elapsed.as_secs() / i64::try_from(which.end.clamp(1, taking.paper.questions.len())).unwrap_or(1);
        let most = u32::try_from(most).unwrap_or_default();
        for (place, question) in taking.paper.questions.iter().enumerate().take(which.end).skip(which.start) {
            let own = self.people[n].essay.clone().filter(|_| question.kind() == QuestionKind::Essay);
            let text = own.or_else(|| answers::answer(question, self.quality(n, place), &self.written));
            let Some(text) = text else { continue };
            let mut entry = AnswerEntry::new(&question.id, text, Some(1));
            if taking.paper.history == history::HistoryMode::Keystrokes && !question.kind().is_auto() {
                // One question after another, and a look over all of them at the end.
                let [answered, all] = [place + 1, which.end + 1].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
                let typed_at = elapsed / all * answered;
                entry.edits = typist::edits(&entry.text, n * 31 + place, typed_at, n % 7 == 2);
            }
            entries.push(entry);
            let seconds = (most / 3 + scatter(n * 31 + place, 8, (most / 3 * 2).max(1))).min(most);
            spent.push(Spent { question_id: question.id.clone(), seconds });
        }
        SaveRequest::new(entries, spent)
    }

    /// The quality of an answer, by the candidate's ability and the luck of the day.
    fn quality(&self, n: usize, place: usize) -> Quality {
        match self.people[n].ability + scatter(n * 17 + place, 9, 50) {
            82.. => Quality::Strong,
            55..82 => Quality::Fair,
            _ => Quality::Weak,
        }
    }

    async fn finish(&self, n: usize) -> Result<()> {
        let app = &self.stage.app;
        let CandidateProgress { link, taking: Some(taking), .. } = &self.progress[n] else { return Ok(()) };
        match self.people[n].fate {
            Fate::OutOfTime => drop(finish::end_due(app, taking.attempt, app.now()).await?),
            Fate::EndedByAdmin => {
                let text = "Please stay alone in the room.";
                messages::send(app, &self.admins[0].require()?, taking.attempt, text, None).await?;
                let reason = "A second person answered the questions.";
                drop(proctor::end(app, &self.admins[0].require()?, taking.attempt, reason).await?);
            }
            _ => {
                let count = taking.paper.questions.len();
                let sent = self.answers(n, taking, count.div_ceil(2)..count);
                drop(journal::submit(app, app.limits.links.visit(link)?, link, Some(&taking.key), sent).await?);
            }
        }
        verdicts::judge(app, taking.attempt, &taking.paper, |place| self.quality(n, place)).await
    }

    /// Scores the written answers; of a result that still waits, the first one only.
    async fn review(&self, n: usize) -> Result<()> {
        let app = &self.stage.app;
        let Some(taking) = &self.progress[n].taking else { return Ok(()) };
        let grades: Vec<Grade> = app.store.read()?.children(taking.attempt)?;
        let most = if self.people[n].fate == Fate::ToReview { 1 } else { usize::MAX };
        for grade in grades.iter().filter(|grade| grade.is_written && grade.status == GradeStatus::Pending).take(most) {
            let place = grade.place as usize;
            let points = taking.paper.questions.get(place).map_or(0, |question| question.points);
            let (verdict, comments) = verdict(self.quality(n, place), points, scatter(n, 10, 4));
            let review = scores::ReviewInput {
                verdict: Some(verdict),
                rubric_items: None,
                comments,
                version: Some(grade.version),
            };
            scores::score(app, &self.admins[n % 2].require()?, taking.attempt, &grade.question_id, review).await?;
        }
        Ok(())
    }
}

fn verdict(quality: Quality, points: u32, luck: u32) -> (ReviewVerdict, Option<String>) {
    let half = f64::from(points) / 2.0;
    let (verdict, words) = match quality {
        Quality::Strong if luck == 0 => {
            (ReviewVerdict::Partial(f64::from(points) - 0.5), "Very good; one case is missing.")
        }
        Quality::Strong => (ReviewVerdict::Correct, "Clear and complete."),
        Quality::Fair => (ReviewVerdict::Partial(half + f64::from(luck) / 2.0 - 0.5), "Right, but without the reason."),
        Quality::Weak if luck > 1 => (ReviewVerdict::Partial(1.0), "Only the beginning."),
        Quality::Weak => (ReviewVerdict::Wrong, "This does not answer the question."),
    };
    (verdict, (luck.is_multiple_of(2)).then(|| words.to_owned()))
}
