import { useQuery } from "@tanstack/react-query";
import { Spinner } from "@/ui/Spinner";
import { repairsQuery } from "../queries";
import { t } from "../tool-texts";

/** Says that the scores of a test are not yet those of its repairs; nothing otherwise. */
export function Recalculating({ test }: { test: string }) {
  const { data } = useQuery(repairsQuery(test));
  if (!data?.recalculating) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <Spinner className="size-4" /> {t("recalculating")}
    </p>
  );
}
