//! The languages that are known, with the paths of Debian's packages.

use super::Language;

/// A row of the table; see [`Language`].
struct LanguageRow {
    name: &'static str,
    file: &'static str,
    beside: &'static [(&'static str, &'static str)],
    compile: &'static [&'static str],
    run: &'static [&'static str],
    check: &'static [&'static str],
    program: &'static str,
    no_program: &'static str,
    version: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
    /// See [`Language::system`].
    system: &'static [&'static str],
    read: &'static [&'static str],
    overhead_mb: u64,
    limits_address_space: bool,
    threads: u64,
    bears_idle: bool,
    factor: u64,
    out_of_memory: &'static str,
    advice: &'static [(&'static str, &'static str)],
    probe: &'static str,
    packages: &'static str,
}

const BASE: LanguageRow = LanguageRow {
    name: "",
    file: "",
    beside: &[],
    compile: &[],
    run: &[],
    check: &[],
    program: "",
    no_program: "",
    version: &[],
    env: &[],
    system: &[],
    read: &[],
    overhead_mb: 16,
    limits_address_space: true,
    threads: 64,
    bears_idle: true,
    factor: 1,
    out_of_memory: "",
    advice: &[],
    probe: "",
    packages: "",
};

/// Runtimes that reserve address space, and take memory for compiled code.
const VIRTUAL: LanguageRow = LanguageRow { overhead_mb: 384, limits_address_space: false, ..BASE };
const JVM: LanguageRow = LanguageRow {
    factor: 2,
    system: &["/usr/lib/jvm"],
    read: JAVA_SETTINGS,
    out_of_memory: "OutOfMemoryError",
    ..VIRTUAL
};
const NODE: LanguageRow = LanguageRow {
    factor: 3,
    beside: &[(".processors.js", PROCESSORS)],
    check: &["/usr/bin/node", "--check", "main.js"],
    // Where Debian keeps parts of it.
    system: &["/usr/share/nodejs", "/usr/lib/nodejs"],
    // Otherwise it reads settings of the system.
    env: &[("OPENSSL_CONF", "/dev/null")],
    out_of_memory: "heap out of memory",
    ..VIRTUAL
};

/// Node asks `/proc/stat` for the processors, which has the load of the machine. Only their number is given.
const PROCESSORS: &str = "const os = require('os');
if (os.cpus().length === 0) {
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const number = os.availableParallelism ? os.availableParallelism() : 1;
  os.cpus = () => Array.from({ length: number }, () => ({ model: 'unknown', speed: 0, times: { ...times } }));
  require('module').syncBuiltinESMExports();
}
";

const JAVA_SETTINGS: &[&str] = &["/etc/java-17-openjdk", "/etc/java-21-openjdk", "/etc/java-25-openjdk"];
const NO_MAIN_CLASS: &str = "Could not find or load main class";
const JAVA_PROGRAM: &str = "The class with the method main must be called Main, without a package.";
const KOTLIN_PROGRAM: &str = "The function main must be outside of classes, without a package.";
const NO_MAIN_METHOD: &str = "Main method not found";
const PYTHON_CHECK: &str = "compile(open('main.py', 'rb').read(), 'main.py', 'exec', dont_inherit=True)";
const KOTLIN_STDLIB: &str = ".:/usr/share/kotlin/kotlinc/lib/kotlin-stdlib.jar";
const KOTLIN_COMPILER: &str = "/usr/share/kotlin/kotlinc/lib/kotlin-compiler.jar";
const KOTLIN_PRELOADER: &str = "/usr/share/kotlin/kotlinc/lib/kotlin-preloader.jar";

