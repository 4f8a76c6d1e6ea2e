//! The hash of all tables.

use std::hash::Hasher;

/// An odd number whose bits are evenly spread: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes eight bytes at a time, by multiplication. WebAssembly has no source of random numbers that the standard hash could
/// use against chosen keys, so that hash would cost more and protect no better.
#[derive(Clone, Debug, Default)]
pub struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, word: u64) {
        self.0 = mixed(self.0, word);
    }
}

/// Mixes a word into a hash.
pub fn mixed(hash: u64, word: u64) -> u64 {
    let product = (hash.rotate_left(23) ^ word).wrapping_mul(SPREAD);
    // Only the upper bits of a product depend on all bits of its factors.
    product ^ (product >> 32)
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = 0;
        for byte in rest {
            last = last << 8 | u64::from(*byte);
        }
        self.mix(last);
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(u64::try_from(number).unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault};

    #[test]
    fn ids_that_differ_little_have_other_hashes_in_upper_and_lower_bits() {
        let hasher = BuildHasherDefault::<WordHasher>::default();
        let mut hashes = Vec::new();
        for number in 0..20_000 {
            for id in [format!("call_{number}"), format!("msg-0123456789abcdef-{number}"), number.to_string()]
            {
                hashes.push(hasher.hash_one(id.as_str()));
            }
        }
        for shift in [0, 40] {
            let mut counts = vec![0_u32; 1 << 12];
            for hash in &hashes {
                let place = usize::try_from(hash >> shift & 0xfff).unwrap();
                counts[place] += 1;
            }
            let most = counts.iter().max().copied().unwrap();
            assert!(most < 50, "of {} hashes, {most} share 12 bits", hashes.len());
        }
    }
}
