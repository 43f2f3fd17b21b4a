//! The inner loops of the network, compiled for the widest vectors of the machine they run on.
//!
//! Every number is one chain of fused multiply-adds in a fixed order, so all machines agree to the bit.

use std::array::from_fn;

/// Runs `work`, a closure marked `#[inline(always)]`, compiled for the widest vectors of this machine.
#[inline]
pub fn fast<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// The number of columns that are summed in registers.
pub const LANES: usize = 64;

/// The number of columns of the narrowest layers.
pub const NARROW: usize = 16;

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

/// `sum += Σ x[i] · rows[i]`, where rows are as long as `sum`, a multiple of [`NARROW`].
#[inline(always)]
pub fn add_products(x: &[f32], rows: &[f32], sum: &mut [f32]) {
    let width = sum.len();
    for (at, sum) in sum.as_chunks_mut::<NARROW>().0.iter_mut().enumerate() {
        let mut total = *sum;
        for (x, row) in x.iter().zip(rows.chunks_exact(width)) {
            let row: &[f32; NARROW] = row[at * NARROW..][..NARROW].try_into().expect("a whole block");
            for i in 0..NARROW {
                total[i] = x.mul_add(row[i], total[i]);
            }
        }
        *sum = total;
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
    const WIDTH: usize = 16;
    let mut lanes = [0.0f32; WIDTH];
    let (a_whole, a_rest) = a.as_chunks::<WIDTH>();
    let (b_whole, b_rest) = b.as_chunks::<WIDTH>();
    for (a, b) in a_whole.iter().zip(b_whole) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane = a.mul_add(*b, *lane);
        }
    }
    for ((lane, a), b) in lanes.iter_mut().zip(a_rest).zip(b_rest) {
        *lane = a.mul_add(*b, *lane);
    }
    // Halves are added to halves: as exact as a sum in order, and four steps instead of sixteen.
    let eight: [f32; 8] = from_fn(|i| lanes[i] + lanes[i + 8]);
    let four: [f32; 4] = from_fn(|i| eight[i] + eight[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}
