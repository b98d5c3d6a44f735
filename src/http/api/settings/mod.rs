//! Settings of the site.

pub mod company;
pub mod site;
