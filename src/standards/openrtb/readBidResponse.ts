import type { BidFault } from './bidFault.ts';
import { bidShapeFault, isSafeJson } from './bidShape.ts';
import { isObject } from './fieldChecks.ts';
import type { Bid, BidResponse, SeatBid } from './responseTypes.ts';

/** A response with its defaults. Seats without bids are left out. */
export type ReceivedBids = BidResponse & { seatbid: SeatBid[]; cur: string };

/** A bid that is no bid: what is known of it, to count it and to tell its sender. */
export interface DroppedBid {
  seat: string | undefined;
  id: string | undefined;
  impid: string | undefined;
  lurl: string | undefined;
  fault: BidFault;
}

/** What a bidder answered. `fault` of an invalid answer is a text for people, `nbr` a no-bid reason of OpenRTB. */
export type ParsedBidResponse =
  | { kind: 'bids'; response: ReceivedBids; droppedBids: DroppedBid[] }
  | { kind: 'no_bid'; nbr: number | null }
  | { kind: 'invalid'; fault: string };

/** Far more than a bidder offers for one impression. */
const defaultMaxBids = 200;

/**
 * Reads the body of an answer to the request `requestId`; '' is what a 204 has. Every form of no bid is accepted, unknown
 * fields are kept, answers with more than `mostBids` bids are refused, broken bids are dropped one by one (all of them, where a group stands or falls as a whole): `bids` may
 * hold none then. Faults are those of 2.4 that need no request; judgeBid knows the others.
 */
export function readBidResponse(text: string, requestId: string, maxBids = defaultMaxBids): ParsedBidResponse {
  const body = text.trim();
  if (body === '') return { kind: 'no_bid', nbr: null };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalid('The response is not JSON');
  }
  if (!isObject(json)) return invalid('The response is not a JSON object');
  if (!isSafeJson(json)) return invalid('The response is nested too deeply or contains a forbidden key');
  return readObject(json, requestId, maxBids);
}

function invalid(fault: string): ParsedBidResponse {
  return { kind: 'invalid', fault };
}

function readObject(json: Record<string, unknown>, requestId: string, maxBids: number): ParsedBidResponse {
  const { id, seatbid, cur, nbr } = json;
  if (id != null && id !== requestId) return invalid('id does not match the request');
  if (seatbid != null && !Array.isArray(seatbid)) return invalid('seatbid is not an array');
  const seats: unknown[] = seatbid ?? [];
  let count = 0;
  for (const [index, seat] of seats.entries()) {
    const fault = seatFault(seat);
    if (fault !== null) return invalid(`seatbid[${index}]${fault}`);
    count += (seat as SeatBid).bid.length;
    if (count > maxBids) return invalid(`The response has more than ${maxBids} bids`);
  }
  if (count === 0) return { kind: 'no_bid', nbr: Number.isInteger(nbr) ? (nbr as number) : null };
  if (id == null) return invalid('id is missing');
  const currency = cur ?? 'USD';
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return invalid('cur is not a currency code');
  json['cur'] = currency.toUpperCase();
  if (typeof json['bidid'] !== 'string') json['bidid'] = undefined;
  if (!isObject(json['ext'])) json['ext'] = undefined;
  const droppedBids: DroppedBid[] = [];
  json['seatbid'] = (seats as SeatBid[]).filter((seat) => filterBids(seat, droppedBids));
  return { kind: 'bids', response: json as unknown as ReceivedBids, droppedBids };
}

/** Puts a seat in order, except for what its bids hold. Says what is wrong as the end of a sentence that names the seat. */
function seatFault(seat: unknown): string | null {
  if (!isObject(seat)) return ' is not an object';
  if (seat['bid'] == null) seat['bid'] = [];
  if (!Array.isArray(seat['bid'])) return '.bid is not an array';
  if (seat['seat'] === null) seat['seat'] = undefined;
  if (seat['seat'] !== undefined && typeof seat['seat'] !== 'string') return '.seat is not a string';
  if (seat['group'] != null && typeof seat['group'] !== 'number') return '.group is not a number';
  if (!isObject(seat['ext'])) seat['ext'] = undefined;
  return null;
}

/** Takes the broken bids out of a seat. False when none is left. */
function filterBids(seatbid: SeatBid, droppedBids: DroppedBid[]): boolean {
  const { bid: bids, seat, group } = seatbid;
  const before = droppedBids.length;
  const validBids: Bid[] = [];
  for (const bid of bids as unknown[]) {
    const fault = isObject(bid) ? bidShapeFault(bid) : 'malformed';
    if (fault === null) validBids.push(bid as Bid);
    else droppedBids.push(dropped(bid, seat, fault));
  }
  if (group === 1 && droppedBids.length > before) {
    for (const bid of validBids) droppedBids.push(dropped(bid, seat, 'group_fallen'));
    validBids.length = 0;
  }
  seatbid.bid = validBids;
  return validBids.length > 0;
}

function dropped(bid: unknown, seat: string | undefined, fault: BidFault): DroppedBid {
  const { id, impid, lurl } = isObject(bid) ? bid : {};
  return { seat, id: textOf(id), impid: textOf(impid), lurl: textOf(lurl), fault };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
