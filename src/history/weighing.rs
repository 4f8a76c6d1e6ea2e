//! The weights of a history's messages, and the corrections of its size.

use super::change::Change;
use super::entry::Entry;
use super::history::History;
use super::measurement::{Growth, Measurement, Measurements};
use super::serial::SERIAL_STEP;
use super::serial::Serial;
use super::unit::Unit;
use crate::message::PrefixDigest;
use crate::tokens::{Correction, Estimator, MessageWeight, Share, Weight};
use std::borrow::Cow;
use std::sync::Arc;

impl History {
    /// Weighs the messages for another model.
    pub(crate) fn weigh_for(&mut self, estimator: Estimator) {
        if self.estimator == estimator {
            return;
        }
        self.estimator = estimator;
        let mut place = 0_usize;
        let mut share = Share::default();
        while let Some(unit) = self.units.get_mut(place) {
            Arc::make_mut(unit).weigh_for(estimator);
            place = place.saturating_add(1);
        }
        for unit in self.units.all() {
            share = share.plus(self.share(unit.entries()));
        }
        self.ledger.weigh_anew(share);
        self.weigh_turn();
        self.correct_by(self.measured.clone());
    }

    /// Adds the weight that the messages of the current turn have until the user speaks again.
    pub(super) fn weigh_turn(&mut self) {
        let start = self.turn_start();
        let units = self.units.all().iter().rev().take_while(|unit| unit.serial() >= start);
        self.ledger.set_passing(units.fold(Weight(0), |sum, unit| sum.plus(unit.passing())));
    }

    /// The unit that the current turn begins with.
    pub(crate) fn turn_start(&self) -> Serial {
        self.units.turns().last().copied().unwrap_or_default()
    }

    /// The sums of some entries of the history.
    pub(crate) fn share<'a>(&self, entries: impl Iterator<Item = &'a Entry>) -> Share {
        let mut share = Share::default();
        let (measured, turn) = (self.measured.end(), self.turn_start());
        for entry in entries {
            let MessageWeight { lasting, passing, text } = entry.weight;
            share.weight.lasting = share.weight.lasting.plus(lasting);
            share.weight.text = share.weight.text.plus(text);
            if entry.serial >= turn {
                share.weight.passing = share.weight.passing.plus(passing);
            }
            share.spent = share.spent.saturating_add(entry.message.usage().map_or(0, |usage| usage.total()));
            if entry.serial < measured {
                share.covered = share.covered.plus(lasting);
            } else {
                share.fresh = share.fresh.plus(text);
            }
        }
        share
    }

    /// Compares a provider's count of a request that holds the whole history with our estimate. `beside` is the
    /// digest of its other fields that have a size; `None` if only the provider knows the size of a part.
    pub(crate) fn measurement(
        &self,
        model: Option<Box<str>>,
        [counted, estimated]: [u64; 2],
        beside: Option<PrefixDigest>,
    ) -> Measurement {
        let mut new = Measurement {
            sizes: self.estimator.model().name.into(),
            counted,
            estimated,
            end: self.end(),
            of: self.ledger.lasting(),
            passing: self.ledger.passing(),
            beside: beside.filter(|_| !self.has_linked()),
            rewrites: self.rewrites(),
            learnt: Growth::default(),
            model,
        };
        let Some(earlier) = self.measured.of(new.model.as_deref()) else { return new };
        // A model may drop reasoning once the user speaks. This change says nothing about texts.
        let forgets = earlier.passing > Weight(0) && self.turn_start() >= earlier.end;
        let is_next = self.measured.current().is_some_and(|current| current.model == new.model);
        if is_next && !forgets {
            new.learn_since(earlier, self.estimator.tokens(self.ledger.fresh()));
        } else {
            new.learnt = earlier.learnt;
        }
        new
    }

    /// Reports whether a provider counted a request with the current messages, except its own answer.
    pub(crate) fn is_counted(&self) -> bool {
        let newest = self.newest().map(|unit| unit.serial());
        let is_last = |end: Serial| {
            end == self.end() || newest == Some(end) && end.0.saturating_add(SERIAL_STEP) == self.end().0
        };
        let is_of_all = |own: &Measurement| is_last(own.end) && own.rewrites == self.rewrites();
        self.measured.current().is_some_and(|own| is_of_all(own) && self.estimator.counts_like(&own.sizes))
    }

    /// Corrects the size by a measurement of all messages before its end.
    pub fn correct(&mut self, measurement: Measurement) {
        let correction = measurement.correction(measurement.of);
        self.measured.push(measurement);
        let end = self.measured.end();
        let newest = self.units.all().iter().rev().take_while(|unit| unit.serial() >= end);
        let fresh = newest.fold(Weight(0), |sum, unit| sum.plus(self.share(unit.entries()).fresh));
        self.ledger.correct(correction, fresh);
    }

    /// Stops the count from lowering the size, because the next request differs from the measured request in more
    /// than its messages.
    pub(crate) fn raise_only(&mut self) {
        let mut measured = self.measured.clone();
        measured.raise_only();
        self.correct_by(measured);
    }

    /// Corrects the size by these counts. The history may hold only some messages of the requests.
    pub(crate) fn correct_by(&mut self, measured: Measurements) {
        self.measured = measured;
        let Share { covered, weight, fresh, .. } = self.share(self.units().flat_map(Unit::entries));
        match self.measured.current() {
            Some(current) if self.estimator.counts_like(&current.sizes) => {
                self.ledger.correct(current.correction(covered), fresh);
            }
            _ => self.ledger.correct(Correction::default(), weight.text),
        }
    }

    /// Sets the weight of a message to the weight by the host's estimator.
    pub fn weigh(&mut self, message_id: &str, weight: Weight) {
        let measured = self.measured.end();
        let Some(place) = self.index().place_of(message_id) else { return };
        let Some(entry) = self.unit_mut(place.unit).and_then(|unit| unit.entry_mut(place.own)) else {
            return;
        };
        if entry.weighed {
            return;
        }
        entry.weigh(weight);
        let is_covered = entry.serial < measured;
        self.ledger.weigh_later(weight, is_covered);
    }

    /// Returns the changes with units that are weighed by the history's estimator. The units of an older reduction
    /// may have been weighed for another model.
    pub(super) fn weighed<'c>(&self, changes: &'c [Change]) -> Cow<'c, [Change]> {
        let is_weighed = |unit: &Arc<Unit>| unit.is_weighed_by(self.estimator);
        if changes.iter().flat_map(|change| &change.after).all(is_weighed) {
            return Cow::Borrowed(changes);
        }
        let mut changes = changes.to_vec();
        changes.iter_mut().flat_map(|change| &mut change.after).for_each(|unit| {
            Arc::make_mut(unit).weigh_for(self.estimator);
        });
        Cow::Owned(changes)
    }
}
