import { closeMonths } from '#api/finance/closeMonths.ts';
import { queueDailyMails } from '#api/dailyMail/queueDailyMails.ts';
import { openApi } from '#api/openApi.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readConfig } from '../../../src/config.ts';
import type { Order } from './orders.ts';

/**
 * One of several API processes for kill tests: `databaseUrl clickhouseUrl`, with the settings in the environment. Listens
 * for internal calls at CONTROL_PORT, and does its repeated work; what runs every half minute it also does when ordered.
 */
const [databaseUrl = '', clickhouseUrl = ''] = process.argv.slice(2);
const config = readConfig(process.env, { isDemo: false });
const postgres = openPostgres(databaseUrl);
let offsetMs = 0;
const api = await openApi(
  config,
  {
    postgres,
    clickhouse: openClickHouse(clickhouseUrl),
    media: await openMedia(config.DATA_DIR, config.MEDIA_URL),
    consoleDir: config.DATA_DIR,
    logger: createLogger({ level: 'error', role: 'api', write: (line) => void process.stderr.write(line) }),
  },
  () => new Date(Date.now() + offsetMs),
);
const { deps } = api;
await api.control.listen({ host: '127.0.0.1', port: config.CONTROL_PORT ?? 0 });
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  offsetMs = order.offsetMs;
  if (order.month !== null) void runDue(order.month, order.demandIds);
});
process.once('message', () => {
  api.startWork();
  process.send?.('working');
});
process.send?.('ready');

/** Repeats what fails because another process does the same. */
async function runDue(month: string, demandIds: number[]): Promise<void> {
  const options = { demandIds, isEarly: true, author: systemAuthor };
  const work = [
    () => queueDailyMails(deps),
    () => deps.finance.prices.applyDue(deps.now().toISOString()),
    () => closeMonths(deps, month, options),
  ];
  const done = await Promise.allSettled(work.map((each) => each()));
  for (const each of done) if (each.status === 'rejected') deps.logger.error(each.reason);
  process.send?.('done');
}
