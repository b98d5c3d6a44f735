//! Streaming JSON array, so that a long one needs no memory.

use super::{failure::Failure, request::CommandOutput};
use serde::Serialize;

pub struct Array<'a, 'o> {
    out: &'a mut CommandOutput<'o>,
    empty: bool,
}

impl<'a, 'o> Array<'a, 'o> {
    pub fn begin(out: &'a mut CommandOutput<'o>) -> Result<Self, Failure> {
        out.write_all(b"[")?;
        Ok(Self { out, empty: true })
    }

    /// Writes one element, on its own line.
    pub fn push(&mut self, element: &impl Serialize) -> Result<(), Failure> {
        self.out.write_all(if self.empty { b"\n  " } else { b",\n  " })?;
        self.empty = false;
        Ok(serde_json::to_writer(&mut *self.out, element)?)
    }

    pub fn end(self) -> Result<(), Failure> {
        Ok(self.out.write_all(if self.empty { b"]\n" } else { b"\n]\n" })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_elements_is_valid_json() {
        for n in 0..3 {
            let mut out = Vec::new();
            let mut array = Array::begin(&mut out).ok().unwrap();
            (0..n).for_each(|i| assert!(array.push(&i).is_ok()));
            assert!(array.end().is_ok());
            let read: Vec<i32> = serde_json::from_slice(&out).unwrap();
            assert_eq!(read, (0..n).collect::<Vec<_>>());
        }
    }
}
