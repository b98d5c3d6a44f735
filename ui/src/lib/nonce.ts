import { setNonce } from "get-nonce";

declare global {
  interface Window {
    /** Read by goober, which inserts the toasts' styles. */
    __nonce__?: string;
  }
}

/** The CSP nonce of this document; styles created at run time must carry it. */
export function pageNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  // Browsers hide the attribute's value from getAttribute; only the property returns it.
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

// Set at module load, because the toasts insert their first rules at theirs:
// import this one first. Dialogs lock the page's scroll with a style that uses get-nonce.
const nonce = pageNonce();
if (nonce) {
  setNonce(nonce);
  window.__nonce__ = nonce;
}
