import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export type TooltipProps = {
  label: ReactNode;
  /** The described element; it must take a ref and pass its props on. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
  disabled?: boolean;
};

/** A short hint on hover and focus. Touch has no hover, so it must not be the only place of any information. */
export function Tooltip({ label, children, side = 'top', disabled = false }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-72 rounded-md bg-tip px-2 py-1 text-xs text-on-tip shadow-pop transition-opacity duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
