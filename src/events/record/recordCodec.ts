import { currentFactValue } from '#model/fact/formerFactValues.ts';
import type { CandidateReason, Environment, IvtVerdict, SupplyReason, TrackedEvent } from '#model/index.ts';
import { audienceOfWords, audienceWords, type AudienceWords } from './audienceCodes.ts';
import { addBuyer, addBuyers, buyerItems, buyersOf, termsItems, termsOf } from './buyingCodec.ts';
import type { BuyerItems, TermsItems } from './buyingCodec.ts';
import { dealItems, dealsOf, type DealItems } from './dealCodec.ts';
import type {
  CandidateOutcome,
  EventRecord,
  LivePayload,
  Origin,
  ServedAd,
  ServeRecord,
  ObservedInventory,
  SpoolRecord,
  TestEvent,
  TestRecord,
} from './records.ts';
import { returnedCreativesOf, type FormerMore, type StoredCreative } from './formerMore.ts';
import { isTrace, traceItems, traceOf, type TraceItems } from './traceCodec.ts';

/**
 * Records as JSON arrays: names would be most of the bytes. Candidates are flat, five items each. Events, verdicts and
 * reasons stay words, so that the order of the product's lists does not matter. Rare data follows at the end and only
 * where present: marketplaces (of an ad its partner and the account's part, of candidates the partner of each by its
 * index), then publisher and creative, then observed inventory (of a request; 0 for none), then the verdict on the
 * traffic (empty where it was not checked), then everything else by name.
 */
const wasSentFlag = 1;
const hasAnsweredFlag = 2;
const itemsPerCandidate = 5;

/** Data without its own position: hardly any record has more of it than its audience. */
interface More
  extends
    Pick<Origin, 'params' | 'market' | 'supplierId'>,
    Pick<ServeRecord, 'floor' | 'tookMs' | 'slots'>,
    Pick<ServedAd, 'verificationVendors' | 'verificationFee'>,
    Pick<EventRecord, 'price' | 'source'>,
    FormerMore {
  furtherCreatives?: readonly StoredCreative[];
  audience?: AudienceWords;
  buyer?: BuyerItems;
  /** Buyers of candidates as a flat list. */
  buyers?: (number | string)[];
  /** Of candidates that sold several ads: their index, then the number, as a flat list. */
  ads?: number[];
  buying?: TermsItems;
  deals?: DealItems;
}
type OriginItems = [
  demandId: number,
  channelId: number,
  subpublisherId: number,
  environment: string,
  site: string,
  app: string,
];
type ServeItems = [
  's',
  string,
  number,
  ...OriginItems,
  reason: string | 0,
  number,
  number,
  candidates: (number | string)[],
  marketplaces?: (number | string)[],
  publisher?: string,
  creative?: string,
  observations?: ObservedInventory | 0,
  ivt?: string,
  more?: More,
];
type PayloadItems = [
  string,
  number,
  ...OriginItems,
  number,
  number,
  number,
  number,
  number,
  number,
  marketplace?: string,
  revMd?: number,
  publisher?: string,
  creative?: string,
  ivt?: string,
  more?: More,
];
type HitItems = ['e', number, string, string, number, ...PayloadItems];
type EventItems = ['e', number, string, string, number] | HitItems;
/** A test request, or a hit on one of its ads, as the items of a live one. */
type TestItems = ['test', ServeItems | EventItems];

/** Serializes a record as text without line breaks. */
export function encodeRecord(record: SpoolRecord): string {
  return JSON.stringify(itemsOf(record));
}

function itemsOf(record: SpoolRecord): ServeItems | EventItems | TestItems | TraceItems {
  if (record.type === 'trace') return traceItems(record);
  return record.type === 'test' ? ['test', countedItems(record.record)] : countedItems(record);
}

function countedItems(record: ServeRecord | EventRecord | TestEvent): ServeItems | EventItems {
  return record.type === 'serve' ? serveItems(record) : eventItems(record);
}

