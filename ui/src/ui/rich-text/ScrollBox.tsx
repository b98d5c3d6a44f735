import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

export interface ScrollBoxProps {
  /** Name of the scrolling content, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Wide content scrolls in a box of its own, by keyboard too: it takes the focus only while it is too wide. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setIsWide(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  // Not a region: landmarks need names of their own, and a text may hold several blocks of code.
  const focusable = isWide ? { tabIndex: 0, role: "group", "aria-label": label } : {};
  return (
    <div ref={box} {...focusable} className={clsx("rich-scroll", className)}>
      {children}
    </div>
  );
}
