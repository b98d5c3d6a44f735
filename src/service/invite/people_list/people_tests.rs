//! Lists as other programs write them.

use super::{Encoding, ListedPerson, PeopleList, read};

pub(super) fn list(bytes: impl AsRef<[u8]>) -> PeopleList {
    read(bytes.as_ref()).unwrap()
}

pub(super) fn people(bytes: impl AsRef<[u8]>) -> Vec<(String, String)> {
    list(bytes).people.into_iter().map(|person| (person.name, person.email)).collect()
}

pub(super) fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, email)| ((*name).to_owned(), (*email).to_owned())).collect()
}

pub(super) fn faults(bytes: impl AsRef<[u8]>) -> Vec<Option<String>> {
    list(bytes).people.into_iter().map(|person| person.fault).collect()
}

const ADA: [(&str, &str); 1] = [("Ada", "ada@example.org")];

#[test]
fn windows_1252_is_read_and_said() {
    let read = list(b"Name;Email\r\nAda;ada@example.org\r\nJ\xf6rg M\xfcller;joerg@example.org\r\n");
    assert_eq!(read.encoding, Encoding::Windows1252);
    assert_eq!(read.people[1].name, "J\u{f6}rg M\u{fc}ller");
    assert_eq!(read.notes, ["Read as Windows-1252: check the names."]);
    let doubtful: Vec<u64> = read.doubtful().map(|person| person.line).collect();
    assert_eq!(doubtful, [3]);
    let utf8 = list("Name;Email\r\nJ\u{f6}rg;joerg@example.org\r\n");
    assert!(utf8.notes.is_empty() && utf8.doubtful().next().is_none());
}

#[test]
fn both_parts_of_a_name_are_the_name_and_unused_columns_are_named() {
    let read = list("First Name,Last Name,Position,Email Address\nAda,Sample,Engineer,ada@example.org\n");
    assert_eq!((read.people[0].name.as_str(), read.people[0].email.as_str()), ("Ada Sample", "ada@example.org"));
    assert_eq!(read.notes, ["Column 'Position' is not used."]);
    let several = list("Email,Name,City,Team,\nada@example.org,Ada,London,Red,x\n");
    assert_eq!(several.notes, ["Columns 'City', 'Team' and 5 (without a heading) are not used."]);
    assert!(list("Email,Name,,\nada@example.org,Ada,,\n").notes.is_empty());
}

#[test]
fn the_separator_is_that_of_the_header_outside_of_quotation_marks() {
    for text in [
        "Name;E\u{2d}Mail;\"Town, Country\"\nAda;ada@example.org;Berlin\n",
        "name\temail\nAda\tada@example.org\n",
        "name|email\nAda|ada@example.org\n",
        "sep=;\r\nName;Email\r\nAda;ada@example.org\r\n",
        "SEP=|\nName|Email\nAda|ada@example.org",
        "\"sep=,\"\nName,Email\nAda,ada@example.org",
        "sep=\t\nName\tEmail\nAda\tada@example.org",
        "\u{feff}Email,Name\nada@example.org,Ada",
        "\"Name\",\"Note; or remark\",\"Email\"\n\"Ada\",\"a;b\",\"ada@example.org\"",
        "Name;Email\r\r\nAda;ada@example.org\r\r\n",
        "Name;Email\rAda;ada@example.org\r",
        "Name;Email\nAda,ada@example.org\n",
    ] {
        assert_eq!(people(text), pairs(&ADA), "{text:?}");
    }
    assert_eq!(list("sep=;\r\nName;Email\r\nAda;ada@example.org\r\n").people[0].line, 3);
}

