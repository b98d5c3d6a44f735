import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { useFirstAdmin } from "@/features/staff-shared/admins";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { ConsentCard } from "./ConsentCard";
import { HoldsCard } from "./HoldsCard";
import { LinksCard } from "./LinksCard";
import { RulesCard } from "./RulesCard";
import { t } from "./texts";

/** How long links stay open, what candidates accept, after how many days data are deleted, and what stays nevertheless. */
export function DataTab() {
  const first = useFirstAdmin();
  const links = useQuery(queryOf("/admin/link-settings"));
  const rules = useQuery(queryOf("/admin/retention"));
  const holds = useQuery(queryOf("/admin/holds"));
  const consent = useQuery(queryOf("/admin/consent"));
  const error = links.error ?? rules.error ?? holds.error ?? consent.error;
  if (!links.data || !rules.data || !holds.data || !consent.data) {
    if (!error) return <SkeletonList rows={5} label={t("loading")} />;
    const again = () =>
      void Promise.all([links.refetch(), rules.refetch(), holds.refetch(), consent.refetch()]);
    return <ErrorState title={t("notLoaded")} detail={errorText(error)} onRetry={again} />;
  }
  return (
    <div className="space-y-5">
      <LinksCard links={links.data} />
      <ConsentCard consent={consent.data} />
      <RulesCard rules={rules.data} allowed={first.data?.is_first_admin === true} />
      <HoldsCard holds={holds.data} />
    </div>
  );
}
