//! Statements of the user: the first request, unanswered questions, and values that later values replace.

use super::candidates::{Candidates, Voice};
use super::words::ONE;
use crate::hash::Numbering;
use crate::telling::{Statement, ValueKind, stems_of};

/// The worth of the first sentence of the first request. The n-th sentence gets an n-th of it.
const FIRST_REQUEST: u64 = 24 * ONE;
/// How many sentences of the first request are worth more.
const MOST_OF_FIRST: usize = 6;
/// The worth of an unanswered question, and of an answered one.
const UNANSWERED: u64 = ONE * 9 / 4;
const ASKED: u64 = ONE / 2;
/// The maximum worth that a statement inherits from the statement that it replaces.
const MOST_TAKEN: u64 = ONE * 17 / 10;
/// A message with fewer stems, such as "yes" or "go on", is not a repetition.
const LEAST_SAID: usize = 3;
/// How many of the newest statements are compared with each other.
const MOST_COMPARED: usize = 400;

/// The likeness from which a later statement replaces an earlier one, in units of [`ONE`]; lower if it says that
/// something changed.
const ALIKE: u64 = ONE * 95 / 100;
const ALIKE_CHANGED: u64 = ONE * 3 / 4;
/// The addition if the later statement says that something changed, or repeats most of the earlier one.
const SAYS_SO: u64 = ONE * 3 / 10;

/// A statement among the units.
#[derive(Clone, Copy, Debug)]
struct StatementRow<'a> {
    group: usize,
    /// Its part, if it may be removed.
    part: Option<usize>,
    statement: &'a Statement,
}

impl<'a> Candidates<'a> {
    /// Sets the worth of the user's statements.
    pub(super) fn set_statements(&mut self) {
        let rows = self.rows();
        let first = rows.first().map(|row| row.group);
        for (at, row) in
            rows.iter().take_while(|row| Some(row.group) == first).take(MOST_OF_FIRST).enumerate()
        {
            let place = u64::try_from(at).unwrap_or(u64::MAX).saturating_add(1);
            self.add_worth(*row, FIRST_REQUEST / place);
        }
        for row in rows.iter().filter(|row| row.statement.asks) {
            let worth = if self.is_answered(*row) { ASKED } else { UNANSWERED };
            self.add_worth(*row, worth);
        }
        self.say_once(&rows, first);
        let mut telling = rows;
        telling.retain(|row| row.statement.updates || !row.statement.values.is_empty());
        let from = telling.len().saturating_sub(MOST_COMPARED);
        self.replace(telling.get(from..).unwrap_or_default());
    }

