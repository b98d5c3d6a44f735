//! Lists of results and the queue, by who scores the answers (docs/behaviour/results.md#reviewing).

use super::reviewing::Site;
use crate::support::journey::{column, list, text};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Rankings and the queue by who scores the answers, before and after a score, and after another assignment.
#[tokio::test]
async fn results_and_the_queue_are_found_by_their_reviewer() {
    let s = Site::new().await;
    let mut all = Vec::new();
    for n in 0..4 {
        let invite = s.take(n).await;
        all.push(text(&s.t.invite_row(&s.ada, &invite["id"]).await["submission_id"]).to_owned());
    }
    let ranking = async |query: &str| s.t.get(s.path(&format!("ranking?{query}"))).bearer(&s.ada).send().await;
    let ranked = async |id: &str| {
        let found = ranking(&format!("reviewer={id}")).await.ok();
        let rows = column(&found["rows"], "submission_id").into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(found["total"], rows.len());
        let matrix = s.t.get(s.path(&format!("matrix?reviewer={id}"))).bearer(&s.ada).send().await.ok();
        assert_eq!(matrix["total"], rows.len());
        // The list of all tests has the same ones, and so has its export.
        let path = format!("/api/results?limit=20&reviewer={id}");
        let listed = s.t.get(path).bearer(&s.ada).send().await.ok();
        assert_eq!(
            column(&listed["results"], "submission_id").into_iter().map(str::to_owned).collect::<BTreeSet<_>>(),
            rows
        );
        let path = format!("/api/results/export?format=json&reviewer={id}");
        assert_eq!(list(&s.t.get(path).bearer(&s.ada).send().await.ok()).len(), rows.len());
        rows
    };
    let queued = async |id: &str| {
        let (mut path, mut found) = (format!("/api/admin/scoring-queue?limit=1&reviewer={id}"), Vec::new());
        while !path.is_empty() {
            let page = s.t.get(&path).bearer(&s.ada).send().await;
            path = page.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            found.extend(column(&page.ok()["submissions"], "submission_id").into_iter().map(str::to_owned));
        }
        let once: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(once.len(), found.len(), "each submission once");
        once
    };
    let [rita, sam] = [&s.reviewers[0].1, &s.reviewers[1].1];
    assert_eq!(ranking("").await.ok()["reviewers"], json!([]));
    assert_eq!((ranked(rita).await.len(), queued(rita).await.len()), (0, 0));
    s.assign(s.both()).await.ok();
    let names =
        |found: Value| column(&found["reviewers"], "full_name").into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names(ranking("limit=1").await.ok()), ["rita", "sam"]);
    let (hers, his) = (ranked(rita).await, ranked(sam).await);
    assert_eq!((hers.len(), his.len(), hers.union(&his).count()), (2, 2, 4));
    assert_eq!((queued(rita).await, queued(sam).await), (hers.clone(), his.clone()));

    // What she has scored stays hers; what she has not goes to him.
    let first = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &first, 5.0).await.ok();
    assert_eq!(ranked(rita).await, hers);
    s.assign(json!([{"reviewer_id": sam}])).await.ok();
    let scored = ranked(rita).await;
    assert!(scored.len() == 1 && scored.is_subset(&hers), "{scored:?}");
    assert_eq!((queued(rita).await.len(), ranked(sam).await.len(), queued(sam).await.len()), (0, 4, 4));
    assert_eq!(names(ranking("").await.ok()), ["rita", "sam"]);

    // An administrator who scores is found, and not named as a reviewer.
    let ada = s.t.get("/api/auth/me").bearer(&s.ada).send().await.ok()["id"].clone();
    s.settle(&json!(all[3]), "q2", 1.0).await;
    assert_eq!(ranked(text(&ada)).await, BTreeSet::from([all[3].clone()]));
    assert_eq!(names(ranking("").await.ok()), ["rita", "sam"]);

    assert!(ranked("00000000-0000-7000-8000-000000000000").await.is_empty());
    ranking("reviewer=rita").await.invalid("reviewer");
    s.t.get("/api/admin/scoring-queue?reviewer=x").bearer(&s.ada).send().await.invalid("reviewer");
    s.t.assert_sound();
}
