import { type ComponentType, useEffect, useMemo, useState } from "react";
import { lazyModule } from "@/lib/lazy-module";
import { Anchor, Navigation } from "@/lib/navigation";
import { useSession } from "@/stores/session";
import { PageSpinner } from "@/ui/Spinner";
import { Steady } from "@/ui/Steady";
import { toaster } from "@/ui/toast";
import { Boundary } from "./Failure";
import { Renewal, testToken } from "./renewal";
import { screen } from "./screens";
import { t } from "./texts";

/** The shell is served in its theme: what changed since may come after the first paint. */
const themes = lazyModule(() => import("@/stores/theme"));

const loadTest = screen(() => import("@/features/take/TakePage"), "take");
const loadRoutes = async () => ({ Component: (await import("./routed")).Routed });

interface AppProps {
  /** Aborts when this page ends. */
  ended: AbortSignal;
  /** Makes the page again, from nothing. */
  renew(): void;
}

export function App({ ended, renew }: AppProps) {
  useEffect(() => {
    void useSession.getState().load();
    void themes.load().then((module) => module?.useTheme.getState().load());
  }, []);
  const toasts = toaster.use();
  return (
    <Renewal value={renew}>
      <Boundary>
        <Pages ended={ended} />
      </Boundary>
      <Steady>{toasts && <toasts.Toaster />}</Steady>
    </Renewal>
  );
}

/** A test by itself, without the router, until it leads to another page. */
function Pages({ ended }: { ended: AbortSignal }) {
  const [token, setToken] = useState(() => testToken(window.location.pathname));
  const navigation = useMemo(
    () => ({
      Link: Anchor,
      replace: (to: string) => {
        window.history.replaceState(null, "", to);
        setToken(undefined);
      },
    }),
    [],
  );
  if (token === undefined) return <Part load={loadRoutes} props={{ ended }} />;
  return (
    <Navigation value={navigation}>
      <Part load={loadTest} props={{ token }} />
    </Navigation>
  );
}

interface PartProps<Props> {
  load(): Promise<{ Component: ComponentType<Props> }>;
  props: Props;
}

function Part<Props extends object>({ load, props }: PartProps<Props>) {
  const [part, setPart] = useState<{ Component: ComponentType<Props> } | { failure: unknown }>();
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => current && setPart(loaded),
      (failure) => current && setPart({ failure }),
    );
    return () => {
      current = false;
    };
  }, [load]);
  if (!part) return <PageSpinner label={t("loadingPage")} />;
  if ("failure" in part) throw part.failure;
  return <part.Component {...props} />;
}
