import { Menu as Base } from '@base-ui/react/menu';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { MenuItems } from './MenuItems.tsx';
import type { MenuEntry } from './MenuItems.tsx';

export type MenuProps = {
  trigger: ReactElement;
  items: readonly MenuEntry[];
  /** Accessible name, when the trigger's own is not enough. */
  label?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
};

/** A button with a menu of actions, links, check items and radio items. */
export function Menu({ trigger, items, label, side = 'bottom', align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <MenuItems items={items} label={label} side={side} align={align} />
    </Base.Root>
  );
}

export type RowMenuProps = {
  /** The element or point that the menu opens at; null closes it. */
  anchor: Element | { x: number; y: number } | null;
  onClose: () => void;
  items: readonly MenuEntry[];
  label: string;
};

/** One menu shared by all rows of a table: cells have a plain button that sets the anchor. */
export function RowMenu({ anchor, onClose, items, label }: RowMenuProps) {
  // The last anchor, for the closing animation.
  const [at, setAt] = useState(anchor);
  if (anchor && anchor !== at) setAt(anchor);
  return (
    <Base.Root
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      modal={false}
    >
      <MenuItems
        items={items}
        label={label}
        side="bottom"
        align={at instanceof Element ? 'end' : 'start'}
        anchor={
          at instanceof Element || at === null ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
        }
        returnFocusTo={at instanceof HTMLElement ? at : undefined}
      />
    </Base.Root>
  );
}

export type { MenuEntry } from './MenuItems.tsx';
