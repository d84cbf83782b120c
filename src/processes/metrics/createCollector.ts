import type { ChildProcess } from 'node:child_process';
import type { GaugeValue, MetricReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { ProcessMetrics } from '#runtime/metrics/openProcessMetrics.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { ChildMessage, ParentMessage } from '../child.ts';
import type { RoleName } from '../roles.ts';
import { createPartnerBound } from './boundPartners.ts';
import { countersOf, sumReadings } from './sumReadings.ts';

/** Collects the metrics of a node: of the parent and of its children. */
export interface MetricsCollector {
  /** Includes a child process. Its counters stay in the sums after it has exited. */
  add(role: RoleName, slot: number, child: ChildProcess): void;
  /** Excludes a process that is replaced by one with another slot. Its counters stay in the sums. */
  remove(role: RoleName, slot: number): void;
  /** The metrics in the text format of Prometheus. Resolves at the deadline at the latest. */
  collect(): Promise<string>;
}

interface Member {
  role: RoleName;
  slot: number;
  child: ChildProcess;
  isReady: boolean;
  /** Whether a process with another slot replaces it. */
  isReplaced: boolean;
  /** Its last metrics. */
  last: MetricReading[];
  /** Collections that wait for it, by the number of their request. */
  waiting: Map<number, (readings: MetricReading[]) => void>;
}

/** Milliseconds in which a child must return its metrics. */
const deadlineMs = 2000;

/** Creates a collector. `own`: the metrics of the parent. */
export function createCollector(own: ProcessMetrics, ms = deadlineMs): MetricsCollector {
  const members = new Map<ChildProcess, Member>();
  /** Counters of processes that have exited. */
  let exited: MetricReading[][] = [];
  let requests = 0;
  const bound = createPartnerBound();

  /** Returns a child's metrics; null when it does not return them in time. */
  const readChild = async (member: Member): Promise<MetricReading[] | null> => {
    if (!member.isReady || !member.child.connected) return null;
    requests += 1;
    const id = requests;
    const reading = new Promise<MetricReading[]>((resolve) => {
      member.waiting.set(id, resolve);
      member.child.send({ type: 'metrics', id } satisfies ParentMessage, () => undefined);
    });
    const readings = await withTimeout(ms, reading);
    member.waiting.delete(id);
    return readings && readings.length > 0 ? readings : null;
  };

  const collectMember = async (member: Member): Promise<MetricReading[]> => {
    const { role, slot } = member;
    const readings = await readChild(member);
    if (member.isReplaced) return readings ?? countersOf(member.last);
    own.metrics.counter(metricCatalog.missedCollections, role).add(readings || !member.isReady ? 0 : 1);
    upOf(role, slot).value = readings ? 1 : 0;
    if (readings) member.last = readings;
    return readings ?? countersOf(member.last);
  };

  const up = new Map<string, { role: string; slot: number; value: number }>();
  const upOf = (role: string, slot: number) => {
    const known = up.get(`${role} ${slot}`) ?? { role, slot, value: 0 };
    up.set(`${role} ${slot}`, known);
    return known;
  };
  own.metrics.gauges(() => [
    [metricCatalog.processUp, ...[...up.values()].map(({ role, slot, value }): GaugeValue => [value, role, slot])],
  ]);

  return {
    remove(role, slot) {
      for (const member of members.values()) if (member.role === role && member.slot === slot) member.isReplaced = true;
      up.delete(`${role} ${slot}`);
    },
    add(role, slot, child) {
      const member: Member = { role, slot, child, isReady: false, isReplaced: false, last: [], waiting: new Map() };
      members.set(child, member);
      upOf(role, slot).value = 0;
      own.metrics.counter(metricCatalog.processStarts, role).add();
      child.on('message', (message: ChildMessage) => {
        if (message.type === 'ready') member.isReady = true;
        if (message.type === 'metrics') member.waiting.get(message.id)?.(message.readings);
      });
      child.once('exit', () => {
        if (!member.isReplaced) upOf(role, slot).value = 0;
        members.delete(child);
        exited.push(countersOf(member.last));
        for (const resolve of member.waiting.values()) resolve([]);
      });
    },
    async collect() {
      // A process that exits from here on is still one of the members of this collection.
      const ended = exited;
      exited = [];
      const readings = await Promise.all([...members.values()].map(collectMember));
      const endedSum = (await sumReadings(ended.map(bound)).getMetricsAsJSON()) as unknown as MetricReading[];
      exited.push(endedSum);
      return sumReadings([endedSum, await own.read(), ...readings.map(bound)]).metrics();
    },
  };
}
