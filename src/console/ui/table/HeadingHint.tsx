import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const widest = 288;

/**
 * The hint of the heading with the keyboard focus, below it; the pointer has its tooltip. Screen readers get the hint
 * from the heading itself.
 */
export function HeadingHint({ anchor, text }: { anchor: Element; text: string }) {
  const [box, setBox] = useState(() => anchor.getBoundingClientRect());
  useEffect(() => {
    // Focusing scrolls the heading into view.
    const follow = () => setBox(anchor.getBoundingClientRect());
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [anchor]);
  return createPortal(
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 max-w-72 rounded-md bg-tip px-2 py-1 text-xs text-on-tip shadow-pop"
      style={{ left: Math.max(8, Math.min(box.left, window.innerWidth - widest - 8)), top: box.bottom + 6 }}
    >
      {text}
    </div>,
    document.body,
  );
}
