import type { AdPerformanceAt } from '#engine/buying/createAdPerformance.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Locate } from '#engine/targeting/place.ts';
import type { Spool } from '#events/spool/spool.ts';
import type { TokenSigner, TokenVerifier } from '#events/token/token.ts';
import type { Check } from '#runtime/readiness.ts';
import type { UserAgent } from '#standards/userAgent.ts';
import type { AdtagFiles } from './adtag/adtagFiles.ts';
import type { NodeBudgets } from './budget/nodeBudgets.ts';
import type { Delivery } from './delivery/requestDelivery.ts';
import type { AuctionDeps } from './imp/auctionDeps.ts';
import type { IvtDetector } from './ivt/ivtDetector.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import type { MediaDeps } from './media/mediaDeps.ts';
import type { DealDeduplicator } from './imp/offeredDeals.ts';
import type { OverloadGuard } from './http/overload.ts';
import type { VerificationPixels } from './vast/verificationOfAd.ts';
import type { SellerFiles } from './sellers/sellerFiles.ts';
import type { InventoryDeduplicator } from './imp/observedInventory.ts';
import type { PrivacyDeps } from './imp/viewerPrivacy.ts';
import type { StoredMarkup } from './vast/storedMarkup.ts';
import type { UrlQueue } from './notices/urlQueue.ts';
import type { UrlSealer } from './notices/urlSealer.ts';

/** Something that serving uses and does not require. */
export interface OptionalDependency {
  /** Rejects when it cannot be reached. */
  ping: () => Promise<void>;
  /** How serving goes on while it cannot be reached. */
  fallback: string;
}

/** Everything that requests are answered with. */
export interface ServingDeps extends AuctionDeps, PrivacyDeps {
  /** Public base URL of tracking URLs, without a slash at the end. */
  adsUrl: string;
  isProxyTrusted: boolean;
  /** The domain under which the platform sells. */
  sellerDomain: string;
  snapshot: () => Snapshot;
  isSnapshotLoaded: () => boolean;
  markup: StoredMarkup;
  sellerFiles: SellerFiles;
  adtag: AdtagFiles;
  observedInventory: InventoryDeduplicator;
  deals: DealDeduplicator;
  delivery: Delivery;
  /** What campaigns may bid, and what became of their bids. */
  budgets: NodeBudgets;
  /** How the ads of own campaigns did. */
  adPerformance: AdPerformanceAt;
  /** Where addresses are. */
  locate: Locate;
  /** Reads user agents, and remembers them. */
  readAgent: (text: string) => UserAgent;
  /** Tells invalid traffic. */
  traffic: IvtDetector;
  /** The vendors that measure impressions after they were bought. */
  verificationPixels: VerificationPixels;
  /** Tells bidders what became of their bids. */
  notices: UrlQueue;
  /** Hides bidders' notices from whoever brings them back. */
  sealer: UrlSealer;
  /** Files, clicks and previews of ads of our own. */
  media: MediaDeps;
  spool: Pick<Spool, 'append' | 'appendDurably'>;
  /** Checks of what serving requires: /readyz fails with them. */
  requiredChecks: Readonly<Record<string, Check>>;
  /** Dependencies that it does not require: /readyz names whether they are reached, and is ready all the same. */
  optionalDependencies: Readonly<Record<string, OptionalDependency>>;
  signer: TokenSigner;
  verifier: TokenVerifier;
  newServeId: () => string;
  /** The part of all requests whose decision is kept as a trace. */
  traceShare: number;
  overload: OverloadGuard;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
}
