"""What an item of QTI 2.x or 3.0 does with an answer: an evaluator of its own, which shares nothing with the importer."""

import math
import re
from fractions import Fraction

from tree import Unreadable

NUMBERS = ("integer", "float")


def number(text):
    """Exact, so that 0.1 + 0.2 is 0.3."""
    try:
        return Fraction(text.strip().lstrip("+"))
    except (ValueError, ZeroDivisionError):
        try:
            return Fraction(float(text))
        except (ValueError, OverflowError):
            return None


class Value:
    """Scalars of one base type; None stands for NULL."""

    def __init__(self, base, cardinality, scalars):
        self.base, self.cardinality, self.scalars = base, cardinality, scalars


def scalar(base, text):
    text = text.strip()
    if base in NUMBERS:
        return number(text)
    if base == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text)
    if base in ("pair", "directedpair"):
        parts = text.split()
        if len(parts) != 2:
            return None
        return tuple(parts if base == "directedpair" else sorted(parts))
    return text


def make(base, cardinality, texts):
    found = [s for s in (scalar(base, t) for t in texts) if s is not None and s != ""]
    if not found:
        return None
    return Value(base, cardinality, found[:1] if cardinality == "single" else found)


def boolean(is_so):
    return Value("boolean", "single", [is_so])


def numeric(n):
    return Value("float", "single", [n])


class Item:
    def __init__(self, root):
        self.root = root
        self.responses, self.outcomes = {}, {}
        for child in root.children():
            if child.name == "responsedeclaration":
                self.responses[child.get("identifier", "").strip()] = child
            elif child.name == "outcomedeclaration":
                self.outcomes[child.get("identifier", "").strip()] = child
        self.body = root.child("itembody")
        self.processing = root.child("responseprocessing")

    def base(self, declaration):
        return declaration.get("basetype", "identifier").strip().lower()

    def cardinality(self, declaration):
        return declaration.get("cardinality", "single").strip().lower()

    def value(self, response, texts):
        declaration = self.responses.get(response)
        if declaration is None or not texts:
            return None
        return make(self.base(declaration), self.cardinality(declaration), texts)

    def declared(self, response, name="correctresponse"):
        """Texts of the correct response."""
        declaration = self.responses.get(response)
        holder = declaration.child(name) if declaration is not None else None
        return [v.text().strip() for v in holder.children("value")] if holder else []

    def mapping(self, response):
        declaration = self.responses.get(response)
        return declaration.child("mapping") if declaration is not None else None

    def score_name(self):
        for id in self.outcomes:
            if id.upper() == "SCORE":
                return id
        numbers = [id for id, d in self.outcomes.items() if self.base(d) in NUMBERS and id.upper() not in ("MAXSCORE", "MINSCORE")]
        return numbers[0] if len(numbers) == 1 else "SCORE"

    def has_rules(self):
        p = self.processing
        return p is not None and bool(p.children() or p.get("template") or p.get("templatelocation"))

    def score(self, answers):
        """Points of answers, given as texts by response."""
        run = Run(self, answers)
        run.process()
        found = run.outcomes.get(self.score_name())
        return found.scalars[0] if found is not None and found.base in NUMBERS else Fraction(0)


class Exit(Exception):
    pass


