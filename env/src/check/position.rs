//! What holds in every single state.

use std::fmt::Write as _;

use crate::bytes::Codec;
use crate::chance::{Chance, Sample, generator};
use crate::error::ensure;
use crate::finite::Finite;
use crate::game::{is_forced, legal_actions};
use crate::json::parse;
use crate::observe::Layout;
use crate::observe::{Explain, Observe, Standard, Write};
use crate::pack::Pack;
use crate::picture::Place;
use crate::tabletop::{Tabletop, read_state};
use crate::viewer::Viewer;

/// Checks all that is promised of a state; `thorough` draws pictures and edits bytes too.
///
/// # Errors
/// The first broken promise.
pub fn check<G: Tabletop>(
    game: &G,
    s: &G::State,
    layout: &Layout,
    thorough: bool,
    chance: &mut impl Chance,
) -> Result<(), String> {
    game.check(s)?;
    let legal: Vec<usize> = legal_actions(game, s).iter().map(|a| a.index()).collect();
    ensure(legal.is_empty() == game.actor(s).is_none(), || "legal actions and the end disagree".into())?;
    ensure(legal.windows(2).all(|w| w[0] < w[1]), || format!("legal actions out of order: {legal:?}"))?;
    ensure(legal.iter().all(|&i| G::Action::at(i).index() == i), || "numbers of actions disagree".into())?;
    for p in 0..game.players() {
        ensure(Layout::at(game, &Standard, s, p) == *layout, || "the observation changes its layout".into())?;
        in_range(game, s, p, layout)?;
        hidden(game, s, p, (layout, thorough), chance)?;
    }
    saved(game, s, thorough)?;
    let reason = game.summary(s).reason;
    ensure(!legal.is_empty() || G::REASONS.contains(&reason), || format!("'{reason}' is not among REASONS"))?;
    if let Some(actor) = game.actor(s).filter(|_| thorough) {
        placed(game, s, actor, &legal)?;
    }
    let mut words = game.text(s, Viewer::All);
    for &i in &legal {
        let _ = write!(words, "{}", game.describe_action(s, G::Action::at(i)));
    }
    ensure(!words.contains('\u{FFFD}'), || "text with broken characters".into())
}

/// Whatever an action touches stands in the picture that the seat sees which acts, and each place lies inside.
fn placed<G: Tabletop>(game: &G, s: &G::State, actor: usize, legal: &[usize]) -> Result<(), String> {
    let picture = game.picture(s, Viewer::Seat(actor));
    let inside =
        |at: i32, size: u32, whole: u32| at >= 0 && i64::from(at) + i64::from(size) <= i64::from(whole);
    for Place { name, at, size, .. } in &picture.places {
        let fits = inside(at.0, size.0, picture.size.0) && inside(at.1, size.1, picture.size.1);
        ensure(fits, || format!("the place '{name}' is not inside the picture"))?;
    }
    for &i in legal {
        for name in game.places(s, G::Action::at(i)) {
            ensure(picture.shows(&name), || {
                format!("action {i} touches '{name}', which seat {actor} does not see in the picture")
            })?;
        }
    }
    Ok(())
}

/// Written and read, as JSON and as bytes, a state is itself, and so is what was written: equal states are equal bytes.
fn saved<G: Tabletop>(game: &G, s: &G::State, thorough: bool) -> Result<(), String> {
    let json = game.to_json(s, Viewer::All);
    let back = read_state(game, &json).map_err(|e| format!("its own JSON is refused: {e}"))?;
    ensure(back == *s, || "a state changes when written as JSON and read".into())?;
    ensure(game.to_json(&back, Viewer::All) == json, || "JSON changes when read and written".into())?;
    let bytes = packed(s);
    let mut rest = &bytes[..];
    let back = G::State::unpack(&mut rest).filter(|back| back == s && rest.is_empty());
    let back = back.ok_or("a state changes when written as bytes and read")?;
    ensure(packed(&back) == bytes, || "bytes change when read and written".into())?;
    if !thorough {
        return Ok(());
    }
    let text = parse(json.to_string().as_bytes()).map_err(|e| format!("its own JSON is no JSON: {e}"))?;
    ensure(text == json, || "JSON changes when written as text and read".into())?;
    coded(game, s)?;
    canonical(game, bytes)
}

