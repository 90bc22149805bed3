//! The bytes of a certificate.

use chess::Small;

use crate::judge::certificate::SectionDraft;

const MARK: &[u8; 8] = b"NASVCERT";
const VERSION: u32 = 1;

/// Appends what is said about an ending.
pub(super) fn write_section(
    section: &SectionDraft,
    listed: Option<&[Small]>,
    is_strong: bool,
    content: &mut Vec<u8>,
) {
    let places = section.order.positions().map(|(place, _)| place as u32);
    let places: Vec<u32> = places.collect();
    if let Some(listed) = listed {
        let mut bits = vec![0u8; places.len().div_ceil(8)];
        for position in listed {
            let place = section.order.of(position) as u32;
            let idx = places.binary_search(&place);
            let idx = idx.expect("a position of the ending has a place");
            bits[idx / 8] |= 1 << (idx % 8);
        }
        content.extend(bits);
    }
    for place in &places {
        number(u32::from(section.said[*place as usize]), content);
    }
    let is_planned = |place: u32| section.measure(place as usize).is_some();
    let further = |place: u32| section.further.get(&place).map_or(&[][..], Vec::as_slice);
    for place in places.iter().copied() {
        if is_strong {
            number(further(place).len() as u32, content);
        }
        if is_planned(place) {
            number(u32::from(section.numbers[place as usize]), content);
        }
        for plan in further(place) {
            number(u32::from(plan.measure), content);
            number(u32::from(plan.number), content);
        }
    }
    if !is_strong {
        return;
    }
    let own = |place: u32| section.goes_on.get(&place).map_or(&[][..], Vec::as_slice);
    for place in places.iter().copied() {
        let own = is_planned(place).then(|| own(place));
        let further = further(place).iter().map(|plan| plan.goes_on.as_slice());
        for goes_on in own.into_iter().chain(further) {
            number(goes_on.len() as u32, content);
            goes_on.iter().for_each(|next| number(*next, content));
        }
    }
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit set.
fn number(mut number: u32, content: &mut Vec<u8>) {
    while number > 127 {
        content.push(number as u8 | 128);
        number >>= 7;
    }
    content.push(number as u8);
}

/// The content as part of a file: with mark, version, checksum and lengths, and packed.
pub(super) fn wrap(content: &[u8]) -> Vec<u8> {
    let packed = lz4_flex::block::compress(content);
    let mut bytes = MARK.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend((packed.len() as u64).to_le_bytes());
    bytes.extend(packed);
    bytes
}

/// The checksum of zip and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (byte, entry) in (0..).zip(&mut table) {
        *entry = (0..8).fold(byte, |crc: u32, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        });
    }
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| {
        crc >> 8 ^ table[usize::from(crc as u8 ^ byte)]
    });
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zip() {
        // The check value of the catalogue of CRC algorithms.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn numbers_have_seven_bits_a_byte() {
        let mut bytes = Vec::new();
        for n in [0, 127, 128, 300] {
            number(n, &mut bytes);
        }
        assert_eq!(bytes, [0, 127, 128, 1, 172, 2]);
    }
}
