//! Mutation tests of parsers of untrusted bytes. `fuzz/` has the invariants and runs them with a fuzzer;
//! `INVIGIL_MUTATIONS` multiplies the number of mutations tried here.

#[path = "../../../fuzz/src/lib.rs"]
mod entries;

use crate::support::{
    dice::Dice,
    journey::{all_types, small_test},
    media_client,
};
use invigil::{
    domain::{self, evidence::archive, panel_calendar},
    runner::{
        job::{Job, JobTest, Limits, Outcome, Verdict},
        wire::{Hello, RunnerReply, RunnerRequest, write_frame},
    },
    store::records::KINDS,
};
use std::{
    fs,
    io::{Cursor, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    time::{Duration, Instant},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Timeout for one input, generous enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Byte sequences that parsers treat specially.
const ODD: [&[u8]; 14] = [
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\xfd\xff",
    b"\r\n",
    b"\"",
    b"{",
    b"[",
    b"<",
    b"&",
    b"-1",
    b"99999999999999999999",
];

/// Applies one to four mutations to an input of the corpus.
fn mutate(dice: &mut Dice, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus[dice.below(corpus.len())].clone();
    for _ in 0..=dice.below(4) {
        let range = dice.range(bytes.len());
        match dice.below(6) {
            0 if !bytes.is_empty() => {
                let at = dice.below(bytes.len());
                bytes[at] ^= 1 << dice.below(8);
            }
            1 => drop(bytes.drain(range)),
            2 => {
                let again = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, again);
            }
            3 => drop(bytes.splice(range, ODD[dice.below(ODD.len())].iter().copied())),
            4 => {
                let other = &corpus[dice.below(corpus.len())];
                let piece = other[dice.range(other.len())].to_vec();
                bytes.splice(range, piece);
            }
            _ => bytes.truncate(range.start),
        }
    }
    bytes
}

fn mutations(usual: usize) -> usize {
    let times: Option<usize> = std::env::var("INVIGIL_MUTATIONS").ok().and_then(|n| n.parse().ok());
    usual * times.unwrap_or(1)
}

/// Returns the first input on which `entry` panics or times out, escaped.
fn find_failure(entry: impl Fn(&[u8]), corpus: &[Vec<u8>], tries: usize) -> Option<String> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for n in 0..tries {
        let input = if n < corpus.len() { corpus[n].clone() } else { mutate(&mut dice, corpus) };
        let began = Instant::now();
        let survived = catch_unwind(AssertUnwindSafe(|| entry(&input))).is_ok();
        if !survived || began.elapsed() > TIMEOUT {
            return Some(format!("try {n}: {}", input.escape_ascii()));
        }
    }
    None
}

const GIFT: &str = "// a test\n$CATEGORY: Rust\n::One:: Pick {=right ~wrong#no ~%50%half}\n::Two:: Say {}\nTrue? {T}\n";
const CSV: &str = "title,type,question,points,options,correct_answer\nT,multiple_choice,Pick,2,A|B,B\nT,essay,\"Say \"\"why\"\"\",3,,\n";
const QTI: &str = r#"<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>b</value></correctResponse></responseDeclaration>
<itemBody><p>Pick &amp; choose</p><choiceInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="a">A</simpleChoice><simpleChoice identifier="b">B</simpleChoice></choiceInteraction></itemBody></assessmentItem>"#;

