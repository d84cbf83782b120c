import {
  type AdexchangeRow,
  type AdvertiserRow,
  type AppListRow,
  type CampaignRow,
  type ChannelRow,
  type CreativeRow,
  type CreListRow,
  type DealRow,
  type DemandAccountRow,
  createSchema,
  defaultSeller,
  type ExchangeRateRow,
  type PixelRow,
  type PubListRow,
  type ServedEntity,
  targeting,
  type SnapshotMessage,
  type SubpublisherRow,
  type SupplierRow,
  type TagRow,
  type TargetingRow,
  type WaterfallRow,
} from '#model/index.ts';

/** When every built row was made. */
export const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', version: 1 };

const noRestrictions = { targetingIds: [], appListIds: [], pubListIds: [], creListIds: [], notes: '' };

/** A demand account that charges nothing. */
export function buildAccount(overrides: Partial<DemandAccountRow> = {}): DemandAccountRow {
  return {
    id: 1,
    demandId: null,
    ...stamps,
    status: 1,
    name: 'Account',
    uid: 'account000000001',
    companyName: '',
    companyAddress: '',
    contactNumber: '',
    contactExpired: null,
    domain: '',
    timezone: 0,
    priceReq: '0.00',
    priceImp: '0.00',
    priceDsp: 0,
    pricePostbid: '0.00',
    showDsp: false,
    showPostbidPix: false,
    showPostbidWh: false,
    showCheckIVT: false,
    showSystemCost: false,
    maxTags: 0,
    maxChannels: 0,
    postbidPercent: 0,
    setPostbidAll: false,
    setCheckIVTAll: false,
    blockIVT: false,
    delOldCreatives: false,
    postbidRestsUntil: null,
    contacts: [],
    sellersJson: [],
    tagParams: [],
    ...overrides,
  };
}

/** An active advertiser. */
export function buildAdvertiser(overrides: Partial<AdvertiserRow> = {}): AdvertiserRow {
  return {
    id: 1,
    demandId: 1,
    ...stamps,
    ...noRestrictions,
    status: 1,
    name: 'Advertiser',
    paymentTerms: '30',
    discrepancyFactor: null,
    contacts: [],
    ...overrides,
  };
}

/** A sub-publisher that gets 70 %. */
export function buildSubpublisher(overrides: Partial<SubpublisherRow> = {}): SubpublisherRow {
  return {
    id: 1,
    demandId: 1,
    ...stamps,
    ...noRestrictions,
    status: 1,
    name: 'Sub-publisher',
    costModel: 'share',
    costShare: 70,
    costCpm: '0.00',
    paymentTerms: '30',
    domain: '',
    sellersJson: defaultSeller,
    contacts: [],
    ...overrides,
  };
}

/** A tag that is fetched and pays 2.00 CPM. */
export function buildTag(overrides: Partial<TagRow> = {}): TagRow {
  const id = overrides.id ?? 1;
  return {
    id,
    demandId: 1,
    ...stamps,
    ...noRestrictions,
    status: 1,
    name: `Tag ${id}`,
    uid: `tag${String(id).padStart(13, '0')}`,
    advertiserId: 1,
    source: 'url',
    url: `https://tag${id}.example/vast`,
    handling: 'unwrap',
    vastXml: '',
    integration: 'VAST',
    endpoint: '',
    syncUrl: '',
    rtbVersion: '2.6',
    isGzipped: false,
    seats: [],
    gvlId: null,
    partner: '',
    partnerParams: {},
    mediaTypes: [],
    timeoutMs: 1000,
    auctionType: 'first',
    currency: 'USD',
    marketplaceName: '',
    limits: [],
    qps: null,
    freqImps: null,
    freqHours: 24,
    freqBy: 'device',
    pace: 100,
    checkIVT: false,
    postbidPix: false,
    postbidWh: false,
    rateModel: 'fixed',
    rate: '2.00',
    floor: '0.00',
    startsOn: null,
    endsOn: null,
    impsPerDay: null,
    impsTotal: null,
    spendPerDay: null,
    cappedUntil: null,
    ivtIds: [],
    ...overrides,
  };
}

