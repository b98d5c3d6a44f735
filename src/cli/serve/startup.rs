//! Parts that a server is started with, whether it is alone, follows or leads.

use super::options::ServeSettings;
use crate::{cli::folder::Folder, secrets::Certificate, watchdog::Watchdog};
use std::sync::Arc;
use tokio::runtime::Handle;

pub struct Startup<'a> {
    pub settings: &'a ServeSettings,
    /// The certificate that the settings name.
    pub certificate: Option<Arc<Certificate>>,
    pub folder: &'a Folder,
    /// The runtime for requests of administrators and applicants.
    pub low_priority: &'a Handle,
    pub watchdog: &'a Watchdog,
}
