//! Every language that is installed: pools of threads, deep recursion, standard streams; and source code that is no program.
//! With `INVIGIL_ATTACKS=full` also the languages that compile slowly, other pools, and each stream alone.

use crate::{
    client::{Client, job},
    site::{Layers, Site, one_at_a_time},
};
use invigil::runner::{
    job::{Job, Outcome, Verdict, Verdict::*},
    language::languages,
    wire::RunnerReply,
};
use std::collections::HashMap;
use uuid::Uuid;

/// Programs of one language.
struct Row {
    language: &'static str,
    /// Reads its input to the end, writes to both outputs, calls itself to the depth that its users expect, and has a pool of
    /// `POOL` threads that exist at the same time. Prints the sum of their squares and the length of its input.
    good: &'static str,
    /// Opens the standard streams by name: prints the length of its input, and two lines, of which the first is written to
    /// `/dev/stdout`.
    named: &'static str,
    /// Compiles, and is no program; empty if the language has no such program.
    library: &'static str,
    /// Ends with the code 3.
    exit: &'static str,
    /// Prints how many processors its standard library reports; empty where it reports none.
    processors: &'static str,
}

const INPUT: &str = "abc\nde";

const ROWS: &[Row] = &[
    Row {
        language: "python",
        good: "import sys, threading, concurrent.futures as f
data = sys.stdin.read(); sys.setrecursionlimit(10 ** 6)
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
assert deep(50_000) == 50_000
together = threading.Barrier(POOL)
def work(n):
    together.wait(60)
    return n * n
with f.ThreadPoolExecutor(POOL) as pool: total = sum(pool.map(work, range(POOL)))
print(total, len(data)); print('note', file=sys.stderr)",
        named: "print(len(open('/dev/stdin').read()), flush=True)
with open('/dev/stdout', 'w') as out: out.write('by name\\n')
print('more'); open('/dev/stderr', 'w').write('note')",
        library: "",
        exit: "import sys\nsys.exit(3)",
        processors: "import os\nprint(os.cpu_count())",
    },
    Row {
        language: "javascript",
        good: NODE,
        named: "NAMED",
        library: "",
        exit: "process.exit(3)",
        processors: NODE_PROCESSORS,
    },
    Row {
        language: "typescript",
        good: concat!("declare function require(name: string): any;\nconst typed: number = 1;\n", "NODE"),
        named: concat!("declare function require(name: string): any;\n", "NAMED"),
        library: "",
        exit: "declare const process: any; process.exit(3)",
        processors: concat!("declare function require(name: string): any;\n", "NODE_PROCESSORS"),
    },
    Row {
        language: "java",
        good: "import java.util.concurrent.*; public class Main { static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
public static void main(String[] a) throws Exception { int length = System.in.readAllBytes().length;
if (deep(50000) != 50000) throw new Error(); ExecutorService pool = Executors.newFixedThreadPool(POOL);
CyclicBarrier together = new CyclicBarrier(POOL); java.util.List<Future<Integer>> all = new java.util.ArrayList<>();
for (int i = 0; i < POOL; i++) { int n = i; all.add(pool.submit(() -> { together.await(); return n * n; })); }
int total = 0; for (Future<Integer> one : all) total += one.get(); pool.shutdown();
System.out.println(total + \" \" + length); System.err.println(\"note\"); } }",
        named: "import java.nio.file.*; class Main { public static void main(String[] a) throws Exception {
System.out.println(Files.readAllBytes(Path.of(\"/dev/stdin\")).length); Files.writeString(Path.of(\"/dev/stdout\"), \"by name\\n\");
System.out.println(\"more\"); Files.writeString(Path.of(\"/dev/stderr\"), \"note\"); } }",
        library: "package solution; class Solution { int add(int a, int b) { return a + b; } }",
        exit: "class Main { public static void main(String[] a) { System.exit(3); } }",
        processors: "class Main { public static void main(String[] a) { System.out.println(Runtime.getRuntime().availableProcessors()); } }",
    },
    Row {
        language: "c++",
        good: "#include <iostream>\n#include <iterator>\n#include <atomic>\n#include <thread>\n#include <vector>
int deep(volatile int n) { volatile char frame[200]; frame[0] = 1; return n == 0 ? 0 : frame[0] + deep(n - 1); }
int main() { std::string data{std::istreambuf_iterator<char>(std::cin), {}}; if (deep(100000) != 100000) return 1;
std::atomic<int> total{0}, waiting{POOL}; std::vector<std::thread> pool;
for (int n = 0; n < POOL; n++) pool.emplace_back([&, n] { waiting--; while (waiting > 0) std::this_thread::yield(); total += n * n; });
for (auto& one : pool) one.join(); std::cout << total << ' ' << data.size() << '\\n'; std::cerr << \"note\\n\"; }",
        named: "#include <fstream>\n#include <iostream>\n#include <iterator>
int main() { std::ifstream in(\"/dev/stdin\"); std::string data{std::istreambuf_iterator<char>(in), {}}; std::cout << data.size() << std::endl;
std::ofstream(\"/dev/stdout\") << \"by name\\n\"; std::cout << \"more\\n\"; std::ofstream(\"/dev/stderr\") << \"note\"; }",
        library: "int add(int a, int b) { return a + b; }",
        exit: "int main() { return 3; }",
        processors: "#include <iostream>\n#include <thread>\nint main() { std::cout << std::thread::hardware_concurrency(); }",
    },
    Row {
        language: "c#",
        good: "using System; using System.Threading; class P { static int Deep(int n) { return n == 0 ? 0 : 1 + Deep(n - 1); }
static void Main() { int length = Console.In.ReadToEnd().Length; if (Deep(50000) != 50000) throw new Exception();
int total = 0; var together = new Barrier(POOL); var pool = new Thread[POOL];
for (int i = 0; i < POOL; i++) { int n = i; pool[i] = new Thread(() => { together.SignalAndWait(); Interlocked.Add(ref total, n * n); }); pool[i].Start(); }
foreach (var one in pool) one.Join(); Console.WriteLine(total + \" \" + length); Console.Error.WriteLine(\"note\"); } }",
        named: "using System; using System.IO; class P { static void Main() { Console.WriteLine(new StreamReader(\"/dev/stdin\").ReadToEnd().Length);
using (var o = new StreamWriter(new FileStream(\"/dev/stdout\", FileMode.Open, FileAccess.Write))) o.Write(\"by name\\n\"); Console.WriteLine(\"more\"); } }",
        library: "public class Solution { public int Add(int a, int b) { return a + b; } }",
        exit: "class P { static int Main() { return 3; } }",
        processors: "class P { static void Main() { System.Console.WriteLine(System.Environment.ProcessorCount); } }",
    },
    Row {
        language: "ruby",
        good: "data = $stdin.read
def deep(n) = n == 0 ? 0 : 1 + deep(n - 1)
raise unless deep(9_000) == 9_000
mutex, waiting = Mutex.new, ConditionVariable.new
here = 0
pool = POOL.times.map { |n| Thread.new { mutex.synchronize { here += 1; waiting.broadcast; waiting.wait(mutex) while here < POOL }; n * n } }
puts \"#{pool.sum(&:value)} #{data.length}\"
warn 'note'",
        named: "puts File.read('/dev/stdin').length; $stdout.flush\nFile.write('/dev/stdout', \"by name\\n\")\nputs 'more'; File.write('/dev/stderr', 'note')",
        library: "",
        exit: "exit 3",
        processors: "require 'etc'; puts Etc.nprocessors",
    },
    Row {
        language: "go",
        good: "package main\nimport (\"fmt\"; \"io\"; \"os\"; \"runtime\"; \"sync\")
func deep(n int) int { if n == 0 { return 0 }; return 1 + deep(n-1) }
func main() { data, _ := io.ReadAll(os.Stdin); if deep(500000) != 500000 { panic(1) }
var here, done sync.WaitGroup; var lock sync.Mutex; total := 0; here.Add(POOL); done.Add(POOL)
for i := 0; i < POOL; i++ { go func(n int) { runtime.LockOSThread(); here.Done(); here.Wait(); lock.Lock(); total += n * n; lock.Unlock(); done.Done() }(i) }
done.Wait(); fmt.Println(total, len(data)); fmt.Fprintln(os.Stderr, \"note\") }",
        named: "package main\nimport (\"fmt\"; \"os\")
func main() { data, _ := os.ReadFile(\"/dev/stdin\"); fmt.Println(len(data))
if err := os.WriteFile(\"/dev/stdout\", []byte(\"by name\\n\"), 0); err != nil { panic(err) }; fmt.Println(\"more\") }",
        library: "package solution\nfunc Add(a, b int) int { return a + b }",
        exit: "package main\nimport \"os\"\nfunc main() { os.Exit(3) }",
        processors: "package main\nimport (\"fmt\"; \"runtime\")\nfunc main() { fmt.Println(runtime.NumCPU()) }",
    },
    Row {
        language: "rust",
        good: "use std::{io::Read, sync::{Arc, Barrier}, thread};
#[inline(never)] fn deep(n: u64) -> u64 { let one = 1; if n == 0 { return 0; } let below = deep(n - 1); unsafe { std::ptr::read_volatile(&one) + below } }
fn main() { let mut data = String::new(); std::io::stdin().read_to_string(&mut data).unwrap(); assert_eq!(deep(100000), 100000);
let together = Arc::new(Barrier::new(POOL));
let pool: Vec<_> = (0..POOL).map(|n| { let together = together.clone(); thread::spawn(move || { together.wait(); n * n }) }).collect();
let total: usize = pool.into_iter().map(|one| one.join().unwrap()).sum(); println!(\"{} {}\", total, data.len()); eprintln!(\"note\"); }",
        named: "fn main() { println!(\"{}\", std::fs::read(\"/dev/stdin\").unwrap().len());
std::fs::write(\"/dev/stdout\", \"by name\\n\").unwrap(); println!(\"more\"); std::fs::write(\"/dev/stderr\", \"note\").unwrap() }",
        library: "#![crate_type = \"lib\"]\npub fn add(a: i32, b: i32) -> i32 { a + b }",
        exit: "fn main() { std::process::exit(3) }",
        processors: "fn main() { println!(\"{}\", std::thread::available_parallelism().unwrap()) }",
    },
    Row {
        language: "php",
        good: "<?php $data = stream_get_contents(STDIN); function deep($n) { return $n == 0 ? 0 : 1 + deep($n - 1); }
if (deep(50000) != 50000) exit(1); $total = 0; for ($n = 0; $n < POOL; $n++) $total += $n * $n;
echo $total, ' ', strlen($data), \"\\n\"; fwrite(STDERR, \"note\\n\");",
        named: "<?php echo strlen(file_get_contents('/dev/stdin')), \"\\n\"; file_put_contents('/dev/stdout', \"by name\\n\");
echo \"more\\n\"; file_put_contents('/dev/stderr', 'note');",
        library: "",
        exit: "<?php exit(3);",
        processors: "",
    },
    Row {
        language: "kotlin",
        good: "import java.util.concurrent.*\nimport kotlin.concurrent.thread
fun deep(n: Int): Int = if (n == 0) 0 else 1 + deep(n - 1)
fun main() { val length = System.`in`.readBytes().size; check(deep(50000) == 50000)
val together = CyclicBarrier(POOL); val total = java.util.concurrent.atomic.AtomicInteger()
(0 until POOL).map { n -> thread { together.await(); total.addAndGet(n * n) } }.forEach { it.join() }
println(\"${total.get()} $length\"); System.err.println(\"note\") }",
        named: "import java.io.File\nfun main() { println(File(\"/dev/stdin\").readBytes().size); File(\"/dev/stdout\").writeText(\"by name\\n\")
println(\"more\"); File(\"/dev/stderr\").writeText(\"note\") }",
        library: "class Solution { fun add(a: Int, b: Int) = a + b }",
        exit: "fun main() { kotlin.system.exitProcess(3) }",
        processors: "fun main() { println(Runtime.getRuntime().availableProcessors()) }",
    },
    Row {
        language: "swift",
        good: "import Foundation
func deep(_ n: Int) -> Int { return n == 0 ? 0 : 1 + deep(n - 1) }
let data = FileHandle.standardInput.readDataToEndOfFile(); assert(deep(50000) == 50000)
let lock = NSLock(); var total = 0; let done = DispatchGroup()
for n in 0..<POOL { done.enter(); Thread.detachNewThread { lock.lock(); total += n * n; lock.unlock(); done.leave() } }
done.wait(); print(total, data.count); FileHandle.standardError.write(\"note\\n\".data(using: .utf8)!)",
        named: "import Foundation\nsetbuf(stdout, nil)\nprint(FileManager.default.contents(atPath: \"/dev/stdin\")!.count)
let out = FileHandle(forWritingAtPath: \"/dev/stdout\")!\nout.write(\"by name\\n\".data(using: .utf8)!)\nprint(\"more\")",
        library: "",
        exit: "import Foundation\nexit(3)",
        processors: "import Foundation\nprint(ProcessInfo.processInfo.activeProcessorCount)",
    },
];

/// Workers of Node, each an instance of its own, that exist at the same time.
const NODE: &str = "const { Worker } = require('worker_threads');
const data = require('fs').readFileSync(0, 'utf8');
const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1));
if (deep(8000) !== 8000) process.exit(1);
const code = \"const { parentPort: p, workerData: n } = require('worker_threads'); p.postMessage(0); p.once('message', () => p.postMessage(n * n));\";
let here = 0, left = POOL, total = 0;
const pool = [...Array(POOL).keys()].map((n) => new Worker(code, { eval: true, workerData: n }));
for (const one of pool) {
  let isHere = false;
  one.on('message', (square) => {
    if (!isHere) { isHere = true; if (++here === POOL) for (const each of pool) each.postMessage(1); return; }
    total += square;
    if (--left === 0) { console.log(total + ' ' + data.length); console.error('note'); }
  });
}";

const NAMED: &str = "const fs = require('fs');
console.log(fs.readFileSync('/dev/stdin', 'utf8').length);
fs.writeFileSync('/dev/stdout', 'by name\\n');
console.log('more');
fs.writeFileSync('/dev/stderr', 'note');";

/// Also as a module sees them. The model and the times would disclose the machine and its load.
const NODE_PROCESSORS: &str = "const os = require('os');
import('node:os').then(({ cpus }) => {
  const all = cpus();
  if (all.length !== os.cpus().length || all.length !== os.availableParallelism()) throw new Error('they differ');
  if (all.some(({ speed, times }) => speed + times.user + times.idle > 0)) throw new Error('they are known');
  console.log(all.length);
});";

struct Case {
    job: Job,
    what: String,
    verdicts: &'static [Verdict],
    says: &'static str,
}

fn case(what: &str, language: &str, source: &str, expected: Option<&str>, verdicts: &'static [Verdict]) -> Case {
    let mut job = job(language, source, INPUT, expected);
    // Jobs of one candidate take turns.
    job.candidate = format!("{language} {what}");
    Case { job, what: what.to_owned(), verdicts, says: "" }
}

/// A program for a pool of this size, and what it prints.
fn good(row: &Row, pool: usize) -> (String, String) {
    let source = row.good.replace("NODE", NODE).replace("POOL", &pool.to_string());
    (source, format!("{} {}\n", (0..pool).map(|n| n * n).sum::<usize>(), INPUT.len()))
}

fn cases(row: &Row, is_full: bool) -> Vec<Case> {
    let Row { language, library, exit, processors, .. } = *row;
    let pools: &[usize] = if is_full { &[1, 8, 20, 32] } else { &[20] };
    let mut all: Vec<Case> = Vec::new();
    for pool in pools {
        let (source, prints) = good(row, *pool);
        all.push(case(&format!("pool of {pool}"), language, &source, Some(&prints), &[Ac]));
    }
    let source = row.named.replace("NAMED", NAMED);
    all.push(case("streams by name", language, &source, Some(&format!("{}\nby name\nmore\n", INPUT.len())), &[Ac]));
    if !processors.is_empty() {
        let source = processors.replace("NODE_PROCESSORS", NODE_PROCESSORS);
        all.push(case("processors", language, &source, Some(&number_of_processors()), &[Ac]));
    }
    let syntax = case("syntax error", language, broken(language), None, &[Ce]);
    all.push(Case { says: "does not compile", ..syntax });
    if !library.is_empty() {
        all.push(case("library", language, library, None, &[Ce]));
    }
    if is_full {
        all.push(Case { says: "exit code 3", ..case("exit code", language, exit, None, &[Rte]) });
    }
    all
}

/// Those that a program may use.
fn number_of_processors() -> String {
    let of_this = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
    let is_usable = |number: &usize| of_this.is_set(*number).unwrap_or_default();
    format!("{}\n", (0..nix::sched::CpuSet::count()).filter(is_usable).count())
}

fn broken(language: &str) -> &'static str {
    if language == "php" { "<?php function (" } else { "def f(:\n  {{ [" }
}

/// Sends all, and returns their outcomes.
fn run_all(client: &mut Client, cases: &[Case]) -> HashMap<Uuid, Outcome> {
    for case in cases {
        client.send(case.job.clone());
    }
    let mut outcomes = HashMap::new();
    while outcomes.len() < cases.len() {
        match client.reply() {
            RunnerReply::Done { id, outcome } => {
                outcomes.insert(id, outcome);
            }
            RunnerReply::Refused { reason, .. } => panic!("{reason}"),
            _ => {}
        }
    }
    outcomes
}

/// In one runner, as a server starts it. The doctor names what this one offers.
#[test]
fn each_language_does_what_it_is_for_and_says_what_is_no_program() {
    let _one = one_at_a_time();
    let is_full = std::env::var("INVIGIL_ATTACKS").is_ok_and(|value| value == "full");
    let is_slow = |language: &str| ["kotlin", "swift"].contains(&language);
    let known = languages();
    let is_installed = |row: &&Row| {
        let language = known.iter().find(|language| language.name == row.language).unwrap();
        let is_missing = language.missing();
        if let Some(missing) = is_missing {
            eprintln!("not run: {}, for {missing} does not exist", row.language);
        }
        is_missing.is_none() && (is_full || !is_slow(row.language))
    };
    let rows: Vec<&Row> = ROWS.iter().filter(is_installed).collect();
    let mut site = Site::new(Layers::All);
    site.write_languages(&rows.iter().map(|row| row.language).collect::<Vec<_>>());
    let mut client = site.start_wide();
    let offered: Vec<&str> = client.welcome.languages.iter().map(|offer| offer.name.as_str()).collect();
    for row in &rows {
        assert!(offered.contains(&row.language), "{} is installed and not offered\n{}", row.language, site.log());
    }
    let told = site.invigil(&["runner", "doctor", "--json"]).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(told["runner"]["slots"], client.welcome.slots, "{told}");
    let works = told["languages"].as_array().unwrap().iter().filter(|row| row["works"] == true);
    let mut works: Vec<&str> = works.map(|row| row["name"].as_str().unwrap()).collect();
    works.sort_unstable();
    assert_eq!(works, offered);

    let all: Vec<Case> = rows.iter().flat_map(|row| cases(row, is_full)).collect();
    let outcomes = run_all(&mut client, &all);
    let mut wrong = Vec::new();
    for case in &all {
        let outcome = &outcomes[&case.job.id];
        if !case.verdicts.contains(&outcome.verdict) || !outcome.note.contains(case.says) {
            let text = format!("{} {}: {outcome:?}", case.job.language, case.what);
            wrong.push(text.chars().take(1_500).collect::<String>());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
