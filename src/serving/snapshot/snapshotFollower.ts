import { setTimeout as pauseFor } from 'node:timers/promises';
import { copyMembers } from '#engine/snapshot/attachments.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { SnapshotMessage } from '#model/index.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { ControlPlane } from './controlPlane.ts';
import type { ListLoader } from '../lists/listLoader.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { SnapshotFile } from './snapshotFile.ts';

/** The feed's lines since a version, from the control plane. Ends or throws when the connection does. */
export type SnapshotSource = (since: number, signal: AbortSignal) => AsyncIterable<Buffer | string>;

/** Follows the snapshot feed of the control plane. */
export interface SnapshotFollower {
  /** The current state: never half a checkpoint. */
  snapshot(): Snapshot;
  /** Whether a state was loaded, from the feed or from disk. */
  isLoaded(): boolean;
  /** Monotonic milliseconds at which the feed last sent something, or the follower started. */
  receivedAt(): number;
  close(): Promise<void>;
}

const maxPauseMs = 5000;
/** Consecutive failures, over a few seconds, that are not logged while the feed has not been reached yet. */
const failuresBeforeWarning = 40;
/** Maximum pause until the feed is reached for the first time: everything may just be starting. */
const startupPauseMs = 200;

/**
 * Loads the stored state and follows the feed from there, reconnecting as needed. Resolves when the stored state is
 * loaded.
 */
export async function startSnapshotFollower(deps: {
  source: SnapshotSource;
  file: SnapshotFile;
  /** Load the contents of lists, which the feed only references. */
  lists: readonly Pick<ListLoader, 'restore' | 'refresh'>[];
  logger: Logger;
  /** Monotonic milliseconds. */
  now: () => number;
  random: () => number;
}): Promise<SnapshotFollower> {
  const { source, file, lists, logger } = deps;
  const closed = new AbortController();
  const stored = await file.load();
  let current = stored.snapshot;
  /** Whether rows may be missing until the next checkpoint. */
  let { isPartial } = stored;
  for (const each of lists) await each.restore(current);
  /** A checkpoint that is not complete yet. */
  let checkpoint: Snapshot | null = null;
  let unsaved: SnapshotMessage[] = [];
  let receivedAt = deps.now();
  // An installation without entities is at version 0 too: only the feed shows that the state is complete.
  let isLoaded = current.version > 0;

  const applyFeedMessage = (message: SnapshotMessage) => {
    if (message.type === 'reset') {
      checkpoint = emptySnapshot();
      return;
    }
    const isChange = message.type !== 'version' || message.version !== current.version;
    applyMessage(checkpoint ?? current, message);
    if (message.type === 'version') isLoaded = true;
    if (checkpoint) {
      if (message.type !== 'version') return;
      copyMembers(checkpoint, current);
      current = checkpoint;
      checkpoint = null;
      isPartial = false;
      unsaved = [];
      file.rewrite(current);
      for (const each of lists) each.refresh(current);
      return;
    }
    if (isChange) unsaved.push(message);
    if (message.type !== 'version') return;
    for (const each of lists) each.refresh(current);
    if (unsaved.length > 0) {
      file.append(unsaved);
      unsaved = [];
    }
  };

  const followOnce = async () => {
    checkpoint = null;
    const slice = createSlicer(deps.now);
    const decoder = new TextDecoder();
    let partialLine = '';
    for await (const chunk of source(isPartial ? 0 : current.version, closed.signal)) {
      receivedAt = deps.now();
      const lines = (partialLine + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split(
        '\n',
      );
      partialLine = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') applyFeedMessage(JSON.parse(line) as SnapshotMessage);
        await slice();
      }
    }
  };

  const follow = async () => {
    let failures = 0;
    let hasFollowed = false;
    while (!closed.signal.aborted) {
      const version = current.version;
      try {
        await followOnce();
      } catch (error) {
        if (closed.signal.aborted) return;
        if (failures === (hasFollowed ? 0 : failuresBeforeWarning))
          logger.warn(`snapshot feed lost: ${errorText(error)}`);
      }
      hasFollowed ||= current.version !== version;
      failures = current.version === version ? failures + 1 : 0;
      const maxPause = hasFollowed ? maxPauseMs : startupPauseMs;
      const pauseMs = Math.min(maxPause, 100 * 2 ** Math.min(failures, 10)) * (0.5 + deps.random() / 2);
      await pauseFor(pauseMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };

  const following = follow();
  return {
    snapshot: () => current,
    isLoaded: () => isLoaded,
    receivedAt: () => receivedAt,
    async close() {
      closed.abort();
      await following;
      await file.close();
    },
  };
}

/** The feed has a heartbeat every few seconds: silence means that the connection is lost. */
const idleTimeoutMs = 20_000;

/** The snapshot feed of a control plane. */
export function httpSnapshotSource(plane: Pick<ControlPlane, 'read'>): SnapshotSource {
  return (since, signal) => plane.read(`/internal/snapshotFeed?since=${since}`, { signal, idleTimeoutMs });
}
