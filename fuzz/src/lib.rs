//! Fuzzing entry points for all parsers of untrusted bytes. Each function accepts any bytes, and panics if an invariant
//! is violated. The fuzz targets call them, and the tests with mutations of valid bytes
//! (`tests/integration/attacks/bytes.rs`).
//!
//! `cargo +nightly fuzz run importers` runs until it is interrupted.

use invigil::{
    domain::{
        Instant,
        evidence::archive,
        history::Edits,
        panel_calendar::{self, Span},
        picture::PictureFormat,
        question::{QuestionDraft, Scorer, Thousandths},
        rich_text::{self, Content},
        time, translation,
    },
    live::{
        Hub,
        media::{Media, MediaOptions, Port, PublisherId},
    },
    picture,
    runner::wire::{self, MAX_FRAME, MAX_HELLO},
    service::{
        import::{self, ImportFormat},
        invite::people_list,
        result::evidence::verify::{TrustAnchors, verify},
    },
    store::{Key, KeyReader, records::KINDS},
};
use std::{
    collections::HashSet,
    io::{Cursor, Write as _},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The first byte selects the format, or format detection.
pub fn importers(data: &[u8]) {
    let Some((choice, file)) = data.split_first() else { return };
    import_as(file, ImportFormat::ALL.get(usize::from(*choice)).copied());
}

/// An accepted file must contain questions, and a rejected one has a finding that says why.
fn import_as(file: &[u8], format: Option<ImportFormat>) {
    let plan = import::read(file, Some("questions"), format);
    let questions = plan.tests.iter().map(|test| test.questions().count());
    assert!(!plan.is_good() || questions.clone().all(|count| count > 0), "a test without questions would be imported");
    assert!(plan.is_good() || !plan.findings.is_empty(), "a file is rejected without a finding");
}

/// A quiz of Moodle.
pub fn moodle(data: &[u8]) {
    import_as(data, Some(ImportFormat::Moodle));
}

/// A file of QTI 1.2 by itself, and in a package.
pub fn qti12(data: &[u8]) {
    import_as(data, Some(ImportFormat::Qti12));
    let manifest = br#"<manifest><resources><resource type="imsqti_xmlv1p2" href="a.xml"/></resources></manifest>"#;
    import_as(&zipped(&[("imsmanifest.xml", manifest), ("a.xml", data)]), Some(ImportFormat::Qti12));
}

/// A file of Aiken.
pub fn aiken(data: &[u8]) {
    import_as(data, Some(ImportFormat::Aiken));
}

/// Files of a package of a contest, each up to a zero byte.
pub fn contest(data: &[u8]) {
    let names = [
        "problem.yaml",
        "problem_statement/problem.tex",
        "data/secret/1.in",
        "data/secret/1.ans",
        "data/testdata.yaml",
        "domjudge-problem.ini",
    ];
    let files: Vec<(&str, &[u8])> = names.into_iter().zip(data.split(|byte| *byte == 0)).collect();
    import_as(&zipped(&files), Some(ImportFormat::Contest));
    import_as(&zipped(&[("problem.xml", data)]), Some(ImportFormat::Contest));
}

/// The sheet of a workbook with people, around which the parts are sound.
pub fn workbooks(data: &[u8]) {
    const BOOK: &str = r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>"#;
    const LINKS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
    people_lists(&zipped(&[
        ("xl/workbook.xml", BOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", LINKS.as_bytes()),
        ("xl/worksheets/sheet1.xml", data),
    ]));
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in files {
        zip.start_file(*name, options).expect("a file in memory");
        zip.write_all(content).expect("bytes in memory");
    }
    zip.finish().expect("a zip in memory").into_inner()
}

/// A list of people. Its text is the same list again, and each line number is within it.
pub fn people_lists(data: &[u8]) {
    let Ok(list) = people_list::read(data) else { return };
    let lines = u64::try_from(list.text.lines().count()).unwrap_or(u64::MAX);
    assert!(list.people.iter().all(|person| (1..=lines).contains(&person.line)), "a line that is not there");
    assert!(list.people.is_sorted_by_key(|person| person.line));
    let again = people_list::read(list.text.as_bytes()).expect("the text of a list that was read");
    assert_eq!(again.people, list.people);
}

/// A panel's calendar, after the zone of its times without any. Busy times are in order and apart; a page is sent the starts that
/// the server would refuse.
pub fn calendars(data: &[u8]) {
    let now = Instant::parse("2026-11-23T08:07:00Z").expect("an instant");
    let zone =
        [None, Some("Europe/Berlin"), Some("Australia/Lord_Howe")][usize::from(data.first().copied().unwrap_or(0) % 3)];
    let text = String::from_utf8_lossy(data.get(1..).unwrap_or_default());
    let Ok(reading) = panel_calendar::read(&text, zone, now) else { return };
    let busy = reading.busy;
    assert!(busy.iter().all(|span| span.from < span.to), "a busy time without a length");
    assert!(busy.windows(2).all(|pair| pair[0].to < pair[1].from), "busy times that meet");
    let (length, grid) = (time::MINUTE.saturating_mul(50), time::MINUTE.saturating_mul(15));
    let first = Instant::of_period(now.period(grid), grid).plus(grid);
    let end = first.plus(time::DAY.saturating_mul(3));
    let taken = panel_calendar::taken_starts(&busy, length, (first, end));
    let is_sent = |at: Instant| taken.iter().any(|Span { from, to }| (*from..*to).contains(&at));
    for n in 0..3 * 96 {
        let start = first.plus(grid.saturating_mul(n));
        assert_eq!(panel_calendar::is_taken(&busy, start, length), is_sent(start), "{start}");
    }
}

/// A file of translations. Each entry and each fault is of a line of the file, and no text is found twice.
pub fn translations(data: &[u8]) {
    let lines = 1 + data.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    match translation::read_po(data) {
        Ok(file) => {
            assert!(file.entries.iter().all(|entry| (1..=lines).contains(&entry.line)), "a line that is not there");
            let texts: HashSet<_> = file.entries.iter().map(|entry| (&entry.context, &entry.id)).collect();
            assert_eq!(texts.len(), file.entries.len(), "an entry that is there twice");
        }
        Err(faults) => {
            assert!((1..=translation::po::MAX_PO_FAULTS).contains(&faults.len()), "{} faults", faults.len());
            assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line)), "a line that is not there");
        }
    }
}