#[test]
fn each_pasted_line_may_have_its_own_separator() {
    let text = "Ada,ada@example.org\nBob;bob@example.org\nLovelace, Eve;eve@example.org\nCy\tcy@example.org\n\
                Di;di@example.org;30\nFay <fay@example.org>\n\"O;Neil\",neil@example.org\nal@example.org|Al";
    let expected = [
        ("Ada", "ada@example.org"),
        ("Bob", "bob@example.org"),
        ("Eve Lovelace", "eve@example.org"),
        ("Cy", "cy@example.org"),
        ("Di", "di@example.org"),
        ("Fay", "fay@example.org"),
        ("O;Neil", "neil@example.org"),
        ("Al", "al@example.org"),
    ];
    assert_eq!(people(text), pairs(&expected));
    assert_eq!(list(text).people[4].extra_minutes, Some(30));
    assert!(faults(text).iter().all(Option::is_none));
    assert_eq!(people("Lovelace,Ada,ada@example.org"), pairs(&[("Lovelace Ada", "ada@example.org")]));
}

#[test]
fn empty_rows_and_missing_last_cells_are_fine() {
    let text = "name,email,extra_minutes\r\n\r\nAda,ada@example.org\r\n,,\r\n , ,\nBob,bob@example.org,15,,\r\n\r\n";
    assert_eq!(people(text), pairs(&[("Ada", "ada@example.org"), ("Bob", "bob@example.org")]));
    assert!(faults(text).iter().all(Option::is_none), "{:?}", faults(text));
    let lines: Vec<u64> = list(text).people.iter().map(|person| person.line).collect();
    assert_eq!(lines, [3, 6]);
}

#[test]
fn invisible_characters_are_removed_and_said() {
    let read =
        list("name,email\nAda,\u{202a}ada@example.org\u{202c}\n\u{a0}Bob,\u{200b}bob@example.org\nCy,cy@example.org\n");
    let found: Vec<_> = read.people.iter().map(|person| (person.name.as_str(), person.email.as_str())).collect();
    assert_eq!(found, [("Ada", "ada@example.org"), ("Bob", "bob@example.org"), ("Cy", "cy@example.org")]);
    assert_eq!(read.notes, ["Invisible characters were removed from lines 2 and 3."]);
    let counts: Vec<usize> = read.people.iter().map(|person| person.notes.len()).collect();
    assert_eq!(counts, [1, 1, 0]);
}

#[test]
fn faults_are_words() {
    let text = "Ada;ada@example.org;30\nBob,bob@example.org;30\nCy;cy@example.org;di@example.org\n\
                Fay,fay@example,org\nEve,eve@example.org,Berlin";
    let found = faults(text);
    let has = |n: usize, words: &str| found[n].as_deref().unwrap_or_default().contains(words);
    assert_eq!(found[0], None);
    assert!(has(1, "same character") && has(2, "more than one address") && has(3, "'org' after"), "{found:?}");
    assert!(has(4, "'Berlin' after the address"), "{found:?}");
    // The address is refused by the rule for invalid addresses.
    assert_eq!(faults("Ada,ada@example.org\nDora,dora@@example.org"), [None, None]);
    let text = "name,extra_minutes,email,opens_at,closes_at\nA,much,a@b.c,,\nB,30,b@b.c,2027-03-01T10:00:00+01:00,Friday\nC,5,c@b.c,,,x";
    let found = faults(text);
    let has = |n: usize, words: &str| found[n].as_deref() == Some(words);
    assert!(has(0, "'much' is not a number of extra minutes."), "{found:?}");
    assert!(has(1, "'Friday' is not a time like 2027-03-01T10:00:00+01:00."), "{found:?}");
    assert!(has(2, "The line has 6 cells, the header 5."), "{found:?}");
}

#[test]
fn a_header_may_stand_below_a_title_and_name_its_columns_otherwise() {
    let read = list("Candidates of March\n\nName,Email\nAda,ada@example.org\n");
    assert_eq!(read.people[0].line, 4);
    assert_eq!(read.notes, ["Line 1 above the header is not used."]);
    // The column of addresses is known by its cells.
    assert_eq!(people("Name;Kontakt;Ort\nAda;ada@example.org;Bonn"), pairs(&ADA));
    assert_eq!(people("Email,Name\nAda Lovelace <ada@example.org>,\nmailto:bob@example.org,Bob").len(), 2);
    assert_eq!(people("Email,Name\nAda Lovelace <ada@example.org>,"), pairs(&[("Ada Lovelace", "ada@example.org")]));
}

