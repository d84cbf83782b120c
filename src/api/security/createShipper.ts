import { type LineTarget, openLineTarget } from '#runtime/shipping/openLineTarget.ts';
import type { SyslogLine } from '#runtime/shipping/syslogMessage.ts';
import { tryServerLock } from '#storage/withServerLock.ts';
import type { ApiDeps } from '../deps.ts';
import type { SecurityEvent } from './securityContract.ts';
import { securityRows } from './securityRows.ts';

/** Events per batch. */
const batch = 200;

/** Sends the security log to SECURITY_LOG_TO. */
export interface Shipper {
  /** Sends all events that were not sent, oldest first, unless another process does. Rejects when the place fails. */
  ship(): Promise<void>;
  /** Ends after the batch in progress. */
  close(): Promise<void>;
}

/**
 * Creates a shipper. Events are sent in their order and at least once: one whose batch failed, or whose process was
 * killed before it noted the batch, is sent again.
 */
export function createShipper(deps: Pick<ApiDeps, 'config' | 'security' | 'entities' | 'keys'>): Shipper {
  const { config, security } = deps;
  const target = config.SECURITY_LOG_TO === undefined ? null : openLineTarget(config.SECURITY_LOG_TO);
  const closing = new AbortController();
  let current: Promise<void> = Promise.resolve();

  async function shipAll(target: LineTarget, isLost: AbortSignal): Promise<void> {
    while (!closing.signal.aborted) {
      const events = await security.unshipped(batch);
      const last = events.at(-1);
      if (!last) return;
      const { seq, hash } = await security.state();
      const rows = await securityRows(deps, events, { type: 'admin' });
      isLost.throwIfAborted();
      await target.send(rows.map((row) => lineOf(row, { seq, hash })));
      await security.markShipped(last.seq);
    }
  }

  return {
    async ship() {
      if (!target || closing.signal.aborted || (await security.unshipped(1)).length === 0) return;
      current = tryServerLock(config.DATABASE_URL, (isLost) => shipAll(target, isLost), 'shipping');
      await current;
    },
    async close() {
      closing.abort();
      await current.catch(() => undefined);
    },
  };
}

/** An event as a line. `head`: the last event of the log at that time, which shows that no later one was removed. */
function lineOf(event: SecurityEvent, head: { seq: number; hash: string }): SyslogLine {
  const { seq, at, type, outcome, userLogin, adminName, demandId, ip, hash } = event;
  return {
    at,
    severity: outcome === 'done' ? 'info' : 'warning',
    id: type,
    data: {
      ...{ seq, type, outcome, user: userLogin, admin: adminName, account: demandId, ip: ip || null, hash },
      ...{ headSeq: head.seq, headHash: head.hash },
    },
    text: JSON.stringify({ ...event, head }),
  };
}
