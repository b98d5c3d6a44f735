// A mail server that stores received mails.

import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export class MailSink {
  readonly mails: Email[] = [];
  private waiting: (() => void)[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          this.mails.push(mail);
          for (const wake of this.waiting.splice(0)) wake();
          done();
        }, done);
      });
    },
  });

  async start(): Promise<number> {
    // A server that ends while it sends closes its connections: without a listener, that would end the test.
    this.server.on("error", () => undefined);
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Waits for the first mail that contains the text. By text, because mails overtake each other. */
  async take(words: RegExp): Promise<Email> {
    for (;;) {
      const mail = this.mails.find(({ text = "" }) => words.test(text));
      if (mail) return mail;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** The invite link from the text of the mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+\/test-invite\/[\w-]+/.exec(mail.text ?? "");
  if (!link) throw new Error(`no link in: ${mail.text}`);
  return link[0];
}
