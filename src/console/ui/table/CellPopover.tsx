import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';

export type CellPopoverProps = {
  /** The cell that it covers. */
  anchor: Element;
  label: string;
  /** Called with true on Escape, with false for a press elsewhere. */
  onClose: (isCanceled: boolean) => void;
  initialFocus: RefObject<HTMLElement | null>;
  /** The element to focus after closing. */
  finalFocus: HTMLElement | null;
  children: ReactNode;
};

/** A small popup over a table cell to edit its value. It follows the cell when the table scrolls. */
export function CellPopover({ anchor, label, onClose, initialFocus, finalFocus, children }: CellPopoverProps) {
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { reason }) => {
        if (!isOpen) onClose(reason === 'escape-key');
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={({ anchor: cell }) => -cell.height}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            initialFocus={initialFocus}
            finalFocus={() => finalFocus}
            className="popup-box min-w-[max(var(--anchor-width),8rem)] p-0.5"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