/** A channel without sub-publisher and floor. */
export function buildChannel(overrides: Partial<ChannelRow> = {}): ChannelRow {
  const id = overrides.id ?? 1;
  return {
    id,
    demandId: 1,
    ...stamps,
    ...noRestrictions,
    status: 1,
    name: `Channel ${id}`,
    uid: `channel${String(id).padStart(9, '0')}`,
    subpublisherId: null,
    environment: 'web',
    costModel: 'inherit',
    costShare: 70,
    costCpm: '0.00',
    floor: '0.00',
    answerVersion: 'auto',
    timeoutMs: 1500,
    parallelCalls: 3,
    campaignTier: null,
    minMargin: 0,
    areDealsFirst: true,
    podSlots: 1,
    podDuration: null,
    dedupeCreatives: true,
    dedupeAdvertisers: true,
    dedupeCategories: false,
    minDuration: null,
    maxDuration: null,
    blockedAdomains: [],
    blockedCategories: [],
    schainMode: 'append',
    isAdsTxtEnforced: false,
    qps: null,
    checkIVT: false,
    postbidPix: false,
    postbidWh: false,
    floorMode: 'static',
    floorUplift: 50,
    floorMax: null,
    learnedFloors: {},
    optimizeBy: 'none',
    optimizeMinutes: '60',
    reqsPerDay: null,
    cappedUntil: null,
    impsPerDay: null,
    ivtIds: [],
    ...overrides,
  };
}

/** A row that puts tag 1 into tier 1 of channel 1. */
export function buildWaterfallRow(overrides: Partial<WaterfallRow> = {}): WaterfallRow {
  return {
    id: 1,
    demandId: 1,
    ...stamps,
    channelId: 1,
    tagId: 1,
    tier: 1,
    weight: 50,
    floor: null,
    isEnabled: true,
    place: null,
    ...overrides,
  };
}

/** An active pixel that every ad carries which names it, called at the impression. */
export function buildPixel(overrides: Partial<PixelRow> = {}): PixelRow {
  const id = overrides.id ?? 1;
  return {
    id,
    demandId: 1,
    ...stamps,
    status: 1,
    name: `Pixel ${id}`,
    vendor: 'custom',
    event: 'impression',
    url: `https://pixel.example/${id}`,
    scope: 'attached',
    percent: 100,
    environments: [],
    startsOn: null,
    endsOn: null,
    ...overrides,
  };
}

/** An active targeting that narrows nothing. */
export function buildTargeting(overrides: Partial<TargetingRow> = {}): TargetingRow {
  const id = overrides.id ?? 1;
  const values = createSchema(targeting).parse({ name: `Targeting ${id}` }) as TargetingRow;
  return { ...values, id, demandId: 1, ...stamps, ...overrides };
}

const list = { demandId: 1, ...stamps, status: 1, mode: 'block', description: '', membersHash: '' } as const;

/** An active block list of bundles without members. */
export function buildAppList(overrides: Partial<AppListRow> = {}): AppListRow {
  const id = overrides.id ?? 1;
  return { id, ...list, name: `App list ${id}`, kind: 'bundle', appCount: 0, ...overrides };
}

/** An active block list of publishers without members. */
export function buildPubList(overrides: Partial<PubListRow> = {}): PubListRow {
  const id = overrides.id ?? 1;
  return { id, ...list, name: `Publisher list ${id}`, pubCount: 0, ...overrides };
}

/** An active block list of creatives without members. */
export function buildCreList(overrides: Partial<CreListRow> = {}): CreListRow {
  const id = overrides.id ?? 1;
  return { id, ...list, name: `Creative list ${id}`, creCount: 0, ...overrides };
}

/** The rate of the euro: $1 is €0.80. */
export function buildExchangeRate(overrides: Partial<ExchangeRateRow> = {}): ExchangeRateRow {
  return { id: 1, demandId: null, ...stamps, status: 1, name: 'Euro', currency: 'EUR', perUsd: '0.80', ...overrides };
}

/** Rows of a network by entity. */
export interface NetworkRows {
  demand?: DemandAccountRow[];
  advertiser?: AdvertiserRow[];
  subpublisher?: SubpublisherRow[];
  tag?: TagRow[];
  channel?: ChannelRow[];
  waterfallRow?: WaterfallRow[];
  ivt?: PixelRow[];
  targeting?: TargetingRow[];
  appList?: AppListRow[];
  pubList?: PubListRow[];
  creList?: CreListRow[];
  exchangeRate?: ExchangeRateRow[];
  supplier?: SupplierRow[];
  adexchange?: AdexchangeRow[];
  campaign?: CampaignRow[];
  creative?: CreativeRow[];
  deal?: DealRow[];
}

/** The feed's messages that tell of a network, and then the version. */
export function messagesOf(rows: NetworkRows, version = 1): SnapshotMessage[] {
  const messages = (Object.entries(rows) as [ServedEntity, { id: number }[]][]).flatMap(([entity, list]) =>
    list.map((row) => ({ type: 'row', entity, id: row.id, row }) as SnapshotMessage),
  );
  return [...messages, { type: 'version', version }];
}
