import { reportFault } from './safely.ts';
import type { AdEvent, AdEventName } from './types.ts';

/** What a page does with an event. */
export type Listener = (event: AdEvent) => void;

/** Keeps listeners and tells them. */
export interface Emitter {
  on(name: AdEventName, listener: Listener): void;
  off(name: AdEventName, listener: Listener): void;
  emit(event: AdEvent): void;
}

/** An emitter without listeners. A listener that throws keeps nobody else from hearing. */
export function createEmitter(): Emitter {
  const listeners = new Map<AdEventName, Set<Listener>>();
  return {
    on(name, listener) {
      const current = listeners.get(name) ?? new Set();
      listeners.set(name, current.add(listener));
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener),
    emit(event) {
      for (const listener of Array.from(listeners.get(event.type) ?? [])) {
        try {
          listener(event);
        } catch (error) {
          reportFault(error);
        }
      }
    },
  };
}
