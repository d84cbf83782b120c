import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { CountedRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { randomVisit } from '../../events/randomTraffic.ts';

/** Records in the order in which ad serving of a node has acknowledged them, with the times. */
export type Acknowledged = { record: CountedRecord; at: number }[];

/** Ad serving of some nodes that goes on until it is stopped. */
export interface Traffic {
  acknowledged: Acknowledged[];
  stop(): Promise<void>;
}

/** Demand accounts by which the serves of a node can be recognized. */
export const accountOf = (node: number) => 901 + node;

/** Writes visits into the spools of nodes; hits of an ad go to any of them, some of them to several. */
export function startTraffic(dataDirs: readonly string[], random: () => number): Traffic {
  const acknowledged: Acknowledged[] = dataDirs.map(() => []);
  const spools = dataDirs.map((dir) => openSpool({ dir: join(dir, 'spool', '0'), sealAfterMs: 500 }));
  const over = new AbortController();
  const append = async (node: number, record: CountedRecord) => {
    await spools[node]?.append(record);
    acknowledged[node]?.push({ record, at: Date.now() });
  };
  const visitWith = async (node: number): Promise<void> => {
    while (!over.signal.aborted) {
      for (const record of randomVisit(random, Date.now())) {
        if (record.type === 'serve') {
          await append(node, { ...record, origin: { ...record.origin, demandId: accountOf(node) } });
          continue;
        }
        do await append(Math.floor(random() * spools.length), record);
        while (random() < 0.3);
      }
      await pauseFor(25);
    }
  };
  const visiting = dataDirs.map((_, node) => visitWith(node));
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    over.abort();
    await Promise.all(visiting);
    await Promise.all(spools.map((spool) => spool.close()));
  };
  return { acknowledged, stop: () => (stopped ??= stop()) };
}
