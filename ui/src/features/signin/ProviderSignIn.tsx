import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { keepPlace } from "./place";
import { t } from "./texts";
import { reasonOf } from "./useReturned";

interface Props {
  /** The page that needs the sign-in, with its query. */
  place: string | undefined;
  /** What was wrong on the way back from a provider. */
  code: string | undefined;
}

/** The company's own sign-in: a link to each provider. */
export function ProviderSignIn({ place, code }: Props) {
  const { data: providers = [] } = useQuery({ ...queryOf("/auth/providers"), retry: false });
  return (
    <div className="space-y-3">
      {code && (
        <p role="alert" className="font-medium text-error text-sm">
          {reasonOf(code)} <span className="text-muted">({code})</span>
        </p>
      )}
      {providers.map(({ id, label, start }) => (
        <a
          key={id}
          href={start}
          onClick={() => keepPlace(place)}
          className="flex min-h-10 items-center justify-center rounded-control border border-line-strong/60 px-4 font-medium text-ink text-sm hover:bg-subtle"
        >
          {t("signInWith", { name: label })}
        </a>
      ))}
    </div>
  );
}
