/** A row of chips that filter by a state. On a phone it is one line that scrolls sideways, to the edge of the screen. */
export const CHIP_ROW =
  "-mx-4 flex min-w-0 max-w-[100vw] gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:gap-1.5 sm:flex-wrap sm:overflow-visible sm:px-0";
