import { parseVast } from '#standards/vast/parseVast.ts';
import type { EntityName, Fault, Status } from '#model/index.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';

/** Faults that need more than the entity's own fields to see: markup that must parse, and one's own account. */
export function faultsBeyondFields(
  name: EntityName,
  values: Readonly<Record<string, unknown>>,
  target: { id: number | null; user: SessionUser },
): Fault[] {
  if (name === 'tag' && typeof values['vastXml'] === 'string' && values['vastXml'] !== '') {
    return vastFaults(values['vastXml']);
  }
  if (name === 'user' && target.id === target.user.id && values['status'] !== undefined && values['status'] !== 1) {
    return [{ code: 'own_user', message: 'You cannot suspend yourself', path: 'status' }];
  }
  return [];
}

function vastFaults(xml: string): Fault[] {
  const parsed = parseVast(xml);
  if (!parsed.ok) return [{ code: 'invalid_vast', message: `Not valid VAST: ${parsed.message}`, path: 'vastXml' }];
  if (parsed.vast.ads.length === 0) return [{ code: 'invalid_vast', message: 'The VAST holds no ad', path: 'vastXml' }];
  return [];
}

/** Who is suspended, or has a new password, is signed out at once, wherever it is signed in. */
export async function endSessionsAfter(
  { sessions }: Pick<ApiDeps, 'sessions'>,
  name: EntityName,
  ids: readonly number[],
  change: { status?: Status | undefined; isPasswordNew?: boolean },
  ownToken: string | null,
): Promise<void> {
  const isSuspended = change.status !== undefined && change.status !== 1;
  if (name === 'demand' && isSuspended) await sessions.endAllOf({ demandIds: ids });
  if (name === 'user' && (isSuspended || change.isPasswordNew)) {
    await sessions.endAllOf({ userIds: ids }, ownToken ?? undefined);
  }
}
