import { createHash } from 'node:crypto';
import { accountsAt, sellersOf } from '#engine/sellers/sellersOf.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { buildSellersJson } from '#standards/supplychain/buildSellersJson.ts';
import type { TaggedJson } from '../http/sendResponse.ts';

/** The sellers.json files by host. Each is built once per snapshot version. */
export interface SellerFiles {
  /** `host`: lower case, without a port. */
  fileAt(snapshot: Snapshot, host: string): TaggedJson;
}

/** Creates the files of a platform. Its own domain lists the sellers of all accounts. */
export function createSellerFiles(platformDomain: string): SellerFiles {
  let filesByAccounts = new Map<string, TaggedJson>();
  let builtFrom: { snapshot: Snapshot; version: number } | null = null;
  return {
    fileAt(snapshot, host) {
      if (builtFrom?.snapshot !== snapshot || builtFrom.version !== snapshot.version) {
        filesByAccounts = new Map();
        builtFrom = { snapshot, version: snapshot.version };
      }
      const accounts = accountsAt(snapshot, host, platformDomain);
      const key = accounts?.join() ?? 'all';
      const file = filesByAccounts.get(key) ?? buildFile(snapshot, accounts);
      filesByAccounts.set(key, file);
      return file;
    },
  };
}

function buildFile(snapshot: Snapshot, accounts: readonly number[] | null): TaggedJson {
  const { file } = buildSellersJson({ sellers: sellersOf(snapshot, accounts) });
  const json = JSON.stringify(file);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}
