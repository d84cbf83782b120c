import type {
  CandidateOutcome,
  OfferedDeal,
  Origin,
  ServedAd,
  ServeRecord,
  SpoolRecord,
} from '#events/record/records.ts';
import { newServeId } from '#events/token/token.ts';
import { nanosFromUsd, nanosPerImpression, shareOf, type CampaignRow, type TrackedEvent } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { pastAudience } from '../audiences.ts';
import { demoBuyers } from '../rtb/buyers.ts';
import { randomPrice } from '../rtb/randomPrice.ts';
import type { SeededNetwork } from '../seed.ts';
import type { DemoDeal, DemoSupplier } from './demoSuppliers.ts';
import type { PastBudgets } from './pastBudgets.ts';
import { pickRandomDeal, pickRandomInventory } from './supplierRequest.ts';

/** A bid on a past supplier request, with its prices in USD CPM. */
interface PastBid {
  /** The campaign that bid; null for an ad exchange. */
  campaign: CampaignRow | null;
  bought: Pick<ServedAd, 'advertiserId' | 'adexchangeId' | 'campaignId' | 'creativeId' | 'deal'>;
  charged: number;
  /** The price after our margin. */
  net: number;
}

/** OpenRTB loss reason: lost to higher bid. */
const lostToHigher = 102;

/** The share of requests for which a campaign has a high enough bid. */
const campaignShare = 0.55;

/** Inputs of a past request. */
interface PastRequestOptions {
  budgets: PastBudgets;
  random: () => number;
  viewEvents: (random: () => number) => TrackedEvent[];
}

/** Generates one past bid request of a supplier: its serve record, the supplier's notices, and the viewer's events. */
export function pastSupply(
  network: SeededNetwork,
  supplier: DemoSupplier,
  at: number,
  { budgets, random, viewEvents }: PastRequestOptions,
): SpoolRecord[] {
  const row = network.buying.suppliers.find(({ name }) => name === supplier.name);
  if (!row) return [];
  const { inventory, viewer } = pickRandomInventory(supplier, random);
  const isApp = inventory.environment === 'app' || inventory.environment === 'ctv';
  const deal = pickRandomDeal(supplier, random);
  const [best = null, ...others] = pastBids(network, supplier, deal, { at, budgets, random });
  const origin: Origin = {
    demandId: network.account.id,
    channelId: 0,
    subpublisherId: 0,
    supplierId: row.id,
    environment: inventory.environment,
    site: isApp ? '' : inventory.key,
    app: isApp ? inventory.key : '',
    publisher: inventory.publisher,
    audience: { ...pastAudience(viewer, supplier, best !== null), integration: 'bid' },
  };
  const serveId = newServeId();
  const outcomes = [...(best ? [outcomeOf(best, true)] : []), ...others.map((bid) => outcomeOf(bid, false))];
  const creative = best ? hashText(`bid ${JSON.stringify(best.bought)}`) : '';
  const serve: ServeRecord = {
    type: 'serve',
    serveId,
    at,
    origin,
    reason: best ? null : 'no_answer',
    creative,
    opportunityCost: 0,
    requestFee: Number(nanosFromUsd(network.account.priceReq) / 1000n),
    tookMs: Math.round(3 + random() ** 4 * 200),
    candidates: outcomes,
    ...(deal ? { deals: [offered(deal, supplier)] } : {}),
  };
  if (!best) return [serve];
  const cost = shareOf(nanosPerImpression(best.net.toFixed(2)), Math.round((100 - row.margin) * 100));
  const isSecondPrice = supplier.priceShare < 1;
  const ad: ServedAd = {
    ...best.bought,
    tagId: 0,
    tier: 1,
    creative,
    rev: nanosPerImpression(best.charged.toFixed(2)),
    cost,
    systemCost: nanosPerImpression(network.account.priceImp),
    buying: { billing: 'pixel', isSecondPrice, bid: cost },
  };
  const hasWon = random() < supplier.winShare;
  const events: TrackedEvent[] = hasWon ? ['win', ...viewEvents(random)] : ['loss'];
  if (best.campaign && events.includes('impression')) budgets.count(best.campaign, at);
  return [
    serve,
    ...events.map((event, index): SpoolRecord => ({
      type: 'event',
      at: at + 300 + index * 2000,
      event,
      verdict: 'valid',
      errorCode: event === 'error' ? 405 : event === 'loss' ? lostToHigher : 0,
      ...(isSecondPrice && event === 'impression' ? { price: Math.floor(cost * supplier.priceShare) } : {}),
      payload: { serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad },
    })),
  ];
}

/** The bids at or above the floor, highest first. */
function pastBids(
  { buying }: SeededNetwork,
  { format, floor }: DemoSupplier,
  deal: DemoDeal | null,
  { at, budgets, random }: Omit<PastRequestOptions, 'viewEvents'> & { at: number },
): PastBid[] {
  const bids: PastBid[] = [];
  for (const campaign of buying.campaigns) {
    if (campaign.type !== format || !budgets.mayBid(campaign, at)) continue;
    const bid = pastBid(campaign, buying, { deal, random });
    if (bid && random() < campaignShare) bids.push(bid);
  }
  for (const { id, name, status, margin } of buying.adexchanges) {
    const buyer = demoBuyers[name === 'Skyline Bidding' ? 0 : 4];
    if (format === 'audio') continue;
    const mean = buyer.meanCpm[format];
    if (status !== 1 || random() >= buyer.bidShare * 0.6) continue;
    const charged = randomPrice(mean, random);
    bids.push({
      campaign: null,
      bought: { advertiserId: 0, adexchangeId: id },
      charged,
      net: charged * (1 - margin / 100),
    });
  }
  return bids.filter(({ net }) => net >= floor).toSorted((a, b) => b.net - a.net);
}

/** A campaign's bid with one of its approved creatives; null when it has none or is paused. */
function pastBid(
  campaign: CampaignRow,
  { creatives, deals }: SeededNetwork['buying'],
  { deal, random }: { deal: DemoDeal | null; random: () => number },
): PastBid | null {
  const shown = creatives.filter(
    ({ id, review, status }) => campaign.creativeIds.includes(id) && review === 'approved' && status === 1,
  );
  const creative = shown[Math.floor(random() * shown.length)];
  if (!creative || campaign.status !== 1) return null;
  const { id: campaignId, advertiserId, bid, margin, dealIds } = campaign;
  const netShare = 1 - margin / 100;
  const isAgreed = deals.some(({ id, dealId }) => dealIds.includes(id) && dealId === deal?.id);
  const isUnderDeal = deal !== null && isAgreed && Number(bid) * netShare >= deal.bidfloor;
  const charged = isUnderDeal && deal.at === fixedPrice ? deal.bidfloor / netShare : Number(bid);
  return {
    campaign,
    bought: { advertiserId, campaignId, creativeId: creative.id, ...(isUnderDeal ? { deal: deal.id } : {}) },
    charged,
    net: charged * netShare,
  };
}

/** OpenRTB deal `at` 3: fixed price. */
const fixedPrice = 3;

function outcomeOf({ bought }: PastBid, hasWon: boolean): CandidateOutcome {
  return { ...bought, tagId: 0, tier: 1, reason: hasWon ? null : 'outbid', wasSent: true, hasAnswered: true };
}

function offered({ id, bidfloor, bidfloorcur, at, guar, wseat = [] }: DemoDeal, { format }: DemoSupplier): OfferedDeal {
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
  return { deal: id, terms };
}
