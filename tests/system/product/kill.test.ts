import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { fullOrReduced } from '../../support/fullOrReduced.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';
/** The roles killed in turn; `serving` has two processes, one of which survives. */
const victims = ['store', 'api', 'serving', 'worker', 'parent'] as const;
/** Every role, and in the short run the store once more, because the others depend on it. */
const killings = fullOrReduced(4 * victims.length, victims.length + 1);

/** Impressions as viewers know them: acknowledged, or sent without a response. */
interface Sent {
  acknowledged: Set<string>;
  unanswered: Set<string>;
}

describe('kill -9 of any process at any moment', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct('start', { ADMIN_PASSWORD: adminPassword }, await copyMigratedStore('all'));
  });
  afterAll(async () => {
    await product?.stop();
  });

  test('loses no acknowledged event, counts none twice, and the next start works', async () => {
    const { channel } = await buildOneTagConfiguration(product, adminPassword, { name: 'Kill test' });
    const channelUid = channel.uid;
    await eventually(
      async () => (await fetch(`${product.adsUrl}/vast/${channelUid}`)).text(),
      (markup) => markup.includes('<Impression'),
    );
    const sent: Sent = { acknowledged: new Set(), unanswered: new Set() };
    const traffic = { isOver: false };
    const viewers = Array.from({ length: 8 }, async () => {
      while (!traffic.isOver) await viewOnce(product, channelUid, sent);
    });

    for (let round = 0; round < killings; round += 1) {
      await new Promise((done) => setTimeout(done, 300 + (round % 5) * 200));
      const role = victims[round % victims.length];
      // A process killed before may not be back yet.
      const pid = await eventually(
        async () => (await product.processes()).find((each) => each.role === role)?.pid ?? 0,
        (found) => found > 0,
      );
      process.kill(pid, 'SIGKILL');
      if (role === 'parent') {
        await eventually(
          async () => product.isRunning(),
          (isRunning) => !isRunning,
        );
        await product.startAgain();
      }
    }
    traffic.isOver = true;
    await Promise.all(viewers);

    expect(sent.acknowledged.size).toBeGreaterThan(50);
    const client = await eventually(
      () => signInAs(product.consoleUrl, 'ops', adminPassword).catch(() => null),
      (each): each is TestClient => each !== null,
    );
    const count = async () => {
      try {
        return Number((await runReport(client as TestClient, { metrics: ['imps'] })).totals['imps']);
      } catch {
        return -1;
      }
    };
    const atLeast = sent.acknowledged.size;
    await eventually(count, (imps) => imps >= atLeast, 120);
    // Settled: nothing more arrives, and hits without a response may or may not have been counted.
    await new Promise((done) => setTimeout(done, 5000));
    const imps = await count();
    expect(imps).toBeGreaterThanOrEqual(atLeast);
    expect(imps).toBeLessThanOrEqual(atLeast + sent.unanswered.size);
  });
});

/** Requests an ad and reports its impression twice, as faulty players do. */
async function viewOnce(product: Product, channelUid: string, sent: Sent): Promise<void> {
  const markup = await fetch(`${product.adsUrl}/vast/${channelUid}`).then(
    (answer) => answer.text(),
    () => '',
  );
  const url = /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(markup)?.[1];
  if (!url) {
    await new Promise((done) => setTimeout(done, 20));
    return;
  }
  for (let hit = 0; hit < 2; hit += 1) {
    const isAcknowledged = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (isAcknowledged) {
      sent.acknowledged.add(url);
      sent.unanswered.delete(url);
    } else if (!sent.acknowledged.has(url)) {
      sent.unanswered.add(url);
    }
  }
}
