import { describe, expect, test } from 'vitest';
import { guardStorage } from '../../lib/storage.ts';
import { createModeStore, maySwitchMode, modeOf } from './mode.ts';

const types = ['admin', 'demand', 'sub', 'adv', 'sdk'] as const;

/** A SafeStorage over a map. */
function buildStorage(items: Map<string, string> = new Map()) {
  return guardStorage(() => ({
    length: items.size,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }));
}

describe('mode', () => {
  test('[MODE-02] only admins and users with showDsp may switch', () => {
    for (const type of types) {
      expect(maySwitchMode({ type, showDsp: true })).toBe(true);
      expect(maySwitchMode({ type, showDsp: false })).toBe(type === 'admin');
    }
  });

  test('[MODE-04] users who may not switch are in SSP mode, whatever is stored', () => {
    for (const type of types.slice(1)) expect(modeOf({ type, showDsp: false }, 'dsp')).toBe('ssp');
    expect(modeOf({ type: 'demand', showDsp: true }, 'dsp')).toBe('dsp');
    expect(modeOf({ type: 'demand', showDsp: true }, 'anything else')).toBe('ssp');
    expect(modeOf({ type: 'admin', showDsp: false }, null)).toBe('ssp');
  });

  test('[MODE-03] the choice is stored, and a page stays in the mode it was loaded with', () => {
    const items = new Map<string, string>();
    const open = () => createModeStore({ local: buildStorage(items), session: buildStorage() }, new EventTarget());
    const store = open();
    expect(store.choose('dsp')).toBe(true);
    expect(items.get('mode')).toBe('dsp');
    expect([store.loaded, store.current(), store.stored()]).toEqual([null, null, 'dsp']);
    expect(open().current()).toBe('dsp');
  });

  test('a tab follows the mode of a page that it opened until a mode is chosen; other tabs are not affected', () => {
    const storages = { local: buildStorage(new Map([['mode', 'ssp']])), session: buildStorage() };
    const store = createModeStore(storages, new EventTarget());
    store.follow('dsp');
    expect([store.current(), store.stored()]).toEqual(['dsp', 'ssp']);
    expect(createModeStore(storages, new EventTarget()).current()).toBe('dsp');
    expect(createModeStore({ ...storages, session: buildStorage() }, new EventTarget()).current()).toBe('ssp');
    store.choose('ssp');
    expect(createModeStore(storages, new EventTarget()).current()).toBe('ssp');
  });

  test('a choice in another tab is reported to this one', () => {
    const events = new EventTarget();
    const store = createModeStore({ local: buildStorage(), session: buildStorage() }, events);
    let notifications = 0;
    const stop = store.subscribe(() => (notifications += 1));
    events.dispatchEvent(new Event('storage'));
    stop();
    events.dispatchEvent(new Event('storage'));
    expect(notifications).toBe(1);
  });
});
