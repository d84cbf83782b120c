import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { isSameTarget, planMove, targetOfKey, targetsOf, tiersOf, type TierTarget } from './tierMoves.ts';
import { scrollerOf } from './useVisibleSpan.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** Rows that are being moved. */
export interface TierDrag {
  ids: ReadonlySet<number>;
  /** The row whose grip is held. */
  lead: number;
  by: 'pointer' | 'keyboard';
  /** Where they would be put now; null = nowhere. */
  target: TierTarget | null;
}

/** What the table asks of a drag. */
interface DragOptions {
  rows: readonly WaterfallListRow[];
  chosen: ReadonlySet<number>;
  isDisabled: boolean;
  onDrop: (ids: ReadonlySet<number>, target: TierTarget) => void;
  /** A grip was pressed and let go without moving. */
  onPress: (handle: HTMLElement, id: number) => void;
  /** A keyboard drag began, moved or was given up. */
  onAnnounce: (drag: TierDrag, what: 'lifted' | 'moved' | 'cancelled') => void;
}

/** Pixels that the pointer must travel before a press is a drag. */
const dragThreshold = 4;
/** Height of the strip at the edges of the scrolled part in which it scrolls, and the pixels of a step. */
const edge = 48;
const scrollStep = 12;

/** The upper part of a tier's heading also takes rows to a new tier before it. */
const headingStrip = 8;

/** Moving rows between tiers by their grips: with the pointer, or by Space, arrow keys and Space. */
export function useTierDrag({ rows, chosen, isDisabled, onDrop, onPress, onAnnounce }: DragOptions) {
  const [drag, setDrag] = useState<TierDrag | null>(null);
  const press = useRef<{ id: number; handle: HTMLElement; x: number; y: number } | null>(null);
  const pointer = useRef({ x: 0, y: 0 });

  /** The rows that go with a grip: all chosen ones when it is one of them. */
  const idsWith = (id: number) => (chosen.has(id) ? chosen : new Set([id]));

  function drop() {
    if (drag?.target && planMove(rows, drag.ids, drag.target)) onDrop(drag.ids, drag.target);
    setDrag(null);
  }

  const follow = useEffectEvent(() => {
    const { x, y } = pointer.current;
    const target = targetAt(x, y);
    if (drag && !isSameTarget(drag.target, target)) setDrag({ ...drag, target });
  });

  const cancel = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press.current = null;
    setDrag(null);
  });

  const isByPointer = drag?.by === 'pointer';
  useEffect(() => {
    if (!isByPointer) return undefined;
    let frame = 0;
    const tick = () => {
      scrollAtEdge(press.current?.handle, pointer.current.y);
      follow();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    const onKey = (event: globalThis.KeyboardEvent) => cancel(event);
    window.addEventListener('keydown', onKey, true);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [isByPointer]);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const handle = handleOf(event.target);
      if (!handle || isDisabled || event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      setDrag(null);
      press.current = { id: Number(handle.dataset['grip']), handle, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = press.current;
      if (!start) return;
      pointer.current = { x: event.clientX, y: event.clientY };
      if (drag || Math.hypot(event.clientX - start.x, event.clientY - start.y) < dragThreshold) return;
      const target = targetAt(event.clientX, event.clientY);
      setDrag({ ids: idsWith(start.id), lead: start.id, by: 'pointer', target });
    },
    onPointerUp() {
      const start = press.current;
      press.current = null;
      if (!start) return;
      if (drag) drop();
      else onPress(start.handle, start.id);
    },
    /** Also after the pointer was let go, when there is nothing left to give up. */
    onLostPointerCapture() {
      if (!press.current) return;
      press.current = null;
      setDrag(null);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const handle = handleOf(event.target);
      if (!handle || isDisabled || drag?.by === 'pointer') return;
      const id = Number(handle.dataset['grip']);
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (drag) return drop();
        const row = rows.find((each) => each.id === id);
        if (!row) return;
        const lifted: TierDrag = {
          ids: idsWith(id),
          lead: id,
          by: 'keyboard',
          target: { kind: 'tier', tier: row.tier },
        };
        setDrag(lifted);
        onAnnounce(lifted, 'lifted');
      } else if (drag && event.key in keySteps) {
        event.preventDefault();
        const target = nextTarget(rows, drag, keySteps[event.key] ?? 0);
        if (isSameTarget(target, drag.target)) return;
        const moved = { ...drag, target };
        setDrag(moved);
        onAnnounce(moved, 'moved');
      } else if (drag && (event.key === 'Escape' || event.key === 'Tab')) {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
        }
        setDrag(null);
        onAnnounce(drag, 'cancelled');
      }
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (drag?.by === 'keyboard' && handleOf(event.target)) {
        setDrag(null);
        onAnnounce(drag, 'cancelled');
      }
    },
  };
  return { drag, handlers };
}

const keySteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

function handleOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-grip]') : null;
}

/** The place so many steps on, among those where the rows can be put. */
function nextTarget(rows: readonly WaterfallListRow[], { ids, target }: TierDrag, step: number): TierTarget | null {
  const targets = targetsOf(tiersOf(rows)).filter((each) => planMove(rows, ids, each) !== null);
  const at = targets.findIndex((each) => isSameTarget(each, target));
  return targets[Math.min(targets.length - 1, Math.max(0, at + step))] ?? null;
}

/** The place under a point of the window. */
function targetAt(x: number, y: number): TierTarget | null {
  const element = document.elementFromPoint(x, y);
  const heading = element?.closest('[data-tier-heading]');
  const target = targetOfKey(element?.closest<HTMLElement>('[data-target]')?.dataset['target']);
  if (target?.kind === 'tier' && heading && y - heading.getBoundingClientRect().top < headingStrip) {
    return { kind: 'new', before: target.tier };
  }
  return target;
}

/** Scrolls what the element stands in while the pointer is near its upper or lower edge. */
function scrollAtEdge(element: Element | undefined, y: number): void {
  const box = element ? scrollerOf(element) : null;
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  // Above lie the headings that stay in view.
  if (y < top + 2 * edge) box.scrollBy({ top: -scrollStep });
  else if (y > bottom - edge) box.scrollBy({ top: scrollStep });
}
