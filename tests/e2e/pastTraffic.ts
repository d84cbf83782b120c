import { join } from 'node:path';
import type { Origin, SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import type { AdexchangeRow, ChannelRow, SupplierRow, TagRow } from '#model/index.ts';
import type { Product } from './product.ts';

/** A sale and its time (ms since the epoch): a channel's request to a tag, or a supplier's to an ad exchange. */
export type PastSale = { at: number } & (
  | {
      channel: Pick<ChannelRow, 'id' | 'demandId' | 'subpublisherId' | 'environment'>;
      tag: Pick<TagRow, 'id' | 'advertiserId'>;
    }
  | { supplier: Pick<SupplierRow, 'id' | 'demandId'>; adexchange: Pick<AdexchangeRow, 'id'> }
);

const rev = 250_000_000;
const cost = 100_000_000;

/** Adds past impressions to a product, each sold for 0.25 USD with a cost of 0.10 for the sub-publisher or supplier. */
export async function addPastSales({ dataDir }: Pick<Product, 'dataDir'>, sales: readonly PastSale[]): Promise<void> {
  const spool = openSpool({ dir: join(dataDir, 'spool', 'past') });
  await Promise.all(sales.flatMap(recordsOf).map((record) => spool.append(record)));
  await spool.close();
}

function recordsOf(sale: PastSale): SpoolRecord[] {
  const { at } = sale;
  const serveId = newServeId();
  const origin = { ...placeOf(sale), site: 'past.example', app: '', publisher: '' };
  const buyer =
    'tag' in sale
      ? { advertiserId: sale.tag.advertiserId, tagId: sale.tag.id, tier: 1 }
      : { advertiserId: 0, tagId: 0, tier: 1, adexchangeId: sale.adexchange.id };
  const candidate = { ...buyer, reason: null };
  const ad = { ...buyer, creative: '', rev, cost, systemCost: 0 };
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
      candidates: [{ ...candidate, wasSent: true, hasAnswered: true }],
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

function placeOf(
  sale: PastSale,
): Pick<Origin, 'demandId' | 'channelId' | 'subpublisherId' | 'supplierId' | 'environment'> {
  if ('supplier' in sale) {
    const { id, demandId } = sale.supplier;
    return { demandId: demandId ?? 0, channelId: 0, subpublisherId: 0, supplierId: id, environment: 'web' };
  }
  const { id, demandId, subpublisherId, environment } = sale.channel;
  return { demandId: demandId ?? 0, channelId: id, subpublisherId: subpublisherId ?? 0, environment };
}
