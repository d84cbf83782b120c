import type { AdPerformanceAt } from '#engine/buying/createAdPerformance.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { Spool } from '#events/spool/spool.ts';
import type { TokenSigner, TokenVerifier } from '#events/token/token.ts';
import type { Check } from '#runtime/readiness.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { BidCache } from '#storage/bidCache/bidCache.ts';
import type { UserAgent } from '#standards/userAgent.ts';
import type { AdtagFiles } from './adtag/adtagFiles.ts';
import type { NodeBudgets } from './budget/nodeBudgets.ts';
import type { DeletionFiles } from './deletion/deletionFiles.ts';
import type { HandOnDeletion } from './deletion/httpDeletions.ts';
import type { Delivery } from './delivery/requestDelivery.ts';
import type { AuctionDeps } from './imp/auctionDeps.ts';
import type { IvtDetector } from './ivt/ivtDetector.ts';
import type { Tracer } from '#runtime/tracing/tracer.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import type { MediaDeps } from './media/mediaDeps.ts';
import type { DealDeduplicator } from './imp/offeredDeals.ts';
import type { OverloadGuard } from './http/overload.ts';
import type { VerificationPixels } from './vast/verificationOfAd.ts';
import type { SellerFiles } from './sellers/sellerFiles.ts';
import type { InventoryDeduplicator } from './imp/createInventoryDeduplicator.ts';
import type { PrivacyDeps } from './imp/viewerPrivacy.ts';
import type { StoredMarkup } from './vast/storedMarkup.ts';
import type { SourceKeys } from './track/sourceKeys.ts';
import type { NoticeSender } from './notices/noticeSender.ts';
import type { UrlQueue } from './notices/urlQueue.ts';
import type { UrlSealer } from './notices/urlSealer.ts';

/** A dependency that serving can do without. */
export interface OptionalDependency {
  /** Rejects when it cannot be reached. */
  ping: () => Promise<void>;
  /** How serving continues without it, as text for /readyz. */
  fallback: string;
}

/** The dependencies of request handling. */
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
  /** Our dsrdelete.json and key set. */
  deletionFiles: DeletionFiles;
  /** Hands a data deletion request on to be verified and stored. */
  handOnDeletion: HandOnDeletion;
  adtag: AdtagFiles;
  observedInventory: InventoryDeduplicator;
  deals: DealDeduplicator;
  delivery: Delivery;
  /** Budgets of campaigns, and the reservations of their bids. */
  budgets: NodeBudgets;
  /** Performance of own campaigns' ads per placement. */
  adPerformance: AdPerformanceAt;
  /** Geolocates IP addresses. */
  locate: Locate;
  /** Parses user agents, with a cache. */
  readAgent: (text: string) => UserAgent;
  /** Detects invalid traffic. */
  traffic: IvtDetector;
  /** Keys of hits for the nightly review; null where it is off. */
  sources: SourceKeys | null;
  /** Pixels of the vendors for post-bid verification. */
  verificationPixels: VerificationPixels;
  /** Calls bidders' notices. */
  notices: UrlQueue;
  /** Calls the notices that come back in sealed texts, which may be repeated. */
  sealedNotices: NoticeSender;
  /** Seals bidders' notice URLs. */
  sealer: UrlSealer;
  /** Opens the secrets of rows. */
  secrets: SecretSealer;
  /** Opens orders to test a bidder. */
  bidderTests: Pick<UrlSealer, 'open'>;
  /** Files, clicks and previews of our own creatives. */
  media: MediaDeps;
  /** Bids and VAST that pages and apps fetch by an ID. */
  bidCache: BidCache;
  /** Whether pages may store bids of their own in it. */
  acceptsCachePuts: boolean;
  spool: Pick<Spool, 'append' | 'appendDurably'>;
  /** Checks of required dependencies: /readyz fails when one fails. */
  requiredChecks: Readonly<Record<string, Check>>;
  /** Whether the node is stopping: /readyz fails then, so that balancers send requests to others. */
  isNodeLeaving?: () => boolean;
  /** Optional dependencies: /readyz lists whether they can be reached, but does not fail. */
  optionalDependencies: Readonly<Record<string, OptionalDependency>>;
  signer: TokenSigner;
  verifier: TokenVerifier;
  newServeId: () => string;
  /** Share of requests that are traced. */
  traceShare: number;
  overload: OverloadGuard;
  /** Absent where OTLP_URL is not set. */
  tracer?: Tracer;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
}