/// Edits of an answer. What is read has one meaning, and is followed on any text.
pub fn edits(data: &[u8]) {
    let Some(edits) = Edits::read(data) else { return };
    assert_eq!(Edits::read(&edits.to_bytes()).as_ref(), Some(&edits));
    for text in ["", "a\u{1f600}b"] {
        let _ = edits.lead(text, text);
    }
}

/// A file of evidence. One that is read is written again with the same bytes, and verification ends with a verdict.
pub fn evidence(data: &[u8]) {
    if let Some(files) = archive::read(data) {
        let (mut out, mut again) = (Vec::new(), Ok(()));
        let mut writer = archive::ArchiveWriter::new(&mut out);
        for (name, content) in files {
            again = again.and(writer.add(name, content));
        }
        assert!(again.and(writer.finish()).is_ok() && out == data, "it is written in another way");
    }
    assert!(!verify(data, TrustAnchors::default()).valid, "without a known signer");
}

/// Two texts and a number as keys: encoding round-trips and preserves the sort order of the values. Arbitrary bytes are
/// read or rejected.
pub fn keys(data: &[u8]) {
    let _ = read_key(data);
    let (number, texts) = data.split_at(data.len().min(8));
    let number = number.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let texts = String::from_utf8_lossy(texts).into_owned();
    let (a, b) = texts.split_once('\u{fffd}').unwrap_or((&texts, ""));
    let key = |text: &str| Key::new().text(text).u64(number).i64(number.cast_signed()).build();
    let (text, read, signed) = read_key(&key(a)).expect("a key that was just built");
    assert_eq!((text.as_str(), read, signed), (a, number, number.cast_signed()));
    assert_eq!(a.cmp(b), key(a).cmp(&key(b)), "{a:?} {b:?}");
}

fn read_key(bytes: &[u8]) -> Option<(String, u64, i64)> {
    let mut reader = KeyReader::new(bytes);
    let read = (reader.text().ok()?, reader.u64().ok()?, reader.i64().ok()?);
    reader.finish().ok()?;
    // The encoding of a key is canonical.
    let again = Key::new().text(&read.0).u64(read.1).i64(read.2).build();
    assert_eq!(again, bytes);
    Some(read)
}

/// The first byte selects the record kind; the rest is the stored value. Reading terminates with a record or an error.
pub fn records(data: &[u8]) {
    let Some((choice, value)) = data.split_first() else { return };
    let _ = KINDS[usize::from(*choice) % KINDS.len()].read(value);
}

/// Bytes on the socket of the code runner, in both directions. A message that is read can be written and read again.
pub fn runner(data: &[u8]) {
    let _ = wire::read_frame::<wire::Hello>(&mut &data[..], MAX_HELLO);
    frames::<wire::RunnerRequest>(data);
    frames::<wire::RunnerReply>(data);
}

