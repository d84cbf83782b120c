import { isReplayable } from '#model/index.ts';
import type { WhatIfChange, WhatIfLoss } from '#model/whatif/whatIf.ts';
import type { ListKey, LoadedMembers } from '../lists/listSet.ts';
import type { ChannelPlan } from '../plan/plan.ts';
import { planOf } from '../snapshot/snapshot.ts';
import { supplyGate } from '../plan/supplyGate.ts';
import type { Locate } from '../targeting/ipLocation.ts';
import { createAdReader } from './adReader.ts';
import { createCapCount, type OtherChannelHour } from './capCount.ts';
import { isCapChange, openPastConfiguration } from './pastConfiguration.ts';
import { isAsDecided, replayRequest, traitsOf, type RequestReplaySetting } from './replayRequest.ts';
import type { ResponsePool } from './responsePool.ts';
import { createPairedSums, noFigures, type Difference, type FigureKey, figureKeys } from './sums.ts';
import type { Timeline } from './timeline.ts';
import type { Outcome, PastRequest } from './types.ts';
import { figuresOfOutcome, type AdValue, type RenderRate } from './adValue.ts';

/** The inputs of a what-if. */
export interface WhatIfSetting {
  channelId: number;
  changes: readonly WhatIfChange[];
  timeline: Timeline;
  /** The current members of lists. */
  members: ReadonlyMap<ListKey, LoadedMembers>;
  pool: ResponsePool;
  renderRate: RenderRate;
  otherChannelHours: readonly OtherChannelHour[];
  /** The account's UTC offset in whole hours. */
  zoneHours: number;
  locate: Locate;
}

/** A number of traces, and of the requests they represent. */
export interface Counted {
  traces: number;
  requests: number;
}

/** The effects of changes. Money is nano-USD. */
export interface WhatIfResult {
  /** Replayed requests; `changed` are those with a different result. */
  replayed: Counted;
  /** Traces among them that passed the gates, before or after. */
  decided: number;
  changed: Counted;
  excluded: Partial<Record<WhatIfLoss, Counted>>;
  figures: Record<FigureKey | 'fill', Difference>;
  /** By tag: ads sold, and their revenue. */
  tags: Map<number, { opps: Difference; rev: Difference }>;
  /**
   * Requests that use a response of a tag to another request, by tag; `unknown`: requests without any known response.
   */
  estimated: Map<number, number>;
  unknown: Map<number, number>;
  /** Requests that the gates would now admit, without any recorded auction. */
  newlyAdmitted: number;
  /** Whether bidders would get a lower or a higher floor than they were sent. */
  areFloorsLower: boolean;
  areFloorsHigher: boolean;
}

/** A what-if that is fed requests one by one, in order of time. */
export interface WhatIf {
  take(request: PastRequest): void;
  result(): WhatIfResult;
}

/** Gates that a change may open. */
const gates: readonly string[] = ['account_inactive', 'channel_inactive', 'cap_reached'];

