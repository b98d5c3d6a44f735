//! Latency of the administrators' lists as they grow: each page and filter at 1,000 and at 100,000 rows, through the
//! application's own router.
//!
//! `cargo bench --bench lists`. `INVIGIL_BENCH_ROWS=1000,10000` measures other sizes.

mod filled;
mod ranked;

use filled::{ROW_INTERVAL, Site};

use invigil::{
    domain::time::{MILLISECOND, SignedDuration},
    service::result::warming,
};
use serde_json::Value;
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

const WARM: usize = 3;
const RUNS: usize = 40;
const MAX_TIME: Duration = Duration::from_millis(2_500);

impl Site {
    async fn get(&self, path: &str) -> Result<(Value, Option<String>), AnyError> {
        self.call("GET", path, Value::Null).await
    }

    /// Returns the median in milliseconds, and the number of rows of one reply.
    async fn measure(&self, path: &str) -> Result<(f64, usize), AnyError> {
        let mut rows = 0;
        for _ in 0..WARM {
            let (reply, _) = self.get(path).await?;
            let list = ["results", "rows", "submissions", "recent_invites"].iter().find_map(|name| reply.get(*name));
            rows = list.unwrap_or(&reply).as_array().map_or(0, Vec::len);
        }
        let (mut took, began) = (Vec::new(), Instant::now());
        while took.len() < RUNS && (took.len() < 5 || began.elapsed() < MAX_TIME) {
            let at = Instant::now();
            self.get(path).await?;
            took.push(at.elapsed());
        }
        took.sort_unstable();
        Ok((took.get(took.len() / 2).map_or(0.0, |t| t.as_secs_f64() * 1e3), rows))
    }
}

