import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Origin, ServedAd, ServeRecord, SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import { nanosFromUsd, nanosPerImpression, verificationVendorBits, shareOf, type TrackedEvent } from '#model/index.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { pickRandomViewer, pastAudience } from './audiences.ts';
import { tagParams, pastInventory, publisherIdOf } from './demoInventory.ts';
import { demoNetwork, type DemoChannel } from './demoNetwork.ts';
import { pastAuction } from './pastAuction.ts';
import type { SeededNetwork } from './seed.ts';
import { demoSuppliers } from './suppliers/demoSuppliers.ts';
import { createPastBudgets, type PastBudgets } from './suppliers/pastBudgets.ts';
import { pastSupply } from './suppliers/pastSupply.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Paths of the backfill's progress file and spool. */
export interface HistoryPaths {
  /** A separate spool, which the loader reads like that of any serving process. */
  spoolDir: string;
  progressPath: string;
}

/** The backfill's paths inside a data folder. */
export function historyPaths(dataDir: string): HistoryPaths {
  return { spoolDir: join(dataDir, 'spool', 'demo'), progressPath: join(dataDir, 'demo-history.json') };
}

/** Options of the backfill. */
export interface HistoryPlan {
  network: SeededNetwork;
  paths: HistoryPaths;
  days: number;
  /** The end of the history, in milliseconds since the epoch. */
  now: number;
  /** Aborts after the current day; the next start continues. */
  signal: AbortSignal;
  random: () => number;
}

/**
 * The range that is not written yet: `start` (inclusive) to `end` (exclusive), both in milliseconds since the epoch.
 */
interface HistoryProgress {
  start: number;
  end: number;
  isDone: boolean;
}

/**
 * Writes some days of past records into a spool, newest day first, as users look at those first. Days that an earlier
 * start wrote are skipped.
 */
export async function backfillHistory({ network, paths, days, now, signal, random }: HistoryPlan): Promise<void> {
  if (days === 0) return;
  // The range is fixed at the first start: later hours have real traffic.
  const { start, end, isDone } = readProgress(paths.progressPath) ?? {
    start: startOfHour(now) - days * dayMs,
    end: now,
    isDone: false,
  };
  if (isDone) return;
  const spool = openSpool({ dir: paths.spoolDir });
  const budgets = createPastBudgets(network.account.timezone);
  for (let until = end; until > start && !signal.aborted;) {
    const from = Math.max(start, startOfHour(until - 1) - dayMs + hourMs);
    // Progress is stored first: a crash in between leaves a day with less history, never one that is counted twice.
    storeProgress(paths.progressPath, { start, end: from, isDone: from === start });
    for (let hour = from; hour < until; hour += hourMs)
      await writeHour(network, { from: hour, until: Math.min(hour + hourMs, until) }, spool.append.bind(spool), {
        budgets,
        random,
      });
    until = from;
  }
  await spool.close();
}

const startOfHour = (at: number) => Math.floor(at / hourMs) * hourMs;

function readProgress(path: string): HistoryProgress | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as HistoryProgress) : null;
}

function storeProgress(path: string, progress: HistoryProgress): void {
  writeFileSync(`${path}.draft`, JSON.stringify(progress));
  renameSync(`${path}.draft`, path);
}

async function writeHour(
  network: SeededNetwork,
  span: { from: number; until: number },
  append: (record: SpoolRecord) => Promise<void>,
  { budgets, random }: { budgets: PastBudgets; random: () => number },
): Promise<void> {
  const writes: Promise<void>[] = [];
  const lengthMs = span.until - span.from;
  const hourOfDay = new Date(span.from).getUTCHours();
  // Busy in the evening, quiet at night.
  const dayFactor = 0.25 + 0.75 * Math.max(0, Math.sin(((hourOfDay - 5) / 24) * 2 * Math.PI - 0.9) * 0.5 + 0.5);
  for (const plan of demoNetwork.channels) {
    const requests = Math.round(plan.hourlyRequests * dayFactor * (0.8 + random() * 0.4) * (lengthMs / hourMs));
    for (let index = 0; index < requests; index += 1) {
      for (const record of pastRequest(network, plan, span.from + Math.floor(random() * lengthMs), random))
        writes.push(append(record));
    }
  }
  for (const supplier of demoSuppliers) {
    const requests = Math.round(supplier.hourlyRequests * dayFactor * (0.8 + random() * 0.4) * (lengthMs / hourMs));
    const hasPlayback = supplier.format === 'video' || supplier.format === 'audio';
    const viewed = hasPlayback ? pastPlaybackEvents : pastDisplayEvents;
    for (let index = 0; index < requests; index += 1) {
      const at = span.from + Math.floor(random() * lengthMs);
      for (const record of pastSupply(network, supplier, at, { budgets, random, viewEvents: viewed }))
        writes.push(append(record));
    }
  }
  await Promise.all(writes);
}

