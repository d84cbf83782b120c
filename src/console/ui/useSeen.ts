import { useEffect, useState, type RefObject } from 'react';

/** True once an element has been in view or near it. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '100px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
