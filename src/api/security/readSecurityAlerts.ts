import { hasScope } from '#model/account/apiScopes.ts';
import { securityEventTypes, type SecurityEventCode } from '#model/security/securityEvents.ts';
import { countries } from '#model/reference/countries.ts';
import type { SecurityEventRow } from '#storage/security/hashOfEvent.ts';
import type { SecurityFilter } from '#storage/security/securityLog.ts';
import type { FoundAlert } from '../dashboard/alertsOf.ts';
import type { ApiDeps } from '../deps.ts';
import { counted } from '../entities/rowStates/rowState.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { findFailureBursts, type FailureBurst } from './findFailureBursts.ts';

const dayMs = 86_400_000;
/** Events of one kind that are alerts of their own. */
const maxAlerts = 20;
/** Failed sign-ins that are read: more than the limits admit in an hour. */
const maxFailures = 10_000;

/**
 * Reads alerts of the security log of the last 24 hours: bursts of failed sign-ins, sign-ins from a new country, API
 * tokens from a new network; for super admins also that the chain is broken. None for others than owners. `account`: only
 * those of an account.
 */
export async function readSecurityAlerts(
  { security, now }: Pick<ApiDeps, 'security' | 'now'>,
  user: SessionUser,
  account: number | undefined,
): Promise<FoundAlert[]> {
  const isSuper = user.role === 'super';
  if (!isSuper && user.role !== 'demand') return [];
  if (user.scopes && !hasScope(user.scopes, 'security:read')) return [];
  const filter: SecurityFilter = {
    accounts: isSuper ? 'all' : user.demandId === null ? [] : [user.demandId],
    demandIds: isSuper && account !== undefined ? [account] : undefined,
    from: new Date(now().getTime() - dayMs).toISOString(),
  };
  const read = async (types: readonly SecurityEventCode[], size: number, more: Partial<SecurityFilter> = {}) =>
    (await security.list({ ...filter, ...more, types }, { page: 1, size })).rows;
  const failures = await read(['signIn'], maxFailures, { outcomes: ['failed', 'refused'] });
  const places = await read(['newCountry', 'tokenNewNetwork'], maxAlerts);
  const bursts = findFailureBursts(
    failures.map(({ at, ip, subjectId, subjectName }) => ({ at, ip, userId: subjectId, userName: subjectName })),
  );
  return [
    ...(isSuper && account === undefined ? await chainAlerts(security) : []),
    ...bursts.slice(0, maxAlerts).map((burst) => burstAlert(burst, isSuper)),
    ...places.map(placeAlert),
  ];
}

async function chainAlerts(security: ApiDeps['security']): Promise<FoundAlert[]> {
  const { brokenSeq } = await security.state();
  if (brokenSeq === null) return [];
  const text = `The security log is broken at event #${brokenSeq}: it was changed in the database. Compare it with a copy or a backup.`;
  return [alertOf('chain', 'bad', text, '')];
}

function burstAlert(burst: FailureBurst, isSuper: boolean): FoundAlert {
  const count = counted(burst.count);
  if (burst.by === 'login') {
    const text = `${count} sign-ins as “${burst.userName}” failed within an hour. Ask the user. If it was someone else, set a new password.`;
    return alertOf(`failures_user_${burst.userId}`, 'warn', text, `?type=signIn&userId=${burst.userId}`);
  }
  const fix = isSuper ? 'Block it in front of the console' : 'Ask the platform operator to block it';
  const text = `${count} sign-ins from ${burst.network} failed within an hour. ${fix} if you do not know it.`;
  const isAddress = burst.network === burst.ip;
  const place = isAddress ? `&ip=${encodeURIComponent(burst.ip)}` : '&outcome=failed';
  return alertOf(`failures_from_${burst.network}`, 'warn', text, `?type=signIn${place}`);
}

function placeAlert({ seq, type, subjectName, details }: SecurityEventRow): FoundAlert {
  const { country, network } = details as { country?: string; network?: string };
  const text =
    type === 'newCountry'
      ? `“${subjectName}” signed in from a new country: ${countries.find(({ id }) => id === country)?.name ?? country}. Ask the user. If it was someone else, set a new password.`
      : `${securityEventTypes.tokenNewNetwork.label}: ${network}. Revoke the token if you do not know it.`;
  return alertOf(`${type}_${seq}`, 'warn', text, `?open=${seq}`);
}

function alertOf(cause: string, tone: FoundAlert['tone'], text: string, search: string): FoundAlert {
  const page = { label: 'Security log', href: `/security${search}` };
  return { kind: 'security', cause, tone, object: null, text, fix: null, page };
}