#[test]
fn what_is_no_list_is_refused_in_words() {
    for (bytes, words) in [
        (&b"who\nx\n"[..], "no column 'email', only 'who'"),
        (b"name\nAda\n", "no column 'email'"),
        (b"email\nada@example.org\n", "no column 'name', only 'email'"),
        (b"name,email\n\"Ada,ada@example.org\nBob,bob@example.org\n", "quotation mark in line 2"),
        (b"PK\x03\x04nonsense", "cannot be read"),
        (b"name,email\nA\0da,ada@example.org", "CSV UTF-8"),
    ] {
        let why = read(bytes).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
    assert!(list(b"").people.is_empty() && list(b"name,email\n").people.is_empty() && list(b" \n\n").people.is_empty());
    let wide = format!("name,email\n{}a@b.c", ",".repeat(300));
    assert!(read(wide.as_bytes()).unwrap_err().contains("more than 200 cells"));
}

#[test]
fn ten_thousand_rows_are_read() {
    let rows: Vec<String> = (0..10_000).map(|n| format!("Person {n},p{n}@example.org")).collect();
    let read = list(format!("name,email\n{}", rows.join("\n")));
    assert_eq!(read.people.len(), 10_000);
    let last = read.people.last().map(|ListedPerson { line, email, .. }| (*line, email.as_str()));
    assert_eq!(last, Some((10_001, "p9999@example.org")));
}

/// A workbook of these parts; the usual ones are given.
pub(super) fn workbook(parts: &[(&str, &str)]) -> Vec<u8> {
    use std::io::{Cursor, Write};
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(super) const BOOK: &str = r#"<workbook xmlns:r="r"><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/>
    <sheet name="People &amp; more" sheetId="2" r:id="rId2"/></sheets></workbook>"#;
pub(super) const RELATIONS: &str = r#"<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>"#;
const NOTES: &str = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>3</v></c></row></sheetData></worksheet>";

fn with_sheet(rows: &str, shared: &str) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    workbook(&[
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/sharedStrings.xml", shared),
        ("xl/worksheets/sheet1.xml", NOTES),
        ("xl/worksheets/sheet2.xml", &sheet),
    ])
}

#[test]
fn a_workbook_is_read_from_its_sheet_of_addresses() {
    let shared = "<sst count=\"99999999999\" uniqueCount=\"99999999999\"><si><t>Pr\u{e9}nom</t></si><si><t>Nom</t></si>\
                  <si><r><t>E</t></r><r><t>mail</t></r><rPh><t>x</t></rPh></si><si><t>Lovelace, \"A\"</t></si></sst>";
    let rows = r#"<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>
        <row r="4"><c r="A4" t="inlineStr"><is><t>Ada</t></is></c><c r="B4" t="s"><v>3</v></c><c r="C4"><v>7</v></c>
        <c r="D4" t="str"><f>A1&amp;"x"</f><v>ada@example.org</v></c></row>
        <row><c t="s"><v>999999</v></c><c t="e"><v>#REF!</v></c></row>"#;
    let read = list(with_sheet(rows, shared));
    let [ada, unknown] = read.people.as_slice() else { panic!("{:?}", read.people) };
    assert_eq!((ada.line, ada.name.as_str(), ada.email.as_str()), (4, "Ada Lovelace, \"A\"", "ada@example.org"));
    assert_eq!((unknown.line, unknown.name.as_str(), unknown.email.as_str()), (5, "#REF! #REF!", ""));
    let expected =
        ["Sheet 'People & more' was read; sheet 'Notes' is not used.", "Column 3 (without a heading) is not used."];
    assert_eq!(read.notes, expected);
    // The text of the page is the same list.
    let again = list(&read.text);
    assert_eq!(again.people, read.people);
}

#[test]
fn sheets_that_a_workbook_hides_come_last() {
    let of = |address: &str| {
        format!(
            "<worksheet><sheetData><row><c t=\"str\"><v>Email</v></c><c t=\"str\"><v>Name</v></c></row>\
             <row><c t=\"str\"><v>{address}</v></c><c t=\"str\"><v>Ada</v></c></row></sheetData></worksheet>"
        )
    };
    let read = |book: &str| {
        list(workbook(&[
            ("xl/workbook.xml", book),
            ("xl/_rels/workbook.xml.rels", RELATIONS),
            ("xl/worksheets/sheet1.xml", &of("old@example.org")),
            ("xl/worksheets/sheet2.xml", &of("ada@example.org")),
        ]))
    };
    let seen = read(&BOOK.replace("name=\"Notes\"", "name=\"Notes\" state=\"veryHidden\""));
    assert_eq!(seen.people[0].email, "ada@example.org");
    assert_eq!(seen.notes, ["Sheet 'People & more' was read; sheet 'Notes' is not used."]);
    let hidden = read(&BOOK.replace("name=", "state=\"hidden\" name="));
    assert_eq!(hidden.people[0].email, "old@example.org");
    assert_eq!(hidden.notes[1], "The workbook hides the sheet 'Notes', which was read.");
}

#[test]
fn columns_that_a_workbook_hides_are_named() {
    let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"str\"><v>{text}</v></c>");
    let head = cell("A1", "Email") + &cell("B1", "Name") + &cell("AB1", "Email");
    let ada = cell("A2", "old@example.org") + &cell("B2", "Ada") + &cell("AB2", "ada@example.org");
    let list = |columns: &str| {
        let sheet = format!(
            "<worksheet><cols>{columns}</cols><sheetData><row r=\"1\">{head}</row><row r=\"2\">{ada}</row></sheetData></worksheet>"
        );
        list(workbook(&[
            ("xl/workbook.xml", BOOK),
            ("xl/_rels/workbook.xml.rels", RELATIONS),
            ("xl/worksheets/sheet1.xml", &sheet),
            ("xl/worksheets/sheet2.xml", "<worksheet/>"),
        ]))
    };
    let said = |columns: &str| list(columns).notes.into_iter().find(|note| note.contains("that the workbook hides"));
    assert_eq!(said("<col min=\"1\" max=\"1\" width=\"9\"/><col min=\"3\" max=\"4\" hidden=\"1\"/>"), None);
    let hidden = "<col min=\"1\" max=\"1\" hidden=\"1\"/><col min=\"20\" max=\"16384\" hidden=\"true\"/>";
    assert_eq!(said(hidden).as_deref(), Some("The list has columns that the workbook hides: A and AB."));
}

