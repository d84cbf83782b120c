import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** Title and description at the top of a dialog or drawer. */
export function DialogHeading({
  title,
  description,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  className?: string;
}) {
  return (
    <>
      <Base.Title className={cx('text-base font-semibold text-ink', className)}>{title}</Base.Title>
      {description ? (
        <Base.Description render={<div />} className="text-xs text-muted">
          {description}
        </Base.Description>
      ) : null}
    </>
  );
}

/** Buttons at the bottom, which stay visible while the body scrolls; renders nothing without children. */
export function DialogFooter({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return <div className="flex shrink-0 items-center justify-end gap-2 border-t bg-sunken px-5 py-3">{children}</div>;
}
