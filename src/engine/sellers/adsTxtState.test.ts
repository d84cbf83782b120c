import { describe, expect, test } from 'vitest';
import type { AdsTxtAppRow, AdsTxtFileRow } from '#model/supply/adsTxt.ts';
import { applyMessage, emptySnapshot } from '../snapshot/snapshot.ts';
import { adsTxtState, type SoldInventory } from './adsTxtState.ts';

const account = { asi: 'Ours.example', sid: 'pub1' };
const ours = 'ours.example pub1';

function file(host: string, part: Partial<AdsTxtFileRow> = {}): Omit<AdsTxtFileRow, 'id'> {
  return { kind: 'ads', host, state: 'file', sellers: [], partners: [], ...part };
}

function snapshotOf(files: Omit<AdsTxtFileRow, 'id'>[], apps: Omit<AdsTxtAppRow, 'id'>[] = []) {
  const snapshot = emptySnapshot();
  for (const [id, row] of files.entries()) {
    applyMessage(snapshot, { type: 'row', entity: 'adsTxtFile', id, row: { id, ...row } });
  }
  for (const [id, row] of apps.entries()) {
    applyMessage(snapshot, { type: 'row', entity: 'adsTxtApp', id, row: { id, ...row } });
  }
  return snapshot;
}

const verdict = (snapshot: ReturnType<typeof snapshotOf>, inventory: Partial<SoldInventory>) =>
  adsTxtState(snapshot.adsTxt, { site: '', app: '', ...inventory }, account);

describe('ads.txt files of sites authorize us or not', () => {
  const snapshot = snapshotOf([
    file('lists.example', { sellers: ['ours.example other', ours] }),
    file('others.example', { sellers: ['ours.example PUB1'] }),
    file('without.example', { state: 'none' }),
    file('away.example', { state: 'unread' }),
    file('sport.others.example', { sellers: [ours] }),
    file('old.lists.example', { state: 'none' }),
  ]);

  test.each([
    ['lists.example', 'authorized'],
    ['others.example', 'unauthorized'],
    ['without.example', 'non_participating'],
    ['away.example', 'unread'],
    ['unknown.example', 'unread'],
    ['', 'unread'],
    // Subdomains use the file of the root domain.
    ['m.lists.example', 'authorized'],
    // A subdomain with a file of its own uses only that.
    ['sport.others.example', 'authorized'],
    ['weather.others.example', 'unauthorized'],
    // A declared subdomain without a file uses that of its root domain.
    ['old.lists.example', 'authorized'],
  ])('the site “%s” is %s', (site, expected) => {
    expect(verdict(snapshot, { site })).toBe(expected);
  });
});

describe('app-ads.txt files of apps authorize us or not', () => {
  const app = (host: string, part: Partial<AdsTxtFileRow> = {}) => file(host, { kind: 'app', ...part });
  const snapshot = snapshotOf(
    [
      app('lists.example', { sellers: [ours] }),
      app('studio.lists.example', { state: 'none' }),
      app('studio.others.example'),
      app('others.example', { sellers: [ours] }),
      app('slow.example', { state: 'unread' }),
      app('none.example', { state: 'none' }),
      file('web.example', { sellers: [ours] }),
    ],
    [
      { bundle: 'com.fallback', hosts: ['studio.lists.example', 'lists.example'] },
      { bundle: 'com.first', hosts: ['studio.others.example', 'others.example'] },
      { bundle: 'com.waiting', hosts: ['slow.example', 'lists.example'] },
      { bundle: 'com.none', hosts: ['none.example'] },
      { bundle: 'com.web', hosts: ['web.example'] },
      { bundle: 'com.nowhere', hosts: [] },
    ],
  );

  test.each([
    ['com.fallback', 'authorized'],
    ['com.first', 'unauthorized'],
    ['com.waiting', 'unread'],
    ['com.none', 'non_participating'],
    // An ads.txt does not apply to apps.
    ['com.web', 'unread'],
    ['com.nowhere', 'unread'],
    ['com.unknown', 'unread'],
  ])('the app “%s” is %s', (bundle, expected) => {
    expect(verdict(snapshot, { app: bundle, site: 'lists.example' })).toBe(expected);
  });
});

describe('a partner that owns a part of the inventory', () => {
  const snapshot = snapshotOf([
    file('owner.example', { partners: ['partner.example', 'silent.example', 'other.example'] }),
    file('partner.example', { sellers: [ours] }),
    file('other.example'),
    file('bare.example', { state: 'none' }),
  ]);

  test.each([
    ['owner.example', 'Partner.example', 'authorized'],
    ['owner.example', 'other.example', 'unauthorized'],
    ['owner.example', 'silent.example', 'inconclusive'],
    ['owner.example', 'stranger.example', 'unauthorized'],
    ['partner.example', 'other.example', 'authorized'],
    ['bare.example', 'partner.example', 'inconclusive'],
  ])('of %s is %s: %s', (site, partner, expected) => {
    expect(verdict(snapshot, { site, partner })).toBe(expected);
  });
});

test('follows changes and deletions', () => {
  const snapshot = snapshotOf([file('lists.example', { sellers: [ours] })]);
  const row = (change: AdsTxtFileRow | null) =>
    applyMessage(snapshot, { type: 'row', entity: 'adsTxtFile', id: 0, row: change });
  row({ id: 0, ...file('lists.example') });
  expect(verdict(snapshot, { site: 'lists.example' })).toBe('unauthorized');
  row(null);
  expect(verdict(snapshot, { site: 'lists.example' })).toBe('unread');
  row({ id: 0, ...file('lists.example', { sellers: [ours] }) });
  applyMessage(snapshot, { type: 'reset' });
  expect(verdict(snapshot, { site: 'lists.example' })).toBe('unread');
});