fn frames<T: serde::Serialize + serde::de::DeserializeOwned>(mut data: &[u8]) {
    while let Ok(Some(message)) = wire::read_frame::<T>(&mut data, MAX_FRAME) {
        let mut bytes = Vec::new();
        wire::write_frame(&mut bytes, &message).expect("it fits into a frame");
        let again = wire::read_frame::<T>(&mut bytes.as_slice(), MAX_FRAME);
        assert!(matches!(again, Ok(Some(_))), "a message that was just written");
    }
}

/// A question as JSON and, after a zero byte, an answer to it. A question that is accepted is accepted again in the form
/// that it is shown in, and every answer has a mark within its points.
pub fn questions(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (question, answer) = data.split_at(end);
    let Ok(draft) = serde_json::from_slice::<QuestionDraft>(question) else { return };
    let Ok(spec) = draft.check_alone(0) else { return };
    assert_eq!(QuestionDraft::from(&spec).check_alone(0).as_ref(), Ok(&spec), "another question is shown");
    let earned = Scorer::new(&spec).mark(&String::from_utf8_lossy(answer.get(1..).unwrap_or_default())).earned;
    let all = Thousandths::of_points(spec.points);
    assert!((Thousandths(-all.0)..=all).contains(&earned), "{earned} of {all} points");
}

/// A source in both formats. The tree of an accepted one survives JSON, and its first line is a line.
pub fn rich_text(data: &[u8]) {
    let source = String::from_utf8_lossy(data);
    if let Ok(content) = rich_text::parse(&source, rich_text::RichTextFormat::Plain) {
        assert_eq!(content, Content::Plain(source.clone().into_owned()));
    }
    let Ok(content) = rich_text::parse(&source, rich_text::RichTextFormat::Markdown) else { return };
    let json = serde_json::to_string(&content).expect("a tree is JSON");
    assert_eq!(serde_json::from_str::<Content>(&json).expect("the JSON of a tree"), content);
    assert!(!rich_text::first_line(&content).contains('\n'), "the first line is more than a line");
    let _ = (rich_text::to_plain_text(&content), rich_text::pictures(&content));
}

/// An uploaded picture. An accepted one is within the limits, and is accepted again.
pub fn pictures(data: &[u8]) {
    let Ok(stored) = picture::process(data) else { return };
    assert!(stored.bytes.len() <= picture::MAX_STORED && stored.width.max(stored.height) <= picture::MAX_SIDE);
    assert_eq!(PictureFormat::of(&stored.bytes), Some(stored.format));
    if stored.bytes.len() <= picture::MAX_UPLOAD {
        let again = picture::process(&stored.bytes).expect("a picture that was just encoded");
        assert_eq!((again.format, again.width, again.height), (stored.format, stored.width, stored.height));
    }
}

/// A media plane used by this target only.
struct Plane {
    runtime: tokio::runtime::Runtime,
    media: Media,
}

/// Source of unique ids.
static NEXT: AtomicU64 = AtomicU64::new(1);

static PLANE: LazyLock<Plane> = LazyLock::new(|| {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    // One second per id, so that no rate limit applies.
    let clock = || Instant::from_millis(i64::try_from(NEXT.load(Relaxed)).unwrap_or_default() * 1_000);
    let media = Media::new(Arc::new(Hub::new("boot".into())), clock);
    let port = Port::bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let started = media.start(port, MediaOptions::default(), CancellationToken::new());
    let (mut notices, _) = started.expect("the media plane");
    runtime.spawn(async move { while notices.recv().await.is_some() {} });
    Plane { runtime, media }
});

/// An SDP as a candidate's offer, and as an administrator's answer.
pub fn signalling(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Plane { runtime, media } = &*PLANE;
    let fresh = || Uuid::from_u128(NEXT.fetch_add(1, Relaxed).into());
    runtime.block_on(async {
        let (invite, viewer, owner) = (fresh().into(), fresh().into(), fresh().into());
        let published = media
            .publish(fresh().into(), PublisherId { invite, attempt: fresh().into(), keeps_clips: false }, &text)
            .await;
        assert!(!published.is_err_and(|error| error.detail.contains("busy")), "the offer crashed the engine");
        let offered = media.watch(viewer, owner, invite).await;
        assert!(offered.is_ok_and(|offer| offer.sdp.starts_with("v=0")), "other sessions are no longer served");
        let _ = media.answer(viewer, owner, &text).await;
        media.end_invite(invite);
    });
}
