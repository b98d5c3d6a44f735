import type { ReactNode } from "react";
import type { Company } from "@/api/types";
import { Brand } from "@/ui/Brand";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

/** The page's single, centred card. */
export function InviteFrame({ company, children }: { company?: Company | undefined; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-1 w-full max-w-xl content-center px-4 pt-8 pb-12">
      <div className="mb-6 flex justify-center">
        <Brand company={company} />
      </div>
      <div className="rounded-card border border-line bg-surface">{children}</div>
    </main>
  );
}

export function InviteSkeleton() {
  return (
    <div role="status" aria-label={t("loadingInvitation")} className="space-y-6 p-6">
      <div className="space-y-2">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
      </div>
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
