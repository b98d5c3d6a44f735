import { useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import { useLanguage } from "@/i18n";
import { followTabs } from "@/lib/language";
import { inOneTab } from "@/lib/leader";
import { asHolder } from "../attempt-call";
import type { Camera } from "../camera/useCamera";
import type { TakeSession } from "../session/take-session";
import { useTake, useTakeSession } from "../useTake";
import { LOOK, MessageBox, messageCalls } from "./messages";
import { CAMERA_WAIT_MS, deviceReport, type Here, Presence } from "./presence";

const boxes = new WeakMap<TakeSession, MessageBox>();

/** The messages of this attempt, shared by all components. */
export function useMessageBox(): MessageBox {
  const session = useTakeSession();
  const known = boxes.get(session);
  if (known) return known;
  const to = { token: session.token, key: session.attemptKey ?? "" };
  const made = new MessageBox(messageCalls(to), () => session.clock.now());
  boxes.set(session, made);
  return made;
}

/** Polls messages on load, on reconnect and every half minute; also receives pushed ones. */
export function useMessages(box: MessageBox) {
  const session = useTakeSession();
  const live = useTake((state) => state.live);
  useEffect(() => session.onPush((pushed) => box.push(pushed)), [session, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: polls for messages missed while the stream was down
  useEffect(() => {
    void box.refresh();
    const look = () => void box.refresh();
    const timer = setInterval(look, LOOK);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [box, live]);
}

const visible = () => document.visibilityState === "visible";

/** Becomes true in one of the tabs that have this test open. */
export function useLeading(token: string): boolean {
  const [leads, setLeads] = useState(false);
  useEffect(() => {
    const { signal, abort } = controller();
    const hold = (term: AbortSignal) => {
      setLeads(true);
      return new Promise<void>((done) =>
        term.addEventListener("abort", () => {
          setLeads(false);
          done();
        }),
      );
    };
    void inOneTab(`invigil-presence:${token}`, signal, hold);
    return abort;
  }, [token]);
  return leads;
}

function controller() {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}

/** Sends heartbeats while the test runs. */
export function usePresence(camera: Camera, leads: boolean) {
  const { state, microphone, names } = camera;
  const session = useTakeSession();
  const language = useLanguage();
  const position = useTake((s) => s.position);
  const chose = useTake((s) => s.monitoring === "without");
  const presence = useRef<Presence>(undefined);
  const here = useRef<Omit<Here, "visible">>({ question: 1, language, camera: "asking" });
  const speaking = useRef(leads);

  const settled = chose || (state.name !== "off" && state.name !== "asking");
  const first = useRef(settled ? 0 : CAMERA_WAIT_MS);
  here.current = { question: position + 1, language, ...deviceReport(camera, chose) };
  speaking.current = leads;

  useEffect(() => {
    const to = { token: session.token, key: session.attemptKey ?? "" };
    const { signal, abort } = controller();
    const deps = {
      here: () => ({ ...here.current, visible: visible() }),
      speaks: () => speaking.current || visible(),
      post: (body: Here, leaving: boolean) =>
        api.post("/take-test/{token}/presence", {
          path: { token: to.token },
          body,
          ...asHolder(to, leaving),
        }),
    };
    const made = new Presence(deps, first.current);
    presence.current = made;
    followTabs(signal);
    document.addEventListener("visibilitychange", () => made.changed(), { signal });
    window.addEventListener("online", () => made.now(), { signal });
    window.addEventListener("pagehide", () => made.leave(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && made.now(), { signal });
    return () => {
      abort();
      made.stop();
    };
  }, [session]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may change the heartbeat's payload
  useEffect(() => {
    if (settled) presence.current?.changed();
  }, [position, language, state, microphone, names, chose, settled]);
  // The previous leader may have reported that the page was closed.
  const led = useRef(leads);
  useEffect(() => {
    if (leads && !led.current && settled) presence.current?.now();
    led.current = leads;
  }, [leads, settled]);
}
