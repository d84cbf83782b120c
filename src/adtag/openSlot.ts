import type { SlotConfig } from './resolveSlotConfig.ts';
import { reportFault, safely } from './safely.ts';
import type { SlotRuntime } from './slotRuntime.ts';
import type { AdEvent, AdEventName, FaultCode, Format, Slot, SlotOptions, RequestParams } from './types.ts';

/** Emits an event of one slot. */
export type EmitSlotEvent = (type: AdEventName, more?: Partial<AdEvent>) => void;

/** The input of a format handler, once the slot's target exists. */
export interface SlotContext {
  target: HTMLElement;
  emit: EmitSlotEvent;
  /** The resolved config and privacy parameters; null when there is none, after the reason has been emitted. */
  slotConfig: () => Promise<{ slotConfig: SlotConfig; privacy: RequestParams } | null>;
  isDestroyed: () => boolean;
}

/** The running format of a slot. */
export interface SlotController {
  refresh(): void;
  destroy(): void;
}

/** An ad format. */
export interface FormatHandler {
  name: Format;
  /** Starts in a slot. Returns null when the target is not an element that the format can use. */
  start(open: SlotContext, runtime: SlotRuntime, options: SlotOptions): SlotController | null;
}

/**
 * Opens a slot. It starts once its format is known and its target is in the page; a null format emits `wrong_format`.
 */
export function openSlot(
  runtime: SlotRuntime,
  options: SlotOptions,
  resolveFormat: () => FormatHandler | Promise<FormatHandler | null>,
): Slot {
  let controller: SlotController | null = null;
  let isDestroyed = false;
  const number = runtime.nextSlotNumber();
  const event: Omit<AdEvent, 'type'> = {
    slot: `bidhouse-${number}`,
    format: null,
    target: null,
    channel: options.channel ?? '',
    placement: options.placement ?? '',
  };
  const emit: EmitSlotEvent = (type, more) => {
    if (!isDestroyed) runtime.emit({ ...event, type, ...more });
  };
  const fail = (code: FaultCode) => {
    if (code !== 'off') emit('error', { code });
    emit('empty', { code });
  };
  const slot: Slot = {
    id: event.slot,
    refresh: safely(() => controller?.refresh()),
    destroy: safely(() => {
      isDestroyed = true;
      controller?.destroy();
      controller = null;
    }),
  };
  const slotConfig = async () => {
    const result = await runtime.slotConfig(event.format ?? 'display', options);
    if (!result.ok) {
      fail(result.code);
      return null;
    }
    event.channel = result.slotConfig.channel;
    return { slotConfig: result.slotConfig, privacy: await runtime.privacy(result.slotConfig) };
  };
  const start = async () => {
    // `openSlot` returns the handle before anything happens in the slot.
    const format = await resolveFormat();
    if (isDestroyed) return;
    if (!format) return fail('wrong_format');
    event.format = format.name;
    const target = findElement(options.target) ?? (await afterDomReady(() => findElement(options.target)));
    if (isDestroyed) return;
    if (!(target instanceof HTMLElement)) return fail('no_target');
    event.target = target;
    runtime.claimTarget(target, slot, number);
    if (isDestroyed) return;
    controller = format.start({ target, emit, slotConfig, isDestroyed: () => isDestroyed }, runtime, options);
    if (!controller) fail('no_target');
  };
  start().catch((error: unknown) => {
    reportFault(error);
    fail('internal');
  });
  return slot;
}

/** The element of a target: an element, a selector or an ID. */
function findElement(target: unknown): Element | null {
  if (target instanceof Element) return target;
  if (typeof target !== 'string') return null;
  try {
    return document.querySelector(target) ?? document.getElementById(target);
  } catch {
    return document.getElementById(target);
  }
}

/** Looks again once the document is parsed; null when it already was. */
async function afterDomReady<Found>(find: () => Found | null): Promise<Found | null> {
  if (document.readyState !== 'loading') return null;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  return find();
}
