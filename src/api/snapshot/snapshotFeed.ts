import type { SnapshotMessage } from '#model/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { FeedCensus } from './feedCensus.ts';
import type { SnapshotNotifier } from './snapshotNotifier.ts';

const linesPerChunk = 500;

/**
 * The lines that serving follows: changes since a version, or reset and checkpoint when those are not available without
 * a gap (null = from the beginning); then each change as it happens, and the version as a heartbeat. Ends on abort.
 */
export async function* snapshotFeed(
  {
    entities,
    snapshotNotifier,
    feeds,
  }: { entities: EntityStore; snapshotNotifier: SnapshotNotifier; feeds: FeedCensus },
  since: number | null,
  { signal, heartbeatMs = 5000 }: { signal: AbortSignal; heartbeatMs?: number },
): AsyncGenerator<string> {
  let version = since;
  const follower = feeds.follow();
  try {
    while (!signal.aborted) {
      const changed = version === null ? null : await entities.readChangesSince(version);
      if (changed?.type === 'changes') {
        version = changed.version;
        yield linesOf([...changed.rows, { type: 'version', version }]);
        follower.took(version);
        if (changed.rows.length === 0) await snapshotNotifier.wait(version, heartbeatMs, signal);
        continue;
      }
      const checkpoint = await entities.checkpoint();
      yield linesOf([{ type: 'reset' }]);
      for (let start = 0; start < checkpoint.rows.length; start += linesPerChunk) {
        yield linesOf(checkpoint.rows.slice(start, start + linesPerChunk));
      }
      version = checkpoint.version;
    }
  } finally {
    follower.leave();
  }
}

function linesOf(messages: readonly SnapshotMessage[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}
