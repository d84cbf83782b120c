import type { Place } from './placeOf.ts';
import { reportFault, safely } from './safely.ts';
import type { SlotRuntime } from './slotRuntime.ts';
import type { AdEvent, AdEventName, FaultCode, Format, Slot, SlotOptions, Texts } from './types.ts';

/** Tells the page of a slot. */
export type Tell = (type: AdEventName, more?: Partial<AdEvent>) => void;

/** What a format gets once its target is there. */
export interface OpenSlot {
  target: HTMLElement;
  tell: Tell;
  /** Where to ask; null, once the page was told why, where there is nothing to ask. */
  place: () => Promise<{ place: Place; privacy: Texts } | null>;
  isGone: () => boolean;
}

/** What a format does in a slot. */
export interface SlotWork {
  refresh(): void;
  destroy(): void;
}

/** How a format works. */
export interface SlotFormat {
  name: Format;
  /** Begins in a slot; null where its target is no element for it. */
  begin(open: OpenSlot, runtime: SlotRuntime, options: SlotOptions): SlotWork | null;
}

/** Opens a slot: as soon as its format is known and its target is in the page, it works. A null format is none of ours. */
export function openSlot(
  runtime: SlotRuntime,
  options: SlotOptions,
  formatOf: () => SlotFormat | Promise<SlotFormat | null>,
): Slot {
  let work: SlotWork | null = null;
  let isGone = false;
  const number = runtime.newNumber();
  const event: Omit<AdEvent, 'type'> = {
    slot: `bidhouse-${number}`,
    format: null,
    target: null,
    channel: options.channel ?? '',
    placement: options.placement ?? '',
  };
  const tell: Tell = (type, more) => {
    if (!isGone) runtime.tell({ ...event, type, ...more });
  };
  const refuse = (code: FaultCode) => {
    if (code !== 'off') tell('error', { code });
    tell('empty', { code });
  };
  const slot: Slot = {
    id: event.slot,
    refresh: safely(() => work?.refresh()),
    destroy: safely(() => {
      isGone = true;
      work?.destroy();
      work = null;
    }),
  };
  const place = async () => {
    const result = await runtime.place(event.format ?? 'display', options);
    if (!result.ok) {
      refuse(result.code);
      return null;
    }
    event.channel = result.place.channel;
    return { place: result.place, privacy: await runtime.privacy(result.place) };
  };
  const start = async () => {
    // The page gets the handle before anything happens in the slot.
    const format = await formatOf();
    if (isGone) return;
    if (!format) return refuse('wrong_format');
    event.format = format.name;
    const target = elementOf(options.target) ?? (await whenRead(() => elementOf(options.target)));
    if (isGone) return;
    if (!(target instanceof HTMLElement)) return refuse('no_target');
    event.target = target;
    runtime.claim(target, slot, number);
    if (isGone) return;
    work = format.begin({ target, tell, place, isGone: () => isGone }, runtime, options);
    if (!work) refuse('no_target');
  };
  start().catch((error: unknown) => {
    reportFault(error);
    refuse('internal');
  });
  return slot;
}

/** The element that a page means: itself, by a selector or by its id. */
function elementOf(target: unknown): Element | null {
  if (target instanceof Element) return target;
  if (typeof target !== 'string') return null;
  try {
    return document.querySelector(target) ?? document.getElementById(target);
  } catch {
    return document.getElementById(target);
  }
}

/** What is found once the page has been read to its end; nothing new where it was. */
async function whenRead<Found>(find: () => Found | null): Promise<Found | null> {
  if (document.readyState !== 'loading') return null;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  return find();
}
