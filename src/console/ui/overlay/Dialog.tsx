import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { DialogClose } from './DialogClose.tsx';
import { DialogFooter, DialogHeading } from './dialogParts.tsx';
import { scrollByKeyboard } from '../scrollByKeyboard.ts';
import { cx } from '../cx.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last. They stay visible while the body scrolls. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** The element to focus on opening; by default the first control of the body. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether the focus returns on closing to the element that had it before. Default: true. */
  finalFocus?: () => boolean;
  /** False prevents closing by a press outside (unsaved input). */
  dismissable?: boolean;
  /**
   * Renders the dialog as a form: Enter in an input and a submit button in the footer call it. The event does not reach
   * forms around the dialog.
   */
  onSubmit?: () => void;
  /** `none` lets tabs or a table reach the edges. */
  padding?: 'none' | 'md';
};

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl', xl: 'max-w-6xl' };

const FRAME = 'flex min-h-0 flex-1 flex-col';

/** A centered modal dialog; its body scrolls, its title and buttons stay. Dialogs can be nested. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
  finalFocus,
  dismissable = true,
  onSubmit,
  padding = 'md',
}: DialogProps) {
  const content = (
    <>
      {children ? (
        <div
          ref={scrollByKeyboard}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
        >
          <div className={cx(padding === 'md' && 'p-5')}>{children}</div>
        </div>
      ) : null}
      <DialogFooter>{footer}</DialogFooter>
    </>
  );
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={!dismissable}>
      <Base.Portal>
        <Base.Backdrop
          // A nested dialog also darkens the one below it.
          forceRender
          className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden p-4 pt-[8vh]">
          <Base.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            className={cx(
              'relative flex max-h-[84vh] w-full flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-modal outline-none',
              'transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              WIDTHS[size],
            )}
          >
            <div className="flex min-w-0 shrink-0 flex-col gap-0.5 border-b py-3 pr-14 pl-5">
              <DialogHeading title={title} description={description} />
            </div>
            {onSubmit ? (
              <form
                noValidate
                className={FRAME}
                onSubmit={(event) => {
                  event.preventDefault();
                  event.stopPropagation();
                  onSubmit();
                }}
              >
                {content}
              </form>
            ) : (
              <div className={FRAME}>{content}</div>
            )}
            {/* Last in the DOM, so that the first control of the body gets the focus. */}
            <div className="absolute top-2 right-4">
              <DialogClose />
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
