import { describe, expect, test } from 'vitest';
import { defaultSeller, type Seller } from '#model/index.ts';
import {
  buildAccount,
  buildSubpublisher,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot } from '../snapshot/snapshot.ts';
import { sellerNodeOf } from './sellerNodeOf.ts';
import { accountsAt, sellersOf } from './sellersOf.ts';

function snapshotOf(rows: ConfigurationRows) {
  const snapshot = emptySnapshot();
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
  return snapshot;
}

const listed = (part: Partial<Seller> = {}): Seller => ({ ...defaultSeller, status: 1, ...part });
const entry = (id: string) => ({ id, domain: 'media.example', name: 'Media' });

describe('the sellers of a platform', () => {
  const snapshot = snapshotOf({
    demand: [
      buildAccount({ id: 1, name: 'Owner', domain: 'ads.owner.example', sellersJson: [entry('own')] }),
      buildAccount({ id: 2, name: 'Network', companyName: 'Network Inc' }),
      buildAccount({ id: 3, name: 'Suspended', status: 0, sellersJson: [entry('gone')] }),
    ],
    subpublisher: [
      buildSubpublisher({
        id: 12,
        demandId: 2,
        name: 'Press',
        domain: 'press.example',
        sellersJson: listed({ type: 'PUBLISHER', id: 'pub-12' }),
      }),
      buildSubpublisher({
        id: 11,
        demandId: 2,
        name: 'Blog',
        sellersJson: listed({ name: 'Blog Ltd', confidential: 1 }),
      }),
      buildSubpublisher({ id: 13, demandId: 2, sellersJson: { ...defaultSeller, id: 'not-listed' } }),
      buildSubpublisher({ id: 14, demandId: 2, status: 2, sellersJson: listed({ id: 'archived' }) }),
      buildSubpublisher({ id: 15, demandId: 2, status: 0, sellersJson: listed({ id: 'paused', type: 'BOTH' }) }),
      buildSubpublisher({ id: 16, demandId: 3, sellersJson: listed({ id: 'suspended' }) }),
    ],
  });

  test('are those of its active accounts, accounts without a file of their own first', () => {
    expect(sellersOf(snapshot, null)).toMatchObject([
      { id: 'a2', type: 'BOTH', name: 'Network Inc', domain: '', isConfidential: false },
      { id: 's11', type: 'INTERMEDIARY', name: 'Blog Ltd', isConfidential: true },
      { id: 'pub-12', type: 'PUBLISHER', name: 'Press', domain: 'press.example', isConfidential: false },
      { id: 'paused', type: 'BOTH' },
      { id: 'own', type: 'PUBLISHER', name: 'Media', domain: 'media.example', isConfidential: false },
    ]);
  });

  test('are those of the requested accounts', () => {
    expect(sellersOf(snapshot, [1]).map(({ id }) => id)).toEqual(['own']);
    expect(sellersOf(snapshot, [3])).toEqual([]);
  });
});

test('a host lists the accounts whose domain it is, or whose root domain; other hosts list all', () => {
  const snapshot = snapshotOf({
    demand: [
      buildAccount({ id: 1, domain: 'Ads.press.example' }),
      buildAccount({ id: 2, domain: 'tv.press.example' }),
      buildAccount({ id: 3, domain: 'acme.platform.example' }),
      buildAccount({ id: 4 }),
    ],
  });
  const at = (host: string) => accountsAt(snapshot, host, 'platform.example');
  expect(at('ads.press.example')).toEqual([1]);
  expect(at('press.example')).toEqual([1, 2]);
  expect(at('acme.platform.example')).toEqual([3]);
  expect(at('platform.example')).toBeNull();
  expect(at('localhost')).toBeNull();
});

describe('the seller on a channel', () => {
  const account = buildAccount({ id: 7, domain: 'ads.press.example' });

  test('is its sub-publisher, under the account’s own domain', () => {
    const row = buildSubpublisher({ id: 12, sellersJson: { ...defaultSeller, id: 'pub-12' } });
    expect(sellerNodeOf(account, row, 'platform.example')).toEqual({
      asi: 'press.example',
      sid: 'pub-12',
      isReseller: true,
    });
  });

  test('is the account itself where there is no sub-publisher, and the platform’s domain where it has none', () => {
    expect(sellerNodeOf({ ...account, domain: '' }, undefined, 'platform.example')).toEqual({
      asi: 'platform.example',
      sid: 'a7',
      isReseller: false,
    });
    expect(sellerNodeOf({ ...account, sellersJson: [entry('own')] }, undefined, 'platform.example').sid).toBe('own');
  });

  test.each(['PUBLISHER', 'BOTH'] as const)('owns what it sells as %s', (type) => {
    const row = buildSubpublisher({ id: 12, sellersJson: { ...defaultSeller, type } });
    expect(sellerNodeOf(account, row, 'platform.example')).toMatchObject({ sid: 's12', isReseller: false });
  });
});
