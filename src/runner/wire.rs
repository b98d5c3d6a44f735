//! The protocol between server and runner, on a Unix socket: frames of a length (4 bytes, big-endian) and JSON. The server
//! connects; both sides begin with a [`Hello`]. A connection that ends cancels its jobs.

use super::{
    job::{Job, Outcome},
    language::{MAX_FACTOR, probe::Probe},
    sandbox::survey::SandboxLayer,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};
use uuid::Uuid;

/// Version of the protocol. Peers of different versions refuse each other.
pub const PROTOCOL: u32 = 3;
/// Largest frame in bytes. JSON may escape a byte of a test to six.
pub const MAX_FRAME: usize = 64 << 20;
/// Largest frame of a hello, the only one that is read before the version is known.
pub const MAX_HELLO: usize = 64 << 10;

/// Most programs that a runner runs at the same time.
pub const MAX_SLOTS: usize = 256;

/// First frame of the server.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub protocol: u32,
    /// Version of the product, for the log.
    pub version: String,
}

impl Hello {
    #[must_use]
    pub fn own() -> Self {
        Self { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// The runner's answer to a hello. It follows again whenever the survey of a language ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    pub protocol: u32,
    pub version: String,
    pub slots: usize,
    /// Names of the layers of the sandbox that hold.
    pub layers: Vec<String>,
    /// Why an optional layer is missing, and what to do.
    pub warnings: Vec<String>,
    pub languages: Vec<LanguageOffer>,
    #[serde(default)]
    pub survey: RunnerSurvey,
}

/// Findings of the runner about its machine: the offered languages follow from them, and the doctor shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunnerSurvey {
    pub sandbox: Vec<SandboxLayer>,
    pub probes: Vec<Probe>,
    /// Languages whose probe has not ended yet.
    pub pending: Vec<String>,
}

impl Welcome {
    /// The greeting of a runner that has found out nothing yet.
    #[must_use]
    pub fn own(slots: usize) -> Self {
        Self { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION").to_owned(), slots, ..Self::default() }
    }

    /// Whether it may still offer this language, as its probe has not ended.
    #[must_use]
    pub fn is_finding_out(&self, language: &str) -> bool {
        self.survey.pending.iter().any(|name| name == language)
    }

    /// The same greeting with the nearest numbers that a runner can have.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        self.slots = self.slots.clamp(1, MAX_SLOTS);
        for offer in &mut self.languages {
            offer.factor = offer.factor.clamp(1, MAX_FACTOR);
        }
        self
    }
}

/// A language whose probe succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageOffer {
    pub name: String,
    pub toolchain: String,
    /// Factor of the CPU limit.
    pub factor: u64,
}

/// A request of the server.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RunnerRequest {
    Run {
        job: Box<Job>,
    },
    /// No outcome follows, unless it was sent already.
    Cancel {
        id: Uuid,
    },
    /// Asks for a [`RunnerReply::Pong`]: a runner that is silent is not a runner that is busy.
    Ping,
}

/// A reply of the runner.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RunnerReply {
    /// The first frame, unless the connection is refused; later a newer survey.
    Welcome(Welcome),
    /// The job waits behind `place` others.
    Queued {
        id: Uuid,
        place: usize,
    },
    Started {
        id: Uuid,
    },
    /// Other jobs go first. [`RunnerReply::Started`] follows when it continues with its next test.
    Paused {
        id: Uuid,
    },
    Done {
        id: Uuid,
        outcome: Outcome,
    },
    /// The job was not queued. With `is_busy` it may be sent again later.
    Refused {
        id: Uuid,
        reason: String,
        is_busy: bool,
    },
    Pong,
    /// The last frame: the connection is closed because of `reason`.
    Closing {
        reason: String,
    },
}

/// Writes one frame.
///
/// # Errors
/// Of the stream; `InvalidInput` if the frame would exceed [`MAX_FRAME`].
pub fn write_frame(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let content = serde_json::to_vec(message)?;
    let length = u32::try_from(content.len()).ok().filter(|_| content.len() <= MAX_FRAME);
    let length = length.ok_or(io::ErrorKind::InvalidInput)?;
    // One write: a small frame is one segment.
    let frame = [&length.to_be_bytes(), &content[..]].concat();
    to.write_all(&frame)?;
    to.flush()
}

