// Sets up test data through the server's API.

import { ADMIN, type Server } from "./server.ts";

interface Invited {
  id: string;
  token: string;
  invite_url: string;
}

export class Api {
  private readonly server: Server;
  readonly token: string;

  private constructor(server: Server, token: string) {
    this.server = server;
    this.token = token;
  }

  static async signIn(server: Server, email = ADMIN.email, password = ADMIN.password): Promise<Api> {
    const { access_token } = await call<{ access_token: string }>(server, "POST", "/auth/login", { email, password });
    return new Api(server, access_token);
  }

  get<T>(path: string): Promise<T> {
    return call(this.server, "GET", path, undefined, this.token);
  }

  send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
    return call(this.server, method, path, body, this.token);
  }

  async createTest(title = "Backend basics", choices = 1): Promise<string> {
    const choice = (n: number) => ({
      id: `c${n}`,
      type: "multiple_choice",
      question: `What does ${n} + 2 make?`,
      points: 2,
      options: [`${n + 1}`, `${n + 2}`, `${n + 3}`],
      correct_answer: `${n + 2}`,
    });
    const questions = [
      ...Array.from({ length: choices }, (_, n) => choice(n)),
      { id: "essay", type: "essay", question: "How do you find a slow query?", points: 3 },
      { id: "code", type: "coding", question: "Print the answer.", points: 5, expected_language: "Rust" },
    ];
    const description = "A few questions about everyday work.";
    const test = await this.send<{ id: string }>("POST", "/tests", { title, description, duration_minutes: 30, questions });
    return test.id;
  }

  invite(test_id: string, email: string, name: string, mode: object = { no_schedule: true }): Promise<Invited> {
    return this.send("POST", "/invites", { test_id, applicant_email: email, applicant_name: name, ...mode });
  }
}

export async function call<T>(server: Server, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      // The server may close a keep-alive connection just as it is reused.
      connection: "close",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
