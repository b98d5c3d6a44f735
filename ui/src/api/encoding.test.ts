import { describe, expect, it } from "vitest";
import { base64, crc32, wrapped } from "./encoding";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the form of a text", () => {
  it("has the check of CRC-32", () => {
    // The check value of the standard.
    expect(crc32(bytes("123456789"))).toBe("cbf43926");
    expect(crc32(bytes(""))).toBe("00000000");
  });

  it.each([0, 1, 2, 3, 0x5fff, 0x6000, 0x6001, 100_000])("encodes %i bytes as base64", (length) => {
    const plain = Uint8Array.from({ length }, (_, n) => n % 251);
    expect(base64(plain)).toBe(Buffer.from(plain).toString("base64"));
  });

  it("hides what filters look for, and nothing else", () => {
    const json = JSON.stringify({ answer: "1 UNION SELECT \u00e9\u20ac" });
    const { body, headers } = wrapped(json, "encoded");
    expect(Buffer.from(body, "base64").toString("utf8")).toBe(json);
    expect(headers).toMatchObject({ "Content-Type": "application/octet-stream", "X-Encoded": "base64" });
    expect(headers["X-Body-Check"]).toBe(crc32(bytes(body)));
    expect(wrapped(json, "plain").body).toBe(json);
  });
});
