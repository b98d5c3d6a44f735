import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { OfferedLanguage } from "@/api/types";

const RETRY_MS = 5_000;

const isIncomplete = (languages: readonly string[], offered: readonly OfferedLanguage[] | null | undefined) =>
  languages.some((language) => !offered?.some(({ name }) => name === language));

/** Which of a question's languages can be judged here now. */
export function offeredWords(
  languages: readonly string[],
  offered: readonly OfferedLanguage[] | null | undefined,
): string {
  if (!offered) return "There is no code runner at the moment: submitted code waits until there is one.";
  const found = (language: string) => offered.find(({ name }) => name === language);
  const missing = languages.filter((language) => !found(language));
  if (missing.length > 0)
    return `The code runner does not offer ${missing.join(", ")}: submitted code in it waits until a runner does.`;
  return `The code runner has ${languages.map((language) => found(language)?.toolchain).join("; ")}.`;
}

export function OfferedLanguages({ languages }: { languages: readonly string[] }) {
  const { data } = useQuery({
    ...queryOf("/tests/languages"),
    // A runner may come, and one that has just started offers its languages one by one.
    refetchInterval: ({ state }) => isIncomplete(languages, state.data?.languages) && RETRY_MS,
  });
  if (!data) return null;
  return (
    <p role="status" className="text-muted text-xs">
      {offeredWords(languages, data.languages)}
    </p>
  );
}
