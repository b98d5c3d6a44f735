//! The real server with its own data folder.

use crate::plan::Plan;
use std::{
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

pub const PASSWORD: &str = "correct horse";

pub struct Server {
    child: Child,
    pub url: String,
    _dir: tempfile::TempDir,
}

/// The address of an administrator; each watches with an account of their own, as an account may have 32 connections.
pub fn email(admin: usize) -> String {
    format!("ada{admin}@example.org")
}

impl Server {
    pub fn start(plan: &Plan) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let command = |args: &[&str]| {
            let mut command = Command::new(&plan.binary);
            command.args(args).env("INVIGIL_DATA", dir.path().join("data")).env("INVIGIL_RUNNER", "off");
            command
        };
        for admin in 0..=plan.most_admins() {
            let create = ["admin", "create", "--email", &email(admin), "--name", "Ada", "--password-stdin"];
            let mut admin = command(&create).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            admin.stdin.take().unwrap().write_all(format!("{PASSWORD}\n").as_bytes()).unwrap();
            assert!(admin.wait().unwrap().success());
        }
        let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
        if let Some(threads) = &plan.media_threads {
            serve.env("INVIGIL_MEDIA_THREADS", threads);
        }
        let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("Invigil is ready on ").unwrap().to_owned();
        Self { child, url, _dir: dir }
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn address(&self) -> SocketAddr {
        self.url.strip_prefix("http://").unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
