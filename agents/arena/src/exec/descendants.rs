//! [`descendants`]: what a program has started.

/// A process. Its number may be given to another once it has ended, but not with the same start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub id: u32,
    start: u64,
}

/// The processes that a program has started and that have not ended, in its group or not. Systems that do not show their processes
/// as files tell none.
#[cfg(not(target_os = "linux"))]
pub(super) fn descendants(_leader: u32, _mark: &str, _known: &[Process]) -> Vec<Process> {
    Vec::new()
}

/// The processes that a program has started and that have not ended, in its group or not: those that are known, that have its mark
/// in their environment, or whose parent it or one of these is.
#[cfg(target_os = "linux")]
pub(super) fn descendants(leader: u32, mark: &str, known: &[Process]) -> Vec<Process> {
    let mut others = processes();
    others.retain(|(process, _)| process.id != leader);
    let (mut found, mut next): (Vec<Process>, _) = (Vec::new(), 0);
    let mut of = leader;
    others.retain(|&(process, _)| {
        let own = known.contains(&process) || is_marked(process.id, mark);
        found.extend(own.then_some(process));
        !own
    });
    loop {
        others.retain(|&(process, parent)| {
            found.extend((parent == of).then_some(process));
            parent != of
        });
        let Some(process) = found.get(next) else { return found };
        (of, next) = (process.id, next + 1);
    }
}

/// Every process that has not ended, with the number of its parent.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(Process, u32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let process = |name: &str| {
        let id = name.parse().ok()?;
        let line = std::fs::read_to_string(format!("/proc/{name}/stat")).ok()?;
        // The name of the program stands in brackets, and may hold any.
        let fields: Vec<&str> = line.rsplit_once(") ")?.1.split(' ').collect();
        let (state, parent, start) = (fields.first()?, fields.get(1)?, fields.get(19)?);
        let lives = !matches!(*state, "Z" | "X");
        Some((Process { id, start: start.parse().ok()? }, parent.parse().ok()?)).filter(|_| lives)
    };
    entries.filter_map(|entry| process(entry.ok()?.file_name().to_str()?)).collect()
}

/// Whether a process was started within the program with this mark.
#[cfg(target_os = "linux")]
fn is_marked(id: u32, mark: &str) -> bool {
    let lead = format!("{}=", super::registry::MARKS).into_bytes();
    let Ok(environment) = std::fs::read(format!("/proc/{id}/environ")) else { return false };
    let marks = environment.split(|&byte| byte == 0).find_map(|variable| variable.strip_prefix(&lead[..]));
    marks.is_some_and(|marks| marks.split(|&byte| byte == b':').any(|one| one == mark.as_bytes()))
}
