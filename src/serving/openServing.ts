import type { HandedConnections } from '#runtime/listen/handedConnections.ts';
import { createTokenSigner, createTokenVerifier } from '#events/token/token.ts';
import { bidderTestLifetimeMs } from '#model/demand/bidderTest.ts';
import { previewLifetimeMs } from '#model/buying/sealedPreview.ts';
import { Unready } from '#runtime/readiness.ts';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import { createConsentReader } from '#standards/privacy/consentReader.ts';
import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import type { Config } from '../config.ts';
import { createErrorReports } from './track/errorReports.ts';
import { createSourceKeys } from './track/sourceKeys.ts';
import { createDeletionFiles } from './deletion/deletionFiles.ts';
import { createServingMetrics } from './metrics/servingMetrics.ts';
import type { MediaDeps } from './media/mediaDeps.ts';
import { createNoticeSender } from './notices/noticeSender.ts';
import { createUrlQueue } from './notices/urlQueue.ts';
import { createUrlSealer } from './notices/urlSealer.ts';
import { createDealDeduplicator } from './imp/offeredDeals.ts';
import { createUserAgentReader } from './imp/createUserAgentReader.ts';
import { createSellerFiles } from './sellers/sellerFiles.ts';
import type { ServingDeps } from './servingDeps.ts';
import { createInventoryDeduplicator } from './imp/createInventoryDeduplicator.ts';
import { startServing, type RunningServing, type ServingAddress } from './startServing.ts';
import { createStoredMarkup } from './vast/storedMarkup.ts';

/** The state, files and connections that a process opens for ad serving, and closes after it. */
export type ServingStores = Pick<
  ServingDeps,
  | 'snapshot'
  | 'isSnapshotLoaded'
  | 'spool'
  | 'delivery'
  | 'budgets'
  | 'adPerformance'
  | 'locate'
  | 'traffic'
  | 'fetcher'
  | 'bids'
  | 'adtag'
  | 'vendorLists'
  | 'bidCache'
  | 'handOnDeletion'
  | 'overload'
  | 'requiredChecks'
  | 'isNodeLeaving'
  | 'optionalDependencies'
  | 'logger'
> &
  Pick<MediaDeps, 'files'> & {
    /** Where processes agree which of them sends a notice. */
    noticeClaims: NoticeClaims;
  };

/** Sources of time, randomness and IDs: milliseconds since the epoch, a number in [0, 1), and IDs of serves. */
export type ServingClock = Pick<ServingDeps, 'now' | 'random' | 'newServeId'>;

/** Days that click URLs are valid. A page may stay open for days before its ad is clicked. */
const clickDays = 30;
/** ID of the key that signs tokens. */
const keyId = 1;

/**
 * Composes ad serving, in production, in rehearsals and in tests: serves ads, pixels and health on an address. `close`
 * leaves the stores open.
 */
export async function openServing(
  config: Config,
  { files, noticeClaims, ...stores }: ServingStores,
  clock: ServingClock,
  address: ServingAddress | HandedConnections,
  { metrics, tracer }: Telemetry = noTelemetry,
): Promise<RunningServing> {
  const { secret, otherSecrets } = config;
  const secrets = { secret, otherSecrets };
  const tokenLifetimeMs = config.TOKEN_LIFETIME_MINUTES * 60_000;
  const key = { secret, keyId };
  const errors = createUrlQueue(stores.fetcher);
  const notices = createUrlQueue(stores.fetcher);
  const sealedNotices = createNoticeSender({ claims: noticeClaims, queue: notices }, () => performance.now());
  const deps: ServingDeps = {
    ...stores,
    ...clock,
    ...(metrics ? { metrics: createServingMetrics(metrics) } : {}),
    ...(tracer ? { tracer } : {}),
    adsUrl: config.ADS_URL,
    isProxyTrusted: config.TRUST_PROXY,
    sellerDomain: config.SELLER_DOMAIN,
    sellerFiles: createSellerFiles(config.SELLER_DOMAIN),
    deletionFiles: createDeletionFiles(config.ADS_URL, [secret, ...otherSecrets]),
    isGpcEverywhere: config.GPC_EVERYWHERE,
    ownGvlId: config.GVL_ID ?? null,
    prebidServerUrl: config.PREBID_SERVER_URL ?? null,
    verificationPixels: { pix: config.POSTBID_PIX_URL ?? null, wh: config.POSTBID_WH_URL ?? null },
    traceShare: config.TRACE_SHARE,
    acceptsCachePuts: config.CACHE_PUTS,
    reports: createErrorReports({ ...clock, queue: errors }),
    notices,
    sealedNotices,
    consents: createConsentReader({ size: 10_000 }),
    readAgent: createUserAgentReader(),
    sources: config.IVT_REVIEW_DAYS === 0 ? null : createSourceKeys(secret),
    markup: createStoredMarkup(),
    observedInventory: createInventoryDeduplicator(),
    deals: createDealDeduplicator(),
    sealer: createUrlSealer({ ...secrets, lifetimeMs: tokenLifetimeMs }),
    secrets: createSecretSealer(secrets),
    bidderTests: createUrlSealer({ ...secrets, lifetimeMs: bidderTestLifetimeMs, use: 'bidder tests' }),
    media: {
      files,
      clicks: createUrlSealer({ ...secrets, lifetimeMs: clickDays * 86_400_000, use: 'clicks' }),
      previews: createUrlSealer({ ...secrets, lifetimeMs: previewLifetimeMs, use: 'previews' }),
      consoleOrigin: config.CONSOLE_URL ? new URL(config.CONSOLE_URL).origin : null,
    },
    signer: createTokenSigner(key),
    verifier: createTokenVerifier({
      keys: [key, ...otherSecrets.map((other) => ({ secret: other, keyId }))],
      lifetimeMs: tokenLifetimeMs,
    }),
    requiredChecks: { snapshot: async () => checkLoaded(stores), ...stores.requiredChecks },
  };
  const server = await startServing(deps, address, metrics);
  return {
    port: server.port,
    async close() {
      await server.close();
      await sealedNotices.close();
      await Promise.all([errors.close(), notices.close()]);
    },
  };
}

function checkLoaded({ isSnapshotLoaded }: Pick<ServingStores, 'isSnapshotLoaded'>): void {
  if (!isSnapshotLoaded()) throw new Unready('not loaded yet');
}
