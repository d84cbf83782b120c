import { type BlockListKind, readBlockList } from '#engine/scan/blockList.ts';
import type { ScanLists } from '#engine/scan/scanReport.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { CutoffStore } from '#storage/cutoffs/cutoffStore.ts';
import type { TrafficListRefresher } from '../trafficLists/trafficListRefresher.ts';

/** Reads the lists with which the creatives of an account are compared, as they are now. */
export type ReadScanLists = (demandId: number) => Promise<ScanLists>;

const none: ReadonlySet<string> = new Set();

/** Opens the operator’s lists, which stay in memory until they change, and the domains that are cut off. */
export function openScanLists(
  trafficLists: Pick<TrafficListRefresher, 'states' | 'read'>,
  cutoffs: Pick<CutoffStore, 'list'>,
): ReadScanLists {
  const loaded = new Map<BlockListKind, { digest: string; entries: Promise<ReadonlySet<string>> }>();
  async function load(kind: BlockListKind, digest: string): Promise<ReadonlySet<string>> {
    const text = await trafficLists.read(kind, digest);
    return text === null
      ? none
      : readBlockList(
          kind,
          text,
          createSlicer(() => performance.now()),
        );
  }
  async function entriesOf(kind: BlockListKind, digest: string | undefined): Promise<ReadonlySet<string>> {
    if (!digest) {
      loaded.delete(kind);
      return none;
    }
    const known = loaded.get(kind);
    if (known?.digest === digest) return known.entries;
    const entries = load(kind, digest);
    loaded.set(kind, { digest, entries });
    entries.catch(() => loaded.delete(kind));
    return entries;
  }
  return async (demandId) => {
    const states = await trafficLists.states();
    const digestOf = (kind: BlockListKind) => states.find(({ source }) => source.kind === kind)?.state?.digest;
    const [domains, files, cut] = await Promise.all([
      entriesOf('blockedDomains', digestOf('blockedDomains')),
      entriesOf('blockedFiles', digestOf('blockedFiles')),
      cutoffs.list([demandId]),
    ]);
    const cutDomains = new Set(cut.filter(({ kind }) => kind === 'domain').map(({ object }) => object));
    return {
      hasDomain: (domain) => domains.has(domain) || cutDomains.has(domain),
      hasFile: (sha256) => files.has(sha256),
    };
  };
}
