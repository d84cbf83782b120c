import { isServedList, type TrafficListKind } from '#model/lists/trafficList.ts';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import type { TrafficListAttempt, TrafficListState, TrafficListStore } from '#storage/trafficLists/trafficListStore.ts';
import type { Config } from '../../config.ts';
import { fetchTrafficList } from './fetchTrafficList.ts';
import { type TrafficListSettings, type TrafficListSource, trafficListSources } from './trafficListSources.ts';

/** Fetches the operator's lists of invalid traffic and blocked creatives, and the Global Vendor List. */
export interface TrafficListRefresher {
  /** The configured lists, each with its state; null = it was not fetched yet. */
  states(): Promise<{ source: TrafficListSource; state: TrafficListState | null }[]>;
  /** The contents of a list with a digest; null when it has other ones by now. */
  read(kind: TrafficListKind, digest: string): Promise<string | null>;
  /**
   * Fetches the lists that are due, and those whose URL is another one than for the last hour: nodes of different settings
   * take turns by the hour. Returns whether it published something for serving.
   */
  refreshDue(): Promise<boolean>;
  /**
   * Fetches a list at once, also from another URL than before. `acceptsChange` = also one with fewer than half of the
   * entries in use, or of an older or much newer version. Null if it has no URL, or is being fetched.
   */
  fetchNow(kind: TrafficListKind, acceptsChange: boolean): Promise<TrafficListAttempt | null>;
  close(): Promise<void>;
}

/** The clock of the refresher, and what follows from its lists. */
interface TrafficListHooks {
  now: () => Date;
  /** Called when a list with which creatives are compared has other contents. */
  onBlockList?: () => Promise<void>;
}

const hourMs = 3_600_000;
/** Time for which a list is fetched by one process only. */
const claimMs = 2 * 60_000;
/** Time until a list is fetched again, after a success and after a failure. */
const pauseMs = { success: 24 * hourMs, failure: hourMs } as const;

/** Opens the refresher. Nothing is read or fetched yet. */
export function openTrafficListRefresher(
  config: TrafficListSettings & Pick<Config, 'ALLOW_PRIVATE_ADDRESSES'>,
  store: TrafficListStore,
  { now, onBlockList = async () => undefined }: TrafficListHooks,
): TrafficListRefresher {
  const sources = trafficListSources(config);
  const fetcher = createFileFetcher({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    // Servers named in settings are always called, and what they redirect to is not.
    trustedHosts: sources.map(({ url }) => new URL(url).host),
  });
  let isCleared = false;
  const timeIn = (ms: number) => new Date(now().getTime() + ms).toISOString();
  const fetchClaimed = async (source: TrafficListSource, inUse: TrafficListState, acceptsChange = false) => {
    const contents = async () => (await store.read(source.kind, inUse.digest)) ?? '';
    const attempt = await fetchTrafficList(fetcher, source, { ...inUse, contents }, acceptsChange);
    const dueAt = timeIn('fault' in attempt ? pauseMs.failure : pauseMs.success);
    const isChanged = await store.record(source.kind, source.digest, attempt, { now: now().toISOString(), dueAt });
    if (isChanged && !isServedList(source.kind)) await onBlockList();
    return { attempt, isPublished: isChanged && isServedList(source.kind) };
  };
  const claim = (source: TrafficListSource, movePauseMs: number) =>
    store.claim(source.kind, source.digest, {
      now: now().toISOString(),
      until: timeIn(claimMs),
      movableSince: timeIn(-movePauseMs),
    });
  return {
    async states() {
      if (sources.length === 0) return [];
      const states = await store.list();
      return sources.map((source) => ({ source, state: states.find(({ kind }) => kind === source.kind) ?? null }));
    },
    read: (kind, digest) => store.read(kind, digest),
    async refreshDue() {
      // Lists without a URL are removed once, so that nodes of different settings do not take turns.
      let isChanged = !isCleared && (await store.retain(sources.map(({ kind }) => kind)));
      isCleared = true;
      for (const source of sources) {
        const claimed = await claim(source, hourMs);
        if (claimed && (await fetchClaimed(source, claimed)).isPublished) isChanged = true;
      }
      return isChanged;
    },
    async fetchNow(kind, acceptsChange) {
      const source = sources.find((each) => each.kind === kind);
      if (!source) return null;
      await store.makeDue(kind, now().toISOString());
      const claimed = await claim(source, 0);
      return claimed && (await fetchClaimed(source, claimed, acceptsChange)).attempt;
    },
    close: () => fetcher.close(),
  };
}
