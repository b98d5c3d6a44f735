import type { User } from "@/api/types";
import { t } from "./texts";

/** Says that a change of roles does not last, as the company's groups set them again. */
export const ByGroups = ({ account }: { account: User }) =>
  account.provided_by && (
    <p role="note" className="toned tone-amber rounded-control p-3 text-sm">
      {t.rich("rolesByGroups", { name: <bdi>{account.full_name}</bdi> })}
    </p>
  );
