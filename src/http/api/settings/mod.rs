//! Settings of the site.

pub mod clips;
pub mod company;
pub mod consent;
pub mod exam_browser;
pub mod languages;
pub mod ldap;
pub mod links;
pub mod lti;
pub mod oidc;
pub mod retention;
pub mod sign_in;
pub mod site;
