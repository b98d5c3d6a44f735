import { useEffect, useRef } from "react";
import { useUrlState } from "@/lib/url-state";
import { pageParams } from "./params";

interface View {
  /** The page that is asked for, from 1. */
  page: number;
  size: number;
}

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
  /** The page that is being loaded, and which end of it is to be opened. */
  const wanted = useRef<{ page: number; by: 1 | -1 } | null>(null);
  const at = opened ? rows.indexOf(opened) : -1;
  const pages = Math.ceil(total / view.size);

  useEffect(() => {
    // The page before is loaded until the wanted one is, and may be rendered again meanwhile.
    if (wanted.current?.page !== page || page !== view.page) return;
    const id = wanted.current.by > 0 ? rows[0] : rows.at(-1);
    wanted.current = null;
    if (id) change({ result: id }, { replace: true });
  }, [rows, page, view.page, change]);

  const move = (by: 1 | -1) => {
    if (page !== view.page) return;
    const next = at < 0 ? rows[0] : rows[at + by];
    const beyond = page + by;
    if (next) change({ result: next }, { replace: true });
    else if (beyond >= 1 && beyond <= pages) {
      wanted.current = { page: beyond, by };
      change(pageParams(beyond), { replace: true });
    }
  };
  return {
    opened,
    place: at < 0 ? null : { number: (page - 1) * view.size + at + 1, total },
    move,
    open: (id: string) => {
      wanted.current = null;
      change({ result: id }, { replace: opened !== null });
    },
    close: () => {
      wanted.current = null;
      change({ result: null });
    },
  };
}
