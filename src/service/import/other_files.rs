//! Files that are no tests, by what they are: a sentence says what to do.

use super::{format::root, package::Package};

const H5P: &str = "This is an H5P file. Its questions cannot be imported: export them from the program that made it as Moodle XML or QTI.";
const MBZ: &str = "This is a backup of a Moodle course. Export the questions instead: in Moodle, open the question bank, choose Export and \"Moodle XML format\".";
const DOCX: &str =
    "This is a Word document. Save the questions as text in the format Aiken or GIFT, or as a CSV table.";
const XLSX: &str = "This is an Excel workbook. Save the sheet as \"CSV UTF-8\" and import that.";
const ODS: &str = "This is a LibreOffice spreadsheet. Save the sheet as CSV in UTF-8 and import that.";
const ODT: &str =
    "This is a LibreOffice document. Save the questions as text in the format Aiken or GIFT, or as a CSV table.";
const PPTX: &str = "This is a presentation. Its questions cannot be imported: write them into a CSV table or as Aiken.";
const PDF: &str = "This is a PDF. Its questions cannot be imported: use the file it was made from, or write them into a CSV table or as Aiken.";
const OLD_OFFICE: &str = "This is a file of an old version of Word or Excel. Save it as CSV in UTF-8, or as text in the format Aiken or GIFT.";
const RTF: &str =
    "This is a document in RTF. Save the questions as text in the format Aiken or GIFT, or as a CSV table.";
const PAGE: &str = "This is a web page. Its questions cannot be imported: export them from the program that made it as Moodle XML or QTI, or write them into a CSV table.";
const ARCHIVE: &str =
    "This is an archive that cannot be opened here. Unpack it, and import the file in it, or pack it as a zip.";
const PICTURE: &str = "This is a picture. Upload it in the editor of a question.";

const DOCTYPE: &str = "<!doctype";

/// Files within a zip that show what it is.
const WITHIN: [(&str, &str); 6] = [
    ("h5p.json", H5P),
    ("moodle_backup.xml", MBZ),
    ("word/document.xml", DOCX),
    ("xl/workbook.xml", XLSX),
    ("xl/workbook.bin", XLSX),
    ("ppt/presentation.xml", PPTX),
];

/// First bytes of files.
const BEGINS: [(&[u8], &str); 9] = [
    (b"%PDF-", PDF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD_OFFICE),
    (b"{\\rtf", RTF),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"GIF8", PICTURE),
    (b"\x1f\x8b", ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", ARCHIVE),
    (b"Rar!\x1a\x07", ARCHIVE),
];

/// A sentence about a file that is no zip.
pub(super) fn of_bytes(bytes: &[u8], name: Option<&str>) -> Option<&'static str> {
    let has_ending = |ending: &str| name.is_some_and(|name| name.to_ascii_lowercase().ends_with(ending));
    // Moodle packs backups as a compressed tar file.
    if bytes.starts_with(b"\x1f\x8b") && has_ending(".mbz") {
        return Some(MBZ);
    }
    let known = BEGINS.iter().find(|(begin, _)| bytes.starts_with(begin)).map(|(_, what)| *what);
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if root(text).as_deref() == Some("moodle_backup") {
        return Some(MBZ);
    }
    let is_page = begins(text, "<html")
        || begins(text, DOCTYPE)
            && text.get(DOCTYPE.len()..).is_some_and(|rest| begins(rest.trim_ascii_start(), "html"));
    known.or_else(|| is_page.then_some(PAGE))
}

/// Whether a text begins so, in any case.
fn begins(text: &[u8], begin: &str) -> bool {
    text.get(..begin.len()).is_some_and(|given| given.eq_ignore_ascii_case(begin.as_bytes()))
}

/// A sentence about a zip.
pub(super) fn of_package(package: &mut Package<'_>) -> Option<&'static str> {
    let known = WITHIN.iter().find(|(name, _)| package.has(name)).map(|(_, what)| *what);
    known.or_else(|| {
        let kind = package.has("mimetype").then(|| package.bytes("mimetype").ok()).flatten()?;
        match kind.trim_ascii() {
            b"application/vnd.oasis.opendocument.spreadsheet" => Some(ODS),
            b"application/vnd.oasis.opendocument.text" => Some(ODT),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use std::io::{Cursor, Write as _};
    use zip::{ZipWriter, write::SimpleFileOptions};

    #[test]
    fn files_of_other_kinds_are_distinguished() {
        let zip = |name: &str, text: &str| {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
            zip.finish().unwrap().into_inner()
        };
        for (bytes, name, what) in [
            (zip("h5p.json", "{}"), "a.h5p", "H5P file"),
            (zip("moodle_backup.xml", "<x/>"), "a.mbz", "backup of a Moodle course"),
            (b"\x1f\x8b\x08".to_vec(), "a.mbz", "backup of a Moodle course"),
            (b"<?xml version=\"1.0\"?>\n<moodle_backup/>".to_vec(), "a.xml", "backup of a Moodle course"),
            (b"\x1f\x8b\x08".to_vec(), "a.tar.gz", "archive that cannot be opened"),
            (b"7z\xbc\xaf\x27\x1c".to_vec(), "a.7z", "archive that cannot be opened"),
            (b"Rar!\x1a\x07\x00".to_vec(), "a.rar", "archive that cannot be opened"),
            (zip("word/document.xml", "<x/>"), "a.docx", "Word document"),
            (zip("xl/workbook.xml", "<x/>"), "a.xlsx", "Excel workbook"),
            (zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "a.ods", "LibreOffice spreadsheet"),
            (b"%PDF-1.7".to_vec(), "a.pdf", "This is a PDF"),
            (b"{\\rtf1 x}".to_vec(), "a.rtf", "document in RTF"),
            (b"\xef\xbb\xbf\n<!DOCTYPE HTML>".to_vec(), "a.htm", "web page"),
            (b"<html lang=\"en\">".to_vec(), "a.xml", "web page"),
        ] {
            let plan = read(&bytes, Some(name), None);
            assert!(!plan.is_good() && plan.findings[0].message.contains(what), "{name}: {:?}", plan.findings);
        }
    }
}
