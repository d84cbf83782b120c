import { Popover as Base } from '@base-ui/react/popover';
import { useState } from 'react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';

export type PopoverProps = {
  trigger: ReactElement;
  title?: ReactNode;
  /** Accessible name when there is no title. */
  label?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element to focus on opening; by default the first control inside. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** `none` lets a list reach the edges. */
  padding?: 'none' | 'md';
  className?: string;
};

/** A small popup of a button, for filters, pickers and help. */
export function Popover({
  trigger,
  title,
  label,
  children,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  initialFocus,
  padding = 'md',
  className,
}: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  function setOpen(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }
  return (
    <Base.Root open={open ?? ownOpen} onOpenChange={(next) => setOpen(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <Base.Popup
            aria-label={title ? undefined : label}
            initialFocus={initialFocus}
            className={cx('popup-box max-w-[calc(100vw-1rem)]', padding === 'md' && 'p-3', className)}
          >
            {title ? <Base.Title className="pb-2 text-sm font-semibold">{title}</Base.Title> : null}
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
