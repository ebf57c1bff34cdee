//! Choices that a case makes by a word. A law's own type carries its words and, where it has one, its default.

/// A closed set of choices read by name; [`keywords!`](crate::keywords) writes it.
pub trait Keyword: Copy + 'static {
    /// Every word with its choice.
    const WORDS: &'static [(&'static str, Self)];
}

/// The first word of a choice.
pub fn word_of<W: Keyword + PartialEq>(choice: &W) -> &'static str {
    W::WORDS.iter().find(|(_, other)| other == choice).map_or("", |(word, _)| word)
}

/// Declares an enum of choices with the words that name them in a case file.
#[macro_export]
macro_rules! keywords {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $choice:ident = $word:literal,)+ }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$inner])* #[serde(rename = $word)] $choice,)+
        }

        impl $crate::keyword::Keyword for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$choice)),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(match self { $(Self::$choice => $word),+ })
            }
        }
    };
}
