//! How many packets of pictures were lost before they were sent again.

/// Packets of pictures. To its receiver, one that was sent again is not lost, so they are counted where they are sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct PicturePackets {
    /// Payload types of packets that are sent first and again; not known before the first picture.
    pub kinds: Option<(u8, Option<u8>)>,
    first: u32,
    again: u32,
}

impl PicturePackets {
    /// Counts a packet by its payload type, which encryption leaves readable (RFC 3711).
    pub fn count(&mut self, packet: &[u8]) {
        // RTP and RTCP begin so (RFC 7983); their types differ (RFC 5761).
        let ([128..=191, kind, ..], Some((first, again))) = (packet, self.kinds) else { return };
        let kind = *kind & 0x7f;
        if kind == first {
            self.first += 1;
        } else if again == Some(kind) {
            self.again += 1;
        }
    }

    /// Share of them that were sent again; `None` before the first picture.
    #[must_use]
    pub fn share_again(&self) -> Option<f64> {
        (self.first > 0).then(|| f64::from(self.again) / f64::from(self.first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_were_sent_again_were_lost_before() {
        let mut pictures = PicturePackets { kinds: Some((96, Some(97))), ..PicturePackets::default() };
        // Twice with the mark of a picture's end; sound, RTCP, STUN and DTLS are none of them.
        let packets: [&[u8]; 9] = [
            &[0x80, 96, 0],
            &[0x90, 96 + 128, 0],
            &[0x80, 96, 0],
            &[0x90, 96 + 128, 0],
            &[0x90, 97, 0],
            &[0x80, 111, 0],
            &[0x81, 201, 0],
            &[0, 1, 0],
            &[22, 254, 253],
        ];
        for packet in packets {
            pictures.count(packet);
        }
        assert_eq!((pictures.first, pictures.again, pictures.share_again()), (4, 1, Some(0.25)));
        assert_eq!(PicturePackets::default().share_again(), None);
    }
}
