//! Texts of QTI 1.2: pieces of HTML or plain text, pictures between them.

use crate::service::import::{
    html::{ForeignText, unmarked},
    qti::xml::XmlElement,
};

/// The text of an element's material.
pub fn text(element: &XmlElement) -> ForeignText {
    let mut pieces = Vec::new();
    collect(element, &mut pieces);
    joined(&pieces, element.line)
}

/// A piece of a text.
pub enum Piece {
    Html(String),
    Plain(String),
    Gap(char),
}

/// The pieces below an element, in their order.
pub fn collect(element: &XmlElement, pieces: &mut Vec<Piece>) {
    element.mark();
    collect_within(element, pieces);
}

fn collect_within(element: &XmlElement, pieces: &mut Vec<Piece>) {
    for child in element.children() {
        match child.name.as_str() {
            "mattext" | "mat_formattedtext" => {
                let source = unmarked(&child.raw_text());
                let kind = child.attribute("texttype").or_else(|| child.attribute("type")).unwrap_or_default();
                let kind = kind.to_ascii_lowercase();
                if kind.contains("html") || kind.contains("smart_text") {
                    pieces.push(Piece::Html(source));
                } else {
                    match ForeignText::auto(&source, child.line) {
                        // Some programs write HTML and call it plain.
                        ForeignText::Html(_) => pieces.push(Piece::Html(source)),
                        ForeignText::Plain(text) | ForeignText::Markdown(text) => pieces.push(Piece::Plain(text)),
                    }
                }
            }
            "matimage" => {
                child.mark();
                let source = child.attribute("uri").unwrap_or_default();
                let alt = child.attribute("label").unwrap_or_default();
                let source = html_escape::encode_double_quoted_attribute(source);
                pieces.push(Piece::Html(format!(
                    "<img src=\"{source}\" alt=\"{}\">",
                    html_escape::encode_double_quoted_attribute(alt)
                )));
            }
            "matbreak" => {
                child.mark();
                pieces.push(Piece::Html("<br>".into()));
            }
            "mataudio" | "matvideo" => {
                child.mark();
                pieces.push(Piece::Html("<video></video>".into()));
            }
            name if name.starts_with("response_") || name.starts_with("render_") => {}
            "material"
            | "mat_extension"
            | "flow"
            | "flow_mat"
            | "presentation"
            | "altmaterial"
            | "render_choice"
            | "flow_label"
            | "response_label"
            | "solution"
            | "solutionmaterial"
            | "hint"
            | "hintmaterial"
            | "answer_key_material" => {
                collect(child, pieces);
            }
            _ => {
                // Its texts are shown, and its name is reported: it stays unmarked.
                collect_within(child, pieces);
            }
        }
    }
}

pub fn joined(pieces: &[Piece], line: u64) -> ForeignText {
    let is_plain = pieces.iter().all(|piece| !matches!(piece, Piece::Html(_)));
    let has_gaps = pieces.iter().any(|piece| matches!(piece, Piece::Gap(_)));
    if is_plain {
        let parts = pieces.iter().map(|piece| match piece {
            Piece::Html(text) | Piece::Plain(text) => text.clone(),
            Piece::Gap(gap) => gap.to_string(),
        });
        let text = parts.collect::<Vec<_>>().join(if has_gaps { " " } else { "\n" });
        return ForeignText::Plain(text.trim().to_owned());
    }
    let parts = pieces.iter().map(|piece| match piece {
        Piece::Html(html) if has_gaps => html.clone(),
        Piece::Html(html) => format!("<div>{html}</div>"),
        Piece::Plain(text) if has_gaps => html_escape::encode_text(text).into_owned(),
        Piece::Plain(text) => format!("<div>{}</div>", html_escape::encode_text(text)),
        Piece::Gap(gap) => gap.to_string(),
    });
    ForeignText::html(&parts.collect::<Vec<_>>().join(if has_gaps { " " } else { "" }), line)
}
