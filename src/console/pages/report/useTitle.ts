import { useEffect } from 'react';

/** Names the window after what the page shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    // The frame names the window after the route, in an effect of its own that may come later.
    queueMicrotask(() => {
      document.title = `${title} · Bidhouse`;
    });
  }, [title]);
}