/** Whether encoded text may be an event or a test record, without parsing it. */
export function isHitText(text: string): boolean {
  return text.startsWith('["e"') || text.startsWith('["test"');
}

/** Parses the output of encodeRecord. Throws a SyntaxError on any other shape; values are not validated. */
export function decodeRecord(text: string): SpoolRecord {
  const items: unknown = JSON.parse(text);
  if (Array.isArray(items) && items[0] === 'test' && items.length === 2) return testOf(recordOf(items[1]));
  return recordOf(items);
}

function recordOf(items: unknown): Exclude<SpoolRecord, TestRecord> {
  if (Array.isArray(items)) {
    if (items[0] === 's' && isServe(items)) return serveOf(items as ServeItems);
    if (items[0] === 'e' && eventLengths.has(items.length) && (items.length < 25 || isMore(items[24])))
      return eventOf(items as EventItems);
    if (items[0] === 't' && isTrace(items)) return traceOf(items as TraceItems);
  }
  throw notARecord();
}

function testOf(record: Exclude<SpoolRecord, TestRecord>): TestRecord {
  if (record.type === 'serve') return { type: 'test', record };
  if (record.type === 'trace' || !record.payload) throw notARecord();
  return { type: 'test', record: { ...record, payload: { ...record.payload, isTest: true } } };
}

function notARecord(): SyntaxError {
  return new SyntaxError('not a spool record');
}

/**
 * Lengths of a hit without a payload, then with a payload, a marketplace sale, publisher and creative, a traffic
 * verdict, more.
 */
const eventLengths: ReadonlySet<number> = new Set([5, 19, 21, 23, 24, 25]);
const serveLengths: ReadonlySet<number> = new Set([13, 14, 16, 17, 18, 19]);

function isServe(items: readonly unknown[]): boolean {
  if (!serveLengths.has(items.length) || !Array.isArray(items[12])) return false;
  if (items.length > 18 && !isMore(items[18])) return false;
  if (items.length > 13 && !Array.isArray(items[13])) return false;
  if (items.length < 17 || (items.length > 17 && items[16] === 0)) return true;
  return typeof items[16] === 'object' && items[16] !== null;
}

function isMore(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { buyer = [], buyers = [], ads = [], buying = [], deals = [] } = item as Record<keyof More, unknown>;
  return [buyer, buyers, ads, buying, deals].every((each) => Array.isArray(each));
}

function serveItems(record: ServeRecord): ServeItems {
  const { origin } = record;
  const candidates: (number | string)[] = [];
  const marketplaces: (number | string)[] = [];
  for (const [index, outcome] of record.candidates.entries()) {
    if (outcome.marketplace) marketplaces.push(index, outcome.marketplace);
    const flags = (outcome.wasSent ? wasSentFlag : 0) | (outcome.hasAnswered ? hasAnsweredFlag : 0);
    candidates.push(outcome.tagId, outcome.advertiserId, outcome.tier, outcome.reason ?? 0, flags);
  }
  const items: ServeItems = [
    's',
    record.serveId,
    record.at,
    origin.demandId,
    origin.channelId,
    origin.subpublisherId,
    origin.environment,
    origin.site,
    origin.app,
    record.reason ?? 0,
    record.opportunityCost,
    record.requestFee,
    candidates,
  ];
  const { creative, observations, floor, slots, furtherCreatives, tookMs } = record;
  let more = moreOf(origin);
  if (tookMs !== undefined) (more ??= {}).tookMs = tookMs;
  if (floor !== undefined) (more ??= {}).floor = floor;
  if (slots !== undefined) (more ??= {}).slots = slots;
  if (furtherCreatives) (more ??= {}).furtherCreatives = furtherCreatives;
  const buyers = buyersOf(record.candidates);
  if (buyers) (more ??= {}).buyers = buyers;
  const ads = record.candidates.flatMap((outcome, index) => (outcome.ads === undefined ? [] : [index, outcome.ads]));
  if (ads.length > 0) (more ??= {}).ads = ads;
  if (record.deals) (more ??= {}).deals = dealItems(record.deals);
  if (more) items.push(marketplaces, origin.publisher, creative, observations ?? 0, origin.ivt ?? '', more);
  else if (origin.ivt) items.push(marketplaces, origin.publisher, creative, observations ?? 0, origin.ivt);
  else if (observations) items.push(marketplaces, origin.publisher, creative, observations);
  else if (origin.publisher !== '' || creative !== '') items.push(marketplaces, origin.publisher, creative);
  else if (marketplaces.length > 0) items.push(marketplaces);
  return items;
}

