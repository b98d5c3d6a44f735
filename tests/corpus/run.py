"""Imports files of other programs, takes them with probing answers, and compares each mark and word with the file.

    run.py BINARY FOLDER_OR_FILE... [--json REPORT] [--sample]

An item is: in; in with a finding that names what scores or reads differently; left out with a reason; or SILENT: another mark or
other words without a finding, or gone without a word. A package that is refused is named. The end is 1 if anything was silent.
Interrupted, it reports on the files so far.
"""

import collections
import json
import os
import posixpath
import re
import signal
import sys
import urllib.parse
import zipfile

import qti12
from our_side import Site
from probes import Inexpressible, our_answer, parts_of, probes
from qti2 import Item
from tree import Unreadable, flat, parse
from words import file_words, fold, our_options, our_text, pictures

# Ours have three decimals, and files have a third as 0.33333.
SAME = 0.0025
SCORES, READS = "scores", "reads"


class File:
    """A file, or those in a package by their names."""

    def __init__(self, path):
        self.path, self.files = path, {}
        if zipfile.is_zipfile(path):
            self.is_package = True
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    if name.lower().endswith((".xml", ".qti")):
                        self.files[name] = archive.read(name)
        else:
            self.is_package = False
            with open(path, "rb") as file:
                self.files[""] = file.read()
        self.roots = {}
        for name, data in self.files.items():
            try:
                self.roots[name] = parse(data)
            except Unreadable:
                continue
        self.weights, self.passages = {}, {}
        for name, root in self.roots.items():
            counts = counted_weight(root)
            for reference in root.all("assessmentitemref"):
                weights = [w for w in reference.children("weight") if counts in (None, w.get("identifier", "").strip())]
                target = self.resolve(name, reference.get("href", ""))
                self.weights[target] = float(weights[0].get("value", "1")) if weights else 1.0
            for reference in root.all("assessmentstimulusref"):
                self.passages.setdefault(name, []).append(self.resolve(name, reference.get("href", "")))

    def resolve(self, name, href):
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(name), href))
        return joined if joined in self.files else urllib.parse.unquote(joined)

    def items(self):
        """Items of QTI 2 and 3, by the name of their file."""
        return {name: root for name, root in self.roots.items() if root.name == "assessmentitem"}


def counted_weight(test):
    """Identifier of the weights in the sum of a test, blank where the sum leaves them out; None without a sum."""
    sums = test.all("testvariables")
    if not sums:
        terms = [v for rules in test.all("outcomeprocessing") for v in rules.all("variable")]
        sums = [v for v in terms if v.get("identifier", "").lower().endswith(".score")]
    named = [s.get("weightidentifier", "").strip() for s in sums]
    return next((n for n in named if n), "") if sums else None


class Outcome:
    def __init__(self, path, name, state, why=""):
        self.path, self.name, self.state, self.why = path, name, state, why

    def __str__(self):
        return f"{self.state:22} {self.path}{':' + self.name if self.name else ''} {self.why}".rstrip()


def of_place(place, name):
    """Whether a place is in this file; in a file that comes alone, every place is."""
    return not name or place == name or place.startswith(f"{name},")


def compare_words(file, name, root, question):
    """The first difference of words, if any."""
    body = root.child("itembody")
    passages = [file.roots[p].child("stimulusbody") for p in file.passages.get(name, []) if p in file.roots]
    shown = [p for p in passages if p is not None] + [body]
    theirs, ours = fold(" ".join(map(file_words, shown))), fold(our_text(question))
    parts = parts_of(Item(root))
    options, prompts, gaps = our_options(question)
    if theirs != ours:
        at = next((n for n, (a, b) in enumerate(zip(theirs, ours)) if a != b), min(len(theirs), len(ours)))
        return f"text: '{theirs[max(0, at - 15):at + 25]}' there, '{ours[max(0, at - 15):at + 25]}' here"
    words = lambda choices: [fold(file_words(c)) for c in choices]
    has, wants = [fold(o) for o in options + prompts], []
    if question["type"] == "gaps":
        has = [fold(o) for gap in gaps for o in gap]
        for part in parts:
            wants += words(part.right) * len(part.left) if part.kind == "gapmatchinteraction" else words(part.left)
    else:
        for part in parts:
            is_paired = bool(part.right) and part.kind != "associateinteraction"
            wants += sorted(set(words(part.right))) + words(part.left) if is_paired else words(part.left)
            has = sorted(set(fold(o) for o in options)) + [fold(p) for p in prompts] if is_paired else has
    if sorted(has) != sorted(wants):
        odd = list((collections.Counter(wants) - collections.Counter(has)) or (collections.Counter(has) - collections.Counter(wants)))
        return f"options: '{odd[0][:60] if odd else '?'}'"
    drawn = sum(map(pictures, shown))
    shown_here = json.dumps([question.get("content"), question.get("option_contents"), question.get("options"), question.get("prompts"), question.get("passage")])
    here = len(re.findall(r'"img": \[', shown_here))
    if drawn != here:
        return f"pictures: {drawn} there, {here} here"
    return None


def compare_marks(site, item, parts, question, weight):
    """The first answer that earns something else, how many were tried, and how many were not ours to give."""
    asked, skipped = [], 0
    for probe in probes(item, parts):
        try:
            asked.append((probe, our_answer(question, parts, probe)))
        except Inexpressible:
            skipped += 1
    theirs = [float(item.score(probe)) * weight for probe, _ in asked]
    if question["type"] == "essay":
        worst = next((p for (p, _), points in zip(asked, theirs) if abs(points) > SAME), None)
        return (f"{worst} earns points in the file, and is scored by a person here" if worst else None), len(asked), skipped
    marks = site.marks([(question, answer) for _, answer in asked])
    for (probe, answer), points, mark in zip(asked, theirs, marks):
        earned = mark["earned"] or 0
        if abs(earned - points) > SAME:
            return f"{json.dumps(probe)} ({answer!r}) earns {points:g} there, {earned:g} here", len(asked), skipped
    return None, len(asked), skipped


