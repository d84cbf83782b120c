import { expect, test } from 'vitest';
import { bidsForImp } from './bidsForImp.ts';

const bid = (id: string, impid?: string) => ({ id, ...(impid === undefined ? {} : { impid }), price: 1 });
const response = (...seatbid: object[]) => JSON.stringify({ id: 'r', seatbid });
const sides = (own: string[], others: string[], takesUnknown: boolean) => ({ own, others, takesUnknown });
const idsIn = (text: string) =>
  (JSON.parse(text) as { seatbid: { bid: { id: string }[] }[] }).seatbid.flatMap((seat) =>
    seat.bid.map(({ id }) => id),
  );

test('bids for one imp are separated from those for the others', () => {
  const text = response({ seat: 'a', bid: [bid('1', 'x'), bid('2', 'y')] }, { seat: 'b', bid: [bid('3', 'y')] });
  expect(idsIn(bidsForImp(text, sides(['x'], ['y'], true)))).toEqual(['1']);
  expect(idsIn(bidsForImp(text, sides(['y'], ['x'], false)))).toEqual(['2', '3']);
  expect(JSON.parse(bidsForImp(text, sides(['x'], ['y'], true)))).toEqual({
    id: 'r',
    seatbid: [{ seat: 'a', bid: [bid('1', 'x')] }],
  });
});

test('bids for imps that were not offered belong to the first requested imp', () => {
  const text = response({ bid: [bid('1', 'x'), bid('2', 'z'), bid('3')] });
  expect(idsIn(bidsForImp(text, sides(['x'], ['y'], true)))).toEqual(['1', '2', '3']);
  expect(idsIn(bidsForImp(text, sides(['x'], ['y'], false)))).toEqual(['1']);
});

test('bids for every slot of a pod belong to its imp', () => {
  const text = response({ bid: [bid('1', 'x'), bid('2', 'x:2'), bid('3', 'y')] });
  expect(idsIn(bidsForImp(text, sides(['x', 'x:2'], ['y'], false)))).toEqual(['1', '2']);
  expect(idsIn(bidsForImp(text, sides(['y'], ['x', 'x:2'], true)))).toEqual(['3']);
});

test('all-or-nothing bids stay together', () => {
  const text = response({ group: 1, bid: [bid('1', 'x'), bid('2', 'y')] });
  expect(idsIn(bidsForImp(text, sides(['x'], ['y'], true)))).toEqual(['1', '2']);
});

test.each(['', '{', '[]', 'null', '{"id":"r"}', '{"seatbid":3}', '{"seatbid":[null,{"bid":7},{"bid":[null]}]}'])(
  '%j is returned as it is, or without what is not a bid',
  (text) => {
    expect(() => bidsForImp(text, sides(['x'], ['y'], false))).not.toThrow();
    expect(bidsForImp(text, sides(['x'], [], true))).toBe(text);
  },
);
