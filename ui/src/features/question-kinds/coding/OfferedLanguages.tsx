import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { OfferedLanguage } from "@/api/types";
import { t } from "./staff-texts";

const RETRY_MS = 5_000;

type Offered = readonly OfferedLanguage[] | null | undefined;

const foundIn = (offered: Offered, language: string) => offered?.find(({ name }) => name === language);
const missingOf = (languages: readonly string[], offered: Offered) =>
  languages.filter((language) => !foundIn(offered, language));

/** Which of a question's languages can be judged here now. */
export function offeredWords(languages: readonly string[], offered: Offered): string {
  if (!offered) return t("noRunner");
  const missing = missingOf(languages, offered);
  if (missing.length > 0) return t("notOffered", { languages: missing.join(", ") });
  return t("runnerHas", {
    toolchains: languages.map((language) => foundIn(offered, language)?.toolchain).join("; "),
  });
}

export function OfferedLanguages({ languages }: { languages: readonly string[] }) {
  const { data } = useQuery({
    ...queryOf("/tests/languages"),
    // A runner may come, and one that has just started offers its languages one by one.
    refetchInterval: ({ state }) => missingOf(languages, state.data?.languages).length > 0 && RETRY_MS,
  });
  if (!data) return null;
  return (
    <p role="status" className="text-muted text-xs">
      {offeredWords(languages, data.languages)}
    </p>
  );
}
