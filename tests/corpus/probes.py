"""Answers with which an item is tried, as its file has them and as our question has them."""

import itertools
import json

from tree import Unreadable, flat
from words import file_words, fold, our_words

MAX_PROBES = 240
# Of an item that names as many.
MAX_NAMED = 2_000
CHOICES = {"choiceinteraction": "simplechoice", "hottextinteraction": "hottext", "inlinechoiceinteraction": "inlinechoice",
           "orderinteraction": "simplechoice"}
TEXTS = ("textentryinteraction", "sliderinteraction")
FORMLESS = ("endattemptinteraction", "mediainteraction")


def identifier(node):
    return node.get("identifier", "").strip()


class Part:
    """An interaction and the choices that it offers."""

    def __init__(self, item, node):
        self.node, self.kind = node, node.name
        self.response = node.get("responseidentifier", "").strip()
        declaration = item.responses.get(self.response)
        self.is_single = declaration is None or item.cardinality(declaration) == "single"
        self.base = item.base(declaration) if declaration is not None else "string"
        self.left, self.right = [], []
        if self.kind in CHOICES:
            self.left = node.all(CHOICES[self.kind])
        elif self.kind == "matchinteraction":
            self.left, self.right = [s.all("simpleassociablechoice") for s in node.children("simplematchset")][:2]
        elif self.kind == "associateinteraction":
            self.left = self.right = node.all("simpleassociablechoice")
        elif self.kind == "gapmatchinteraction":
            self.left, self.right = node.all("gap"), node.all("gaptext", "gapimg")
        elif self.kind not in TEXTS + FORMLESS + ("extendedtextinteraction",):
            raise Unreadable(self.kind)
        self.ids = [identifier(c) for c in self.left]
        self.right_ids = [identifier(c) for c in self.right]

    def pair(self, left, right):
        """A gap is the second of its pair, and so may the left set be."""
        return f"{right} {left}" if self.is_turned else f"{left} {right}"

    def declare(self, correct):
        self.is_turned = self.kind == "gapmatchinteraction"
        if self.kind == "matchinteraction" and correct:
            first = correct[0].split()[0]
            self.is_turned = first in self.right_ids and first not in self.ids

    def pairs_of(self, given):
        """Pairs of a value with the left one first."""
        found = []
        for text in given:
            a, b = text.split()
            if not (a in self.ids and b in self.right_ids) or self.kind == "gapmatchinteraction":
                a, b = b, a
            found.append((a, b))
        return found


def parts_of(item):
    def walk(node):
        for child in node.children():
            if child.name.endswith("interaction"):
                yield child
            else:
                yield from walk(child)
    parts = [Part(item, node) for node in walk(item.body)]
    for part in parts:
        part.declare(item.declared(part.response))
    return parts


def near(text):
    return [text, text.swapcase(), text + "x", text[:-1], text + text]


def numbers_near(text):
    try:
        n = float(text)
    except ValueError:
        return []
    found = [text]
    for step in (1e-6, 1e-3, 0.01, 0.04999, 0.05, 0.051, 0.1, 0.5, 0.99, 1, 1.01, 2, 5, 10):
        found += [n - step, n + step]
    for share in (0.001, 0.0099, 0.01, 0.0101, 0.02, 0.05, 0.1, 0.5):
        found += [n - n * share, n + n * share]
    found += [n * 10, -n]
    return [text] + [repr(round(f, 9)) for f in found[1:]]


def constants(item):
    """Texts with which rules compare answers."""
    found = [c.text().strip() for c in item.processing.all("basevalue")] if item.processing is not None else []
    for response in item.responses:
        mapping = item.mapping(response)
        found += [e.get("mapkey", "").strip() for e in mapping.children("mapentry")] if mapping is not None else []
        found += item.declared(response)
    return list(dict.fromkeys(text for text in found if text))


def alternatives(item, part, correct, named):
    """Values of one part."""
    ids = part.ids
    if part.kind in FORMLESS:
        return []
    if part.kind == "orderinteraction":
        base = [c for c in correct if c in ids] or ids
        if len(ids) <= 4:
            return [list(p) for p in itertools.permutations(ids)]
        swapped = [base[:n] + [base[n + 1], base[n]] + base[n + 2:] for n in range(len(base) - 1)]
        return [base[::-1], base[1:] + base[:1]] + swapped
    if part.kind in CHOICES:
        if part.is_single:
            return [[id] for id in ids]
        most = int(part.node.get("maxchoices", "1") or 0) or len(ids)
        if len(ids) <= 6:
            sets = [list(s) for n in range(1, len(ids) + 1) for s in itertools.combinations(ids, n)]
        else:
            sets = [[id] for id in ids] + [[i for i in ids if (i in correct) != (i == id)] for id in ids] + [ids]
        return [s for s in sets if s and len(s) <= most]
    if part.right:
        return pair_sets(part, part.pairs_of(correct))
    if part.base in ("integer", "float"):
        low, high = (float(part.node.get(name, end)) for name, end in (("lowerbound", "-inf"), ("upperbound", "inf")))
        found = [n for text in named for n in numbers_near(text) if low <= float(n) <= high]
        return [[n] for n in found if part.base == "float" or float(n).is_integer()]
    return [[t] for text in named for t in near(text)]


