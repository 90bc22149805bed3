//! The wrapping of a certificate: its mark, version, lengths and checksum, and the LZ4 block inside.

/// How every certificate begins: eight letters, and the version of the format.
const MARK: &[u8; 8] = b"NASVCERT";
const VERSION: u64 = 1;

/// Longer contents are refused.
const MOST_BYTES: u64 = 256 << 20;

/// The content of the first certificate in these bytes, and the bytes after it.
pub fn unwrap(bytes: &[u8]) -> Result<(Vec<u8>, &[u8]), String> {
    let (opening, rest) = bytes.split_at_checked(32).ok_or("it is too short")?;
    let number = |from: usize, n: usize| {
        let bytes = opening[from..from + n].iter().rev();
        bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    if &opening[..8] != MARK {
        return Err("it is not a certificate".into());
    }
    let (version, checksum) = (number(8, 4), number(12, 4));
    let (n_content, n_packed) = (number(16, 8), number(24, 8));
    if version != VERSION {
        return Err(format!("it has version {version}, not {VERSION}"));
    }
    let n_packed = usize::try_from(n_packed).map_err(|_| "it is cut off")?;
    let (packed, rest) = rest.split_at_checked(n_packed).ok_or("it is cut off")?;
    // A byte of a block stands for at most 255 bytes, so a short file cannot ask for much memory.
    if n_content > MOST_BYTES || n_content / 255 > packed.len() as u64 {
        return Err("its content is too long".into());
    }
    let content = expand(packed, n_content as usize).ok_or("its content cannot be unpacked")?;
    let is_right = u64::from(crc32(&content)) == checksum;
    let unwrapped = is_right.then_some((content, rest));
    unwrapped.ok_or("its checksum is wrong".into())
}

/// Expands an LZ4 block to exactly this many bytes.
fn expand(mut block: &[u8], n_bytes: usize) -> Option<Vec<u8>> {
    let mut out: Vec<u8> = Vec::with_capacity(n_bytes);
    loop {
        let token = *block.split_off_first()?;
        let literals = length(&mut block, token >> 4)?;
        out.extend_from_slice(block.split_off(..literals)?);
        if out.len() > n_bytes {
            return None;
        }
        if block.is_empty() {
            return (out.len() == n_bytes).then_some(out);
        }
        let offset = block.split_off(..2)?;
        let offset = usize::from(offset[0]) | usize::from(offset[1]) << 8;
        let n_copied = length(&mut block, token & 15)? + 4;
        if offset == 0 || offset > out.len() || n_copied > n_bytes - out.len() {
            return None;
        }
        for _ in 0..n_copied {
            out.push(out[out.len() - offset]);
        }
    }
}

/// A length in an LZ4 block: four bits, and if all are set, bytes to add up to the first that is not 255.
fn length(block: &mut &[u8], bits: u8) -> Option<usize> {
    let mut length = usize::from(bits);
    let mut last = if bits == 15 { 255 } else { 0 };
    while last == 255 {
        last = *block.split_off_first()?;
        length += usize::from(last);
    }
    Some(length)
}

/// The checksum of zip and PNG.
pub fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let add = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), shifted);
    !bytes.iter().fold(u32::MAX, add)
}
