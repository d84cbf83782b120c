import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { DialogClose } from './DialogClose.tsx';
import { DialogFooter, DialogHeading } from './dialogParts.tsx';
import { cx } from '../cx.ts';

export type DrawerProps = {
  /** Derived from the URL by the caller, so that the open drawer can be linked to. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons beside the close button: previous, next, open as page. */
  actions?: ReactNode;
  children: ReactNode;
  /** Buttons fixed at the bottom: Save, Cancel. */
  footer?: ReactNode;
  width?: 'md' | 'lg' | 'xl';
  /** False leaves the list beside it usable (a peek). */
  modal?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** True over another drawer or a dialog, which it then darkens. */
  isNested?: boolean;
  /** `none` lets tabs or a table reach the edges. */
  padding?: 'none' | 'md';
};

const WIDTHS = { md: 'w-[28rem]', lg: 'w-[44rem]', xl: 'w-[64rem]' };

/** A row beside its list, in a panel of full height that slides in from the right. */
export function Drawer({
  open,
  onOpenChange,
  title,
  description,
  actions,
  children,
  footer,
  width = 'lg',
  modal = true,
  initialFocus,
  isNested = false,
  padding = 'md',
}: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal={modal} disablePointerDismissal={!modal}>
      <Base.Portal>
        {modal ? (
          <Base.Backdrop
            forceRender={isNested}
            className={cx(
              'fixed inset-0 bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
              isNested ? 'z-40' : 'z-30',
            )}
          />
        ) : null}
        <Base.Popup
          initialFocus={initialFocus}
          className={cx(
            'fixed inset-y-0 right-0 flex max-w-[calc(100vw-2rem)] flex-col border-l border-line-strong bg-surface shadow-modal outline-none',
            'transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full',
            isNested ? 'z-40' : 'z-30',
            WIDTHS[width],
          )}
        >
          <div className="flex items-start justify-between gap-3 border-b px-5 py-3">
            <div className="flex min-h-7 min-w-0 flex-col justify-center">
              <DialogHeading title={title} description={description} className="truncate" />
            </div>
            <div className="flex shrink-0 items-center gap-1">
              {actions}
              <DialogClose />
            </div>
          </div>
          <div className={cx('min-h-0 flex-1 overflow-y-auto', padding === 'md' && 'p-5')}>{children}</div>
          <DialogFooter>{footer}</DialogFooter>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
