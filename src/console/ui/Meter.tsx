import { cx } from './cx.ts';

export type MeterProps = {
  /** What is measured: "Daily budget". */
  label: string;
  value: number;
  max: number;
  /** In words: "412 of 1,000". */
  text?: string;
  tone?: 'accent' | 'good' | 'warn' | 'bad';
  /** Draws label and text above the bar. */
  labelled?: boolean;
  className?: string;
};

const FILLS = { accent: 'bg-accent', good: 'bg-good-dot', warn: 'bg-warn-dot', bad: 'bg-bad-dot' };

/** How much of a whole is reached: a job's progress, a budget's pace. */
export function Meter({ label, value, max, text, tone = 'accent', labelled = false, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      {labelled ? (
        <div aria-hidden className="flex justify-between gap-3 text-xs">
          <span className="text-muted">{label}</span>
          <span className="tnum text-ink">{text ?? `${Math.round(share * 100)} %`}</span>
        </div>
      ) : null}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-neutral-soft"
      >
        <div className={cx('h-full rounded-full', FILLS[tone])} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
