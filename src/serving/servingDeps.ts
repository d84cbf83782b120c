import type { Snapshot } from '#engine/snapshot.ts';
import type { Spool } from '#events/spool.ts';
import type { TokenSigner, TokenVerifier } from '#events/token.ts';
import type { AuctionDeps } from './runAuction.ts';
import type { Logger } from './logger.ts';
import type { OverloadGuard } from './overload.ts';
import type { SightingMemory } from './sightings.ts';
import type { StoredMarkup } from './storedMarkup.ts';

/** Everything that requests are answered with. */
export interface ServingDeps extends AuctionDeps {
  /** Public base URL of tracking URLs, without a slash at the end. */
  adsUrl: string;
  isProxyTrusted: boolean;
  snapshot: () => Snapshot;
  isSnapshotLoaded: () => boolean;
  markup: StoredMarkup;
  sightings: SightingMemory;
  spool: Pick<Spool, 'append' | 'appendDurably'>;
  isSpoolWritable: () => Promise<boolean>;
  signer: TokenSigner;
  verifier: TokenVerifier;
  newServeId: () => string;
  overload: OverloadGuard;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
}