    /// Returns the statements of the user, oldest first.
    fn rows(&self) -> Vec<StatementRow<'a>> {
        let mut rows = Vec::new();
        for (at, group) in self.groups.iter().enumerate() {
            if group.is_gap || Voice::of(group.unit.head()) != Voice::User {
                continue;
            }
            let statements = &group.unit.head_entry().telling().statements;
            for (place, statement) in statements.iter().enumerate() {
                let part = group.is_said.then(|| group.parts.start.saturating_add(place));
                rows.push(StatementRow { group: at, part, statement });
            }
        }
        rows
    }

    fn add_worth(&mut self, row: StatementRow<'_>, worth: u64) {
        if let Some(part) = row.part.and_then(|part| self.parts.get_mut(part)) {
            part.worth = part.worth.saturating_add(worth);
        }
    }

    /// Reports whether the answers before the next message of the user hold more than a third of a question's words.
    fn is_answered(&self, row: StatementRow<'_>) -> bool {
        let own = &row.statement.stems;
        let mut taken_up = vec![false; own.len()];
        for group in self.groups.iter().skip(row.group.saturating_add(1)) {
            let head = group.unit.head();
            match Voice::of(head) {
                Voice::User if !group.is_gap => break,
                Voice::User | Voice::Tool => {}
                Voice::Model => {
                    let said = stems_of(&head.content().plain_text());
                    for (stem, taken) in own.iter().zip(&mut taken_up) {
                        *taken |= said.contains(stem);
                    }
                }
            }
        }
        let count = taken_up.iter().filter(|taken| **taken).count();
        own.is_empty() || count.saturating_mul(3) > own.len()
    }

    /// Keeps only the newest of equal messages. The first request stays, too.
    fn say_once(&mut self, rows: &[StatementRow<'_>], first: Option<usize>) {
        let mut known = Numbering::default();
        let mut newest = Vec::new();
        for (at, row) in rows.iter().enumerate().rev() {
            let Statement { stems, values, asks, grade, .. } = row.statement;
            let all = values.iter().map(|(_, digest)| digest).chain(stems);
            let digest = all.fold(u32::from(*asks), |hash, own| (hash ^ own).wrapping_mul(0x0100_0193));
            let number = known.of(digest);
            if number == newest.len() {
                newest.push(at);
            }
            let next = newest.get(number).copied().unwrap_or(at);
            let is_same = next != at
                && rows.get(next).is_some_and(|next| {
                    let new = next.statement;
                    let says_so = (&new.stems, &new.values, new.grade) == (stems, values, *grade);
                    says_so && next.group != row.group
                });
            let part = row.part.filter(|_| is_same && stems.len() >= LEAST_SAID && Some(row.group) != first);
            if let Some(part) = part.and_then(|part| self.parts.get_mut(part)) {
                part.factor = 0;
            }
        }
    }

    /// Replaces an earlier statement by a later one about the same thing, with a value of the same kind.
    fn replace(&mut self, rows: &[StatementRow<'_>]) {
        let mut stems = Stems::of(rows);
        let mut is_replaced = vec![false; rows.len()];
        for (at, later) in rows.iter().enumerate() {
            let new = later.statement;
            if new.asks || (new.values.is_empty() && !new.updates) {
                continue;
            }
            let least = if new.updates { ALIKE_CHANGED } else { ALIKE };
            let mut best: Option<(u64, usize)> = None;
            stems.each_in_common(at, |place, [overlap, again]| {
                let Some(earlier) = rows.get(place).filter(|_| is_replaced.get(place) == Some(&false)) else {
                    return;
                };
                let old = earlier.statement;
                if earlier.group == later.group || old.asks {
                    return;
                }
                let likeness = likeness(old, new, [overlap, again]);
                let is_best =
                    best.is_none_or(|(most, first)| likeness > most || (likeness == most && place < first));
                if likeness >= least && is_best {
                    best = Some((likeness, place));
                }
            });
            let Some((place, earlier)) = best.and_then(|(_, place)| Some((place, rows.get(place)?))) else {
                continue;
            };
            let Some(part) = earlier.part.and_then(|part| self.parts.get_mut(part)) else { continue };
            let worth = part.worth;
            if !earlier.statement.is_several {
                part.factor = 0;
                is_replaced.get_mut(place).into_iter().for_each(|own| *own = true);
            }
            self.add_worth(*later, worth.min(MOST_TAKEN));
        }
    }
}

/// The stems of statements.
#[derive(Debug, Default)]
struct Stems {
    /// The stems of all statements, oldest first, and the end of each statement's stems.
    held: Vec<HeldStem>,
    ends: Vec<usize>,
    /// The rarity of each stem. A rare stem makes two statements more alike.
    rarities: Vec<u64>,
    /// The sum of the rarities in each statement.
    sums: Vec<u64>,
    /// For each earlier statement, the sum of the rarities in common with the current statement.
    common: Vec<u64>,
}

/// A stem of a statement.
#[derive(Clone, Copy, Debug)]
struct HeldStem {
    number: usize,
    /// The place of the statement.
    row: usize,
    /// The place of this stem in the previous statement that holds it.
    before: Option<usize>,
}

/// A stem in more statements than this does not distinguish them.
const MOST_HOLDERS: u64 = 64;

impl Stems {
    fn of(rows: &[StatementRow<'_>]) -> Self {
        let mut all = Self { common: vec![0; rows.len()], ..Self::default() };
        let mut known = Numbering::default();
        let mut newest = Vec::new();
        for (row, own) in rows.iter().enumerate() {
            for stem in &own.statement.stems {
                let (number, at) = (known.of(*stem), all.held.len());
                if number == newest.len() {
                    newest.push(None);
                    all.rarities.push(0);
                }
                let before = newest.get_mut(number).and_then(|newest| newest.replace(at));
                all.rarities.get_mut(number).into_iter().for_each(|count| *count = count.saturating_add(1));
                all.held.push(HeldStem { number, row, before });
            }
            all.ends.push(all.held.len());
        }
        for rarity in &mut all.rarities {
            let is_rare = *rarity <= MOST_HOLDERS;
            let others = rarity.saturating_sub(1);
            *rarity = if is_rare { (ONE * ONE / others.max(1)).isqrt() } else { 0 };
        }
        all.sums = vec![0; rows.len()];
        for HeldStem { number, row, .. } in &all.held {
            if let (Some(sum), Some(rarity)) = (all.sums.get_mut(*row), all.rarities.get(*number)) {
                *sum = sum.saturating_add(*rarity);
            }
        }
        all
    }

    /// Calls `found` with each earlier statement that shares stems with the statement at this place. The overlap is a
    /// share of the shorter statement, and of the earlier one, in units of [`ONE`].
    fn each_in_common(&mut self, at: usize, mut found: impl FnMut(usize, [u64; 2])) {
        let Self { held, ends, rarities, sums, common } = self;
        let end = |at: Option<usize>| at.and_then(|at| ends.get(at)).copied().unwrap_or(0);
        let mut touched = Vec::new();
        for own in held.get(end(at.checked_sub(1))..end(Some(at))).unwrap_or_default() {
            let rarity = rarities.get(own.number).copied().unwrap_or_default();
            let mut before = own.before.filter(|_| rarity > 0);
            while let Some(earlier) = before.and_then(|before| held.get(before)) {
                before = earlier.before;
                let Some(sum) = common.get_mut(earlier.row) else { continue };
                if *sum == 0 {
                    touched.push(earlier.row);
                }
                *sum = sum.saturating_add(rarity);
            }
        }
        let own = sums.get(at).copied().unwrap_or_default();
        for place in touched {
            let Some(common) = common.get_mut(place).map(std::mem::take) else { continue };
            let sum = sums.get(place).copied().unwrap_or_default();
            let share_of = |sum: u64| common.saturating_mul(ONE) / sum.max(ONE / 2);
            found(place, [share_of(own.min(sum)), share_of(sum)]);
        }
    }
}

/// Returns how much a later statement looks like a new version of an earlier one, in units of [`ONE`]. The words in
/// common are given as a share of the shorter statement, and of the earlier one. Codes, names and numbers identify
/// things: if they differ, only a word of change makes a new version. If the later statement lacks a kind of value,
/// it is no new version, because the value would be lost.
fn likeness(old: &Statement, new: &Statement, [overlap, again]: [u64; 2]) -> u64 {
    let is_name = |kind: ValueKind| matches!(kind, ValueKind::Code | ValueKind::Name | ValueKind::Number);
    let (mut has_kind, mut differs) = (false, false);
    for (kind, digest) in &old.values {
        let mut same_kind = new.values.iter().filter(|(own, _)| own == kind).peekable();
        let is_there = same_kind.peek().is_some();
        let is_other = is_there && same_kind.all(|(_, own)| own != digest);
        if (is_other && is_name(*kind) && !new.updates) || (!is_there && *kind != ValueKind::Name) {
            return 0;
        }
        (has_kind, differs) = (has_kind || is_there, differs || is_other);
    }
    match (has_kind, differs) {
        (_, true) => overlap.saturating_add(if new.updates { SAYS_SO } else { 0 }),
        (false, false) if new.updates && overlap > ONE / 2 => overlap,
        (true, false) if again > ONE * 3 / 4 => overlap.saturating_add(SAYS_SO),
        (false | true, false) => 0,
    }
}
