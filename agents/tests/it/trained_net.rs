//! The network in plain Rust agrees with torch's.

use holotable_agents::checkpoint::{Arrays, NetShape};
use holotable_agents::net::{Activation, Net};
use holotable_agents::ppo::net::TrainedNet;
use holotable_env::{Game, Layout, Write, generator};
use tch::Tensor;

use crate::toy::secret_pig;

#[test]
fn plain_rust_agrees_with_torch() {
    let game = secret_pig(4);
    let layout = Layout::of(&game);
    for activation in [Activation::Tanh, Activation::Relu] {
        let shape = NetShape { hidden_sizes: vec![64, 48], activation };
        let torch = TrainedNet::new(&shape, &layout, &mut generator(3, 0));
        let mut arrays = Arrays::new();
        torch.store("", &torch.parameters, &mut arrays);
        // Biases start at 0; other values would show one that is left out.
        for (i, v) in
            arrays.values_mut().filter(|a| a.shape.len() == 1).flat_map(|a| &mut a.values).enumerate()
        {
            *v = (i as f32 * 0.7).sin();
        }
        // And the policy's logits start close to 0.
        arrays.get_mut("policy.weight").unwrap().values.iter_mut().for_each(|v| *v *= 300.0);
        let torch = TrainedNet::from_arrays(&shape, &layout, &arrays);
        let plain = Net::new(&shape, &arrays);
        for seed in 0..20 {
            let mut obs = vec![0.0; layout.observation];
            let s = game.start(&mut holotable_env::Sample(generator(seed, 0)));
            game.observe(&s, 0, &mut Write::new(&mut obs));
            obs[seed as usize % 12] = 1.0 - seed as f32 * 0.1;
            let (logits, value) = torch.forward(&Tensor::from_slice(&obs).unsqueeze(0));
            let (plain_logits, plain_value) = plain.forward(&obs);
            for (a, &logit) in plain_logits.iter().enumerate() {
                let difference = logits.double_value(&[0, a as i64]) - f64::from(logit);
                assert!(difference.abs() < 1e-5, "{activation:?} logit {a}: {difference}");
            }
            assert!((value.double_value(&[0]) - f64::from(plain_value)).abs() < 1e-5);
        }
    }
}
