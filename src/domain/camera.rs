//! Camera and microphone of a candidate, as the page reports them (`docs/behaviour/monitoring.md#live-monitoring`).

use super::{Error, Result};

/// State of a camera. Only the first four can come with a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camera {
    On,
    /// The device or the system withholds its picture: a lid, a privacy key, another tab.
    Muted,
    Black,
    Frozen,
    /// The candidate chose to go on without.
    Off,
    /// The browser's prompt is not answered yet.
    Asking,
    Denied,
    Missing,
    /// Another program uses it.
    Busy,
    Failed,
    Unsupported,
    Unplugged,
    /// The device stopped for another reason.
    Lost,
}

impl Camera {
    pub const ALL: [Self; 13] = [
        Self::On,
        Self::Muted,
        Self::Black,
        Self::Frozen,
        Self::Off,
        Self::Asking,
        Self::Denied,
        Self::Missing,
        Self::Busy,
        Self::Failed,
        Self::Unsupported,
        Self::Unplugged,
        Self::Lost,
    ];

    /// Sentence for administrators; `None` while it is on.
    #[must_use]
    pub const fn in_words(self) -> Option<&'static str> {
        Some(match self {
            Self::On => return None,
            Self::Muted => "The camera is muted: by its lid, a key or the system.",
            Self::Black => "The camera sends a black picture.",
            Self::Frozen => "The camera sends a frozen picture.",
            Self::Off => "The candidate chose to continue without a camera.",
            Self::Asking => "The browser asks for the camera, and has no answer yet.",
            Self::Denied => "The camera was denied.",
            Self::Missing => "No camera was found.",
            Self::Busy => "Another program uses the camera.",
            Self::Failed => "The camera could not be started.",
            Self::Unsupported => "This browser cannot use the camera here.",
            Self::Unplugged => "The camera was unplugged.",
            Self::Lost => "The camera has stopped.",
        })
    }

    /// Whether frames can arrive from a camera in this state.
    #[must_use]
    pub const fn may_send(self) -> bool {
        matches!(self, Self::On | Self::Muted | Self::Black | Self::Frozen)
    }
}

/// State of a microphone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Microphone {
    On,
    /// The device or the system withholds its sound.
    Muted,
    /// Not asked for, or off with the camera.
    Off,
    Denied,
    Missing,
    Busy,
    Unplugged,
    Lost,
}

impl Microphone {
    /// Sentence for administrators; `None` while it is on.
    #[must_use]
    pub const fn in_words(self) -> Option<&'static str> {
        Some(match self {
            Self::On => return None,
            Self::Muted => "The microphone is muted: by a key or the system.",
            Self::Off => "The microphone is off.",
            Self::Denied => "The microphone was denied.",
            Self::Missing => "No microphone was found.",
            Self::Busy => "Another program uses the microphone.",
            Self::Unplugged => "The microphone was unplugged.",
            Self::Lost => "The microphone has stopped.",
        })
    }
}

/// Longest name of a device, in characters; browsers' names have 20 to 60.
pub const MAX_DEVICE_NAME: usize = 120;

/// A device's name as the browser gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceName(String);

impl DeviceName {
    /// `None` for a blank name: browsers give names only once a device is allowed.
    ///
    /// # Errors
    /// 422 `invalid` for more than [`MAX_DEVICE_NAME`] characters, and for control characters.
    pub fn new(field: &str, name: &str) -> Result<Option<Self>> {
        let name = name.trim();
        if name.chars().count() > MAX_DEVICE_NAME || name.chars().any(char::is_control) {
            let message = format!("The name of a device must be one line of {MAX_DEVICE_NAME} characters at most.");
            return Err(Error::field(field, message));
        }
        Ok(Some(Self(name.to_owned())).filter(|_| !name.is_empty()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name is that of a program that poses as a camera. A fact, not a judgement: many people have a good
    /// reason for one.
    #[must_use]
    pub fn is_virtual(&self) -> bool {
        const PROGRAMS: [&str; 14] = [
            "virtual",
            "obs ",
            "manycam",
            "xsplit",
            "snap camera",
            "mmhmm",
            "camo",
            "droidcam",
            "epoccam",
            "ivcam",
            "iriun",
            "nvidia broadcast",
            "v4l2loopback",
            "dummy video",
        ];
        let name = self.0.to_lowercase();
        PROGRAMS.iter().any(|program| name.contains(program))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_a_word_of_its_own() {
        let words: std::collections::HashSet<_> = Camera::ALL.iter().map(|camera| camera.in_words()).collect();
        assert_eq!(words.len(), Camera::ALL.len());
    }

    #[test]
    fn names_are_one_short_line() {
        let name = |text: &str| DeviceName::new("camera_name", text).unwrap();
        assert_eq!(name("  "), None);
        assert_eq!(
            name(" OBS Virtual Camera ").map(|n| (n.as_str().to_owned(), n.is_virtual())).unwrap(),
            ("OBS Virtual Camera".to_owned(), true)
        );
        assert!(!name("Integrated Camera (04f2:b6d9)").unwrap().is_virtual());
        assert!(!name(&"x".repeat(MAX_DEVICE_NAME)).unwrap().is_virtual());
        assert!(DeviceName::new("f", &"x".repeat(MAX_DEVICE_NAME + 1)).is_err());
        assert!(DeviceName::new("f", "a\nb").is_err());
    }
}
