//! Pass marks of sections whose titles change: results name sections by their titles.

use crate::{
    domain::{
        Result, TestId,
        bank::{
            section_points::labels,
            sections::{Section, TestSections},
        },
        decision::{PassMark, SectionMark},
    },
    service::{events, work::Work},
    store::Read,
};

/// Gives a section with another title the mark of the one in its place. Papers of before keep the old title, and its mark.
///
/// # Errors
/// Storage only.
pub(in crate::service::test) fn carry(w: &mut Work<'_, '_>, id: TestId, now: Option<&TestSections>) -> Result<()> {
    let (Some(now), Some(before)) = (now, w.get::<TestSections>(id)?) else { return Ok(()) };
    let Some(mut mark) = w.get::<PassMark>(id)?.filter(|mark| !mark.sections.is_empty()) else { return Ok(()) };
    let labels_of = |sections: &[Section]| labels(sections.iter().map(|section| section.title.as_str()));
    let (before, now) = (labels_of(&before.sections), labels_of(&now.sections));
    if before.len() != now.len() {
        return Ok(());
    }
    let renamed = before.iter().zip(&now).filter(|(old, new)| !now.contains(old) && !before.contains(new));
    let mut carried = Vec::new();
    for (old, new) in renamed {
        let known = |label: &str| mark.sections.iter().find(|mark| mark.section == label);
        if let (Some(of_old), None) = (known(old), known(new)) {
            carried.push(SectionMark { section: new.clone(), percent: of_old.percent });
        }
    }
    if carried.is_empty() {
        return Ok(());
    }
    let titles: Vec<&str> = carried.iter().map(|mark| mark.section.as_str()).collect();
    w.audit("test.pass_mark", id, &format!("renamed: {}", titles.join(", ")))?;
    mark.sections.extend(carried);
    mark.version += 1;
    (mark.by, mark.at) = (w.by.account(), w.now);
    w.put(&mark)?;
    events::pass_mark_changed(w, id);
    Ok(())
}
