import { useEffect, useState } from "react";

export interface LazyModule<T> {
  /** Fetches the module once; undefined when it cannot be had now, and the next call tries again. */
  load(): Promise<T | undefined>;
  /** The module when it is there, but not while `hold` says that a swap would disturb. */
  use(hold?: () => boolean): T | undefined;
}

/**
 * A part of the page that comes after the first paint. Unlike React.lazy it survives a broken
 * connection: the page goes on without the part and asks again when the network is back.
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
