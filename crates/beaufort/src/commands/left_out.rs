//! Commands that this program was built without: they are still listed, and say how to get them.

/// Defines a command for a build without the feature that it needs.
macro_rules! left_out {
    ($name:ident, $word:literal, $feature:literal, $about:literal) => {
        #[derive(Debug, clap::Args)]
        #[command(about = concat!($about, " (this program was built without it)"))]
        #[command(after_help = concat!("Examples:\n  beaufort ", $word))]
        pub(crate) struct $name {
            #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
            _arguments: Vec<std::ffi::OsString>,
        }

        impl $name {
            pub(crate) fn run(self) -> Result<(), crate::failure::Failure> {
                Err(crate::failure::Failure::left_out(concat!("`beaufort ", $word, "`"), $feature))
            }
        }
    };
}

pub(super) use left_out;
