//! Tests as a table.

use super::parsing::{plan, said};
use crate::domain::{
    question::{Scoring, ToleranceKind},
    rich_text::RichTextFormat,
};

#[test]
fn a_table_has_all_kinds() {
    let csv = "\
type,question,option_1,option_2,option_3,correct_answer,tolerance,unit,case_sensitive,scoring,format,explanation,tags
multiple_response,Which?,a,b,c,A | c,,,,partial,markdown,*Because*,sql | joins
numeric,How far?,,,,3.50,2 %,km,,,,,
numeric,How deep?,,,,-1,0.5,,,,,,
short_text,Who?,,,,Ada | Ada Lovelace,,,yes,,,,
ordering,Sort,one,two,three,,,,,,,,
matching,Match,cat -> meow,dog->woof,-> moo,,,,,,,,
";
    let found = plan(csv, "t.csv");
    assert_eq!(said(&found), Vec::<String>::new());
    let questions = &found.tests[0].draft.questions;
    assert_eq!(questions[0].correct_answers, ["o1", "o3"]);
    assert_eq!((questions[0].scoring, questions[0].format), (Some(Scoring::Partial), RichTextFormat::Markdown));
    assert_eq!((questions[0].explanation.as_deref(), questions[0].tags.len()), (Some("*Because*"), 2));
    let tolerance = |place: usize| {
        let tolerance = questions[place].tolerance.as_ref().unwrap();
        (tolerance.kind, tolerance.value.0.as_str())
    };
    assert_eq!((tolerance(1), questions[1].unit.as_deref()), ((ToleranceKind::Relative, "0.02"), Some("km")));
    assert_eq!(tolerance(2), (ToleranceKind::Absolute, "0.5"));
    assert_eq!((questions[3].accepted.join(","), questions[3].case_sensitive), ("Ada,Ada Lovelace".into(), true));
    assert_eq!(questions[4].order, ["o1", "o2", "o3"]);
    assert_eq!((questions[5].prompts.len(), questions[5].options.len(), questions[5].pairs.len()), (2, 3, 2));
    for (row, why) in [
        ("gaps,Fill [[g1]],", "needs the column 'more'"),
        ("riddle,What?,", "'riddle' is not known here"),
        ("numeric,How many?,many", "number"),
        ("multiple_response,Which?,zzz", "correct"),
    ] {
        let found = plan(&format!("type,question,correct_answer,option_1,option_2\n{row},a,b\n"), "t.csv");
        assert!(!found.is_good() && said(&found).join(" ").contains(why), "{row}: {:?}", said(&found));
    }
}

#[test]
fn a_table_has_other_fields_as_json_and_quotes_formulas() {
    let csv = "\
test,test_settings,type,question,points,more
T,\"{\"\"require_fullscreen\"\":true}\",gaps,'=SUM([[g1]]),2,\"{\"\"gaps\"\":[{\"\"id\"\":\"\"g1\"\",\"\"kind\"\":\"\"text\"\",\"\"accepted\"\":[\"\"A1\"\"]}]}\"
T,,essay,'tis so,1,\"{\"\"shoes\"\":1}\"
";
    let found = plan(csv, "t.csv");
    assert!(found.is_good());
    assert!(said(&found).join(" ").contains("Question 2: Unknown field 'shoes'."), "{:?}", said(&found));
    let draft = &found.tests[0].draft;
    assert!(draft.require_fullscreen && draft.questions[0].gaps.len() == 1);
    assert_eq!((draft.questions[0].text.as_str(), draft.questions[1].text.as_str()), ("=SUM([[g1]])", "'tis so"));
    for (cell, why) in [("{", "more: "), ("[1]", "more: "), ("\"{\"\"points\"\":\"\"x\"\"}\"", "more")] {
        let found = plan(&format!("type,question,more\nessay,Why?,{cell}\n"), "t.csv");
        assert!(!found.is_good() && said(&found).join(" ").contains(why), "{cell}: {:?}", said(&found));
    }
}
