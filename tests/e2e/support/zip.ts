// A zip of texts, not compressed.

/** CRC-32 (ISO 3309), which zips have of each file. */
function crc32(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const numbers = (...parts: [bytes: 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const part = Buffer.alloc(bytes);
      if (bytes === 2) part.writeUInt16LE(value);
      else part.writeUInt32LE(value);
      return part;
    }),
  );

export function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const sizes = numbers([4, crc32(content)], [4, content.length], [4, content.length], [2, path.length], [2, 0]);
    const head = numbers([2, 20], [2, 0x800], [2, 0], [4, 0]);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), head, sizes, path, content]);
    parts.push(entry);
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02"), numbers([2, 20]), head, sizes, place, path]));
    at += entry.length;
  }
  const index = Buffer.concat(entries);
  const count = entries.length;
  const end = numbers([2, 0], [2, 0], [2, count], [2, count], [4, index.length], [4, at], [2, 0]);
  return Buffer.concat([...parts, index, Buffer.from("PK\x05\x06"), end]);
}
