import { expect, test } from 'vitest';
import { nanosFromUsd, usdFromNanos } from '../money/money.ts';
import {
  addSums,
  buildPart,
  buildStatement,
  type MonthSums,
  noSums,
  partFaults,
  remainderOfParts,
  sumUsd,
} from './statement.ts';

/** Seeded integers from 0 to below `below`. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** A price period of an account as serving charges it: every price has at most four decimals per 1,000. */
function buildStretch(randomBelow: (below: number) => number) {
  const price = () => usdFromNanos(BigInt(randomBelow(10_000_000)) * 100_000n);
  const prices = { priceReq: price(), priceImp: price(), priceDsp: 12.5, pricePostbid: price() };
  const [reqs, imps, scanned] = [
    BigInt(randomBelow(1e9)) * 7_919n,
    BigInt(randomBelow(1e9)) * 13n,
    BigInt(randomBelow(1e6)),
  ];
  const fee = (usd: string) => nanosFromUsd(usd) / 1000n;
  const rev = BigInt(randomBelow(2 ** 31)) * 1_000_003n;
  const revM = rev / 3n;
  const sums: MonthSums = {
    reqs,
    imps,
    scanned,
    rev,
    revM,
    revMd: revM - revM / 8n,
    cost: (rev * 7n) / 10n,
    systemCost: reqs * fee(prices.priceReq) + imps * fee(prices.priceImp) + scanned * fee(prices.pricePostbid),
    requestFee: reqs * fee(prices.priceReq),
    verificationFee: scanned * fee(prices.pricePostbid),
    adjustedImps: imps / 50n,
    adjustedRev: rev / 50n,
    adjustedCost: rev / 70n,
  };
  return { sums, prices, isItemized: randomBelow(2) === 0 };
}

test('components add up to the recorded system cost to the nano-dollar, whatever the counts and prices', () => {
  const randomBelow = seeded(41);
  for (let round = 0; round < 300; round += 1) {
    const stretches = Array.from({ length: 1 + randomBelow(4) }, () => buildStretch(randomBelow));
    const statement = buildStatement(stretches);
    expect(statement.otherPrices).toBe('0.00');
    expect(sumUsd(statement.fees.map(({ amount }) => amount))).toBe(nanosFromUsd(statement.systemCost));
    expect(nanosFromUsd(statement.charges)).toBe(nanosFromUsd(statement.systemCost) + nanosFromUsd(statement.dspShare));
    expect(nanosFromUsd(statement.profit)).toBe(
      nanosFromUsd(statement.rev) - nanosFromUsd(statement.cost) - nanosFromUsd(statement.charges),
    );
  }
});

test('amounts recorded at other prices are shown, with either sign, and never lost', () => {
  const randomBelow = seeded(42);
  for (const off of [1n, -1n, 123_456_789n]) {
    const { sums, prices } = buildStretch(randomBelow);
    const systemCost = sums.systemCost + off;
    const statement = buildStatement([
      { sums: { ...sums, systemCost, requestFee: 0n, verificationFee: 0n }, prices, isItemized: false },
    ]);
    expect(nanosFromUsd(statement.otherPrices)).toBe(off);
    expect(sumUsd([...statement.fees.map(({ amount }) => amount), statement.otherPrices])).toBe(
      nanosFromUsd(statement.systemCost),
    );
  }
});

test('where facts itemize system cost, its parts are the recorded ones, whatever the prices in force', () => {
  const randomBelow = seeded(45);
  for (let round = 0; round < 300; round += 1) {
    const stretches = Array.from({ length: 1 + randomBelow(4) }, () => {
      const { sums, prices } = buildStretch(randomBelow);
      const [requestFee, verificationFee] = [
        sums.requestFee + BigInt(randomBelow(1e6)),
        sums.verificationFee - BigInt(randomBelow(1e6)),
      ];
      const systemCost = requestFee + verificationFee + sums.imps * BigInt(randomBelow(1e6));
      return { sums: { ...sums, requestFee, verificationFee, systemCost }, prices, isItemized: true };
    });
    const all = addSums(stretches.map(({ sums }) => sums));
    const statement = buildStatement(stretches);
    const of = (kind: string) => sumUsd(statement.fees.filter((fee) => fee.kind === kind).map(({ amount }) => amount));
    expect([of('request'), of('postbid')]).toEqual([all.requestFee, all.verificationFee]);
    expect(of('impression')).toBe(all.systemCost - all.requestFee - all.verificationFee);
    expect([statement.otherPrices, statement.unitemized]).toEqual(['0.00', '0.00']);
  }
});

test('for older facts the parts are counts at prices, and the statement shows how much is not itemized', () => {
  const { sums, prices } = buildStretch(seeded(46));
  const before = { ...sums, requestFee: 0n, verificationFee: 0n };
  const statement = buildStatement([
    { sums: before, prices, isItemized: false },
    { sums, prices, isItemized: true },
  ]);
  expect(nanosFromUsd(statement.unitemized ?? '')).toBe(sums.systemCost);
  expect(statement.otherPrices).toBe('0.00');
  expect(sumUsd(statement.fees.map(({ amount }) => amount))).toBe(2n * sums.systemCost);
});

test('equal prices share a line, and unused fees have none', () => {
  const { sums, prices } = buildStretch(seeded(43));
  const once = { ...sums, scanned: 0n };
  const { fees } = buildStatement([
    {
      sums: { ...once, verificationFee: 0n, systemCost: sums.systemCost - sums.verificationFee },
      prices,
      isItemized: true,
    },
    { sums: once, prices, isItemized: false },
  ]);
  expect(fees.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['request', Number(once.reqs * 2n)],
    ['impression', Number(once.imps * 2n)],
  ]);
});

test('parts and the remainder add up to the statement', () => {
  const randomBelow = seeded(44);
  const stretches = Array.from({ length: 5 }, () => buildStretch(randomBelow));
  const all = addSums([...stretches.map(({ sums }) => sums), { ...noSums, systemCost: 999n, cost: 7n }]);
  const statement = buildStatement([{ sums: all, prices: stretches[0]!.prices, isItemized: false }]);
  const parts = stretches.map(({ sums }, index) => buildPart(String(index), '', sums, false));
  expect(partFaults(statement, parts)).toEqual(['cost', 'systemCost']);
  const remainder = remainderOfParts(
    all,
    stretches.map(({ sums }) => sums),
  );
  expect(partFaults(statement, [...parts, buildPart('', '', remainder, false)])).toEqual([]);
});
