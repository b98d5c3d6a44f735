/** Node has a `navigator` from version 21 on. */
if (!("navigator" in globalThis)) {
  const value = { language: "en-US", languages: ["en-US"] };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true, writable: true });
}
