//! Golden bytes: every stored version must stay readable. `INSTA_UPDATE=always` adds the files of new versions and never
//! changes existing ones: a difference needs a new `VERSION` with its `upgrade`, or a migration.

use super::*;
use crate::{
    domain::{
        AttemptId, ImportId, InviteId, TestId,
        accommodation::Accommodation,
        attempt::{EndedBy, Holder, Lateness},
        history,
        idempotency::Created,
        invite::{InviteStatus, Reminders, ScheduleMode, StartWindow},
        judging::{Judged, Judging, JudgingCounts, JudgingState, JudgingVerdict, TestVerdict},
        language::Language,
        pause::Pauses,
        question::Tree,
        repair::Repaired,
        rich_text::RichTextFormat,
        screenshot::ScreenshotFormat,
        section_clock::{ClockedSection, SectionClock, SectionStart},
        settings::{AiProvider, SmtpTls},
        signal::SignalKind,
        submission::{AiVerdict, GradeStatus, ScoringStatus},
        test::{Question, QuestionDraft},
        test_translation::{self, Part, Place, TranslatedText, Translations},
        time::{DAY, HOUR, MILLISECOND, MINUTE, SECOND},
        timeline::{Period, TimelineEventKind, TimelineLink},
    },
    store::record,
};
use std::{
    collections::BTreeMap,
    fmt::{Debug, Write},
    fs,
    path::PathBuf,
};
use uuid::Uuid;