#[rustfmt::skip]
const TABLE: &[LanguageRow] = &[
    LanguageRow {
        name: "python", file: "main.py", factor: 5,
        run: &["/usr/bin/python3", "-I", "-B", "main.py"],
        check: &["/usr/bin/python3", "-I", "-B", "-c", PYTHON_CHECK],
        version: &["/usr/bin/python3", "--version"],
        system: &["/usr/lib/python3*", "/usr/local/lib/python3*"],
        out_of_memory: "MemoryError", probe: "print('hello')", packages: "python3", ..BASE
    },
    LanguageRow {
        name: "javascript", file: "main.js",
        run: &["/usr/bin/node", "-r", "./.processors.js", "--max-old-space-size={mem}", "main.js"],
        version: &["/usr/bin/node", "--version"],
        probe: "console.log('hello')", packages: "nodejs", ..NODE
    },
    LanguageRow {
        name: "java", file: "Main.java",
        compile: &[
            "/usr/bin/javac", "-J-Xmx256m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData",
            "-proc:none", "-encoding", "UTF-8", "-d", ".", "Main.java",
        ],
        run: &[
            "/usr/bin/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ReservedCodeCacheSize=64m", "-Xss16m",
            "-Xmx{mem}m", "-cp", ".", "Main",
        ],
        version: &["/usr/bin/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "--version"],
        advice: &[
            ("should be declared in a file named", "The public class must be called Main."),
            (NO_MAIN_CLASS, JAVA_PROGRAM),
            (NO_MAIN_METHOD, "The class Main needs a method: public static void main(String[] args)."),
        ],
        program: "Main.class", no_program: JAVA_PROGRAM,
        probe: "public class Main { public static void main(String[] a) { System.out.println(\"hello\"); } }",
        packages: "default-jdk-headless", ..JVM
    },
    LanguageRow {
        name: "c++", file: "main.cpp",
        compile: &["/usr/bin/g++", "-O2", "-std=c++17", "-pipe", "-o", "main", "main.cpp"],
        run: &["./main"], program: "main",
        version: &["/usr/bin/g++", "--version"],
        out_of_memory: "std::bad_alloc",
        probe: "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }", packages: "g++", ..BASE
    },
    LanguageRow {
        name: "c#", file: "main.cs", overhead_mb: 128, factor: 2, bears_idle: false, program: "main.exe",
        compile: &["/usr/bin/mcs", "-out:main.exe", "main.cs"],
        run: &["/usr/bin/mono", "main.exe"],
        version: &["/usr/bin/mono", "--version"],
        env: &[("MONO_DISABLE_SHM", "1"), ("MONO_GC_PARAMS", "max-heap-size={mem}m")], read: &["/etc/mono"],
        system: &["/usr/lib/mono", "/usr/lib/libmono*", "/usr/lib/libMono*"],
        out_of_memory: "OutOfMemoryException",
        probe: "class P { static void Main() { System.Console.WriteLine(\"hello\"); } }", packages: "mono-mcs", ..VIRTUAL
    },
    LanguageRow {
        name: "ruby", file: "main.rb", factor: 5,
        run: &["/usr/bin/ruby", "--disable=gems", "main.rb"],
        check: &["/usr/bin/ruby", "--disable=gems", "-c", "main.rb"],
        version: &["/usr/bin/ruby", "--version"],
        system: &["/usr/lib/ruby", "/usr/local/lib/site_ruby"],
        out_of_memory: "NoMemoryError", probe: "puts 'hello'", packages: "ruby", ..BASE
    },
    LanguageRow {
        name: "go", file: "main.go", overhead_mb: 128,
        compile: &["/usr/bin/go", "build", "-o", "main", "main.go"],
        run: &["./main"], program: "main", no_program: "The package must be called main.",
        version: &["/usr/bin/go", "version"],
        env: &[("CGO_ENABLED", "0"), ("GO111MODULE", "off"), ("GOFLAGS", "-p=1"), ("GOMAXPROCS", "2")],
        out_of_memory: "out of memory",
        probe: "package main\nimport \"fmt\"\nfunc main() { fmt.Println(\"hello\") }", packages: "golang-go", ..VIRTUAL
    },
    LanguageRow {
        name: "rust", file: "main.rs",
        compile: &["/usr/bin/rustc", "--edition", "2021", "-O", "-o", "main", "main.rs"],
        run: &["./main"], program: "main", no_program: "It must not be a library: remove crate_type.",
        version: &["/usr/bin/rustc", "--version"],
        out_of_memory: "memory allocation of", probe: "fn main() { println!(\"hello\"); }", packages: "rustc", ..BASE
    },
    LanguageRow {
        name: "php", file: "main.php", threads: 1, factor: 5,
        run: &["/usr/bin/php", "-n", "-d", "memory_limit={mem}M", "-d", "display_errors=stderr", "main.php"],
        check: &["/usr/bin/php", "-n", "-l", "main.php"],
        version: &["/usr/bin/php", "-n", "--version"],
        out_of_memory: "Allowed memory size", probe: "<?php echo \"hello\\n\";", packages: "php-cli", ..BASE
    },
    LanguageRow {
        name: "swift", file: "main.swift", overhead_mb: 16,
        compile: &["/usr/bin/swiftc", "-O", "-module-cache-path", ".", "-o", "main", "main.swift"],
        run: &["./main"], program: "main",
        version: &["/usr/bin/swiftc", "--version"],
        system: &["/usr/lib/swift*", "/usr/libexec/swift*", "/usr/local/lib/swift*"],
        probe: "print(\"hello\")", packages: "swiftlang", ..VIRTUAL
    },
    LanguageRow {
        name: "kotlin", file: "main.kt",
        compile: &[
            "/usr/bin/java", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
            "-cp", KOTLIN_PRELOADER, "org.jetbrains.kotlin.preloading.Preloader",
            "-cp", KOTLIN_COMPILER, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-reflect", "-d", ".", "main.kt",
        ],
        run: &[
            "/usr/bin/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ReservedCodeCacheSize=64m", "-Xss16m",
            "-Xmx{mem}m", "-cp", KOTLIN_STDLIB, "MainKt",
        ],
        version: &["/usr/bin/java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "--version"],
        advice: &[(NO_MAIN_CLASS, KOTLIN_PROGRAM), (NO_MAIN_METHOD, KOTLIN_PROGRAM)],
        program: "MainKt.class", no_program: KOTLIN_PROGRAM,
        system: &["/usr/lib/jvm", "/usr/share/kotlin", "/usr/share/java/kotlin*"],
        probe: "fun main() { println(\"hello\") }", packages: "kotlin default-jdk-headless", ..JVM
    },
    LanguageRow {
        name: "typescript", file: "main.ts",
        compile: &[
            "/usr/bin/esbuild", "main.ts", "--outfile=main.js", "--platform=node", "--format=cjs", "--log-level=error",
        ],
        run: &["/usr/bin/node", "-r", "./.processors.js", "--max-old-space-size={mem}", "main.js"], program: "main.js",
        version: &["/usr/bin/esbuild", "--version"],
        probe: "const s: string = 'hello'; console.log(s)", packages: "esbuild nodejs", ..NODE
    },
];

/// All known languages, installed or not.
pub fn languages() -> Vec<Language> {
    TABLE.iter().map(language).collect()
}

fn language(row: &LanguageRow) -> Language {
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Language {
        name: row.name.to_owned(),
        file: row.file.to_owned(),
        beside: pairs(row.beside),
        compile: owned(row.compile),
        run: owned(row.run),
        check: owned(row.check),
        program: row.program.to_owned(),
        no_program: row.no_program.to_owned(),
        version: owned(row.version),
        env: pairs(row.env),
        system: Some(row.system.iter().map(Into::into).collect()),
        read: row.read.iter().map(Into::into).collect(),
        overhead_mb: row.overhead_mb,
        limits_address_space: row.limits_address_space,
        threads: row.threads,
        bears_idle: row.bears_idle,
        may_fork: false,
        factor: row.factor,
        out_of_memory: row.out_of_memory.to_owned(),
        advice: pairs(row.advice),
        probe: row.probe.to_owned(),
        packages: row.packages.to_owned(),
    }
}
