import { describe, expect, test } from 'vitest';
import { guardStorage } from '../../lib/storage.ts';
import { isPageLink, opensNewTabs, setOpensNewTabs, type ClickedLink } from './newTabs.ts';

const origin = 'https://console.example';

function isTaken(path: string, more: Partial<ClickedLink> = {}): boolean {
  const href = new URL(path, `${origin}/tags`).href;
  return isPageLink({ href, rawHref: path, hasDownload: false, target: '', isPlain: true, ...more }, origin);
}

test('[UI-01] the setting is the key ui_tabs: 1 when ticked, no key when not', () => {
  const items = new Map<string, string>();
  const storage = guardStorage(() => ({
    length: items.size,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }));
  expect(opensNewTabs(storage)).toBe(false);
  setOpensNewTabs(storage, true);
  expect([...items]).toEqual([['ui_tabs', '1']]);
  expect(opensNewTabs(storage)).toBe(true);
  setOpensNewTabs(storage, false);
  expect([...items]).toEqual([]);
});

describe('[UI-01] links that open in new tabs', () => {
  test('include links to pages of the console, with their search', () => {
    for (const path of ['/tags', '/report/3?saved=1', '?open=12', '/']) expect(isTaken(path)).toBe(true);
  });

  test('exclude links within the page, to other sites and to the server', () => {
    for (const path of ['#content', 'https://hub.example/', 'mailto:a@b.example', '/api/switch?type=admin&id=1']) {
      expect(isTaken(path)).toBe(false);
    }
  });

  test('exclude links with a target and files', () => {
    expect(isTaken('/tags', { target: '_blank' })).toBe(false);
    expect(isTaken('/tags', { target: '_self' })).toBe(true);
    expect(isTaken('/tags', { hasDownload: true })).toBe(false);
  });

  test('leave clicks with a modifier or another button to the browser', () => {
    expect(isTaken('/tags', { isPlain: false })).toBe(false);
  });
});
