//! What is printed on the components of a game, as a person at the table looks it up.

use holotable_env::catalogue::Entry;

/// A line for each component whose name holds `word`, in small letters or large.
pub fn about(values: &[Entry], word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    lines(values, |name| name.to_lowercase().contains(&word))
}

/// A line for each component that a text names. Small words such as `red` are no names there.
pub fn named_in(values: &[Entry], text: &str) -> Vec<String> {
    lines(values, |name| {
        // Which deck a card is from stands behind its name.
        let name = name.split(" (").next().unwrap_or(name);
        name.starts_with(char::is_uppercase) && text.contains(name)
    })
}

fn lines(values: &[Entry], wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let components = values.chunk_by(|a, b| (a.component, &a.name) == (b.component, &b.name));
    components.filter(|component| wanted(&component[0].name)).map(line).collect()
}

fn line(component: &[Entry]) -> String {
    let Entry { component: kind, name, .. } = &component[0];
    let printed = component.iter().filter(|value| value.value != *name);
    let printed: Vec<String> = printed.map(|value| format!("{} {}", value.key, value.value)).collect();
    format!("{name} ({kind}): {}", printed.join("; "))
}
