import type { ChannelRow, Environment, WaterfallRow } from '#model/index.ts';
import { soldDealsOf } from '../buying/soldDealsOf.ts';
import { buildPlan } from '../plan/buildPlan.ts';
import { campaignsAsTag } from '../plan/buyersAsTags.ts';
import { compileTag } from '../plan/compileTag.ts';
import type { ChannelPlan } from '../plan/plan.ts';
import { restrictionOfObject } from '../snapshot/attachments.ts';
import { completeRow } from '../snapshot/completeRow.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import { join, noRestriction, type Restriction } from '../targeting/restriction.ts';

/** The bidder to test, and the channel whose terms apply: null = those of a new one of this environment. */
export interface TestedBidder {
  tagId: number;
  channelId: number | null;
  environment: Environment;
}

/**
 * A plan in which only this tag competes, under the terms of a channel. Ignored are what only decides whether it is called
 * at a moment: statuses, targetings, flights, caps and pacing. Undefined when the tag or the channel is unknown.
 */
export function bidderTestPlan(
  snapshot: Snapshot,
  { tagId, channelId, environment }: TestedBidder,
): ChannelPlan | undefined {
  const { rows } = snapshot;
  const tagRow = rows.tag.get(tagId);
  if (!tagRow) return undefined;
  const accountId = tagRow.demandId ?? 0;
  const channel = channelId === null ? newChannel(accountId, environment) : rows.channel.get(channelId);
  if (!channel || channel.demandId !== tagRow.demandId) return undefined;
  const account = rows.demand.get(accountId);
  const advertiser = rows.advertiser.get(tagRow.advertiserId);
  const subpublisher = rows.subpublisher.get(channel.subpublisherId ?? 0);
  return buildPlan({
    channel: { ...channel, status: 1, campaignTier: null, cappedUntil: null },
    cutoffs: null,
    account: account && { ...account, status: 1 },
    subpublisher: subpublisher && { ...subpublisher, status: 1 },
    restriction: creativesOf(
      restrictionOfObject(snapshot, 'subpublisher', channel.subpublisherId),
      channelId === null ? noRestriction : restrictionOfObject(snapshot, 'channel', channelId),
    ),
    waterfall: [
      {
        row: { ...waterfallRowOf(snapshot, channel, tagId), isEnabled: true },
        tag: { ...compileTag(tagRow), isActive: true },
        tagRow: {
          ...tagRow,
          startsOn: null,
          endsOn: null,
          cappedUntil: null,
          qps: null,
          pace: 100,
          freqImps: null,
          checkIVT: false,
        },
        advertiser: advertiser && { ...advertiser, status: 1 },
        restriction: creativesOf(
          restrictionOfObject(snapshot, 'advertiser', tagRow.advertiserId),
          restrictionOfObject(snapshot, 'tag', tagId),
        ),
        pixels: [],
      },
    ],
    deals: soldDealsOf(snapshot, accountId).byTag,
    campaigns: { tag: campaignsAsTag(accountId), pixels: [] },
  });
}

/** The rules about creatives alone: the others decide about requests. */
function creativesOf(...restrictions: Restriction[]): Restriction {
  return { ...join(restrictions), rules: [] };
}

/** A channel as the console would create it. */
function newChannel(demandId: number, environment: Environment): ChannelRow {
  const channel = { id: 0, uid: 'test', name: 'Test', demandId, subpublisherId: null, status: 1, environment };
  return completeRow('channel', channel as ChannelRow);
}

/** The tag's place in the channel's waterfall; in a channel that it is not attached to, that of a new row. */
function waterfallRowOf(
  { rows, waterfallOfTag }: Snapshot,
  { id: channelId }: ChannelRow,
  tagId: number,
): WaterfallRow {
  for (const id of waterfallOfTag.get(tagId) ?? []) {
    const row = rows.waterfallRow.get(id);
    if (row?.channelId === channelId) return row;
  }
  return completeRow('waterfallRow', { id: 0, channelId, tagId, tier: 1 } as WaterfallRow);
}
