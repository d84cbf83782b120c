import type { CreativeRow } from '#model/index.ts';
import { findingKey } from '#model/scan/scanFinding.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { FindingId } from '#storage/scans/creativeScanStore.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, type JsonResponse, notFound, ok, reject, type Rejection, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { limitPerUser } from '../vastTester/limitPerUser.ts';
import { type CreativeScan, scanContract } from './scanContract.ts';

/** Maximum scans of one user at a time. */
const maxScans = 2;

/** Routes of the scans of creatives. */
export function scanRoutes(
  deps: Pick<ApiDeps, 'entities' | 'scans' | 'scanner' | 'log' | 'snapshotNotifier' | 'now'>,
): Route[] {
  const { entities, scans, scanner, log, snapshotNotifier, now } = deps;
  const paced = limitPerUser(maxScans);

  async function scanOf(row: CreativeRow, user: SessionUser): Promise<CreativeScan> {
    const ids = [...new Set(row.findings.flatMap(({ accepted }) => (accepted ? [accepted.byId] : [])))];
    const scope = user.type === 'admin' ? 'all' : [user.demandId ?? 0];
    const people = ids.length === 0 ? [] : await entities.listNames('user', { scope, ids, isArchivedShown: true });
    return {
      state: row.scan,
      scannedAt: await scans.scannedAt(row.id),
      findings: row.findings.map(({ accepted, ...finding }) => ({
        ...finding,
        accepted: accepted && {
          by: people.find(({ id }) => id === accepted.byId)?.name ?? '',
          at: accepted.at,
          reason: accepted.reason,
          isEverywhere: accepted.isEverywhere,
        },
      })),
    };
  }
  const find = (row: CreativeRow, id: FindingId) =>
    row.findings.find((finding) => findingKey(finding) === findingKey(id));
  async function record(author: Author, row: CreativeRow, action: 'findingAccepted' | 'findingReopened', text: string) {
    await log.record(author, {
      action,
      entity: 'creative',
      rowId: row.id,
      name: row.name,
      demandId: row.demandId,
      fields: [{ field: 'findings', from: null, to: text }],
    });
  }
  async function answer(id: number, user: SessionUser): Promise<JsonResponse<200, CreativeScan> | Rejection<404>> {
    snapshotNotifier.notify();
    const row = await entities.get('creative', id, scopeOf(user));
    return row ? ok(await scanOf(row, user)) : notFound();
  }

  return [
    implement(scanContract.read, async ({ params, user }) => {
      const row = await entities.get('creative', params.id, scopeOf(user));
      return row ? ok(await scanOf(row, user)) : notFound();
    }),
    implement(scanContract.start, async ({ params, user }) => {
      const row = await entities.get('creative', params.id, scopeOf(user));
      if (!row) return notFound();
      const scanned = await paced(user.id, () => scanner.scanAll(row));
      return scanned ? answer(row.id, user) : tooMany;
    }),
    implement(scanContract.accept, async ({ params, body, user, author }) => {
      const row = await entities.get('creative', params.id, scopeOf(user));
      if (!row || !find(row, body)) return notFound();
      const { reason, isEverywhere } = body;
      if (isEverywhere && !isSuperAdmin(user)) return reject(403, [superOnly]);
      if (find(row, body)?.accepted?.isEverywhere && !isSuperAdmin(user)) return reject(403, [superOnly]);
      const acceptance = { byId: user.adminId ?? user.id, at: now().toISOString(), reason, isEverywhere };
      if (isEverywhere) await scans.acceptEverywhere(body, acceptance);
      else if (!(await scans.accept(row.id, body, acceptance))) return notFound();
      const where = isEverywhere ? ' in every creative' : '';
      await record(author, row, 'findingAccepted', `${findingKey(body)}${where}: ${reason}`);
      return answer(row.id, user);
    }),
    implement(scanContract.reopen, async ({ params, body, user, author }) => {
      const row = await entities.get('creative', params.id, scopeOf(user));
      const finding = row && find(row, body);
      if (!finding) return notFound();
      if (finding.accepted?.isEverywhere && !isSuperAdmin(user)) return reject(403, [superOnly]);
      if (finding.accepted === null) return answer(row.id, user);
      if (finding.accepted.isEverywhere) await scans.acceptEverywhere(body, null);
      else if (!(await scans.accept(row.id, body, null))) return notFound();
      await record(author, row, 'findingReopened', findingKey(body));
      return answer(row.id, user);
    }),
  ];
}

/** Whether a super admin calls, also one who acts as another user. */
function isSuperAdmin({ role, adminId }: SessionUser): boolean {
  return role === 'super' || adminId !== null;
}

const superOnly = {
  code: 'super_only',
  message: 'Only a super admin changes what is accepted in every creative',
  path: 'isEverywhere',
};

const tooMany = reject(
  429,
  [{ code: 'too_many_at_once', message: 'Several of your scans are running. Wait until one of them ends.', path: '' }],
  { 'retry-after': '20' },
);
