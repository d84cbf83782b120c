import type { SecurityLog } from '#storage/security/securityLog.ts';
import type { Config } from '../../config.ts';
import type { SystemQueue, SystemState } from './systemContract.ts';

/** Reads how far the security log is verified and shipped; without SECURITY_LOG_TO it has no queue. */
export async function readSecurityLog({
  config,
  security,
}: {
  config: Pick<Config, 'SECURITY_LOG_TO'>;
  security: Pick<SecurityLog, 'state' | 'unshipped'>;
}): Promise<{ state: SystemState['securityLog']; queues: SystemQueue[] }> {
  const { seq, prunedSeq, shippedSeq, brokenSeq, brokenSince } = await security.state();
  if (config.SECURITY_LOG_TO === undefined)
    return { state: { seq, shippedSeq: null, brokenSeq, brokenSince }, queues: [] };
  const [oldest] = await security.unshipped(1);
  const waiting = seq - Math.max(shippedSeq, prunedSeq);
  return {
    state: { seq, shippedSeq, brokenSeq, brokenSince },
    queues: [{ queue: 'securityEvents', waiting, running: null, oldestAt: oldest?.at ?? null }],
  };
}
