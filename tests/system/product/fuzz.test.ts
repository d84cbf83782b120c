import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzProduct, fuzzSettings } from '../../attack/fuzz/fuzzProduct.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';

const requests = 400;

let product: Product;

beforeAll(async () => {
  product = await startProduct('start', fuzzSettings, await copyMigratedStore('all'));
});
afterAll(() => product?.stop());

test('requests with random headers, paths and bodies are answered below 500 at both ports, and lose no event of another account', async () => {
  const { fuzz, neighbour, processes, counted, ...figures } = await fuzzProduct(product, { seed: 1, requests });
  expect(fuzz).toMatchObject({ sent: requests, faults: [], unanswered: [] });
  expect(neighbour).toMatchObject({ callFaults: [], traffic: { faults: [], aborted: 0 } });
  expect(processes.after).toEqual(processes.before);
  const none = { lost: [], duplicated: [], unsent: [] };
  expect(counted).toEqual({ neighbour: none, attacked: none });
  expect(figures).toEqual({ surplusCalls: 0, ownerless: 0 });
});
