/** The ad serving processes that follow the snapshot feed of this process. */
export interface FeedState {
  count: number;
  /** Those that have taken nothing from the feed for half a minute, although a heartbeat is offered every five seconds. */
  stalled: number;
  /** Lowest version that one of them has taken; null if there is none. */
  oldestVersion: number | null;
  /** Time, in ms, since which one is stalled; null if none is. */
  stalledSince: number | null;
  /** Time, in ms, at which the last one was lost, or the census began; null while there are some. */
  goneSince: number | null;
}

/** A follower of the feed. */
export interface FeedFollower {
  /** Records that it has taken everything up to a version. */
  took(version: number): void;
  leave(): void;
}

/** Counts the followers of the snapshot feed. */
export interface FeedCensus {
  follow(): FeedFollower;
  read(): FeedState;
}

const stalledMs = 30_000;

/** Begins to count. `now` returns ms since the epoch. */
export function createFeedCensus(now: () => number): FeedCensus {
  const followers = new Set<{ version: number; at: number }>();
  let goneSince = now();
  return {
    follow() {
      const follower = { version: 0, at: now() };
      followers.add(follower);
      return {
        took(version) {
          follower.version = version;
          follower.at = now();
        },
        leave() {
          followers.delete(follower);
          if (followers.size === 0) goneSince = now();
        },
      };
    },
    read() {
      const all = [...followers];
      const stalled = all.filter(({ at }) => now() - at > stalledMs).map(({ at }) => at);
      return {
        count: all.length,
        stalled: stalled.length,
        oldestVersion: all.length === 0 ? null : Math.min(...all.map(({ version }) => version)),
        stalledSince: stalled.length === 0 ? null : Math.min(...stalled),
        goneSince: all.length === 0 ? goneSince : null,
      };
    },
  };
}