/// A record's stored form, and how the current version decodes its bytes.
pub(super) struct Sample {
    name: &'static str,
    version: u8,
    text: String,
    shown: String,
    read: fn(&[u8]) -> String,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

pub(super) fn unhex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

pub(super) fn sample<R: Record + Debug>(name: &'static str, record: &R) -> Sample {
    let mut text = format!("key {}\nvalue {}\n", hex(&R::key_of(record.id())), hex(&record::encode(record).unwrap()));
    for IndexEntry(index, key) in record.index_entries() {
        writeln!(text, "index {} {}", index.table.0, hex(&key)).unwrap();
    }
    for counter in record.counters() {
        writeln!(text, "counter {}", hex(&counter)).unwrap();
    }
    let read = |bytes: &[u8]| format!("{:?}", record::decode::<R>(bytes).unwrap());
    Sample { name, version: R::VERSION, text, shown: format!("{record:?}"), read }
}

pub(super) fn id<I: From<Uuid>>(n: u128) -> I {
    I::from(Uuid::from_u128((0x0199_0000_0000_7000_8000 << 48) | n))
}

pub(super) const AT: Instant = Instant::from_millis(1_772_438_400_000);

/// Questions of all kinds, in the names of the API.
const QUESTIONS: &str = include_str!("questions.json");

pub(super) fn questions() -> Vec<Question> {
    let drafts: Vec<QuestionDraft> = serde_json::from_str(QUESTIONS).unwrap();
    drafts.into_iter().enumerate().map(|(index, draft)| draft.check_alone(index).unwrap()).collect()
}

fn people() -> Vec<Sample> {
    let user = User {
        id: id(1),
        email: "cora@example.org".into(),
        full_name: "Cora Candidate".into(),
        role: Role::Applicant,
        password_hash: Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".into()),
        is_first_admin: false,
        is_active: true,
        mailbox_proven: true,
        token_version: 3,
        created_at: AT,
    };
    let entry = AuditEntry {
        number: 7,
        at: AT,
        actor: Some(id(1)),
        action: "test.create".into(),
        target: "target".into(),
        note: "note".into(),
        hash: [7; 32],
    };
    vec![sample("users", &user), sample("audit", &entry)]
}

pub(super) fn test() -> Test {
    Test {
        id: id::<TestId>(3),
        title: "Backend".into(),
        description: "Two *questions*".into(),
        duration_minutes: 60,
        questions: questions(),
        created_at: AT,
        updated_at: AT.plus(MILLISECOND),
        require_fullscreen: true,
        version: 2,
        updated_by: Some(id(1)),
        history: history::HistoryMode::Keystrokes,
        language: Some(Language::Portuguese),
        description_format: RichTextFormat::Markdown,
        description_tree: Tree::of("Two *questions*", RichTextFormat::Markdown).unwrap(),
        translations: translations(),
    }
}

/// A translation of the description alone.
fn translations() -> Translations {
    let text = TranslatedText {
        place: Place::new(Part::Description, "", ""),
        source: test_translation::digest("Two *questions*", RichTextFormat::Markdown),
        text: "Zwei *Fragen*".into(),
        tree: Tree::of("Zwei *Fragen*", RichTextFormat::Markdown).unwrap(),
    };
    let mut translations = Translations::default();
    translations.put(Language::German, vec![text], AT, Some(id(1)));
    translations
}

fn tests() -> Vec<Sample> {
    let test = test();
    let paper = Paper { hash: [9; 32], ..Paper::of(&test) };
    let pending = PendingImport { id: id::<ImportId>(11), tests: vec![id(3), id(12)] };
    vec![sample("tests", &test), sample("papers", &paper), sample("pending imports", &pending)]
}

fn invite() -> Invite {
    Invite {
        id: id::<InviteId>(4),
        test_id: id(3),
        test_title: "Backend".into(),
        duration_minutes: 60,
        applicant_id: id(1),
        applicant_name: "Cora Candidate".into(),
        applicant_email: "cora@example.org".into(),
        mode: ScheduleMode::SelfSchedule,
        scheduled_at: Some(AT.plus(HOUR)),
        time_zone: Some("Europe/Berlin".into()),
        state: InviteStatus::Scheduled,
        created_at: AT,
        link_expires_at: AT.plus(14 * DAY),
        late_start: DAY,
        revoked_at: None,
        token_hash: [4; 32],
        token_sealed: vec![1, 2, 3],
        email_sent_at: Some(AT),
        email_error: Some("451 later".into()),
        attempt_id: Some(id(5)),
        started_at: Some(AT.plus(5 * MILLISECOND)),
        accommodation: Accommodation::Percent(25),
        window: StartWindow { opens_at: Some(AT.plus(HOUR)), closes_at: Some(AT.plus(7 * DAY)) },
        reminders: Reminders { last_at: Some(AT.plus(MILLISECOND)), automatic_done: true, stopped_at: None },
        language: Some(Language::German),
    }
}

fn attempts() -> Vec<Sample> {
    let attempt = Attempt {
        id: id::<AttemptId>(5),
        invite_id: id(4),
        test_id: id(3),
        applicant_id: id(1),
        paper: [9; 32],
        started_at: AT,
        duration: HOUR,
        extra: MINUTE,
        holder: Holder { key_hash: [1; 32], bound: true, released: false, superseded: vec![[2; 32]] },
        is_monitored: true,
        ended: None,
        pauses: Pauses::sample(AT),
        language: Some(Language::German),
    };
    let ended = Attempt { id: id(50), ended: Some((EndedBy::Deadline, AT)), ..attempt.clone() };
    let late = LateAnswer {
        attempt_id: id(5),
        question_id: "q2".into(),
        text: "late".into(),
        seq: 301,
        received_at: AT,
        lateness: Lateness::OtherBrowser,
    };
    let signal = IntegritySignal { attempt_id: id(5), at: AT, kind: SignalKind::Paste, detail: "120".into() };
    let moment = timeline::TimelineEvent {
        attempt_id: id(5),
        number: 7,
        at: AT,
        kind: TimelineEventKind::Screenshot,
        text: "note".into(),
        by: Some(id(1)),
        link: TimelineLink::Screenshot(id(9)),
    };
    let message = ProctorMessage {
        id: id(10),
        attempt_id: id(5),
        text: "Please sit up".into(),
        sent_at: AT,
        sent_by: Some(id(1)),
        seen_at: Some(AT.plus(MILLISECOND)),
        kind: crate::domain::message::MessageKind::Message,
        question_id: Some("q2".into()),
    };
    let shot = Screenshot {
        id: id(9),
        attempt_id: id(5),
        taken_at: AT,
        taken_by: None,
        format: ScreenshotFormat::Png,
        bytes: 70_000,
    };
    let head = TimelineHead {
        attempt_id: id(5),
        entries: 300,
        not_kept: 2,
        flags: 1,
        live: true,
        stills: false,
        monitored: vec![
            Period { from: AT, to: Some(AT.plus(5 * MILLISECOND)) },
            Period { from: AT.plus(6 * MILLISECOND), to: None },
        ],
    };
    let part = ClockedSection { questions: 3, minutes: Some(20), one_way: true };
    let entered = SectionStart { at: AT, known_at: AT.plus(SECOND), added: MINUTE };
    let sections = SectionClock {
        attempt_id: id(5),
        parts: vec![part, ClockedSection { minutes: None, ..part }],
        entries: vec![entered],
    };
    vec![
        sample("section clocks", &sections),
        sample("attempts", &attempt),
        sample("attempts that ended", &ended),
        sample("late_answers", &late),
        sample("late answers that counted", &LateAnswer { lateness: Lateness::Replaced, seq: 0, ..late }),
        sample("time spent", &TimeSpent { attempt_id: id(5), question_id: "q1".into(), seconds: 300 }),
        sample("resume requests", &ResumeRequest { attempt_id: id(5), at: AT, times: 2 }),
        sample("signals", &signal),
        sample("timeline", &moment),
        sample("timeline heads", &head),
        sample("messages", &message),
        sample("screenshots", &shot),
        sample("pictures", &ScreenshotPicture { id: id(9), attempt_id: id(5), bytes: vec![0xFF, 0xD8, 0xFF] }),
        sample("signal tallies", &SignalTally { attempt_id: id(5), kept: 2_000, not_kept: 300 }),
    ]
}

fn submissions() -> Vec<Sample> {
    let submission = Submission {
        id: id(5),
        invite_id: id(4),
        test_id: id(3),
        applicant_id: id(1),
        applicant_name: "Cora Candidate".into(),
        applicant_email: "cora@example.org".into(),
        test_title: "Backend".into(),
        paper: [9; 32],
        started_at: AT,
        submitted_at: AT.plus(1_000 * SECOND),
        ended_by: EndedBy::Candidate,
        is_monitored: false,
        answers_stored: 2,
        total_points: 10,
        auto_earned: 2.0,
        manual_earned: Some(1.5),
        status: ScoringStatus::PartiallyReviewed,
        manual_questions: 2,
        pending_reviews: 1,
        pending_points: 6,
        judging: JudgingCounts { waiting: 1, failed: 0, done: 2 },
        alias: None,
    };
    let grade = Grade {
        submission_id: id(5),
        place: 1,
        test_id: id(3),
        question_id: "q2".into(),
        is_written: true,
        submitted_at: AT.plus(1_000 * SECOND),
        status: GradeStatus::Partial,
        earned: 1.5,
        manual_score: Some(1.5),
        comments: Some("Good".into()),
        reviewed_at: Some(AT),
        reviewed_by: Some(id(1)),
        version: 2,
        by_ai: false,
        ai: Some(AiVerdict { status: GradeStatus::Wrong, score: 0.0, reason: "No words".into(), at: AT }),
        repaired: Some(Repaired { by: id(9), status: GradeStatus::Wrong, earned: -0.5 }),
    };
    let judging = Judging {
        note: "no memory".into(),
        tries: 2,
        next_try_at: AT.plus(MINUTE),
        ..Judging::new(id(5), "q3".into(), AT)
    };
    let test = TestVerdict {
        verdict: JudgingVerdict::RuntimeError,
        note: "It ended with 1.".into(),
        cpu_ms: 12,
        memory_kb: 9_000,
        stdout: "4".into(),
        stderr: "IndexError".into(),
    };
    let mut judged = judging.clone();
    judged.done(Judged {
        at: AT.plus(HOUR),
        verdict: JudgingVerdict::RuntimeError,
        language: "Python".into(),
        compiler: String::new(),
        tests: vec![test],
        test_set: [8; 32],
        runner: "1.0.0".into(),
        toolchain: "Python 3.11.2".into(),
        machine: None,
    });
    let mut elsewhere = judged.clone();
    elsewhere.judged.as_mut().unwrap().machine = Some(id(12));
    let pending = Grade { place: 2, status: GradeStatus::Pending, ..grade.clone() };
    vec![
        sample("submissions", &submission),
        sample("grades", &grade),
        sample("grades that wait", &pending),
        sample("judgings", &judging),
        sample("judgings that are done", &judged),
        sample("judgings by other machines", &elsewhere),
        sample("judgings set aside", &Judging { state: JudgingState::Failed, ..judging.clone() }),
        sample("judgings that a job waits for", &Judging { job: Some(id(8)), ..judging.clone() }),
    ]
}

fn rest() -> Vec<Sample> {
    let proof = EmailVerification { user_id: id(1), token_hash: [5; 32], token_sealed: vec![4, 5], made_at: AT };
    let email = EmailSettings {
        host: "mail.example.org".into(),
        port: 465,
        user: "robot".into(),
        password_sealed: Some(vec![1, 2, 3]),
        tls: SmtpTls::Implicit,
        from_email: "jobs@example.org".into(),
        from_name: "Jobs".into(),
        closing_reminders: true,
        ehlo_name: "exams.example.org".into(),
    };
    let theme =
        ThemeSettings { name: "dark".into(), custom_colors: BTreeMap::from([("primary".into(), "#123456".into())]) };
    let ai = AiSettings {
        provider: AiProvider::OpenAi,
        base_url: "https://ai.example.org/v1".into(),
        model: "small".into(),
        key_sealed: Some(vec![1, 2, 3]),
        review_needs_person: true,
    };
    let call = KeyedCall { account: id(1), key: [6; 32], request: [7; 32], created: Created::Invite(id(4)), at: AT };
    let site = SiteSettings { public_url: Some("https://example.org".into()), ..SiteSettings::standard() };
    vec![
        sample("invites", &invite()),
        sample("mailbox proofs", &proof),
        sample("email settings", &email),
        sample("theme settings", &theme),
        sample("site settings", &site),
        sample("AI settings", &ai),
        sample("audit positions", &AuditPosition { target: "tcp://siem:601".into(), number: 7, hash: [7; 32], at: AT }),
        sample("upkeep", &Upkeep { last_backup_at: Some(AT), backup_failed: Some((AT, "no room".into())) }),
        sample("key check", &KeyCheck { fingerprint: [3; 32] }),
        sample("keyed calls", &call),
    ]
}

fn samples() -> Vec<Sample> {
    let own = [people(), tests(), attempts(), submissions(), rest()];
    own.into_iter()
        .chain([pictures_tests::samples(), company_tests::samples(), deciding_tests::samples()])
        .chain([history_tests::samples(), bank_tests::samples(), repairs_tests::samples()])
        .chain([similarity_tests::samples(), model_verdicts_tests::samples(), sharing_tests::samples()])
        .chain([reviewing_tests::samples(), evidence_tests::samples(), grants_tests::samples()])
        .chain([outages_tests::samples(), rubrics_tests::samples(), anonymity_tests::samples()])
        .chain([own_page_tests::samples()])
        .chain([outbox_tests::samples()])
        .chain([
            background_jobs_tests::samples(),
            clips_tests::samples(),
            consent_tests::samples(),
            languages_tests::samples(),
            lti_tests::samples(),
            notifications_tests::samples(),
            panel_calendars_tests::samples(),
        ])
        .chain([retention_tests::samples(), exam_sessions_tests::samples(), webhooks_tests::samples()])
        .chain([runner_tokens_tests::samples(), sign_in_tests::samples(), result_changes_tests::samples()])
        .flatten()
        .collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/integration/store/golden")
}

/// Texts of the golden files by name and version, such as `invites@v2.snap`.
fn golden() -> BTreeMap<(String, u8), String> {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "snap"))
        .map(|path| {
            let (name, version) = path.file_stem().unwrap().to_str().unwrap().split_once("@v").unwrap();
            let text = insta::Snapshot::from_file(&path).unwrap().as_text().unwrap().to_string();
            ((name.replace('-', " "), version.parse().unwrap()), text)
        })
        .collect()
}

