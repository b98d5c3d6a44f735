import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { noteSending } from "./kept/sending";
import { onlyOnce } from "./once";

/**
 * `useMutation` for buttons: drops a call equal to one in flight. A button
 * renders as busy only after the click, and on a slow computer the second click of a double click is faster.
 */
export function useSend<Data = unknown, Failure = DefaultError, Content = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Content, Context>,
): UseMutationResult<Data, Failure, Content, Context> {
  const once = useRef(onlyOnce());
  const onSettled: typeof options.onSettled = (...settled) => {
    once.current.over(settled[2]);
    return options.onSettled?.(...settled);
  };
  const sending = useMutation({ ...options, onSettled });
  const { mutate } = sending;
  const send = useCallback<typeof mutate>(
    (...call) => {
      if (!once.current.begin(call[0])) return;
      noteSending();
      mutate(...call);
    },
    [mutate],
  );
  return { ...sending, mutate: send } as typeof sending;
}
