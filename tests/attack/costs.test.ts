import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../e2e/apiClient.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { password } from '../system/api/startTestApi.ts';
import { buildSellingAccount, type SellingAccount } from './buildSellingAccount.ts';
import { agentWords, longValue, otherWords } from './costs/longValues.ts';
import { readProcessorTime } from './costs/readProcessorTime.ts';
import { userAgentFields, otherFields, type RequestField } from './costs/requestFields.ts';
import { sendRaw } from './fuzz/sendRaw.ts';
import { openProductApi } from './openProductApi.ts';
import { printSummary } from './printSummary.ts';

/** Requests of a batch, whose processor time is measured together. */
const batch = 8;
/** Batches of each length, in turns; the cheapest counts, because garbage collection and other work only add cost. */
const rounds = 4;

/** Values to measure. */
interface Measured {
  words: readonly string[];
  /** In characters, from a typical length to the longest that ad serving reads. */
  lengths: readonly number[];
  /** Maximum cost of a long value relative to the shortest. Single ratios vary by more than half on a busy machine. */
  maxRatio: number;
  /** Maximum of the median of these ratios over all words and fields. */
  maxMedian: number;
}

const agents: Measured = { words: agentWords, lengths: [100, 1000, 5000, 15_000], maxRatio: 2, maxMedian: 1.3 };
const others: Measured = { words: otherWords, lengths: [100, 15_000], maxRatio: 4, maxMedian: 1.5 };

let product: Product;
let account: SellingAccount;
/** Id of the serving process. */
let pid: number;
let number = 0;

beforeAll(async () => {
  product = await startProduct('start', {
    ADMIN_LOGIN: 'super',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: '1',
    SERVING_WORKERS: '1',
    // Too many requests per minute would be invalid traffic, which is cheaper to evaluate.
    IVT_MAX_PER_MINUTE: '1000000',
  });
  account = await buildSellingAccount(openProductApi(product), 'costs');
  // Channels that check for invalid traffic match user agents against more rules.
  await account.owner('PATCH', `/api/demand/channels/${account.ids.channel}`, { checkIVT: true });
  await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${account.channelUid}`)).text(),
    (markup) => markup.includes('<Impression'),
  );
  pid = (await product.processes()).find(({ role }) => role === 'serving')?.pid ?? 0;
  // The first requests of a process cost more.
  for (const place of [...userAgentFields(account.channelUid), ...otherFields(account.channelUid)]) {
    for (let time = 0; time < 20; time += 1) await costOfBatch(place, 'Mozilla/5.0 (', 100);
  }
});
afterAll(() => product?.stop());

/** Nanoseconds of processor time for a batch of requests, each with a value of its own. */
async function costOfBatch(place: RequestField, word: string, length: number): Promise<number> {
  const port = Number(new URL(product.adsUrl).port);
  const before = await readProcessorTime(pid);
  for (let time = 0; time < batch; time += 1) {
    number += 1;
    const bytes = place.request(longValue(word, length, number));
    const { status, outcome } = await sendRaw(bytes, 'GET', { port, timeoutMs: 120_000 });
    if (status >= 500 || outcome === 'timeout') throw new Error(`${place.name} of ${word}: ${outcome} ${status}`);
  }
  return (await readProcessorTime(pid)) - before;
}

/** Cost of each longer value relative to the shortest, by length. */
async function ratiosOf(place: RequestField, word: string, measured: readonly number[]): Promise<Map<number, number>> {
  const cheapest = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const length of measured) {
      const cost = await costOfBatch(place, word, length);
      cheapest.set(length, Math.min(cost, cheapest.get(length) ?? Infinity));
    }
  }
  const [shortest = 0, ...longer] = measured;
  return new Map(longer.map((length) => [length, (cheapest.get(length) ?? 0) / (cheapest.get(shortest) ?? 1)]));
}

/** Measures all words in all fields; returns those beyond the limits. */
async function costly(
  name: string,
  places: readonly RequestField[],
  { words, lengths, maxRatio, maxMedian }: Measured,
): Promise<string[]> {
  const found: string[] = [];
  const all = new Map<number, number[]>();
  for (const place of places) {
    for (const word of words) {
      // A ratio beyond the limit must be reproducible: other work can hit all batches of one length.
      const first = await ratiosOf(place, word, lengths);
      const isHigh = [...first.values()].some((ratio) => ratio > maxRatio);
      const second = isHigh ? await ratiosOf(place, word, lengths) : first;
      for (const [length, one] of first) {
        const ratio = Math.min(one, second.get(length) ?? one);
        all.set(length, [...(all.get(length) ?? []), ratio]);
        if (ratio > maxRatio) found.push(`${place.name} of ${length} × ${JSON.stringify(word)}: ${ratio.toFixed(2)}`);
      }
    }
  }
  for (const [length, ratios] of all) {
    const sorted = ratios.toSorted((a, b) => a - b);
    const [median = 0, highest = 0] = [0.5, 1].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
    if (median > maxMedian) found.push(`median of ${length}: ${median.toFixed(2)}`);
    process.stdout.write(
      `  ${name}, ${length}: median ${median.toFixed(2)}, maximum ${highest.toFixed(2)} of the shortest\n`,
    );
  }
  printSummary(name, { 'places and words': places.length * words.length, [`above the limits`]: found.length });
  return found;
}

test('user agents of 100 to 15,000 characters cost the same processor time in every field', async () => {
  expect(await costly('costs of user agents', userAgentFields(account.channelUid), agents)).toEqual([]);
});

test('no other long header or parameter costs a large multiple of a short one', async () => {
  expect(await costly('costs of other values', otherFields(account.channelUid), others)).toEqual([]);
});
