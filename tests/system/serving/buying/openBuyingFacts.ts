import { createBuyer, type Purchase } from '../../events/buyingRollup.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';

/** A fact store into which purchases are loaded once a second, as by the loader. */
export interface BuyingFacts extends FactsFixture {
  /** Records a purchase as of now. */
  add(purchase: Omit<Purchase, 'at'>): void;
}

/** Opens a store. */
export async function openBuyingFacts(): Promise<BuyingFacts> {
  const facts = await openFacts();
  const insert = createBuyer(facts.clickhouse);
  let added: Purchase[] = [];
  let seq = 0;
  let loading: Promise<void> | null = null;
  const load = async () => {
    const time = new Date().toISOString().slice(0, -1);
    const purchases = added;
    added = [];
    seq += 1;
    await insert(purchases);
    const segment = { node: 'test', epoch: 1, seq, rows: purchases.length, fromAt: time, toAt: time, at: time };
    await facts.clickhouse.insertRows('loaded_segments', `${JSON.stringify(segment)}\n`, { token: `loaded ${seq}` });
  };
  const timer = setInterval(() => {
    loading ??= load().finally(() => {
      loading = null;
    });
  }, 1000);
  return {
    ...facts,
    add: (purchase) => void added.push({ ...purchase, at: Date.now() }),
    async close() {
      clearInterval(timer);
      await loading;
      await facts.close();
    },
  };
}
