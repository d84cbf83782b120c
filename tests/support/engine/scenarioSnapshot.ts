import type { ExchangeRateRow } from '#model/index.ts';
import { buildAddressSet } from '#engine/lists/addressSet.ts';
import { putMembers } from '#engine/snapshot/attachments.ts';
import { listKey } from '#engine/lists/listSet.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildAppList,
  buildChannel,
  buildCreList,
  buildExchangeRate,
  buildPubList,
  buildSubpublisher,
  buildTag,
  buildTargeting,
  buildWaterfallRow,
  messagesOf,
} from './buildRows.ts';
import { buildVast } from './buildVast.ts';
import type { Scenario } from './scenario.ts';

/** The configuration of a scenario. */
export function scenarioSnapshot(scenario: Scenario): Snapshot {
  const snapshot = emptySnapshot();
  const tags = scenario.waterfall.map(({ tag: { vast, ...tag } }) =>
    buildTag({
      ...(vast ? { source: 'stored', vastXml: buildVast(vast), url: '' } : {}),
      ...(tag.integration === 'RTB' ? { endpoint: `https://bidder${tag.id}.example/bid` } : {}),
      ...tag,
    }),
  );
  const advertisers = [...new Set(tags.map((tag) => tag.advertiserId))];
  const ofSubpublisher = scenario.subpublisher ? { subpublisherId: 1 } : {};
  const rows = messagesOf({
    demand: [buildAccount(scenario.account)],
    exchangeRate: Object.entries(scenario.rates ?? {}).map(([currency, perUsd], index) =>
      buildExchangeRate({ id: index + 1, currency: currency as ExchangeRateRow['currency'], perUsd }),
    ),
    targeting: (scenario.targetings ?? []).map(buildTargeting),
    appList: (scenario.appLists ?? []).map(({ members: _members, ...row }) =>
      buildAppList({ membersHash: 'a', ...row }),
    ),
    pubList: (scenario.pubLists ?? []).map(({ members: _members, ...row }) =>
      buildPubList({ membersHash: 'a', ...row }),
    ),
    creList: (scenario.creLists ?? []).map(({ members: _members, ...row }) =>
      buildCreList({ membersHash: 'a', ...row }),
    ),
    subpublisher: scenario.subpublisher ? [buildSubpublisher(scenario.subpublisher)] : [],
    channel: [
      buildChannel({ ...ofSubpublisher, ...scenario.channel }),
      ...(scenario.channels ?? []).map((row) => buildChannel({ ...ofSubpublisher, ...row })),
    ],
    advertiser: advertisers.map((id) =>
      buildAdvertiser({ id, status: scenario.pausedAdvertisers?.includes(id) ? 0 : 1, ...scenario.advertiser }),
    ),
    tag: tags,
    waterfallRow: scenario.waterfall.map(({ tag, row }, index) =>
      buildWaterfallRow({ id: index + 1, tagId: tag.id, ...row }),
    ),
  });
  for (const message of rows) applyMessage(snapshot, message);
  loadMembers(snapshot, scenario);
  return snapshot;
}

/** Adds the list members of the scenario. */
function loadMembers(snapshot: Snapshot, { appLists = [], pubLists = [], creLists = [] }: Scenario): void {
  const lists = [
    ...appLists.map((list) => ({ key: listKey('appList', list.id), members: list.members, isIp: list.kind === 'ip' })),
    ...pubLists.map((list) => ({ key: listKey('pubList', list.id), members: list.members, isIp: false })),
    ...creLists.map((list) => ({ key: listKey('creList', list.id), members: list.members, isIp: false })),
  ];
  for (const { key, members, isIp } of lists) {
    if (members) putMembers(snapshot, key, { hash: 'a', set: isIp ? buildAddressSet(members) : new Set(members) });
  }
}
