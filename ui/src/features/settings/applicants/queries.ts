import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { pagesOf } from "@/api/pages";

const PAGE_SIZE = 50;

/** `erasure_asked`: only people who ask to be erased. */
export function useApplicants(search: string, erasure_asked: boolean) {
  const wanted = erasure_asked ? { search, erasure_asked } : { search };
  return useInfiniteQuery({
    ...pagesOf("/admin/applicants", { query: { ...wanted, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
}
