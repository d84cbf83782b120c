import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Saves a form with Ctrl-S (Cmd-S on a Mac), unless a dialog or another form is open over it. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    // The browser would save the page as a file.
    event.preventDefault();
    const top = [...document.querySelectorAll('[role="dialog"][data-open], [role="alertdialog"][data-open]')].at(-1);
    if (!top || top.contains(form.current)) save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
