import { GppModel, Sections } from '@iabgpp/cmpapi';
import { describe, expect, test } from 'vitest';
import { buildTcString } from '../../../tests/privacy/buildTcString.ts';
import { decodeGpp } from './gppString.ts';

const optOuts = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'];
const children = 'KnownChildSensitiveDataConsents';

const states = [...Sections.SECTION_ID_NAME_MAP].filter(([id]) => id >= 7);

function choicesIn(id: number, name: string, fields: Readonly<Record<string, unknown>>) {
  const model = new GppModel();
  for (const [field, value] of Object.entries(fields)) model.setFieldValue(name, field, value);
  return decodeGpp(model.encode())?.us.get(id);
}

function hasField(name: string, field: string): boolean {
  const model = new GppModel();
  model.setFieldValue(name, 'SaleOptOut', 0);
  return model.hasField(name, field);
}

/** The children's consent field of a state section in the library's form: a number or a list. */
function childField(name: string, at: number, value: number): unknown {
  const model = new GppModel();
  model.setFieldValue(name, 'SaleOptOut', 0);
  const empty: unknown = model.getFieldValue(name, children);
  return Array.isArray(empty) ? empty.with(at, value) : value;
}

function childCount(name: string): number {
  if (!hasField(name, children)) return 0;
  const model = new GppModel();
  model.setFieldValue(name, 'SaleOptOut', 0);
  const empty: unknown = model.getFieldValue(name, children);
  return Array.isArray(empty) ? empty.length : 1;
}

/** A header of a thousand ranges with 102,334,155 sections each: the 39th Fibonacci number. */
function hugeHeader(): string {
  const bits = `000011000001${(1000).toString(2).padStart(12, '0')}${`111${'0'.repeat(38)}11`.repeat(1000)}`;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return (bits.match(/.{1,6}/g) ?? []).map((six) => alphabet[Number.parseInt(six.padEnd(6, '0'), 2)]).join('');
}

describe('decodeGpp', () => {
  test('knows every US section that the IAB library knows', () => {
    expect(states.map(([id]) => id)).toEqual(Array.from({ length: 21 }, (_, index) => index + 7));
  });

  test.each(states)('reads section %i, %s, as the IAB library writes it', (id, name) => {
    const none = { isOptedOut: false, isKnownMinor: false, isChild: false };
    // Every other field is set too, so that reading a neighbor by mistake shows.
    const others = { MspaCoveredTransaction: 1, SaleOptOutNotice: 1 };
    expect(choicesIn(id, name, others)).toEqual(none);
    const present = optOuts.filter((field) => hasField(name, field));
    expect(present.length).toBeGreaterThan(1);
    for (const field of present) {
      expect(choicesIn(id, name, { ...others, [field]: 1 })).toEqual({ ...none, isOptedOut: true });
      expect(choicesIn(id, name, { ...others, [field]: 2 })).toEqual(none);
    }
    for (let at = 0; at < childCount(name); at += 1) {
      const refused = choicesIn(id, name, { ...others, [children]: childField(name, at, 1) });
      expect(refused).toEqual({ isOptedOut: false, isKnownMinor: true, isChild: true });
      const allowed = choicesIn(id, name, { ...others, [children]: childField(name, at, 2) });
      expect(allowed).toEqual({ isOptedOut: false, isKnownMinor: true, isChild: false });
    }
    if (hasField(name, 'SensitiveDataProcessing')) {
      const model = new GppModel();
      model.setFieldValue(name, 'SaleOptOut', 0);
      const size = (model.getFieldValue(name, 'SensitiveDataProcessing') as number[]).length;
      expect(choicesIn(id, name, { SensitiveDataProcessing: Array.from({ length: size }, () => 1) })).toEqual(none);
    }
    if (hasField(name, 'Gpc')) {
      expect(choicesIn(id, name, { GpcSegmentIncluded: true, Gpc: true })).toEqual({ ...none, isOptedOut: true });
      expect(choicesIn(id, name, { GpcSegmentIncluded: true, Gpc: false })).toEqual(none);
      expect(choicesIn(id, name, { GpcSegmentIncluded: false, Gpc: true })).toEqual(none);
    }
  });

  test('reads the first version of the national section', () => {
    const first = { Version: 1, SaleOptOutNotice: 1 };
    expect(choicesIn(7, 'usnat', first)).toEqual({ isOptedOut: false, isKnownMinor: false, isChild: false });
    const under13 = choicesIn(7, 'usnat', { ...first, [children]: [0, 1, 0] });
    expect(under13).toEqual({ isOptedOut: false, isKnownMinor: true, isChild: true });
    expect(choicesIn(7, 'usnat', { ...first, TargetedAdvertisingOptOut: 1 })?.isOptedOut).toBe(true);
  });

  test('reads a US Privacy string and a TCF string inside, and several sections beside each other', () => {
    const tcf = buildTcString();
    const model = new GppModel();
    model.decodeSection('tcfeuv2', tcf);
    model.decodeSection('uspv1', '1YYN');
    model.setFieldValue('usca', 'SharingOptOut', 2);
    model.setFieldValue('usri', 'SaleOptOut', 1);
    const read = decodeGpp(model.encode());
    expect(read?.tcf.split('.')[0]).toBe(tcf.split('.')[0]);
    expect([...(read?.us ?? [])].map(([id, choices]) => [id, choices?.isOptedOut])).toEqual([
      [6, true],
      [8, false],
      [27, true],
    ]);
  });

  test('skips unknown sections', () => {
    const model = new GppModel();
    model.setFieldValue('tcfcav1', 'CmpId', 1);
    model.setFieldValue('usva', 'SaleOptOut', 1);
    expect([...(decodeGpp(model.encode())?.us.keys() ?? [])]).toEqual([9]);
  });

  test.each([
    ['a section of another version', 'DBABLA~DVVVVVVVVVWA'],
    ['a section that ends early', 'DBABLA~BVV'],
    ['a section that is not base64url', 'DBABLA~B.V*'],
    ['an empty section', 'DBABLA~'],
  ])('marks %s as unreadable', (_, text) => {
    expect(decodeGpp(text)?.us).toEqual(new Map([[7, null]]));
  });

  test.each([
    ['nothing', ''],
    ['a TCF string', buildTcString()],
    ['a word', 'undefined'],
    ['a header that names more sections than there are', 'DBABLA'],
    ['a header that names fewer', 'DBABLA~BVVVVVVVVWA~1YNN'],
    ['a header without an end', 'DBAC'],
    ['ranges of a hundred million sections each', `${hugeHeader()}~BVV`],
  ])('refuses %s', (_, text) => {
    expect(decodeGpp(text)).toBeNull();
  });
});
