import type { ExamSession, SessionPeople } from "@/api/types";
import { dates, timeOfDay } from "@/i18n/format";
import { agreedWords } from "@/lib/agreed";
import { formatDateTime } from "@/lib/format";
import { t } from "./texts";

/** The start as clocks in the room show it, with their zone: the list may be printed elsewhere. */
function startOf({ starts_at, time_zone: timeZone }: ExamSession): string {
  if (!timeZone) return formatDateTime(starts_at);
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  try {
    return dates({ ...day, ...timeOfDay(), timeZone, timeZoneName: "short" }).format(new Date(starts_at));
  } catch {
    // A zone that this browser does not know.
    return formatDateTime(starts_at);
  }
}

/** The list for the entrance, on paper: it works when nothing else does. */
export function PaperList({ data: { session, people } }: { data: SessionPeople }) {
  return (
    <section aria-hidden="true" className="paper hidden text-black print:block">
      <h1 className="font-semibold text-xl">
        <bdi>{session.title}</bdi>
      </h1>
      <p>
        {startOf(session)}
        {session.place && `, ${session.place}`}. {t("paperCount", { count: people.length })}
      </p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr className="border-black border-b text-start">
            {[t("paperHere"), t("name"), t("test"), t("code"), t("signature")].map((header) => (
              <th key={header} className="py-1 pe-3 text-start">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.invite_id} className="break-inside-avoid border-gray-400 border-b">
              <td className="py-2 pe-3">☐</td>
              <td className="py-2 pe-3">
                <bdi>{person.applicant_name}</bdi>
                {person.extra_minutes > 0 && ` (${t("extraShort", { count: person.extra_minutes })})`}
                {agreedWords(person.agreed).map((words) => (
                  <p key={words} className="text-xs">
                    {words}
                  </p>
                ))}
              </td>
              <td className="py-2 pe-3">
                <bdi>{person.test_title}</bdi>
              </td>
              <td className="py-2 pe-3 font-mono">
                <bdi>{person.code}</bdi>
              </td>
              <td className="w-1/4 py-2" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