const MOODLE: &str = r#"<quiz><question type="category"><category><text>$course$/A</text></category></question>
<question type="multichoice"><name><text>N</text></name><questiontext format="html"><text>&lt;p&gt;Is x&lt;sup&gt;2&lt;/sup&gt; in \(y\)? &lt;img src="@@PLUGINFILE@@/a.png"&gt;</text><file name="a.png" encoding="base64">AAAA</file></questiontext><single>true</single><answer fraction="100"><text>a</text></answer><answer fraction="-50"><text>b</text></answer></question>
<question type="cloze"><questiontext format="html"><text>{1:SA:=a~%50%b#c} {2:NM:=1:0.1} {:MC:=a~b}</text></questiontext></question></quiz>"#;
const AIKEN: &str = "Which?\nA. one\nB) two\nANSWER: B\n";
const QTI12: &str = r#"<questestinterop><assessment title="T"><section><item ident="i"><presentation><material><mattext texttype="text/html">&lt;p&gt;A [x]?&lt;/p&gt;</mattext></material><response_lid ident="r" rcardinality="Multiple"><render_choice><response_label ident="a"><material><mattext>a</mattext></material></response_label><response_label ident="b"/></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><and><varequal respident="r">a</varequal><not><varequal respident="r">b</varequal></not></and></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item></section></assessment></questestinterop>"#;

/// Of a programming contest.
fn problem() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [
        ("problem.yaml", "name: X\nvalidator_flags: float_tolerance 1e-6\nlimits: {memory: 512}\n"),
        ("problem_statement/problem.tex", "\\section*{Input} $x$ \\begin{itemize}\\item \\textbf{a}\\end{itemize}"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
    ] {
        zip.start_file(name, SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn package() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let manifest = r#"<manifest><resources><resource identifier="r" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>"#;
    for (name, text) in [("imsmanifest.xml", manifest), ("i.xml", QTI)] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn importers_survive_mutated_files() {
    let yaml = "title: T\nquestions:\n  - {type: essay, question: \"Why?\", points: 3}\n";
    let json = [small_test("T").to_string(), format!("[{}]", all_types())];
    let texts =
        [json[0].as_bytes(), json[1].as_bytes(), yaml.as_bytes(), CSV.as_bytes(), GIFT.as_bytes(), QTI.as_bytes()];
    let package = package();
    let problem = problem();
    let formats = [0, 0, 1, 2, 3, 4, 4, 9, 6, 7, 5, 8];
    let others = [&*package, QTI.as_bytes(), MOODLE.as_bytes(), AIKEN.as_bytes(), QTI12.as_bytes(), &*problem];
    let files = texts.into_iter().chain(others);
    let corpus: Vec<_> = formats.into_iter().zip(files).map(|(format, file)| [&[format], file].concat()).collect();
    assert_eq!(find_failure(entries::importers, &corpus, mutations(4_000)), None);
}

type Entry = fn(&[u8]);

/// Each new reader with bytes of its own, past what only a zip would reach.
#[test]
fn readers_survive_mutated_files() {
    let sheet = r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Email</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>a@example.org</t></is></c></row></sheetData></worksheet>"#;
    let polygon = r#"<problem><names><name language="english" value="X"/></names><judging><testset name="tests"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit><test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern><tests><test sample="true"/></tests></testset></judging></problem>"#;
    let contest = "name: X\nvalidation: default\u{0}\\problemname{X} $a$ \\begin{tabular}{l}a & b\\\\ \\end{tabular}\u{0}001\n\u{0}002\n\u{0}grading: default\n\u{0}timelimit='1'\n";
    let readers: [(Entry, &str); 6] = [
        (entries::moodle, MOODLE),
        (entries::qti12, QTI12),
        (entries::aiken, AIKEN),
        (entries::contest, contest),
        (entries::contest, polygon),
        (entries::workbooks, sheet),
    ];
    for (reader, sample) in readers {
        assert_eq!(find_failure(reader, &[sample.as_bytes().to_vec()], mutations(1_000)), None);
    }
}

fn workbook() -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in (0..).zip([["Name", "Email"], ["Zo\u{eb}, A", "zoe@example.org"], ["Bob", "bob@example.org"]]) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write(row, column, cell).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn lists_of_people_survive_mutated_files() {
    let texts: [&[u8]; 5] = [
        b"name,email,extra_minutes\nAda,ada@example.org,5\n\"Lovelace, A\",al@example.org,\n",
        b"sep=;\r\nVorname;Name;E\x2dMail\r\nJ\xf6rg;M;j@example.org\r\n",
        b"\xff\xfeA\0,\0a\0@\0b\0\n\0",
        "Ada <ada@example.org>\nBob;bob@m\u{fc}ller.example\n\u{200b}Cy\tcy@example.org".as_bytes(),
        b"title\n\nEmail|First Name|Last Name\na@b.c|A|B\n",
    ];
    let corpus: Vec<Vec<u8>> = texts.map(<[u8]>::to_vec).into_iter().chain([workbook()]).collect();
    assert_eq!(find_failure(entries::people_lists, &corpus, mutations(4_000)), None);
}

#[test]
fn translations_survive_mutations() {
    let files: [&[u8]; 2] = [
        b"# A\nmsgid \"\"\nmsgstr \"\"\n\"Language: sv\\n\"\n\n#: take\n#, fuzzy\nmsgctxt \"take.start\"\nmsgid \"Start \"\n\"the test\"\nmsgstr \"Starta \\\"provet\\\"\"\n\n#~ msgid \"Old\"\n#~ msgstr \"Gammal\"\n",
        b"\xef\xbb\xbfmsgid \"{count, plural, one {# minute} other {# minutes}}\"\r\nmsgstr \"{count, plural, one {# minut} other {# minuter}}\"\r\n",
    ];
    let corpus = files.map(<[u8]>::to_vec);
    assert_eq!(find_failure(entries::translations, &corpus, mutations(4_000)), None);
}

#[test]
fn calendars_survive_mutations() {
    let calendars = [
        "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:20251026T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=X:20261123T100000\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;COUNT=9;BYDAY=MO,TU\r\nEXDATE;TZID=X:20261124T100000\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID;TZID=X:20261130T100000\r\nDTSTART;TZID=X:20261130T120000\r\nDURATION:PT30M\r\nEND:VEVENT\r\n",
        "BEGIN:VEVENT\r\nUID:2\r\nDTSTART;VALUE=DATE:20261124\r\nDTEND;VALUE=DATE:20261126\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:3\r\nDTSTART:20261123T101000\r\nDTEND:20261123T105000\r\nRRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261201T000000Z;BYHOUR=7,15\r\nRDATE:20261124T183000\r\nEND:VEVENT\r\n",
        "BEGIN:VFREEBUSY\r\nFREEBUSY;FBTYPE=BUSY:20261124T100000Z/PT2H,20261125T080000Z/20261125T093000Z\r\nEND:VFREEBUSY\r\n",
    ];
    let corpus: Vec<Vec<u8>> = (0..)
        .zip(calendars)
        .map(|(zone, lines)| {
            let text = format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{lines}END:VCALENDAR\r\n");
            [&[zone], text.as_bytes()].concat()
        })
        .collect();
    for calendar in &corpus {
        let text = str::from_utf8(&calendar[1..]).unwrap();
        let now = domain::Instant::parse("2026-11-23T08:00:00Z").unwrap();
        let read = panel_calendar::read(text, None, now).unwrap();
        assert!(!read.busy.is_empty() && read.unread.is_empty(), "{text}");
    }
    assert_eq!(find_failure(entries::calendars, &corpus, mutations(4_000)), None);
}

/// Starts from the examples of `docs/scoring.md`.
#[test]
fn questions_and_answers_survive_mutations() {
    let page = include_str!("../../../docs/scoring.md");
    let mut corpus: Vec<Vec<u8>> = Vec::new();
    let mut question = "";
    for line in page.lines() {
        let answer = line.strip_prefix("| `").and_then(|row| row.split_once("` | ")).map(|(answer, _)| answer);
        match answer {
            Some(answer) if !question.is_empty() => corpus.push([question, "\0", answer].concat().into_bytes()),
            _ if line.starts_with("{\"type\"") => question = line,
            _ => {}
        }
    }
    assert!(corpus.len() > 50, "{} examples", corpus.len());
    assert_eq!(find_failure(entries::questions, &corpus, mutations(4_000)), None);
}

#[test]
fn rich_text_survives_mutated_sources() {
    let picture = format!("![A box](picture:{}) [x](https://a.example)", "0123456789abcdef".repeat(4));
    let texts = [
        "# T\n\n- *a* **b**\n  1. `c`\n\n> q\n\n```rust\nfn f<'a>() { \"x\" } // c\n```\n",
        "| a | b |\n|:-:|--:|\n| $x^2$ | <b> |\n\n$$\n\\begin{pmatrix} 1 & \\frac{1}{2} \\\\ 0 & \\sqrt[3]{x} \\end{pmatrix}\n$$\n",
        "$\\left( \\sum_{i=1}^{n} \\hat{x}_i \\right)$ costs \\$5 &amp; <std::string>\n\n[a]: b\n",
        &picture,
    ];
    let corpus: Vec<_> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    assert_eq!(find_failure(entries::rich_text, &corpus, mutations(4_000)), None);
}

#[test]
fn pictures_survive_mutated_files() {
    let image =
        image::RgbImage::from_fn(24, 16, |x, y| image::Rgb([x.to_le_bytes()[0] * 9, y.to_le_bytes()[0] * 9, 7]));
    let encoded = |format| {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        file.into_inner()
    };
    let corpus = [image::ImageFormat::Png, image::ImageFormat::Jpeg, image::ImageFormat::WebP].map(encoded);
    assert_eq!(find_failure(entries::pictures, &corpus, mutations(600)), None);
}

#[test]
fn edits_of_answers_survive_mutations() {
    let corpus = [
        b"\x01\x04\xac\x02\x00\x00\x00\x00\x01a\x01\x01\x01\x00\x04\xf0\x9f\x98\x80".to_vec(),
        b"\x01\x00\x00\x03\x05\x00\x80\x01\x02o1".to_vec(),
    ];
    assert_eq!(find_failure(entries::edits, &corpus, mutations(20_000)), None);
}

#[test]
fn files_of_evidence_survive_mutations() {
    let bundle = |files: &[(&str, &[u8])]| {
        let mut out = Vec::new();
        let mut writer = archive::ArchiveWriter::new(&mut out);
        for (name, content) in files {
            writer.add(name, content).unwrap();
        }
        writer.finish().unwrap();
        out
    };
    let manifest = br#"{"version":1,"product":"p","created":"c","attempt":"a","head":null,"public_key":"","fingerprint":"","files":[]}"#;
    let corpus = [
        bundle(&[]),
        bundle(&[("a", b"one"), ("b/c", b"")]),
        bundle(&[("manifest.json", manifest), ("manifest.sig", b"")]),
    ];
    assert_eq!(find_failure(entries::evidence, &corpus, mutations(20_000)), None);
}

#[test]
fn keys_round_trip_and_keep_their_order() {
    let texts: [&[u8]; 5] =
        [b"", b"\0\x01\0\xff", b"12345678cora@example.org\xffdan", b"12345678a\0b\xffa", &[0xff; 60]];
    let corpus: Vec<_> = texts.iter().map(|text| text.to_vec()).collect();
    assert_eq!(find_failure(entries::keys, &corpus, mutations(20_000)), None);
}

/// Mutates the golden bytes of every version of every record.
#[test]
fn mutated_records_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/store/golden");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let golden: String = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    let unhex = |text: &str| -> Vec<u8> {
        let digits: Vec<u32> = text.chars().map(|c| c.to_digit(16).unwrap()).collect();
        digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect()
    };
    let mut corpus = Vec::new();
    let mut read = 0;
    for value in golden.lines().filter_map(|line| line.strip_prefix("value ")) {
        let value = unhex(value);
        for (n, kind) in KINDS.iter().enumerate() {
            read += usize::from(kind.read(&value).is_ok());
            corpus.push([&[u8::try_from(n).unwrap()], &*value].concat());
        }
    }
    assert!(read >= KINDS.len(), "the golden bytes decode");
    assert_eq!(find_failure(entries::records, &corpus, mutations(corpus.len() + 20_000)), None);
}

#[test]
fn signaling_survives_mutated_sdp() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let media = ([127, 0, 0, 1], 9).into();
    let corpus: Vec<Vec<u8>> =
        [1, 2].map(|mark| runtime.block_on(media_client::offer(media, false, mark)).0.into_bytes()).into();
    assert_eq!(find_failure(entries::signalling, &corpus, mutations(400)), None);
}

#[test]
fn frames_of_the_runner_survive_mutations() {
    let id = uuid::Uuid::from_u128(7);
    let test = JobTest { input: "1 2\n".into(), expected: Some("3".into()), report_output: true };
    let job = Job {
        id,
        candidate: "c1".into(),
        language: "python".into(),
        source: "print(3)".into(),
        tests: vec![test],
        checker: invigil::runner::checker::Checker::Numbers { tolerance: 0.5 },
        limits: Limits::default(),
        stops_at_failure: false,
    };
    let framed = |message: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = Vec::new();
        message(&mut bytes);
        bytes
    };
    let corpus = [
        framed(&|to| write_frame(to, &Hello::own()).unwrap()),
        framed(&|to| write_frame(to, &RunnerRequest::Run { job: Box::new(job.clone()) }).unwrap()),
        framed(&|to| write_frame(to, &RunnerRequest::Cancel { id }).unwrap()),
        framed(&|to| {
            write_frame(to, &RunnerReply::Done { id, outcome: Outcome::untested(Verdict::Ce, "note") }).unwrap();
        }),
    ];
    assert_eq!(find_failure(entries::runner, &corpus, mutations(20_000)), None);
}

/// The control: a parser that panics on one wrong byte is detected.
#[test]
fn a_parser_that_trusts_its_input_is_detected() {
    let trusting = |data: &[u8]| {
        let text = std::str::from_utf8(data).unwrap_or_default();
        if let Some((_, length)) = text.split_once("length=") {
            let length: usize = length.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap();
            assert!(length < 1_000_000, "out of memory");
        }
    };
    let corpus = [b"length=12 twelve bytes".to_vec()];
    assert!(find_failure(trusting, &corpus, mutations(4_000)).is_some());
}
