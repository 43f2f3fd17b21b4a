//! [`Label`]: what the catalogue says of a component.

use super::tables::Sources;
use crate::catalogue::Entry;

/// What the catalogue says of a component: its values as they are written, unless whoever reads them says otherwise.
#[derive(Debug)]
pub struct Label {
    component: &'static str,
    name: String,
    entries: Vec<Entry>,
}

impl Label {
    /// The values of a table that have a source, in the order in which they are written.
    pub(super) fn new(component: &'static str, name: &str, table: &toml::Table, sources: &Sources) -> Self {
        let entry = |(key, value): (&String, &toml::Value)| {
            let source = sources.get(key)?.word();
            Some(Entry { component, name: String::new(), key: key.clone(), value: words(value), source })
        };
        Self { component, name: name.to_owned(), entries: table.iter().filter_map(entry).collect() }
    }

    /// Calls the component so, where the data file has another name for it or none.
    pub fn call(&mut self, component: &'static str, name: impl Into<String>) {
        (self.component, self.name) = (component, name.into());
    }

    /// Says the value of this key, if it is written, in these words.
    pub fn say(&mut self, key: &str, words: impl Into<String>) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.key == key) {
            entry.value = words.into();
        }
    }

    /// Leaves the component out of the catalogue, as one that is not in the game.
    pub fn leave_out(&mut self) {
        self.entries.clear();
    }

    /// The entries of the catalogue.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry> {
        let Self { component, name, entries } = self;
        entries.into_iter().map(move |entry| Entry { component, name: name.clone(), ..entry })
    }
}

/// A value as people read it.
fn words(value: &toml::Value) -> String {
    match value {
        toml::Value::String(word) => word.clone(),
        toml::Value::Boolean(holds) => if *holds { "yes" } else { "no" }.to_owned(),
        toml::Value::Array(list) if list.is_empty() => "none".to_owned(),
        toml::Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(", "),
        toml::Value::Table(table) => {
            let each = table.iter().map(|(key, value)| match value.as_integer() {
                Some(n) => format!("{n} {key}"),
                None => format!("{key} {}", words(value)),
            });
            each.collect::<Vec<_>>().join(" + ")
        }
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Datetime(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_said_as_people_read_them() {
        let said = |text: &str| words(&text.parse::<toml::Table>().unwrap()["it"]);
        assert_eq!(said("it = 'red'"), "red");
        assert_eq!(said("it = true"), "yes");
        assert_eq!(said("it = ['a', 'b']"), "a, b");
        assert_eq!(said("it = []"), "none");
        assert_eq!(said("it = { red = 2, blue = 1 }"), "2 red + 1 blue");
    }
}
