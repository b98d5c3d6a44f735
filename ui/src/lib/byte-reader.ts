const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads numbers and texts from bytes; throws a `RangeError` where they end too early, a `TypeError` for malformed text. */
export class ByteReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get more(): boolean {
    return this.#at < this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined) throw new RangeError("the bytes end too early");
    return byte;
  }

  /** Unsigned LEB128, without bit operations: numbers of entries exceed 32 bits. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte % 128) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError("a number is too large");
      if (byte < 128) return value;
    }
  }

  /** UTF-8; all the rest without a length. */
  text(length = this.bytes.length - this.#at): string {
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.bytes.length) throw new RangeError("the bytes end too early");
    return fromUtf8.decode(this.bytes.subarray(from, this.#at));
  }
}
