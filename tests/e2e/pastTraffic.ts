import { join } from 'node:path';
import type { SpoolRecord } from '#events/records.ts';
import { openSpool } from '#events/spool.ts';
import { newServeId } from '#events/token.ts';
import type { ChannelRow, TagRow } from '#model/index.ts';
import type { Product } from './product.ts';

/** What was sold: a channel's request to a tag, and when (ms since the epoch). */
export interface PastSale {
  channel: Pick<ChannelRow, 'id' | 'demandId' | 'subpublisherId' | 'environment'>;
  tag: Pick<TagRow, 'id' | 'advertiserId'>;
  at: number;
}

const rev = 250_000_000;
const cost = 100_000_000;

/** Lets a product have sold impressions in the past, for 0.25 USD each of which 0.10 are owed to the sub-publisher. */
export async function addPastSales({ dataDir }: Product, sales: readonly PastSale[]): Promise<void> {
  const spool = openSpool({ dir: join(dataDir, 'spool', 'past') });
  await Promise.all(sales.flatMap(recordsOf).map((record) => spool.append(record)));
  await spool.close();
}

function recordsOf({ channel, tag, at }: PastSale): SpoolRecord[] {
  const serveId = newServeId();
  const origin = {
    demandId: channel.demandId ?? 0,
    channelId: channel.id,
    subpublisherId: channel.subpublisherId ?? 0,
    environment: channel.environment,
    site: 'past.example',
    app: '',
    publisher: '',
  };
  const fate = { tagId: tag.id, advertiserId: tag.advertiserId, tier: 1, reason: null };
  const ad = { advertiserId: tag.advertiserId, tagId: tag.id, tier: 1, creative: '', rev, cost, systemCost: 0 };
  return [
    {
      type: 'serve',
      serveId,
      at,
      origin,
      reason: null,
      creative: '',
      opportunityCost: 0,
      requestFee: 0,
      candidates: [{ ...fate, wasSent: true, hasAnswered: true }],
    },
    {
      type: 'event',
      at,
      event: 'impression',
      verdict: 'valid',
      errorCode: 0,
      payload: { serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad },
    },
  ];
}
