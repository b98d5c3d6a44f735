//! Rows that belong to an invite or a webhook.

use super::IntegrityCheck;
use crate::domain::{
    Result,
    arrangement::Arrangement,
    invite::Invite,
    lti::LtiLaunch,
    order::Order,
    webhook::{Delivery, Webhook},
};

impl IntegrityCheck<'_> {
    pub(super) fn orders_and_deliveries(&mut self) -> Result<()> {
        self.each::<Arrangement>(|s, arrangement| {
            let there = s.has::<Invite>(arrangement.invite_id)?;
            s.require(there, "arrangement", arrangement.invite_id, "the invite is missing");
            Ok(())
        })?;
        self.each::<Order>(|s, order| {
            let there = s.has::<Invite>(order.invite_id)?;
            s.require(there, "order of invite", order.invite_id, "the invite is missing");
            Ok(())
        })?;
        self.each::<LtiLaunch>(|s, launch| {
            let there = s.has::<Invite>(launch.invite_id)?;
            s.require(there, "launch of invite", launch.invite_id, "the invite is missing");
            Ok(())
        })?;
        self.each::<Delivery>(|s, delivery| {
            let has_invite = delivery.invite_id.map_or(Ok(true), |invite| s.has::<Invite>(invite))?;
            let there = has_invite && s.has::<Webhook>(delivery.webhook_id)?;
            s.require(there, "delivery", delivery.id, "its webhook or its invite is missing");
            Ok(())
        })?;
        Ok(())
    }
}
