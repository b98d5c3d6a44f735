import { useMemo } from "react";
import { Link, Outlet, useNavigate } from "react-router-dom";
import { Navigation } from "@/lib/navigation";

/** Links and changes of the page stay in the document. */
export function Root() {
  const navigate = useNavigate();
  const navigation = useMemo(
    () => ({ Link, replace: (to: string) => void navigate(to, { replace: true }) }),
    [navigate],
  );
  return (
    <Navigation value={navigation}>
      <Outlet />
    </Navigation>
  );
}
