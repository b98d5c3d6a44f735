import { useState } from "react";
import { RouterProvider } from "react-router-dom";
import { newRouter } from "./router";

/** All pages, by their addresses, until the signal aborts. */
export function Routed({ ended }: { ended: AbortSignal }) {
  const [router] = useState(() => {
    const made = newRouter();
    ended.addEventListener("abort", () => made.dispose());
    return made;
  });
  return <RouterProvider router={router} />;
}
