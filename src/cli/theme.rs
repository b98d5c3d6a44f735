//! `invigil theme`: the theme of the web pages.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::theme::{self, Theme},
    service::{actor::SiteOperator, settings},
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Subcommand)]
pub enum Command {
    /// List available themes
    #[command(after_help = "Example:\n  invigil theme list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the theme in use
    #[command(after_help = "Example:\n  invigil theme show --json")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Set the theme; custom colours set by an administrator are kept
    #[command(after_help = "Example:\n  invigil theme set professional")]
    Set {
        /// Name of the theme, see 'invigil theme list'
        name: String,
    },
}

#[derive(Serialize, Deserialize)]
pub enum ThemeOp {
    List { json: bool },
    Show { json: bool },
    Set { name: String },
}

impl Command {
    #[expect(clippy::unnecessary_wraps, reason = "same signature as the other commands")]
    pub fn resolve(self) -> Result<CliRequest<ThemeOp>, Failure> {
        Ok(match self {
            Self::List { json } => CliRequest::new(ThemeOp::List { json }),
            Self::Show { json } => CliRequest::new(ThemeOp::Show { json }),
            Self::Set { name } => CliRequest::creating(ThemeOp::Set { name }),
        })
    }
}

pub async fn execute(app: &App, by: &SiteOperator, op: ThemeOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        ThemeOp::List { json } => list(&settings::theme(app)?.name, json, out)?,
        ThemeOp::Show { json } => {
            let used = settings::theme(app)?;
            if json {
                let body = json!({ "themeName": used.name, "customColors": used.custom_colors });
                serde_json::to_writer_pretty(&mut *out, &body)?;
                writeln!(out)?;
                return Ok(());
            }
            writeln!(out, "{}", label(&used.name))?;
            for (slot, colour) in &used.custom_colors {
                writeln!(out, "  {slot}: {colour}")?;
            }
        }
        ThemeOp::Set { name } => {
            let now = settings::set_theme(app, by, &name, None, None).await?;
            writeln!(out, "The theme is now {}.", label(&now.name))?;
        }
    }
    Ok(())
}

fn label(name: &str) -> String {
    theme::named(name).map_or_else(|| name.to_owned(), |t| format!("{} ({})", t.label, t.name))
}

fn list(used: &str, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if json {
        let row = |t: &Theme| json!({ "name": t.name, "label": t.label, "dark": t.dark, "in_use": t.name == used });
        let rows: Vec<_> = theme::all().iter().map(row).collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    let cells = |t: &Theme| {
        let in_use = if t.name == used { "in use" } else { "" };
        [t.name.clone(), t.label.clone(), in_use.to_owned()]
    };
    let rows: Vec<_> = theme::all().iter().map(cells).collect();
    Ok(text::table(out, ["NAME", "LABEL", ""], &rows)?)
}
