import { CircleCheck, TriangleAlert } from "lucide-react";
import { errorText } from "@/api/client";
import { serverWords } from "@/lib/server-words";

interface Props {
  /** The call, once it has ended. */
  test: { data: { message: string } | undefined; error: unknown };
}

/** How a call that tries saved settings ended, in the server's words, in the language of the page. */
export function TestOutcome({ test: { data, error } }: Props) {
  const icon = "mt-0.5 size-4 shrink-0";
  return (
    <>
      {data && (
        <p className="flex gap-2 text-success">
          <CircleCheck aria-hidden="true" className={icon} />
          {serverWords(data.message)}
        </p>
      )}
      {error !== null && (
        <p className="flex gap-2 text-error">
          <TriangleAlert aria-hidden="true" className={icon} />
          {errorText(error)}
        </p>
      )}
    </>
  );
}