def judge(site, file, name, root, question, findings):
    effects = {f.get("effect") for f in findings}
    try:
        item = Item(root)
        parts = parts_of(item)
        words = compare_words(file, name, root, question)
        marks, tried, skipped = compare_marks(site, item, parts, question, file.weights.get(name, 1.0))
    except Unreadable as why:
        state = "in with finding" if effects & {SCORES, READS} else "NOT COMPARED"
        return Outcome(file.path, name, state, f"not read by this evaluator: {why}")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as why:
        return Outcome(file.path, name, "NOT COMPARED" if not effects & {SCORES} else "in with finding", f"{type(why).__name__}: {why}")
    if marks and SCORES not in effects:
        return Outcome(file.path, name, "SILENT SCORE", marks)
    if words and not effects & {SCORES, READS}:
        return Outcome(file.path, name, "SILENT WORDS", words)
    if effects & {SCORES, READS}:
        return Outcome(file.path, name, "in with finding", f"{'' if marks or words else 'no difference seen: '}"
                       + "; ".join(f["message"] for f in findings if f.get("effect") in (SCORES, READS))[:200])
    return Outcome(file.path, name, "in", f"{tried} answers" + (f", {skipped} not ours to give" if skipped else ""))


def planted(path, question):
    """A mistake in what was imported: a control that cannot fail would prove nothing."""
    name = os.path.basename(path)
    if name.startswith("silent-score--"):
        return {**question, "correct_answer": next(o for o in question["options"] if o != question["correct_answer"])}
    if name.startswith("silent-words--"):
        return {**question, "question": question["question"].replace("not ", "")}
    return question


def tried(site, path):
    """Outcomes of a file."""
    try:
        file = File(path)
    except (OSError, zipfile.BadZipFile):
        # Not a whole zip: nothing of it can be compared.
        return []
    items = file.items()
    older = {n: r for n, r in file.roots.items() if r.name == "questestinterop"}
    if not items and not older:
        return []
    report, tests = site.imported(path)
    if not items and not any(root.all("item") for root in older.values()):
        return []
    if report.get("refused") or not report.get("importable"):
        why = report.get("detail") or next((f["message"] for f in report.get("findings", [])), "?")
        all_left_out = "Nothing of this file can be imported" in why
        if file.is_package and not all_left_out:
            return [Outcome(path, "", "PACKAGE REFUSED", why)]
        return [Outcome(path, name, "left out", re.sub(r"^.*?This item was skipped: ", "", why)) for name in items or older]
    findings = report["findings"]
    questions = []
    for planned, stored in zip(report["tests"], tests):
        questions += [(p["place"], q) for p, q in zip(planned["questions"], stored["questions"])]
    if older:
        return qti12.compared(site, file, older, questions, findings, Outcome)
    found = []
    for name, root in items.items():
        of_item = [f for f in findings if of_place(f["place"], name)]
        question = next((q for place, q in questions if of_place(place, name)), None)
        if question is not None:
            question = planted(path, question)
            found.append(judge(site, file, name, root, question, of_item))
        elif of_item:
            worst = next((f for f in of_item if "skipped" in f["message"]), of_item[0])
            found.append(Outcome(path, name, "left out", re.sub(r"^.*?was skipped: ", "", worst["message"])))
        else:
            found.append(Outcome(path, name, "GONE IN SILENCE", "not listed in the manifest, or read by no rule"))
    return found


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, name) for name in sorted(names) if name.lower().endswith((".xml", ".zip", ".imscc", ".qti")))


def main(args):
    is_sample = "--sample" in args
    report = args[args.index("--json") + 1] if "--json" in args else None
    paths = [a for a in args[1:] if not a.startswith("--") and a != report]
    site = Site(args[0])
    # A shell lets its background ignore an interruption.
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, signal.default_int_handler)
    outcomes, count_of_files = [], 0
    try:
        for path in files(paths):
            outcomes += tried(site, path)
            count_of_files += 1
    except KeyboardInterrupt:
        print(f"interrupted after {count_of_files} files: what follows is about these")
    finally:
        site.stop()
    if report:
        with open(report, "w", encoding="utf-8") as file:
            json.dump([vars(o) for o in outcomes], file, indent=1)
    count = collections.Counter(o.state for o in outcomes)
    bad = [o for o in outcomes if o.state.isupper()]
    for outcome in bad:
        print(outcome)
    reasons = collections.Counter(flat(re.sub(r"'[^']*'|\d+", "..", o.why))[:90] for o in outcomes if o.state == "left out")
    for why, n in reasons.most_common(25):
        print(f"  left out {n:5}: {why}")
    for state, n in count.most_common():
        print(f"{n:6} {state}")
    print(f"{len(outcomes):6} items")
    if is_sample:
        return sample(outcomes)
    return 1 if bad else 0


def sample(outcomes):
    """Our own sample names in each file's name what has to come out: `control-silent-score.xml` has a planted wrong key."""
    wrong = 0
    for outcome in outcomes:
        stem = os.path.basename(outcome.path).split(".", 1)[0]
        wanted = stem.split("--", 1)[0].replace("-", " ")
        if outcome.state.lower() != wanted:
            print(f"expected '{wanted}': {outcome}")
            wrong += 1
    return 1 if wrong or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
