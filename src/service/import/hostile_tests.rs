//! Files that are made to harm, for readers of other programs' formats: each ends soon, with a sentence or with bounded content.

use super::{ImportFinding, ImportFormat, ImportPlan, packages::package_of, read};
use std::time::{Duration, Instant};

/// For a build without optimization beside other tests.
const SOON: Duration = Duration::from_mins(1);

fn plan(bytes: &[u8], format: ImportFormat) -> ImportPlan {
    let start = Instant::now();
    let plan = read(bytes, Some("x"), Some(format));
    assert!(start.elapsed() < SOON, "{format:?} took {:?}", start.elapsed());
    assert!(plan.findings.len() <= 1_000);
    plan
}

fn said(bytes: &[u8], format: ImportFormat) -> String {
    plan(bytes, format).findings.iter().map(ImportFinding::in_words).collect::<Vec<_>>().join("\n")
}

const XML: [(ImportFormat, &str); 3] =
    [(ImportFormat::Moodle, "quiz"), (ImportFormat::Qti12, "questestinterop"), (ImportFormat::Qti, "assessmentItem")];

#[test]
fn entities_and_depth_of_xml_are_refused() {
    for (format, root) in XML {
        let laughs = format!("<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><{root}>&b;</{root}>");
        assert!(said(laughs.as_bytes(), format).contains("declares entities"), "{format:?}");
        let outside = format!("<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><{root}>&xxe;</{root}>");
        assert!(said(outside.as_bytes(), format).contains("The entity &xxe; is not defined."), "{format:?}");
        let deep = format!("<{root}>{}", "<a>".repeat(1_000_000));
        assert!(said(deep.as_bytes(), format).contains("nested too deeply"), "{format:?}");
        let wide = format!("<{root}>{}</{root}>", "<a/>".repeat(1_000_000));
        assert!(
            said(wide.as_bytes(), format).contains("too many elements") || !plan(wide.as_bytes(), format).is_good()
        );
        let long = format!("<{root} a=\"{}\">", "x".repeat(9 << 20));
        assert!(!plan(long.as_bytes(), format).is_good());
        let huge = vec![b'<'; 100 << 20];
        assert!(said(&huge, format).contains("larger than 10 MiB"));
    }
}

#[test]
fn texts_of_moodle_and_qti_1_2_are_bounded() {
    let quiz = |text: &str| {
        format!(
            "<quiz><question type=\"cloze\"><questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext></question></quiz>"
        )
    };
    for text in [
        "{1:SA:=a}".repeat(100_000),
        "{1:SA:".repeat(200_000),
        format!("{{1:SA:{}}}", "=a~".repeat(200_000)),
        "<div>".repeat(200_000),
        format!("{{1:NM:=1{}:1}}", "0".repeat(1_000_000)),
        "\\(x\\) ".repeat(200_000),
        "<table><tr>".to_owned() + &"<td>x".repeat(200_000),
        "<br>".repeat(200_000),
        "x".repeat(2 << 20),
    ] {
        let plan = plan(quiz(&text).as_bytes(), ImportFormat::Moodle);
        assert!(!plan.is_good(), "{} is taken", &text[..20]);
    }
    let item = |inner: &str| {
        format!(
            "<questestinterop><item><presentation><material><mattext>Q</mattext></material>{inner}</item></questestinterop>"
        )
    };
    let labels =
        "<response_label ident=\"a\"><material><mattext>a</mattext></material></response_label>".repeat(30_000);
    let lid =
        format!("<response_lid ident=\"r\"><render_choice>{labels}</render_choice></response_lid></presentation>");
    let conditions = format!(
        "<response_str ident=\"r\"><render_fib/></response_str></presentation><resprocessing><respcondition><conditionvar>{}</conditionvar><setvar action=\"Set\">1</setvar></respcondition></resprocessing>",
        "<or><varequal respident=\"r\">a</varequal></or>".repeat(50_000)
    );
    for inner in [lid, conditions] {
        assert!(!plan(item(&inner).as_bytes(), ImportFormat::Qti12).is_good());
    }
}

