export type ProgressBarProps = {
  /** True while a page or its data is loading. */
  active: boolean;
  label?: string;
};

/** The loading bar at the top of the window: appears after 200 ms, advances for about 5 s, then fades. */
export function ProgressBar({ active, label = 'Loading page' }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      data-active={active || undefined}
      data-print="hide"
      className="page-progress pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5"
    >
      <div className="h-full origin-left bg-accent" />
    </div>
  );
}