function serveOf(items: ServeItems): ServeRecord {
  const [, serveId, at, demandId, channelId, subpublisherId, environment, site, app] = items;
  const flat = items[12];
  const candidates: CandidateOutcome[] = [];
  for (let index = 0; index + itemsPerCandidate <= flat.length; index += itemsPerCandidate) {
    const flags = Number(flat[index + 4]);
    candidates.push({
      tagId: flat[index] as number,
      advertiserId: flat[index + 1] as number,
      tier: flat[index + 2] as number,
      reason: flat[index + 3] === 0 ? null : (flat[index + 3] as CandidateReason),
      wasSent: (flags & wasSentFlag) !== 0,
      hasAnswered: (flags & hasAnsweredFlag) !== 0,
    });
  }
  const marketplaces = items[13] ?? [];
  for (let index = 0; index + 1 < marketplaces.length; index += 2) {
    const candidate = candidates[Number(marketplaces[index])];
    if (candidate) candidate.marketplace = marketplaces[index + 1] as string;
  }
  const publisher = items[14] ?? '';
  const creative = items[15] ?? '';
  const observations = items[16];
  const more = items[18];
  const origin: Origin = {
    demandId,
    channelId,
    subpublisherId,
    environment: environment as Environment,
    site,
    app,
    publisher,
  };
  addOriginDetails(origin, items[17], more);
  if (more?.buyers) addBuyers(candidates, more.buyers);
  if (more?.ads) addAds(candidates, more.ads);
  const record: ServeRecord = {
    type: 'serve',
    serveId,
    at,
    origin,
    reason: items[9] === 0 ? null : (currentFactValue('reason', items[9]) as SupplyReason),
    creative,
    opportunityCost: items[10],
    requestFee: items[11],
    candidates,
  };
  if (more?.tookMs !== undefined) record.tookMs = more.tookMs;
  if (more?.floor !== undefined) record.floor = more.floor;
  if (more?.slots !== undefined) record.slots = more.slots;
  if (observations) record.observations = observations;
  if (more?.furtherCreatives !== undefined) record.furtherCreatives = returnedCreativesOf(more.furtherCreatives);
  if (more?.deals) record.deals = dealsOf(more.deals);
  return record;
}

/** Restores the numbers of ads that candidates sold. */
function addAds(candidates: readonly CandidateOutcome[], ads: readonly number[]): void {
  for (let at = 0; at + 1 < ads.length; at += 2) {
    const candidate = candidates[ads[at] ?? -1];
    const sold = ads[at + 1];
    if (candidate && sold !== undefined) candidate.ads = sold;
  }
}

