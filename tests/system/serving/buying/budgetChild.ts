import type { BoughtAd } from '#engine/budget/createBudgetLedger.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { httpBudgetTransport } from '#serving/budget/httpBudgetTransport.ts';
import { startBudgets } from '#serving/budget/startBudgets.ts';
import { withSharedNotices } from '#serving/budget/withSharedNotices.ts';
import { redisAdNotices } from '#storage/notices/redisAdNotices.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import { createLogger } from '#runtime/log/createLogger.ts';

/**
 * A process for kill tests: `url secret path campaignId price redisUrl`, the last empty for none. Bids as fast as it may, wins everything, and reports
 * each ad.
 */
const [url = '', secret = '', path = '', campaign = '', price = '', redisUrl = ''] = process.argv.slice(2);
const transport = httpBudgetTransport(openControlPlane(url, secret));
const budgets = await startBudgets({
  transport: redisUrl === '' ? transport : withSharedNotices(transport, redisAdNotices(openRedis(redisUrl))),
  path,
  unitOf: () => 'spend',
  logger: createLogger({ level: 'silent', role: 'test' }),
  now: Date.now,
  monotonic: () => performance.now(),
});
process.on('disconnect', () => process.exit(0));
process.on('message', (billed: BoughtAd) => budgets.billed(billed, 1));
const campaignId = Number(campaign);
for (let count = 1; ; count += 1) {
  const ad = { adId: `${process.pid}-${count}`, campaignId, price: Number(price), bidAt: Date.now() };
  const isFree = budgets.mayBid(campaignId, ad.price) === 'ok';
  if (isFree && budgets.reserve({ ...ad, supplierId: 1, sendsWinNotices: true })) {
    budgets.won(ad, 1);
    process.send?.(ad);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
