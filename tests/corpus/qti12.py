"""QTI 1.2: what the response processing of an item does with an answer, and its words; an evaluator of its own."""

import html
import html.parser
import itertools
import json
import re

from tree import Unreadable
from words import fold, our_options, our_text

SAME = 0.0025


class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.out, self.hidden = [], 0

    def handle_starttag(self, tag, attrs):
        self.hidden += tag in ("script", "style", "title")
        self.out.append(" ")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style", "title")
        self.out.append(" ")

    def handle_data(self, data):
        if not self.hidden:
            self.out.append(data)


def shown(material):
    """Words of the texts below an element, without those of its responses."""
    found = []
    for child in material.children():
        if child.name in ("mattext", "mat_formattedtext"):
            reader = Words()
            is_html = "html" in child.get("texttype", "").lower() or re.search(r"</?[a-z][^<>]*>", child.text())
            reader.feed(child.text() if is_html else html.escape(child.text()))
            reader.close()
            found.append("".join(reader.out))
        elif not child.name.startswith(("response_", "render_")):
            found.append(shown(child))
    return " ".join(found)


class Asked:
    def __init__(self, node):
        self.id, self.kind = node.get("ident", ""), node.name
        # An option without words cannot be told from another one, and is left out.
        has_words = lambda label: shown(label).strip() or label.all("matimage") or "<img" in label.text() or not label.all()
        self.labels = [label for label in node.all("response_label") if has_words(label)]
        self.ids = [label.get("ident", "") for label in self.labels]
        self.is_several = node.get("rcardinality", "single").lower() == "multiple"
        self.is_ordered = node.get("rcardinality", "single").lower() == "ordered"
        self.is_choice = node.name == "response_lid" and not self.is_ordered
        self.words = shown(node)


def ordered_ids(item):
    """Responses whose values are put into order."""
    return {n.get("ident", "") for n in item.all() if n.name.startswith("response_") and n.get("rcardinality", "").lower() == "ordered"}


def in_places(node, ordered):
    """Each value of an ordered response with its place: the one that it names, or that among the values beside it."""
    places = {}
    for child in node.children():
        name = child.get("respident", "")
        if child.name == "varequal" and name in ordered:
            places[name] = int(child.get("index") or places.get(name, 0) + 1)
            yield child, places[name]
        else:
            yield child, None


def holds(node, answers, ordered=frozenset(), place=None):
    given = answers.get(node.get("respident", ""), [])
    if node.name in ("conditionvar", "and"):
        return all(holds(c, answers, ordered, at) for c, at in in_places(node, ordered))
    if node.name == "or":
        return any(holds(c, answers, ordered) for c in node.children())
    if node.name == "not":
        return not all(holds(c, answers, ordered, at) for c, at in in_places(node, ordered))
    if node.name == "other":
        return True
    if node.name == "unanswered":
        return not given
    wanted = node.text().strip()
    if node.name == "varequal" and place is not None:
        return given[place - 1:place] == [wanted]
    if node.name == "varequal":
        folds = node.get("case", "no").lower() != "yes" and len(given) == 1
        return any(g == wanted or folds and g.lower() == wanted.lower() or same_number(g, wanted) for g in given)
    if node.name == "varsubset":
        return all(w.strip() in given for w in wanted.split(","))
    compare = {"vargt": lambda a, b: a > b, "vargte": lambda a, b: a >= b, "varlt": lambda a, b: a < b, "varlte": lambda a, b: a <= b}
    if node.name not in compare:
        raise Unreadable(node.name)
    try:
        return bool(given) and compare[node.name](float(given[0]), float(wanted))
    except ValueError:
        return False


def same_number(a, b):
    try:
        return float(a) == float(b)
    except ValueError:
        return False


def score(item, answers):
    total, ordered = 0.0, ordered_ids(item)
    for condition in item.all("respcondition"):
        when = condition.child("conditionvar")
        if when is not None and not holds(when, answers, ordered):
            continue
        sets, adds = condition.children("setvar"), False
        for change in sets:
            text = change.text().strip()
            number = 100.0 if text == "SCORE.max" else float(text)
            action = change.get("action", "Set").lower()
            adds |= action != "set"
            total = number if action == "set" else total + number if action == "add" else total - number
        goes_on = condition.get("continue")
        if (goes_on.lower() != "yes") if goes_on else bool(sets) and not adds:
            break
    return total


