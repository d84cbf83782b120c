import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';

const SingleKeysContext = createContext(true);

/** Enables or disables single-character shortcuts for everything inside (WCAG 2.1.4). */
export function SingleKeys({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  return <SingleKeysContext value={enabled}>{children}</SingleKeysContext>;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target.closest('[role="menu"], [role="listbox"], [role="combobox"]') !== null;
}

/** True while a modal dialog or menu has the keyboard. */
function isCovered(target: EventTarget | null): boolean {
  const top = document.querySelector('[role="dialog"][data-open]:not([data-peek]), [role="alertdialog"][data-open]');
  return top !== null && !(target instanceof Node && top.contains(target));
}

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Listens for keys anywhere in the page: `{ '/': focus, j: next, 'mod+k': palette }` (mod is Ctrl, or Cmd on a Mac).
 * Single keys are ignored in inputs, under modals, and when the user has turned them off.
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true): void {
  const singleKeys = use(SingleKeysContext);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const handler = shortcuts[mod ? `mod+${key}` : key];
    if (!handler) return;
    if (!mod && (!singleKeys || isTyping(event.target) || isCovered(event.target))) return;
    event.preventDefault();
    handler(event);
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [enabled]);
}
