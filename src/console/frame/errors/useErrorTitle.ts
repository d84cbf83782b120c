import { useEffect } from 'react';

/** Sets the document's title while a page shows an error. */
export function useErrorTitle(title: string): void {
  useEffect(() => {
    let before: string | undefined;
    // The root sets the title of the page in the same turn.
    queueMicrotask(() => {
      before = document.title;
      document.title = `${title} · Bidhouse`;
    });
    return () => {
      if (before !== undefined) document.title = before;
    };
  }, [title]);
}
