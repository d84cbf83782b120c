import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  initialFocus?: RefObject<HTMLElement | null>;
  /** false keeps a press outside from closing it (unsaved input). */
  dismissable?: boolean;
};

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl', xl: 'max-w-6xl' };

/** The cross in the corner of dialogs and drawers. */
export function DialogClose() {
  return (
    <Base.Close
      aria-label="Close"
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-ink"
    >
      <X aria-hidden className="size-4" />
    </Base.Close>
  );
}

/** A modal window in the middle; its body scrolls, its title and buttons stay. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
  dismissable = true,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={!dismissable}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden p-4 pt-[10vh]">
          <Base.Popup
            initialFocus={initialFocus}
            className={cx(
              'flex max-h-[80vh] w-full flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-modal outline-none',
              'transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              WIDTHS[size],
            )}
          >
            <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
              <div className="flex min-w-0 flex-col gap-1">
                <Base.Title className="text-base font-semibold text-ink">{title}</Base.Title>
                {description ? <Base.Description className="text-sm text-muted">{description}</Base.Description> : null}
              </div>
              <DialogClose />
            </div>
            {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div> : null}
            {footer ? (
              <div className="flex items-center justify-end gap-2 border-t bg-sunken px-5 py-3">{footer}</div>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
