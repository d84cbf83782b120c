import type {
  AdvertiserRow,
  AppListRow,
  CandidateReason,
  ChannelRow,
  CreListRow,
  DemandAccountRow,
  PubListRow,
  SubpublisherRow,
  SupplyReason,
  TagRow,
  TargetingRow,
  WaterfallRow,
} from '#model/index.ts';
import { startAuction, stepAuction, type Effect, type Step } from '../auction.ts';
import type { CallFailure } from '../callFailure.ts';
import { buildAddressSet } from '../addressSet.ts';
import { putMembers } from '../carried.ts';
import { listKey } from '../listSet.ts';
import { applyMessage, emptySnapshot, planOf, type Snapshot } from '../snapshot.ts';
import { supplyGate } from '../supplyGate.ts';
import type { RequestHeaders } from '../targeting/readTraits.ts';
import { utcTime } from '../utcTime.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildAppList,
  buildChannel,
  buildCreList,
  buildPubList,
  buildSubpublisher,
  buildTag,
  buildTargeting,
  buildWaterfallRow,
  messagesOf,
} from './buildRows.ts';
import { buildSetting } from './buildSetting.ts';
import { buildVast, type VastSketch } from './buildVast.ts';

/** A reply or a tick of the clock, `at` milliseconds after the request. */
export interface StoryStep {
  at: number;
  /** The tag that replies; without one the clock ticks. */
  tag?: number;
  vast?: VastSketch;
  text?: string;
  fails?: CallFailure;
}

/** An auction told as data: who takes part, what is replied when, and what must come of it. */
export interface Story {
  title: string;
  channel?: Partial<ChannelRow>;
  subpublisher?: Partial<SubpublisherRow>;
  account?: Partial<DemandAccountRow>;
  advertiser?: Partial<AdvertiserRow>;
  pausedAdvertisers?: number[];
  targetings?: (Partial<TargetingRow> & { id: number })[];
  /** Lists with their members; without members they are not in memory yet. */
  appLists?: (Partial<AppListRow> & { id: number; members?: string[] })[];
  pubLists?: (Partial<PubListRow> & { id: number; members?: string[] })[];
  creLists?: (Partial<CreListRow> & { id: number; members?: string[] })[];
  /** The request: its query, and when it came in ISO 8601. */
  query?: string;
  headers?: RequestHeaders;
  at?: string;
  waterfall: { tag: Partial<TagRow> & { id: number; vast?: VastSketch }; row?: Partial<WaterfallRow> }[];
  seed?: number;
  steps?: StoryStep[];
  expect: {
    /** Calls as "at url", in order. */
    calls?: string[];
    /** Error reports as "code url". */
    reports?: string[];
    winner: number | null;
    /** CPM of the winner in USD. */
    cpm?: number;
    /** Supply reason without winner; without any fates a gate refused the request. */
    reason?: SupplyReason;
    /** Impression URLs of a winner that was fetched. */
    impressions?: string[];
    fates: Record<string, CandidateReason | null>;
  };
}

/** What came of a story, in the form of its expectation. */
export function runStory(story: Story): Required<Story['expect']> {
  const snapshot = emptySnapshot();
  const tags = story.waterfall.map(({ tag: { vast, ...tag } }) =>
    buildTag({ ...(vast ? { source: 'stored', vastXml: buildVast(vast), url: '' } : {}), ...tag }),
  );
  const advertisers = [...new Set(tags.map((tag) => tag.advertiserId))];
  const rows = messagesOf({
    demand: [buildAccount(story.account)],
    targeting: (story.targetings ?? []).map(buildTargeting),
    appList: (story.appLists ?? []).map(({ members: _members, ...row }) => buildAppList({ membersHash: 'a', ...row })),
    pubList: (story.pubLists ?? []).map(({ members: _members, ...row }) => buildPubList({ membersHash: 'a', ...row })),
    creList: (story.creLists ?? []).map(({ members: _members, ...row }) => buildCreList({ membersHash: 'a', ...row })),
    subpublisher: story.subpublisher ? [buildSubpublisher(story.subpublisher)] : [],
    channel: [buildChannel({ ...(story.subpublisher ? { subpublisherId: 1 } : {}), ...story.channel })],
    advertiser: advertisers.map((id) =>
      buildAdvertiser({ id, status: story.pausedAdvertisers?.includes(id) ? 0 : 1, ...story.advertiser }),
    ),
    tag: tags,
    waterfallRow: story.waterfall.map(({ tag, row }, index) =>
      buildWaterfallRow({ id: index + 1, tagId: tag.id, ...row }),
    ),
  });
  for (const message of rows) applyMessage(snapshot, message);
  loadMembers(snapshot, story);
  const plan = planOf(snapshot, 1);
  if (!plan) throw new Error('the story has no channel');

  const calls: string[] = [];
  const reports: string[] = [];
  const callOfTag = new Map<number, number>();
  const carryOut = (effects: readonly Effect[], at: number) => {
    for (const effect of effects) {
      if (effect.kind === 'call') {
        calls.push(`${at} ${effect.url}`);
        callOfTag.set(effect.candidate.tag.id, effect.callId);
      }
      if (effect.kind === 'report') reports.push(...effect.urls.map((url) => `${effect.code} ${url}`));
    }
  };
  const start = utcTime(story.at ?? '2026-01-01T00:00:00Z');
  const { seed, query, headers } = story;
  const setting = buildSetting(plan, { ...(seed === undefined ? {} : { seed }), query, headers, now: start });
  const gate = supplyGate(plan, setting.traits, start);
  if (gate) return { calls, reports, winner: null, cpm: 0, reason: gate, impressions: [], fates: {} };
  let step: Step = startAuction(setting, start);
  carryOut(step.effects, 0);
  for (const { at, tag, vast, text, fails } of story.steps ?? []) {
    if (step.decision) throw new Error(`decided before ${at} ms`);
    const reply = fails
      ? ({ ok: false, reason: fails } as const)
      : ({ ok: true, text: vast ? buildVast(vast) : (text ?? '') } as const);
    step = stepAuction(
      step.state,
      tag === undefined
        ? { kind: 'clock', now: start + at }
        : { kind: 'reply', now: start + at, callId: callOfTag.get(tag) ?? 0, reply },
    );
    carryOut(step.effects, at);
  }
  const { decision } = step;
  if (!decision) throw new Error('not decided at the end of the story');
  const isFilled = decision.kind === 'filled';
  return {
    calls,
    reports,
    winner: isFilled ? decision.winner.tag.id : null,
    cpm: isFilled ? decision.cpm / 1_000_000_000 : 0,
    reason: isFilled ? 'no_answer' : decision.reason,
    impressions: isFilled && decision.ad.kind === 'merged' ? decision.ad.ad.impressions.map(({ url }) => url) : [],
    fates: Object.fromEntries(decision.fates.map(({ tagId, reason }) => [tagId, reason])),
  };
}

/** Puts the members that the story knows. */
function loadMembers(snapshot: Snapshot, { appLists = [], pubLists = [], creLists = [] }: Story): void {
  const lists = [
    ...appLists.map((list) => ({ key: listKey('appList', list.id), members: list.members, isIp: list.kind === 'ip' })),
    ...pubLists.map((list) => ({ key: listKey('pubList', list.id), members: list.members, isIp: false })),
    ...creLists.map((list) => ({ key: listKey('creList', list.id), members: list.members, isIp: false })),
  ];
  for (const { key, members, isIp } of lists) {
    if (members) putMembers(snapshot, key, { hash: 'a', set: isIp ? buildAddressSet(members) : new Set(members) });
  }
}
