import { useEffect } from 'react';

/** Sets the window title. */
export function useTitle(title: string): void {
  useEffect(() => {
    // The frame sets the title by route, in an effect that may run later.
    queueMicrotask(() => {
      document.title = `${title} · Bidhouse`;
    });
  }, [title]);
}
