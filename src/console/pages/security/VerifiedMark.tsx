import type { SecurityLogState } from '#api/security/securityContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Pill } from '../../ui/Pill.tsx';
import { useSecurityState } from './useSecurityLog.ts';

/** Up to which event the chain of the security log is verified, or where it is broken. */
export function VerifiedMark() {
  const { timezone } = useUser();
  const { data } = useSecurityState();
  if (!data || data.seq === 0) return null;
  const { brokenSeq, brokenSince, verifiedSeq, verifiedAt } = data;
  if (brokenSeq !== null)
    return (
      <Pill tone="bad" title={brokenSince === null ? undefined : `Found ${formatDateTime(brokenSince, timezone)}`}>
        {brokenText(data)}
      </Pill>
    );
  if (verifiedAt === null) return <Pill>Verification is running</Pill>;
  return (
    <Pill tone="good" title={`Last verified completely: ${formatDateTime(verifiedAt, timezone)}`}>
      Verified up to #{verifiedSeq}
    </Pill>
  );
}

function brokenText({ brokenSeq, brokenFault }: SecurityLogState): string {
  const texts: Record<string, string> = {
    missing: `Event #${brokenSeq} was removed`,
    changed: `Event #${brokenSeq} was changed`,
    detached: `Event #${brokenSeq} does not continue the one before it`,
    cut: `The end of the log was changed at #${brokenSeq}`,
    unexplained: `Events up to #${brokenSeq} were removed`,
  };
  return texts[brokenFault ?? ''] ?? `Broken at #${brokenSeq}`;
}
