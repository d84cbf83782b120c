import { describe, expect, test } from 'vitest';
import { readBidResponse } from './readBidResponse.ts';

const bid = { id: 'b1', impid: '1', price: 1.25, crid: 'c1', adm: '<p>ad</p>' };

function response(overrides: Record<string, unknown> = {}): string {
  return JSON.stringify({ id: 'r1', seatbid: [{ seat: 's1', bid: [bid] }], ...overrides });
}

function bids(count: number): object[] {
  return Array.from({ length: count }, () => bid);
}

function ofBid(overrides: Record<string, unknown>): string {
  return response({ seatbid: [{ seat: 's1', bid: [{ ...bid, ...overrides }] }] });
}

describe('OpenRTB 2.6, 4.2.1: a response with bids', () => {
  test('is read with its defaults', () => {
    expect(readBidResponse(response(), 'r1')).toEqual({
      kind: 'bids',
      response: { id: 'r1', cur: 'USD', seatbid: [{ seat: 's1', bid: [bid] }] },
      droppedBids: [],
    });
  });

  test('preserves unknown fields', () => {
    const reading = readBidResponse(
      response({ vendor: 1, seatbid: [{ extra: [2], bid: [{ ...bid, mtype: 99, news: { a: 1 } }] }] }),
      'r1',
    );
    expect(reading).toMatchObject({
      kind: 'bids',
      response: { vendor: 1, seatbid: [{ extra: [2], bid: [{ mtype: 99, news: { a: 1 } }] }] },
      droppedBids: [],
    });
  });

  test('may contain null for absent fields', () => {
    const reading = readBidResponse(
      response({
        cur: null,
        ext: null,
        bidid: null,
        seatbid: [{ seat: null, group: null, ext: null, bid: [{ ...bid, dealid: null, adomain: null, w: null }] }],
      }),
      'r1',
    );
    expect(reading).toEqual({
      kind: 'bids',
      response: { id: 'r1', cur: 'USD', seatbid: [{ group: null, bid: [bid] }] },
      droppedBids: [],
    });
  });

  test('may start with a byte order mark and have its currency in lower case', () => {
    const reading = readBidResponse(`\uFEFF ${response({ cur: 'eur' })}\n`, 'r1');
    expect(reading).toMatchObject({ kind: 'bids', response: { cur: 'EUR' } });
  });

  test('is read without its empty seats', () => {
    const seatbid = [{ bid: [] }, { seat: 's1', bid: [bid] }, { seat: 's2', bid: null }];
    expect(readBidResponse(response({ seatbid }), 'r1')).toMatchObject({
      response: { seatbid: [{ seat: 's1', bid: [bid] }] },
    });
  });
});

describe('OpenRTB 2.6, 4.2.1: no bid', () => {
  test.each<[string, string, number | null]>([
    ['the empty body of a 204', '', null],
    ['blank space', ' \n', null],
    ['an empty object', '{}', null],
    ['no seats', '{"id":"r1","seatbid":[]}', null],
    ['seats that are null', '{"id":"r1","seatbid":null}', null],
    ['seats without bids', '{"id":"r1","seatbid":[{"seat":"s","bid":[]},{"seat":"t"}]}', null],
    ['a reason', '{"id":"r1","seatbid":[],"nbr":8}', 8],
    ['a reason and nothing else', '{"nbr":0}', 0],
    ['a reason of an exchange', '{"id":"r1","nbr":512}', 512],
    ['an invalid reason', '{"id":"r1","nbr":"eight"}', null],
    ['a currency without bids', '{"id":"r1","cur":7}', null],
  ])('is said by %s', (_, text, nbr) => {
    expect(readBidResponse(text, 'r1')).toEqual({ kind: 'no_bid', nbr });
  });
});

