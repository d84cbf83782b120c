import { expect, test } from 'vitest';
import { groupsHeld } from './groupsHeld.ts';
import type { Bid, SeatBid } from './responseTypes.ts';

const bid = (id: string): Bid => ({ id, impid: id, price: 1 });
const [a, b, c, d] = [bid('a'), bid('b'), bid('c'), bid('d')];
const seats: SeatBid[] = [
  { seat: 's1', group: 1, bid: [a, b] },
  { seat: 's2', bid: [c, d] },
];

test.each<[string, Bid[], Bid[]]>([
  ['all stand when none has fallen', [], [a, b, c, d]],
  ['a group falls with one of its bids', [b], [c, d]],
  ['bids without a group fall alone', [c], [a, b, d]],
  ['nothing is left when all have fallen', [a, c, d], []],
])('2.4: %s', (_, fallen, held) => {
  expect(groupsHeld(seats, new Set(fallen))).toEqual(held);
});
