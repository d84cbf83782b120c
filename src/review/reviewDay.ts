import { isDataCenterNetwork } from '#engine/ivt/review/isDataCenterNetwork.ts';
import { isRobotAgent } from '#engine/ivt/review/isRobotAgent.ts';
import { judgeAddressDay } from '#engine/ivt/review/judgeAddressDay.ts';
import { judgeSourceHour, type SourceFinding } from '#engine/ivt/review/judgeSourceHour.ts';
import type { AgentList } from '#engine/ivt/agentList.ts';
import type { DataCenterList } from '#engine/ivt/dataCenterList.ts';
import type { ListSet } from '#engine/lists/listSet.ts';
import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { FactStore } from '#events/load/factStore.ts';
import { lateIvtReasons, type LateIvtReason } from '#model/index.ts';
import { insertAdjustments, type Findings } from './insertAdjustments.ts';
import {
  countSources,
  readAddressDays,
  readSourceHours,
  readSourceTexts,
  type SourceReader,
  type TimeRange,
} from './readSources.ts';

/** The knowledge of the review beside the traffic: the lists as they are now, and the operator's limit per minute. */
export interface ReviewKnowledge {
  blockedIps: ListSet;
  blockedAgents: AgentList;
  /** The lists that are fetched from the operator's URLs. */
  robots: AgentList;
  dataCenters: DataCenterList;
  locate: Locate;
  /** Maximum requests per minute from one address with one user agent. */
  maxPerMinute: number;
}

const hourMs = 3_600_000;

/**
 * Reviews the impressions and clicks of a day and inserts adjustments for those that are invalid: by the lists and, if it
 * is the first review, by activity. Returns the number of sources. Repeating it adds only what is missing.
 */
export async function reviewDay(
  clickhouse: SourceReader & FactStore,
  day: TimeRange,
  knowledge: ReviewKnowledge,
  isFirst: boolean,
): Promise<number> {
  const events = await countSources(clickhouse, day);
  if (events === 0) return 0;
  const late = await findLate(clickhouse, day, knowledge);
  const found = isFirst ? [...late, ...(await findActivity(clickhouse, day, knowledge))] : late;
  const order = Object.keys(lateIvtReasons);
  await insertAdjustments(
    clickhouse,
    day,
    // The first reason that applies counts.
    found.toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason)),
  );
  return events;
}

/** Networks and user agents that the lists name now. */
async function findLate(
  clickhouse: SourceReader,
  day: TimeRange,
  { blockedIps, blockedAgents, robots, dataCenters, locate }: ReviewKnowledge,
): Promise<Findings[]> {
  const networks = await readSourceTexts(clickhouse, day, 'network');
  const agents = await readSourceTexts(clickhouse, day, 'agent');
  return [
    {
      reason: 'late_data_center',
      isOfClicksOnly: false,
      sources: {
        kind: 'network',
        keys: networks.filter((network) => isDataCenterNetwork(network, { blockedIps, dataCenters }, locate)),
      },
    },
    {
      reason: 'late_agent',
      isOfClicksOnly: false,
      sources: { kind: 'agent', keys: agents.filter((agent) => isRobotAgent(agent, [blockedAgents, robots])) },
    },
  ];
}

/** Sources whose activity no viewer has. */
async function findActivity(
  clickhouse: SourceReader,
  day: TimeRange,
  { maxPerMinute }: ReviewKnowledge,
): Promise<Findings[]> {
  const devices = createGroups<{ hour: number; demandId: number; key: string }>();
  const agents = createGroups<{ hour: number; key: string }>();
  const addresses = createGroups<string>();
  for (let from = day.from; from < day.until; from += hourMs) {
    const hour = { from, until: from + hourMs };
    for (const source of await readSourceHours(clickhouse, { hour, day, maxPerMinute })) {
      const { demandId, key, isDevice } = source;
      const finding = judgeSourceHour(source);
      if (!finding) continue;
      if (isDevice) devices.add(finding, { hour: from, demandId, key });
      else agents.add(finding, { hour: from, key });
    }
  }
  for (const address of await readAddressDays(clickhouse, day)) {
    const finding = judgeAddressDay(address);
    if (finding) addresses.add(finding, address.address);
  }
  return [
    ...devices.all().map(({ keys, ...finding }): Findings => ({ ...finding, sources: { kind: 'device', keys } })),
    ...agents
      .all()
      .map(({ keys, ...finding }): Findings => ({ ...finding, sources: { kind: 'agentOfAddress', keys } })),
    ...addresses.all().map(({ keys, ...finding }): Findings => ({ ...finding, sources: { kind: 'address', keys } })),
  ];
}

/** Collects keys of sources by their finding. */
function createGroups<Key>() {
  const groups = new Map<LateIvtReason, SourceFinding & { keys: Key[] }>();
  return {
    add(finding: SourceFinding, key: Key): void {
      const group = groups.get(finding.reason);
      if (group) group.keys.push(key);
      else groups.set(finding.reason, { ...finding, keys: [key] });
    },
    all: () => [...groups.values()],
  };
}
