import type { Bid, SeatBid } from './responseTypes.ts';

/**
 * The bids that still stand when some have fallen, in their order: of a `group` = 1 all or none (2.4). Ask again whenever
 * another bid falls, in an auction too.
 */
export function groupsHeld(seatbids: readonly SeatBid[], fallen: ReadonlySet<Bid>): Bid[] {
  const held: Bid[] = [];
  for (const { bid: bids, group } of seatbids) {
    if (group === 1 && bids.some((bid) => fallen.has(bid))) continue;
    for (const bid of bids) if (!fallen.has(bid)) held.push(bid);
  }
  return held;
}
