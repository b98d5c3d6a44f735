const ID = "root";

/** What the server's document brings beside the scripts: styles, the theme's class, and the page's container. */
export class Shell {
  #html = document.documentElement;
  #head = document.head;
  #body = document.body;

  /** A new, empty container in the document, which may be another one than the server's. */
  container(): Element {
    const container = document.createElement("div");
    container.id = ID;
    this.hold(container);
    return container;
  }

  /** Puts the container into the document, with what it needs to look as it should. */
  hold(container: Element): void {
    if (!document.documentElement) document.append(this.#html);
    if (document.head !== this.#head) {
      // In its order, so that later rules still win. Scripts have run.
      for (const node of [...this.#head.children]) if (!node.matches("script")) document.head.append(node);
    }
    if (document.body !== this.#body) {
      document.body.classList.add(...this.#body.className.split(/\s+/).filter(Boolean));
    }
    this.#html = document.documentElement;
    this.#head = document.head;
    this.#body = document.body;
    if (container.isConnected) return;
    const [first, ...copies] = document.querySelectorAll(`#${ID}`);
    for (const copy of copies) copy.remove();
    if (first) first.replaceWith(container);
    else document.body.append(container);
  }

  /** A document that is being written has no body for a moment. */
  get isReady(): boolean {
    return !document.documentElement || (Boolean(document.head) && Boolean(document.body));
  }
}
