//! The features of an engine.

/// The optional features of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) ping: bool,
    pub(crate) usermove: bool,
    pub(crate) setboard: bool,
    /// Whether it reads `memory`. Some engines crash if they search without having read it.
    pub(crate) memory: bool,
    /// Its name, if it gives one.
    pub(crate) myname: String,
    /// Its variants, if it lists any.
    pub(crate) variants: Vec<String>,
    /// The last value of `done`: whether the list is complete.
    pub(crate) done: Option<bool>,
}

impl Features {
    /// Reads a line and returns the names of the features in it.
    pub(crate) fn read(&mut self, line: &str) -> Vec<String> {
        let Some(mut rest) = line.strip_prefix("feature ") else { return Vec::new() };
        let mut names = Vec::new();
        while let Some((name, value)) = rest.split_once('=') {
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_once(' ').unwrap_or((value, "")),
            };
            let name = name.trim().to_owned();
            match name.as_str() {
                "ping" => self.ping = value == "1",
                "usermove" => self.usermove = value == "1",
                "setboard" => self.setboard = value == "1",
                "memory" => self.memory = value == "1",
                "myname" => value.clone_into(&mut self.myname),
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_owned()).collect(),
                "done" => self.done = Some(value == "1"),
                _ => {}
            }
            names.push(name);
            rest = after;
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let names = features.read("feature ping=1 setboard=1 variants=\"normal,grand, x\" usermove=0 done=1");
        assert_eq!(names, ["ping", "setboard", "variants", "usermove", "done"]);
        let variants = ["normal", "grand", "x"].map(str::to_owned).to_vec();
        let expected =
            Features { ping: true, setboard: true, variants, done: Some(true), ..Features::default() };
        assert_eq!(features, expected);
        features.read("feature memory=1 myname=\"HaChu 0.21\"");
        assert!(features.memory && features.myname == "HaChu 0.21");
        assert!(features.read("feature").is_empty() && features.read("feature myname=\"open").len() == 1);
    }
}
