import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useLanguage } from "@/i18n";
import { inPage, languagesOf } from "@/lib/translated";
import { Checkbox } from "@/ui/Checkbox";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import type { Intro } from "../session/state";
import type { TakeSession } from "../session/take-session";
import { t } from "../start-texts";
import { useTakeSession } from "../useTake";

/** The boxes that are on the page, each with its complaint. */
const complaints = new Map<TakeSession, () => void>();

/** Whether a text is to be accepted before a start. */
export const owesConsent = (session: TakeSession): boolean => complaints.has(session) && !session.consent;

/** The same; the box then says so, and takes the focus. */
export function lacksConsent(session: TakeSession): boolean {
  if (!owesConsent(session)) return false;
  complaints.get(session)?.();
  return true;
}

interface Wording {
  text: string;
  content?: unknown;
  /** Names it at the start, with the format. */
  hash: string;
  format?: "plain" | "markdown" | undefined;
  /** Tag of its language; undefined where it is not known. */
  lang?: string | undefined;
}

/** The text to accept before the start, in the page's language where there is a translation (docs/behaviour/taking.md#consent). */
export function ConsentBox({ consent }: { consent: NonNullable<Intro["consent"]> }) {
  const lang = useLanguage();
  const translation = inPage(consent, languagesOf({}));
  const { format } = consent;
  const wording: Wording = translation ? { ...translation, format, lang } : consent;
  // Another wording has to be accepted by itself, and so has the same one in another format.
  return <WordingBox key={`${format} ${wording.hash}`} wording={wording} />;
}

function WordingBox({ wording }: { wording: Wording }) {
  const session = useTakeSession();
  const box = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    complaints.set(session, () => {
      setMissing(true);
      box.current?.focus();
    });
    return () => {
      complaints.delete(session);
      session.consent = null;
    };
  }, [session]);

  const accept = (event: ChangeEvent<HTMLInputElement>) => {
    const { hash, format = "plain" } = wording;
    session.consent = event.target.checked ? { consent_hash: hash, consent_format: format } : null;
    setMissing(false);
  };
  return (
    <div className="space-y-2">
      <h2 id="consent" className="font-semibold text-ink text-sm">
        {t("consentTitle")}
      </h2>
      <p className="text-muted text-xs">{t("consentRead")}</p>
      {/* Scrolls by keyboard, too. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-labelledby="consent"
        className="max-h-60 overflow-y-auto rounded-control border border-line bg-subtle px-4 py-3"
      >
        <div lang={wording.lang}>
          <FormattedText content={wording.content} source={wording.text} className="text-ink-2 text-sm" />
        </div>
      </section>
      <Checkbox
        ref={box}
        label={t("consentAccept")}
        aria-invalid={missing}
        aria-describedby={missing ? "consent-missing" : undefined}
        onChange={accept}
      />
      <p id="consent-missing" role="alert" className="font-medium text-error text-sm empty:hidden">
        {missing && t("consentMissing")}
      </p>
    </div>
  );
}