/** Creates a what-if. */
export function createWhatIf(setting: WhatIfSetting): WhatIf {
  const { channelId, changes, timeline, members, pool, renderRate, locate } = setting;
  const configurationBefore = openPastConfiguration(timeline, members);
  const configurationAfter = openPastConfiguration(timeline, members, changes);
  const caps = createCapCount(setting.zoneHours, setting.otherChannelHours);
  const capped = changes.filter(isCapChange);
  const cappedTags = new Set(capped.filter(({ entity }) => entity === 'tag').map(({ id }) => id));
  const isChannelCapped = capped.some(({ entity }) => entity === 'channel');
  const originalSetting: RequestReplaySetting = { ads: createAdReader(), locate, full: () => null };

  const all = createPairedSums({ isTotal: true });
  const byTag = new Map<number, ReturnType<typeof createPairedSums>>();
  const replayed: Counted = { traces: 0, requests: 0 };
  const changed: Counted = { traces: 0, requests: 0 };
  const excluded: WhatIfResult['excluded'] = {};
  const estimated = new Map<number, number>();
  const unknown = new Map<number, number>();
  let decided = 0;
  let newlyAdmitted = 0;
  let areFloorsLower = false;
  let areFloorsHigher = false;

  const exclude = (reason: WhatIfLoss, { sampleWeight }: PastRequest) =>
    count((excluded[reason] ??= { traces: 0, requests: 0 }), sampleWeight);

  /** The outcome of a request without an auction. */
  const refused: Outcome = { isRequest: false, slots: 0, ads: [] };

  const settle = (
    request: PastRequest,
    before: { outcome: Outcome; plan: ChannelPlan },
    after: { outcome: Outcome; plan: ChannelPlan },
  ) => {
    const { sampleWeight, at, ivt } = request;
    const had = figuresOfOutcome(before.outcome, before.plan, renderRate, ivt);
    const has = figuresOfOutcome(after.outcome, after.plan, renderRate, ivt);
    count(replayed, sampleWeight);
    if (before.outcome.isRequest || after.outcome.isRequest) decided += 1;
    if (!isSameOutcome(before.outcome, after.outcome)) count(changed, sampleWeight);
    all.add(sampleWeight, had.figures, has.figures);
    for (const tagId of new Set([...had.ads, ...has.ads].map((ad) => ad.tagId))) {
      const sums = byTag.get(tagId) ?? createPairedSums({ isTotal: false });
      byTag.set(tagId, sums);
      sums.add(sampleWeight, figuresOf(had.ads, tagId), figuresOf(has.ads, tagId));
    }
    caps.add(at, sampleWeight, after.outcome.isRequest, has.ads);
  };

  const takeRefused = (request: PastRequest, before: ChannelPlan, after: ChannelPlan) => {
    const { reason, at, sampleWeight } = request;
    const isGate = reason !== null && (gates.includes(reason) || isRestriction(reason));
    if (isGate && !supplyGate(after, traitsOf(request, after, locate), at) && !isFull(request))
      newlyAdmitted += sampleWeight;
    settle(request, { outcome: refused, plan: before }, { outcome: refused, plan: after });
  };

  const isFull = ({ at, body }: PastRequest): boolean => {
    if (!isChannelCapped) return false;
    const row = configurationAfter.at(body.snapshot).rows.channel.get(channelId);
    return row !== undefined && caps.isChannelFull(row, at);
  };

  return {
    take(request) {
      const { body, at, serveId, sampleWeight } = request;
      const { snapshot: version, auction } = body;
      if (version < timeline.from) return exclude('history', request);
      if (auction && !isReplayable(body)) return exclude(auction.pod?.isShared ? 'shared_pod' : 'cut', request);
      const then = configurationBefore.at(version);
      const now = configurationAfter.at(version);
      const before = planOf(then, channelId);
      const after = planOf(now, channelId);
      if (!before || !after) return exclude('history', request);
      if (!auction) return takeRefused(request, before, after);
      const first = replayRequest(request, then, before, originalSetting, null);
      if (!first || supplyGate(before, traitsOf(request, before, locate), at) || !isAsDecided(request, first)) {
        return exclude('different', request);
      }
      if (supplyGate(after, traitsOf(request, after, locate), at) || isFull(request)) {
        return settle(request, { outcome: first.outcome, plan: before }, { outcome: refused, plan: after });
      }
      const second = replayRequest(
        request,
        now,
        // In an unconditional plan, eligibility of candidates is not checked.
        cappedTags.size > 0 ? { ...after, isConditional: true } : after,
        {
          ...originalSetting,
          full({ tag }) {
            const row = cappedTags.has(tag.id) ? now.rows.tag.get(tag.id) : undefined;
            return row && caps.isTagFull(row, at) ? 'cap' : null;
          },
        },
        { waited: first.waited, pickRandom: (tagId) => pool.pickRandom(tagId, serveId) },
      );
      if (!second) return exclude('different', request);
      for (const tagId of second.calls.estimated) addTo(estimated, tagId, sampleWeight);
      for (const tagId of second.calls.unknown) addTo(unknown, tagId, sampleWeight);
      for (const [tagId, floor] of second.calls.floors) {
        const notifiedFloor = first.calls.floors.get(tagId) ?? floor;
        areFloorsLower ||= floor < notifiedFloor;
        areFloorsHigher ||= floor > notifiedFloor;
      }
      settle(request, { outcome: first.outcome, plan: before }, { outcome: second.outcome, plan: after });
    },
    result() {
      const figures = Object.fromEntries(figureKeys.map((key) => [key, all.of(key)])) as Record<FigureKey, Difference>;
      return {
        replayed,
        decided,
        changed,
        excluded,
        figures: { ...figures, fill: all.fill() },
        tags: new Map([...byTag].map(([id, sums]) => [id, { opps: sums.of('opps'), rev: sums.of('rev') }])),
        estimated,
        unknown,
        newlyAdmitted,
        areFloorsLower,
        areFloorsHigher,
      };
    },
  };
}

function isRestriction(reason: string): boolean {
  return reason.startsWith('targeting_') || reason.endsWith('_blocked') || reason.endsWith('_not_allowed');
}

function isSameOutcome(one: Outcome, other: Outcome): boolean {
  if (one.isRequest !== other.isRequest || one.ads.length !== other.ads.length) return false;
  return one.ads.every(({ tagId, cpm, net }, index) => {
    const ad = other.ads[index];
    return ad?.tagId === tagId && ad.cpm === cpm && ad.net === net;
  });
}

/** The figures of a tag's sales in a request. */
function figuresOf(ads: readonly AdValue[], tagId: number) {
  const figures = noFigures();
  for (const ad of ads) {
    if (ad.tagId !== tagId) continue;
    figures.opps += 1;
    figures.rev += ad.rev;
  }
  return figures;
}

function count(counted: Counted, requests: number): void {
  counted.traces += 1;
  counted.requests += requests;
}

function addTo(sums: Map<number, number>, tagId: number, requests: number): void {
  sums.set(tagId, (sums.get(tagId) ?? 0) + requests);
}