def named(item, asked):
    """Values with which rules compare a response."""
    found = [n.text().strip() for n in item.all("varequal", "vargte", "varlte", "vargt", "varlt") if n.get("respident") == asked.id]
    return list(dict.fromkeys(v for v in found if v))


def answers_to(item, asked):
    values = [[]]
    if asked.is_choice:
        if asked.is_several:
            sizes = range(1, len(asked.ids) + 1) if len(asked.ids) <= 6 else (1, 2)
            values += [list(s) for n in sizes for s in itertools.combinations(asked.ids, n)]
        else:
            values += [[id] for id in asked.ids]
        return values
    if asked.is_ordered:
        return values + orders(item, asked)
    for text in named(item, asked):
        values += [[text], [text.swapcase()], [text + "x"]]
        if same_number(text, text):
            n = float(text)
            values += [[repr(round(v, 9))] for v in (n - 1e-4, n + 1e-4, n * 1.01, n + 1, n - 1)]
    return values


def orders(item, asked):
    """All orders of few labels, and those near the one that the rules name of many."""
    if len(asked.ids) <= 5:
        return [list(p) for p in itertools.permutations(asked.ids)]
    rules = [n for n in item.all("varequal") if n.get("respident") == asked.id]
    rules.sort(key=lambda n: int(n.get("index") or 0))
    right = list(dict.fromkeys(n.text().strip() for n in rules)) or asked.ids
    swapped = [right[:n] + [right[n + 1], right[n]] + right[n + 2:] for n in range(len(right) - 1)]
    return [right, right[::-1], right[1:] + right[:1]] + swapped


def probes(item, asked):
    each = {a.id: answers_to(item, a) for a in asked}
    best = {a.id: max(each[a.id], key=lambda v: score(item, {a.id: v})) for a in asked}
    for a in asked:
        if score(item, {a.id: best[a.id]}) <= 0 and named(item, a):
            best[a.id] = [v for v in named(item, a) if not a.is_choice or v in a.ids][:None if a.is_several else 1]
    found = [best, {}]
    for a in asked:
        for value in each[a.id]:
            found += [{**best, a.id: value}, {a.id: value}]
    return found[:240]


def in_text(item, asked):
    """Responses in the order in which their names are in the text."""
    text = shown(item.child("presentation"))
    names = {a.id: f"[{a.words.strip() or a.id.removeprefix('response_')}]" for a in asked}
    return sorted(asked, key=lambda a: text.find(names[a.id])) if all(n in text for n in names.values()) else asked


def ours(question, item, asked, probe):
    kind = question["type"]
    if kind in ("multiple_choice", "multiple_response"):
        given = probe.get(asked[0].id, [])
        places = [asked[0].ids.index(g) for g in given]
        if kind == "multiple_choice":
            return question["options"][places[0]] if places else ""
        return json.dumps([question["options"][p]["id"] for p in places])
    if kind == "gaps":
        filled = {}
        for gap, a in zip(question["gaps"], in_text(item, asked)):
            value = probe.get(a.id, [])
            if not value:
                continue
            text = value[0]
            if gap["kind"] == "choice":
                filled[gap["id"]] = gap["options"][a.ids.index(text)]["id"]
            else:
                typed = [shown(label) for label in a.labels if label.get("ident") == text]
                filled[gap["id"]] = typed[0] if typed else text
        return json.dumps(filled)
    if kind == "matching":
        by = lambda choices, words: next(c["id"] for c in choices if fold(c["text"]) == fold(words))
        pairs = {}
        for a in asked:
            for value in probe.get(a.id, [])[:1]:
                pairs[by(question["prompts"], a.words)] = by(question["options"], shown(a.labels[a.ids.index(value)]))
        return json.dumps(pairs)
    if kind == "ordering":
        words = [shown(asked[0].labels[asked[0].ids.index(id)]) for id in probe.get(asked[0].id, [])]
        by = {fold(option["text"]): option["id"] for option in question["options"]}
        return json.dumps([by[fold(one)] for one in words]) if words else ""
    return (probe.get(asked[0].id, []) or [""])[0]


