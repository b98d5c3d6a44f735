import { useEffect } from "react";
import { RouterProvider } from "react-router-dom";
import { useSession } from "@/stores/session";
import { useTheme } from "@/stores/theme";
import { Toaster } from "@/ui/Toaster";
import { router } from "./router";

export function App() {
  useEffect(() => {
    void useSession.getState().load();
    void useTheme.getState().load();
  }, []);
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
}
