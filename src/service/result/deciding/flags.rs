//! Numbers of observations during an attempt. They inform people; none of them is a verdict.

use crate::{
    domain::{
        AttemptId, Result,
        signal::{IntegritySignal, SignalKind},
        timeline::TimelineHead,
    },
    store::{IdRange, Read},
};
use std::ops::ControlFlow;

/// Numbers of observations during an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub left_tab: u32,
    pub pasted: u32,
    pub left_fullscreen: u32,
    /// The camera was denied or lost, or its picture withheld, black or frozen.
    pub camera: u32,
    pub second_screen: u32,
    /// Continued without a camera.
    pub unmonitored: u32,
    /// Set by proctors.
    pub proctor: u32,
}

impl Flags {
    #[must_use]
    pub const fn total(&self) -> u32 {
        let Self { left_tab, pasted, left_fullscreen, camera, second_screen, unmonitored, proctor } = *self;
        left_tab + pasted + left_fullscreen + camera + second_screen + unmonitored + proctor
    }

    /// The flags that are there: `left_tab 3, pasted 1`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { left_tab, pasted, left_fullscreen, camera, second_screen, unmonitored, proctor } = *self;
        let named = [
            ("left_tab", left_tab),
            ("pasted", pasted),
            ("left_fullscreen", left_fullscreen),
            ("camera", camera),
            ("second_screen", second_screen),
            ("unmonitored", unmonitored),
            ("proctor", proctor),
        ];
        let there = named.iter().filter(|(_, number)| *number > 0).map(|(name, number)| format!("{name} {number}"));
        there.collect::<Vec<_>>().join(", ")
    }

    const fn add(&mut self, kind: SignalKind) {
        match kind {
            SignalKind::TabHidden => self.left_tab += 1,
            SignalKind::Paste => self.pasted += 1,
            SignalKind::FullscreenLeft => self.left_fullscreen += 1,
            SignalKind::CameraDenied
            | SignalKind::CameraLost
            | SignalKind::CameraMuted
            | SignalKind::CameraBlack
            | SignalKind::CameraFrozen => self.camera += 1,
            SignalKind::SecondScreen => self.second_screen += 1,
            SignalKind::ProceededWithoutMonitoring => self.unmonitored += 1,
            // The ends of others; a window without focus is often one that was left, too; an error is the page's own.
            SignalKind::TabVisible
            | SignalKind::Blur
            | SignalKind::Focus
            | SignalKind::CameraBack
            | SignalKind::PageError
            | SignalKind::CameraChanged
            | SignalKind::MicrophoneLost
            | SignalKind::MicrophoneBack => {}
        }
    }
}

/// # Errors
/// Storage only.
pub(in crate::service) fn of(read: &impl Read, id: AttemptId) -> Result<Flags> {
    let mut flags = Flags::default();
    read.scan_ids::<IntegritySignal>(IdRange::under(id), false, &mut |signal| {
        let (_, _, kind) = signal?;
        flags.add(kind);
        Ok(ControlFlow::Continue(()))
    })?;
    flags.proctor = read.get::<TimelineHead>(id)?.map_or(0, |head| head.flags);
    Ok(flags)
}
