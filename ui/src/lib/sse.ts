export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

/**
 * Incremental parser of text/event-stream (WHATWG HTML, "Server-sent events"). Comments are
 * heartbeats and yield no event; an event without data is dropped, as the standard requires.
 */
export class SseParser {
  #buffer = "";
  #event = "";
  #data: string[] = [];

  /** `lastId`: the last id seen; sent as Last-Event-ID on reconnect. */
  constructor(public lastId = "") {}

  push(chunk: string): ServerEvent[] {
    this.#buffer += chunk;
    const events: ServerEvent[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(this.#buffer);
      if (!end) return events;
      const line = this.#buffer.slice(0, end.index);
      this.#buffer = this.#buffer.slice(end.index + end[0].length);
      const event = this.#line(line);
      if (event) events.push(event);
    }
  }

  #line(line: string): ServerEvent | null {
    if (line === "") {
      const event =
        this.#data.length > 0
          ? { id: this.lastId, event: this.#event || "message", data: this.#data.join("\n") }
          : null;
      this.#event = "";
      this.#data = [];
      return event;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.lastId = value;
    return null;
  }
}
