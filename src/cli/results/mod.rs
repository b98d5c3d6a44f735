//! `invigil results`: results for other programs, and their scores.

mod changes;
mod export;
mod rescore;
mod scope;

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{app::App, service::actor::Actor};
use clap::Subcommand;
use serde::{Deserialize, Serialize};

#[derive(Subcommand)]
pub enum Command {
    /// Export results, oldest first
    Export(export::Args),
    /// Score results again from answers, keys, repairs and reviews
    Rescore(rescore::Args),
}

#[derive(Serialize, Deserialize)]
pub enum ResultsOp {
    Export(export::ExportOp),
    Rescore(rescore::RescoreOp),
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<ResultsOp>, Failure> {
        Ok(match self {
            Self::Export(args) => args.resolve()?.map(ResultsOp::Export),
            Self::Rescore(args) => args.resolve()?.map(ResultsOp::Rescore),
        })
    }
}

pub async fn execute(app: &App, by: &Actor, op: ResultsOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        ResultsOp::Export(export::ExportOp::All(op)) => export::execute(app, &by.require()?, &op, out),
        ResultsOp::Export(export::ExportOp::Changes(op)) => changes::execute(app, &by.require()?, op, out).await,
        ResultsOp::Rescore(op) => rescore::execute(app, &by.require()?, op, out).await,
    }
}
