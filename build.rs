//! Rebuilds when the built UI changes, which is embedded if present; the crate also builds without it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=ui/dist");
}
