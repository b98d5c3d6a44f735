import { lazy, Suspense } from "react";
import { Navigate, useParams } from "react-router-dom";
import { PageSpinner } from "@/ui/Spinner";

const CreateTestPage = lazy(() => import("@/features/tests/create/CreateTestPage"));
const TrialPage = lazy(() => import("@/features/tests/trial/TrialPage"));
const ApiTokensPage = lazy(() => import("@/features/settings/tokens/ApiTokensPage"));
const SessionsPage = lazy(() => import("@/features/sessions/SessionsPage"));
const SessionPage = lazy(() => import("@/features/sessions/SessionPage"));

function Room() {
  const { room, id } = useParams();
  if (room === "sessions") return id ? <SessionPage key={id} id={id} /> : <SessionsPage />;
  if (room === "create-test") return <CreateTestPage />;
  if (room === "trials" && id) return <TrialPage />;
  if (room === "api-tokens") return <ApiTokensPage />;
  return <Navigate to="/admin" replace />;
}

/** /admin/:room/:id?: the desk, and rooms without an address of their own in the router, which is part of every candidate's first load. */
export default function Rooms() {
  return (
    <Suspense fallback={<PageSpinner label="Loading" />}>
      <Room />
    </Suspense>
  );
}
