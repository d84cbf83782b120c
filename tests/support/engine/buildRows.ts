import type {
  AdexchangeRow,
  AdvertiserRow,
  CampaignRow,
  ChannelRow,
  CreativeRow,
  DealRow,
  DemandAccountRow,
  ExchangeRateRow,
  PixelRow,
  RowByName,
  ServedEntity,
  SnapshotMessage,
  SubpublisherRow,
  SupplierRow,
  TagRow,
  TargetingRow,
  WaterfallRow,
} from '#model/index.ts';
import { buildRow } from '#tests/support/model/buildRow.ts';

/** A demand account without fees. */
export function buildAccount(overrides: Partial<DemandAccountRow> = {}): DemandAccountRow {
  return buildRow('demand', { name: 'Account', uid: 'account000000001', ...overrides });
}

/** An active advertiser. */
export function buildAdvertiser(overrides: Partial<AdvertiserRow> = {}): AdvertiserRow {
  return buildRow('advertiser', { name: 'Advertiser', ...overrides });
}

/** A sub-publisher with a revenue share of 70 %. */
export function buildSubpublisher(overrides: Partial<SubpublisherRow> = {}): SubpublisherRow {
  return buildRow('subpublisher', { name: 'Sub-publisher', costModel: 'share', costShare: 70, ...overrides });
}

/** A tag with an ad tag URL and a rate of 2.00 CPM. */
export function buildTag(overrides: Partial<TagRow> = {}): TagRow {
  return buildRow('tag', { url: `https://tag${overrides.id ?? 1}.example/vast`, rate: '2.00', ...overrides });
}

/** A channel without sub-publisher and floor. */
export function buildChannel(overrides: Partial<ChannelRow> = {}): ChannelRow {
  return buildRow('channel', overrides);
}

/** A row that puts tag 1 into tier 1 of channel 1. */
export function buildWaterfallRow(overrides: Partial<WaterfallRow> = {}): WaterfallRow {
  return buildRow('waterfallRow', overrides);
}

/** An active pixel, called at the impression of every ad that names it. */
export function buildPixel(overrides: Partial<PixelRow> = {}): PixelRow {
  return buildRow('ivt', { url: `https://pixel.example/${overrides.id ?? 1}`, ...overrides });
}

/** An active targeting without conditions. */
export function buildTargeting(overrides: Partial<TargetingRow> = {}): TargetingRow {
  return buildRow('targeting', overrides);
}

/** An active block list of bundles without members. */
export function buildAppList(overrides: Partial<RowByName['appList']> = {}): RowByName['appList'] {
  return buildRow('appList', overrides);
}

/** An active block list of publishers without members. */
export function buildPubList(overrides: Partial<RowByName['pubList']> = {}): RowByName['pubList'] {
  return buildRow('pubList', overrides);
}

/** An active block list of creatives without members. */
export function buildCreList(overrides: Partial<RowByName['creList']> = {}): RowByName['creList'] {
  return buildRow('creList', overrides);
}

/** The rate of the euro: $1 is €0.80. */
export function buildExchangeRate(overrides: Partial<ExchangeRateRow> = {}): ExchangeRateRow {
  return buildRow('exchangeRate', { name: 'Euro', currency: 'EUR', perUsd: '0.80', ...overrides });
}

/** Rows of a configuration by entity. */
export interface ConfigurationRows {
  demand?: DemandAccountRow[];
  advertiser?: AdvertiserRow[];
  subpublisher?: SubpublisherRow[];
  tag?: TagRow[];
  channel?: ChannelRow[];
  waterfallRow?: WaterfallRow[];
  ivt?: PixelRow[];
  targeting?: TargetingRow[];
  appList?: RowByName['appList'][];
  pubList?: RowByName['pubList'][];
  creList?: RowByName['creList'][];
  exchangeRate?: ExchangeRateRow[];
  supplier?: SupplierRow[];
  adexchange?: AdexchangeRow[];
  campaign?: CampaignRow[];
  creative?: CreativeRow[];
  deal?: DealRow[];
}

/** The feed's messages for a configuration, followed by the version. */
export function messagesOf(rows: ConfigurationRows, version = 1): SnapshotMessage[] {
  const messages = (Object.entries(rows) as [ServedEntity, { id: number }[]][]).flatMap(([entity, list]) =>
    list.map((row) => ({ type: 'row', entity, id: row.id, row }) as SnapshotMessage),
  );
  return [...messages, { type: 'version', version }];
}
