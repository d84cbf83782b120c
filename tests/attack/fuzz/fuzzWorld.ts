import type { EntityName } from '#model/index.ts';
import type { ApiRoute } from '../readApiRoutes.ts';

/** Real ids, credentials and paths of the attacked account from which random requests are built. */
export interface FuzzWorld {
  consolePort: number;
  adsPort: number;
  routes: readonly ApiRoute[];
  /** Login of the account's owner; all passwords are those of the test API. */
  ownerLogin: string;
  /** An id of each entity. */
  ids: Readonly<Partial<Record<EntityName, number>>>;
  /** Callers with the headers that authenticate them. */
  callers: readonly { name: string; headers: readonly [name: string, value: string][] }[];
  channelUids: readonly string[];
  supplierUids: readonly string[];
  supplierKey: string;
  sdkKey: string;
  /** Paths of pixels, clicks and notices of served ads. */
  trackingPaths: readonly string[];
  mediaPaths: readonly string[];
}
