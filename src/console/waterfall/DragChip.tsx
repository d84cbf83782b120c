import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** The dragged rows and their target, beside the pointer. */
export function DragChip({ name, label }: { name: string; label: string }) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const follow = (event: PointerEvent) => setAt({ x: event.clientX, y: event.clientY });
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, []);
  if (!at) return null;
  return createPortal(
    <div
      aria-hidden
      style={{ translate: `${at.x + 14}px ${at.y + 10}px` }}
      className="pointer-events-none fixed top-0 left-0 z-50 flex max-w-72 flex-col rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-xs text-ink shadow-pop"
    >
      <span className="truncate font-medium">{name}</span>
      <span className="text-muted">{label}</span>
    </div>,
    document.body,
  );
}
