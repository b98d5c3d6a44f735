//! Texts that candidates of the corpus write: `[a|b]` is a choice of the author, `$x` a name of the author, `---` ends a
//! part that may stand elsewhere.

pub struct Task {
    pub language: Option<&'static str>,
    pub given: &'static str,
    /// Parts in the usual order; an author writes one variant of each, or of some of them in an essay.
    pub parts: &'static [&'static [&'static str]],
}

pub const TASKS: [Task; 6] = [
    Task {
        language: Some("Python"),
        given: "import sys\n\n\ndef main():\n    pass\n\n\nif __name__ == '__main__':\n    main()\n",
        parts: &[
            &[
                "def $read():\n    $text = sys.stdin.read()\n    [$words = $text.split()|$words = $text.lower().split()]\n    [return $words|return [$w for $w in $words if $w]|return list($words)]\n",
                "def $read($source=sys.stdin):\n    $words = []\n    for $line in $source:\n        [$line = $line.strip()\n        |][if not $line:\n            continue\n        |]for $w in $line.split([|' ']):\n            $words.append([$w|$w.lower()|$w.strip('.,')])\n    return $words\n",
                "def $read():\n    return [$w[.lower()|.casefold()|] for $line in sys.stdin for $w in $line.split()[ if $w.isalpha()| if $w|]]\n",
                "def $read():\n    $words = []\n    while True:\n        try:\n            $line = input()\n        except EOFError:\n            [break|return $words]\n        [$words += $line.split()|$words.extend($line.split())]\n    return $words\n",
                "$PATTERN = re.compile(r'[\\w+|[a-z]+]')\n\ndef $read():\n    $text = sys.stdin.read()[.lower()|]\n    [return $PATTERN.findall($text)|$found = $PATTERN.finditer($text)\n    return [$m.group(0) for $m in $found]]\n",
                "class $Reader:\n    def __init__(self, $source):\n        self.$source = $source\n\n    def $words(self):\n        for $line in self.$source:\n            [yield from $line.split()|for $w in $line.split():\n                yield $w[|.lower()]]\n",
            ],
            &[
                "def $count($words):\n    $table = {}\n    for $w in $words:\n        [if $w in $table:\n            $table[[$w]] += 1\n        else:\n            $table[[$w]] = 1|if $w not in $table:\n            $table[[$w]] = 0\n        $table[[$w]] += 1|$table[[$w]] = $table.get($w, 0) + 1]\n    return $table\n",
                "def $count($words):\n    $table = defaultdict(int)\n    [for $w in $words:\n        $table[[$w]] += 1|for _, $w in enumerate($words):\n        $table[[$w]] = $table[[$w]] + 1]\n    return [$table|dict($table)]\n",
                "def $count($words):\n    return [Counter($words)|dict(Counter($words))|Counter($w for $w in $words if len($w) > 0)]\n",
                "def $count($words):\n    $ordered = sorted($words)\n    $result = []\n    $i = 0\n    while $i < len($ordered):\n        $j = $i\n        while $j < len($ordered) and $ordered[[$j]] == $ordered[[$i]]:\n            $j += 1\n        $result.append([($ordered[[$i]], $j - $i)|[[$ordered[[$i]], $j - $i]]])\n        $i = $j\n    return $result\n",
                "def $count($words):\n    return {$w: [$words.count($w)|sum(1 for $v in $words if $v == $w)] for $w in set($words)}\n",
                "def $count($words):\n    $result = {}\n    for $k, $group in itertools.groupby(sorted($words)):\n        [$result[[$k]] = len(list($group))|$result[[$k]] = sum(1 for _ in $group)]\n    return $result\n",
            ],
            &[
                "def $order($table):\n    $items = list($table.items())\n    $items.sort(key=lambda $p: [(-$p[[1]], $p[[0]])|($p[[1]] * -1, $p[[0]])])\n    return $items\n",
                "def $order($table):\n    return sorted($table.items(), key=[lambda $p: (-$p[[1]], $p[[0]])|lambda $p: $p[[1]], reverse=True])\n",
                "def $order($table):\n    $items = sorted($table)\n    $items.sort(key=$table.get, reverse=True)\n    return [[($w, $table[[$w]]) for $w in $items]]\n",
                "def $order($table):\n    $heap = [[(-$n, $w) for $w, $n in $table.items()]]\n    heapq.heapify($heap)\n    $result = []\n    while $heap:\n        $n, $w = heapq.heappop($heap)\n        $result.append(($w, -$n))\n    return $result\n",
                "def $order($table):\n    $buckets = {}\n    for $w in $table:\n        $buckets.setdefault($table[[$w]], []).append($w)\n    $result = []\n    for $n in sorted($buckets, reverse=True):\n        for $w in sorted($buckets[[$n]]):\n            $result.append(($w, $n))\n    return $result\n",
                "def $compare($x, $y):\n    if $x[[1]] != $y[[1]]:\n        return $y[[1]] - $x[[1]]\n    [return -1 if $x[[0]] < $y[[0]] else 1|if $x[[0]] < $y[[0]]:\n        return -1\n    return 1]\n\ndef $order($table):\n    return sorted($table.items(), key=functools.cmp_to_key($compare))\n",
            ],
            &[
                "def $show($items, $limit=10):\n    for $w, $n in $items[[:$limit]]:\n        print([f'{$w} {$n}'|$w, $n|'%s %d' % ($w, $n)|'{} {}'.format($w, $n)])\n",
                "def $show($items):\n    $i = 0\n    for $p in $items:\n        if $i == 10:\n            break\n        print([str($p[[0]]) + ' ' + str($p[[1]])|$p[[0]], $p[[1]]])\n        $i += 1\n",
                "def $show($items):\n    $lines = [[f'{$w} {$n}' for $w, $n in $items]][[:10]]\n    [sys.stdout.write('\\n'.join($lines) + '\\n')|print('\\n'.join($lines))]\n",
                "def $show($items):\n    $width = max((len($w) for $w, _ in $items), default=0)\n    for $w, $n in itertools.islice($items, 10):\n        print($w.ljust($width), $n)\n",
                "def $show($items):\n    [if not $items:\n        return\n    |if len($items) == 0:\n        print('nothing')\n        return\n    ]for $i in range(min(10, len($items))):\n        $w = $items[[$i]][[0]]\n        $n = $items[[$i]][[1]]\n        print($w, $n)\n",
            ],
            &[
                "def main():\n    $words = $read()\n    $table = $count($words)\n    $items = $order($table)\n    $show($items)\n",
                "def main():\n    $show($order($count($read())))\n",
                "def main():\n    $words = $read()\n    if not $words:\n        [return|sys.exit(0)|print('no input')\n        return]\n    $show($order($count($words)))\n",
                "def main():\n    try:\n        $table = $count($read())\n    except [UnicodeDecodeError|ValueError] as $error:\n        print($error, file=sys.stderr)\n        [sys.exit(1)|return 1]\n    $show($order($table))\n",
                "def main():\n    $steps = [[$count, $order, $show]]\n    $value = $read()\n    for $step in $steps:\n        $value = $step($value)\n",
            ],
        ],
    },
    Task {
        language: Some("Java"),
        given: "import java.util.*;\n\npublic class Main {\n    public static void main(String[[]] args) {\n    }\n}\n",
        parts: &[
            &[
                "static int[[]] $read(Scanner $in) {\n    int $n = $in.nextInt();\n    int[[]] $a = new int[[$n]];\n    for (int $i = 0; $i < $n; $i++) {\n        $a[[$i]] = $in.nextInt();\n    }\n    return $a;\n}\n",
                "static List<Integer> $read() throws IOException {\n    BufferedReader $in = new BufferedReader(new InputStreamReader(System.in));\n    [int $n = Integer.parseInt($in.readLine().trim());\n    |$in.readLine();\n    ]List<Integer> $a = new ArrayList<>();\n    for (String $s : $in.readLine().split([\" \"|\"\\\\s+\"])) {\n        $a.add(Integer.parseInt($s));\n    }\n    return $a;\n}\n",
                "static int[[]] $read() {\n    Scanner $in = new Scanner(System.in);\n    $in.nextLine();\n    return Arrays.stream($in.nextLine().[trim().|]split(\" \")).mapToInt(Integer::parseInt).toArray();\n}\n",
                "static Deque<Integer> $read(Scanner $in) {\n    Deque<Integer> $a = new ArrayDeque<>();\n    int $left = $in.nextInt();\n    while ($left-- > 0) {\n        [$a.addLast($in.nextInt());|$a.offer($in.nextInt());]\n    }\n    return $a;\n}\n",
                "static int[[]] $read() throws IOException {\n    StreamTokenizer $in = new StreamTokenizer(new BufferedInputStream(System.in));\n    $in.nextToken();\n    int[[]] $a = new int[[(int) $in.nval]];\n    int $i = 0;\n    while ($in.nextToken() != StreamTokenizer.TT_EOF) {\n        $a[[$i++]] = (int) $in.nval;\n    }\n    return $a;\n}\n",
            ],
            &[
                "static void $sort(int[[]] $a) {\n    for (int $i = 1; $i < $a.length; $i++) {\n        int $key = $a[[$i]];\n        int $j = $i - 1;\n        while ($j >= 0 && $a[[$j]] > $key) {\n            $a[[$j + 1]] = $a[[$j]];\n            [$j--;|$j = $j - 1;]\n        }\n        $a[[$j + 1]] = $key;\n    }\n}\n",
                "static void $sort(int[[]] $a, int $lo, int $hi) {\n    if ($lo >= $hi) [return;|{\n        return;\n    }]\n    int $pivot = $a[[[($lo + $hi) / 2|$hi|$lo + ($hi - $lo) / 2]]];\n    int $i = $lo, $j = $hi;\n    while ($i <= $j) {\n        while ($a[[$i]] < $pivot) $i++;\n        while ($a[[$j]] > $pivot) $j--;\n        if ($i <= $j) {\n            int $t = $a[[$i]];\n            $a[[$i++]] = $a[[$j]];\n            $a[[$j--]] = $t;\n        }\n    }\n    $sort($a, $lo, $j);\n    $sort($a, $i, $hi);\n}\n",
                "static int[[]] $sort(int[[]] $a) {\n    if ($a.length < 2) return $a;\n    int $mid = $a.length / 2;\n    int[[]] $left = $sort(Arrays.copyOfRange($a, 0, $mid));\n    int[[]] $right = $sort(Arrays.copyOfRange($a, $mid, $a.length));\n    int[[]] $out = new int[[$a.length]];\n    int $i = 0, $j = 0, $k = 0;\n    while ($i < $left.length && $j < $right.length) {\n        [$out[[$k++]] = $left[[$i]] <= $right[[$j]] ? $left[[$i++]] : $right[[$j++]];|if ($left[[$i]] <= $right[[$j]]) {\n            $out[[$k++]] = $left[[$i++]];\n        } else {\n            $out[[$k++]] = $right[[$j++]];\n        }]\n    }\n    while ($i < $left.length) $out[[$k++]] = $left[[$i++]];\n    while ($j < $right.length) $out[[$k++]] = $right[[$j++]];\n    return $out;\n}\n",
                "static void $sort(int[[]] $a) {\n    boolean $swapped;\n    do {\n        $swapped = false;\n        for (int $i = 0; $i + 1 < $a.length; $i++) {\n            if ($a[[$i]] > $a[[$i + 1]]) {\n                int $t = $a[[$i]];\n                $a[[$i]] = $a[[$i + 1]];\n                $a[[$i + 1]] = $t;\n                $swapped = true;\n            }\n        }\n    } while ($swapped);\n}\n",
                "static void $sort(int[[]] $a) {\n    PriorityQueue<Integer> $heap = new PriorityQueue<>();\n    for (int $x : $a) $heap.[add|offer]($x);\n    int $i = 0;\n    while (!$heap.isEmpty()) {\n        $a[[$i++]] = $heap.poll();\n    }\n}\n",
                "static void $sort(int[[]] $a) {\n    for (int $i = 0; $i < $a.length - 1; $i++) {\n        int $min = $i;\n        for (int $j = $i + 1; $j < $a.length; $j++) {\n            [if ($a[[$j]] < $a[[$min]]) $min = $j;|if ($a[[$j]] < $a[[$min]]) {\n                $min = $j;\n            }]\n        }\n        int $t = $a[[$min]];\n        $a[[$min]] = $a[[$i]];\n        $a[[$i]] = $t;\n    }\n}\n",
            ],
            &[
                "static double $median(int[[]] $a) {\n    int $n = $a.length;\n    if ($n % 2 == 1) {\n        return $a[[$n / 2]];\n    }\n    return ($a[[$n / 2 - 1]] + $a[[$n / 2]]) / 2.0;\n}\n",
                "static double $median(int[[]] $a) {\n    int $mid = $a.length [>> 1|/ 2];\n    return ($a.length & 1) == 0 ? ($a[[$mid]] + $a[[$mid - 1]]) * 0.5 : $a[[$mid]];\n}\n",
                "static double $median(List<Integer> $a) {\n    double $lower = $a.get(($a.size() - 1) / 2);\n    double $upper = $a.get($a.size() / 2);\n    return [($lower + $upper) / 2|$lower + ($upper - $lower) / 2];\n}\n",
                "static Double $median(int[[]] $a) {\n    if ($a.length == 0) {\n        [return null;|throw new IllegalArgumentException(\"empty\");]\n    }\n    int $i = 0, $j = $a.length - 1;\n    while ($i < $j - 1) {\n        $i++;\n        $j--;\n    }\n    return ($a[[$i]] + $a[[$j]]) / 2d;\n}\n",
            ],
            &[
                "static int $mode(int[[]] $a) {\n    Map<Integer, Integer> $seen = new HashMap<>();\n    for (int $x : $a) {\n        $seen.[put($x, $seen.getOrDefault($x, 0) + 1)|merge($x, 1, Integer::sum)];\n    }\n    int $best = $a[[0]];\n    for (int $x : $seen.keySet()) {\n        if ($seen.get($x) > $seen.get($best)) $best = $x;\n    }\n    return $best;\n}\n",
                "static int $mode(int[[]] $a) {\n    int $best = $a[[0]], $most = 1, $run = 1;\n    for (int $i = 1; $i < $a.length; $i++) {\n        $run = $a[[$i]] == $a[[$i - 1]] ? $run + 1 : 1;\n        if ($run > $most) {\n            $most = $run;\n            $best = $a[[$i]];\n        }\n    }\n    return $best;\n}\n",
                "static int $mode(List<Integer> $a) {\n    return $a.stream()\n        .collect(Collectors.groupingBy($x -> $x, Collectors.counting()))\n        .entrySet().stream()\n        .max(Map.Entry.comparingByValue())\n        .[get()|orElseThrow()].getKey();\n}\n",
                "static int $mode(int[[]] $a) {\n    int $most = 0, $best = 0;\n    for (int $i = 0; $i < $a.length; $i++) {\n        int $n = 0;\n        for (int $j = 0; $j < $a.length; $j++) {\n            if ($a[[$j]] == $a[[$i]]) $n++;\n        }\n        if ($n > $most) {\n            $most = $n;\n            $best = $a[[$i]];\n        }\n    }\n    return $best;\n}\n",
                "static int $mode(int[[]] $a) {\n    TreeMap<Integer, Integer> $seen = new TreeMap<>();\n    for (int $i = 0; $i < $a.length; ++$i) {\n        Integer $n = $seen.get($a[[$i]]);\n        $seen.put($a[[$i]], $n == null ? 1 : $n + 1);\n    }\n    return Collections.max($seen.entrySet(), ($x, $y) -> $x.getValue() - $y.getValue()).getKey();\n}\n",
            ],
            &[
                "public static void main(String[[]] args) throws Exception {\n    int[[]] $a = $read(new Scanner(System.in));\n    $sort($a);\n    System.out.println($median($a));\n    System.out.println($mode($a));\n}\n",
                "public static void main(String[[]] args) throws Exception {\n    var $a = $read();\n    $sort($a);\n    System.out.printf([\"%.1f %d%n\"|\"%f\\n%d\\n\"], $median($a), $mode($a));\n}\n",
                "public static void main(String[[]] args) {\n    try {\n        int[[]] $a = $sort($read());\n        StringBuilder $out = new StringBuilder();\n        $out.append($median($a)).append('\\n').append($mode($a));\n        System.out.println($out);\n    } catch (IOException $e) {\n        [$e.printStackTrace();|System.exit(1);]\n    }\n}\n",
                "public static void main(String[[]] args) {\n    Scanner $in = new Scanner(System.in);\n    while ($in.hasNextInt()) {\n        int[[]] $a = $read($in);\n        $sort($a, 0, $a.length - 1);\n        System.out.println($median($a) + \" \" + $mode($a));\n    }\n}\n",
            ],
        ],
    },
    Task {
        language: Some("C++"),
        given: "#include <iostream>\nusing namespace std;\n\nint main() {\n    return 0;\n}\n",
        parts: &[
            &[
                "struct $Graph {\n    int $n;\n    vector<vector<pair<int, int>>> $adj;\n    $Graph(int $n) : $n($n), $adj($n) {}\n    void $add(int $u, int $v, int $w) {\n        $adj[[$u]].push_back({$v, $w});\n        [$adj[[$v]].push_back({$u, $w});|]\n    }\n};\n",
                "const int $MAX = [100005|1005|200000];\nvector<pair<int, int>> $adj[[$MAX]];\nint $n, $m;\n",
                "struct $Edge {\n    int $from, $to;\n    long long $w;\n    [bool operator<(const $Edge& $o) const { return $w < $o.$w; }|]\n};\nvector<$Edge> $edges;\n",
                "int $n, $m;\nlong long $w[[505]][[505]];\nvoid $init() {\n    for (int $i = 0; $i < 505; $i++)\n        for (int $j = 0; $j < 505; $j++)\n            $w[[$i]][[$j]] = $i == $j ? 0 : 1e18;\n}\n",
                "using $List = unordered_map<int, map<int, int>>;\n$List $adj;\nvoid $link(int $u, int $v, int $w) {\n    auto $it = $adj[[$u]].find($v);\n    if ($it == $adj[[$u]].end() || $it->second > $w) $adj[[$u]][[$v]] = $w;\n}\n",
            ],
            &[
                "vector<long long> $solve(int $s) {\n    vector<long long> $dist($n, LLONG_MAX);\n    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> $q;\n    $dist[[$s]] = 0;\n    $q.push({0, $s});\n    while (!$q.empty()) {\n        auto [[$d, $u]] = $q.top();\n        $q.pop();\n        if ($d > $dist[[$u]]) continue;\n        for (auto [[$v, $w]] : $adj[[$u]]) {\n            if ($d + $w < $dist[[$v]]) {\n                $dist[[$v]] = $d + $w;\n                $q.push({$dist[[$v]], $v});\n            }\n        }\n    }\n    return $dist;\n}\n",
                "bool $solve(int $s, vector<long long>& $dist) {\n    $dist.assign($n, 1e18);\n    $dist[[$s]] = 0;\n    for (int $i = 0; $i < $n; $i++) {\n        bool $changed = false;\n        for (const auto& $e : $edges) {\n            if ($dist[[$e.$from]] + $e.$w < $dist[[$e.$to]]) {\n                $dist[[$e.$to]] = $dist[[$e.$from]] + $e.$w;\n                $changed = true;\n            }\n        }\n        if (!$changed) [return true|break];\n    }\n    return false;\n}\n",
                "void $solve() {\n    for (int $k = 0; $k < $n; $k++)\n        for (int $i = 0; $i < $n; $i++)\n            for (int $j = 0; $j < $n; $j++)\n                [$w[[$i]][[$j]] = min($w[[$i]][[$j]], $w[[$i]][[$k]] + $w[[$k]][[$j]]);|if ($w[[$i]][[$k]] + $w[[$k]][[$j]] < $w[[$i]][[$j]])\n                    $w[[$i]][[$j]] = $w[[$i]][[$k]] + $w[[$k]][[$j]];]\n}\n",
                "long long $dist[[505]];\nbool $done[[505]];\nvoid $solve(int $s) {\n    fill($dist, $dist + $n, (long long)1e18);\n    $dist[[$s]] = 0;\n    for (int $round = 0; $round < $n; $round++) {\n        int $u = -1;\n        for (int $i = 0; $i < $n; $i++)\n            if (!$done[[$i]] && ($u == -1 || $dist[[$i]] < $dist[[$u]])) $u = $i;\n        if ($u == -1) break;\n        $done[[$u]] = true;\n        for (int $v = 0; $v < $n; $v++)\n            $dist[[$v]] = min($dist[[$v]], $dist[[$u]] + $w[[$u]][[$v]]);\n    }\n}\n",
                "vector<int> $solve(int $s) {\n    vector<int> $dist($n, INT_MAX), $in($n, 0);\n    deque<int> $q;\n    $q.push_back($s);\n    $dist[[$s]] = 0;\n    while ($q.size() > 0) {\n        int $u = $q.front();\n        $q.pop_front();\n        $in[[$u]] = 0;\n        for (auto $e : $adj[[$u]]) {\n            int $next = $dist[[$u]] + $e.second;\n            if ($next >= $dist[[$e.first]]) continue;\n            $dist[[$e.first]] = $next;\n            if (!$in[[$e.first]]) {\n                $in[[$e.first]] = 1;\n                $q.push_back($e.first);\n            }\n        }\n    }\n    return $dist;\n}\n",
                "set<pair<long long, int>> $open;\nmap<int, long long> $best;\nvoid $solve(int $s) {\n    $open.insert(make_pair(0LL, $s));\n    $best[[$s]] = 0;\n    while (!$open.empty()) {\n        int $u = $open.begin()->second;\n        $open.erase($open.begin());\n        for (auto& $p : $adj[[$u]]) {\n            long long $d = $best[[$u]] + $p.second;\n            if ($best.count($p.first) && $best[[$p.first]] <= $d) continue;\n            $open.erase({$best[[$p.first]], $p.first});\n            $best[[$p.first]] = $d;\n            $open.insert({$d, $p.first});\n        }\n    }\n}\n",
            ],
            &[
                "void $read() {\n    cin >> $n >> $m;\n    for (int $i = 0; $i < $m; $i++) {\n        int $u, $v, $w;\n        cin >> $u >> $v >> $w;\n        [$u--; $v--;\n        |]$adj[[$u]].push_back({$v, $w});\n    }\n}\n",
                "void $read() {\n    scanf(\"%d %d\", &$n, &$m);\n    while ($m--) {\n        int $u, $v, $c;\n        scanf(\"%d %d %d\", &$u, &$v, &$c);\n        $w[[$u - 1]][[$v - 1]] = [min($w[[$u - 1]][[$v - 1]], (long long)$c)|$c];\n    }\n}\n",
                "bool $read(istream& $in) {\n    if (!($in >> $n >> $m)) return false;\n    $edges.resize($m);\n    for (auto& $e : $edges) {\n        $in >> $e.$from >> $e.$to >> $e.$w;\n        [--$e.$from;\n        --$e.$to;|]\n    }\n    return true;\n}\n",
                "void $read() {\n    string $line;\n    getline(cin, $line);\n    while (getline(cin, $line)) {\n        istringstream $in($line);\n        int $u, $v, $w;\n        if ($in >> $u >> $v >> $w) $link($u, $v, $w);\n    }\n}\n",
            ],
            &[
                "void $print(const vector<long long>& $dist) {\n    for (int $i = 0; $i < $n; $i++) {\n        if ($dist[[$i]] == LLONG_MAX) cout << \"INF\\n\";\n        else cout << $dist[[$i]] << \"\\n\";\n    }\n}\n",
                "void $print() {\n    for (long long $d : $dist)\n        cout << ($d >= 1e18 ? -1 : $d) << [' '|\" \"|endl];\n    [cout << endl;|]\n}\n",
                "template <class $T> ostream& operator<<(ostream& $out, const vector<$T>& $v) {\n    bool $first = true;\n    for (const $T& $x : $v) {\n        if (!$first) $out << ' ';\n        $out << $x;\n        $first = false;\n    }\n    return $out;\n}\n",
                "void $print(int $t) {\n    if ($best.find($t) == $best.end()) printf(\"unreachable\\n\");\n    else printf(\"%lld\\n\", $best[[$t]]);\n}\n",
            ],
            &[
                "int main() {\n    ios::sync_with_stdio(false);\n    cin.tie(nullptr);\n    $read();\n    $print($solve(0));\n    return 0;\n}\n",
                "int main() {\n    $init();\n    $read();\n    $solve();\n    $print();\n}\n",
                "int main(int argc, char** argv) {\n    int $tests = 1;\n    [cin >> $tests;|scanf(\"%d\", &$tests);]\n    while ($tests--) {\n        if (!$read(cin)) break;\n        vector<long long> $dist;\n        $solve(0, $dist);\n        cout << $dist << '\\n';\n    }\n    return 0;\n}\n",
                "int main() {\n    $read();\n    int $s, $t;\n    cin >> $s >> $t;\n    $solve($s - 1);\n    $print($t - 1);\n    return [0|EXIT_SUCCESS];\n}\n",
            ],
        ],
    },
    Task {
        language: Some("JavaScript"),
        given: "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');\n",
        parts: &[
            &[
                "function $parse($text) {\n  const $tokens = [];\n  let $i = 0;\n  while ($i < $text.length) {\n    const $c = $text[[$i]];\n    if ($c === ' ') { $i++; continue; }\n    if (/\\d/.test($c)) {\n      let $n = '';\n      while ($i < $text.length && /[\\d|[0-9.]]/.test($text[[$i]])) $n += $text[[$i++]];\n      $tokens.push([Number($n)|parseFloat($n)|+$n]);\n    } else {\n      $tokens.push($c);\n      $i++;\n    }\n  }\n  return $tokens;\n}\n",
                "const $parse = ($text) => $text.match(/\\d+(\\.\\d+)?|[-+*\\/()]/g)[ || []|].map(($t) => (isNaN($t) ? $t : Number($t)));\n",
                "function* $parse($text) {\n  const $rule = /\\s*(?:(\\d+\\.?\\d*)|(.))/g;\n  for (const $m of $text.matchAll($rule)) {\n    if ($m[[1]] !== undefined) yield { type: 'number', value: parseFloat($m[[1]]) };\n    else yield { type: [$m[[2]]|'op', value: $m[[2]]] };\n  }\n}\n",
                "class $Lexer {\n  constructor($text) {\n    this.$text = $text.replace(/\\s+/g, '');\n    this.$pos = 0;\n  }\n  $peek() { return this.$text[[this.$pos]]; }\n  $number() {\n    const $start = this.$pos;\n    while (this.$pos < this.$text.length && '0123456789.'.includes(this.$peek())) this.$pos++;\n    return Number(this.$text.slice($start, this.$pos));\n  }\n}\n",
            ],
            &[
                "const $rank = { '+': 1, '-': 1, '*': 2, '/': 2 };\nfunction $toPostfix($tokens) {\n  const $out = [], $ops = [];\n  for (const $t of $tokens) {\n    if (typeof $t === 'number') $out.push($t);\n    else if ($t === '(') $ops.push($t);\n    else if ($t === ')') {\n      while ($ops[[$ops.length - 1]] !== '(') $out.push($ops.pop());\n      $ops.pop();\n    } else {\n      while ($ops.length && $rank[[$ops[[$ops.length - 1]]]] >= $rank[[$t]]) $out.push($ops.pop());\n      $ops.push($t);\n    }\n  }\n  return $out.concat($ops.reverse());\n}\n",
                "function $expression($s) {\n  let $value = $term($s);\n  while ($s.$peek() === '+' || $s.$peek() === '-') {\n    if ($s.$next() === '+') $value += $term($s);\n    else $value -= $term($s);\n  }\n  return $value;\n}\nfunction $term($s) {\n  let $value = $factor($s);\n  while ($s.$peek() === '*' || $s.$peek() === '/') {\n    [if ($s.$next() === '*') $value *= $factor($s);\n    else $value /= $factor($s);|const $op = $s.$next();\n    const $right = $factor($s);\n    $value = $op === '*' ? $value * $right : $value / $right;]\n  }\n  return $value;\n}\n",
                "function $climb($tokens, $least = 0) {\n  let $left = $atom($tokens);\n  for (;;) {\n    const $op = $tokens[[0]];\n    const $power = '+-'.includes($op) ? 1 : '*/'.includes($op) ? 2 : 0;\n    if ($power <= $least) return $left;\n    $tokens.shift();\n    $left = [[$op, $left, $climb($tokens, $power)]];\n  }\n}\n",
                "function $reduce($text) {\n  let $before;\n  do {\n    $before = $text;\n    $text = $text.replace(/\\(([^()]+)\\)/, (_, $inner) => $reduce($inner));\n    $text = $text.replace(/(-?[\\d.]+)([*\\/])(-?[\\d.]+)/, (_, $x, $op, $y) => $op === '*' ? $x * $y : $x / $y);\n  } while ($text !== $before);\n  return $text;\n}\n",
            ],
            &[
                "function $evaluate($postfix) {\n  const $stack = [];\n  for (const $t of $postfix) {\n    if (typeof $t === 'number') { $stack.push($t); continue; }\n    const $y = $stack.pop();\n    const $x = $stack.pop();\n    switch ($t) {\n      case '+': $stack.push($x + $y); break;\n      case '-': $stack.push($x - $y); break;\n      case '*': $stack.push($x * $y); break;\n      case '/': $stack.push($x / $y); break;\n      [default: throw new Error('bad operator');|]\n    }\n  }\n  return $stack[.pop()|[[0]]];\n}\n",
                "const $apply = {\n  '+': ($x, $y) => $x + $y,\n  '-': ($x, $y) => $x - $y,\n  '*': ($x, $y) => $x * $y,\n  '/': ($x, $y) => $x / $y,\n};\nconst $evaluate = ($node) => Array.isArray($node) ? $apply[[$node[[0]]]]($evaluate($node[[1]]), $evaluate($node[[2]])) : $node;\n",
                "function $evaluate($list) {\n  return $list.reduce(($stack, $t) => {\n    if (!isNaN($t)) return [[...$stack, Number($t)]];\n    const [[$x, $y]] = $stack.slice(-2);\n    const $rest = $stack.slice(0, -2);\n    if ($t === '+') return [[...$rest, $x + $y]];\n    if ($t === '-') return [[...$rest, $x - $y]];\n    if ($t === '*') return [[...$rest, $x * $y]];\n    return [[...$rest, $x / $y]];\n  }, [[]])[[0]];\n}\n",
                "class $Node {\n  constructor($op, $left, $right) { Object.assign(this, { $op, $left, $right }); }\n  $value() {\n    const $x = this.$left.$value(), $y = this.$right.$value();\n    if (this.$op == '+') { return $x + $y; }\n    else if (this.$op == '-') { return $x - $y; }\n    else if (this.$op == '*') { return $x * $y; }\n    return $x / $y;\n  }\n}\n",
            ],
            &[
                "for (const $line of lines) {\n  if (!$line.trim()) continue;\n  console.log($evaluate($toPostfix($parse($line))));\n}\n",
                "lines.filter(Boolean).map(($line) => $evaluate($climb([[...$parse($line)]]))).forEach(($v) => console.log([$v|$v.toFixed(2)|String($v)]));\n",
                "let $out = '';\nfor (let $i = 0; $i < lines.length; $i++) {\n  try {\n    $out += $expression(new $Lexer(lines[[$i]])) + '\\n';\n  } catch ($e) {\n    $out += 'error\\n';\n  }\n}\nprocess.stdout.write($out);\n",
                "const $n = parseInt(lines[[0]], 10);\nlet $sum = 0;\nfor (let $i = 1; $i <= $n; $i += 1) {\n  const $v = $evaluate($parse(lines[[$i]]));\n  if (Number.isFinite($v)) $sum += $v;\n}\nconsole.log($sum);\n",
            ],
        ],
    },
    Task {
        language: None,
        given: "Describe how you would find out why a web application that used to be fast has become slow for some of its users.",
        parts: &[
            &[
                "[First of all|To begin with|As a first step|Before anything else] I would [ask|talk to|interview] the [people|customers|users] who [complain|reported it|feel it] and [write down|note|collect] [when it happens|at what hour it happens|since which day], [from where|in which browser|on which network] and [on which screen|doing what|with which account].",
                "[Complaints|Reports|Tickets] are [vague|imprecise|seldom exact], so [my first|the first] [aim|goal|task] is a [number|measurement|figure]: [how slow|how long a page takes], [for how many|for whom], [compared to what|against last month].",
                "[I never start with|It is wrong to start from] a [guess|hunch|theory]; [reproducing|seeing] the [problem|slowness] [myself|with my own eyes] [comes first|matters most], [ideally|if possible] with [the same data|a copy of that account|the same role].",
                "[Some users|Part of the users] means [there is a difference|something differs] between [them|the groups]: [region, plan, amount of data|device, country, age of the account]. [Finding|Naming] that difference is [half of the answer|already most of the work].",
            ],
            &[
                "[Then|Next|After that] I [look at|open|check] the [graphs|dashboards|metrics] of [latency|response times] by [percentile|p50 and p99], [since|because] an average [hides|conceals] [exactly those users|the tail].",
                "[Tracing|A distributed trace|Request tracing] [shows|tells|reveals] in which [service|layer|component] the [time|milliseconds] [goes|is spent]: [proxy, application, database|network, code or storage].",
                "[The browser's|Chrome's] [network panel|developer tools] [separate|distinguish] [waiting|time to first byte] from [downloading|rendering], which [halves|narrows] the [search|field] [in a minute|at once].",
                "[Access logs|The logs] with [durations|timings] [can be|are easily] [grouped|sorted] by [customer|endpoint|tenant]; [the top ten|the worst entries] [usually|often] [point|lead] [straight|directly] to the [culprit|cause].",
            ],
            &[
                "[Databases|The database] [grow|grows] [quietly|unnoticed]: a [query|statement] that was [instant|cheap] with [a thousand|few] rows [scans|reads] [millions|a whole table] [later|a year later] when an [index|suitable index] is [missing|not used].",
                "I would [run|use] [EXPLAIN ANALYZE|the query planner] on the [slow|suspicious] [queries|statements] and [compare|check] [estimates|expected rows] with [reality|actual rows]; [stale statistics|outdated statistics] are a [classic|frequent] [reason|trap].",
                "[Lock contention|Waiting for locks] [looks like|feels like] slowness [although|while] the [processor|CPU] is [idle|bored]; [long transactions|a forgotten transaction] of [one job|a nightly report] [block|delay] [everyone else|the others].",
                "[N+1 queries|One query per row] [hurt|punish] [exactly|precisely] [the customers|those accounts] with [many|the most] [items|records], [which fits|and this fits] that [only some|not all] are [affected|hit].",
            ],
            &[
                "[Of course|Naturally] I [check|review] [what changed|the recent changes]: [deployments|releases], [configuration|feature flags], [libraries|dependencies], [traffic|load]. [Bisecting|A bisect] [between|over] [releases|versions] is [dull|boring] but [reliable|certain].",
                "A [feature flag|partial rollout|canary] that is [on|active] for [ten percent|some customers] would [explain|account for] [why|the fact that] [only some|not everybody] [suffers|suffer], [so|therefore] I [list|read] [them|the flags] [early|soon].",
                "[Caches|Caching] [deserve|needs] [a look|attention]: a [hit rate|hit ratio] that [fell|dropped] after a [key|version] change [doubles|multiplies] the [load|work] [without|with no] [visible|obvious] error.",
                "[Third parties|External services] such as [payment|fonts|analytics] [block|delay] the page [in some countries|behind some firewalls]; [a waterfall|the waterfall chart] [from there|of such a user] [proves it|makes it visible].",
            ],
            &[
                "[Once|When] I have [a suspicion|one hypothesis], I [change|alter] [one thing|a single variable] and [measure again|repeat the measurement]; [two changes|several changes] at once [teach|prove] [nothing|little].",
                "A [load test|synthetic test] with [production-like|realistic] data [confirms|shows] whether the [fix|repair] [holds|works] under [pressure|peak traffic] [before|ahead of] [shipping|release].",
                "[In the end|Finally] I [tell|inform] the [users|customers] [what was wrong|the cause], and [add|leave] an [alert|alarm] on [that|the] percentile [so that|in order that] we [notice|hear of it] [before|earlier than] they [do|complain].",
                "[The lesson|What we learned] goes into a [short|blameless] [report|postmortem] and a [budget|limit] for [response times|page weight] is [checked|enforced] [in CI|in the pipeline] from then on.",
            ],
        ],
    },
    Task {
        language: None,
        given: "A colleague wants to rewrite an old but working system from scratch. What do you answer, and why?",
        parts: &[
            &[
                "[I would first|My first move is to] [listen|ask why]: [a rewrite|starting over] is [usually|often] a [symptom|sign] of [pain|frustration] with [something concrete|a specific part], [slow builds|fear of changes|no tests].",
                "[Old code|Legacy code] [contains|holds] [years|a decade] of [bug fixes|special cases] that [nobody|no document] [remembers|describes]; [throwing it away|dropping it] [means|is] [learning|paying for] all of them [twice|a second time].",
                "[Rewrites|Big rewrites] [take|need] [twice|three times] as long as [planned|promised], and [during that time|meanwhile] [two systems|both] must be [kept alive|maintained] [while|and] [customers|the business] [wait|get nothing new].",
                "[To be fair|In fairness], [sometimes|now and then] [they are right|it is right]: a [platform|language] without [support|security updates], or a [data model|design] that [contradicts|no longer fits] the [business|product].",
            ],
            &[
                "[What I propose|My counter proposal] is the [strangler|strangler fig] [pattern|approach]: [new parts|new modules] [grow|are built] [around|beside] the old [system|core], [traffic|calls] [moves|is moved] [piece by piece|route by route].",
                "[Put|We should put] [characterisation tests|golden tests] around the [behaviour|outputs] [as it is|of today], [bugs included|even the odd ones], [then|and then] [refactoring|change] is [safe|no adventure].",
                "[We agree on|Let us choose] [one module|one slice] that [hurts most|changes most], [replace|rewrite] [only that|just it] in [four weeks|one month], and [look|judge] [honestly|together] [at the result|what it cost].",
                "[Numbers|Figures] [help|calm the debate]: [incidents|defects] per [module|quarter], [lead time|hours per change], [onboarding time|time to first commit]. [Without them|Otherwise] we [compare|weigh] [feelings|tastes].",
            ],
            &[
                "[A second system|The second version] [tends to|likes to] [carry|absorb] every [wish|dream] [that was|ever] [postponed|refused], [as|like] [Brooks|The Mythical Man-Month] [warned|described] [long ago|decades ago].",
                "[Feature parity|Being equal] is [a moving|not a fixed] target: [the old one|the running system] [keeps|goes on] [changing|getting fixes], [so|hence] the [new|young] one [chases|runs after] it.",
                "[Data migration|Moving the data] is [the part|what] [plans forget|nobody estimates]: [dirty|inconsistent] rows, [undocumented|secret] [flags|columns], and [a weekend|one night] in which [all|everything] must [fit|work].",
                "[Morale|Motivation] [matters|counts] too. [Engineers|People] who are [never|not] allowed to [improve|clean] [anything|their tools] [leave|go elsewhere], so [a plain no|refusing everything] is [also wrong|no answer either].",
            ],
            &[
                "[I would ask|The question is] who [pays|bears the cost] if [it fails|we stop halfway]; [half a rewrite|an unfinished rewrite] [is worth|brings] [nothing|zero], [half a refactoring|an unfinished refactoring] [still helps|is still progress].",
                "[Every step|Each stage] must [ship|reach production] and be [reversible|undoable]; [if a step|when one] cannot be [rolled back|undone] it is [too large|badly cut].",
                "[So my answer|Therefore my reply] is [neither|not a] yes [nor|and not a] no: [show me|let us see] the [smallest|cheapest] [experiment|step] that [would|could] [prove|disprove] [you|your point].",
                "[In one sentence|In short]: [respect|honour] what [works|runs], [measure|quantify] what [hurts|is broken], and [replace|renew] it [in the open|under traffic], [never|not] [behind closed doors|in a dark room for a year].",
            ],
        ],
    },
];