describe('OpenRTB 2.6, 4.2.1: a response is invalid as a whole', () => {
  test.each<[string, string, string]>([
    ['that is cut off', response().slice(0, -5), 'The response is not JSON'],
    ['of HTML', '<html>502</html>', 'The response is not JSON'],
    ['with a price of NaN', response().replace('1.25', 'NaN'), 'The response is not JSON'],
    ['that is a list', '[]', 'The response is not a JSON object'],
    ['that is null', 'null', 'The response is not a JSON object'],
    ['that is a number', '204', 'The response is not a JSON object'],
    ['to another request', response({ id: 'r2' }), 'id does not match the request'],
    ['to another request without bids', '{"id":"r2","seatbid":[]}', 'id does not match the request'],
    ['with a numeric id', response({ id: 1 }), 'id does not match the request'],
    ['with bids but no id', response({ id: undefined }), 'id is missing'],
    ['with seats that are an object', response({ seatbid: {} }), 'seatbid is not an array'],
    ['with a seat that is a text', response({ seatbid: ['s'] }), 'seatbid[0] is not an object'],
    ['with a seat that is null', response({ seatbid: [{ bid: [] }, null] }), 'seatbid[1] is not an object'],
    ['with bids that are an object', response({ seatbid: [{ bid: { 0: bid } }] }), 'seatbid[0].bid is not an array'],
    [
      'with a seat that is a number',
      response({ seatbid: [{ seat: 7, bid: [bid] }] }),
      'seatbid[0].seat is not a string',
    ],
    ['with a group in words', response({ seatbid: [{ group: '1', bid: [bid] }] }), 'seatbid[0].group is not a number'],
    ['in an invalid currency', response({ cur: 'dollars' }), 'cur is not a currency code'],
    ['in a currency that is a number', response({ cur: 840 }), 'cur is not a currency code'],
    [
      'with too many bids',
      response({ seatbid: [{ bid: bids(150) }, { bid: bids(51) }] }),
      'The response has more than 200 bids',
    ],
    [
      'with a key that replaces prototypes',
      response().replace('"crid"', '"ext":{"a":[{"__proto__":{"price":9}}]},"crid"'),
      'The response is nested too deeply or contains a forbidden key',
    ],
    [
      'with such a key in disguise',
      response().replace('"crid"', '"\\u005f_proto__":{},"crid"'),
      'The response is nested too deeply or contains a forbidden key',
    ],
    [
      'nested too deeply',
      response().replace('"crid"', `"ext":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},"crid"`),
      'The response is nested too deeply or contains a forbidden key',
    ],
  ])('%s', (_, text, fault) => {
    expect(readBidResponse(text, 'r1')).toEqual({ kind: 'invalid', fault });
  });

  test('but not for such a key in the markup', () => {
    expect(readBidResponse(ofBid({ adm: '<script>a={"__proto__":b}</script>' }), 'r1')).toMatchObject({ kind: 'bids' });
  });

  test('two hundred bids are read', () => {
    const reading = readBidResponse(response({ seatbid: [{ bid: bids(200) }] }), 'r1');
    expect(reading.kind === 'bids' && reading.response.seatbid[0]?.bid.length).toBe(200);
  });
});