/// The same with all that [`Codec`] puts around a state.
fn coded<G: Tabletop>(game: &G, s: &G::State) -> Result<(), String> {
    let (codec, mut written, mut again) = (Codec::of(game), Vec::new(), Vec::new());
    for rng in [None, Some(Sample(generator(7, 1)))] {
        codec.write(s, rng.as_ref(), &mut written);
        let (back, rng) = codec.read(game, &written).map_err(|e| e.to_string())?;
        codec.write(&back, rng.as_ref(), &mut again);
        ensure(back == *s && again == written, || "a saved state changes when read and written".into())?;
    }
    Ok(())
}

/// Whatever else is read as a state, here with a bit of one byte after the other turned, is written with the same bytes.
fn canonical<G: Tabletop>(game: &G, mut bytes: Vec<u8>) -> Result<(), String> {
    for at in 0..bytes.len() {
        let bit = 1 << (at % 8);
        bytes[at] ^= bit;
        let mut rest = &bytes[..];
        let read = G::State::unpack(&mut rest).filter(|s| rest.is_empty() && game.check(s).is_ok());
        ensure(read.is_none_or(|s| packed(&s) == bytes), || {
            format!("byte {at} as {} is read as a state that is written otherwise", bytes[at])
        })?;
        bytes[at] ^= bit;
    }
    Ok(())
}

fn packed<S: Pack>(s: &S) -> Vec<u8> {
    let mut bytes = Vec::new();
    s.pack(&mut bytes);
    bytes
}

/// Dealing anew what a seat cannot know changes nothing that it sees, is shown, is asked or may do.
fn hidden<G: Tabletop>(
    game: &G,
    s: &G::State,
    p: usize,
    (layout, thorough): (&Layout, bool),
    chance: &mut impl Chance,
) -> Result<(), String> {
    let mut other = *s;
    game.redeal(&mut other, p, chance);
    game.check(&other).map_err(|why| format!("after a redeal for seat {p}: {why}"))?;
    let same = |what: &str, same: bool| ensure(same, || format!("a redeal changes what seat {p} {what}"));
    let viewer = Viewer::Seat(p);
    same("sees", observe(game, &other, p, layout) == observe(game, s, p, layout))?;
    same("knows of whose turn it is", game.actor(&other) == game.actor(s))?;
    same("reads", game.text(&other, viewer) == game.text(s, viewer))?;
    same("reads as JSON", game.to_json(&other, viewer) == game.to_json(s, viewer))?;
    same("knows of who is asked", is_forced(game, &other) == is_forced(game, s))?;
    let ended = |s: &G::State| (0..game.players()).map(|q| game.ended(s, q)).collect::<Vec<_>>();
    same("knows of who is out", ended(&other) == ended(s))?;
    if game.actor(s).is_some() {
        same("knows of how the game stands", game.summary(&other) == game.summary(s))?;
    }
    if thorough {
        same("sees in the picture", game.picture(&other, viewer) == game.picture(s, viewer))?;
        // Who sits beside the table knows no more than any seat.
        let table = |s: &G::State| (game.text(s, Viewer::Table), game.to_json(s, Viewer::Table));
        same("reads beside the table", table(&other) == table(s))?;
    }
    if game.actor(s) == Some(p) {
        let may = legal_actions(game, &other);
        same("may do", may == legal_actions(game, s))?;
        same("is asked", game.prompt(&other) == game.prompt(s))?;
        same("touches", may.iter().all(|&a| game.places(&other, a) == game.places(s, a)))?;
        same("is told", may.iter().all(|&a| game.describe_action(&other, a) == game.describe_action(s, a)))?;
    }
    Ok(())
}

/// Every value is in the range that the layout gives it; its name is looked for only where one is not.
fn in_range<G: Observe>(game: &G, s: &G::State, p: usize, layout: &Layout) -> Result<(), String> {
    let seen = observe(game, s, p, layout);
    let fields = layout.observation_blocks.iter().flat_map(|b| (0..b.rows).flat_map(|_| &b.fields));
    if seen.iter().zip(fields).all(|(x, field)| (field.lo..=field.hi).contains(x)) {
        return Ok(());
    }
    let mut named = Explain::default();
    game.observe(s, p, &mut named);
    let wrong = named.values.into_iter().find(|v| !(v.range.0..=v.range.1).contains(&v.value));
    Err(wrong
        .map_or_else(String::new, |v| format!("{} is {}, not {}..{}", v.name, v.value, v.range.0, v.range.1)))
}

fn observe<G: Observe>(game: &G, s: &G::State, p: usize, layout: &Layout) -> Vec<f32> {
    let mut seen = vec![0.0; layout.observation];
    game.observe(s, p, &mut Write::new(&mut seen));
    seen
}
