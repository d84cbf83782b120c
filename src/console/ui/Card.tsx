import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** `none` lets a table or chart reach the edges. */
  padding?: 'none' | 'md';
  /** Heading level of the title. */
  level?: 2 | 3;
  className?: string;
};

/** A bordered surface with an optional title row. */
export function Card({
  title,
  description,
  actions,
  children,
  footer,
  padding = 'md',
  level = 2,
  className,
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={cx('flex min-w-0 flex-col rounded-lg border bg-surface', className)}>
      {title || actions ? (
        <div className="flex min-h-11.25 items-center justify-between gap-3 border-b px-4 py-2">
          <div className="flex min-w-0 flex-col">
            {title ? <Heading className="truncate text-sm font-semibold text-ink">{title}</Heading> : null}
            {description ? <p className="text-xs text-muted">{description}</p> : null}
          </div>
          {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
        </div>
      ) : null}
      <div className={cx('min-h-0 min-w-0 flex-1', padding === 'md' && 'p-4')}>{children}</div>
      {footer ? <div className="border-t px-4 py-2 text-xs text-muted">{footer}</div> : null}
    </section>
  );
}
