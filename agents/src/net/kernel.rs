//! The inner loops of the network, compiled for the widest vectors of the machine they run on.
//!
//! Every number is one chain of fused multiply-adds in a fixed order, so all machines agree to the bit.

/// Runs `work`, a closure marked `#[inline(always)]`, compiled for the widest vectors of this machine.
#[inline]
pub fn fast<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// Columns that are summed in registers.
const BLOCK: usize = 64;

/// `sum[c] += Σ value[i] · weight[index[i]][c]`, where `weight` has rows as long as `sum`.
#[inline(always)]
pub fn add_rows(weight: &[f32], index: &[u32], value: &[f32], sum: &mut [f32]) {
    let width = sum.len();
    let whole = width - width % BLOCK;
    for start in (0..whole).step_by(BLOCK) {
        let block: &mut [f32; BLOCK] = (&mut sum[start..start + BLOCK]).try_into().expect("a whole block");
        let mut total = *block;
        for (&i, &v) in index.iter().zip(value) {
            let from = i as usize * width + start;
            let row: &[f32; BLOCK] = weight[from..from + BLOCK].try_into().expect("a whole block");
            for (t, w) in total.iter_mut().zip(row) {
                *t = v.mul_add(*w, *t);
            }
        }
        *block = total;
    }
    if whole < width {
        for (&i, &v) in index.iter().zip(value) {
            let from = i as usize * width;
            add_scaled(v, &weight[from + whole..from + width], &mut sum[whole..]);
        }
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
    const LANES: usize = 16;
    let mut lanes = [0.0f32; LANES];
    let (a_whole, a_rest) = a.as_chunks::<LANES>();
    let (b_whole, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_whole.iter().zip(b_whole) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane = a.mul_add(*b, *lane);
        }
    }
    for ((lane, a), b) in lanes.iter_mut().zip(a_rest).zip(b_rest) {
        *lane = a.mul_add(*b, *lane);
    }
    lanes.iter().sum()
}
