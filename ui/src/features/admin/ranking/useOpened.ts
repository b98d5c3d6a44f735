import { useEffect, useRef } from "react";
import { useUrlState } from "@/lib/url-state";
import { pageParams, type View } from "./view";

interface List {
  /** Ids of the page that is loaded. */
  rows: string[];
  /** The page that they are of. */
  page: number;
  total: number;
}

/** The result that is open above the list: moves through the list and over the ends of its pages. */
export function useOpened(view: View, { rows, page, total }: List) {
  const { params, change } = useUrlState();
  const opened = params.get("result");
  /** Which end of the page that is being loaded is to be opened. */
  const end = useRef<1 | -1 | null>(null);
  const at = opened ? rows.indexOf(opened) : -1;
  const pages = Math.ceil(total / view.size);

  useEffect(() => {
    if (end.current === null || page !== view.page) return;
    const id = end.current > 0 ? rows[0] : rows.at(-1);
    end.current = null;
    if (id) change({ result: id }, { replace: true });
  }, [rows, page, view.page, change]);

  const move = (by: 1 | -1) => {
    const next = at < 0 ? rows[0] : rows[at + by];
    const beyond = view.page + by;
    if (next) change({ result: next }, { replace: true });
    else if (beyond >= 1 && beyond <= pages) {
      end.current = by;
      change(pageParams(beyond), { replace: true });
    }
  };
  return {
    opened,
    place: at < 0 ? null : { number: (view.page - 1) * view.size + at + 1, total },
    move,
    open: (id: string) => change({ result: id }, { replace: opened !== null }),
    close: () => change({ result: null }),
  };
}
