//! The built user interface is embedded when it is there; the crate builds without it too.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=ui/dist");
}
