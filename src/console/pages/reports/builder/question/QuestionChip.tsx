import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { cx } from '../../../../ui/cx.ts';

interface QuestionChipProps {
  /** Text before the values: "Channel is". */
  label: string;
  text: string;
  /** The full text. */
  title: string;
  /** Error of the filter. */
  fault?: string | undefined;
  /** Title of the editor. */
  editorTitle: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called when the pointer comes near. */
  onNear?: () => void;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A filter as a chip: it opens its editor when pressed, and can be removed. */
export function QuestionChip(props: QuestionChipProps) {
  const { label, text, title, fault, editorTitle, isOpen, onOpenChange, onNear, removeLabel, onRemove, children } =
    props;
  return (
    <span className="inline-flex max-w-96 flex-col gap-0.5">
      <span
        className={cx(
          'inline-flex h-8 items-center rounded-md border bg-surface text-sm shadow-raise',
          fault ? 'border-bad-dot' : 'border-line-strong',
        )}
      >
        <Popover
          open={isOpen}
          onOpenChange={onOpenChange}
          title={editorTitle}
          trigger={
            <button
              type="button"
              title={title}
              onPointerEnter={onNear}
              className="flex h-full min-w-0 items-center gap-1 rounded-l-md pr-1 pl-2.5 hover:bg-hover"
            >
              <span className="shrink-0 text-muted">{label}</span>
              <span className="truncate font-medium">{text}</span>
            </button>
          }
        >
          {children}
        </Popover>
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="mr-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </span>
      {fault ? (
        <span role="alert" className="text-xs text-bad">
          {fault}
        </span>
      ) : null}
    </span>
  );
}
