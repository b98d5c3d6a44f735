import { Component, Fragment, type ReactNode } from "react";
import { reportMishap } from "@/lib/mishap";
import { type Attention, attention, payAttention } from "./attention";

/** Failures within a span of time in ms that are answered by showing the content again. */
const MAX_FAILURES = 3;
const SPAN_MS = 10_000;
/** Wait in ms before the content is tried again instead of the fallback. */
const LATER_MS = 10_000;

interface SteadyProps {
  children: ReactNode;
  /** Shown while the content fails each time. */
  fallback?: ReactNode;
}

interface SteadyState {
  failed: boolean;
  /** The fallback is shown, because the content fails each time. */
  given_up: boolean;
  turn: number;
}

/**
 * Shows its content again, in place, when it fails: with its focus and scroll position, and before the browser paints the
 * failure. What must outlive that is kept outside of it, in a session or a store.
 */
export class Steady extends Component<SteadyProps, SteadyState, Attention | null> {
  override state: SteadyState = { failed: false, given_up: false, turn: 0 };
  #failures: number[] = [];
  #attention: Attention | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): Partial<SteadyState> {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportMishap(error);
    const now = performance.now();
    this.#failures = [...this.#failures.filter((at) => now - at < SPAN_MS), now];
    const again = () => this.setState(({ turn }) => ({ failed: false, given_up: false, turn: turn + 1 }));
    if (this.#failures.length <= MAX_FAILURES) return again();
    this.setState({ given_up: true });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(again, LATER_MS);
  }

  override getSnapshotBeforeUpdate(_props: SteadyProps, { failed }: SteadyState): null {
    if (this.state.failed && !failed) this.#attention ??= attention();
    return null;
  }

  override componentDidUpdate(_props: SteadyProps, { failed }: SteadyState) {
    const kept = this.#attention;
    if (this.state.failed || !failed || !kept) return;
    this.#attention = undefined;
    // After the effects of the new content, which may take the focus for its first sight.
    setTimeout(() => payAttention(kept), 0);
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  override render() {
    const { failed, given_up, turn } = this.state;
    if (failed) return given_up ? this.props.fallback : null;
    return <Fragment key={turn}>{this.props.children}</Fragment>;
  }
}
