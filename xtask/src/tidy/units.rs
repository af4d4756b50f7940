//! The rules for systemd units: start after dependencies, restart without limit, run with few privileges.

use super::{File, Problem};

/// The required lines; `Restart=` and `RestartSec=` are prefixes.
const NEEDED: &[&str] = &[
    "StartLimitIntervalSec=0",
    "Wants=network-online.target",
    "Restart=",
    "RestartSec=",
    "NoNewPrivileges=yes",
    "CapabilityBoundingSet=",
    "LockPersonality=yes",
    "MemoryDenyWriteExecute=yes",
    "PrivateDevices=yes",
    "PrivateTmp=yes",
    "PrivateUsers=yes",
    "ProtectClock=yes",
    "ProtectControlGroups=yes",
    "ProtectHome=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "ProtectProc=invisible",
    "ProtectSystem=strict",
    "RestrictAddressFamilies=",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
    "SystemCallFilter=~@privileged",
    "UMask=0077",
];

/// The dependencies of a server.
const SERVER_AFTER: [&str; 4] =
    ["network-online.target", "time-sync.target", "postgresql.service", "nats-server.service"];

/// Returns the missing lines of a unit.
pub(super) fn problems(file: &File) -> Vec<Problem> {
    let has = |needed: &str| match needed {
        "Restart=" | "RestartSec=" | "RestrictAddressFamilies=" => {
            file.text.lines().any(|line| line.starts_with(needed))
        }
        whole => file.text.lines().any(|line| line == whole),
    };
    let missing = NEEDED.iter().filter(|needed| !has(needed));
    let mut problems: Vec<Problem> =
        missing.map(|needed| file.problem(0, format!("the unit lacks `{needed}`"))).collect();
    if file.text.contains("beaufort serve") {
        let after = file.text.lines().find_map(|line| line.strip_prefix("After=")).unwrap_or_default();
        let missing = SERVER_AFTER.iter().filter(|unit| !after.split(' ').any(|known| known == **unit));
        problems.extend(missing.map(|unit| file.problem(0, format!("the unit does not start after {unit}"))));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_has_every_line() {
        let problems = |text: String| problems(&File { path: "deploy/a.service".into(), text });
        let whole = NEEDED.join("\n");
        assert_eq!(problems(whole.clone()), []);
        let lacking = whole.replace("SystemCallFilter=~@privileged\n", "");
        assert_eq!(
            problems(lacking)[0].to_string(),
            "deploy/a.service: the unit lacks `SystemCallFilter=~@privileged`"
        );
        let server = format!("{whole}\nAfter=network-online.target\nExecStart=beaufort serve");
        assert_eq!(problems(server).len(), SERVER_AFTER.len() - 1);
    }
}
