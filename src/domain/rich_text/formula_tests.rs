use super::{
    formula::convert,
    mathml::{Attribute, Element, MathNode},
};
use serde_json::json;

/// Formulas of school and university tests, with a part of the result each.
const FORMULAS: [(&str, &str); 66] = [
    ("x", "<mi>x"),
    ("x^2", "<msup>"),
    ("a_{ij}", "<msub>"),
    ("x_1^2", "<msubsup>"),
    ("\\frac{1}{2}", "<mfrac>"),
    ("\\dfrac{a+b}{c}", "<mfrac displaystyle=true"),
    ("\\sqrt{2}", "<msqrt>"),
    ("\\sqrt[3]{x}", "<mroot>"),
    ("x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", "±"),
    ("\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}", "∑"),
    ("\\prod_{k=1}^n k", "∏"),
    ("\\int_0^1 x^2 \\, dx", "∫"),
    ("\\oint_C \\vec{F} \\cdot d\\vec{r}", "∮"),
    ("\\iint_D f(x,y)\\,dA", "∬"),
    ("\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1", "lim"),
    ("\\frac{d}{dx} e^x", "<mfrac>"),
    ("\\frac{\\partial f}{\\partial x}", "∂"),
    ("\\nabla \\times \\mathbf{E} = -\\frac{\\partial \\mathbf{B}}{\\partial t}", "∇"),
    ("e^{i\\pi} + 1 = 0", "π"),
    ("\\alpha, \\beta, \\gamma, \\Delta, \\Omega", "Δ"),
    ("\\log_2 n", "log"),
    ("O(n \\log n)", "log"),
    ("\\lfloor x \\rfloor + \\lceil y \\rceil", "⌊"),
    ("\\left( \\frac{a}{b} \\right)^n", "<mfrac>"),
    ("\\left| x \\right|", "|"),
    ("\\|v\\|", "‖"),
    ("\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}", "<mtable"),
    ("\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}", "<mtr>"),
    ("\\begin{vmatrix} a & b \\\\ c & d \\end{vmatrix}", "<mtd>"),
    ("\\begin{cases} x & x \\ge 0 \\\\ -x & x < 0 \\end{cases}", "class=math-left math-flush-right"),
    ("\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}", "class=math-right math-flush-right"),
    ("\\begin{array}{l|r} a & b \\\\ c & d \\end{array}", "math-rule-right"),
    ("\\binom{n}{k}", "linethickness=0"),
    ("n! = n \\cdot (n-1)!", "!"),
    ("P(A \\mid B) = \\frac{P(B \\mid A) P(A)}{P(B)}", "∣"),
    ("\\mathbb{E}[X] = \\mu", "𝔼"),
    ("\\sigma^2 = \\frac{1}{N} \\sum (x_i - \\bar{x})^2", "<mover accent=true"),
    ("X \\sim \\mathcal{N}(\\mu, \\sigma^2)", "𝒩"),
    ("A \\cup B \\cap C \\setminus D", "∪"),
    ("A \\subseteq B, x \\in A, y \\notin B", "⊆"),
    ("\\emptyset \\subset \\mathbb{N} \\subset \\mathbb{R}", "ℝ"),
    ("\\forall x \\exists y : x < y", "∀"),
    ("p \\land q \\lor \\neg r", "∧"),
    ("p \\Rightarrow q \\iff \\lnot p \\lor q", "⇒"),
    ("a \\equiv b \\pmod{n}", "mod"),
    ("a \\oplus b", "⊕"),
    ("\\hat{y} = \\hat{\\beta}_0 + \\hat{\\beta}_1 x", "<mover accent=true"),
    ("\\overline{AB} \\parallel \\overline{CD}", "∥"),
    ("\\vec{a} \\times \\vec{b}", "×"),
    ("\\angle ABC = 90^\\circ", "∠"),
    ("\\sin^2\\theta + \\cos^2\\theta = 1", "sin"),
    ("\\underbrace{a + b}_{c}", "<munder"),
    ("\\overset{!}{=}", "<mover>"),
    ("x \\leq y \\geq z \\neq w \\approx v", "≤"),
    ("\\infty - \\infty", "∞"),
    ("f \\colon A \\to B, x \\mapsto x^2", "↦"),
    ("\\text{if } x > 0", "<mtext>if"),
    ("\\mathrm{d}x", "d"),
    ("\\operatorname{rank}(A)", "rank"),
    ("\\sqrt{\\sum_i (p_i - q_i)^2}", "<msqrt>"),
    ("\\cancel{x}", "notation=updiagonalstrike"),
    ("T(n) = 2T\\left(\\frac{n}{2}\\right) + \\Theta(n)", "Θ"),
    ("\\dot{x} = A x, \\ddot{x}", "<mover accent=true"),
    ("a \\quad b \\; c \\! d", "<mspace"),
    ("\\text{a < b \\& c}", "a\u{a0}<\u{a0}b\u{a0}&c"),
    ("{}^{14}_{6}\\mathrm{C}", "14"),
];

