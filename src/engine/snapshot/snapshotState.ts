import { type OtherRows, type RowByName, type ServedEntity } from '#model/index.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import type { Cutoffs } from '../cutoff/cutoffs.ts';
import { type BuyingIndex } from '../buying/buyingIndex.ts';
import type { IdIndex } from './idIndex.ts';
import { type AttachmentUsers, type RestrictedEntity } from './attachmentUsers.ts';
import type { ListKey, LoadedMembers, WantedMembers } from '../lists/listSet.ts';
import type { ChannelPlan, CompiledTag } from '../plan/plan.ts';
import { type AdsTxtIndex } from '../sellers/adsTxtIndex.ts';
import { type SdkIndex } from './sdkIndex.ts';
import { type SyncIndex } from '../sync/syncIndex.ts';
import type { CompiledTargeting } from '../targeting/compileTargeting.ts';
import { type Restriction } from '../targeting/restriction.ts';

export type Rows = { [E in ServedEntity]: Map<number, RowByName[E]> } & {
  [O in keyof OtherRows]: Map<number, OtherRows[O]>;
};

/**
 * The served entities in memory. `applyMessage` changes it in place; plans taken from it are immutable and stay valid
 * for the requests that use them.
 */
export interface Snapshot {
  /** The version of the feed up to which everything has been applied. */
  version: number;
  readonly rows: Rows;
  readonly channelByUid: Map<string, number>;
  readonly supplierByUid: Map<string, number>;
  readonly compiledTags: Map<number, CompiledTag>;
  readonly exchangesAsTags: Map<number, CompiledTag>;
  /** Each account's own campaigns as a bidder. */
  readonly campaignsAsTags: Map<number, CompiledTag>;
  /** Reverse references, by the id that is referred to. */
  readonly channelsOfAccount: IdIndex;
  readonly channelsOfSubpublisher: IdIndex;
  readonly suppliersOfAccount: IdIndex;
  readonly exchangesOfAccount: IdIndex;
  readonly tagsOfAdvertiser: IdIndex;
  readonly waterfallOfTag: IdIndex;
  readonly waterfallOfChannel: IdIndex;
  /** Account-wide pixels. */
  readonly pixelsOfAccount: IdIndex;
  /** Targeted entities by their targetings, lists and pixels. */
  readonly attachmentUsers: AttachmentUsers;
  /** Members of lists in use; stored by `putMembers`. */
  readonly members: Map<ListKey, LoadedMembers>;
  /**
   * Lists in use whose members in memory are missing or do not match the row. Objects that use a list get no traffic
   * until it has members; until newer members are loaded, the older ones apply.
   */
  readonly wantedMembers: Map<ListKey, WantedMembers>;
  /** Compiled targetings and restrictions, as far as they are valid. */
  readonly compiledTargetings: Map<number, CompiledTargeting>;
  readonly restrictions: Map<`${RestrictedEntity}:${number}`, Restriction>;
  /** Campaigns and deals. Read with `campaignsOf` and `soldDealsOf`. */
  readonly buying: BuyingIndex;
  readonly sdk: SdkIndex;
  /** Cookie syncs. Read with `accountOfUid`, `bidderOfUid` and `syncTagsOf`. */
  readonly sync: SyncIndex;
  /** Sellers authorized by sites and apps. Read with `adsTxtState`. */
  readonly adsTxt: AdsTxtIndex;
  /** The result of `ratesOf`; null = to be computed. */
  rates: Rates | null;
  /** Cut-offs by account. Read with `cutoffsOf`. */
  readonly cutoffs: Map<number, Cutoffs | null>;
  /** Valid plans by channel id; built on demand. */
  readonly plans: Map<number, ChannelPlan>;
  /** Valid plans by supplier id; built on demand. */
  readonly supplierPlans: Map<number, ChannelPlan>;
}