def pair_sets(part, right):
    sets = []
    for left in part.ids:
        others = [(a, b) for a, b in right if a != left]
        sets += [others, [(a, b) for a, b in right if a == left]]
        for option in part.right_ids:
            if part.kind == "associateinteraction" and option == left:
                continue
            sets += [others + [(left, option)], [(left, option)]]
    turn = part.right_ids[1:] + part.right_ids[:1]
    sets.append([(a, turn[part.right_ids.index(b)]) for a, b in right if b in part.right_ids])

    def fits(pairs):
        for choice in part.right:
            most = int(choice.get("matchmax", "1") or 0)
            if most and sum(b == identifier(choice) for _, b in pairs) > most:
                return False
        return True
    return [[part.pair(a, b) for a, b in s] for s in sets if s and fits(s)]


def right_answer(item, part, named):
    """What is declared, or the text for which a mapping gives most."""
    correct = item.declared(part.response)
    if correct:
        return correct
    mapping = item.mapping(part.response)
    entries = mapping.children("mapentry") if mapping is not None else []
    entries = sorted(entries, key=lambda e: -float(e.get("mappedvalue", "0")))
    if not entries:
        return [named[0]] if named and part.kind in TEXTS else []
    if part.is_single:
        return [entries[0].get("mapkey", "").strip()]
    return [e.get("mapkey", "").strip() for e in entries if float(e.get("mappedvalue", "0")) > 0]


def own_texts(item, part):
    """Texts that the mapping of a part names."""
    mapping = item.mapping(part.response) if part.kind in TEXTS else None
    return [e.get("mapkey", "").strip() for e in mapping.children("mapentry")] if mapping is not None else []


def probes(item, parts):
    """Answers to all interactions, as texts by response."""
    named = constants(item)
    right = {p.response: right_answer(item, p, named) for p in parts if p.kind not in FORMLESS}
    found = [right, {}]
    parts = [part for part in parts if part.response in right]
    for part in parts:
        found += [{part.response: right[part.response]}, {r: v for r, v in right.items() if r != part.response}]
    for part in parts:
        found += [{**right, part.response: [text]} for text in own_texts(item, part)]
    most = max(MAX_PROBES, min(len(found), MAX_NAMED))
    # By turns, so that no part is left without.
    for options in itertools.zip_longest(*(alternatives(item, p, right[p.response], named) for p in parts)):
        for part, option in zip(parts, options):
            if option is not None:
                found += [{**right, part.response: option}, {part.response: option}]
    texts = [p.response for p in parts if p.kind in TEXTS]
    for one in texts:
        found.append({**right, **{r: right[one] for r in texts if item.base(item.responses[r]) == item.base(item.responses[one])}}
                     if all(r in item.responses for r in texts) else right)
    unique, seen = [], set()
    for probe in found:
        key = json.dumps(probe, sort_keys=True)
        if key not in seen:
            seen.add(key)
            unique.append(probe)
    return unique[:most]


class Inexpressible(Exception):
    """An answer that our question does not offer."""


def by_words(choices, wanted, place):
    """The id of our choice for one of the file: by its words, or by its place where words are the same."""
    found = [c for c in choices if fold(our_words(c)) == fold(wanted)]
    if len(found) == 1:
        return found[0]["id"]
    if place is not None and place < len(choices):
        return choices[place]["id"]
    raise Inexpressible(wanted)


def slots(parts):
    """The gaps of a text, in the order of the file: a part and what of it is asked."""
    for part in parts:
        if part.kind == "gapmatchinteraction":
            yield from ((part, gap) for gap in part.ids)
        elif part.kind not in FORMLESS:
            yield part, None


def our_answer(question, parts, probe):
    """The answer as a candidate's page sends it."""
    kind = question["type"]
    parts = [p for p in parts if p.kind not in FORMLESS]
    if kind == "gaps":
        filled = {}
        for gap, (part, of) in zip(question["gaps"], slots(parts)):
            given = probe.get(part.response, [])
            if of is not None:
                # A gap of the file has one text.
                texts = [b for a, b in part.pairs_of(given) if a == of]
                if len(texts) > 1:
                    raise Inexpressible("two in a gap")
                given, ids, choices = texts, part.right_ids, part.right
            else:
                ids, choices = part.ids, part.left
            if not given:
                continue
            if gap["kind"] == "choice":
                place = ids.index(given[0])
                filled[gap["id"]] = by_words(gap["options"], file_words(choices[place]), place)
            else:
                filled[gap["id"]] = given[0]
        return json.dumps(filled) if filled else ""
    if len(parts) != 1:
        raise Inexpressible("several parts")
    part = parts[0]
    given = probe.get(part.response, [])
    if not given:
        return ""
    if kind == "multiple_choice":
        return question["options"][part.ids.index(given[0])]
    if kind in ("multiple_response", "ordering"):
        ids = []
        for id in given:
            place = part.ids.index(id)
            ids.append(by_words(question["options"], file_words(part.left[place]), place if kind != "ordering" else None))
        return json.dumps(ids)
    if kind == "matching":
        pairs = {}
        for a, b in part.pairs_of(given):
            try:
                one = by_words(question["prompts"], file_words(part.left[part.ids.index(a)]), None)
            except Inexpressible:
                if part.kind != "associateinteraction":
                    raise
                a, b = b, a
                one = by_words(question["prompts"], file_words(part.left[part.ids.index(a)]), None)
            if one in pairs:
                raise Inexpressible("two for a prompt")
            pairs[one] = by_words(question["options"], file_words(part.right[part.right_ids.index(b)]), None)
        return json.dumps(pairs)
    return given[0]
