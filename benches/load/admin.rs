//! The administrator of the load: sets up the exam, and reads lists while it runs.

use crate::{
    AnyError,
    http::{Connection, Reply},
    measure::Measured,
    server::{PASSWORD, exam},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Instant};

fn read(path: &str, reply: &Reply) -> Result<Value, AnyError> {
    if !(200..300).contains(&reply.status) {
        return Err(format!("{path}: {}", String::from_utf8_lossy(&reply.body)).into());
    }
    Ok(serde_json::from_slice(&reply.body)?)
}

pub struct Admin {
    connection: Connection,
    headers: String,
}

impl Admin {
    pub async fn sign_in(address: SocketAddr) -> Result<Self, AnyError> {
        let mut admin = Self { connection: Connection::open(address).await?, headers: String::new() };
        let login = json!({"email": "ada@example.org", "password": PASSWORD});
        let reply = admin.ask("POST", "/api/auth/login", Some(&login)).await?;
        admin.headers = format!("Authorization: Bearer {}\r\n", reply["access_token"].as_str().ok_or("no session")?);
        Ok(admin)
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, AnyError> {
        let body = body.map(serde_json::to_vec).transpose()?.unwrap_or_default();
        read(path, &self.connection.ask(method, path, &self.headers, &body).await?)
    }

    /// Sends a file as the body.
    pub async fn send_file(&mut self, path: &str, file: &[u8]) -> Result<Value, AnyError> {
        read(path, &self.connection.send("POST", path, &self.headers, "application/octet-stream", file).await?)
    }

    /// Creates a test and invites that many candidates; returns their links.
    pub async fn invite(&mut self, candidates: usize) -> Result<Vec<String>, AnyError> {
        let test = self.ask("POST", "/api/tests", Some(&exam())).await?;
        self.invite_to(&test["id"], candidates).await
    }

    /// Invites that many candidates to a test; returns their links.
    pub async fn invite_to(&mut self, test: &Value, candidates: usize) -> Result<Vec<String>, AnyError> {
        // A person takes one test at a time: each test has people of its own.
        let of = test.as_str().and_then(|id| id.rsplit('-').next()).ok_or("no test")?;
        for from in (0..candidates).step_by(1000) {
            let person = |n| json!({"name": format!("Candidate {n}"), "email": format!("c{n}@{of}.example.org")});
            let people: Vec<Value> = (from..candidates.min(from + 1000)).map(person).collect();
            let body = json!({"test_id": test, "no_schedule": true, "applicants": people});
            self.ask("POST", "/api/invites/bulk", Some(&body)).await?;
        }
        let mut links = Vec::new();
        let mut next = Some("/api/invites?limit=1000".to_owned());
        // Newest first: there may be older invites.
        while let Some(path) = next.take().filter(|_| links.len() < candidates) {
            let reply = self.connection.ask("GET", &path, &self.headers, b"").await?;
            let rows: Vec<Value> = serde_json::from_slice(&reply.body)?;
            links.extend(rows.iter().filter_map(|row| row["token"].as_str().map(str::to_owned)));
            next = reply.next();
        }
        links.truncate(candidates);
        if links.len() == candidates { Ok(links) } else { Err(format!("{} links", links.len()).into()) }
    }

    /// Loads the lists that an open dashboard shows.
    pub async fn load_lists(&mut self, into: &mut Measured) -> Result<(), AnyError> {
        for path in [
            "/api/admin/overview",
            "/api/invites?limit=50",
            "/api/results?limit=50",
            "/api/invites?status_filter=in_progress&limit=50",
        ] {
            let sent = Instant::now();
            self.ask("GET", path, None).await?;
            into.add(sent.elapsed());
        }
        Ok(())
    }
}
