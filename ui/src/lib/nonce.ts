import { setNonce } from "get-nonce";

/** The nonce that the server put into this document; styles made at run time must carry it. */
export function pageNonce(): string | undefined {
  // Browsers hide the attribute's value from scripts' getAttribute; only the property tells.
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}

/** Hands the nonce to the libraries that insert their own style elements (dialogs lock the scroll so). */
export function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce) setNonce(nonce);
}
