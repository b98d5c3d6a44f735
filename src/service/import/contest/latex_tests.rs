use super::*;

#[test]
fn statements_become_markdown() {
    let said = |source: &str| markdown(source).text;
    assert_eq!(
        said(
            "\\problemname{Sum}\n% a note\nAdd $a$ and~$b_1$ ($1 \\le a \\le 10^5$): 50\\% of ``all'' -- \\emph{now}.\n\n\\section*{Input}\nOne \\texttt{int\\_x}."
        ),
        "Add $a$ and $b_1$ ($1 \\le a \\le 10^5$): 50% of “all” – *now*.\n\n## Input\n\nOne `int_x`."
    );
    assert_eq!(
        said("\\begin{itemize}\n\\item One\n\\item \\textbf{Two}\n\\end{itemize}\nEnd."),
        "- One\n\n- **Two**\n\nEnd."
    );
    assert_eq!(said("\\[ x^2 \\] \\$5 \\verb|a_b|"), "$$x^2$$\n\n \\$5 `a_b`");
    assert_eq!(
        said("\\begin{tabular}{|l|r|}\\hline a & b \\\\ 1 & 2 \\\\ \\hline\\end{tabular}"),
        "| a | b |\n|---|---|\n| 1 | 2 |"
    );
    assert_eq!(said("\\begin{verbatim}\n1 2\n$x\n\\end{verbatim}"), "```\n1 2\n$x\n```");
    let code = "```\nfor x:\n\n\n    print(\"%d\")\n```";
    assert_eq!(said(&format!("\\begin{{verbatim}}{}\\end{{verbatim}}", code.trim_matches('`'))), code);
    assert_eq!(
        said("G\\\"odel, Erd\\H{o}s, Stra\\ss e, \\o re, 2\\^{}3, 10\\textsuperscript{9}, H\\textsubscript{2}O"),
        "Gödel, Erdős, Straße, øre, 2\\^3, 10$^{9}$, H$_{2}$O"
    );
    assert_eq!(said("{\\bf x y}, {\\it z} {\\tt a_b} \\bf{c}"), "**x y**, *z* `a_b` **c**");
    assert_eq!(said("One\\\\[5pt]two\\\\[a]"), "One\ntwo\n\\[a\\]");
    assert_eq!(said("\\newcommand{\\maxn}{10^5}$n \\le \\maxn$"), "$n \\le {10^5}$");
    assert_eq!(said("\\includegraphics[width=1cm]{a/b.png}"), "![](a/b.png)");
    let odd = markdown("\\oddcommand{x} y");
    assert_eq!((odd.text.as_str(), odd.unknown), ("x y", vec!["oddcommand".to_owned()]));
    assert_eq!(markdown("a \\odd b").lost, ["odd"]);
}

#[test]
fn what_has_no_end_ends() {
    for open in ["\\emph{", "$", "\\begin{itemize}", "{", "\\[", "\\verb|", "\\begin{tabular}{l}"] {
        let _ = markdown(&open.repeat(20_000));
    }
}
