import { setImmediate as nextTurn } from 'node:timers/promises';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { isCapChange } from '#engine/whatif/pastConfiguration.ts';
import { createResponsePool } from '#engine/whatif/responsePool.ts';
import { timelineOf } from '#engine/whatif/timeline.ts';
import { createWhatIf, type WhatIfResult } from '#engine/whatif/whatIf.ts';
import type { DemandAccountRow } from '#model/index.ts';
import type { ChannelHistory } from '#model/entity/pastRow.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import type { ApiDeps } from '../deps.ts';
import { loadMembers } from './loadMembers.ts';
import { sampleTraces, readRequests, type PastSample, type PastScope } from './pastRequests.ts';
import { readOtherChannels, readImpressionShares } from './readImpressionShares.ts';

/** Maximum traces that a what-if replays, and maximum traces from which it learns the responses of tags. */
const maxTraces = 5000;
const maxForPool = 1000;

/** Milliseconds of replaying before other work has its turn. */
const sliceMs = 20;

const dayMs = 86_400_000;

/** The range of a what-if: whole days in the account's zone, today included. */
export function pastScopeOf(
  { demandId, channelId, zoneHours, days }: { demandId: number; channelId: number; zoneHours: number; days: number },
  now: number,
): PastScope {
  const today = spanOf('day', now, zoneHours).start;
  return { demandId, channelId, from: today - (days - 1) * dayMs, to: now };
}

/** Replays the traces of a channel with changes. Rejects when the signal aborts. */
export async function replayChanges(
  { facts, lists, locate }: Pick<ApiDeps, 'facts' | 'lists' | 'locate'>,
  { scope, past, changes }: { scope: PastScope; past: ChannelHistory; changes: readonly WhatIfChange[] },
  signal: AbortSignal,
): Promise<WhatIfResult & { sample: Pick<PastSample, 'available' | 'firstAt'> & { sampled: number } }> {
  const account = past.rows.find(({ entity }) => entity === 'demand')?.row as unknown as DemandAccountRow;
  const { available, firstAt, chosen } = await sampleTraces(facts, scope, maxTraces, signal);
  const factor = chosen.length === 0 ? 1 : available / chosen.length;
  const pool = createResponsePool();
  const step = Math.ceil(chosen.length / maxForPool);
  const some = chosen.filter((_, index) => index % step === 0);
  for await (const requests of readRequests(facts, scope, { chosen: some, factor }, signal)) {
    for (const request of requests) pool.add(request);
  }
  const tagIds = past.rows.filter(({ entity }) => entity === 'tag').map(({ id }) => id);
  const capped = changes.filter((change) => change.entity === 'tag' && isCapChange(change)).map(({ id }) => id);
  const [members, shown, otherChannels] = await Promise.all([
    loadMembers(lists, past.rows, signal),
    readImpressionShares(facts, scope, tagIds, signal),
    readOtherChannels(facts, scope, capped, signal),
  ]);
  const whatIf = createWhatIf({
    channelId: scope.channelId,
    changes,
    timeline: timelineOf(past),
    members,
    pool,
    renderRate: shown,
    otherChannelHours: otherChannels,
    zoneHours: account.timezone,
    locate: (address) => locate?.(address) ?? null,
  });
  let since = performance.now();
  for await (const requests of readRequests(facts, scope, { chosen, factor }, signal)) {
    for (const request of requests) {
      whatIf.take(request);
      if (performance.now() - since < sliceMs) continue;
      await nextTurn();
      signal.throwIfAborted();
      since = performance.now();
    }
  }
  return { ...whatIf.result(), sample: { available, firstAt, sampled: chosen.length } };
}
