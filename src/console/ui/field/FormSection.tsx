import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type FormSectionProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Maximum number of fields per line. */
  columns?: 1 | 2 | 3;
  actions?: ReactNode;
  className?: string;
};

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' };

/** A titled group of fields. */
export function FormSection({ title, description, children, columns = 1, actions, className }: FormSectionProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={cx('flex flex-col gap-4 border-b py-5 first:pt-0 last:border-b-0', className)}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="flex flex-col gap-0.5">
          <h3 id={id} className="text-sm font-semibold text-ink">
            {title}
          </h3>
          {description ? <p className="max-w-prose text-xs text-muted">{description}</p> : null}
        </div>
        {actions}
      </div>
      <div className={cx('grid grid-cols-1 items-start gap-x-4 gap-y-4', COLUMNS[columns])}>{children}</div>
    </div>
  );
}
