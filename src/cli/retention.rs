//! `invigil retention` and `invigil hold`: data that ends, and what stays nevertheless.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::{
        HoldId, TestId,
        retention::{RetentionChange, RetentionKind},
    },
    service::{
        actor::{Actor, SiteOperator},
        operate::retention::{self, holds},
    },
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Subcommand)]
pub enum Command {
    /// Show after how many days data are deleted
    #[command(after_help = "\
Examples:
  invigil retention show
  invigil retention show --json | jq .site.answers")]
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the rules; kinds that are not named stay
    #[command(after_help = "\
Days are 1 to 3650, or 'never'. With --test, the rules are those of one test, all of them: a kind that is not named follows
the site. See first what a rule would delete: 'invigil retention dry-run'.

Examples:
  invigil retention set --screenshots 30 --answers 365 --people 730
  invigil retention set --answers never
  invigil retention set --test 0198c1b2-7c11-7a5e-9d0f-3a6c6a0e4d11 --people 90")]
    Set(Rules),
    /// Count what the rules would delete now
    #[command(after_help = "\
Examples:
  invigil retention dry-run
  invigil retention dry-run --people 365
  invigil retention dry-run --json | jq .items")]
    DryRun {
        #[command(flatten)]
        rules: Rules,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Subcommand)]
pub enum HoldCommand {
    /// Keep the data of a person, an invite or a test although their time is over
    #[command(after_help = "\
Example:
  invigil hold add person grace@example.org --reason \"Appeal of 3 March\"")]
    Add {
        /// person, invite or test
        kind: String,
        /// Id of the person, invite or test; for a person, the email address is accepted too
        id: String,
        /// Why, at most 500 characters
        #[arg(long)]
        reason: String,
    },
    /// List holds
    #[command(after_help = "\
Example:
  invigil hold list --json")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Lift a hold
    #[command(after_help = "\
Example:
  invigil hold lift 0198c1b2-7c11-7a5e-9d0f-3a6c6a0e4d11")]
    Lift {
        /// Id of the hold, as 'invigil hold list' shows it
        id: String,
    },
}

/// Days, or `never`.
#[derive(clap::Args, Serialize, Deserialize)]
pub struct Rules {
    /// Screenshots of attempts that ended
    #[arg(long, value_name = "DAYS")]
    screenshots: Option<String>,
    /// Answers with their history, and what was written about them
    #[arg(long, value_name = "DAYS")]
    answers: Option<String>,
    /// Timeline, signals and messages of attempts that ended
    #[arg(long, value_name = "DAYS")]
    timeline: Option<String>,
    /// People without an open invitation, with all that is kept of them
    #[arg(long, value_name = "DAYS")]
    people: Option<String>,
    /// Mails that do not wait, with the texts of letters
    #[arg(long, value_name = "DAYS")]
    mails: Option<String>,
    /// Id of a test, for rules of its own
    #[arg(long, value_name = "ID")]
    test: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub enum RetentionOp {
    Show { json: bool },
    Set(Rules),
    DryRun { rules: Rules, json: bool },
    Hold { kind: String, id: String, reason: String },
    Holds { json: bool },
    Lift { id: String },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<RetentionOp>, Failure> {
        Ok(CliRequest::new(match self {
            Self::Show { json } => RetentionOp::Show { json },
            Self::Set(rules) if rules.days()?.is_empty() && rules.test.is_none() => {
                return Err(Failure::refused("Please name what to change: see 'invigil retention set --help'."));
            }
            Self::Set(rules) => RetentionOp::Set(rules),
            Self::DryRun { rules, json } => RetentionOp::DryRun { rules, json },
        }))
    }
}

impl HoldCommand {
    pub fn resolve(self) -> CliRequest<RetentionOp> {
        CliRequest::new(match self {
            Self::Add { kind, id, reason } => RetentionOp::Hold { kind, id, reason },
            Self::List { json } => RetentionOp::Holds { json },
            Self::Lift { id } => RetentionOp::Lift { id },
        })
    }
}

impl Rules {
    fn days(&self) -> Result<BTreeMap<String, Option<i64>>, Failure> {
        let given = [&self.screenshots, &self.answers, &self.timeline, &self.people, &self.mails];
        let named = RetentionKind::ALL.into_iter().zip(given).filter_map(|(kind, days)| Some((kind, days.as_ref()?)));
        let read = |(kind, days): (RetentionKind, &String)| {
            let number = if days == "never" { Ok(None) } else { days.parse().map(Some) };
            let refuse = |_| Failure::refused(format!("--{}: '{days}' is neither a number nor 'never'.", kind.name()));
            Ok((kind.name().to_owned(), number.map_err(refuse)?))
        };
        named.map(read).collect()
    }

