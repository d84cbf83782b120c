import type { SnapshotMessage } from '#model/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { SnapshotPulse } from './snapshotPulse.ts';

const linesPerChunk = 500;

/**
 * The lines that serving follows: changes since a version, or reset and checkpoint when those cannot be told without a
 * gap (null: from nothing); then each change as it comes, and the version as a heartbeat. Ends on abort.
 */
export async function* snapshotFeed(
  { entities, pulse }: { entities: EntityStore; pulse: SnapshotPulse },
  since: number | null,
  { signal, heartbeatMs = 5000 }: { signal: AbortSignal; heartbeatMs?: number },
): AsyncGenerator<string> {
  let version = since;
  while (!signal.aborted) {
    const told = version === null ? null : await entities.readChangesSince(version);
    if (told?.type === 'changes') {
      version = told.version;
      yield linesOf([...told.rows, { type: 'version', version }]);
      if (told.rows.length === 0) await pulse.wait(version, heartbeatMs, signal);
      continue;
    }
    const checkpoint = await entities.checkpoint();
    yield linesOf([{ type: 'reset' }]);
    for (let start = 0; start < checkpoint.rows.length; start += linesPerChunk) {
      yield linesOf(checkpoint.rows.slice(start, start + linesPerChunk));
    }
    version = checkpoint.version;
  }
}

function linesOf(messages: readonly SnapshotMessage[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}
