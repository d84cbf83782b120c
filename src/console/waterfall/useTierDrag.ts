import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { isSameTarget, planMove, targetOfKey, targetsOf, tiersOf, type TierTarget } from './tierMoves.ts';
import { scrollerOf } from './useVisibleSpan.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** Rows that are being dragged. */
export interface TierDrag {
  ids: ReadonlySet<number>;
  /** ID of the row whose handle is held. */
  lead: number;
  by: 'pointer' | 'keyboard';
  /** The current drop target; null = none. */
  target: TierTarget | null;
}

/** Options of the drag hook. */
interface DragOptions {
  rows: readonly WaterfallListRow[];
  chosen: ReadonlySet<number>;
  isDisabled: boolean;
  onDrop: (ids: ReadonlySet<number>, target: TierTarget) => void;
  /** Called when a handle was pressed and released without moving. */
  onPress: (handle: HTMLElement, id: number) => void;
  /** Called when a keyboard drag starts, moves or is canceled. */
  onAnnounce: (drag: TierDrag, what: 'lifted' | 'moved' | 'cancelled') => void;
}

/** Pixels that the pointer must move before a press becomes a drag. */
const dragThreshold = 4;
/** Height of the auto-scroll strip at the edges of the scroll container, and the pixels per step. */
const edge = 48;
const scrollStep = 12;

/** The upper strip of a tier's heading, in pixels, is the target of a new tier before it. */
const headingStrip = 8;

/** Moves rows between tiers by their handles: with the pointer, or by Space, arrow keys and Space. */
export function useTierDrag({ rows, chosen, isDisabled, onDrop, onPress, onAnnounce }: DragOptions) {
  const [drag, setDrag] = useState<TierDrag | null>(null);
  const press = useRef<{ id: number; handle: HTMLElement; x: number; y: number } | null>(null);
  const pointer = useRef({ x: 0, y: 0 });

  /** The rows that are dragged with a handle: all selected ones when its row is one of them. */
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
    /** Also fires after a regular release, when there is no drag left to cancel. */
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

/** The target `step` places on, among those that change anything. */
function nextTarget(rows: readonly WaterfallListRow[], { ids, target }: TierDrag, step: number): TierTarget | null {
  const targets = targetsOf(tiersOf(rows)).filter((each) => planMove(rows, ids, each) !== null);
  const at = targets.findIndex((each) => isSameTarget(each, target));
  return targets[Math.min(targets.length - 1, Math.max(0, at + step))] ?? null;
}

/** The target at a point of the window. */
function targetAt(x: number, y: number): TierTarget | null {
  const element = document.elementFromPoint(x, y);
  const heading = element?.closest('[data-tier-heading]');
  const target = targetOfKey(element?.closest<HTMLElement>('[data-target]')?.dataset['target']);
  if (target?.kind === 'tier' && heading && y - heading.getBoundingClientRect().top < headingStrip) {
    return { kind: 'new', before: target.tier };
  }
  return target;
}

/** Scrolls the element's scroll container while the pointer is near its upper or lower edge. */
function scrollAtEdge(element: Element | undefined, y: number): void {
  const box = element ? scrollerOf(element) : null;
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  // The pinned headings are above.
  if (y < top + 2 * edge) box.scrollBy({ top: -scrollStep });
  else if (y > bottom - edge) box.scrollBy({ top: scrollStep });
}
