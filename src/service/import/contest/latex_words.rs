//! Commands and environments of LaTeX that statements use.

/// Commands without a text of their own.
pub const SILENT: [&str; 26] = [
    "problemname",
    "nextsample",
    "remainingsamples",
    "noindent",
    "centering",
    "medskip",
    "bigskip",
    "smallskip",
    "newpage",
    "clearpage",
    "pagebreak",
    "vspace",
    "hspace",
    "label",
    "setlength",
    "usepackage",
    "documentclass",
    "small",
    "large",
    "sampleinputheader",
    "hfill",
    "vfill",
    "hline",
    "cline",
    "footnotesize",
    "par",
];
/// Commands among these whose arguments are left out, too.
pub const WITH_ARGUMENT: [&str; 8] =
    ["problemname", "vspace", "hspace", "label", "setlength", "usepackage", "documentclass", "cline"];
pub const SIGNS: [(&str, &str); 22] = [
    ("ldots", "…"),
    ("dots", "…"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("LaTeX", "LaTeX"),
    ("TeX", "TeX"),
    ("textbackslash", "\\\\"),
    ("copyright", "©"),
    ("textdegree", "°"),
    ("ss", "ß"),
    ("oe", "œ"),
    ("ae", "æ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("o", "ø"),
    ("O", "Ø"),
    ("euro", "€"),
    ("pounds", "£"),
    ("textquotedbl", "\""),
    ("textasciitilde", "\\~"),
    ("textasciicircum", "\\^"),
    ("quad", " "),
];
/// Environments whose content stays as it is.
pub const TRANSPARENT: [&str; 12] = [
    "center",
    "figure",
    "figure*",
    "wrapfigure",
    "minipage",
    "document",
    "flushleft",
    "flushright",
    "table",
    "small",
    "Input",
    "Output",
];
pub const DISPLAYED: [&str; 8] =
    ["equation", "equation*", "align", "align*", "gather", "gather*", "displaymath", "eqnarray*"];
