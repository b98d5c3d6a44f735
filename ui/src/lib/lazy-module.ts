import { useEffect, useState } from "react";

export interface LazyModule<T> {
  /** Loads the module once; undefined if it cannot be loaded now, and the next call retries. */
  load(): Promise<T | undefined>;
  /** The module once loaded, but not while `hold` is set because a swap would disturb. */
  use(hold?: () => boolean): T | undefined;
}

/**
 * A lazy module loaded after the first paint. Unlike React.lazy it survives a broken
 * connection: the page works without it and retries when the network is back.
 */
export function lazyModule<T>(fetchModule: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined;
  let loading: Promise<T | undefined> | undefined;
  const load = () => {
    loading ??= fetchModule().then(
      (module) => {
        loaded = module;
        return module;
      },
      () => {
        loading = undefined;
        return undefined;
      },
    );
    return loading;
  };
  const use = (hold?: () => boolean) => {
    const [module, setModule] = useState<T | undefined>(() => loaded);
    useEffect(() => {
      if (module) return;
      let current = true;
      const take = async () => {
        const fetched = await load();
        if (current && fetched && !hold?.()) setModule(() => fetched);
      };
      void take();
      window.addEventListener("online", take);
      return () => {
        current = false;
        window.removeEventListener("online", take);
      };
    }, [module, hold]);
    return module;
  };
  return { load, use };
}
