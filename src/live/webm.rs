//! Writes WebM (RFC 9559): one track of VP8 frames, as they came. Its cues are before the frames, so that a player can seek.

use std::time::Duration;
use webm_iterable::{
    WebmWriter, WriteOptions,
    errors::TagWriterError,
    matroska_spec::{Master, MatroskaSpec as Tag},
};

/// Timestamps are in milliseconds.
const TIMESTAMP_SCALE: u64 = 1_000_000;
const TRACK: u64 = 1;
/// Bytes of the segment's id, and of its unknown size.
const SEGMENT_HEADER: usize = 4 + 8;
const VIDEO: u64 = 1;
const KEY_FRAME: u8 = 0x80;
/// Longest cluster, whose blocks have times relative to it in 16 bits.
const MAX_CLUSTER_MILLIS: u64 = 30_000;
/// Passes until positions of clusters and the length of the cues that name them agree.
const MAX_PASSES: usize = 8;

/// A frame of VP8 with its time since the first one.
#[derive(Clone, Copy, Debug)]
pub struct VideoFrame<'f> {
    pub at: Duration,
    pub is_key: bool,
    pub data: &'f [u8],
}

impl VideoFrame<'_> {
    fn millis(&self) -> u64 {
        u64::try_from(self.at.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Frames up to the next key frame.
struct Cluster<'f> {
    start: u64,
    is_key: bool,
    frames: Vec<VideoFrame<'f>>,
}

fn clusters<'f>(frames: &[VideoFrame<'f>]) -> Vec<Cluster<'f>> {
    let mut found: Vec<Cluster<'f>> = Vec::new();
    for frame in frames {
        let at = frame.millis();
        match found.last_mut() {
            Some(last) if !frame.is_key && at.saturating_sub(last.start) < MAX_CLUSTER_MILLIS => {
                last.frames.push(*frame);
            }
            _ => found.push(Cluster { start: at, is_key: frame.is_key, frames: vec![*frame] }),
        }
    }
    found
}

/// Width and height by the header of a key frame (RFC 6386 section 9.1).
fn size(frame: &[u8]) -> Option<(u64, u64)> {
    let start = frame.get(3..6)?;
    let [w0, w1, h0, h1] = *frame.get(6..10)?.first_chunk()?;
    let side = |low, high| u64::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    (start == [0x9D, 0x01, 0x2A]).then(|| (side(w0, w1), side(h0, h1)))
}

fn header() -> Tag {
    Tag::Ebml(Master::Full(vec![
        Tag::EbmlVersion(1),
        Tag::EbmlReadVersion(1),
        Tag::EbmlMaxIdLength(4),
        Tag::EbmlMaxSizeLength(8),
        Tag::DocType("webm".to_owned()),
        Tag::DocTypeVersion(4),
        Tag::DocTypeReadVersion(2),
    ]))
}

fn info(duration: Duration) -> Tag {
    Tag::Info(Master::Full(vec![
        Tag::TimestampScale(TIMESTAMP_SCALE),
        Tag::MuxingApp("Invigil".to_owned()),
        Tag::WritingApp("Invigil".to_owned()),
        Tag::Duration(duration.as_secs_f64() * 1_000.0),
    ]))
}

fn tracks((width, height): (u64, u64)) -> Tag {
    let video = Tag::Video(Master::Full(vec![Tag::PixelWidth(width), Tag::PixelHeight(height)]));
    Tag::Tracks(Master::Full(vec![Tag::TrackEntry(Master::Full(vec![
        Tag::TrackNumber(TRACK),
        Tag::TrackUID(TRACK),
        Tag::TrackType(VIDEO),
        Tag::FlagLacing(0),
        Tag::CodecID("V_VP8".to_owned()),
        video,
    ]))]))
}