/// Fails on a version without a golden file, or adds it, as `INSTA_UPDATE` says.
fn assert_stored(sample: &Sample) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_suffix(format!("v{}", sample.version));
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(sample.name.replace(' ', "-"), sample.text));
}

#[test]
fn stored_bytes_are_read_for_ever() {
    let known = golden();
    // Only missing ones: an update must not overwrite bytes that data folders hold.
    let is_new = |s: &&Sample| !known.contains_key(&(s.name.to_owned(), s.version));
    samples().iter().filter(is_new).for_each(assert_stored);
    let golden = golden();
    for sample in samples() {
        let stored = &golden[&(sample.name.to_owned(), sample.version)];
        assert_eq!(*stored, sample.text.trim_end(), "{}: rows of the current version have changed", sample.name);
        for ((name, version), text) in &golden {
            if name == sample.name {
                let value = text.lines().find_map(|line| line.strip_prefix("value ")).unwrap();
                let shown = (sample.read)(&unhex(value));
                assert!(*version != sample.version || shown == sample.shown, "{shown}\n{}", sample.shown);
            }
        }
    }
    let names: Vec<_> = samples().iter().map(|s| s.name).collect();
    let missing: Vec<_> = KINDS.iter().filter(|kind| !names.contains(&kind.name)).map(|kind| kind.name).collect();
    assert!(missing.is_empty(), "no golden bytes of {missing:?}");
}

/// The first fields of every version are where the writer looks for them.
#[test]
fn heads_are_read_from_every_version() {
    let golden = golden();
    let values = |wanted: &'static str| {
        let of_kind = golden.iter().filter(move |((name, _), _)| name == wanted);
        of_kind.map(|(_, text)| unhex(text.lines().find_map(|line| line.strip_prefix("value ")).unwrap()))
    };
    for value in values("tests") {
        let (head, test): (TestHead, Test) =
            (record::decode_head(&value).unwrap().unwrap(), record::decode(&value).unwrap());
        let of_test = (test.id, test.title, test.description, test.duration_minutes);
        assert_eq!((head.id, head.title, head.description, head.duration_minutes), of_test);
    }
    for value in values("answers") {
        let (head, answer): (AnswerHead, Answer) =
            (record::decode_head(&value).unwrap().unwrap(), record::decode(&value).unwrap());
        let of_answer = (answer.attempt_id, answer.question_id, answer.seq);
        assert_eq!((head.attempt_id, head.question_id, head.seq), of_answer);
        let recent = record::decode_head::<RecentHead>(&value).unwrap().map(|head| head.recent);
        assert_eq!(recent, (value[0] > 1).then_some(answer.recent));
    }
}
