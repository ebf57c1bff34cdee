//! The cases, dry impacts and plans that the program has without a file.

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The text of the shipped case of this name.
pub(super) fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_case_is_built_in() {
        let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        assert!(names.is_sorted() && names.contains(&"first-bounce") && names.len() > 20, "{names:?}");
    }
}