/// MathML for comparisons, without quotes.
fn show(node: &MathNode) -> String {
    let name = |element: &Element| serde_json::to_value(element).unwrap().as_str().unwrap().to_owned();
    match node {
        MathNode::Text(text) => text.clone(),
        MathNode::Leaf(element, text) => format!("<{}>{text}</>", name(element)),
        MathNode::Element(element, attributes, children) => {
            let attribute = |(known, value): &(_, String)| {
                format!(" {}={value}", serde_json::to_value::<Attribute>(*known).unwrap().as_str().unwrap())
            };
            let attributes = attributes.iter().map(attribute).collect::<Vec<_>>().concat();
            format!("<{}{attributes}>{}</>", name(element), children.iter().map(show).collect::<String>())
        }
    }
}

fn shown(tex: &str, block: bool) -> String {
    let (math, count) = convert(tex, block).unwrap_or_else(|(at, message)| panic!("{tex}: {at}: {message}"));
    assert!(count > 0 && math.tex == tex && math.block == block);
    math.nodes.iter().map(show).collect()
}

#[test]
fn formulas_of_tests_are_converted() {
    let mut wrong = Vec::new();
    for (tex, part) in FORMULAS {
        for block in [false, true] {
            match convert(tex, block) {
                Ok((math, _)) if math.nodes.iter().map(show).collect::<String>().contains(part) => {}
                other => wrong.push(format!("{tex}: no {part} in {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn faults_have_a_sentence_and_a_place() {
    for (tex, at, part) in [
        ("\\frac{1}{2", 10, "Expected"),
        ("1 + {x", 6, "Expected"),
        ("x}", 1, "Unmatched"),
        ("\\nosuch", 0, "Unknown command \"\\nosuch\""),
        ("\\begin{nosuch}x\\end{nosuch}", 7, "Unknown environment"),
        ("\\left( x", 8, "Expected"),
        ("a^b^c", 3, ""),
        ("a & b", 2, ""),
        ("\\newcommand{\\a}{x}", 0, "Unknown command"),
        ("\\def\\a{x}", 0, "Unknown command"),
    ] {
        let (place, message) = convert(tex, false).expect_err(tex);
        assert!(message.starts_with("The formula is not valid: ") && message.contains(part), "{tex}: {message}");
        assert!(message.ends_with('.') && place.abs_diff(at) <= 3, "{tex}: {place}: {message}");
    }
}

/// Found by mutations: debug builds of the converter panic, others leave the separator out.
#[test]
fn a_separator_without_its_argument_does_no_harm() {
    for tex in ["\\frac{1} \\\\ 2", "\\sqrt & x", "x^& y"] {
        let _ = convert(&format!("\\begin{{matrix}} {tex} \\end{{matrix}}"), true);
    }
}

#[test]
fn nothing_but_known_names_and_harmless_values_survives() {
    assert!(convert("\\href{javascript:alert(1)}{x}", false).is_err());
    let style = shown("\\color{red} x \\hspace{9999em} y", false);
    assert!(!style.contains("9999") && !style.contains('#'), "{style}");
    let text = shown("\\text{<img src=x onerror=alert(1)>}", false);
    assert_eq!(text, "<mtext><img\u{a0}src=x\u{a0}onerror=alert(1)></>");
    let (math, _) = convert("\\text{\\textbf{a}}", false).unwrap();
    assert_eq!(math.nodes, [MathNode::Leaf(Element::Mtext, "a".into())], "marks in a text are dropped");
    let sized = serde_json::to_value(convert("\\frac12", true).unwrap().0).unwrap();
    let expected = json!({ "tex": "\\frac12", "block": true, "nodes": [
        { "e": ["mfrac", [], [{ "l": ["mn", "1"] }, { "l": ["mn", "2"] }]] },
    ] });
    assert_eq!(sized, expected, "the form that pages get");
}

#[test]
fn deep_formulas_are_refused_before_the_converter_recurses() {
    for piece in [
        "{",
        "\\sqrt",
        "\\frac",
        "x^{",
        "\\left(",
        "\\left|",
        "\\begin{matrix}",
        "\\hat",
        "\\text{",
        "\\mathbf",
        "(",
        "^",
        "'",
        "\\{",
    ] {
        let tex = piece.repeat(1_900 / piece.len());
        let small = std::thread::Builder::new().stack_size(512 * 1024);
        let refused = small.spawn(move || convert(&tex, true).map(|_| ()).err()).unwrap().join();
        assert!(refused.is_ok(), "{piece} overflows the stack or panics");
    }
}
