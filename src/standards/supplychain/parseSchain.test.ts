import { describe, expect, test } from 'vitest';
import { parseSchain } from './parseSchain.ts';
import type { Schain } from './schain.ts';
import { schainFromObject, schainFromRequest } from './schainFromObject.ts';
import { writeSchain } from './writeSchain.ts';

/** Chains as written in tags, parsed, and as we write them. */
const chains: [title: string, text: string, chain: Schain, written: string][] = [
  [
    'one seller with every field',
    '1.0,1!exchange1.example,1234,1,bid-request-1,publisher,publisher.example',
    {
      ver: '1.0',
      complete: 1,
      nodes: [
        {
          asi: 'exchange1.example',
          sid: '1234',
          hp: 1,
          rid: 'bid-request-1',
          name: 'publisher',
          domain: 'publisher.example',
        },
      ],
    },
    '1.0,1!exchange1.example,1234,1,bid-request-1,publisher,publisher.example',
  ],
  [
    'empty values at the end, and nothing at the end, are the same',
    '1.0,1!exchange1.example,1234,1,,,!exchange2.example,abcd,1',
    {
      ver: '1.0',
      complete: 1,
      nodes: [
        { asi: 'exchange1.example', sid: '1234', hp: 1 },
        { asi: 'exchange2.example', sid: 'abcd', hp: 1 },
      ],
    },
    '1.0,1!exchange1.example,1234,1!exchange2.example,abcd,1',
  ],
  [
    'commas and exclamation marks inside values are percent-encoded',
    '1.0,1!exchange1.example,1234%21abcd,1,bid-request-1,publisher%2c%20Inc.,publisher.example',
    {
      ver: '1.0',
      complete: 1,
      nodes: [
        {
          asi: 'exchange1.example',
          sid: '1234!abcd',
          hp: 1,
          rid: 'bid-request-1',
          name: 'publisher, Inc.',
          domain: 'publisher.example',
        },
      ],
    },
    '1.0,1!exchange1.example,1234%21abcd,1,bid-request-1,publisher%2C%20Inc.,publisher.example',
  ],
  [
    'a node of 1.1 that only passes the request on, in a chain that is complete in everything',
    '1.1,2!ssai.example,p1,0!ssp.example,p2,1',
    {
      ver: '1.1',
      complete: 2,
      nodes: [
        { asi: 'ssai.example', sid: 'p1', hp: 0 },
        { asi: 'ssp.example', sid: 'p2', hp: 1 },
      ],
    },
    '1.1,2!ssai.example,p1,0!ssp.example,p2,1',
  ],
  [
    'an extension is JSON, percent-encoded',
    '1.0,0!ssp.example,p2,1,,,,%7B%22tier%22%3A1%7D',
    { ver: '1.0', complete: 0, nodes: [{ asi: 'ssp.example', sid: 'p2', hp: 1, ext: { tier: 1 } }] },
    '1.0,0!ssp.example,p2,1,,,,%7B%22tier%22%3A1%7D',
  ],
  [
    'a node without hp is paid',
    ' 1.0,0!ssp.example, p2 ',
    { ver: '1.0', complete: 0, nodes: [{ asi: 'ssp.example', sid: 'p2', hp: 1 }] },
    '1.0,0!ssp.example,p2,1',
  ],
];

describe('a chain in a tag', () => {
  test.each(chains)('%s', (_title, text, chain, written) => {
    expect(parseSchain(text)).toEqual(chain);
    expect(writeSchain(chain)).toBe(written);
    expect(parseSchain(written)).toEqual(chain);
  });

  test.each([
    ['no completeness', '1.0!exchange1.example,1,1'],
    ['no node', '1.0,1'],
    ['an empty node', '1.0,1!'],
    ['a node without a seller', '1.0,1!exchange1.example'],
    ['another completeness', '1.0,3!exchange1.example,1,1'],
    ['another kind of node', '1.0,1!exchange1.example,1,2'],
    ['an object', '{"ver":"1.0"}'],
    ['nothing', ''],
  ])('is none with %s', (_title, text) => {
    expect(parseSchain(text)).toBeNull();
  });

  test('lone surrogates do not prevent writing', () => {
    expect(writeSchain({ ver: '1.0', complete: 1, nodes: [{ asi: 'a.example', sid: '\ud800', hp: 1 }] })).toBe(
      '1.0,1!a.example,%EF%BF%BD,1',
    );
  });
});

describe('OpenRTB 2.6, 3.2.25, 3.2.26: a chain in a bid request', () => {
  const chain = { ver: '1.0', complete: 1, nodes: [{ asi: 'ssp.example', sid: 'p2', hp: 1 }] };

  test.each([
    ['2.6', { source: { schain: chain } }],
    ['2.5', { source: { ext: { schain: chain } } }],
    ['2.4 and before', { ext: { schain: chain } }],
  ])('is where %s has it', (_version, request) => {
    expect(schainFromRequest(request)).toEqual(chain);
  });

  test('is read leniently: numeric IDs, no version, no hp', () => {
    expect(schainFromObject({ complete: '1', nodes: [{ asi: 'ssp.example', sid: 12, rid: null, name: ' ' }] })).toEqual(
      {
        ver: '1.0',
        complete: 1,
        nodes: [{ asi: 'ssp.example', sid: '12', hp: 1 }],
      },
    );
  });

  test.each([
    ['no nodes', { complete: 1, nodes: [] }],
    ['a node without a system', { complete: 1, nodes: [{ sid: 'p2', hp: 1 }] }],
    ['another completeness', { complete: 5, nodes: [{ asi: 'ssp.example', sid: 'p2' }] }],
    ['a text', '1.0,1!ssp.example,p2,1'],
    ['nothing', undefined],
  ])('is none with %s', (_title, value) => {
    expect(schainFromObject(value)).toBeNull();
  });
});