fn cues(clusters: &[Cluster<'_>], positions: &[u64]) -> Tag {
    let keys = clusters.iter().zip(positions).filter(|(cluster, _)| cluster.is_key);
    let point = |(cluster, position): (&Cluster<'_>, &u64)| {
        let place = vec![Tag::CueTrack(TRACK), Tag::CueClusterPosition(*position)];
        let place = Tag::CueTrackPositions(Master::Full(place));
        Tag::CuePoint(Master::Full(vec![Tag::CueTime(cluster.start), place]))
    };
    Tag::Cues(Master::Full(keys.map(point).collect()))
}

fn block(cluster: &Cluster<'_>, frame: &VideoFrame<'_>) -> Tag {
    let after = u16::try_from(frame.millis().saturating_sub(cluster.start)).unwrap_or(u16::MAX);
    let [high, low] = after.to_be_bytes();
    // The number of the track as a variable-length integer, the time, the flags.
    let mut bytes = vec![0x81, high, low, if frame.is_key { KEY_FRAME } else { 0 }];
    bytes.extend_from_slice(frame.data);
    Tag::SimpleBlock(bytes)
}

/// Writes the file with these positions of clusters, and returns where they are.
fn pass(
    frames: &[VideoFrame<'_>],
    clusters: &[Cluster<'_>],
    sides: (u64, u64),
    positions: &[u64],
) -> Result<(Vec<u8>, Vec<u64>), TagWriterError> {
    let mut out = WebmWriter::new(Vec::new());
    out.write(&header())?;
    out.write_advanced(&Tag::Segment(Master::Start), WriteOptions::is_unknown_sized_element())?;
    // The positions count from the end of the segment's header, which the writer writes with the next element.
    let start = out.get_ref().len() + SEGMENT_HEADER;
    out.write(&info(frames.last().map_or(Duration::ZERO, |frame| frame.at)))?;
    out.write(&tracks(sides))?;
    out.write(&cues(clusters, positions))?;
    let mut found = Vec::with_capacity(clusters.len());
    for cluster in clusters {
        found.push((out.get_ref().len() - start) as u64);
        let mut tags = vec![Tag::Timestamp(cluster.start)];
        tags.extend(cluster.frames.iter().map(|frame| block(cluster, frame)));
        out.write(&Tag::Cluster(Master::Full(tags)))?;
    }
    Ok((out.into_inner()?, found))
}

/// A WebM file of these frames, of which the first is a key frame. `None` if it is not, or if they cannot be written.
#[must_use]
pub fn write(frames: &[VideoFrame<'_>]) -> Option<Vec<u8>> {
    let first = frames.first().filter(|frame| frame.is_key)?;
    let sides = size(first.data)?;
    let clusters = clusters(frames);
    let mut positions = vec![0; clusters.len()];
    for _ in 0..MAX_PASSES {
        let (file, found) = pass(frames, &clusters, sides, &positions).ok()?;
        if found == positions {
            return Some(file);
        }
        positions = found;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use webm_iterable::{
        WebmIterator,
        matroska_spec::{EbmlTag, SimpleBlock},
    };

    /// A key frame of 320 x 240 with its header, or another frame.
    fn vp8(is_key: bool, n: u8) -> Vec<u8> {
        let head: &[u8] = if is_key { &[0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xF0, 0x00] } else { &[0x11, 0, 0] };
        [head, &[n; 300]].concat()
    }

    fn played(data: &[Vec<u8>], keys: usize) -> Vec<VideoFrame<'_>> {
        let at = |n: usize| Duration::from_millis(n as u64 * 200);
        data.iter().enumerate().map(|(n, data)| VideoFrame { at: at(n), is_key: n % keys == 0, data }).collect()
    }

    #[test]
    fn a_file_of_frames_reads_back() {
        let data: Vec<Vec<u8>> = (0..=255).map(|n| vp8(n % 25 == 0, n)).collect();
        let frames = played(&data, 25);
        let file = write(&frames).unwrap();
        let (mut times, mut cluster, mut cued, mut sides) = (Vec::new(), 0, Vec::new(), Vec::new());
        let mut reader = file.as_slice();
        for tag in WebmIterator::new(&mut reader, &[]) {
            match tag.unwrap() {
                Tag::Timestamp(at) => cluster = at,
                Tag::CueClusterPosition(at) => cued.push(at),
                Tag::PixelWidth(side) | Tag::PixelHeight(side) => sides.push(side),
                Tag::Duration(millis) => assert!((millis - 51_000.0).abs() < 0.1),
                Tag::SimpleBlock(bytes) => {
                    let block = SimpleBlock::try_from(bytes.as_slice()).unwrap();
                    let at = cluster + u64::try_from(block.timestamp).unwrap();
                    assert_eq!(block.raw_frame_data(), data[times.len()]);
                    times.push((at, block.keyframe));
                }
                _ => {}
            }
        }
        let expected: Vec<_> = (0..256_u64).map(|n| (n * 200, n % 25 == 0)).collect();
        assert_eq!((times, sides), (expected, vec![320, 240]));
        // Each cue is where a cluster begins.
        let id = Tag::Segment(Master::Start).get_id().to_be_bytes();
        let segment = file.windows(4).position(|four| four == &id[4..]).unwrap() + SEGMENT_HEADER;
        assert_eq!(cued.len(), 11);
        for at in cued {
            assert_eq!(file[segment + usize::try_from(at).unwrap()..][..4], [0x1F, 0x43, 0xB6, 0x75], "a cluster");
        }
    }

    #[test]
    fn a_long_gap_between_key_frames_begins_another_cluster() {
        let data: Vec<Vec<u8>> = (0..=255).map(|n| vp8(n == 0, n)).collect();
        let frames = played(&data, 1_000);
        assert_eq!(clusters(&frames).len(), 2);
        assert!(write(&frames).is_some());
    }

    #[test]
    fn frames_that_no_player_can_begin_with_make_no_file() {
        let (key, other) = (vp8(true, 1), vp8(false, 2));
        let frame = |is_key, data| VideoFrame { at: Duration::ZERO, is_key, data };
        assert!(write(&[]).is_none());
        assert!(write(&[frame(false, &other)]).is_none());
        assert!(write(&[frame(true, &other)]).is_none(), "no header");
        assert!(write(&[frame(true, &key[..9])]).is_none(), "cut off");
        assert!(write(&[frame(true, &key)]).is_some());
    }
}
