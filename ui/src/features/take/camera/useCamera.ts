import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { lazyModule } from "@/lib/lazy-module";
import type { CameraControl } from "./camera-control";
import { type CameraFacts, OFF } from "./facts";

export type { CameraFacts, CameraProblem, CameraState } from "./facts";

/** Not part of the first paint, and fetched right after it: the network may be away when the camera is wanted. */
const module = lazyModule(() => import("./camera-control"));

type Actions = Pick<CameraControl, "start" | "stop" | "judge" | "choose" | "startSound">;

/** The candidate's camera and microphone: what is known of them, and what can be done with them. */
export interface Camera extends CameraFacts, Actions {}

function loadedLater() {
  const store = createStore<CameraFacts>(() => OFF);
  let control: CameraControl | undefined;
  let wanted = false;
  const load = async () => {
    const loaded = await module.load();
    if (loaded) control ??= new loaded.CameraControl(store);
    return control;
  };
  const actions: Actions = {
    async start(quietly) {
      wanted = true;
      const made = await load();
      if (!made && wanted) store.setState({ state: { name: "problem", problem: "failed" } });
      return Boolean(made && wanted && (await made.start(quietly)));
    },
    stop() {
      wanted = false;
      if (control) control.stop();
      else store.setState(OFF);
    },
    judge: (picture) => control?.judge(picture),
    choose: async (...device) => (await load())?.choose(...device) ?? false,
    startSound: async () => control?.startSound(),
  };
  return { store, actions, load };
}

export function useCamera(): Camera {
  const [{ store, actions, load }] = useState(loadedLater);
  const facts = useStore(store);
  useEffect(() => {
    void load();
    return actions.stop;
  }, [actions, load]);
  return useMemo(() => ({ ...facts, ...actions }), [facts, actions]);
}
