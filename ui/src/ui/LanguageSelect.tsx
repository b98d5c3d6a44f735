import { ChevronDown, Languages } from "lucide-react";
import { useLanguage } from "@/i18n";
import { NAMES } from "@/i18n/names";
import { choose, SITE_NAMES } from "@/lib/language";
import { t } from "./texts";

/** The language of a candidate's page. It stands in the empty space that each page has at its end. */
export default function LanguageSelect() {
  const tag = useLanguage();
  return (
    <section
      aria-label={t("language")}
      className="-mt-8 flex h-8 items-center justify-center text-muted text-xs print:hidden"
    >
      <div className="relative">
        <Languages aria-hidden="true" className="absolute start-2 top-1/2 size-3.5 -translate-y-1/2" />
        <select
          aria-label={t("language")}
          value={tag}
          className="field-sizing-content h-8 cursor-pointer appearance-none rounded-control bg-transparent ps-7 pe-6 hover:text-ink"
          onChange={(event) => choose(event.target.value)}
        >
          {Object.entries({ ...NAMES, ...SITE_NAMES }).map(([value, name]) => (
            <option key={value} value={value} lang={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute end-1.5 top-1/2 size-3 -translate-y-1/2"
        />
      </div>
    </section>
  );
}
