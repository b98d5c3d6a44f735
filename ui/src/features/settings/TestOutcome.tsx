import { CircleCheck, TriangleAlert } from "lucide-react";
import { errorText } from "@/api/client";

interface Props {
  /** The call, once it has ended. */
  test: { data: { message: string } | undefined; error: unknown };
}

/** How a call that tries saved settings ended, in the server's words. */
export function TestOutcome({ test: { data, error } }: Props) {
  const icon = "mt-0.5 size-4 shrink-0";
  return (
    <>
      {data && (
        <p className="flex gap-2 text-success">
          <CircleCheck aria-hidden="true" className={icon} />
          {data.message}
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
