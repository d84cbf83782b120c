import type { MouseEvent } from 'react';
import type { CellPlace } from './cellPlace.ts';

/** Hears of a cell that is asked what can be done with it, and of where its menu opens. */
type OpenAt = (target: Element, anchor: CellPlace['anchor']) => void;

/**
 * How cells are asked: by their button or a press on the cell, heard by an element around the table so that cells need no
 * handler of their own, and by the menu of the mouse or the keyboard.
 */
export function cellHandlers(openAt: OpenAt) {
  return {
    onClick: ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('a')) return;
      // Text that was selected is to be copied.
      if (getSelection()?.isCollapsed === false) return;
      const button = target.closest('td')?.querySelector('[data-drill]');
      if (button) openAt(button, button);
    },
    onRowContextMenu: (_row: unknown, event: MouseEvent) => {
      const { target } = event;
      // The browser's own menu of links: open in a new tab, copy the address.
      if (!(target instanceof Element) || target.closest('a')) return;
      event.preventDefault();
      // A menu opened by the keyboard has no place of its own.
      const isByKeyboard = event.clientX === 0 && event.clientY === 0;
      openAt(target, isByKeyboard ? target : { x: event.clientX, y: event.clientY });
    },
  };
}
