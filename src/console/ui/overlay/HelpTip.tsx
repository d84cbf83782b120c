import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from './Popover.tsx';
import { cx } from '../cx.ts';

export type HelpTipProps = {
  /** The explained term: "Bid floor". */
  title: string;
  /** The explanation: text, a list, a link. */
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  className?: string;
};

/** A help button beside a label that opens an explanation, which stays until it is closed. */
export function HelpTip({ title, children, side = 'bottom', className }: HelpTipProps) {
  return (
    <Popover
      title={title}
      side={side}
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={`Help: ${title}`}
          // A press target of 24 px that does not increase the line height of the label.
          className={cx(
            '-my-1 -ml-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink aria-expanded:text-ink',
            className,
          )}
        >
          <CircleQuestionMark aria-hidden className="size-3.5" />
        </button>
      }
    >
      <div className="flex flex-col gap-2 text-sm text-muted">{children}</div>
    </Popover>
  );
}