class Run:
    def __init__(self, item, answers):
        self.item = item
        self.answers = {id: item.value(id, texts) for id, texts in answers.items()}
        self.outcomes = {}
        for id, declaration in item.outcomes.items():
            default = declaration.child("defaultvalue")
            texts = [v.text() for v in default.children("value")] if default else []
            base = item.base(declaration)
            value = make(base, item.cardinality(declaration), texts)
            self.outcomes[id] = value if value is not None or base not in NUMBERS else numeric(Fraction(0))

    def process(self):
        processing = self.item.processing
        if processing is None:
            return
        if processing.children():
            try:
                self.rules(processing.children())
            except Exit:
                pass
            return
        template = processing.get("template") or processing.get("templatelocation")
        if not template:
            return
        name = re.sub(r"\.xml$", "", template.strip().rsplit("/", 1)[-1]).lower()
        ids = list(self.item.responses)
        response = ids[0] if len(ids) == 1 else "RESPONSE"
        given = self.answers.get(response)
        if name in ("match_correct", "cc2_match_basic", "cc2_match"):
            correct = self.item.value(response, self.item.declared(response))
            score = Fraction(1 if same(given, correct) else 0)
        elif name in ("map_response", "cc2_map_response"):
            score = self.mapped(response)
        else:
            raise Unreadable(f"template {name}")
        self.outcomes["SCORE"] = numeric(score)

    def rules(self, rules):
        for rule in rules:
            if rule.name == "responsecondition":
                for branch in rule.children():
                    parts = branch.children()
                    if branch.name == "responseelse":
                        self.rules(parts)
                        break
                    if truth(self.evaluate(parts[0])):
                        self.rules(parts[1:])
                        break
            elif rule.name == "setoutcomevalue":
                self.outcomes[rule.get("identifier", "").strip()] = self.evaluate(rule.children()[0])
            elif rule.name == "lookupoutcomevalue":
                self.look_up(rule)
            elif rule.name == "responseprocessingfragment":
                self.rules(rule.children())
            elif rule.name == "exitresponse":
                raise Exit
            else:
                raise Unreadable(rule.name)

    def look_up(self, rule):
        id = rule.get("identifier", "").strip()
        declaration = self.item.outcomes.get(id)
        source = one(self.evaluate(rule.children()[0]))
        self.outcomes[id] = None
        if declaration is None or source is None:
            return
        base = self.item.base(declaration)
        for table in declaration.children():
            target = None
            if table.name == "matchtable":
                target = next((e.get("targetvalue") for e in table.children("matchtableentry")
                               if number(e.get("sourcevalue", "")) == source), table.get("defaultvalue"))
            elif table.name == "interpolationtable":
                def fits(entry):
                    limit = number(entry.get("sourcevalue", ""))
                    includes = entry.get("includeboundary", "true") != "false"
                    return limit is not None and (source > limit or includes and source == limit)
                target = next((e.get("targetvalue") for e in table.children("interpolationtableentry") if fits(e)),
                              table.get("defaultvalue"))
            if target is not None:
                self.outcomes[id] = make(base, "single", [target])

    def mapped(self, response):
        mapping, given = self.item.mapping(response), self.answers.get(response)
        if mapping is None:
            raise Unreadable("no mapping")
        base = self.item.base(self.item.responses[response])
        total, seen = Fraction(0), []
        for value in given.scalars if given else []:
            if value in seen:
                continue
            seen.append(value)
            points = number(mapping.get("defaultvalue", "0"))
            for entry in mapping.children("mapentry"):
                key = scalar(base, entry.get("mapkey", ""))
                folds = entry.get("casesensitive", "true").strip() == "false" and isinstance(key, str)
                if key == value or folds and key.lower() == value.lower():
                    points = number(entry.get("mappedvalue", "0"))
                    break
            total += points
        if given:
            low, high = mapping.get("lowerbound"), mapping.get("upperbound")
            total = max(total, number(low)) if low is not None else total
            total = min(total, number(high)) if high is not None else total
        return total

    def variable(self, id):
        if id in self.outcomes:
            return self.outcomes[id]
        if id in self.item.responses:
            return self.answers.get(id)
        if id == "numAttempts":
            return numeric(Fraction(1))
        if id == "completionStatus":
            return Value("identifier", "single", ["unknown"])
        if id == "duration":
            raise Unreadable("duration")
        return None

    def evaluate(self, e):
        name, id = e.name, e.get("identifier", "").strip()
        if name == "null":
            return None
        if name == "basevalue":
            return make(e.get("basetype", "identifier").strip().lower(), "single", [e.text()])
        if name == "variable":
            return self.variable(id)
        if name == "correct":
            return self.item.value(id, self.item.declared(id))
        if name == "default":
            declared = self.item.declared(id, "defaultvalue")
            return self.item.value(id, declared) if id in self.item.responses else Run(self.item, {}).outcomes.get(id)
        if name == "mapresponse":
            return numeric(self.mapped(id))
        parts = e.children()
        if name in ("and", "or"):
            return self.joined(parts, name == "or")
        of = [self.evaluate(part) for part in parts]
        if name in ("multiple", "ordered"):
            scalars = [s for v in of if v for s in v.scalars]
            base = next((v.base for v in of if v), "identifier")
            return Value(base, name, scalars) if scalars else None
        if name == "isnull":
            return boolean(of[0] is None or of[0].scalars == [""])
        if name == "anyn":
            return self.any_of(of, number(e.get("min", "0")), number(e.get("max", "0")))
        if name == "containersize":
            return numeric(Fraction(len(of[0].scalars) if of[0] else 0))
        if name in ("min", "max", "sum", "product"):
            numbers = [s for v in of if v for s in v.scalars]
            if any(v is None for v in of):
                return None
            result = {"min": min, "max": max, "sum": sum, "product": math.prod}[name](numbers)
            return numeric(result)
        if any(v is None for v in of):
            return None
        return apply(e, name, of)

    def joined(self, parts, decides):
        unknown = False
        for part in parts:
            value = one(self.evaluate(part))
            if value is decides:
                return boolean(decides)
            unknown |= value is None
        return None if unknown else boolean(not decides)

    def any_of(self, of, least, most):
        true = sum(truth(v) for v in of)
        unknown = sum(v is None for v in of)
        if true > most or true + unknown < least:
            return boolean(False)
        return boolean(True) if true >= least and true + unknown <= most else None


