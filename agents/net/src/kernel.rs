//! The inner loops of the network, compiled for the widest vectors of the machine they run on.
//!
//! Every number is the result of fused multiply-adds in a fixed order, so all machines agree to the bit.
//!
//! Loops over numbered places are inlined in [`fast`]; some adapters of iterators and closures are called, and not vectorised.

/// Runs `work`, a closure marked `#[inline(always)]`, compiled for the widest vectors of this machine.
#[inline]
pub fn fast<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// The number of columns that are summed in registers.
pub const LANES: usize = 64;

/// The number of columns of the narrowest layers.
pub const NARROW: usize = 16;

/// Some columns of a layer.
pub type Narrow = [f32; NARROW];

/// `sum[c] += Σ value[i] · weight[index[i]][c]`, where `weight` has rows as long as `sum`.
#[inline(always)]
pub fn add_rows(weight: &[f32], index: &[u16], value: &[f32], sum: &mut [f32]) {
    let width = sum.len();
    let whole = width - width % LANES;
    for start in (0..whole).step_by(LANES) {
        let block: &mut [f32; LANES] = (&mut sum[start..start + LANES]).try_into().expect("a whole block");
        let mut total = *block;
        for (&i, &v) in index.iter().zip(value) {
            let from = usize::from(i) * width + start;
            let row: &[f32; LANES] = weight[from..from + LANES].try_into().expect("a whole block");
            for (t, w) in total.iter_mut().zip(row) {
                *t = v.mul_add(*w, *t);
            }
        }
        *block = total;
    }
    if whole < width {
        for (&i, &v) in index.iter().zip(value) {
            let from = usize::from(i) * width;
            add_scaled(v, &weight[from + whole..from + width], &mut sum[whole..]);
        }
    }
}

/// Numbers aligned to a cache line, so that no vector of them crosses a boundary.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Lanes {
    /// All 0.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// At most [`LANES`] numbers, padded with zeros.
    #[inline(always)]
    pub fn filled_up(part: &[f32]) -> Self {
        Self(part.first_chunk().copied().unwrap_or_else(|| {
            let mut all = [0.0; LANES];
            all[..part.len()].copy_from_slice(part);
            all
        }))
    }
}

/// `sum += Σ value[i] · rows[place[i]]`.
#[inline(always)]
pub fn gather(rows: &[Lanes], place: &[u8], value: &[f32], sum: &mut Lanes) {
    let mut total = sum.0;
    for (&i, &v) in place.iter().zip(value) {
        for (t, w) in total.iter_mut().zip(&rows[usize::from(i)].0) {
            *t = v.mul_add(*w, *t);
        }
    }
    sum.0 = total;
}

/// `rows[place[i]] += value[i] · x`, for every `i`.
#[inline(always)]
pub fn scatter(x: &Lanes, place: &[u8], value: &[f32], rows: &mut [Lanes]) {
    for (&i, &v) in place.iter().zip(value) {
        for (sum, x) in rows[usize::from(i)].0.iter_mut().zip(&x.0) {
            *sum = v.mul_add(*x, *sum);
        }
    }
}

/// `first + Σ x[i] · rows[i]` for each of `R` vectors `x`, reading each of `rows` only once.
#[inline(always)]
pub fn products<const R: usize>(x: [&[f32]; R], rows: &[Lanes], first: Lanes) -> [Lanes; R] {
    let x = x.map(|x| &x[..rows.len()]);
    let mut sums = [first; R];
    for (i, row) in rows.iter().enumerate() {
        for (x, sum) in x.iter().zip(&mut sums) {
            for (t, w) in sum.0.iter_mut().zip(&row.0) {
                *t = x[i].mul_add(*w, *t);
            }
        }
    }
    sums
}

/// A slice as vectors of [`NARROW`] numbers, without a remainder that fills none.
#[inline(always)]
pub fn narrow(numbers: &[f32]) -> &[Narrow] {
    numbers.as_chunks().0
}

/// [`narrow`], to be written.
#[inline(always)]
pub fn narrow_mut(numbers: &mut [f32]) -> &mut [Narrow] {
    numbers.as_chunks_mut().0
}

/// `sum += Σ x[i] · rows[i]`, where rows are as long as `sum`.
///
/// The terms are summed in four chains, since the next term of a chain waits for the last one.
#[inline(always)]
pub fn add_products(x: &[f32], rows: &[Narrow], sum: &mut [Narrow]) {
    const CHAINS: usize = 4;
    let width = sum.len();
    for at in 0..width {
        let mut chains = [[0.0; NARROW]; CHAINS];
        let whole = x.len() / CHAINS;
        for i in 0..whole {
            for (c, chain) in chains.iter_mut().enumerate() {
                add_vector(x[i * CHAINS + c], &rows[(i * CHAINS + c) * width + at], chain);
            }
        }
        for i in whole * CHAINS..x.len() {
            add_vector(x[i], &rows[i * width + at], &mut sum[at]);
        }
        let [a, b, c, d] = chains;
        for i in 0..NARROW {
            sum[at][i] += (a[i] + b[i]) + (c[i] + d[i]);
        }
    }
}

/// `rows[i] += x[i] · row`, for every `i`.
#[inline(always)]
pub fn add_outer(x: &[f32], row: &[Narrow], rows: &mut [Narrow]) {
    for i in 0..x.len() {
        for at in 0..row.len() {
            add_vector(x[i], &row[at], &mut rows[i * row.len() + at]);
        }
    }
}

/// `sum += factor · row`.
#[inline(always)]
pub fn add_vector(factor: f32, row: &Narrow, sum: &mut Narrow) {
    for i in 0..NARROW {
        sum[i] = factor.mul_add(row[i], sum[i]);
    }
}

/// `sum[c] += factor · row[c]`.
#[inline(always)]
pub fn add_scaled(factor: f32, row: &[f32], sum: &mut [f32]) {
    for (s, r) in sum.iter_mut().zip(row) {
        *s = factor.mul_add(*r, *s);
    }
}

/// `Σ a[i] · b[i]`.
#[inline(always)]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; NARROW];
    let (a_whole, a_rest) = a.as_chunks::<NARROW>();
    let (b_whole, b_rest) = b.as_chunks::<NARROW>();
    for (a, b) in a_whole.iter().zip(b_whole) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane = a.mul_add(*b, *lane);
        }
    }
    for ((lane, a), b) in lanes.iter_mut().zip(a_rest).zip(b_rest) {
        *lane = a.mul_add(*b, *lane);
    }
    total(&lanes)
}

/// The sum of some numbers. Halves are added to halves: as exact as a sum in order, and four steps instead of sixteen.
#[inline(always)]
pub fn total(lanes: &Narrow) -> f32 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for i in 0..8 {
        eight[i] = lanes[i] + lanes[i + 8];
    }
    for i in 0..4 {
        four[i] = eight[i] + eight[i + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}
