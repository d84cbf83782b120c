import { describe, expect, test } from 'vitest';
import { extendChain } from './extendChain.ts';
import { parseSchain } from './parseSchain.ts';
import { writeSchain } from './writeSchain.ts';

const node = { asi: 'ours.example', sid: 'p1' };

/** The received chain, the channel's mode, whether the seller resells, and the chain that we send. */
const cases: [string, string | null, 'append' | 'appendComplete' | 'override' | 'pass', boolean, string | null][] = [
  ['the owner’s own request begins a complete chain', null, 'append', false, '1.0,1!ours.example,p1,1'],
  ['a reseller’s request without a chain begins an incomplete one', null, 'append', true, '1.0,0!ours.example,p1,1'],
  [
    'ours comes last, and a complete chain stays complete',
    '1.0,1!first.example,7,1',
    'append',
    true,
    '1.0,1!first.example,7,1!ours.example,p1,1',
  ],
  [
    'an incomplete chain stays incomplete',
    '1.0,0!first.example,7,1',
    'append',
    false,
    '1.0,0!first.example,7,1!ours.example,p1,1',
  ],
  [
    'a chain of 1.1 passes on its version, completeness and unpaid nodes',
    '1.1,2!ssai.example,7,0!first.example,8,1',
    'append',
    true,
    '1.1,2!ssai.example,7,0!first.example,8,1!ours.example,p1,1',
  ],
  [
    'appendComplete declares the received chain complete',
    '1.0,0!first.example,7,1',
    'appendComplete',
    true,
    '1.0,1!first.example,7,1!ours.example,p1,1',
  ],
  ['appendComplete declares our own chain complete', null, 'appendComplete', true, '1.0,1!ours.example,p1,1'],
  [
    'appendComplete does not lower the completeness of a chain',
    '1.1,2!first.example,7,1',
    'appendComplete',
    true,
    '1.1,2!first.example,7,1!ours.example,p1,1',
  ],
  ['override drops the received chain', '1.0,1!first.example,7,1', 'override', false, '1.0,1!ours.example,p1,1'],
  ['override of a reseller is incomplete', '1.0,1!first.example,7,1', 'override', true, '1.0,0!ours.example,p1,1'],
  ['a chain without us is never passed on', '1.0,1!first.example,7,1', 'pass', false, null],
  [
    'pass passes on a chain whose last node is ours',
    '1.0,1!first.example,7,1!OURS.example,p1,1',
    'pass',
    false,
    '1.0,1!first.example,7,1!OURS.example,p1,1',
  ],
  ['pass never creates one', null, 'pass', false, null],
  [
    'our node, already added by the sender, is not repeated',
    '1.0,1!first.example,7,1!ours.example,p1,1,their-request',
    'append',
    true,
    '1.0,1!first.example,7,1!ours.example,p1,1',
  ],
  [
    'another account with us is another node',
    '1.0,1!ours.example,p0,1',
    'append',
    true,
    '1.0,1!ours.example,p0,1!ours.example,p1,1',
  ],
];

describe('the chain that we send', () => {
  test.each(cases)('%s', (_title, sent, mode, isReseller, expected) => {
    const upstream = sent === null ? null : parseSchain(sent);
    const extended = extendChain({ upstream, node, mode, isReseller });
    expect(extended && writeSchain(extended)).toBe(expected);
  });

  test('leaves the received chain unchanged', () => {
    const upstream = parseSchain('1.0,1!first.example,7,1');
    extendChain({ upstream, node, mode: 'append', isReseller: true });
    expect(upstream && writeSchain(upstream)).toBe('1.0,1!first.example,7,1');
  });

  test('includes our request ID', () => {
    const chain = extendChain({ upstream: null, node: { ...node, rid: 'r1' }, mode: 'append', isReseller: false });
    expect(chain?.nodes).toEqual([{ asi: 'ours.example', sid: 'p1', rid: 'r1', hp: 1 }]);
  });
});
