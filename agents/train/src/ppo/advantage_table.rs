//! [`AdvantageTable`]: how much the advantages of each kind of decision vary.

use std::collections::BTreeMap;
use std::fmt;

use holotable_env::Layout;

/// Count, sum and sum of squares of some advantages, before they are normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Counts an advantage.
    pub fn count(&mut self, advantage: f32) {
        let advantage = f64::from(advantage);
        self.add(&Self { count: 1, sum: advantage, squares: advantage * advantage });
    }

    /// Adds those of other advantages.
    pub fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Their number.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Their variance; 0 if there are none.
    pub fn variance(&self) -> f64 {
        let n = self.count.max(1) as f64;
        // Rounding may leave a little less than nothing.
        (self.squares / n - (self.sum / n).powi(2)).max(0.0)
    }
}

/// The kinds of decisions, which are the blocks of actions, each with its advantages.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvantageTable(Vec<(String, Moments)>);

impl AdvantageTable {
    /// The table of a game before there are any.
    pub fn new(layout: &Layout) -> Self {
        Self(layout.action_blocks.iter().map(|block| (block.name.clone(), Moments::default())).collect())
    }

    /// Adds the advantages of each kind, in the order of the blocks.
    pub fn add(&mut self, kinds: &[Moments]) {
        self.0.iter_mut().zip(kinds).for_each(|((_, all), more)| all.add(more));
    }

    /// Whether there are no advantages.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, moments)| moments.is_empty())
    }

    /// How many decisions there are of each kind of which there are any.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.kinds().map(|(name, moments)| (name.clone(), moments.len())).collect()
    }

    /// The variance of their advantages.
    pub fn variances(&self) -> BTreeMap<String, f64> {
        self.kinds().map(|(name, moments)| (name.clone(), moments.variance())).collect()
    }

    fn kinds(&self) -> impl Iterator<Item = &(String, Moments)> {
        self.0.iter().filter(|(_, moments)| !moments.is_empty())
    }
}

/// The kinds with their shares of the decisions, the greatest first, and the standard deviations of their advantages.
impl fmt::Display for AdvantageTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: u64 = self.kinds().map(|(_, moments)| moments.len()).sum();
        let mut kinds: Vec<_> = self.kinds().collect();
        kinds.sort_by_key(|(_, moments)| std::cmp::Reverse(moments.len()));
        let shown = kinds.iter().map(|(name, moments)| {
            let share = 100.0 * moments.len() as f64 / all as f64;
            format!("{name} {share:.1}% {:.4}", moments.variance().sqrt())
        });
        f.write_str(&shown.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(advantages: &[f32]) -> Moments {
        let mut moments = Moments::default();
        for &advantage in advantages {
            moments.count(advantage);
        }
        moments
    }

    #[test]
    fn each_kind_has_a_variance_of_its_own() {
        let none = ["Deploy", "Roll", "Pay"].map(|name| (name.to_owned(), Moments::default()));
        let mut table = AdvantageTable(none.to_vec());
        assert!(table.is_empty() && table.counts().is_empty());
        // Two updates: the mean of all of a kind counts, not those of each update.
        table.add(&[of(&[0.5]), of(&[0.25, -0.25]), of(&[])]);
        table.add(&[of(&[-0.5]), of(&[0.25, -0.25, 0.25, -0.25]), of(&[])]);
        assert_eq!(table.counts(), BTreeMap::from([("Deploy".to_owned(), 2), ("Roll".to_owned(), 6)]));
        let variances = BTreeMap::from([("Deploy".to_owned(), 0.25), ("Roll".to_owned(), 0.0625)]);
        assert_eq!(table.variances(), variances);
        assert_eq!(table.to_string(), "Roll 75.0% 0.2500, Deploy 25.0% 0.5000");
    }
}
