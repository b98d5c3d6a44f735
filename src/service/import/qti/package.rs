//! Files of a package: items and pictures.

use super::{
    super::{package::Package, pictures::Pictures},
    reader::PictureSource,
    xml::{self, XmlElement},
};
use crate::domain::PictureHash;

/// A package with the pictures found in it so far.
pub struct PackageReader<'b> {
    pub package: Package<'b>,
    pub pictures: Pictures,
}

/// Line and message of what is wrong with a file.
pub type FileFault = (Option<u64>, String);

impl PackageReader<'_> {
    pub fn xml(&mut self, name: &str) -> Result<XmlElement, FileFault> {
        let bytes = self.package.bytes(name).map_err(|why| (None, why))?;
        xml::parse(&bytes).map_err(|(line, why)| (Some(line), why))
    }
}

/// The pictures that files of a package refer to.
pub struct Of<'s, 'b> {
    pub source: &'s mut PackageReader<'b>,
    pub files: &'s [String],
}

impl PictureSource for Of<'_, '_> {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let PackageReader { package, pictures } = &mut *self.source;
        if let Some(found) = pictures.within(source) {
            return found;
        }
        let found = self.files.iter().filter_map(|file| package.find(file, source));
        let names: Vec<String> = found.collect();
        let name = names.iter().find(|name| package.has(name)).or(names.first());
        let name = name.ok_or("This path does not name a file in the package.")?;
        pictures.get(name, || package.bytes(name))
    }
}
