//! The zip file of evidence: stored entries alone, written in one way only, so that every byte of a file can be checked
//! (`docs/evidence.md#the-file`).

use std::io::{self, Write};

/// Bytes of a file.
pub const MAX_BYTES: u64 = 512 * 1024 * 1024;
/// Entries of a file: with screenshots at their limit, some more than there can be.
pub const MAX_ENTRIES: usize = 300;
const MAX_NAME: usize = 100;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const LOCAL_SIZE: usize = 30;
/// The version that readers need, 2.0.
const VERSION: u16 = 20;
/// 1980-01-01, the first day that the format knows.
const DATE: u16 = 0x21;

struct ZipEntry {
    name: String,
    crc: u32,
    size: u32,
    offset: u32,
}

fn short(out: &mut Vec<u8>, number: u16) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn long(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "the evidence is too large for one file")
}

impl ZipEntry {
    /// Fields common to both headers of an entry: from the version to the length of the extra field.
    fn common(&self, out: &mut Vec<u8>) {
        short(out, VERSION);
        for field in [0, 0, 0, DATE] {
            short(out, field);
        }
        for field in [self.crc, self.size, self.size] {
            long(out, field);
        }
        // Names are far shorter than 64 KiB.
        short(out, u16::try_from(self.name.len()).unwrap_or(u16::MAX));
        short(out, 0);
    }

    fn local(&self) -> Vec<u8> {
        let mut out = LOCAL.to_vec();
        self.common(&mut out);
        out.extend_from_slice(self.name.as_bytes());
        out
    }

    fn central(&self) -> Vec<u8> {
        let mut out = CENTRAL.to_vec();
        short(&mut out, VERSION);
        self.common(&mut out);
        // Comment, disk, attributes.
        for field in [0; 3] {
            short(&mut out, field);
        }
        long(&mut out, 0);
        long(&mut out, self.offset);
        out.extend_from_slice(self.name.as_bytes());
        out
    }
}

/// Writes entries one after another.
pub struct ArchiveWriter<W> {
    out: W,
    written: u64,
    entries: Vec<ZipEntry>,
}

impl<W: Write> ArchiveWriter<W> {
    pub const fn new(out: W) -> Self {
        Self { out, written: 0, entries: Vec::new() }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        if self.written > MAX_BYTES {
            return Err(too_large());
        }
        self.out.write_all(bytes)
    }

    /// # Errors
    /// Those of the output, and an entry beyond the limits.
    pub fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let size = u32::try_from(content.len()).map_err(|_| too_large())?;
        let offset = u32::try_from(self.written).map_err(|_| too_large())?;
        if self.entries.len() >= MAX_ENTRIES {
            return Err(too_large());
        }
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let entry = ZipEntry { name: name.to_owned(), crc: crc.sum(), size, offset };
        self.write(&entry.local())?;
        self.write(content)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<()> {
        let start = u32::try_from(self.written).map_err(|_| too_large())?;
        let directory: Vec<u8> = self.entries.iter().flat_map(ZipEntry::central).collect();
        self.write(&directory)?;
        let mut end = END.to_vec();
        let count = u16::try_from(self.entries.len()).map_err(|_| too_large())?;
        for field in [0, 0, count, count] {
            short(&mut end, field);
        }
        long(&mut end, u32::try_from(directory.len()).map_err(|_| too_large())?);
        long(&mut end, start);
        short(&mut end, 0);
        self.write(&end)
    }
}

/// An output that compares what is written with what is expected.
struct Same<'b>(&'b [u8]);

impl Write for Same<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Name and content of an entry.
pub type File<'b> = (&'b str, &'b [u8]);

fn entry(bytes: &[u8]) -> Option<(File<'_>, &[u8])> {
    let header = bytes.get(..LOCAL_SIZE)?;
    let size = u32::from_le_bytes(*header.get(18..)?.first_chunk()?);
    let length = u16::from_le_bytes(*header.get(26..)?.first_chunk()?);
    let (name, rest) = bytes[LOCAL_SIZE..].split_at_checked(length.into())?;
    let (content, rest) = rest.split_at_checked(usize::try_from(size).ok()?)?;
    let is_plain = name.len() <= MAX_NAME && name.iter().all(u8::is_ascii_graphic);
    let name = str::from_utf8(name).ok().filter(|_| is_plain)?;
    Some(((name, content), rest))
}

/// The entries of a file; `None` unless [`ArchiveWriter`] would write exactly these bytes for them, or if a name occurs twice.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<File<'_>>> {
    let (mut files, mut rest): (Vec<File<'_>>, _) = (Vec::new(), bytes);
    while rest.starts_with(&LOCAL) {
        let (file, behind) = entry(rest)?;
        if files.len() >= MAX_ENTRIES || files.iter().any(|(name, _)| *name == file.0) {
            return None;
        }
        files.push(file);
        rest = behind;
    }
    let mut same = Same(bytes);
    let mut writer = ArchiveWriter::new(&mut same);
    files.iter().try_for_each(|(name, content)| writer.add(name, content)).ok()?;
    writer.finish().ok()?;
    same.0.is_empty().then_some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const FILES: [(&str, &[u8]); 3] = [("a.txt", b"one"), ("empty", b""), ("b/c.txt", b"PK\x03\x04")];

    fn written(files: &[File<'_>]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut writer = ArchiveWriter::new(&mut out);
        for (name, content) in files {
            writer.add(name, content).unwrap();
        }
        writer.finish().unwrap();
        out
    }

    #[test]
    fn other_programs_read_it() {
        let mut archive = zip::ZipArchive::new(io::Cursor::new(written(&FILES))).unwrap();
        assert_eq!(archive.len(), FILES.len());
        for (name, content) in FILES {
            let mut found = Vec::new();
            archive.by_name(name).unwrap().read_to_end(&mut found).unwrap();
            assert_eq!(found, content);
        }
    }

    #[test]
    fn it_is_read_as_written_and_every_other_byte_is_refused() {
        let bytes = written(&FILES);
        assert_eq!(read(&bytes).unwrap(), FILES);
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            // The content is covered by its checksum, all else by the comparison.
            assert_eq!(read(&changed), None, "byte {place}");
            assert_eq!(read(&bytes[..place]), None, "cut at {place}");
        }
        assert_eq!(read(&[&bytes[..], b" "].concat()), None);
        assert_eq!(read(&written(&[FILES[0], FILES[0]])), None, "a name twice");
    }
}
