/** The JavaScript interface of Safe Exam Browser (docs/behaviour/safe-exam-browser.md#check). */
interface SafeExamBrowser {
  security?: {
    configKey?: string;
    browserExamKey?: string;
    updateKeys?: (done: () => void) => void;
  };
}

/** Time in ms for which old versions may take to set their keys. */
const KEYS_TIMEOUT_MS = 1_000;

const browser = () => (globalThis as { SafeExamBrowser?: SafeExamBrowser }).SafeExamBrowser;

/** The address of the document, to which the keys belong: the page may have moved on since without loading another. */
function documentUrl(): string {
  const [entry] = performance.getEntriesByType?.("navigation") ?? [];
  return (entry?.name ?? location.href).split("#")[0] ?? "";
}

let updated: Promise<void> | undefined;

/** Old versions set their keys only when asked to. */
function update(): Promise<void> {
  updated ??= new Promise((resolve) => {
    const { updateKeys, configKey } = browser()?.security ?? {};
    if (configKey || !updateKeys) return resolve();
    setTimeout(resolve, KEYS_TIMEOUT_MS);
    updateKeys(resolve);
  });
  return updated;
}

/** The headers by which a call proves the configuration; none in other browsers. */
export async function examBrowserHeaders(): Promise<Record<string, string>> {
  if (!browser()) return {};
  await update();
  const { configKey, browserExamKey } = browser()?.security ?? {};
  return {
    "X-Exam-Browser-Page": documentUrl(),
    ...(configKey && { "X-Exam-Browser-Config-Key": configKey }),
    ...(browserExamKey && { "X-Exam-Browser-Exam-Key": browserExamKey }),
  };
}

/** The configuration of a link, as a download, and as an address that Safe Exam Browser opens. */
export function examBrowserLinks(token: string) {
  const file = `/api/take-test/${encodeURIComponent(token)}/exam.seb`;
  const scheme = location.protocol === "https:" ? "sebs:" : "seb:";
  return { file, open: `${scheme}//${location.host}${file}` };
}