    fn change(&self) -> Result<RetentionChange, Failure> {
        let days = self.days()?;
        let Some(test) = &self.test else { return Ok(RetentionChange { site: days, tests: Vec::new() }) };
        let test: TestId = test.parse().map_err(|_| Failure::refused(format!("'{test}' is not the id of a test.")))?;
        Ok(RetentionChange { site: BTreeMap::new(), tests: vec![(test, days)] })
    }
}

fn said(days: Option<u16>) -> String {
    days.map_or_else(|| "never".into(), |days| days.to_string())
}

/// # Errors
/// Refusals of the use case; writing.
pub async fn execute(app: &App, by: &Actor, op: RetentionOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let operator: &SiteOperator = &by.require()?;
    match op {
        RetentionOp::Show { json } => show(app, operator, json, out),
        RetentionOp::Set(rules) => {
            retention::set_rules(app, &by.require()?, rules.change()?, None).await?;
            show(app, operator, false, out)
        }
        RetentionOp::DryRun { rules, json } => {
            counted(&retention::dry_run(app, operator, rules.change()?).await?, json, out)
        }
        RetentionOp::Hold { kind, id, reason } => {
            let subject = holds::subject(app, operator, &kind, &id)?;
            let held = holds::place(app, operator, subject, &reason).await?;
            Ok(writeln!(out, "Hold {} on {} {}.", held.hold.id, kind, held.label)?)
        }
        RetentionOp::Holds { json } => list(app, operator, json, out),
        RetentionOp::Lift { id } => {
            let known: HoldId = id.parse().map_err(|_| Failure::refused(format!("'{id}' is not the id of a hold.")))?;
            holds::lift(app, operator, known).await?;
            Ok(writeln!(out, "Lifted hold {id}.")?)
        }
    }
}

fn show(app: &App, by: &SiteOperator, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let rules = retention::rules(app, by)?;
    let titles = retention::titles(app, &rules)?;
    let site: BTreeMap<_, _> = RetentionKind::ALL.map(|kind| (kind.name(), rules.days(kind, None))).into();
    if as_json {
        let tests: Vec<_> = rules
            .tests
            .iter()
            .map(|(id, days)| {
                let own: BTreeMap<_, _> = days.iter().map(|(kind, days)| (kind.name(), days)).collect();
                serde_json::json!({ "test_id": id.to_string(), "title": titles.get(id), "rules": own })
            })
            .collect();
        serde_json::to_writer_pretty(&mut *out, &serde_json::json!({ "site": site, "tests": tests }))?;
        return Ok(writeln!(out)?);
    }
    for (kind, days) in site {
        writeln!(out, "{kind:<14}{}", said(days))?;
    }
    for (id, days) in &rules.tests {
        let own: Vec<String> = days.iter().map(|(kind, days)| format!("{} {}", kind.name(), said(*days))).collect();
        writeln!(out, "{id}  {}  {}", own.join(", "), titles.get(id).map_or("", String::as_str))?;
    }
    Ok(())
}

/// Prints what a sweep would delete; JSON has the field names of the API.
fn counted(found: &retention::DryRun, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if as_json {
        let item = |item: &retention::DryRunItem| {
            let (id, title) = item.test.as_ref().map(|(id, title)| (id.to_string(), title)).unzip();
            serde_json::json!({
                "kind": item.kind.name(),
                "test_id": id,
                "title": title,
                "count": item.count,
                "unscored": item.unscored,
            })
        };
        let next: BTreeMap<_, _> = found.next.iter().map(|(kind, at)| (kind.name(), at.to_string())).collect();
        let body = serde_json::json!({
            "items": found.items.iter().map(item).collect::<Vec<_>>(),
            "next": next,
            "held": found.held,
            "sweep_at": found.sweep_at.map(|at| at.to_string()),
        });
        serde_json::to_writer_pretty(&mut *out, &body)?;
        return Ok(writeln!(out)?);
    }
    let rows = found.items.iter().map(|item| {
        let test = item.test.as_ref().map_or_else(String::new, |(_, title)| title.clone());
        [item.kind.name().to_owned(), item.count.to_string(), test]
    });
    text::table(out, ["KIND", "COUNT", "TEST"], &rows.collect::<Vec<_>>())?;
    for (kind, at) in &found.next {
        writeln!(out, "Next {}: {at}", kind.name())?;
    }
    if found.held > 0 {
        writeln!(out, "Kept by holds: {}", found.held)?;
    }
    match found.sweep_at {
        Some(at) => writeln!(out, "Deleted by the sweep at {at} or later.")?,
        None => writeln!(out, "Nothing ever ends by these rules.")?,
    }
    Ok(())
}

fn list(app: &App, by: &SiteOperator, as_json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let all = holds::list(app, by)?;
    let cells = |held: &holds::ListedHold| {
        [held.hold.id.to_string(), held.hold.subject.kind().into(), held.label.clone(), held.hold.reason.clone()]
    };
    let rows: Vec<_> = all.iter().map(cells).collect();
    if as_json {
        let rows: Vec<_> = rows.iter().map(|[id, kind, label, reason]| {
            serde_json::json!({ "id": id, "kind": kind, "label": label, "reason": reason })
        }).collect();
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        return Ok(writeln!(out)?);
    }
    Ok(text::table(out, ["ID", "KIND", "SUBJECT", "REASON"], &rows)?)
}
