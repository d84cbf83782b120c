import type { FactRow } from '#events/load/factRows.ts';
import { lossReasonOf, nanosFromUsd, nanosPerImpression, shareOf, type CampaignRow } from '#model/index.ts';
import type { Day } from '#model/calendarDay.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { pastAudience } from '../audiences.ts';
import { demoBuyers } from '../rtb/buyers.ts';
import type { SeededNetwork } from '../seed.ts';
import { seededRandom } from '../seededRandom.ts';
import { dealShare, demoSuppliers, type DemoDeal, type DemoSupplier } from '../suppliers/demoSuppliers.ts';
import { pickRandomInventory } from '../suppliers/supplierRequest.ts';
import { apportion, partOf } from './apportion.ts';
import { deliveredIn } from './campaignDelivery.ts';
import { partColumns, type PastSource } from './channelRows.ts';
import { pastRequests, type AudiencePart, type Span } from './pastAudiences.ts';
import type { Story } from './story.ts';
import { adsFor, eventsOf, viewingKindOf } from './viewing.ts';

/** OpenRTB loss reason: lost to higher bid. */
const lostToHigher = 102;

/** Parts of a supplier's audience. */
const audienceParts = 16;

/** The share of requests on which the ad exchanges bid together, and the largest share that gets a bid at all. */
const exchangeShare = 0.16;
const maxBidShare = 0.9;

/** Bids of one buyer in a span, with the impressions that they get. */
interface Bids {
  bought: Pick<FactRow, 'advertiserId' | 'adexchangeId' | 'campaignId' | 'creativeId' | 'deal'>;
  imps: number;
  bids: number;
  /** The buyer's price and the price after our margin, in USD CPM. */
  charged: number;
  net: number;
}

/** Creates the source of a supplier's past facts. They are sums: a row stands for all requests, bids or ads alike. */
export function createSupplierSource(
  { account, buying }: Pick<SeededNetwork, 'account' | 'buying'>,
  supplier: DemoSupplier,
  { story, firstDay }: { story: Story; firstDay: Day },
): PastSource {
  const row = buying.suppliers.find(({ name }) => name === supplier.name);
  if (!row) return () => [];
  const { format, hourlyRequests, winShare, priceShare, deals } = supplier;
  const parts = audienceOf(supplier);
  const environment = supplier.inventory[0]?.environment ?? 'web';
  const kind = viewingKindOf(format, environment);
  const requestFee = Number(nanosFromUsd(account.priceReq) / 1000n);
  const priceImp = nanosPerImpression(account.priceImp);
  const origin = { verdict: 'counted', demandId: account.id, supplierId: row.id, ivt: 'valid' } as const;
  const environments = new Map(supplier.inventory.map(({ key, environment: of }) => [key, of]));
  const placeColumns = (part: AudiencePart) => ({
    ...origin,
    ...partColumns(part),
    environment: environments.get(part.site || part.app) ?? environment,
  });

  /** The bids of campaigns, by their plans, and of ad exchanges, whenever their price is above the floor. */
  const bidsIn = (span: Span, requests: number, random: () => number): Bids[] => {
    const ofCampaigns = buying.campaigns.flatMap((campaign): Bids[] => {
      const share = shareOfSupplier(campaign, { buying, supplier });
      const creatives = buying.creatives.filter(
        ({ id, review, status }) => campaign.creativeIds.includes(id) && review === 'approved' && status === 1,
      );
      const creative = creatives[Math.floor(random() * creatives.length)];
      if (share === 0 || !creative) return [];
      const imps = partOf(deliveredIn({ campaign, firstDay, timezone: account.timezone }, span), share, random);
      if (imps === 0) return [];
      const { id: campaignId, advertiserId, bid, margin, dealIds } = campaign;
      const charged = Number(bid);
      const agreed = deals.find((deal) =>
        buying.deals.some(({ id, dealId }) => dealIds.includes(id) && dealId === deal.id),
      );
      const byDeal = agreed && charged * (1 - margin / 100) >= agreed.bidfloor ? partOf(imps, dealShare, random) : 0;
      const bought = { advertiserId, campaignId, creativeId: creative.id };
      return [
        { bought, imps: imps - byDeal, deal: undefined },
        { bought, imps: byDeal, deal: agreed?.id },
      ].flatMap(({ deal, imps: count }) => {
        if (count === 0) return [];
        const bids = Math.ceil(adsFor(count, kind) / winShare);
        return [{ bought: { ...bought, deal }, imps: count, bids, charged, net: charged * (1 - margin / 100) }];
      });
    });
    const ofExchanges = buying.adexchanges.flatMap(({ id, name, status, margin }): Bids[] => {
      const mean = format === 'audio' ? 0 : demoBuyers[name === 'Skyline Bidding' ? 0 : 4].meanCpm[format];
      const charged = mean * (0.95 + random() * 0.1);
      const net = charged * (1 - margin / 100);
      if (status !== 1 || net < supplier.floor) return [];
      const bids = partOf(requests, exchangeShare / 2, random);
      const imps = partOf(bids, winShare * (1000 / adsFor(1000, kind)), random);
      return bids === 0 ? [] : [{ bought: { advertiserId: 0, adexchangeId: id }, imps, bids, charged, net }];
    });
    return [...ofCampaigns, ...ofExchanges];
  };

  return (span, maxParts, random) => {
    const requested = pastRequests(
      supplier.name,
      span,
      { environment, hourlyRequests, parts, installedAt: story.installedAt, maxParts },
      random,
    );
    const total = requested.reduce((sum, { requests }) => sum + requests, 0);
    if (total === 0) return [];
    const at = () => Math.floor((span.from + random() * (span.until - span.from)) / 1000) * 1000;
    const rows: FactRow[] = [];
    let allBids = 0;
    for (const { bought, imps, bids: wanted, charged, net } of bidsIn(span, total, random)) {
      const bids = Math.min(wanted, Math.floor(total * maxBidShare) - allBids);
      if (bids <= 0) continue;
      allBids += bids;
      const candidate = { ...origin, kind: 'candidate', environment, ...bought, tagId: 0, tier: 1 } as const;
      rows.push({ ...candidate, at: at(), reason: '', candidates: bids, sent: bids, answered: bids, bids });
      const outbid = partOf(bids, 0.18, random);
      if (outbid > 0)
        rows.push({ ...candidate, at: at(), reason: 'outbid', candidates: outbid, sent: outbid, answered: outbid });
      const part = requested[Math.floor(random() * requested.length)]?.part;
      if (!part) continue;
      const shown = Math.min(imps, bids);
      const wins = Math.min(bids, adsFor(shown, kind));
      const cost = shareOf(nanosPerImpression(net.toFixed(4)), Math.round((100 - row.margin) * 100));
      const event = { ...placeColumns(part), kind: 'event', ...bought, tagId: 0, tier: 1 } as const;
      const creative = hashText(`bid ${JSON.stringify(bought)}`);
      if (wins > 0) {
        rows.push({
          ...event,
          at: at(),
          creative,
          wins,
          ...eventsOf(shown, kind, random),
          rev: nanosPerImpression(charged.toFixed(4)) * shown,
          cost: Math.floor(cost * priceShare) * shown,
          systemCost: priceImp * shown,
        });
      }
      if (bids > wins)
        rows.push({ ...event, at: at(), event: 'loss', reason: lossReasonOf(lostToHigher), losses: bids - wins });
    }
    const bidCounts = apportion(
      allBids,
      requested.map(({ requests }) => requests),
      random,
    );
    for (const [index, { part, requests }] of requested.entries()) {
      const bids = bidCounts[index] ?? 0;
      const serve = { ...placeColumns(part), kind: 'serve', tookMs: Math.round(3 + random() ** 4 * 200) } as const;
      const fees = (count: number) => ({
        calls: count,
        reqs: count,
        systemCost: count * requestFee,
        requestFee: count * requestFee,
      });
      if (bids > 0) rows.push({ ...serve, at: at(), ...fees(bids), opps: bids, bids });
      if (requests > bids) rows.push({ ...serve, at: at(), ...fees(requests - bids), reason: 'no_answer' });
    }
    for (const deal of deals) {
      const calls = partOf(total, dealShare / deals.length, random);
      if (calls > 0) rows.push(offerRow({ at: at(), demandId: account.id, supplierId: row.id, calls }, deal, format));
    }
    return rows;
  };
}

