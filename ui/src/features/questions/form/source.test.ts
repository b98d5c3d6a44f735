import { describe, expect, it } from "vitest";
import { readableSource } from "./source";

describe("the source of a question", () => {
  const question = `See ![a box](picture:${"0a".repeat(32)}), ![](picture:x) and ![a](https://a.example).`;

  it("names pictures instead of their addresses", () => {
    expect(readableSource({ question, format: "markdown" })).toBe(
      "See [a box], ![](picture:x) and ![a](https://a.example).",
    );
  });

  it("names one without a description, too", () => {
    const bare = `![](picture:${"0a".repeat(32)})`;
    expect(readableSource({ question: bare, format: "markdown" })).toBe("[picture]");
  });

  it("stays as it is in plain text", () => {
    expect(readableSource({ question, format: "plain" })).toBe(question);
  });
});
