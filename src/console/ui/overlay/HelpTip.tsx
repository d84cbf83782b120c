import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from './Popover.tsx';
import { cx } from '../cx.ts';

export type HelpTipProps = {
  /** What is explained: "Bid floor". */
  title: string;
  /** The explanation: text, a list, a link. */
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  className?: string;
};

/** A question mark beside a label: a press opens an explanation, which stays until it is closed. */
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
          // 24 px to press, without making the line of the label any taller.
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
