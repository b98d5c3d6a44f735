import { setNonce } from "get-nonce";

declare global {
  interface Window {
    /** Read by goober, which writes the styles of the toasts. */
    __nonce__?: string;
  }
}

/** The nonce that the server put into this document; styles made at run time must carry it. */
export function pageNonce(): string | undefined {
  if (typeof document === "undefined") return undefined;
  // Browsers hide the attribute's value from scripts' getAttribute; only the property tells.
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

// Done while this module is loaded, because the toasts write their first rules while theirs is:
// import it before them. Dialogs lock the page's scroll with a style that asks get-nonce.
const nonce = pageNonce();
if (nonce) {
  setNonce(nonce);
  window.__nonce__ = nonce;
}
