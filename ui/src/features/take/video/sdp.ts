/**
 * Requests Opus with DTX (no packets during silence) at the given bits per second: parameters of the
 * answer bind the sender (RFC 7587, section 6.1), and browsers have no other way to set them.
 */
export function withOpusThrift(sdp: string, bitsPerSecond: number): string {
  const types = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\/48000/gim)].map(([, type]) => type);
  return types.reduce<string>((text, type) => {
    const wanted = { usedtx: "1", maxaveragebitrate: String(bitsPerSecond) };
    const line = new RegExp(`^a=fmtp:${type} (.*)$`, "m");
    const found = line.exec(text)?.[1]?.trim();
    const present = found ? found.split(";").map((pair) => pair.trim().split("=")) : [];
    const merged = Object.entries({ ...Object.fromEntries(present), ...wanted });
    const made = `a=fmtp:${type} ${merged.map(([name, value]) => `${name}=${value}`).join(";")}`;
    if (found !== undefined) return text.replace(line, made);
    return text.replace(new RegExp(`^(a=rtpmap:${type} opus.*?)(\r?)$`, "im"), `$1$2\n${made}$2`);
  }, sdp);
}
