import { describe, expect, test } from 'vitest';
import { partnerById, partners } from '../partners.ts';
import { faultsOfParams } from './faultsOfParams.ts';

function faults(id: string, values: Record<string, unknown>): string[] {
  const partner = partnerById(id);
  if (!partner) throw new Error(`no partner ${id}`);
  return faultsOfParams(partner, values).map(({ code, path }) => `${path} ${code}`);
}

describe('faults of parameters', () => {
  test('[REF-07] none when all required parameters are given in their types', () => {
    expect(faults('rubicon', { accountId: 4934, siteId: 13945, zoneId: 23948 })).toEqual([]);
    expect(faults('pubmaticP', { publisherId: '32572', tagId: '', adSlot: 'home_top', kadFloor: '0.50' })).toEqual([]);
  });

  test('[REF-07] every missing parameter is reported; blank text and null are missing', () => {
    expect(faults('rubicon', {})).toEqual(['accountId required', 'siteId required', 'zoneId required']);
    expect(faults('pubmaticP', { publisherId: '  ', tagId: null })).toEqual(['publisherId required']);
  });

  test('[REF-07] an unknown parameter is rejected, including names that every object inherits', () => {
    expect(faults('adkernel', { zoneId: 1, placement: 2 })).toEqual(['placement unknown_field']);
    expect(faults('adkernel', { toString: 'x' })).toEqual(['toString unknown_field', 'zoneId required']);
  });

  test.each([['12'], [1.5], [Number.NaN], [true], [{}], [2 ** 53]])('[REF-07] %j is not a numeric id', (zoneId) => {
    expect(faults('adkernel', { zoneId })).toEqual(['zoneId invalid_type']);
  });

  test('[REF-07] numbers are finite and not negative', () => {
    expect(faults('beachfront', { appId: 'a', bidfloor: 0.25 })).toEqual([]);
    expect(faults('beachfront', { appId: 'a', bidfloor: -0.25 })).toEqual(['bidfloor too_small']);
    expect(faults('beachfront', { appId: 'a', bidfloor: Infinity })).toEqual(['bidfloor invalid_type']);
    expect(faults('adkernel', { zoneId: -1 })).toEqual(['zoneId too_small']);
  });

  test('[REF-07] text is text of at most 255 characters that can be stored', () => {
    expect(faults('ix', { siteId: 123 })).toEqual(['siteId invalid_type']);
    expect(faults('ix', { siteId: 'a'.repeat(255) })).toEqual([]);
    expect(faults('ix', { siteId: 'a'.repeat(256) })).toEqual(['siteId too_big']);
    expect(faults('ix', { siteId: 'a\u0000b' })).toEqual(['siteId invalid_format']);
  });

  test('[REF-07] of a group of alternatives exactly one is given', () => {
    expect(faults('colossus', {})).toEqual(['TagID required', 'groupId required']);
    expect(faults('colossus', { TagID: 'a' })).toEqual([]);
    expect(faults('colossus', { TagID: 'a', groupId: 'b' })).toEqual(['TagID not_allowed', 'groupId not_allowed']);
  });

  test('[REF-07] of a group of inventory identifiers at least one is given', () => {
    expect(faults('33across', { productId: 'siab' })).toEqual(['siteId required', 'zoneId required']);
    expect(faults('33across', { productId: 'siab', zoneId: 'z' })).toEqual([]);
    expect(faults('33across', { productId: 'siab', zoneId: 'z', siteId: 's' })).toEqual([]);
  });

  test('[REF-07] parameters that belong together are required together', () => {
    expect(faults('appnexus', { placementId: 1 })).toEqual([]);
    expect(faults('appnexus', { invCode: 'news' })).toEqual(['member required']);
    expect(faults('smartadserver', { networkId: 1 })).toEqual([]);
    expect(faults('smartadserver', { networkId: 1, pageId: 2 })).toEqual(['siteId required', 'formatId required']);
  });

  test('[REF-07] no partner accepts an empty set of parameters', () => {
    for (const partner of partners) expect(faultsOfParams(partner, {})).not.toEqual([]);
  });
});