function eventItems({ at, event, verdict, errorCode, price, source, payload }: EventRecord | TestEvent): EventItems {
  if (!payload) return ['e', at, event, verdict, errorCode];
  const { origin, ad } = payload;
  const items: EventItems = [
    'e',
    at,
    event,
    verdict,
    errorCode,
    payload.serveId,
    payload.servedAt,
    origin.demandId,
    origin.channelId,
    origin.subpublisherId,
    origin.environment,
    origin.site,
    origin.app,
    ad.advertiserId,
    ad.tagId,
    ad.tier,
    ad.rev,
    ad.cost,
    ad.systemCost,
  ];
  const { ivt } = origin;
  let more = moreOf(origin);
  if (ad.verificationVendors !== undefined) (more ??= {}).verificationVendors = ad.verificationVendors;
  if (ad.verificationFee !== undefined) (more ??= {}).verificationFee = ad.verificationFee;
  const buyer = buyerItems(ad);
  if (buyer) (more ??= {}).buyer = buyer;
  if (ad.buying) (more ??= {}).buying = termsItems(ad.buying);
  if (price !== undefined) (more ??= {}).price = price;
  if (source !== undefined) (more ??= {}).source = source;
  const hasMore = origin.publisher !== '' || ad.creative !== '' || ivt !== undefined || more !== null;
  if (ad.marketplace || hasMore) items.push(ad.marketplace?.name ?? '', ad.marketplace?.revMd ?? 0);
  if (hasMore) items.push(origin.publisher, ad.creative);
  if (ivt || more) items.push(ivt ?? '');
  if (more) items.push(more);
  return items;
}

function eventOf(items: EventItems): EventRecord {
  const record: EventRecord = {
    type: 'event',
    at: items[1],
    event: items[2] as TrackedEvent,
    verdict: items[3] as EventRecord['verdict'],
    errorCode: items[4],
    payload: items.length === 5 ? null : payloadOf(items),
  };
  const more = items[24];
  if (more?.price !== undefined) record.price = more.price;
  if (more?.source !== undefined) record.source = more.source;
  return record;
}

// By index: every hit passes here, and destructuring by iteration would cost more than everything else.
function payloadOf(items: HitItems): LivePayload {
  const more = items[24];
  const name = items[19] ?? '';
  const origin: Origin = {
    demandId: items[7],
    channelId: items[8],
    subpublisherId: items[9],
    environment: items[10] as Environment,
    site: items[11],
    app: items[12],
    publisher: items[21] ?? '',
  };
  addOriginDetails(origin, items[23], more);
  const ad: ServedAd = {
    advertiserId: items[13],
    tagId: items[14],
    tier: items[15],
    creative: items[22] ?? '',
    rev: items[16],
    cost: items[17],
    systemCost: items[18],
  };
  if (name !== '') ad.marketplace = { name, revMd: items[20] ?? 0 };
  const vendors = more?.verificationVendors ?? more?.scans;
  if (vendors !== undefined) ad.verificationVendors = vendors;
  const verificationFee = more?.verificationFee ?? more?.scanFee;
  if (verificationFee !== undefined) ad.verificationFee = verificationFee;
  if (more?.buyer) addBuyer(ad, more.buyer);
  if (more?.buying) ad.buying = termsOf(more.buying);
  return { serveId: items[5], servedAt: items[6], origin, ad };
}

/** The part of `More` that an origin has; null for none. */
function moreOf({ params, market, audience, supplierId }: Origin): More | null {
  if (!params && market === undefined && !audience && supplierId === undefined) return null;
  const more: More = {};
  if (audience) more.audience = audienceWords(audience);
  if (params) more.params = params;
  if (market !== undefined) more.market = market;
  if (supplierId !== undefined) more.supplierId = supplierId;
  return more;
}

/** Adds the traffic verdict and the data that has no position. */
function addOriginDetails(origin: Origin, ivt: string | undefined, more: More | undefined): void {
  if (ivt) origin.ivt = currentFactValue('ivt', ivt) as IvtVerdict;
  if (!more) return;
  const { params, market, audience, supplierId } = more;
  if (params !== undefined) origin.params = params;
  if (market !== undefined) origin.market = market;
  if (supplierId !== undefined) origin.supplierId = supplierId;
  // recordFault finds values that are not lists.
  if (audience) origin.audience = Array.isArray(audience) ? audienceOfWords(audience) : audience;
}
