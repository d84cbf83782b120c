import { cx } from './cx.ts';

export type SkeletonProps = { className?: string };

/** A gray block in place of content that is loading. Size it with classes (h-4 w-32). */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden className={cx('skeleton block', className ?? 'h-4 w-full')} />;
}
