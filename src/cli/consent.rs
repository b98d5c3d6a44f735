//! `invigil consent`: the texts that candidates accept before a start.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{
    app::App,
    domain::{TestId, consent::ConsentDraft, rich_text::RichTextFormat},
    service::{
        actor::Actor,
        settings::consent::{self, StoredConsent},
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
An empty file asks candidates for nothing; as the text of a test, it leaves it to the site's.

Examples:
  invigil consent set consent.txt
  invigil consent set consent.md --markdown --test 0198c1b2-7c11-7a5e-9d0f-3a6c6a0e4d11
  echo -n | invigil consent set -")]
    Set {
        /// File with the text, or - for standard input
        file: PathBuf,
        /// The text is Markdown
        #[arg(long)]
        markdown: bool,
        /// Id of a test, for a text of its own
        #[arg(long, value_name = "ID")]
        test: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
pub struct ConsentOp {
    test: Option<String>,
    json: bool,
    /// The new text, and whether it is Markdown.
    text: Option<(String, bool)>,
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<ConsentOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { test, json } => ConsentOp { test, json, text: None },
            Self::Set { file, markdown, test } => {
                let text = if file == Path::new("-") {
                    let mut text = String::new();
                    io::stdin().read_to_string(&mut text).map(|_| text)
                } else {
                    fs::read_to_string(&file)
                };
                let text = text.map_err(|error| Failure::refused(format!("{}: {error}", file.display())))?;
                ConsentOp { test, json: false, text: Some((text, markdown)) }
            }
        }))
    }
}

/// # Errors
/// Refusals of the use case; writing.
pub async fn execute(app: &App, by: &Actor, op: ConsentOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let ConsentOp { test, json, text } = op;
    let id = |text: &str| -> Result<TestId, Failure> {
        text.parse().map_err(|_| Failure::refused(format!("'{text}' is not the id of a test.")))
    };
    let test = test.as_deref().map(id).transpose()?;
    let format = |is_markdown| if is_markdown { RichTextFormat::Markdown } else { RichTextFormat::Plain };
    let draft = text.map(|(text, is_markdown)| ConsentDraft { text, format: format(is_markdown) });
    let is_set = draft.is_some();
    let stored = match (test, draft) {
        (None, None) => consent::site(app, &by.require()?)?,
        (Some(test), None) => consent::test(app, &by.require()?, test)?,
        (None, Some(draft)) => consent::set_site(app, &by.require()?, draft, None).await?,
        (Some(test), Some(draft)) => consent::set_test(app, &by.require()?, test, draft, None).await?,
    };
    show(&stored, is_set, json, out)
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
        });
        serde_json::to_writer_pretty(&mut *out, &shown)?;
        return Ok(writeln!(out)?);
    }
    match (text, hash) {
        (Some(text), Some(hash)) => {
            writeln!(out, "Version {version}, SHA-256 {hash}")?;
            if !is_brief {
                writeln!(out, "\n{}", text.text)?;
            }
        }
        _ => writeln!(out, "No text: candidates accept nothing of it.")?,
    }
    Ok(())
}
