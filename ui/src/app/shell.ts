const ID = "root";

/** What the server's document brings beside the scripts: styles, the theme's class, and the page's container. */
export class Shell {
  readonly #head = document.head;
  readonly #classes = document.body.className;

  /** A new, empty container in the document, which may be another one than the server's. */
  container(): Element {
    if (document.head !== this.#head) {
      // In its order, so that later rules still win. Scripts have run.
      for (const node of [...this.#head.children]) if (!node.matches("script")) document.head.append(node);
      document.body.classList.add(...this.#classes.split(" ").filter(Boolean));
    }
    const container = document.createElement("div");
    container.id = ID;
    const places = document.querySelectorAll(`#${ID}`);
    const [first, ...copies] = places;
    for (const copy of copies) copy.remove();
    if (first) first.replaceWith(container);
    else document.body.append(container);
    return container;
  }
}
