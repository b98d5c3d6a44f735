import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { CandidateQuestion } from "@/api/types";
import { useLanguage } from "@/i18n";
import type { Languages } from "@/lib/translated";
import { type ShownQuestion, shownQuestion } from "@/lib/translated-question";
import { showNotice } from "./notices";
import type { TakeState } from "./session/state";
import { TakeSession } from "./session/take-session";

const SessionContext = createContext<TakeSession | null>(null);
export const TakeProvider = SessionContext.Provider;

export function useTakeSession(): TakeSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("used outside of the test page");
  return session;
}

export function useTake<T>(select: (state: TakeState) => T): T {
  return useStore(useTakeSession().store, select);
}

/** The page's language, and that of the test. */
export function useLanguages(): Languages {
  const page = useLanguage();
  const source = useTake((state) => state.intro?.test.language);
  return useMemo(() => ({ page, source }), [page, source]);
}

/** A question as it is shown now; what is stored and sent is of the question itself. */
export function useShown(question: CandidateQuestion | undefined): ShownQuestion | undefined {
  const languages = useLanguages();
  return useMemo(() => question && shownQuestion(question, languages), [question, languages]);
}

/** The session of the page's lifetime; null until the effect has run. */
export function useOpenSession(token: string): TakeSession | null {
  const [session, setSession] = useState<TakeSession | null>(null);
  useEffect(() => {
    const opened = new TakeSession(token);
    opened.onNotice(showNotice);
    setSession(opened);
    opened.open();
    return () => void opened.close();
  }, [token]);
  return session;
}

/** Whole seconds left by the server's clock, until the deadline or another instant; Infinity before one is known. */
export function useSecondsLeft(until?: string): number {
  const session = useTakeSession();
  const deadline = useTake((state) => until ?? state.deadline);
  const [left, setLeft] = useState(() => session.secondsLeft(deadline));
  useEffect(() => {
    const update = () => setLeft(session.secondsLeft(deadline));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [session, deadline]);
  return left;
}