def about(item):
    """Ident of the item whose text is shown beside this one."""
    fields = item.all("qtimetadatafield")
    named = [f.child("fieldentry") for f in fields if (f.child("fieldlabel") or f).text().strip() == "parent_stimulus_item_ident"]
    return named[0].text().strip() if named and named[0] else None


def judge(site, item, question, beside=""):
    """The difference of marks, and of words, of which those of another item stand beside these."""
    asked = [Asked(n) for n in item.child("presentation").all() if n.name.startswith("response_") and n.name != "response_label"]
    tried = probes(item, asked) if asked else [{}]
    theirs = [score(item, p) for p in tried]
    top = max(theirs)
    marks = None
    if question["type"] == "essay" or not asked:
        marks = "earns points in the file, and is scored by a person here" if top > 0 else None
    else:
        got = site.marks([(question, ours(question, item, asked, p)) for p in tried])
        for probe, points, mark in zip(tried, theirs, got):
            share, here = points / top if top else 0.0, (mark["earned"] or 0) / question["points"]
            if abs(share - here) > SAME:
                marks = f"{json.dumps(probe)} earns the share {share:.3f} there, {here:.3f} here"
                break
    text = shown(item.child("presentation"))
    text = fold(beside + (re.sub(r"\[[^\]]*\]", "", text) if question["type"] == "gaps" else text))
    here = fold(our_text(question))
    words = None if text == here else f"'{text[:60]}' there, '{here[:60]}' here"
    options, _, _ = our_options(question)
    if not words and question["type"] in ("multiple_choice", "multiple_response"):
        wanted = [fold(shown(label)) for label in asked[0].labels]
        words = None if wanted == [fold(o) for o in options] else f"options {wanted} there"
    if not words and question["type"] == "ordering":
        wanted = sorted(fold(shown(label)) for label in asked[0].labels)
        words = None if wanted == sorted(fold(o) for o in options) else f"options {wanted} there"
    return marks, words


def compared(site, file, roots, questions, findings, Outcome):
    found = []
    # Canvas writes each test twice; the other file holds less, for other programs.
    whole = {name.split("/")[-1].split(".")[0] for name in roots if "non_cc_assessments/" in name}
    for name, root in roots.items():
        if name.endswith("/assessment_qti.xml") and name.split("/")[-2] in whole:
            continue
        data = file.files[name].decode("utf-8", "replace")
        lines = [data.count("\n", 0, m.start()) + 1 for m in re.finditer(r"<item[\s>]", data)]
        items = root.all("item")
        if len(lines) != len(items):
            continue

        def of_item(place, number):
            match = re.fullmatch(r"(?:(.*), )?line (\d+)", place)
            if not match or (match[1] or "") != name:
                return False
            last = lines[number + 1] if number + 1 < len(lines) else 10 ** 9
            return lines[number] <= int(match[2]) < last
        named = set(map(about, items))
        texts = {i.get("ident"): i for i in items if i.get("ident") in named}
        for number, item in enumerate(items):
            if item.get("ident") in texts:
                continue
            label = f"{name}#{item.get('ident')}"
            of = [f for f in findings if of_item(f["place"], number) or name and f["place"] == name]
            effects = {f.get("effect") for f in of}
            question = next((q for place, q in questions if of_item(place, number)), None)
            if question is None:
                why = next((f["message"] for f in of), "")
                found.append(Outcome(file.path, label, "left out" if why else "GONE IN SILENCE", why.split("was skipped: ")[-1]))
                continue
            try:
                beside = texts.get(about(item))
                marks, words = judge(site, item, question, shown(beside.child("presentation")) if beside else "")
            except (Unreadable, ValueError, KeyError, IndexError, StopIteration, AttributeError) as why:
                state = "in with finding" if "scores" in effects else "NOT COMPARED"
                found.append(Outcome(file.path, label, state, f"{type(why).__name__}: {why}"))
                continue
            if marks and "scores" not in effects:
                found.append(Outcome(file.path, label, "SILENT SCORE", marks))
            elif words and not effects & {"scores", "reads"}:
                found.append(Outcome(file.path, label, "SILENT WORDS", words))
            else:
                found.append(Outcome(file.path, label, "in with finding" if effects & {"scores", "reads"} else "in"))
    return found
