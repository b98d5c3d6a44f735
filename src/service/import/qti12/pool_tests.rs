//! Pools of Blackboard.

use crate::{
    domain::{
        question::{ChoiceDraft, Scoring},
        test::QuestionKind,
    },
    service::import::{ImportFinding, ImportFormat, packages::package_of, read},
};

const POOL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<POOL>
 <COURSEID value="IMPORT"/><TITLE value="Chapter 1"/><DESCRIPTION><TEXT>Read first.</TEXT></DESCRIPTION>
 <QUESTIONLIST>
  <QUESTION id="q2" class="QUESTION_MATCH" points="4"/><QUESTION id="q1" class="QUESTION_TRUEFALSE" points="2"/>
  <QUESTION id="q3" class="QUESTION_MULTIPLEANSWER" points="1"/><QUESTION id="q4" class="QUESTION_FILLINBLANK" points="1"/>
  <QUESTION id="q5" class="QUESTION_ESSAY" points="1"/><QUESTION id="q6" class="QUESTION_CALCULATED" points="1"/>
 </QUESTIONLIST>
 <QUESTION_TRUEFALSE id="q1"><DATES><CREATED value="x"/></DATES><BODY><TEXT><![CDATA[<b>Is</b> it?]]></TEXT><FLAGS><ISHTML value="true"/></FLAGS></BODY>
  <ANSWER id="q1_a1"><TEXT>False</TEXT></ANSWER><ANSWER id="q1_a2"><TEXT>True</TEXT></ANSWER>
  <GRADABLE><CORRECTANSWER answer_id="q1_a2"/><FEEDBACK_WHEN_CORRECT></FEEDBACK_WHEN_CORRECT></GRADABLE></QUESTION_TRUEFALSE>
 <QUESTION_MATCH id="q2"><BODY><TEXT>Match.</TEXT></BODY>
  <ANSWER id="a1" position="1"><TEXT>frog</TEXT></ANSWER><ANSWER id="a2" position="2"><TEXT>cat</TEXT></ANSWER>
  <CHOICE id="c1" position="1"><TEXT>mammal</TEXT></CHOICE><CHOICE id="c2" position="2"><TEXT>amphibian</TEXT></CHOICE>
  <CHOICE id="c3" position="3"><TEXT>reptile</TEXT></CHOICE>
  <GRADABLE><CORRECTANSWER answer_id="a1" choice_id="c2"/><CORRECTANSWER answer_id="a2" choice_id="c1"/></GRADABLE></QUESTION_MATCH>
 <QUESTION_MULTIPLEANSWER id="q3"><BODY><TEXT>Which?</TEXT></BODY>
  <ANSWER id="b1"><TEXT>a</TEXT></ANSWER><ANSWER id="b2"><TEXT>b</TEXT></ANSWER><ANSWER id="b3"><TEXT>c</TEXT></ANSWER>
  <GRADABLE><CORRECTANSWER answer_id="b1"/><CORRECTANSWER answer_id="b3"/></GRADABLE></QUESTION_MULTIPLEANSWER>
 <QUESTION_FILLINBLANK id="q4"><BODY><TEXT>Who?</TEXT></BODY><ANSWER id="d1"><TEXT>Ada</TEXT></ANSWER><ANSWER id="d2"><TEXT>Lovelace</TEXT></ANSWER><GRADABLE/></QUESTION_FILLINBLANK>
 <QUESTION_ESSAY id="q5"><BODY><TEXT>Why?</TEXT></BODY><ANSWER id="e1"><TEXT>Look for three reasons.</TEXT></ANSWER></QUESTION_ESSAY>
 <QUESTION_CALCULATED id="q6"><BODY><TEXT>How many?</TEXT></BODY></QUESTION_CALCULATED>
</POOL>"#;

#[test]
fn a_pool_is_a_test() {
    let manifest = r#"<manifest identifier="man1"><resources><resource baseurl="res1" file="res1.dat" identifier="res1" type="assessment/x-bb-pool"/></resources></manifest>"#;
    let zip = package_of(&[("imsmanifest.xml", manifest.as_bytes()), ("res1.dat", POOL.as_bytes())]);
    for plan in [read(&zip, Some("pool.zip"), None), read(POOL.as_bytes(), Some("res1.dat"), None)] {
        let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
        assert_eq!((plan.format, plan.tests.len()), (Some(ImportFormat::Qti12), 1), "{said:?}");
        assert!(said.len() == 1 && said[0].contains("skipped: this kind of response is not supported"), "{said:?}");
        let draft = &plan.tests[0].draft;
        assert_eq!((draft.title.as_str(), draft.description.as_str()), ("Chapter 1", "Read first."));
        let [matching, choice, several, short, essay] = draft.questions.as_slice() else { panic!("{said:?}") };
        let texts = |list: &[ChoiceDraft]| list.iter().map(|one| one.text().to_owned()).collect::<Vec<_>>();
        assert_eq!((matching.kind, matching.points, choice.points), (QuestionKind::Matching, 4, 2));
        assert_eq!(texts(&matching.prompts), ["frog", "cat"]);
        assert_eq!(texts(&matching.options), ["amphibian", "mammal", "reptile"]);
        assert_eq!((choice.text.as_str(), choice.correct_answer.as_deref()), ("**Is** it?", Some("True")));
        assert_eq!(several.correct_answers, ["o1", "o3"]);
        assert_eq!(several.scoring, Some(Scoring::AllOrNothing));
        assert_eq!((short.kind, short.accepted.join("|")), (QuestionKind::ShortText, "Ada|Lovelace".to_owned()));
        assert_eq!(essay.reviewer_notes.as_deref(), Some("Look for three reasons."));
    }
}
