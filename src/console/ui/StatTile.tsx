import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TileDelta } from '#reports/tiles/tileDelta.ts';
import { Skeleton } from './Skeleton.tsx';
import { cx } from './cx.ts';

export type StatTileProps = {
  label: ReactNode;
  value: ReactNode;
  /** The unrounded value, as a title. */
  exact?: string;
  delta?: TileDelta | null;
  /** More comparisons below the first. */
  more?: readonly TileDelta[];
  loading?: boolean;
  hint?: string;
  /** A sparkline or a note below the figures. */
  children?: ReactNode;
  className?: string;
};

const ARROWS = { up: ArrowUpRight, down: ArrowDownRight, flat: Minus };
const WORDS = { up: 'up', down: 'down', flat: 'unchanged' };
const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-muted' };

function Delta({ delta }: { delta: TileDelta }) {
  const Arrow = ARROWS[delta.direction];
  return (
    <p className="flex items-center gap-1 text-xs">
      <span className={cx('tnum inline-flex shrink-0 items-center gap-0.5 font-medium', TONES[delta.tone])}>
        <Arrow aria-hidden className="size-3.5" />
        <span className="sr-only">{WORDS[delta.direction]} </span>
        {delta.text}
      </span>
      {delta.caption ? <span className="truncate text-muted">{delta.caption}</span> : null}
    </p>
  );
}

/** A figure with its label and change. */
export function StatTile({
  label,
  value,
  exact,
  delta,
  more,
  loading = false,
  hint,
  children,
  className,
}: StatTileProps) {
  return (
    <div title={hint} className={cx('flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-4 py-3', className)}>
      <p className="truncate text-xs text-muted">{label}</p>
      {loading ? (
        <Skeleton className="my-1 h-5 w-24" />
      ) : (
        <p title={exact} className="tnum truncate text-xl font-semibold tracking-tight text-ink">
          {value}
        </p>
      )}
      {loading ? <Skeleton className="h-4 w-20" /> : delta ? <Delta delta={delta} /> : null}
      {loading ? null : more?.map((each) => <Delta key={`${each.caption}${each.text}`} delta={each} />)}
      {children}
    </div>
  );
}
