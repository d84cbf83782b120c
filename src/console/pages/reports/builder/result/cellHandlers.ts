import type { MouseEvent } from 'react';
import type { CellPlace } from './cellPlace.ts';

/** Opens the menu of a cell at an anchor. */
type OpenAt = (target: Element, anchor: CellPlace['anchor']) => void;

/**
 * Event handlers that open cell menus: by a cell's button, a click on the cell, or the context menu of mouse and
 * keyboard. An element around the table handles the events, so cells need no handlers of their own.
 */
export function cellHandlers(openAt: OpenAt) {
  return {
    onClick: ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('a')) return;
      // The user is selecting text to copy.
      if (getSelection()?.isCollapsed === false) return;
      const button = target.closest('td')?.querySelector('[data-drill]');
      if (button) openAt(button, button);
    },
    onRowContextMenu: (_row: unknown, event: MouseEvent) => {
      const { target } = event;
      // Links keep the browser's context menu: open in a new tab, copy the URL.
      if (!(target instanceof Element) || target.closest('a')) return;
      event.preventDefault();
      // A context menu opened by keyboard has no pointer position.
      const isByKeyboard = event.clientX === 0 && event.clientY === 0;
      openAt(target, isByKeyboard ? target : { x: event.clientX, y: event.clientY });
    },
  };
}
