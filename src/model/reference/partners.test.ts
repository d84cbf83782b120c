import { describe, expect, test } from 'vitest';
import { partnerById, partners } from './partners.ts';

function paramsOf(id: string): string[] {
  return (partnerById(id)?.params ?? []).map(({ name, type, isRequired }) => `${name} ${type}${isRequired ? '*' : ''}`);
}

describe('the partner list', () => {
  test('[REF-07] it has at least 40 partners, some with a Prebid variant', () => {
    const variants = partners.filter(({ variantOf }) => variantOf !== undefined);
    expect(partners.length - variants.length).toBeGreaterThanOrEqual(40);
    expect(variants.length).toBeGreaterThanOrEqual(10);
    for (const { id, integration, variantOf = '' } of variants) {
      expect(id).toBe(`${variantOf}P`);
      expect(integration).toBe('PreBid');
      expect(partnerById(variantOf)?.integration).toMatch(/^(VAST|RTB)$/);
    }
    expect(partners.filter(({ integration }) => integration === 'PreBid')).toHaveLength(variants.length);
  });

  test('[REF-07] ids, names, and the parameters of a partner are unique', () => {
    for (const key of ['id', 'name'] as const) {
      expect(new Set(partners.map((partner) => partner[key])).size).toBe(partners.length);
    }
    for (const { id, params } of partners) {
      expect(id).toMatch(/^[A-Za-z0-9_]+$/);
      expect(params.length).toBeGreaterThan(0);
      expect(new Set(params.map(({ name }) => name)).size).toBe(params.length);
      expect(new Set(params.map(({ label }) => label)).size).toBe(params.length);
    }
  });

  test('[REF-07] every partner has a parameter, and a group has several, none of them always required', () => {
    for (const { params } of partners) {
      expect(params.some(({ isRequired, oneOf, anyOf }) => isRequired || oneOf || anyOf)).toBe(true);
      const names = params.map(({ name }) => name);
      for (const { isRequired, oneOf, anyOf, requiredWith = [] } of params) {
        expect(names).toEqual(expect.arrayContaining([...requiredWith]));
        if (oneOf === undefined && anyOf === undefined) continue;
        expect(isRequired).toBe(false);
        expect(params.filter((param) => param.oneOf === oneOf && param.anyOf === anyOf).length).toBeGreaterThan(1);
      }
    }
  });

  test('[REF-07] pubmaticP is set up for an ad slot', () => {
    expect(paramsOf('pubmaticP')).toEqual(['publisherId text*', 'tagId text', 'adSlot text', 'kadFloor text']);
  });

  test.each([
    ['rubicon', ['accountId integer*', 'siteId integer*', 'zoneId integer*']],
    ['adkernel', ['zoneId integer*']],
    ['improvedigital', ['placementId integer*', 'publisherId integer']],
    ['vidoomy', ['zoneId text*']],
    ['ix', ['siteId text*', 'sid text']],
    ['exco', ['accountId text*', 'publisherId text*', 'tagId text*']],
    ['connectad', ['networkId integer*', 'siteId integer*', 'bidfloor number']],
    ['springserve', ['supplyTagId integer*']],
    ['telariaP', ['adCode text*', 'supplyCode text*', 'videoId text']],
    ['smartadserverP', ['siteId integer*', 'pageId integer*', 'formatId integer*', 'domain text', 'bidfloor number']],
  ])('[REF-07] %s accepts %j', (id, params) => {
    expect(paramsOf(id)).toEqual(params);
  });

  test('three partners are called by VAST', () => {
    const ids = partners.filter(({ integration }) => integration === 'VAST').map(({ id }) => id);
    expect(ids.toSorted()).toEqual(['aniview', 'springserve', 'telaria']);
  });

  test('there is no partner with an unknown id', () => {
    expect(partnerById('unknown')).toBeUndefined();
  });
});
