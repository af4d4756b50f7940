//! The characters at the crossings of grid lines.

/// The weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    None,
    Light,
    Heavy,
}

/// The Unicode box drawing characters by the weights of their arms: up, right, down, left; 1 is light, 2 is heavy.
const JUNCTIONS: &str = "
    0110┌ 0210┍ 0120┎ 0220┏ 0011┐ 0012┑ 0021┒ 0022┓
    1100└ 1200┕ 2100┖ 2200┗ 1001┘ 1002┙ 2001┚ 2002┛
    1110├ 1210┝ 2110┞ 1120┟ 2120┠ 2210┡ 1220┢ 2220┣
    1011┤ 1012┥ 2011┦ 1021┧ 2021┨ 2012┩ 1022┪ 2022┫
    0111┬ 0112┭ 0211┮ 0212┯ 0121┰ 0122┱ 0221┲ 0222┳
    1101┴ 1102┵ 1201┶ 1202┷ 2101┸ 2102┹ 2201┺ 2202┻
    1111┼ 1112┽ 1211┾ 1212┿ 2111╀ 1121╁ 2121╂ 2112╃
    2211╄ 1122╅ 1221╆ 2212╇ 1222╈ 2122╉ 2221╊ 2222╋";

/// Returns the character with these arms: up, right, down, left.
pub(super) fn junction(arms: [Weight; 4]) -> char {
    let key: String = arms.iter().map(|&arm| char::from(b'0' + arm as u8)).collect();
    JUNCTIONS.split_whitespace().find_map(|entry| entry.strip_prefix(&key)?.chars().next()).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_junction_of_a_grid_is_known() {
        let weights = [Weight::None, Weight::Light, Weight::Heavy];
        let mut seen = Vec::new();
        for n in 0..81 {
            let arms = [n / 27, n / 9 % 3, n / 3 % 3, n % 3].map(|i| weights[i]);
            let on_grid = arms.iter().filter(|&&arm| arm == Weight::None).count() < 2
                || (arms[0] == Weight::None) != (arms[2] == Weight::None)
                    && (arms[1] == Weight::None) != (arms[3] == Weight::None);
            assert_eq!(junction(arms) != ' ', on_grid, "{arms:?}");
            seen.push(junction(arms));
        }
        seen.retain(|&sign| sign != ' ');
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 64);
    }
}