/** The viewers of a supplier's sites and apps. */
function audienceOf(supplier: DemoSupplier): AudiencePart[] {
  const random = seededRandom(Number.parseInt(hashText(supplier.name).slice(0, 8), 16));
  return Array.from({ length: audienceParts }, () => {
    const { inventory, viewer } = pickRandomInventory(supplier, random);
    const isApp = inventory.environment === 'app' || inventory.environment === 'ctv';
    return {
      audience: { ...pastAudience(viewer, supplier, true), integration: 'bid' },
      site: isApp ? '' : inventory.key,
      app: isApp ? inventory.key : '',
      publisher: inventory.publisher,
      params: {},
    };
  });
}

/** The part of a campaign's impressions that it buys from a supplier, by the volumes of those that it may buy from. */
function shareOfSupplier(
  { type, supplierIds }: CampaignRow,
  { buying, supplier }: { buying: SeededNetwork['buying']; supplier: DemoSupplier },
): number {
  const allowed = demoSuppliers.filter(({ name, format }) => {
    const id = buying.suppliers.find((each) => each.name === name)?.id;
    return format === type && id !== undefined && (supplierIds.length === 0 || supplierIds.includes(id));
  });
  if (!allowed.includes(supplier)) return 0;
  return supplier.hourlyRequests / allowed.reduce((sum, { hourlyRequests }) => sum + hourlyRequests, 0);
}

function offerRow(
  columns: Pick<FactRow, 'at' | 'demandId' | 'supplierId' | 'calls'>,
  { id, bidfloor, bidfloorcur, at, guar, wseat = [] }: DemoDeal,
  format: DemoSupplier['format'],
): FactRow {
  const terms = {
    floor: bidfloor,
    currency: bidfloorcur,
    at,
    seats: wseat.join(','),
    adomains: '',
    forms: format,
    isGuaranteed: guar === 1,
    isPrivate: false,
  };
  return {
    ...columns,
    at: columns.at ?? 0,
    kind: 'offer',
    verdict: 'counted',
    deal: id,
    observations: JSON.stringify(terms),
  };
}
