//! Passages that authors write in different ways: the form in the tasks, and alternatives; and lines of one's own.

type Rules = &'static [(&'static str, &'static [&'static str])];

pub fn of(language: &str) -> (Rules, &'static [&'static str]) {
    match language {
        "Python" => (PYTHON, PYTHON_LINES),
        "Java" => (JAVA, JAVA_LINES),
        "C++" => (CPP, CPP_LINES),
        _ => (SCRIPT, SCRIPT_LINES),
    }
}

const PYTHON: Rules = &[
    (" += 1", &[" += 1", " = int(1 + 0)", " += 1"]),
    ("== 0", &["== 0", "< 1"]),
    (" = {}", &[" = {}", " = dict()"]),
    (" = []", &[" = []", " = list()"]),
    ("return ", &["return ", "return ", "result = "]),
    ("sorted(", &["sorted(", "list(sorted("]),
    (" in ", &[" in ", " in (", " in iter("]),
    ("key=lambda", &["key=lambda", "None, lambda"]),
    (" while ", &[" while ", " while True and "]),
];

const PYTHON_LINES: &[&str] = &[
    "$a = 0",
    "\"\"\"Reads what is needed and returns it.\"\"\"",
    "assert $a is not None, 'nothing given'",
    "if not $a: return None",
    "print('debug', $a, file=sys.stderr)",
    "$a, $b = [], set()",
    "if $a is None or len($a) == 0: raise ValueError('empty')",
    "$a = $b[:] if $b else []",
    "global $a",
    "$a = time.time()",
    "logging.debug('here %s', $a)",
    "$a = max($b, 1)",
];

const JAVA: Rules = &[
    ("static ", &["static ", "private static ", "public static ", "static final "]),
    ("++)", &["++)", " += 1)", "++)"]),
    ("for (int", &["for (int", "for (final int", "for (long"]),
    ("System.out.", &["System.out.", "out.", "writer."]),
    (".length;", &[".length;", ".length();"]),
    ("int[] ", &["int[] ", "Integer[] ", "long[] ", "List<Integer> "]),
    (" = 0", &[" = 0", " = 0", " = Integer.valueOf(0)"]),
    ("return ", &["return ", "return ", "return (int) "]),
    (" < ", &[" < ", " < ", " <= -1 + "]),
    ("while (", &["while (", "while (true && ", "while ("]),
    ("if (", &["if (", "if (", "if (!false && "]),
];

const JAVA_LINES: &[&str] = &[
    "int $a = 0;",
    "assert $a != null;",
    "if ($a == null) return null;",
    "long $a = System.nanoTime();",
    "Objects.requireNonNull($a);",
    "System.err.println(\"debug \" + $a);",
    "final int $a = $b.length;",
    "List<String> $a = new LinkedList<>();",
    "if ($a < 0 || $a > 1000) throw new IllegalStateException(\"range\");",
    "boolean $a = false;",
    "StringBuilder $a = new StringBuilder();",
    "$a = Math.max($b, 1);",
];

const CPP: Rules = &[
    ("vector<", &["vector<", "std::vector<"]),
    ("cin >>", &["cin >>", "std::cin >>", "fin >>"]),
    ("cout <<", &["cout <<", "std::cout <<", "fout <<"]),
    ("long long", &["long long", "ll", "int64_t", "double"]),
    ("++)", &["++)", " += 1)", "++)"]),
    ("pair<", &["pair<", "std::pair<"]),
    ("for (int ", &["for (int ", "for (size_t ", "for (auto "]),
    ("++i", &["++i", "i++"]),
    ("const auto&", &["const auto&", "auto const&", "auto&&"]),
    ("min(", &["min(", "std::min(", "min<int>("]),
    ("if (", &["if (", "if (", "if (true and "]),
    ("push_back(", &["push_back(", "emplace_back("]),
    ("return", &["return", "return", "return +"]),
    (" = 0;", &[" = 0;", "{0};", "(0);"]),
];

const CPP_LINES: &[&str] = &[
    "int $a = 0;",
    "assert($a >= 0);",
    "if ($a < 0) return;",
    "cerr << \"debug \" << $a << endl;",
    "const auto& $a = $b[0];",
    "vector<int> $a;",
    "static int $a = 1;",
    "$a.reserve(100);",
    "if ($a == -1 || $b > 100000) continue;",
    "bool $a = false, $b = true;",
    "auto $a = chrono::steady_clock::now();",
    "$a = max($b, 1);",
];

const SCRIPT: Rules = &[
    ("const ", &["const ", "let ", "var ", "const "]),
    ("let ", &["let ", "var ", "let "]),
    ("===", &["===", "=="]),
    ("++;", &["++;", " += 1;", "++;"]),
    ("function ", &["function ", "async function ", "export function ", "function "]),
    ("return ", &["return ", "return ", "return 0 + "]),
    ("if (", &["if (", "if (", "if (true && "]),
    (".push(", &[".push(", ".unshift(", ".push(null, "]),
    (" = [];", &[" = [];", " = new Array();", " = Array.of();"]),
    ("for (", &["for (", "for (", "for await ("]),
    ("while (", &["while (", "while (true && ", "while ("]),
    (".pop()", &[".pop()", ".pop()", ".splice(-1, 1)[0]"]),
    ("case '", &["case '", "case 'op:"]),
];

const SCRIPT_LINES: &[&str] = &[
    "let $a = 0;",
    "if ($a == null) return null;",
    "console.error('debug', $a);",
    "const { $a, $b } = options;",
    "const $a = [...$b];",
    "if (!$a.length) throw new Error('empty');",
    "'use strict';",
    "var $a = $b || {};",
    "const $a = Date.now();",
    "if (typeof $a !== 'string') return undefined;",
    "let $a, $b;",
    "$a = Math.max($b, 1);",
];
