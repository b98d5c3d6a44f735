//! Everything above single modules: the API through its router, stored bytes, and the shape of the source.

mod api;
mod support;