#[test]
fn aiken_without_end_is_bounded() {
    for text in [
        "Q\nA. x\n".repeat(1_000_000),
        "A. x\nB. y\nANSWER: A\n".repeat(400_000),
        format!("Q\n{}ANSWER: A\n", "A) x\n".repeat(1_000_000)),
        format!("{}\nA. x\nB. y\nANSWER: A\n", "x".repeat(9 << 20)),
        "ANSWER: A\n".repeat(1_000_000),
    ] {
        assert!(!plan(text.as_bytes(), ImportFormat::Aiken).is_good(), "{}", &text[..20]);
    }
}

#[test]
fn packages_stay_within_their_bounds_and_themselves() {
    let bomb = vec![b' '; 100 << 20];
    let manifest: &[u8] = b"<manifest><resources><resource type=\"imsqti_xmlv1p2\" href=\"../../../etc/passwd\"/><resource type=\"imsqti_xmlv1p2\" href=\"a.xml\"/></resources></manifest>";
    let older = package_of(&[("imsmanifest.xml", manifest), ("a.xml", &bomb)]);
    assert!(older.len() < 1 << 20 && said(&older, ImportFormat::Qti12).contains("This package is too large"));
    let contest = |files: &[(&str, &[u8])]| said(&package_of(files), ImportFormat::Contest);
    assert!(contest(&[("problem.yaml", &bomb)]).contains("This package is too large"));
    let laughs: &[u8] = b"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\nname: [*f,*f,*f,*f,*f,*f,*f]\n";
    assert!(!contest(&[("problem.yaml", laughs), ("data/secret/1.in", b"1"), ("data/secret/1.ans", b"1")]).is_empty());
    let deep = format!("name: {}", "[".repeat(1_000_000));
    assert!(contest(&[("problem.yaml", deep.as_bytes())]).contains("not YAML"));
    let many: Vec<String> = (0..4_000).map(|n| format!("data/secret/{n}")).collect();
    let names: Vec<[String; 2]> = many.iter().map(|name| [format!("{name}.in"), format!("{name}.ans")]).collect();
    let mut files: Vec<(&str, &[u8])> = vec![("problem.yaml", b"name: X")];
    files.extend(names.iter().flatten().map(|name| (name.as_str(), b"1".as_slice())));
    assert!(contest(&files).contains("of the tests are left out"));
    let test: [(&str, &[u8]); 2] = [("data/secret/1.in", b"1"), ("data/secret/1.ans", b"1")];
    for tex in [
        "\\includegraphics{../../../../etc/passwd} Text".to_owned(),
        "{".repeat(60_000),
        "\\textbf{".repeat(8_000),
        "\\begin{itemize}".repeat(4_000),
        "$".repeat(60_001),
        format!("\\begin{{tabular}}{{l}}{}\\end{{tabular}}", "a & ".repeat(15_000)),
        "\\def\\a{\\a\\a}\\a\\input{/etc/passwd}".to_owned(),
    ] {
        let files = [
            [("problem.yaml", b"name: X".as_slice()), ("problem_statement/problem.tex", tex.as_bytes())].as_slice(),
            &test,
        ]
        .concat();
        let said = contest(&files);
        assert!(!said.contains("root:"), "{said}");
    }
    let polygon = |pattern: &str| {
        let xml = format!(
            "<problem><judging><testset name=\"tests\"><input-path-pattern>{pattern}</input-path-pattern><tests><test/></tests></testset></judging></problem>"
        );
        contest(&[("problem.xml", xml.as_bytes())])
    };
    for pattern in ["../../../etc/passwd", "/etc/passwd", "%999999999999d", "tests/%02d", "%"] {
        assert!(polygon(pattern).contains("This test is not in the package"), "{pattern}");
    }
}

#[test]
fn findings_beyond_their_number_are_counted_and_hide_nothing() {
    let bad = "Q\nA. x\n\n".repeat(1_500);
    let none = plan(bad.as_bytes(), ImportFormat::Aiken);
    assert!(!none.is_good() && none.findings.len() == 1_000, "nothing of it can be imported");
    let good = format!("{bad}Last?\nA. yes\nB. no\nANSWER: B\n");
    let plan = plan(good.as_bytes(), ImportFormat::Aiken);
    assert_eq!((plan.is_good(), plan.tests[0].draft.questions.len()), (true, 1), "what follows is read");
    let counted = plan.findings.iter().find(|finding| finding.message.contains("more findings")).unwrap();
    assert_eq!(counted.message, "501 more findings of this file are not listed.");
    assert!(counted.effect().is_some_and(super::Effect::needs_consent));
}
