export type ProgressBarProps = {
  /** Whether a page or its data is on its way. */
  active: boolean;
  label?: string;
};

/** The bar at the top of the window while a page loads: appears after 200 ms, creeps for about 5 s, then fades. */
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
