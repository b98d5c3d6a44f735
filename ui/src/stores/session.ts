import { create } from "zustand";
import { ApiFailure, api } from "@/api/client";
import type { User } from "@/api/types";
import { currentToken, onTokenChange, storeToken } from "./session-token";

/** `unreachable`: there is a token, but the server did not reply; the session is kept. */
type SessionStatus = "loading" | "anonymous" | "signed_in" | "unreachable";

interface SessionState {
  status: SessionStatus;
  user: User | null;
  /** True after the server ended the session, until the notice was shown. */
  expired: boolean;
  load: () => Promise<void>;
  /** Resolves to the date until which the site demands a second factor, if it does. */
  signIn: (email: string, password: string, code?: string) => Promise<string | undefined>;
  signOut: () => Promise<void>;
  acknowledgeExpiry: () => void;
}

export const useSession = create<SessionState>()((set) => ({
  status: currentToken() ? "loading" : "anonymous",
  user: null,
  expired: false,

  load: async () => {
    const token = currentToken();
    if (!token) return set({ status: "anonymous", user: null });
    // Stay `unreachable` until the server replies.
    set((state) => ({ status: state.user || state.status === "unreachable" ? state.status : "loading" }));
    try {
      const user = await api.get("/auth/me");
      set({ status: "signed_in", user });
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return;
      set((state) => ({ status: state.user ? "signed_in" : "unreachable" }));
    }
  },

  signIn: async (email, password, code) => {
    const { access_token, user, second_factor_due } = await api.post("/auth/login", {
      body: { email, password, ...(code && { totp: code }) },
    });
    storeToken(access_token);
    set({ status: "signed_in", user, expired: false });
    return second_factor_due;
  },

  signOut: async () => {
    try {
      await api.post("/auth/logout");
    } catch {
      // The token is deleted in any case; the server's session ends by its idle timeout.
    }
    storeToken(null);
    set({ status: "anonymous", user: null, expired: false });
  },

  acknowledgeExpiry: () => set({ expired: false }),
}));

onTokenChange((reason) => {
  if (reason === "expired") useSession.setState({ status: "anonymous", user: null, expired: true });
  else {
    useSession.setState({ user: null, status: currentToken() ? "loading" : "anonymous" });
    void useSession.getState().load();
  }
});
