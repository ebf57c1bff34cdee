//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if fixed_address() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Whether the release program is linked for a fixed address, which spares the list of 12 000 addresses to be adjusted when it is
/// loaded, 3 % of its size. Its stack, its heap and the system's libraries are at random addresses all the same. Only for Linux
/// on x86-64 with the usual C library; elsewhere the linker's default stays.
fn fixed_address() -> bool {
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let linux = target("OS") == "linux" && target("ARCH") == "x86_64" && target("ENV") == "gnu";
    let static_libraries = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    release && linux && !static_libraries
}
