import { act, render } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Guard } from "./guard";

let container: HTMLElement;
let view: ReturnType<typeof render>;
let guard: Guard;
const onLost = vi.fn((_deaf: boolean) => {
  document.querySelector("#root")?.remove();
  document.body.append(container);
});

beforeEach(() => {
  container = document.createElement("div");
  container.id = "root";
  document.body.replaceChildren(container);
  view = render(null, { container });
  guard = new Guard(container, onLost);
  guard.start();
});

afterEach(() => {
  view.unmount();
  guard.stop();
  document.body.replaceChildren();
  onLost.mockClear();
});

const show = async (node: ReactNode) => view.rerender(node);
const page = () => container.textContent;
/** Until the observer of the guard has run. */
const seen = () => act(async () => undefined);

function texts(within: Node): Text[] {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function font(words: string) {
  const outer = document.createElement("font");
  outer.append(document.createElement("font"));
  outer.firstElementChild?.append(words);
  return outer;
}

type Writer = (text: Text) => void;
const translated = (text: Text) => `[${text.data}]`;

/** Each does with one text what others do with all of a page. */
const WRITERS: Record<string, Writer> = {
  "replaces by elements": (text) => text.replaceWith(font(translated(text))),
  "inserts, then removes": (text) => {
    text.parentNode?.insertBefore(font(translated(text)), text);
    text.parentNode?.removeChild(text);
  },
  "replaces by other texts": (text) => text.replaceWith(translated(text)),
  "writes in place": (text) => {
    text.data = translated(text);
  },
  "writes in place by value": (text) => {
    text.nodeValue = translated(text);
  },
  "wraps the text": (text) => {
    const mark = document.createElement("mark");
    text.replaceWith(mark);
    mark.append(text);
  },
  "wraps words": (text) => {
    for (let rest = text; /\S\s+\S/.test(rest.data); ) {
      const word = rest;
      rest = rest.splitText(rest.data.search(/\s\S/) + 1);
      const span = document.createElement("span");
      word.replaceWith(span);
      span.append(word);
    }
  },
  "wraps all words but the first": (text) => {
    const [first = "", ...words] = text.data.split(/(?<=\s)/);
    text.data = first;
    for (const word of words.toReversed()) {
      const span = document.createElement("span");
      span.append(word);
      text.after(span);
    }
  },
  "writes all as markup": (text) => {
    const parent = text.parentElement;
    if (parent && parent !== container) parent.innerHTML = parent.innerHTML.replace(/(\w+)/g, "$1");
  },
};

function Page({ step }: { step: number }) {
  return (
    <main>
      <h1>Step {step} of the walk</h1>
      <p>
        {step === 1 && <b>Begin here</b>}
        {step > 1 && "Saved on the server at "}
        {step > 1 && step}
        <i />
        {step % 2 === 0 ? "even words" : <u>odd words</u>}
      </p>
      {step > 2 ? <p role="alert">Now {step} things are wrong</p> : "none so far"}
      <ul>
        {(step % 2 ? ["one a", "two b", "three c"] : ["three c", "one a"]).map((word) => (
          <li key={word}>
            {word} {step}
          </li>
        ))}
      </ul>
    </main>
  );
}

function expected(step: number): string | null {
  const plain = render(<Page step={step} />, { container: document.createElement("div") });
  const words = plain.container.textContent;
  plain.unmount();
  return words;
}

describe("a page that others write into", () => {
  for (const [name, write] of Object.entries(WRITERS)) {
    it(`shows what is true after another script ${name}`, async () => {
      await show(<Page step={1} />);
      for (const step of [2, 3, 4, 5]) {
        for (const text of texts(container)) if (text.isConnected && text.data.trim()) write(text);
        await seen();
        await show(<Page step={step} />);
        // What React did not change stays in the translator's words.
        expect(page()?.replace(/[[\]]/g, "")).toBe(expected(step));
      }
      await show(null);
      expect(page()).toBe("");
    });
  }

  it("leaves a translation alone that React does not change", async () => {
    await show(<Page step={1} />);
    for (const text of texts(container)) text.replaceWith(font(translated(text)));
    await seen();
    const before = container.innerHTML;
    await show(<Page step={1} />);
    expect(container.innerHTML).toBe(before);
  });

  it("puts new elements in their place beside a replaced text", async () => {
    const At = ({ on }: { on: boolean }) => (
      <p>
        {on && <b>new</b>}
        first {on && <i>second</i>}
        {on ? "third" : "none"}
      </p>
    );
    await show(<At on={false} />);
    for (const text of texts(container)) text.replaceWith(font(translated(text)));
    await seen();
    await show(<At on />);
    expect(container.innerHTML).toBe("<p><b>new</b>first <i>second</i>third</p>");
  });

  it("keeps what others add without text", async () => {
    const Note = ({ words }: { words: string }) => (
      <p>
        <input /> {words}
      </p>
    );
    await show(<Note words="a" />);
    const button = document.createElement("x-extension");
    container.querySelector("input")?.after(button);
    await show(<Note words="b" />);
    expect(button.isConnected).toBe(true);
    expect(page()).toBe(" b");
  });
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <section>
      <button type="button" onClick={() => setCount(count + 1)}>
        Add
      </button>
      <output>
        {count} so far <b>!</b>
      </output>
    </section>
  );
}

describe("elements of the page", () => {
  const press = async () => {
    await seen();
    await act(async () => container.querySelector("button")?.click());
    return document.querySelector("output")?.textContent;
  };

  it("come back when they are removed, and work", async () => {
    await show(<Counter />);
    container.querySelector("button")?.remove();
    expect(await press()).toBe("1 so far !");
    container.querySelector("section")?.remove();
    expect(await press()).toBe("2 so far !");
    container.firstElementChild?.replaceChildren();
    expect(await press()).toBe("3 so far !");
    expect(container.innerHTML).toContain('<button type="button">Add</button><output>');
  });

  it("come back instead of copies of them that do nothing", async () => {
    await show(<Counter />);
    container.innerHTML = String(container.innerHTML);
    expect(await press()).toBe("1 so far !");
    expect(container.querySelectorAll("section")).toHaveLength(1);
    document.body.innerHTML = document.body.innerHTML.replace("so far", "<mark>so far</mark>");
    expect(await press()).toBe("2 so far !");
    expect(document.querySelectorAll("section")).toHaveLength(1);
    expect(onLost.mock.calls).toEqual([[false]]);
  });

  it("come back from where they were moved to, with the focus", async () => {
    await show(<Counter />);
    const button = container.querySelector("button");
    button?.focus();
    if (button) document.body.append(button);
    expect(await press()).toBe("1 so far !");
    expect(document.activeElement).toBe(container.querySelector("button"));
  });

  it("come back to their place among their siblings, but no text of another's", async () => {
    const Items = ({ order }: { order: string[] }) => (
      <ol>
        {order.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    );
    await show(<Items order={["a", "b", "c"]} />);
    const list = container.querySelector("ol");
    list?.prepend(font("+"), ...[...list.children].slice(1));
    await seen();
    expect(page()).toBe("+abc");
    // React moves as few as it can: the others must stand where it left them.
    list?.append(list.children[1] as Element);
    await show(<Items order={["c", "a", "b"]} />);
    expect(page()).toBe("+cab");
  });

  it("may be wrapped", async () => {
    await show(<Counter />);
    const wrapper = document.createElement("div");
    wrapper.append(...container.childNodes);
    container.append(wrapper);
    expect(await press()).toBe("1 so far !");
    await show(<p>Other</p>);
    expect(page()).toBe("Other");
  });

  it("do not fight for ever with a script that removes them each time", async () => {
    await show(<Counter />);
    let removed = 0;
    const remover = new MutationObserver(() => {
      const button = container.querySelector("button");
      if (button) removed += 1;
      button?.remove();
    });
    remover.observe(document, { childList: true, subtree: true });
    container.querySelector("button")?.remove();
    for (let turn = 0; turn < 50; turn++) await seen();
    remover.disconnect();
    expect(removed).toBeGreaterThan(2);
    expect(removed).toBeLessThan(10);
  });

  it("in a portal come and go", async () => {
    const Dialog = ({ open }: { open: boolean }) =>
      open ? createPortal(<div role="dialog">Are you {"sure"}?</div>, document.body) : null;
    await show(<Dialog open />);
    document.body.prepend(font("Banner"));
    document.querySelector("[role=dialog]")?.remove();
    await seen();
    expect(document.querySelector("[role=dialog]")?.textContent).toBe("Are you sure?");
    const dialog = document.querySelector("[role=dialog]");
    const wrapper = document.createElement("div");
    dialog?.replaceWith(wrapper);
    if (dialog) wrapper.append(dialog);
    await seen();
    await show(<Dialog open={false} />);
    expect(document.querySelector("[role=dialog]")).toBeNull();
    expect(document.body.textContent).toBe("Banner");
  });

  it("are known by fields of React that this version has", async () => {
    await show(<Counter />);
    expect(Object.keys(container).filter((key) => key.startsWith("__reactContainer$"))).toHaveLength(1);
    expect(Object.keys(container.firstChild ?? {}).some((key) => key.startsWith("__reactFiber$"))).toBe(true);
  });
});
