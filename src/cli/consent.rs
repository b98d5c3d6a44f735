//! `invigil consent`: the texts that candidates accept before a start.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{
    app::App,
    domain::{
        TestId,
        consent::{ConsentDraft, TranslationDraft},
        rich_text::RichTextFormat,
    },
    service::{
        actor::Actor,
        settings::{
            consent::{self, StoredConsent},
            languages,
        },
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

#[derive(Subcommand)]
pub enum Command {
    /// Show the text that candidates accept before a start
    #[command(after_help = "\
Examples:
  invigil consent show
  invigil consent show --test 0198c1b2-7c11-7a5e-9d0f-3a6c6a0e4d11 --json")]
    Show {
        /// Id of a test, for the text of its own
        #[arg(long, value_name = "ID")]
        test: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Store a text; candidates accept it from the next start on
    #[command(after_help = "\
An empty file asks candidates for nothing; as the text of a test, it leaves it to the site's. With --language, the file is a
translation of the text that is stored, in its format; an empty one removes the translation. Candidates read it where the page is in
that language, and accept it instead of the text. Once the text changes, they read the new one until the translation is stored again.

Examples:
  invigil consent set consent.txt
  invigil consent set consent.md --markdown --test 0198c1b2-7c11-7a5e-9d0f-3a6c6a0e4d11
  invigil consent set zustimmung.txt --language de
  echo -n | invigil consent set -")]
    Set {
        /// File with the text, or - for standard input
        file: PathBuf,
        /// The text is Markdown
        #[arg(long)]
        markdown: bool,
        /// Language of a translation, such as de
        #[arg(long, value_name = "LANGUAGE", conflicts_with = "markdown")]
        language: Option<String>,
        /// Id of a test, for a text of its own
        #[arg(long, value_name = "ID")]
        test: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
pub struct ConsentOp {
    test: Option<String>,
    json: bool,
    change: Option<ConsentChange>,
}

#[derive(Serialize, Deserialize)]
enum ConsentChange {
    Text { text: String, is_markdown: bool },
    Translation { text: String, tag: String },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<ConsentOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { test, json } => ConsentOp { test, json, change: None },
            Self::Set { file, markdown, language, test } => {
                let text = if file == Path::new("-") {
                    let mut text = String::new();
                    io::stdin().read_to_string(&mut text).map(|_| text)
                } else {
                    fs::read_to_string(&file)
                };
                let text = text.map_err(|error| Failure::refused(format!("{}: {error}", file.display())))?;
                let change = match language {
                    Some(tag) => ConsentChange::Translation { text, tag },
                    None => ConsentChange::Text { text, is_markdown: markdown },
                };
                ConsentOp { test, json: false, change: Some(change) }
            }
        }))
    }
}

/// # Errors
/// Refusals of the use case; writing.
pub async fn execute(app: &App, by: &Actor, op: ConsentOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let ConsentOp { test, json, change } = op;
    let id = |text: &str| -> Result<TestId, Failure> {
        text.parse().map_err(|_| Failure::refused(format!("'{text}' is not the id of a test.")))
    };
    let test = test.as_deref().map(id).transpose()?;
    let mut stored = match test {
        None => consent::site(app, &by.require()?)?,
        Some(test) => consent::test(app, &by.require()?, test)?,
    };
    let Some(change) = change else { return show(&stored, false, json, out) };
    let (draft, version) = draft(app, &stored, change)?;
    stored = match test {
        None => consent::set_site(app, &by.require()?, draft, version).await?,
        Some(test) => consent::set_test(app, &by.require()?, test, draft, version).await?,
    };
    show(&stored, true, json, out)
}

/// The stored text with a change, and the version that the change depends on.
fn draft(app: &App, stored: &StoredConsent, change: ConsentChange) -> Result<(ConsentDraft, Option<u32>), Failure> {
    let (text, tag) = match change {
        ConsentChange::Text { text, is_markdown } => {
            let format = if is_markdown { RichTextFormat::Markdown } else { RichTextFormat::Plain };
            return Ok((ConsentDraft { text, format, translations: None }, None));
        }
        ConsentChange::Translation { text, tag } => (text, tag),
    };
    let Some(language) = languages::given(app, Some(&tag))? else {
        return Err(Failure::refused("--language needs a language, such as de"));
    };
    let Some(old) = stored.text.as_ref().filter(|text| text.is_set()) else {
        return Err(Failure::refused("There is no text to translate: store it first."));
    };
    let others = old.translations.iter().filter(|one| one.language != language);
    let mut translations: Vec<_> = others
        .map(|one| TranslationDraft { language: one.language, text: one.text.clone(), of: Some(one.of) })
        .collect();
    translations.push(TranslationDraft { language, text, of: None });
    let draft = ConsentDraft { text: old.text.clone(), format: old.format, translations: Some(translations) };
    Ok((draft, Some(old.version)))
}

fn show(stored: &StoredConsent, is_brief: bool, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let text = stored.text.as_ref().filter(|text| text.is_set());
    let version = stored.text.as_ref().map_or(0, |text| text.version);
    let hash = text.map(|text| text.hash().to_string());
    if as_json {
        let shown = serde_json::json!({
            "version": version,
            "text": text.map_or("", |text| &text.text),
            "format": text.map_or("plain", |text| match text.format {
                RichTextFormat::Plain => "plain",
                RichTextFormat::Markdown => "markdown",
            }),
            "hash": hash,
            "by": stored.by,
            "at": stored.text.as_ref().map(|text| text.at.to_string()),
            "translations": stored.text.iter().flat_map(|text| &text.translations).map(|one| {
                let (hash, source) = (one.hash().to_string(), one.of.to_string());
                let shown = serde_json::json!({ "text": one.text, "hash": hash, "source_hash": source });
                (one.language.code().to_owned(), shown)
            }).collect::<serde_json::Map<_, _>>(),
        });
        serde_json::to_writer_pretty(&mut *out, &shown)?;
        return Ok(writeln!(out)?);
    }
    match (text, hash) {
        (Some(text), Some(hash)) => {
            writeln!(out, "Version {version}, SHA-256 {hash}")?;
            for one in &text.translations {
                let state = if one.of == text.hash() { "" } else { ", not shown: the text has changed since" };
                writeln!(out, "Translation '{}', SHA-256 {}{state}", one.language.code(), one.hash())?;
            }
            if !is_brief {
                writeln!(out, "\n{}", text.text)?;
            }
        }
        _ => writeln!(out, "No text: candidates accept nothing of it.")?,
    }
    Ok(())
}
