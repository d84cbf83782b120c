import type { ComponentProps } from 'react';
import type { PillTone } from './Pill.tsx';
import { cx } from './cx.ts';

export type BadgeProps = ComponentProps<'span'> & { tone?: PillTone };

const TONES: Record<PillTone, string> = {
  neutral: 'bg-neutral-soft text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-fill text-white',
  accent: 'bg-accent text-on-accent',
};

/** A count or a short label beside another label. */
export function Badge({ tone = 'neutral', className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'tnum inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm px-1 text-2xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    />
  );
}
