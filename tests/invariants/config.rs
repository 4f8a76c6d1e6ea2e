//! The configuration of the properties.

use proptest::test_runner::{Config, RngSeed};

/// The number of cases when the environment names none.
const CASES_BY_DEFAULT: u32 = 256;

/// Returns a configuration of `cases` random cases from a fixed seed, unless the environment says otherwise.
/// Failures are not written to files.
pub(crate) fn cases(cases: u32) -> Config {
    let asked = Config::default();
    let cases = if asked.cases == CASES_BY_DEFAULT { cases } else { asked.cases };
    let rng_seed = if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(11) } else { asked.rng_seed };
    Config { cases, rng_seed, failure_persistence: None, ..asked }
}
