import type { FactRow } from '#events/load/factRows.ts';
import { nanosFromUsd, nanosPerImpression, type ChannelRow } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { pastAudience, pickRandomViewer } from '../audiences.ts';
import type { DemoChannel } from '../demoChannels.ts';
import { publisherIdOf, tagParams } from '../demoInventory.ts';
import type { SeededNetwork } from '../seed.ts';
import { seededRandom } from '../seededRandom.ts';
import { adjustmentOf } from './adjustmentOf.ts';
import { apportion } from './apportion.ts';
import { createAuctionShares, type AuctionShares, type WinShare } from './auctionShares.ts';
import { observedRows } from './observedRows.ts';
import { pastRequests, type AudiencePart, type PartRequests, type Span } from './pastAudiences.ts';
import { pastWaterfall } from './pastAuction.ts';
import { createPricing } from './pricing.ts';
import { conditionsAt, dayMs, type Story } from './story.ts';
import { viewAds, viewingKindOf } from './viewing.ts';

/** Parts of a channel's audience. */
const audienceParts = 16;

/** The facts of one source of requests in a span of at most an hour, with an upper bound of the level of detail. */
export type PastSource = (span: Span, maxParts: number, random: () => number) => FactRow[];

/** Ads that won on a part of the audience. */
interface Cell {
  part: AudiencePart;
  win: WinShare;
  ads: number;
}

/** Creates the source of a channel's past facts. They are sums: a row stands for all requests, ads or calls alike. */
export function createChannelSource(
  network: Pick<SeededNetwork, 'account' | 'subpublishers' | 'tags'>,
  { plan, channel }: { plan: DemoChannel; channel: ChannelRow },
  story: Story,
): PastSource {
  const parts = audienceOf(plan);
  const sharesUnder = createAuctionShares(pastWaterfall(network, plan));
  const origin = {
    verdict: 'counted',
    demandId: network.account.id,
    channelId: channel.id,
    subpublisherId: channel.subpublisherId ?? 0,
    environment: channel.environment,
    ivt: 'valid',
  } as const;
  const requestFee = Number(nanosFromUsd(network.account.priceReq) / 1000n);
  const opportunityCost = channel.costModel === 'cpo' ? nanosPerImpression(channel.costCpm) : 0;
  const priceOf = createPricing(network, { plan, channel });
  const { environment } = channel;
  const volume = { environment, hourlyRequests: plan.hourlyRequests, parts, installedAt: story.installedAt };
  const kind = viewingKindOf(plan.format ?? 'video', environment);
  const { podSlots } = channel;
  const soldSlots = soldSlotsOf(podSlots);

  return (span, maxParts, random) => {
    const requested = pastRequests(plan.name, span, { ...volume, maxParts }, random);
    const total = requested.reduce((sum, { requests }) => sum + requests, 0);
    if (total === 0) return [];
    const offered = requested.map(({ part, requests }) => ({ part, requests: Math.round(requests * soldSlots) }));
    const slots = offered.reduce((sum, { requests }) => sum + requests, 0);
    const at = () => Math.floor((span.from + random() * (span.until - span.from)) / 1000) * 1000;
    const shares = sharesUnder(conditionsAt(story, span.from));
    const cells = cellsOf(offered, slots, shares, random);
    const rows: FactRow[] = [];
    for (const { part, requests } of requested) {
      const ads = cells.reduce((sum, cell) => sum + (cell.part === part ? cell.ads : 0), 0);
      const shared = {
        ...origin,
        kind: 'serve',
        ...partColumns(part),
        tookMs: Math.round(4 + random() ** 4 * 600),
      } as const;
      const fees = (count: number) => ({
        calls: count,
        reqs: count,
        systemCost: count * requestFee,
        requestFee: count * requestFee,
        furtherSlots: count * (podSlots - 1) || undefined,
      });
      const filled = filledPods(ads, requests, podSlots);
      if (filled > 0) {
        const cost = filled * opportunityCost || undefined;
        rows.push({ ...shared, at: at(), ...fees(filled), opps: filled, furtherAds: ads - filled || undefined, cost });
      }
      if (requests > filled) rows.push({ ...shared, at: at(), ...fees(requests - filled), reason: 'no_answer' });
    }
    /** The player errors of an ad, on the first part of the audience that had one. */
    const failed = new Map<WinShare, FactRow & { errors: number }>();
    for (const { part, win, ads } of cells) {
      const { events, errors } = viewAds(ads, kind, random);
      const ad = {
        ...origin,
        kind: 'event',
        ...partColumns(part),
        advertiserId: win.advertiserId,
        tagId: win.tagId,
        tier: win.tier,
        marketplace: win.marketplace || undefined,
        creative: win.creative || undefined,
      } as const;
      if (events.imps > 0) {
        const device = part.audience.device;
        const deviceColumns =
          device === undefined ? {} : { device: randomDevice(random), deviceImps: Math.min(events.imps, 2) };
        rows.push({
          ...ad,
          at: at(),
          ...events,
          ...deviceColumns,
          ...priceOf(win, part.audience.country, events.imps, random),
        });
      }
      if (errors > 0) {
        const known = failed.get(win);
        if (known) known.errors += errors;
        else failed.set(win, { ...ad, at: at(), errorCode: 405, errors });
      }
    }
    rows.push(...failed.values());
    for (const row of candidateRows(total, cells, shares, random)) {
      const isServed = row.reason === undefined;
      const cost = isServed ? (row.candidates ?? 0) * opportunityCost || undefined : undefined;
      rows.push({ ...origin, at: at(), ...row, cost });
    }
    if (random() < observedShare) {
      const seen = cells.flatMap(({ win: { creative, observed } }) =>
        observed ? [[creative, observed] as const] : [],
      );
      const places = requested.map(({ part }) => part);
      rows.push(...observedRows(plan, origin, { at: at(), parts: places, creatives: new Map(seen) }));
    }
    // Days are reviewed in the night after them.
    if (span.until > Math.floor(story.installedAt / dayMs) * dayMs) return rows;
    return [...rows, ...rows.flatMap((row) => adjustmentOf(row, random) ?? [])];
  };
}