/// Reads one frame of at most `max` bytes; `None` at the end of the stream between two frames.
///
/// # Errors
/// Of the stream; `InvalidData` if the frame is too large or no such message.
pub fn read_frame<T: DeserializeOwned>(from: &mut impl Read, max: usize) -> io::Result<Option<T>> {
    read_content(from, max)?.map(|content| parse(&content)).transpose()
}

/// Parses the content of a frame.
///
/// # Errors
/// `InvalidData`.
pub fn parse<T: DeserializeOwned>(content: &[u8]) -> io::Result<T> {
    serde_json::from_slice(content).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads the content of one frame, as [`read_frame`] does.
///
/// # Errors
/// Of the stream; `InvalidData` if the frame is too large.
pub fn read_content(from: &mut impl Read, max: usize) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match read_some(from, &mut length)? {
        0 => return Ok(None),
        read => from.read_exact(length.get_mut(read..).unwrap_or_default())?,
    }
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
    if length > max {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // The buffer grows with the bytes that arrive: a claimed length reserves no memory.
    let mut content = Vec::new();
    from.take(length as u64).read_to_end(&mut content)?;
    if content.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(content))
}

/// A read that goes on after an interruption: a process that was stopped and continued, or frozen with its machine, finds its
/// reads with a timeout interrupted (signal(7)).
fn read_some(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{
        checker::Checker,
        job::{JobTest, Limits},
    };
    use proptest::prelude::*;

    fn job() -> RunnerRequest {
        let test = JobTest { input: "1\n\0\u{fffd}".into(), expected: Some(String::new()), report_output: true };
        RunnerRequest::Run {
            job: Box::new(Job {
                id: Uuid::from_u128(7),
                candidate: "c".into(),
                language: "python".into(),
                source: "print(1)\r\n".into(),
                tests: vec![test],
                checker: Checker::Numbers { tolerance: 0.5 },
                limits: Limits::default(),
                stops_at_failure: false,
            }),
        }
    }

    fn framed(message: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, message).unwrap();
        bytes
    }

    #[test]
    fn messages_round_trip() {
        let bytes = framed(&job());
        assert_eq!(read_frame::<RunnerRequest>(&mut bytes.as_slice(), MAX_FRAME).unwrap(), Some(job()));
        let bytes = framed(&Hello::own());
        assert_eq!(read_frame::<Hello>(&mut bytes.as_slice(), MAX_HELLO).unwrap(), Some(Hello::own()));
        assert_eq!(read_frame::<Hello>(&mut [].as_slice(), MAX_HELLO).unwrap(), None);
    }

    /// A reader that is interrupted before each byte.
    struct Interrupted<'b>(&'b [u8], bool);

    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let most = buffer.len().min(1);
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn an_interruption_ends_nothing() {
        let bytes = framed(&Hello::own());
        let mut from = Interrupted(&bytes, false);
        assert_eq!(read_frame::<Hello>(&mut from, MAX_HELLO).unwrap(), Some(Hello::own()));
        assert_eq!(read_frame::<Hello>(&mut from, MAX_HELLO).unwrap(), None);
    }

    #[test]
    fn a_claimed_length_is_not_trusted() {
        let error = |bytes: &[u8]| read_frame::<RunnerRequest>(&mut &bytes[..], MAX_FRAME).unwrap_err().kind();
        assert_eq!(error(&[0, 0, 0, 9, b'{']), io::ErrorKind::UnexpectedEof);
        assert_eq!(error(&[0, 0]), io::ErrorKind::UnexpectedEof);
        assert_eq!(error(&[0xff; 8]), io::ErrorKind::InvalidData);
        assert_eq!(error(&[0, 0, 0, 1, b'{']), io::ErrorKind::InvalidData);
        assert_eq!(error(&framed(&"[".repeat(10_000))), io::ErrorKind::InvalidData);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut from = bytes.as_slice();
            while matches!(read_frame::<RunnerRequest>(&mut from, MAX_FRAME), Ok(Some(_))) {}
        }

        #[test]
        fn a_changed_frame_is_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
            let mut bytes = framed(&job());
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(cut.index(bytes.len()) + 1);
            let _ = read_frame::<RunnerRequest>(&mut bytes.as_slice(), MAX_FRAME);
        }
    }
}