def one(value):
    return value.scalars[0] if value is not None and len(value.scalars) == 1 else None


def truth(value):
    return one(value) is True


def same(a, b):
    if a is None or b is None:
        return False
    if "multiple" in (a.cardinality, b.cardinality):
        return sorted(map(repr, a.scalars)) == sorted(map(repr, b.scalars))
    return a.scalars == b.scalars


def all_count(some, all):
    """Whether each of some is among all, as often."""
    return not any(some.count(s) > all.count(s) for s in some)


def rounded(value, figures, is_significant):
    if is_significant:
        if value == 0:
            return value
        figures = figures - 1 - math.floor(math.log10(abs(value)))
    factor = Fraction(10) ** figures
    return Fraction(math.floor(value * factor + Fraction(1, 2))) / factor


def equal(e, a, b):
    mode = e.get("tolerancemode", "exact").strip()
    if mode == "exact":
        return a == b
    widths = [number(t) for t in e.get("tolerance", "").split()]
    if None in widths or not widths or mode not in ("absolute", "relative"):
        raise Unreadable("tolerance")
    low, high = widths[0], widths[-1]
    if mode == "absolute":
        bottom, top = a - low, a + high
    else:
        bottom, top = sorted((a * (1 - low / 100), a * (1 + high / 100)))
    above = b >= bottom if e.get("includelowerbound", "true").strip() != "false" else b > bottom
    below = b <= top if e.get("includeupperbound", "true").strip() != "false" else b < top
    return above and below


def apply(e, name, of):
    """An operator whose operands are all there."""
    a, b = one(of[0]), one(of[1]) if len(of) > 1 else None
    if name == "not":
        return boolean(not a)
    if name == "match":
        return boolean(same(of[0], of[1]))
    if name == "member":
        return boolean(all_count(of[0].scalars, of[1].scalars))
    if name == "contains":
        all, some = of[0].scalars, of[1].scalars
        if of[0].cardinality == of[1].cardinality == "ordered":
            return boolean(any(all[n:n + len(some)] == some for n in range(len(all) - len(some) + 1)))
        return boolean(all_count(some, all))
    if name == "index":
        n = int(e.get("n", "0"))
        return Value(of[0].base, "single", [of[0].scalars[n - 1]]) if 0 < n <= len(of[0].scalars) else None
    if name in ("stringmatch", "substring"):
        a, b = str(a), str(b)
        if e.get("casesensitive", "true").strip() != "true":
            a, b = a.lower(), b.lower()
        if name == "substring":
            return boolean(a in b)
        return boolean(b in a if e.get("substring", "false").strip() == "true" else a == b)
    if name == "patternmatch":
        try:
            return boolean(re.fullmatch(e.get("pattern", ""), str(a)) is not None)
        except re.error as error:
            raise Unreadable("pattern") from error
    if a is None or isinstance(a, str):
        raise Unreadable(name) if name not in SIMPLE else Unreadable(f"{name} of a text")
    if name == "equal":
        return boolean(equal(e, a, b))
    if name == "equalrounded":
        figures, significant = int(e.get("figures", "0")), e.get("roundingmode", "significantFigures") != "decimalPlaces"
        return boolean(rounded(a, figures, significant) == rounded(b, figures, significant))
    if name in COMPARES:
        return boolean(COMPARES[name](a, b))
    if name in SIMPLE:
        try:
            return numeric(Fraction(SIMPLE[name](a, b)))
        except (ZeroDivisionError, OverflowError):
            return None
    raise Unreadable(name)


COMPARES = {
    "lt": lambda a, b: a < b, "lte": lambda a, b: a <= b, "gt": lambda a, b: a > b, "gte": lambda a, b: a >= b,
}
SIMPLE = {
    "subtract": lambda a, b: a - b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a ** b,
    "integerdivide": lambda a, b: a // b,
    "integermodulus": lambda a, b: a % b,
    "truncate": lambda a, b: math.trunc(a),
    "round": lambda a, b: math.floor(a + Fraction(1, 2)),
    "integertofloat": lambda a, b: a,
}
