"""XML as plain elements whose names are common to QTI 2.x and 3.0."""

import re
import xml.etree.ElementTree as ET


class Unreadable(Exception):
    """A file or an item that this evaluator does not read."""


class Node:
    def __init__(self, name, attributes, text):
        self.name, self.attributes = name, attributes
        # Strings and nodes, in their order.
        self.content = [text] if text else []

    def get(self, name, default=None):
        return self.attributes.get(name, default)

    def children(self, name=None):
        return [c for c in self.content if isinstance(c, Node) and (name is None or c.name == name)]

    def child(self, name):
        found = self.children(name)
        return found[0] if found else None

    def all(self, *names):
        """Every element below with one of these names, in the order of the file."""
        found = []
        for child in self.children():
            if not names or child.name in names:
                found.append(child)
            found += child.all(*names)
        return found

    def text(self):
        return "".join(c if isinstance(c, str) else c.text() for c in self.content)


def common(name):
    local = name.rsplit("}", 1)[-1].rsplit(":", 1)[-1].lower()
    return (local[4:] if local.startswith("qti-") else local).replace("-", "")


def parse(data):
    """The root of a file."""
    text = data
    if b"<!ENTITY" in data:
        raise Unreadable("entities")
    for name, code in ((b"&nbsp;", b"&#160;"),):
        text = text.replace(name, code)
    try:
        # Many programs declare another encoding than they write.
        text = re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    try:
        root = ET.fromstring(text)
    except (ET.ParseError, ValueError, LookupError) as error:
        raise Unreadable(str(error)) from error
    return convert(root)


def convert(element):
    node = Node(common(element.tag), {common(k): v for k, v in element.attrib.items()}, element.text)
    for child in element:
        if isinstance(child.tag, str):
            node.content.append(convert(child))
        if child.tail:
            node.content.append(child.tail)
    return node


def flat(text):
    return re.sub(r"\s+", " ", text).strip()
