//! Where leaders are, what they carry out, and which rings they have.

use holotable_env::json::{labelled, unfit};
use holotable_env::{ByKey, Finite, Misfit};
use serde_json::{Map, Value};

use super::named::Titled;
use super::{Named, Names};
use crate::rebellion::rules::ability::Ring;
use crate::rebellion::rules::post::Post;
use crate::rebellion::rules::words::{ByLeader, Leader, Place, STACKS, Side, Stack};

/// What stands before the number of a mission that lies face down.
const ON: &str = "mission ";
/// What stands before the place of a captive.
const CAPTIVE: &str = "captive in ";
/// Who is out of the game on this side.
const GONE: &str = "gone";

fn stack(number: &str) -> Result<Stack, Misfit> {
    let n = number.parse::<usize>().ok().and_then(|n| Stack::try_at(n.checked_sub(1)?));
    n.ok_or_else(|| Misfit::new(format!("there is no mission '{number}', only 1 to {STACKS}")))
}

/// By their names; those who are not recruited are left out.
impl Named for ByLeader<Post> {
    fn write(&self, side: Side, names: &Names) -> Value {
        let word = |post: Post| match post {
            Post::Supply => None,
            Post::Pool => Some("pool".to_owned()),
            Post::Ready => Some("ready".to_owned()),
            Post::At(place) => Some(names.tables.name(place).to_owned()),
            Post::On(stack) => Some(format!("{ON}{}", stack.index() + 1)),
            Post::Captive(place) => Some(format!("{CAPTIVE}{}", names.tables.name(place))),
            Post::Gone => Some(GONE.to_owned()),
        };
        let some = self
            .iter()
            .filter_map(|(leader, &post)| Some((leader.title(side, names).to_owned(), word(post)?.into())));
        Value::Object(some.collect::<Map<_, _>>())
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut posts = Self::default();
        for (name, word) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let leader = Leader::called(name, side, names)?;
            let word = word.as_str().ok_or_else(|| unfit("a place", word))?;
            let place = |name: &str| Place::called(name, side, names);
            posts[leader] = match (word.strip_prefix(ON), word.strip_prefix(CAPTIVE)) {
                (Some(n), _) => Post::On(stack(n)?),
                (_, Some(name)) => Post::Captive(place(name)?),
                _ if word == "pool" => Post::Pool,
                _ if word == "ready" => Post::Ready,
                _ if word == GONE => Post::Gone,
                _ => Post::At(place(word)?),
            };
        }
        Ok(posts)
    }
}

/// Rings that nobody has are left out.
impl Named for ByKey<Ring, Option<Leader>, { Ring::N }> {
    fn write(&self, side: Side, names: &Names) -> Value {
        let some = self.iter().filter(|(_, bearer)| bearer.is_some());
        Value::Object(some.map(|(ring, one)| (ring.label(), one.write(side, names))).collect::<Map<_, _>>())
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut rings = Self::default();
        for (word, one) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let ring: Ring = labelled(word)?;
            rings[ring] = Option::read(one, side, names).map_err(|misfit| misfit.at(word))?;
        }
        Ok(rings)
    }
}

/// Leaders of each side who carry something out, by their numbers.
pub mod crews {
    use super::{Misfit, Names, Value};
    use crate::rebellion::rules::fields::{by_side, of_sides};
    use crate::rebellion::rules::words::{BySide, Leaders};
    use holotable_env::Json;

    pub fn to_json(crews: &BySide<Leaders>, names: &Names) -> Value {
        by_side(crews, |_, crew| crew.to_json(names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Leaders>, Misfit> {
        of_sides(json, |_, crew| Leaders::from_json(crew, names))
    }
}
