import type { IncomingHttpHeaders } from 'node:http';
import { hostingProviderByAsn } from '#engine/ivt/hostingProviderByAsn.ts';
import { ivtVerdict } from '#engine/ivt/ivtVerdict.ts';
import { createRecentCache } from '#engine/recentCache.ts';
import { deviceOf, operatingSystemOf } from '#engine/targeting/declaredDevice.ts';
import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { Environment, IvtVerdict } from '#model/index.ts';
import { classifyUserAgent, type Agent } from '#standards/ivt/classifyUserAgent.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';
import { viewerAddress, viewerAgent, type RequestSignals } from '../imp/requestSignals.ts';
import { isLocalAddress } from './isLocalAddress.ts';
import { createRateTracker } from './rateTracker.ts';
import { type FetchedLists, noFetchedLists } from './fetchedLists.ts';
import type { TrafficLists } from './trafficLists.ts';

/** Detects invalid traffic before any bidding. */
export interface IvtDetector {
  /**
   * Classifies a request to a channel of this environment at `at` (ms), and counts it towards the rate unless it is a
   * test.
   */
  detect(signals: RequestSignals, environment: Environment, at: number): IvtVerdict;
  /** Whether an address belongs to a trusted partner whose servers send requests for their viewers. */
  isPartner: (address: string) => boolean;
}

export interface IvtDetectorOptions {
  lists: TrafficLists;
  /** The lists that are fetched from the operator's URLs, as they are now. Absent = none. */
  fetched?: () => FetchedLists;
  locate: Locate;
  /** Maximum requests per minute from one address with one user agent. */
  maxPerMinute: number;
  /** A secret text, so that sources cannot be crafted to collide. */
  salt: string;
}

const maxCachedAgents = 5000;

interface KnownAgent {
  agent: Agent;
  isListed: boolean;
}

/** Creates a detector with a cache of recent user agents and the request rate of each source. */
export function createIvtDetector({
  lists,
  fetched = () => noFetchedLists,
  locate,
  maxPerMinute,
  salt,
}: IvtDetectorOptions): IvtDetector {
  const { blockedIps, blockedAgents, trustedIps } = lists;
  let agentCache = createRecentCache<KnownAgent>(maxCachedAgents);
  let { robots } = fetched();
  const requestRates = createRateTracker({ limit: maxPerMinute, windowMs: 60_000, salt });
  const isIn = (set: { has(value: string): boolean; size: number }, address: string) =>
    set.size > 0 && address !== '' && set.has(address);
  const isPartner = (address: string) => isIn(trustedIps, address);
  const isDataCenter = (address: string, system: number | null) => {
    const { dataCenters } = fetched();
    const isHosted = system !== null && (hostingProviderByAsn.has(system) || dataCenters.hasSystem(system));
    return isHosted || dataCenters.hasAddress(address);
  };
  const read = (text: string): KnownAgent => {
    if (fetched().robots !== robots) {
      ({ robots } = fetched());
      agentCache = createRecentCache(maxCachedAgents);
    }
    const known = agentCache.get(text);
    if (known) return known;
    const isListed = text !== '' && (blockedAgents.has(text) || robots.has(text));
    const readEntry = { agent: classifyUserAgent(text), isListed };
    agentCache.set(text, readEntry);
    return readEntry;
  };

  return {
    isPartner,
    detect(signals, environment, at) {
      const { query, headers, peer, isRelayed = false, isTest = false } = signals;
      const address = viewerAddress(signals);
      const text = viewerAgent(signals) ?? '';
      const { agent, isListed } = read(text);
      // All viewers of a partner that does not declare them share its address.
      const isOwnAddress = !isPartner(address);
      const system = isOwnAddress ? (locate(address)?.asn ?? null) : null;
      const isCounted = !isTest && isOwnAddress && address !== '' && !isLocalAddress(address);
      return (
        ivtVerdict({
          environment,
          isAddressListed: isIn(blockedIps, address) || (peer !== address && isIn(blockedIps, peer)),
          isAgentListed: isListed,
          agent: isRelayed && text === '' ? null : agent,
          declared: {
            device: deviceOf(query.get('devicetype') ?? ''),
            operatingSystem: operatingSystemOf(query.get('os') ?? '') || clientHintSystem(query, headers),
          },
          isDataCenter: isOwnAddress && isDataCenter(address, system),
          isPrefetch: isPrefetch(headers),
          isHintedHeadless: isOwnAgent(query) && /HeadlessChrome/i.test(headerOf(headers, 'sec-ch-ua')),
          width: sizeParam(query, 'w'),
          height: sizeParam(query, 'h'),
          isTooFrequent: isCounted && requestRates.isTooFrequent(`${address} ${text}`, at),
        }) ?? 'valid'
      );
    },
  };
}

/**
 * Whether the headers are those of the viewer's browser. A tag that declares the user agent may be called by a server.
 */
function isOwnAgent(query: Query): boolean {
  return !query.has('ua');
}

/** The operating system in the browser's client hints. */
function clientHintSystem(query: Query, headers: IncomingHttpHeaders): string {
  return isOwnAgent(query) ? operatingSystemOf(headerOf(headers, 'sec-ch-ua-platform').replaceAll('"', '')) : '';
}

function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
  return names.some((name) => /^\s*(?:prefetch|prerender|preview)\b/i.test(headerOf(headers, name)));
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  return headers[name]?.toString() ?? '';
}

function sizeParam(query: Query, name: string): number | null {
  const text = firstOf(query, name) ?? '';
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
}
