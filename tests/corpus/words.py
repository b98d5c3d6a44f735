"""Words that candidates see: of an item, and of our question."""

import re
import unicodedata

from tree import Node

HIDDEN = {"script", "style", "modalfeedback", "feedbackinline", "feedbackblock", "annotation", "annotationxml", "templateblock",
          "templateinline", "rubricblock", "stylesheet", "object", "audio", "video"}
MEDIA = ("img", "object", "svg", "audio", "video")
OPTIONS = {"simplechoice", "inlinechoice", "simplematchset", "simpleassociablechoice", "gaptext", "gapimg"}


def fold(text):
    """Letters, digits and signs; neither white space nor the marks of gaps count."""
    text = re.sub(r"\[\[g\d+\]\]|_{5}", "", text)
    text = unicodedata.normalize("NFKC", text)
    # Characters of formulas that are not seen, and signs that have two forms.
    text = re.sub("[\u2061-\u2064\u200b\u00ad\ufeff]", "", text).replace("\u2212", "-").replace("\u2019", "'")
    return re.sub(r"\s+", "", text)


def file_words(node, with_options=False):
    """Words of an element; options of interactions are compared by themselves."""
    out = []
    for part in node.content:
        if isinstance(part, str):
            out.append(part)
        elif part.name == "rubricblock" and "candidate" in part.get("view", "candidate"):
            out.append(file_words(part, with_options))
        elif part.name in HIDDEN or part.name in OPTIONS and not with_options:
            out.append(" ")
        elif part.name == "mfenced":
            inner = part.get("separators", ",").strip()[:1].join(file_words(c, with_options) for c in part.children())
            out.append(part.get("open", "(") + inner + part.get("close", ")"))
        elif part.name == "q":
            out.append("“" + file_words(part, with_options) + "”")
        else:
            out.append(file_words(part, with_options))
            out.append(" " if part.name in ("p", "div", "br", "li", "td", "th", "tr") else "")
    return "".join(out)


def pictures(node):
    """How many are shown."""
    if node.name in MEDIA:
        return 1
    return 0 if node.name in HIDDEN else sum(map(pictures, node.children()))


def of_tree(tree):
    """Words of our tree of a formatted text."""
    if isinstance(tree, list):
        return "".join(of_tree(t) for t in tree if not isinstance(t, str))
    if not isinstance(tree, dict):
        return ""
    out = []
    for key, value in tree.items():
        if key == "l":
            out.append(value[1])
        elif key == "e":
            out.append(of_tree(value[2]))
        elif key == "code" and isinstance(value, list):
            out.append("".join(span[1] for span in value[1]))
        elif key == "math":
            out.append(of_tree(value["nodes"]) if value.get("nodes") else value.get("tex", ""))
        elif key in ("t", "code", "text", "c") and isinstance(value, str):
            out.append(value)
        elif not isinstance(value, str):
            out.append(of_tree(value) + " ")
    return "".join(out)


def our_words(choice):
    content = choice.get("content")
    if content:
        return of_tree(content)
    return choice.get("text", "")


def our_text(question):
    text = of_tree(question["content"]) if question.get("content") else question["question"]
    return f"{our_words(question['passage'])} {text}" if question.get("passage") else text


def our_options(question):
    """Words of options, of prompts, and of the options of each gap."""
    contents = question.get("option_contents")
    if contents:
        options = [of_tree(content) for content in contents]
    else:
        options = [o if isinstance(o, str) else our_words(o) for o in question.get("options", [])]
    prompts = [our_words(p) for p in question.get("prompts", [])]
    return options, prompts, [[our_words(o) for o in gap.get("options", [])] for gap in question.get("gaps", [])]
