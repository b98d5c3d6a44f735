// A real identity provider: `oidc-provider`, which the OpenID Foundation has certified.

import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration, type JWK } from "oidc-provider";

export const CLIENT = { id: "invigil", secret: "a secret of this client" };

export interface Person {
  name: string;
  email: string;
  groups: string[];
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "RS256", use: "sig" } as JWK;
}

export class IdentityProvider {
  /** By the login that they type. */
  readonly people = new Map<string, Person>();
  issuer = "";
  private readonly server: HttpServer = createServer();
  private serve: ReturnType<Provider["callback"]> | undefined;
  private application = "";

  /** For the application at this address, which knows it as `id`. */
  async start(application: string, id: string): Promise<void> {
    this.application = `${application}/api/auth/oidc/${id}`;
    this.server.on("request", (request, response) => void this.serve?.(request, response));
    await new Promise<void>((listens) => this.server.listen(0, "127.0.0.1", listens));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.renew();
  }

  /** A new start with a new signing key: sessions, grants and the key of before are gone. */
  renew(): void {
    const people = this.people;
    const configuration: Configuration = {
      jwks: { keys: [signingKey()] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${this.application}/callback`],
          backchannel_logout_uri: `${this.application}/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      conformIdTokenClaims: false,
      features: { backchannelLogout: { enabled: true } },
      // Its own would refuse addresses of this machine.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
      cookies: { keys: ["of the tests"] },
      findAccount: (_, login) => {
        const person = people.get(login);
        return person && { accountId: login, claims: () => ({ sub: login, email_verified: true, ...person }) };
      },
    };
    this.serve = new Provider(this.issuer, configuration).callback();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((ended) => this.server.close(ended));
  }
}
