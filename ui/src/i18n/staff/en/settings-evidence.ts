/** The keys that sign evidence. */
export const settingsEvidence = {
  until: "{from} to {to}",
  retired: "Retired",
  signsNow: "Signs now",
  copyFingerprint: "Copy fingerprint",
  rotated: "A new key signs evidence from now on",
  rotateFailed: "Failed to rotate the key: {reason}",
  rotate: "Rotate key",
  rotateQuestion: "Create a new key?",
  rotateText:
    "The current private key is deleted for good. Its files stay valid. Publish the fingerprint of the new key: without it, new files look as if a stranger had signed them.",
  loadFailed: "Failed to load the keys",
  evidenceKeys: "Evidence keys",
  publish:
    "Recipients of an evidence file need the fingerprint of the signing key from you, not from the file. Publish it, for example on your website.",
  verify: "Verify evidence",
  notLoaded: "The keys could not be loaded",
  loading: "Loading the keys",
  noKey: "No key yet",
  noKeyText: "It is created with the first evidence file: open a result, then choose Evidence under More.",
  keys: "Keys",
  earlier:
    "Files of earlier keys stay valid: their public keys are kept. The first administrator creates a new key, here or with <code>invigil evidence key rotate</code>.",
} as const;
