import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { Button, ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";

function words(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    return error.status === 404 ? "This page does not exist." : `${error.status} ${error.statusText}`;
  }
  // A deployment replaced this page's chunks.
  if (error instanceof TypeError && /import|module|fetch/i.test(error.message)) {
    return "A part of the page could not be loaded. Check your connection and reload.";
  }
  return "The page ran into a problem. Reload it to continue.";
}

/** The router's error fallback. */
export function ErrorScreen() {
  const error = useRouteError();
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-8 text-center">
        <span className="flex justify-center">
          <Logo />
        </span>
        <h1 className="mt-6 font-semibold text-ink text-xl">Unexpected Application Error!</h1>
        <p className="mt-2 text-ink-2 text-sm">{words(error)}</p>
        <div className="mt-6 flex justify-center gap-2">
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <ButtonLink to="/" reloadDocument>
            Go to the start page
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
