import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { pageWindow } from "@/lib/pages";
import { Button } from "./Button";
import { t } from "./controls-texts";
import { Select } from "./Select";

export interface PaginationProps {
  page: number;
  totalPages: number;
  pageSize: number;
  pageSizes: number[];
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pagination({ page, totalPages, pageSize, pageSizes, onPage, onPageSize }: PaginationProps) {
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex items-center gap-2 text-muted text-sm">
        <span id="page-size-label">{t("perPage")}</span>
        <Select
          aria-labelledby="page-size-label"
          className="w-20"
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.target.value))}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        />
      </div>
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          disabled={page <= 1}
          icon={ChevronLeft}
          turns
          onClick={() => onPage(page - 1)}
        >
          {t("previous")}
        </Button>
        {pageWindow(page, totalPages).map((number) => (
          <button
            key={number}
            type="button"
            aria-label={t("page", { number })}
            aria-current={number === page ? "page" : undefined}
            onClick={() => onPage(number)}
            className={clsx(
              "min-h-10 min-w-9 rounded-control px-2 font-medium text-sm tabular-nums transition-colors sm:min-h-8",
              number === page ? "bg-primary text-on-primary" : "text-ink-2 hover:bg-subtle max-sm:hidden",
            )}
          >
            {number}
          </button>
        ))}
        <Button variant="ghost" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          {t("next")}
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-4" />
        </Button>
      </div>
    </nav>
  );
}
