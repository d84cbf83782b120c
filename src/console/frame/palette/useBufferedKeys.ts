import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Buffers what is typed between the call of a field and its focus, and returns a function that takes the text.
 * Meanwhile no key reaches the page, and Escape cancels the call.
 */
export function useBufferedKeys(isCalled: boolean, callOff: () => void): () => string {
  // Null = not buffering.
  const typed = useRef<string | null>(null);
  const recordKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (typed.current === null || isShortcut || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') callOff();
    else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (event.key.length === 1) typed.current += event.key;
  });
  // A layout effect, as the next key can come before the paint.
  useLayoutEffect(() => {
    if (!isCalled) return undefined;
    typed.current = '';
    const listen = (event: KeyboardEvent) => recordKey(event);
    window.addEventListener('keydown', listen, true);
    return () => {
      typed.current = null;
      window.removeEventListener('keydown', listen, true);
    };
  }, [isCalled]);
  return () => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  };
}
