import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { pagesOf } from "@/api/pages";

const PAGE_SIZE = 50;

export function useApplicants(search: string) {
  return useInfiniteQuery({
    ...pagesOf("/admin/applicants", { query: { search, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
}
