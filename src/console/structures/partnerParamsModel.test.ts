import { expect, test } from 'vitest';
import type { PartnerParams } from '#model/index.ts';
import { partnerById } from '#model/reference/partners.ts';
import type { Partner } from '#model/reference/partners/partner.ts';
import { groupParams, rememberedParams, paramsFor, readParam, withParam } from './partnerParamsModel.ts';

function partner(id: string): Partner {
  const found = partnerById(id);
  if (!found) throw new Error(`no partner ${id}`);
  return found;
}

const groupsOf = (id: string) =>
  groupParams(partner(id)).map(({ kind, params }) => [kind, params.map(({ name }) => name)]);

test('alternatives are grouped, even with others between them', () => {
  expect(groupsOf('appnexusP')).toEqual([
    ['oneOf', ['placementId', 'invCode']],
    ['each', ['member', 'reserve']],
  ]);
  expect(groupsOf('gumgumP')).toEqual([
    ['anyOf', ['zone', 'pubId']],
    ['each', ['slot', 'product', 'bidfloor']],
  ]);
  expect(groupsOf('rubiconP')).toEqual([['each', ['accountId', 'siteId', 'zoneId', 'position', 'floor']]]);
});

test('a number is parsed; an invalid or imprecise one stays text', () => {
  const integer = { type: 'integer' } as const;
  expect(readParam(integer, '12')).toBe(12);
  expect(readParam(integer, 'twelve')).toBe('twelve');
  expect(readParam(integer, '12345678901234567890')).toBe('12345678901234567890');
  expect(readParam({ type: 'number' }, '0.25')).toBe(0.25);
  expect(readParam({ type: 'text' }, '0012')).toBe('0012');
  expect(readParam(integer, ' ')).toBeUndefined();
});

test('a change of partner keeps the common parameters, in the new partner’s type, and drops the others', () => {
  const values: PartnerParams = { siteId: 7, zoneId: 8, accountId: 9 };
  expect(paramsFor(partner('ixP'), values)).toEqual({ siteId: '7' });
  expect(paramsFor(partner('rubiconP'), { siteId: '7', zoneId: 'home', position: 'top' })).toEqual({
    siteId: 7,
    position: 'top',
  });
  expect(paramsFor(partner('ixP'), {})).toEqual({});
});

test('values removed under the previous partner are not restored', () => {
  const past = { siteId: '7', zoneId: 8, position: 'top' };
  expect(rememberedParams(partner('rubiconP'), past, { siteId: 7 })).toEqual({ siteId: 7 });
  expect(rememberedParams(partner('ixP'), past, { siteId: '9' })).toEqual({ siteId: '9', zoneId: 8, position: 'top' });
  expect(rememberedParams(undefined, past, {})).toEqual(past);
});

test('a removed value leaves no key', () => {
  expect(withParam({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(withParam({ a: 1 }, 'b', 'x')).toEqual({ a: 1, b: 'x' });
});