/** One past request: its serve record, and its viewer's events. */
function pastRequest(network: SeededNetwork, plan: DemoChannel, at: number, random: () => number): SpoolRecord[] {
  const channel = network.channels.find((each) => each.name === plan.name);
  if (!channel) return [];
  const origin: Origin = {
    demandId: network.account.id,
    channelId: channel.id,
    subpublisherId: channel.subpublisherId ?? 0,
    environment: channel.environment,
    site: plan.sites[Math.floor(random() * plan.sites.length)] ?? '',
    app: plan.apps[Math.floor(random() * plan.apps.length)] ?? '',
    publisher: publisherIdOf(plan),
    ...pastParams(plan, random),
  };
  const { candidates, winner } = pastAuction(network, plan, random);
  origin.audience = pastAudience(pickRandomViewer(plan, random), plan, winner !== null);
  const serveId = newServeId();
  const isPerOpportunity = channel.costModel === 'cpo';
  const serve: ServeRecord = {
    type: 'serve',
    serveId,
    at,
    origin,
    reason: winner ? null : 'no_answer',
    creative: winner?.creative ?? '',
    opportunityCost: winner && isPerOpportunity ? nanosPerImpression(channel.costCpm) : 0,
    requestFee: Number(nanosFromUsd(network.account.priceReq) / 1000n),
    // Most responses are fast, few take long, as waiting for a bidder does.
    tookMs: Math.round(4 + random() ** 4 * 600),
    candidates,
    // Rare enough not to slow down loading, frequent enough that every day contains all inventory.
    ...(random() < 0.1 ? { observations: pastInventory(plan, origin, winner?.observed ?? null) } : {}),
  };
  if (!winner) return [serve];
  const { advertiserId, tagId, tier, creative, rate, marketplace } = winner;
  const price = pastPrice(network, plan, rate);
  const verification = pastVerification(network, plan, serveId);
  const ad: ServedAd = {
    advertiserId,
    tagId,
    tier,
    creative,
    ...price,
    ...(verification ? { ...verification, systemCost: price.systemCost + verification.verificationFee } : {}),
    ...(marketplace === '' ? {} : { marketplace: { name: marketplace, revMd: accountPart(network, price.rev) } }),
  };
  const events = plan.format === 'banner' ? pastDisplayEvents(random) : pastPlaybackEvents(random);
  return [
    serve,
    ...events.map((event, index): SpoolRecord => ({
      type: 'event',
      at: at + index * 2000,
      event,
      verdict: 'valid',
      errorCode: event === 'error' ? 405 : 0,
      payload: { serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad },
    })),
  ];
}

/** Random values of the account's tag parameters. */
function pastParams(plan: DemoChannel, random: () => number): Pick<Origin, 'params'> {
  const params = tagParams(plan, random);
  return Object.keys(params).length === 0 ? {} : { params };
}

/** The amounts of one impression at a rate, by the cost model of the channel or its sub-publisher. */
function pastPrice(
  network: SeededNetwork,
  plan: DemoChannel,
  rate: string,
): Pick<ServedAd, 'rev' | 'cost' | 'systemCost'> {
  const channel = network.channels.find((each) => each.name === plan.name);
  const partner = network.subpublishers.find((each) => each.id === channel?.subpublisherId);
  const payer = channel && channel.costModel !== 'inherit' ? channel : partner;
  const rev = nanosPerImpression(rate);
  const share = shareOf(rev, Math.round((payer?.costShare ?? 0) * 100));
  const fixed = nanosPerImpression(payer?.costCpm ?? '0');
  const costs: Record<string, number> = { share, floor: Math.max(share, fixed), cpm: fixed };
  return {
    rev,
    cost: costs[payer?.costModel ?? 'none'] ?? 0,
    systemCost: nanosPerImpression(network.account.priceImp),
  };
}

/** The vendor that measured the impression, as part of the account's sample, and its fee. */
function pastVerification(
  { account }: SeededNetwork,
  { row }: DemoChannel,
  serveId: string,
): { verificationVendors: number; verificationFee: number } | null {
  const verificationVendors =
    (row?.['postbidPix'] ? verificationVendorBits.pix : 0) + (row?.['postbidWh'] ? verificationVendorBits.wh : 0);
  const sampleValue = Number.parseInt(hashText(serveId).slice(0, 6), 16) % 100;
  if (verificationVendors === 0 || sampleValue >= demoNetwork.postbidPercent) return null;
  return { verificationVendors, verificationFee: nanosPerImpression(account.pricePostbid) };
}

/** The account's part of marketplace revenue, after the DSP share. */
function accountPart({ account }: SeededNetwork, rev: number): number {
  return rev - shareOf(rev, Math.round(account.priceDsp * 100));
}

function pastDisplayEvents(random: () => number): TrackedEvent[] {
  return random() < 0.004 ? ['impression', 'click'] : ['impression'];
}

function pastPlaybackEvents(random: () => number): TrackedEvent[] {
  if (random() < 0.03) return ['error'];
  const events: TrackedEvent[] = ['impression', 'start'];
  const seen = random();
  if (seen < 0.93) events.push('firstQuartile');
  if (seen < 0.88) events.push('midpoint');
  if (seen < 0.85) events.push('thirdQuartile');
  if (seen < 0.82) events.push('complete');
  if (random() < 0.015) events.push('click');
  return events;
}
