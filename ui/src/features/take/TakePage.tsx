import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { TakeTest } from "@/api/types";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";

export default function TakePage() {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["take-test", token],
    queryFn: () => api.get<TakeTest>(`/take-test/${token}`),
  });
  if (error)
    return (
      <ErrorState title="Unable to load test" detail={errorText(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <PageSpinner label="Loading the test" />;
  return <main className="p-8 font-semibold text-xl">{data.test.title}</main>;
}
