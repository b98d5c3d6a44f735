use super::people_tests::{BOOK, RELATIONS, list, workbook};

#[test]
fn headings_over_several_cells_of_a_workbook_are_those_of_each() {
    let read = |rows: &[&[&str]], merged: &[&str]| {
        let cell = |(at, text): (usize, &&str)| match *text {
            "" => "<c/>".to_owned(),
            text => format!("<c r=\"{}1\" t=\"str\"><v>{text}</v></c>", char::from(b"ABCD"[at])),
        };
        let row = |row: &&[&str]| format!("<row>{}</row>", row.iter().enumerate().map(cell).collect::<String>());
        let rows: String = rows.iter().map(row).collect();
        let merged = merged.iter().map(|cells| format!("<mergeCell ref=\"{cells}\"/>")).collect::<Vec<_>>().concat();
        let sheet = format!("<worksheet><sheetData>{rows}</sheetData><mergeCells>{merged}</mergeCells></worksheet>");
        list(workbook(&[
            ("xl/workbook.xml", BOOK),
            ("xl/_rels/workbook.xml.rels", RELATIONS),
            ("xl/worksheets/sheet1.xml", &sheet),
            ("xl/worksheets/sheet2.xml", "<worksheet/>"),
        ]))
    };
    let (ada, address) = (["Ada", "Lovelace", "ada@example.org"], "ada@example.org");
    let note = |text: &str, count: usize| {
        format!("The heading '{text}' stands over {count} columns, which are read as the parts of a name.")
    };
    for (rows, merged, name, notes) in [
        ([&["Name", "", "Email"][..], &ada].as_slice(), &["A1:B1"][..], "Ada Lovelace", vec![note("Name", 2)]),
        (&[&["Nachname, Vorname", "", "Email"], &ada], &["A1:B1"], "Lovelace Ada", vec![note("Nachname, Vorname", 2)]),
        (
            &[&["Name", "", "", "Email"], &["Ada", "King", "Lovelace", address]],
            &["A1:C1"],
            "Ada King Lovelace",
            vec![note("Name", 3)],
        ),
        (
            &[&["Name", "", "Email"], &["Last name", "First name"], &ada],
            &["A1:B1", "C1:C2"],
            "Lovelace Ada",
            vec!["Line 1 above the header is not used.".to_owned()],
        ),
        (&[&["Name", "Email"], &["Ada", address]], &["A1:A1", "B7:Z9", "C1:D1"], "Ada", vec![]),
    ] {
        let read = read(rows, merged);
        assert_eq!((read.people[0].name.as_str(), read.people.len()), (name, 1), "{rows:?}");
        assert_eq!(read.notes[1..], notes, "{rows:?}");
    }
}
