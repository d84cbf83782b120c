import type { SecurityEventRow } from '#storage/security/hashOfEvent.ts';
import { isByOperator } from '#storage/security/securityLog.ts';
import type { ApiDeps } from '../deps.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { SecurityEvent } from './securityContract.ts';

/**
 * Events as the user sees them. Accounts see neither the addresses and logins of the operator's staff nor the hashes,
 * from which an address could be guessed.
 */
export async function securityRows(
  { entities, keys }: Pick<ApiDeps, 'entities' | 'keys'>,
  rows: readonly SecurityEventRow[],
  user: Pick<SessionUser, 'type'>,
): Promise<SecurityEvent[]> {
  const ids = [...new Set(rows.flatMap(({ demandId }) => demandId ?? []))];
  const accounts = await entities.listNames('demand', { scope: 'all', ids, isArchivedShown: true });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const keyNames = await keys.namesOf(rows.flatMap(({ keyId }) => (Number(keyId) > 0 ? Number(keyId) : [])));
  const seesAll = user.type === 'admin';
  return rows.map((row) => {
    const isOperator = isByOperator(row);
    const isHidden = isOperator && !seesAll;
    const { subjectEntity, subjectId, subjectName, ...event } = row;
    return {
      ...event,
      isOperator,
      keyName: keyNames.get(Number(event.keyId)) ?? null,
      userLogin: isHidden ? '' : event.userLogin,
      ip: isHidden ? '' : event.ip,
      userAgent: isHidden ? '' : event.userAgent,
      accountName: names.get(event.demandId ?? 0) ?? null,
      subject: subjectEntity === null ? null : { entity: subjectEntity, id: subjectId, name: subjectName },
      details: event.details as Record<string, unknown>,
      previousHash: seesAll ? event.previousHash : null,
      hash: seesAll ? event.hash : null,
    };
  });
}
