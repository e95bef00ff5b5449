"""Reads a page or a drawing as browsers and XML readers do; says what is wrong.

Usage: read-page.py page|drawing FILE...
"""

import html.parser
import re
import sys
import xml.etree.ElementTree as tree

XHTML_ELEMENTS = set("""html head meta title style body a header h1 h2 h3 p ul
ol li strong code nav main section div table caption thead tbody tr th td
figure figcaption details summary footer wbr""".split())
SVG_ELEMENTS = set("svg title desc metadata style rect line text path".split())
ATTRIBUTES = set("""lang charset name content http-equiv class href id
aria-label aria-labelledby role tabindex scope colspan width height x y x1 y1
x2 y2 d viewBox preserveAspectRatio vector-effect overflow text-anchor
xmlns""".split())
VOID = {"meta", "wbr"}
SVG = "{http://www.w3.org/2000/svg}"

wrong = []


def say(words):
    wrong.append(words)


class Reader(html.parser.HTMLParser):
    """Collects the elements with their attributes as a browser sees them."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, sorted(name for name, _ in attrs)))

    handle_startendtag = handle_starttag

    def handle_comment(self, data):
        say("a comment: " + data)

    def handle_pi(self, data):
        if not data.startswith("xml "):
            say("an instruction: " + data)


def as_xml(root):
    for element in root.iter():
        names = sorted(element.attrib)
        if element.tag == SVG + "svg" and "preserveAspectRatio" not in names \
                and "overflow" not in names:
            names = sorted(names + ["xmlns"])
        yield element.tag.replace(SVG, "").lower(), \
            [name.lower() for name in names]


def check_names(root):
    for element in root.iter():
        known = SVG_ELEMENTS if element.tag.startswith(SVG) else \
            XHTML_ELEMENTS
        if element.tag.replace(SVG, "") not in known:
            say("an element <%s>" % element.tag)
        for name, value in element.attrib.items():
            if name not in ATTRIBUTES:
                say("an attribute %s of <%s>" % (name, element.tag))
            if name == "href" and not value.startswith("#"):
                say("a link to " + value)
            if name == "class" and not re.fullmatch("[a-z0-9 ]+", value):
                say("a class " + value)


def check_ids(root):
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    for name in set(ids):
        if ids.count(name) > 1:
            say("two elements with the id " + name)
    for element in root.iter():
        for name in (element.get("aria-labelledby") or "").split():
            if name not in ids:
                say("nothing has the id %s, which labels" % name)
        link = element.get("href") or "#"
        if len(link) > 1 and link[1:] not in ids:
            say("nothing stands where %s leads" % link)


def check_drawing(svg):
    """One drawing and what tells of it to those who do not see it."""
    title, desc = svg.find(SVG + "title"), svg.find(SVG + "desc")
    if title is None or not title.text or desc is None or not desc.text:
        say("a drawing without title or description")
    if svg.get("role") != "img" or not svg.get("aria-labelledby"):
        say("a drawing without role or label")


def check_page(root):
    heads = [int(element.tag[1]) for element in root.iter()
             if re.fullmatch("h[1-6]", element.tag)]
    if heads[:1] != [1] or heads.count(1) != 1:
        say("the first heading is none of the first rank")
    if any(next > last + 1 for last, next in zip(heads, heads[1:])):
        say("a rank of headings is left out")
    if not root.get("lang"):
        say("no language")
    for landmark in "header", "nav", "main", "footer":
        if len(root.findall(".//" + landmark)) != 1:
            say("not one <%s>" % landmark)
    metas = {element.get("name") or element.get("http-equiv"):
             element.get("content") for element in root.iter("meta")}
    if metas.get("Content-Security-Policy") != \
            "default-src 'none'; style-src 'unsafe-inline'":
        say("no strict policy")
    if not (metas.get("generator") or "").startswith("ipclat "):
        say("nothing tells who wrote it")
    if "width=device-width" not in metas.get("viewport", ""):
        say("no viewport")
    parents = {child: parent for parent in root.iter() for child in parent}
    for table in root.iter("table"):
        region = parents[table]
        if region.get("class") != "scroll" or region.get("tabindex") != "0" \
                or region.get("role") != "region":
            say("a table that cannot be scrolled by keyboard")
        if not table.findall("thead/tr/th[@scope='col']"):
            say("a table without headings of columns")
    for figure in root.iter("figure"):
        drawings = figure.findall(SVG + "svg")
        if len(drawings) != 1 or not figure.findall(".//tbody/tr"):
            say("a figure without its figures as a table")
        for drawing in drawings:
            check_drawing(drawing)


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.04045 else
             ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def check_contrast(style):
    """What is read or drawn, on the paper, light and dark."""
    light, _, dark = style.partition("@media screen and")
    for theme in light, dark:
        rules = re.findall(r"^(.+)\{([a-z-]+):(#[0-9a-f]{6})\}$", theme, re.M)
        papers = [colour for selector, _, colour in rules
                  if ".paper" in selector]
        if len(papers) != 1:
            say("not one paper in a theme")
            return
        drawn = 0
        for selector, name, colour in rules:
            if name == "color" or (selector, name) in (
                    (".plot text", "fill"), (".plot .quiet", "fill"),
                    (".plot .axis", "stroke"), (".plot .middle", "stroke")):
                drawn += 1
                if contrast(colour, papers[0]) < 4.5:
                    say("%s has a contrast of %.2f" %
                        (selector, contrast(colour, papers[0])))
        if drawn < 8:
            say("a theme without colours")


def read(kind, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    root = tree.fromstring(text.replace("<!DOCTYPE html>\n", "")
                           .encode("utf-8"))
    reader = Reader()
    reader.feed(text)
    if reader.seen != list(as_xml(root)):
        say("browsers and XML readers see different elements")
    check_names(root)
    check_ids(root)
    if kind == "page":
        check_page(root)
    else:
        check_drawing(root)
    styles = [element for element in root.iter()
              if element.tag in ("style", SVG + "style")]
    if len(styles) != 1:
        say("not one style")
    for style in styles:
        check_contrast(style.text)
        if "url(" in style.text or "@import" in style.text:
            say("the style fetches something")


for name in sys.argv[2:]:
    read(sys.argv[1], name)
    if wrong:
        print(name, *wrong[:20], sep="\n")
        sys.exit(1)
