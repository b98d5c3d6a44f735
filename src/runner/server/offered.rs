//! Languages that a runner offers: they follow from the probes, and grow while these are made.

use crate::{
    runner::{
        language::{
            Language,
            kept::{self, KeptSurvey},
            probe::Probe,
        },
        wire::{LanguageOffer, Welcome},
    },
    sync::{Mutex, MutexGuard},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::PoisonError,
};

/// Languages, and what is known about them.
#[derive(Clone, Serialize, Deserialize)]
pub struct LanguageTable {
    /// Offered languages with the version of their toolchain.
    offered: BTreeMap<String, (Language, String)>,
    /// Languages to be probed, those without a compiler first.
    unknown: VecDeque<Language>,
    kept: KeptSurvey,
    welcome: Welcome,
}

impl LanguageTable {
    /// Takes over what an earlier start found out. `welcome` says nothing about languages yet.
    #[must_use]
    pub fn new(languages: Vec<Language>, kept: KeptSurvey, welcome: Welcome) -> Self {
        let mut table = Self { offered: BTreeMap::new(), unknown: VecDeque::new(), kept, welcome };
        let (quick, compiled): (Vec<_>, Vec<_>) = languages.into_iter().partition(|one| one.compile.is_empty());
        for language in quick.into_iter().chain(compiled) {
            match table.kept.probe(&language, &kept::tools(&language)) {
                Some(probe) => table.learn(language, probe),
                None => table.unknown.push_back(language),
            }
        }
        table.welcome.survey.pending = table.unknown.iter().map(|language| language.name.clone()).collect();
        table
    }

    #[must_use]
    pub const fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Languages to probe.
    pub(super) fn take_unknown(&mut self) -> VecDeque<Language> {
        std::mem::take(&mut self.unknown)
    }

    fn learn(&mut self, language: Language, probe: Probe) {
        let survey = &mut self.welcome.survey;
        survey.pending.retain(|name| *name != language.name);
        survey.probes.retain(|known| known.name != probe.name);
        survey.probes.push(probe.clone());
        if probe.works {
            tracing::info!(language = language.name, version = probe.version, "offered");
            let bears_idle = language.bears_idle && !probe.only_nice;
            let language = Language { bears_idle, ..language };
            self.offered.insert(language.name.clone(), (language, probe.version));
        } else {
            tracing::info!(language = language.name, problem = probe.problem, fix = probe.fix, "not offered");
        }
        let offer = |(language, toolchain): &(Language, String)| LanguageOffer {
            name: language.name.clone(),
            toolchain: toolchain.clone(),
            factor: language.factor,
        };
        self.welcome.languages = self.offered.values().map(offer).collect();
    }
}

/// A table that slots and connections share.
pub(super) struct Offered(Mutex<LanguageTable>);

impl Offered {
    pub const fn new(table: LanguageTable) -> Self {
        Self(Mutex::new(table))
    }

    fn table(&self) -> MutexGuard<'_, LanguageTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn welcome(&self) -> Welcome {
        self.table().welcome.clone()
    }

    /// A language that is offered, with the version of its toolchain.
    pub fn get(&self, name: &str) -> Option<(Language, String)> {
        self.table().offered.get(name).cloned()
    }

    /// Offers what a probe found to work; `tools` were those of the language before it. Returns the survey if it has ended.
    pub fn learn(&self, language: Language, tools: String, probe: Probe) -> Option<KeptSurvey> {
        let mut table = self.table();
        table.kept.keep(tools, probe.clone());
        table.learn(language, probe);
        table.welcome.survey.pending.is_empty().then(|| table.kept.clone())
    }
}
