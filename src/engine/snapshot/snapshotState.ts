import { type OtherRows, type RowByName, type ServedEntity } from '#model/index.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import { type BuyingIndex } from '../buying/buyingIndex.ts';
import type { IdIndex } from './idIndex.ts';
import { type Links, type RestrictedEntity } from './links.ts';
import type { ListKey, LoadedMembers, WantedMembers } from '../lists/listSet.ts';
import type { ChannelPlan, TagFacts } from '../plan/plan.ts';
import { type AdsTxtIndex } from '../sellers/adsTxtIndex.ts';
import { type SdkIndex } from './sdkIndex.ts';
import { type SyncIndex } from '../sync/syncIndex.ts';
import type { CompiledTargeting } from '../targeting/compileTargeting.ts';
import { type Restriction } from '../targeting/restriction.ts';

export type Rows = { [E in ServedEntity]: Map<number, RowByName[E]> } & {
  [O in keyof OtherRows]: Map<number, OtherRows[O]>;
};

/**
 * The served entities in memory. Changed in place by `applyMessage`; plans taken from it are immutable and stay valid
 * for the requests that hold them.
 */
export interface Snapshot {
  /** Everything up to this version of the feed has been applied. */
  version: number;
  readonly rows: Rows;
  readonly channelByUid: Map<string, number>;
  readonly supplierByUid: Map<string, number>;
  readonly factsOfTag: Map<number, TagFacts>;
  readonly factsOfExchange: Map<number, TagFacts>;
  /** How the campaigns of each account take part in auctions. */
  readonly factsOfCampaigns: Map<number, TagFacts>;
  /** Reverse references, by the id that is referred to. */
  readonly channelsOfAccount: IdIndex;
  readonly channelsOfSubpublisher: IdIndex;
  readonly suppliersOfAccount: IdIndex;
  readonly exchangesOfAccount: IdIndex;
  readonly tagsOfAdvertiser: IdIndex;
  readonly waterfallOfTag: IdIndex;
  readonly waterfallOfChannel: IdIndex;
  /** Pixels that all ads of an account carry. */
  readonly pixelsOfAccount: IdIndex;
  /** Who carries which targetings, lists and pixels. */
  readonly links: Links;
  /** Members of lists that somebody carries: put by `putMembers`. */
  readonly members: Map<ListKey, LoadedMembers>;
  /**
   * Lists that somebody carries and whose members in memory are none or those of another state of the row. Until a list
   * has members at all, whatever carries it gets no traffic; until newer ones are there, the older ones stay in force.
   */
  readonly wantedMembers: Map<ListKey, WantedMembers>;
  /** What was compiled of rows and is still valid. */
  readonly compiledTargetings: Map<number, CompiledTargeting>;
  readonly restrictions: Map<`${RestrictedEntity}:${number}`, Restriction>;
  /** Campaigns and deals: ask `campaignsOf` and `soldDealsOf`. */
  readonly buying: BuyingIndex;
  readonly sdk: SdkIndex;
  /** Who takes part in cookie syncs: ask `accountOfUid`, `bidderOfUid` and `syncTagsOf`. */
  readonly sync: SyncIndex;
  /** Whom sites and apps let sell: ask `adsTxtState`. */
  readonly adsTxt: AdsTxtIndex;
  /** What `ratesOf` read and is still valid. */
  rates: Rates | null;
  /** Plans that have been asked for and are still valid, by channel id. */
  readonly plans: Map<number, ChannelPlan>;
  /** The same of suppliers. */
  readonly supplierPlans: Map<number, ChannelPlan>;
}
