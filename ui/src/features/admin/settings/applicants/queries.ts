import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { ApplicantRow } from "@/api/types";

const PAGE_SIZE = 50;

export function useApplicants(search: string) {
  return useInfiniteQuery({
    queryKey: ["applicants", search],
    queryFn: ({ pageParam, signal }) =>
      api.page<ApplicantRow>("/admin/applicants", {
        signal,
        query: { search, limit: PAGE_SIZE, after: pageParam },
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
    placeholderData: keepPreviousData,
  });
}