#[test]
fn a_cell_of_several_lines_is_one_text() {
    let text = "Name,Email,Note\n\"Ada\nLovelace\",\"ada@example.org\n\",\"a\nb\"\nBob,bob@example.org,\n";
    assert_eq!(people(text), pairs(&[("Ada Lovelace", "ada@example.org"), ("Bob", "bob@example.org")]));
    assert_eq!(list(text).people[1].line, 6);
}

#[test]
fn whole_numbers_of_minutes_may_have_a_point() {
    let text = "name,email,extra_minutes\nA,a@b.c,15.0\nB,b@b.c,\"20,00\"\nC,c@b.c,12.5\nD,d@b.c,\"1,000\"\n";
    let minutes: Vec<Option<i64>> = list(text).people.into_iter().map(|person| person.extra_minutes).collect();
    assert_eq!(minutes, [Some(15), Some(20), None, None]);
    assert_eq!(faults(text)[3].as_deref(), Some("'1,000' is not a number of extra minutes."));
}

#[test]
fn hostile_workbooks_are_refused() {
    let far = r#"<row r="1048576"><c r="A1048576" t="str"><v>a@b.c</v></c></row>"#;
    let wide = r#"<row r="1"><c r="XFD1" t="str"><v>a@b.c</v></c></row>"#;
    let deep = "<x>".repeat(100);
    let big = format!("<row r=\"1\"><c r=\"A1\" t=\"str\"><v>{}</v></c></row>", "a".repeat(11 << 20));
    for (rows, words) in [
        (far, "more than 100000 rows"),
        (wide, "more than 200 cells"),
        (deep.as_str(), "cannot be read"),
        (big.as_str(), "too large unpacked"),
        ("<row><c><v>1</v></c></row>", "no sheet"),
        ("<row><c t=\"str\"><v>&bomb;</v></c></row>", "cannot be read"),
    ] {
        let why = read(&with_sheet(rows, "<sst/>")).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
    for (name, words) in
        [("xl/workbook.bin", ".xlsb"), ("content.xml", "OpenDocument"), ("word/document.xml", "not a workbook")]
    {
        let why = read(&workbook(&[(name, "x")])).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
    assert!(read(&workbook(&[("xl/workbook.xml", BOOK)])).unwrap_err().contains("cannot be read"));
}

/// Cells that share a text repeat it: what a small file would unpack to is bounded as a list is.
#[test]
fn cells_that_repeat_a_shared_text_are_bounded() {
    let shared = format!("<sst><si><t>{}</t></si><si><t> </t></si></sst>", "x".repeat(1 << 20));
    for text in ["0", "1"] {
        let rows: String = (1..=3_000)
            .map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>{text}</v></c></row>"))
            .collect::<Vec<_>>()
            .concat();
        let read = read(&with_sheet(&rows, &shared));
        assert!(read.is_err(), "{text}");
    }
    // Commas count, too.
    let wide = (1..=90_000)
        .map(|row| format!("<row r=\"{row}\"><c r=\"GR{row}\"><v>1</v></c></row>"))
        .collect::<Vec<_>>()
        .concat();
    assert!(read(&with_sheet(&wide, "<sst/>")).unwrap_err().contains("16 MiB"));
}

#[test]
fn an_error_of_a_spreadsheet_is_a_fault_and_not_an_empty_cell() {
    let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let head =
        format!("<row r=\"1\">{}{}{}</row>", cell("A1", "name"), cell("B1", "email"), cell("C1", "extra minutes"));
    for wrong in ["<c r=\"C2\" t=\"e\"><v>#N/A</v></c>", "<c r=\"C2\" t=\"s\"><v>9</v></c>"] {
        let row = format!("<row r=\"2\">{}{}{wrong}</row>", cell("A2", "Ada"), cell("B2", "ada@example.org"));
        let found = faults(with_sheet(&format!("{head}{row}"), "<sst/>"));
        assert!(found[0].as_deref().is_some_and(|why| why.contains("extra minutes")), "{wrong}: {found:?}");
    }
}

#[test]
fn dates_of_a_workbook_are_read_as_dates_and_said() {
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"dd/mm/yyyy hh:mm\"/></numFmts>\
                  <cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>\
                  <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
    let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let rows = [
        format!("<row r=\"1\">{}{}{}</row>", cell("A1", "name"), cell("B1", "email"), cell("C1", "opens_at")),
        format!(
            "<row r=\"2\">{}{}<c r=\"C2\" s=\"2\"><v>46447.416666666664</v></c></row>",
            cell("A2", "Ada"),
            cell("B2", "ada@example.org")
        ),
        format!("<row r=\"3\"><c r=\"A3\" s=\"0\"><v>46447</v></c>{}</row>", cell("B3", "bob@example.org")),
        format!(
            "<row r=\"4\">{}{}<c r=\"C4\" s=\"1\"><v>46447</v></c></row>",
            cell("A4", "Cy"),
            cell("B4", "cy@example.org")
        ),
    ]
    .concat();
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let read = list(workbook(&[
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/styles.xml", styles),
        ("xl/worksheets/sheet1.xml", NOTES),
        ("xl/worksheets/sheet2.xml", &sheet),
    ]));
    let said = "Dates of the workbook are read as text, such as '2027-03-01T10:00:00': lines 2 and 4.";
    assert!(read.notes.iter().any(|note| note == said), "{:?}", read.notes);
    let fault = |place: usize| read.people[place].fault.clone().unwrap_or_default();
    assert!(fault(0).starts_with("'2027-03-01T10:00:00' is not a time like"), "{}", fault(0));
    assert!(fault(2).starts_with("'2027-03-01' is not a time like"), "{}", fault(2));
    assert_eq!(read.people[1].name, "46447");
}

#[test]
fn formulas_whose_value_is_not_stored_are_said() {
    let rows = r#"<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Email</t></is></c></row>
        <row r="2"><c r="A2"><f>C2&amp;D2</f><v></v></c><c r="B2" t="inlineStr"><is><t>a@example.org</t></is></c></row>
        <row r="3"><c r="A3" t="str"><f>C3&amp;D3</f><v></v></c><c r="B3" t="str"><f>C3</f><v>b@example.org</v></c></row>"#;
    let read = list(with_sheet(rows, "<sst/>"));
    assert_eq!(read.people.len(), 2);
    let said = "Formulas without a stored value are read as blank: line 2. Open the workbook in Excel and save it.";
    assert!(read.notes.iter().any(|note| note == said), "{:?}", read.notes);
}

#[test]
fn rows_out_of_order_are_refused() {
    let row =
        |n: u32, text: &str| format!("<row r=\"{n}\"><c r=\"A{n}\" t=\"inlineStr\"><is><t>{text}</t></is></c></row>");
    for rows in [[1, 5, 3], [1, 2, 2]] {
        let rows = rows.map(|n| row(n, "ada@example.org")).concat();
        assert!(read(&with_sheet(&rows, "<sst/>")).unwrap_err().contains("out of order"));
    }
}

#[test]
fn no_part_of_a_name_is_lost_or_made_of_a_number() {
    let found = list("name,email\nAda,Ada Lovelace <ada@example.org>\n");
    assert!(found.people[0].notes.iter().any(|note| note.contains("'Ada Lovelace'")), "{:?}", found.people[0].notes);
    // Of a name that a comma cut, only what is surely its rest is joined.
    for (text, name) in [
        ("name,email\nAda L.,Ada Lovelace <ada@example.org>", "Ada L."),
        ("name,email\nAda Lovelace,Office <ada@example.org>", "Ada Lovelace"),
        ("name;email\nAda;Lovelace <ada@example.org>", "Ada"),
        ("name,email\n\"Ada\",\"Lovelace <ada@example.org>\"", "Ada"),
    ] {
        assert_eq!(people(text), pairs(&[(name, "ada@example.org")]), "{text}");
        assert!(list(text).people[0].notes.iter().any(|note| note.contains("is not used")), "{text}");
    }
    let of_another = list("name,email,Manager\nAda,none,boss@example.org");
    assert_eq!((of_another.people[0].name.as_str(), of_another.people[0].email.as_str()), ("Ada", "none"));
    for line in ["ada@example.org,Ada,30 min", "ada@example.org;Ada;Lovelace;30"] {
        assert!(faults(line)[0].as_deref().is_some_and(|why| why.contains("not understood")), "{line}");
    }
}

#[test]
fn a_name_with_its_last_part_first_is_put_in_order_and_shown() {
    for text in [
        "Name;Email\nLovelace, Ada;ada@example.org",
        "Name,Email\n\"Lovelace, Ada\",ada@example.org",
        "Email,Name\n\"Lovelace, Ada <ada@example.org>\",",
        "Lovelace, Ada;ada@example.org",
        "\"Lovelace, Ada\" <ada@example.org>",
        "Lovelace, Ada <ada@example.org>",
        "Lovelace, Ada <ada@example.org>,",
        "Lovelace, Ada <ada@example.org>;",
        " \"Lovelace, Ada\" <ada@example.org>",
        "Lovelace, Ada <ada@example.org>, 30",
        "name,email\nLovelace, Ada <ada@example.org>",
        "name,email,extra_minutes\nLovelace, Ada <ada@example.org>,30",
        "name,email\nLovelace, Ada, ada@example.org",
        "Name,Email,Extra minutes\nLovelace, Ada, ada@example.org,30",
    ] {
        let read = list(text);
        assert_eq!(people(text), pairs(&[("Ada Lovelace", "ada@example.org")]), "{text}");
        assert_eq!(read.people[0].notes, ["'Lovelace, Ada' is read as 'Ada Lovelace', first name first."], "{text}");
        let line = read.people[0].line;
        assert_eq!(read.notes, [format!("Names written as 'Last, First' are read as 'First Last': line {line}.")]);
    }
    let both = list("\"Lovelace, Ada\" <ada@example.org>; \"Ray, Bob\" <bob@example.org>");
    assert_eq!(both.notes, ["Names written as 'Last, First' are read as 'First Last': line 1."], "{:?}", both.people);
    // A part of a name, a suffix, and a name that a separator cut.
    for (text, name) in [
        ("First name;Last name;Email\nAda;King, Byron;ada@example.org", "Ada King, Byron"),
        ("Name;Email\nKing, Jr.;ada@example.org", "King, Jr."),
        ("Lovelace,Ada,ada@example.org", "Lovelace Ada"),
    ] {
        assert_eq!(people(text), pairs(&[(name, "ada@example.org")]), "{text}");
        assert!(list(text).notes.is_empty(), "{text}");
    }
}

#[test]
fn cells_of_spreadsheets_are_no_names() {
    let names = "Name,Email\n=\"Ada\",ada@example.org\n\"=\"\"Bob Ray\"\"\",=\"bob@example.org\"\n";
    assert_eq!(people(names), pairs(&[("Ada", "ada@example.org"), ("Bob Ray", "bob@example.org")]));
    for error in ["#N/A", "#REF!", "#DIV/0!", "#BEZUG!"] {
        let fault = Some(format!("'{error}' is an error of the spreadsheet, not a name."));
        assert_eq!(faults(format!("Name,Email\n{error},ada@example.org\n")), [fault]);
    }
    for name in ["#Ada", "#1", "Ada #1"] {
        assert_eq!(faults(format!("Name,Email\n{name},ada@example.org\n")), [None], "{name}");
    }
    let notes = |name: &str| list(format!("Name,Email\n{name},ada@example.org\n")).people.remove(0).notes;
    assert_eq!(notes("44927"), ["The name '44927' has no letter."]);
    assert_eq!(notes("\u{674e}"), Vec::<String>::new());
}

#[test]
fn names_that_a_program_has_spoilt_are_restored_or_named() {
    let of = |name: &str| list(format!("Name,Email\n{name},ada@example.org\n")).people.remove(0);
    let restored = of("J\u{c3}\u{b6}rg");
    assert_eq!((restored.name.as_str(), restored.fault), ("J\u{f6}rg", None));
    assert_eq!(restored.notes, ["'J\u{c3}\u{b6}rg' is read as 'J\u{f6}rg'."]);
    assert_eq!(of("J&ouml;rg").name, "J\u{f6}rg");
    assert_eq!(of("J?rg").notes, ["'J?rg' has a question mark: a letter may be lost."]);
    let lost = "'J\u{fffd}rg' has lost letters: save the list as 'CSV UTF-8'.";
    assert_eq!(of("J\u{fffd}rg").fault.as_deref(), Some(lost));
}

#[test]
fn other_files_are_said_to_be_no_lists() {
    let table = "<html><table><tr><td>Ada</td><td>ada@example.org</td></tr></table></html>";
    for text in [table, "\u{feff}<?xml version=\"1.0\"?><Workbook/>", " <!DOCTYPE html>"] {
        assert!(read(text.as_bytes()).unwrap_err().starts_with("this is a web page or XML"), "{text}");
    }
    assert!(read(b"BEGIN:VCARD\nEMAIL:ada@example.org\n").unwrap_err().starts_with("these are contacts"));
    assert_eq!(people("<ada@example.org>, Bob <bob@example.org>").len(), 2);
}
