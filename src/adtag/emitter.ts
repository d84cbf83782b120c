import { reportFault } from './safely.ts';
import type { AdEvent, AdEventName } from './types.ts';

export type Listener = (event: AdEvent) => void;

export interface Emitter {
  on(name: AdEventName, listener: Listener): void;
  off(name: AdEventName, listener: Listener): void;
  emit(event: AdEvent): void;
}

/** Creates an emitter without listeners. A listener that throws does not stop the others. */
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
