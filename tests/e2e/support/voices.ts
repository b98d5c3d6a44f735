// In which language a screen reader says each text of a page: that of the nearest `lang`.

import type { Page } from "@playwright/test";

/** Texts of the accessibility tree that would be read in another language than they are in. */
export async function misread(page: Page, tag: string, authored: string[]): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("Accessibility.enable");
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const found = new Set<string>();
  const isSpoken = new Set(["StaticText", "InlineTextBox", "button", "link", "textbox", "combobox", "heading", "radio", "checkbox", "img", "region"]);
  for (const { ignored, name, role, backendDOMNodeId } of nodes) {
    const text = String(name?.value ?? "").trim();
    if (ignored || !isSpoken.has(String(role?.value)) || backendDOMNodeId === undefined) continue;
    const isOurs = text.startsWith("\u27e6") && text.endsWith("\u27e7");
    if (!isOurs && !(role?.value === "StaticText" && authored.includes(text))) continue;
    const { object } = await client.send("DOM.resolveNode", { backendNodeId: backendDOMNodeId });
    const { result } = await client.send("Runtime.callFunctionOn", {
      objectId: object.objectId ?? "",
      functionDeclaration: "function () { return (this instanceof Element ? this : this.parentElement)?.closest('[lang]')?.lang ?? ''; }",
      returnByValue: true,
    });
    const wanted = isOurs ? tag : "en";
    if (result.value !== wanted) found.add(`${text}: ${result.value}, not ${wanted}`);
  }
  await client.detach();
  return [...found];
}