/// The measured calls, each with a label.
async fn calls(site: &Site, rows: usize, test: &str) -> Result<Vec<(&'static str, String)>, AnyError> {
    let middle = site.app.now().plus(-i32::try_from(rows / 2).unwrap_or_default() * ROW_INTERVAL).to_string();
    let day = middle.get(..10).unwrap_or_default();
    let of_day = site.get(&format!("/results?limit=20&start_date={day}&end_date={day}")).await?.0;
    let last = of_day["pagination"]["total_pages"].as_u64().unwrap_or(1);
    let deep = deep(site, "/invites?limit=1000", rows / 2).await?;
    let person = format!("{:016x}@example.org", (rows as u64 / 2).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    Ok(vec![
        ("overview", "/admin/overview".into()),
        ("results, page 1", "/results?limit=20".into()),
        ("results, page in the middle", format!("/results?limit=20&page={}", rows / 40)),
        ("results, last page", format!("/results?limit=20&page={}", rows / 20)),
        ("results of one test", format!("/results?limit=20&test_id={test}")),
        ("results of one test, last page", format!("/results?limit=20&page={}&test_id={test}", rows / 20 / 20)),
        ("results of one day", format!("/results?limit=20&start_date={day}&end_date={day}")),
        ("results of one day, last page", format!("/results?limit=20&page={last}&start_date={day}&end_date={day}")),
        ("results of one day and test", format!("/results?limit=20&start_date={day}&end_date={day}&test_id={test}")),
        ("results since a day in the middle, page 3", format!("/results?limit=20&page=3&start_date={day}")),
        ("invites, first 50", "/invites?limit=50".into()),
        ("invites, 50 in the middle", format!("/invites?limit=50&after={deep}")),
        ("invites of one day", format!("/invites?limit=50&date_filter={day}")),
        ("invites, active", "/invites?limit=50&status_filter=active".into()),
        ("invites, sent", "/invites?limit=50&status_filter=sent".into()),
        ("invites, scheduled", "/invites?limit=10&status_filter=scheduled".into()),
        ("invites, in progress", "/invites?limit=10&status_filter=in_progress".into()),
        ("invites, completed", "/invites?limit=50&status_filter=completed".into()),
        ("invites, expired", "/invites?limit=50&status_filter=expired".into()),
        ("invites, monitorable", "/invites?limit=10&status_filter=monitorable".into()),
        ("invites by email, one match", format!("/invites?limit=50&email_search={person}")),
        ("invites by email, a common part", "/invites?limit=50&email_search=example.org".into()),
        ("invites by email, no match", "/invites?limit=50&email_search=nobody-like-this".into()),
        ("invites by email, two letters", "/invites?limit=50&email_search=a3".into()),
        ("invites by email, five letters of few", "/invites?limit=50&email_search=a3f07".into()),
        ("invites by email, three letters without a match", "/invites?limit=50&email_search=xyz".into()),
        ("invites by email, two letters without a match", "/invites?limit=50&email_search=zq".into()),
        ("invites by email and status", format!("/invites?limit=50&status_filter=completed&email_search={person}")),
        ("statistics of one test, looked at again", format!("/tests/{test}/statistics")),
        ("tests, first 50", "/tests?limit=50".into()),
        ("applicants, first 50", "/admin/applicants?limit=50".into()),
        ("applicants, one match", format!("/admin/applicants?limit=50&search={person}")),
        ("applicants, a common part", "/admin/applicants?limit=50&search=example".into()),
        ("applicants, no match", "/admin/applicants?limit=50&search=nobody-like-this".into()),
        ("applicants, part of a name", format!("/admin/applicants?limit=50&search=person%20{}", &person[..5])),
        ("scoring queue, first 50", "/admin/scoring-queue?limit=50".into()),
    ])
}

/// The measured calls on the results of all tests in other orders than by date, each with a label.
fn sorted_calls(rows: usize, test: &str) -> Vec<(&'static str, String)> {
    let (middle, last) = (rows / 40, rows / 20);
    let call = |query: String| format!("/results?limit=20&{query}");
    vec![
        ("results by score, page 1", call("sort=score".into())),
        ("results by score, page in the middle", call(format!("sort=score&page={middle}"))),
        ("results by score, last page", call(format!("sort=score&page={last}"))),
        ("results by name, page 1", call("sort=name&order=asc".into())),
        ("results by name, page in the middle", call(format!("sort=name&order=asc&page={middle}"))),
        ("results by name, last page", call(format!("sort=name&order=asc&page={last}"))),
        ("results by test, page in the middle", call(format!("sort=test&order=asc&page={middle}"))),
        ("results, oldest first, page in the middle", call(format!("sort=date&order=asc&page={middle}"))),
        ("results, part of a name", call("search=a3f0".into())),
        ("results, a common part", call("search=example&sort=score".into())),
        ("results, no match", call("search=nobody-like-this".into())),
        ("results, range of scores", call("score_min=40&score_max=60".into())),
        ("results, not decided", call("decision=none".into())),
        ("results, passed", call("passed=true".into())),
        ("results of a reviewer", call(format!("reviewer={}", ranked::REVIEWERS[0]))),
        ("results by time used, page in the middle", call(format!("sort=time&page={middle}"))),
        ("results by decision, page in the middle", call(format!("sort=decision&page={middle}"))),
        ("results, final, of one test, by score", call(format!("state=final&test_id={test}&sort=score"))),
    ]
}

/// The measured calls on the ranking of a test, each with a label.
fn ranking_calls(rows: usize, test: &str) -> Vec<(&'static str, String)> {
    let (middle, last) = (rows / 100, rows / 50);
    let call = |query: String| format!("/tests/{test}/ranking?{query}");
    vec![
        ("ranking by score, page 1", call("sort=score".into())),
        ("ranking by score, page in the middle", call(format!("sort=score&page={middle}"))),
        ("ranking by score, last page", call(format!("sort=score&page={last}"))),
        ("ranking by name, page 1", call("sort=name&order=asc".into())),
        ("ranking by name, page in the middle", call(format!("sort=name&order=asc&page={middle}"))),
        ("ranking by name, last page", call(format!("sort=name&order=asc&page={last}"))),
        ("ranking by time, page 1", call("sort=time".into())),
        ("ranking by time, page in the middle", call(format!("sort=time&page={middle}"))),
        ("ranking by time, last page", call(format!("sort=time&page={last}"))),
        ("ranking by date, page 1", call("sort=date".into())),
        ("ranking by date, page in the middle", call(format!("sort=date&page={middle}"))),
        ("ranking by date, last page", call(format!("sort=date&page={last}"))),
        ("ranking by flags", call("sort=flags".into())),
        ("ranking by review", call("sort=review".into())),
        ("ranking by decision", call("sort=decision".into())),
        ("ranking by a question, page in the middle", call(format!("sort=q:1&page={middle}"))),
        ("ranking, part of a name", call("search=a3f0".into())),
        ("ranking, a common part", call("search=person".into())),
        ("ranking, no match", call("search=nobody-like-this".into())),
        ("ranking, range of scores", call("score_min=40&score_max=60".into())),
        ("ranking, not decided", call("decision=none".into())),
        ("ranking, one reviewer", call(format!("reviewer={}", ranked::REVIEWERS[0]))),
        ("scoring queue of one reviewer", format!("/admin/scoring-queue?limit=50&reviewer={}", ranked::REVIEWERS[0])),
        ("matrix, page in the middle", format!("/tests/{test}/matrix?page={middle}")),
    ]
}

/// Submissions of one day, and within it of the quarter hour in which an exam ends.
const CROWDED: usize = 30_000;
const CROWD: [(&str, SignedDuration); 2] =
    [("one day", SignedDuration::from_millis(2_500)), ("a quarter hour", SignedDuration::from_millis(25))];

/// How long the first reader of a test waits, in milliseconds: where it was not read ahead, and where it was.
async fn first_readers(site: &Site, test: &str, is_read_ahead: bool) -> Result<Vec<(String, f64)>, AnyError> {
    if is_read_ahead {
        warming::pass(&site.app, CROWDED as u64).await?;
    }
    let mut found = Vec::new();
    for name in ["ranking", "statistics"] {
        let began = Instant::now();
        site.get(&format!("/tests/{test}/{name}")).await?;
        let ahead = if is_read_ahead { "read ahead" } else { "not read ahead" };
        found.push((format!("first {name} of {CROWDED} results, {ahead}"), began.elapsed().as_secs_f64() * 1e3));
    }
    Ok(found)
}

/// Pages of the results of a crowded day, at the beginning, in the middle and at the end.
async fn crowded(site: &Site) -> Result<Vec<(String, f64)>, AnyError> {
    let mut found = Vec::new();
    for ((name, apart), is_read_ahead) in CROWD.into_iter().zip([false, true]) {
        let test = ranked::fill(site, CROWDED, apart).await?;
        found.extend(first_readers(site, &test, is_read_ahead).await?);
        for (place, page) in [("page 1", 1), ("page in the middle", CROWDED / 40), ("last page", CROWDED / 20)] {
            let path = format!("/results?limit=20&test_id={test}&page={page}");
            found.push((format!("{CROWDED} results of {name}, {place}"), site.measure(&path).await?.0));
        }
    }
    Ok(found)
}

/// Labels of the rankings whose submissions are of one day.
const OF_ONE_DAY: [&str; 4] = [
    "ranking of one day by date, last page",
    "ranking of one day by date, page in the middle",
    "ranking of one day by score, page in the middle",
    "ranking of one day by name, page in the middle",
];

/// Builds the rankings of two tests. Returns their calls, and how long the first reader waited, in milliseconds.
async fn rankings(site: &Site, rows: usize) -> Result<(Vec<(&'static str, String)>, f64), AnyError> {
    let spread = ranked::fill(site, rows, ROW_INTERVAL).await?;
    let day = ranked::fill(site, rows, MILLISECOND * 500).await?;
    let began = Instant::now();
    site.get(&format!("/tests/{spread}/ranking")).await?;
    let first = began.elapsed().as_secs_f64() * 1e3;
    let (middle, last) = (rows / 100, rows / 50);
    let queries = [
        format!("sort=date&page={last}"),
        format!("sort=date&page={middle}"),
        format!("sort=score&page={middle}"),
        format!("sort=name&page={middle}"),
    ];
    let mut calls = ranking_calls(rows, &spread);
    let of_day = queries.iter().map(|query| format!("/tests/{day}/ranking?{query}"));
    calls.extend(OF_ONE_DAY.into_iter().zip(of_day));
    Ok((calls, first))
}

/// Returns the cursor after the first `rows` rows of a list.
async fn deep(site: &Site, path: &str, rows: usize) -> Result<String, AnyError> {
    let mut cursor = String::new();
    for _ in 0..rows.div_ceil(1000).max(1) {
        let limit = if rows < 1000 { path.replace("1000", &rows.to_string()) } else { path.to_owned() };
        cursor = site.get(&format!("{limit}&after={cursor}")).await?.1.ok_or("the list ends early")?;
    }
    Ok(cursor)
}

fn main() -> Result<(), AnyError> {
    let sizes = std::env::var("INVIGIL_BENCH_ROWS").unwrap_or_else(|_| "1000,100000".into());
    let sizes: Vec<usize> = sizes.split(',').map(|n| n.trim().parse()).collect::<Result<_, _>>()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut table: Vec<(&str, Vec<(f64, usize)>)> = Vec::new();
        let (mut firsts, mut searches, mut built) = (Vec::new(), Vec::new(), Vec::new());
        let (mut crowd, mut sorted) = (Vec::new(), Vec::new());
        for rows in &sizes {
            let place = std::env::var_os("INVIGIL_BENCH_DIR");
            let folder = tempfile::tempdir_in(place.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into()))?;
            let site = Site::new(folder.path()).await?;
            let began = Instant::now();
            let test = filled::fill(&site, *rows).await?;
            eprintln!("{rows} rows of each kind in {:.1} s", began.elapsed().as_secs_f64());
            let began = Instant::now();
            let (statistics, _) = site.get(&format!("/tests/{test}/statistics")).await?;
            firsts.push((statistics["submissions"].to_string(), began.elapsed().as_secs_f64() * 1e3));
            let began = Instant::now();
            site.get("/invites?email_search=nobody-like-this").await?;
            searches.push((rows, began.elapsed().as_secs_f64() * 1e3));
            let mut measured = Vec::new();
            for (name, path) in calls(&site, *rows, &test).await? {
                measured.push((name, site.measure(&path).await.map_err(|e| format!("{name}: {e}"))?));
            }
            let began = Instant::now();
            site.get("/results?sort=score").await?;
            sorted.push((rows, began.elapsed().as_secs_f64() * 1e3));
            for (name, path) in sorted_calls(*rows, &test) {
                measured.push((name, site.measure(&path).await.map_err(|e| format!("{name}: {e}"))?));
            }
            let (rankings, first) = rankings(&site, *rows).await?;
            built.push((rows, first));
            for (name, path) in rankings {
                measured.push((name, site.measure(&path).await.map_err(|e| format!("{name}: {e}"))?));
            }
            if crowd.is_empty() {
                crowd = crowded(&site).await?;
            }
            for (place, (name, found)) in measured.into_iter().enumerate() {
                if table.len() <= place {
                    table.push((name, Vec::new()));
                }
                table[place].1.push(found);
            }
            site.app.store.close().await;
        }
        let mut head = format!("{:48}", "median ms (rows in the reply)");
        for rows in &sizes {
            write!(head, "{rows:>18}")?;
        }
        println!("{head}   ratio");
        for (name, found) in table {
            let mut line = format!("{name:48}");
            for (ms, rows) in &found {
                write!(line, "{:>18}", format!("{ms:.2} ({rows})"))?;
            }
            let (first, last) = (found.first().map_or(0.0, |f| f.0), found.last().map_or(0.0, |f| f.0));
            println!("{line}   {:.1}", last / first);
        }
        for (name, ms) in crowd {
            println!("{name}: {ms:.2} ms");
        }
        for (invites, ms) in searches {
            println!("first search of {invites} invites after a start: {ms:.0} ms");
        }
        for (results, ms) in sorted {
            println!("first list of {results} results in another order, after a start: {ms:.0} ms");
        }
        for (results, ms) in built {
            println!("first ranking of {results} results after a start: {ms:.0} ms");
        }
        for (results, ms) in firsts {
            println!("statistics of {results} results, after one of them has changed: {ms:.0} ms");
        }
        Ok(())
    })
}
