import { describe, expect, test } from 'vitest';
import { extendChain } from './extendChain.ts';
import { parseSchain } from './parseSchain.ts';
import { writeSchain } from './writeSchain.ts';

const node = { asi: 'ours.example', sid: 'p1' };

/** What was sent, what the channel says, who sells, and what is sent on. */
const cases: [string, string | null, 'append' | 'appendComplete' | 'override' | 'pass', boolean, string | null][] = [
  ['the owner’s own request begins a complete chain', null, 'append', false, '1.0,1!ours.example,p1,1'],
  ['a reseller that sent none begins one that lacks something', null, 'append', true, '1.0,0!ours.example,p1,1'],
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
    'a chain of 1.1 keeps its version, its completeness and the nodes that are not paid',
    '1.1,2!ssai.example,7,0!first.example,8,1',
    'append',
    true,
    '1.1,2!ssai.example,7,0!first.example,8,1!ours.example,p1,1',
  ],
  [
    'appendComplete vouches for what came before',
    '1.0,0!first.example,7,1',
    'appendComplete',
    true,
    '1.0,1!first.example,7,1!ours.example,p1,1',
  ],
  ['appendComplete vouches where nothing came', null, 'appendComplete', true, '1.0,1!ours.example,p1,1'],
  [
    'appendComplete takes nothing from a chain that is more than complete',
    '1.1,2!first.example,7,1',
    'appendComplete',
    true,
    '1.1,2!first.example,7,1!ours.example,p1,1',
  ],
  ['override drops what came before', '1.0,1!first.example,7,1', 'override', false, '1.0,1!ours.example,p1,1'],
  [
    'override of a reseller lacks what it drops',
    '1.0,1!first.example,7,1',
    'override',
    true,
    '1.0,0!ours.example,p1,1',
  ],
  ['a chain without ourselves is never handed on', '1.0,1!first.example,7,1', 'pass', false, null],
  [
    'pass hands on a chain that the sender ended with us',
    '1.0,1!first.example,7,1!OURS.example,p1,1',
    'pass',
    false,
    '1.0,1!first.example,7,1!OURS.example,p1,1',
  ],
  ['pass makes none', null, 'pass', false, null],
  [
    'a sender that named us already does not name us twice',
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

  test('leaves the one that was received as it was', () => {
    const upstream = parseSchain('1.0,1!first.example,7,1');
    extendChain({ upstream, node, mode: 'append', isReseller: true });
    expect(upstream && writeSchain(upstream)).toBe('1.0,1!first.example,7,1');
  });

  test('tells the request by which we pass it on', () => {
    const chain = extendChain({ upstream: null, node: { ...node, rid: 'r1' }, mode: 'append', isReseller: false });
    expect(chain?.nodes).toEqual([{ asi: 'ours.example', sid: 'p1', rid: 'r1', hp: 1 }]);
  });
});
