import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { PublicInvite, TestIntro } from "@/api/types";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";

export default function InvitePage() {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["invite", token],
    queryFn: () => api.get<{ invite: PublicInvite; test: TestIntro }>(`/invites/token/${token}`),
  });
  if (error)
    return <ErrorState title="Invalid Invite" detail={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <PageSpinner label="Loading the invite" />;
  return <main className="p-8 font-semibold text-xl">{data.test.title}</main>;
}
