import type { SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { seededRandom } from '../../../src/demo/seededRandom.ts';
import { randomVisit } from './randomTraffic.ts';

/** Traffic for kill tests: `dir seed`. Reports each record before it is appended and when it is acknowledged. */
const [dir = '', seed = '1'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const spool = openSpool({ dir, sealAfterMs: 100 });
process.on('disconnect', () => process.exit(0));
process.on('message', () => void spool.close().then(() => process.exit(0)));
let earlier: SpoolRecord[] = [];
for (;;) {
  const visits = Array.from({ length: 5 }, () => randomVisit(random, Date.now())).flat();
  const records = [...visits, ...earlier.filter(() => random() < 0.3)];
  earlier = visits.filter(({ type }) => type === 'event');
  process.send?.({ sent: records });
  await Promise.all(
    records.map((record) => (record.type === 'serve' ? spool.append(record) : spool.appendDurably(record))),
  );
  process.send?.({ acknowledged: records });
  await new Promise((resolve) => setTimeout(resolve, 100));
}
