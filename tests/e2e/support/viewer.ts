// Viewer of a candidate's video without a page, through the API calls only.

import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Api } from "./api.ts";
import type { Server } from "./server.ts";

export interface Decoded {
  frames: number;
  width: number;
  height: number;
  audio: number;
}

interface Viewing {
  viewer?: { pc: RTCPeerConnection; video: HTMLVideoElement; session: string };
}

export class Viewer {
  private readonly context: BrowserContext;
  private readonly page: Page;
  private readonly token: string;

  private constructor(context: BrowserContext, page: Page, token: string) {
    this.context = context;
    this.page = page;
    this.token = token;
  }

  static async open(browser: Browser, server: Server, api: Api): Promise<Viewer> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/healthz`);
    return new Viewer(context, page, api.token);
  }

  /** Starts watching; a further call replaces the connection. */
  async watch(invite: string): Promise<void> {
    await this.page.evaluate(
      async ([token, inviteId]) => {
        const post = async (path: string, body?: object) => {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
          const response = await fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body ?? {}) });
          const text = await response.text();
          if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
          return text ? JSON.parse(text) : {};
        };
        const place = window as Viewing;
        place.viewer?.pc.close();
        const offer = await post(`/webrtc/start-session/${inviteId}`);
        const pc = new RTCPeerConnection();
        const video = document.createElement("video");
        video.muted = true;
        pc.ontrack = ({ track }) => {
          if (track.kind !== "video" || video.srcObject) return;
          video.srcObject = new MediaStream([track]);
          void video.play();
        };
        await pc.setRemoteDescription({ type: "offer", sdp: offer.sdp });
        await pc.setLocalDescription();
        const sdp = pc.localDescription?.sdp;
        await post("/webrtc/answer", { type: "answer", sdp, invite_id: inviteId, session_id: offer.session_id });
        place.viewer = { pc, video, session: offer.session_id };
      },
      [this.token, invite] as const,
    );
  }

  get session(): Promise<string> {
    return this.page.evaluate(() => (window as Viewing).viewer?.session ?? "");
  }

  /** Statistics of received and decodable media so far. */
  decoded(): Promise<Decoded> {
    return this.page.evaluate(async () => {
      const { viewer } = window as Viewing;
      const out = { frames: 0, width: viewer?.video.videoWidth ?? 0, height: viewer?.video.videoHeight ?? 0, audio: 0 };
      for (const [, entry] of (await viewer?.pc.getStats()) ?? []) {
        if (entry.type === "inbound-rtp" && entry.kind === "video") out.frames += entry.framesDecoded ?? 0;
        if (entry.type === "inbound-rtp" && entry.kind === "audio") out.audio += entry.packetsReceived ?? 0;
      }
      return out;
    });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
