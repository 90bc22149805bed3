//! Long lists of bytes, compressed block by block on all cores, and a checksum over what is written.

use crate::parallel;

/// So many bytes are compressed together.
const BLOCK_LEN: usize = 1 << 20;

/// Lists as bytes: the lengths of their compressed blocks, 4 bytes each, then the blocks.
pub fn pack<'l>(lists: impl IntoIterator<Item = &'l [u8]>) -> Vec<u8> {
    let blocks = lists.into_iter().flat_map(|list| list.chunks(BLOCK_LEN));
    let blocks = parallel::map(blocks.collect(), lz4_flex::block::compress);
    let mut bytes = Vec::new();
    for block in &blocks {
        bytes.extend((block.len() as u32).to_le_bytes());
    }
    bytes.extend(blocks.concat());
    bytes
}

/// Lists of these lengths; none if the bytes hold anything else.
pub fn unpack(lengths: &[usize], bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (packed_lengths, mut rest) = bytes.split_at_checked(4 * n_blocks(lengths))?;
    let mut blocks = Vec::new();
    for length in packed_lengths.as_chunks::<4>().0 {
        let block;
        (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        blocks.push(block);
    }
    if !rest.is_empty() {
        return None;
    }
    let mut lists: Vec<Vec<u8>> = lengths.iter().map(|length| vec![0; *length]).collect();
    let targets = lists.iter_mut().flat_map(|list| list.chunks_mut(BLOCK_LEN));
    let are_whole = parallel::map(
        blocks.into_iter().zip(targets).collect(),
        |(block, target)| {
            let length = target.len();
            lz4_flex::block::decompress_into(block, target).is_ok_and(|n| n == length)
        },
    );
    are_whole
        .into_iter()
        .all(|is_whole| is_whole)
        .then_some(lists)
}

/// Lists of these lengths take no more bytes.
pub fn most_bytes(lengths: &[usize]) -> u64 {
    let of_block = lz4_flex::block::get_maximum_output_size(BLOCK_LEN) + 4;
    (n_blocks(lengths) * of_block) as u64
}

fn n_blocks(lengths: &[usize]) -> usize {
    lengths
        .iter()
        .map(|length| length.div_ceil(BLOCK_LEN))
        .sum()
}

/// 64-bit FNV-1a. Each of its steps is invertible, so every change of a single byte is detected.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