/** The share of spans whose inventory and creatives are recorded as observed. */
const observedShare = 0.04;

/** The part of a pod's further slots that sell as well as the one before: an advertiser appears only once in a pod. */
const furtherShare = 0.55;

/** The slots of a pod in the measure of its first one, which sells best. */
function soldSlotsOf(podSlots: number): number {
  return (1 - furtherShare ** podSlots) / (1 - furtherShare);
}

/** The number of requests among which these ads are divided: most have fewer than a full pod. */
function filledPods(ads: number, requests: number, podSlots: number): number {
  if (podSlots === 1) return ads;
  const share = 1 - (1 - Math.min(1, ads / (requests * podSlots))) ** podSlots;
  return Math.min(ads, requests, Math.max(Math.ceil(ads / podSlots), Math.round(requests * share)));
}

/** The viewers of a channel, each with a site or app. */
function audienceOf(plan: DemoChannel): AudiencePart[] {
  const random = seededRandom(Number.parseInt(hashText(plan.name).slice(0, 8), 16));
  return Array.from({ length: audienceParts }, (_, index) => {
    const { sites, apps } = plan;
    return {
      audience: pastAudience(pickRandomViewer(plan, random), plan, true),
      // The first of several has the most visitors.
      site: sites[Math.floor(((index + 0.5) / audienceParts) ** 1.6 * sites.length)] ?? '',
      app: apps[Math.floor(((index + 0.5) / audienceParts) ** 1.6 * apps.length)] ?? '',
      publisher: publisherIdOf(plan),
      params: tagParams(plan, random),
    };
  });
}

/** The columns of an audience part. */
export function partColumns({ audience, site, app, publisher, params }: AudiencePart): Partial<FactRow> {
  const { device: _device, ...columns } = audience;
  return {
    ...columns,
    site: site || undefined,
    app: app || undefined,
    publisher: publisher || undefined,
    params: Object.keys(params).length > 0 ? params : undefined,
  };
}

/** A device, as the 64-bit number that facts have. */
function randomDevice(random: () => number): bigint {
  return BigInt(Math.floor(random() * Number.MAX_SAFE_INTEGER));
}

/** Divides the requests of a span among the ads that win them and the parts of the audience. */
function cellsOf(
  requested: readonly PartRequests[],
  total: number,
  { wins }: AuctionShares,
  random: () => number,
): Cell[] {
  const noAd = Math.max(0, 1 - wins.reduce((sum, { share }) => sum + share, 0));
  const counts = apportion(total, [...wins.map(({ share }) => share), noAd], random);
  const free = requested.map(({ part, requests }) => ({ part, remaining: requests }));
  const cells: Cell[] = [];
  for (const [index, win] of wins.entries()) {
    let ads = counts[index] ?? 0;
    // An ad that wins more is seen by more kinds of viewers.
    const size = Math.max(1, Math.ceil(ads / Math.max(1, Math.round(win.share * 1.5 * requested.length))));
    while (ads > 0) {
      const place = free.reduce((most, each) => (each.remaining > most.remaining ? each : most));
      const taken = Math.min(ads, size, place.remaining);
      if (taken <= 0) break;
      place.remaining -= taken;
      ads -= taken;
      const known = cells.find((cell) => cell.part === place.part && cell.win === win);
      if (known) known.ads += taken;
      else cells.push({ part: place.part, win, ads: taken });
    }
  }
  return cells;
}

type CandidateRow = Partial<FactRow> & { kind: 'candidate' };

/** The outcomes of every tag for a number of requests, as the loader sums them. */
function candidateRows(
  total: number,
  cells: readonly Cell[],
  { tags }: AuctionShares,
  random: () => number,
): CandidateRow[] {
  return tags.flatMap(({ tagId, losses }) => {
    const ofTag = cells.filter(({ win }) => win.tagId === tagId);
    const ads = ofTag.reduce((sum, cell) => sum + cell.ads, 0);
    const served = Math.min(ads, total);
    const counts = apportion(
      total - served,
      losses.map(({ share }) => share),
      random,
    );
    const lost = losses.flatMap(({ outcome }, index) => {
      const count = counts[index] ?? 0;
      if (count === 0) return [];
      return [
        {
          ...candidateColumns(outcome),
          reason: outcome.reason ?? '',
          candidates: count,
          sent: outcome.wasSent ? count : undefined,
          answered: outcome.hasAnswered ? count : undefined,
          timeouts: outcome.reason === 'timeout' ? count : undefined,
        },
      ];
    });
    const [won] = ofTag;
    if (!won) return lost;
    return [
      ...lost,
      {
        ...candidateColumns(won.win),
        candidates: served,
        sent: served,
        answered: served,
        furtherSold: ads - served || undefined,
      },
    ];
  });
}

function candidateColumns({
  tagId,
  advertiserId,
  tier,
  marketplace,
}: Pick<WinShare, 'tagId' | 'advertiserId' | 'tier'> & { marketplace?: string }) {
  return { kind: 'candidate', tagId, advertiserId, tier, marketplace: marketplace || undefined } as const;
}
