import { History } from "lucide-react";
import { ButtonLink } from "@/ui/Button";
import { t } from "../texts";

interface Props {
  submission: string;
  question?: string;
  /** Another submission, which is shown beside it. */
  beside?: string;
}

/** Opens beside the review, which may hold unsaved comments. */
export function HistoryLink({ submission, question, beside }: Props) {
  const query = new URLSearchParams({
    tab: "results",
    history: submission,
    ...(question ? { question } : {}),
    ...(beside ? { beside } : {}),
  });
  return (
    <ButtonLink
      variant="ghost"
      size="sm"
      className="-ms-3"
      to={`/admin?${query}`}
      target="_blank"
      icon={History}
    >
      {t.rich("history", { tab: (inside) => <span className="sr-only">{inside}</span> })}
    </ButtonLink>
  );
}
