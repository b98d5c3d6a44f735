import { ArrowLeft, BellRing, ChartColumn } from "lucide-react";
import { ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";

export function PageHeader({ test, title }: { test: string; title: string | undefined }) {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface">
      <div className="mx-auto flex h-14 max-w-[1400px] items-center justify-between gap-3 px-4 sm:px-6">
        <div className="flex min-w-0 items-center gap-4">
          <span className="max-sm:hidden">
            <Logo />
          </span>
          <h1 dir="auto" title={title} className="truncate font-semibold text-base">
            {title ?? "Results"}
          </h1>
        </div>
        <div className="flex shrink-0 max-sm:[&>*]:px-3">
          <ButtonLink
            variant="ghost"
            to={`/admin?tab=invites&date=all&status=active&test=${encodeURIComponent(test)}`}
            icon={<BellRing aria-hidden="true" className="size-4" />}
          >
            <span className="max-lg:sr-only">Remind those who have not started</span>
          </ButtonLink>
          <ButtonLink
            variant="ghost"
            to={`/admin?tab=results&statistics=${encodeURIComponent(test)}`}
            icon={<ChartColumn aria-hidden="true" className="size-4" />}
          >
            <span className="max-sm:sr-only">Statistics</span>
          </ButtonLink>
          <ButtonLink
            variant="ghost"
            to="/admin?tab=tests"
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
          >
            <span className="max-sm:sr-only">Back to Dashboard</span>
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
