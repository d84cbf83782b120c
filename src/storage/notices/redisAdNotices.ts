import { z } from 'zod';
import type { RedisConnection } from '../counters/redisCounterTransport.ts';

/** A stream with one entry per call that had notices. */
const stream = 'bidhouse:ad-notices';
/** Some minutes of a busy installation. */
const maxStreamLength = 5000;
const beginning = '0-0';
/** Maximum entries per reply. */
const page = 200;

const entriesSchema = z.array(z.tuple([z.string(), z.array(z.string())]));
const noticeSchema = z.object({
  kind: z.enum(['won', 'billed']),
  ad: z.object({ adId: z.string(), campaignId: z.int(), price: z.int(), bidAt: z.int() }),
});
/** A win or billing notice. */
type AdNotice = z.infer<typeof noticeSchema>;

/** Passes ad notices between serving processes. */
export interface AdNotices {
  /** Skips the notices of others until now. */
  skip(): Promise<void>;
  /** Stores the notices of a process, and returns those of others since the last call. */
  exchange(node: string, ads: readonly AdNotice[]): Promise<AdNotice[]>;
}

const callSchema = z.object({ node: z.string(), ads: z.array(noticeSchema) });

/** Ad notices in a stream of Redis or Valkey, for one process. */
export function redisAdNotices(connection: Pick<RedisConnection, 'sendCommand'>): AdNotices {
  let cursor = beginning;
  const send = (...args: string[]) => connection.sendCommand(args);
  return {
    async skip() {
      const [newest] = entriesSchema.parse(await send('XREVRANGE', stream, '+', '-', 'COUNT', '1'));
      cursor = newest?.[0] ?? beginning;
    },
    async exchange(node, ads) {
      if (ads.length > 0)
        await send('XADD', stream, 'MAXLEN', '~', String(maxStreamLength), '*', 'call', JSON.stringify({ node, ads }));
      const found: AdNotice[] = [];
      for (let isFull = true; isFull;) {
        const entries = entriesSchema.parse(await send('XRANGE', stream, `(${cursor}`, '+', 'COUNT', String(page)));
        cursor = entries.at(-1)?.[0] ?? cursor;
        isFull = entries.length === page;
        for (const [, fields] of entries) {
          const call = readCall(fields);
          if (call && call.node !== node) found.push(...call.ads);
        }
      }
      return found;
    },
  };
}

/** The call of an entry; null for one of a later release that this one cannot read. */
function readCall(fields: readonly string[]): z.infer<typeof callSchema> | null {
  const at = fields.indexOf('call');
  try {
    return callSchema.parse(JSON.parse(fields[at + 1] ?? ''));
  } catch {
    return null;
  }
}