describe('OpenRTB 2.6, 4.2.3: a single bid is dropped', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['without an id', { id: undefined }, 'malformed'],
    ['with an empty id', { id: '' }, 'malformed'],
    ['with an id that is a number', { id: 7 }, 'malformed'],
    ['without an impression', { impid: null }, 'malformed'],
    ['without a price', { price: undefined }, 'price_missing'],
    ['with a price that is null', { price: null }, 'price_missing'],
    ['with a price in words', { price: '1.25' }, 'price_missing'],
    ['with a price that is a list', { price: [1.25] }, 'price_missing'],
    ['with one advertiser domain instead of a list', { adomain: 'brand.example' }, 'malformed'],
    ['with a domain that is null', { adomain: [null] }, 'malformed'],
    ['with a category that is a number', { cat: [7] }, 'malformed'],
    ['with attributes in words', { attr: ['1'] }, 'malformed'],
    ['with an API list that is a number', { apis: 7 }, 'malformed'],
    ['with a width in words', { w: '300' }, 'malformed'],
    ['with markup that is a list', { adm: [{ native: {} }] }, 'malformed'],
    ['with a deal that is a number', { dealid: 5 }, 'malformed'],
    ['with an extension that is a list', { ext: [] }, 'malformed'],
  ])('%s', (_, overrides, fault) => {
    const seatbid = [
      {
        seat: 's1',
        bid: [
          { ...bid, lurl: 'https://d.example/l', ...overrides },
          { ...bid, id: 'b2' },
        ],
      },
    ];
    expect(readBidResponse(response({ seatbid }), 'r1')).toMatchObject({
      kind: 'bids',
      response: { seatbid: [{ bid: [{ id: 'b2' }] }] },
      droppedBids: [{ seat: 's1', lurl: 'https://d.example/l', fault }],
    });
  });

  test.each(['adm', 'admobject', 'adm_native'])(
    'Native 1.2, 5: native markup that is an object, in %s, is read as text',
    (name) => {
      const native = { link: { url: 'https://brand.example/' }, assets: [] };
      const read = (own: object) => {
        const result = readBidResponse(response({ seatbid: [{ bid: [{ ...bid, adm: null, ...own }] }] }), 'r1');
        return result.kind === 'bids' ? result.response.seatbid[0]?.bid[0]?.adm : result;
      };
      expect(read({ [name]: native })).toBe(JSON.stringify(native));
      expect(read({ [name]: { native } })).toBe(JSON.stringify({ native }));
      expect(read({ [name]: native, ...(name === 'adm' ? {} : { adm: '{}' }) })).toBe(
        name === 'adm' ? JSON.stringify(native) : '{}',
      );
    },
  );

  test('with a price beyond all numbers', () => {
    expect(readBidResponse(response().replace('1.25', '1e999'), 'r1')).toMatchObject({
      kind: 'bids',
      response: { seatbid: [] },
      droppedBids: [{ id: 'b1', impid: '1', fault: 'price_missing' }],
    });
  });

  test('that is not an object', () => {
    expect(readBidResponse(response({ seatbid: [{ bid: [null, 'x', [], bid] }] }), 'r1')).toMatchObject({
      response: { seatbid: [{ bid: [{ id: 'b1' }] }] },
      droppedBids: [{ fault: 'malformed' }, { fault: 'malformed' }, { fault: 'malformed' }],
    });
  });

  test('along with its group, when it wins or loses as a whole', () => {
    const bids = [bid, { ...bid, id: 'b2', price: 'x' }, { ...bid, id: 'b3' }];
    const seatbid = [
      { seat: 's1', group: 1, bid: bids },
      { seat: 's2', group: 0, bid: bids },
    ];
    expect(readBidResponse(response({ seatbid }), 'r1')).toMatchObject({
      response: { seatbid: [{ seat: 's2', bid: [{ id: 'b1' }, { id: 'b3' }] }] },
      droppedBids: [
        { seat: 's1', id: 'b2', fault: 'price_missing' },
        { seat: 's1', id: 'b1', fault: 'group_fallen' },
        { seat: 's1', id: 'b3', fault: 'group_fallen' },
        { seat: 's2', id: 'b2', fault: 'price_missing' },
      ],
    });
  });
});

test('OpenRTB 2.6, 4.2.1, 4.2.3: no damaged response makes the reader throw, or accept a bid without id, imp or price', () => {
  const complete = response({ cur: 'EUR', nbr: 2, ext: { a: [1, { b: null }] } });
  const scraps = ['null', '""', '[]', '{}', '-1', '1e999', '"__proto__"', '\\', '"', ',', '}'];
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  let read = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const at = next(complete.length);
    const reading = readBidResponse(
      complete.slice(0, at) + (scraps[next(scraps.length)] ?? '') + complete.slice(at + next(8)),
      'r1',
    );
    if (reading.kind !== 'bids') continue;
    read += 1;
    for (const { bid: bids } of reading.response.seatbid) {
      for (const { id, impid, price } of bids) {
        expect([typeof id, typeof impid, Number.isFinite(price)]).toEqual(['string', 'string', true]);
      }
    }
  }
  expect(read).toBeGreaterThan(100);
});
