import { randomBytes } from 'node:crypto';
import type { ShareRow } from '#storage/shares/shareStore.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { type ReportShare, shareContract } from './shareContract.ts';
import { shareLimits } from './shareLimits.ts';
import { shareName } from './shareName.ts';

/** Routes of links by which people without a login read a user's saved report. */
export function shareRoutes({
  shares,
  savedReports,
  log,
  now,
}: Pick<ApiDeps, 'shares' | 'savedReports' | 'log' | 'now'>): Route[] {
  return [
    implement(shareContract.list, async ({ params, user }) => {
      const found = await shares.list(user.id, params.id, shareLimits.maxListed);
      return found ? ok(found.map((share) => shown(share, now()))) : notFound();
    }),
    implement(shareContract.create, async ({ params, body: { hours, note = '' }, user, author, host, isSecure }) => {
      const report = await savedReports.read(user.id, params.id);
      if (!report) return notFound();
      if (report.isArchived) {
        return reject(422, [
          { code: 'archived', message: 'An archived report cannot be shared. Unarchive it first', path: '' },
        ]);
      }
      const token = randomBytes(32).toString('base64url');
      const createdAt = now().toISOString();
      const expiresAt = new Date(Date.parse(createdAt) + hours * 3_600_000).toISOString();
      const order = { token, note, createdAt, expiresAt };
      const made = await shares.create(user.id, params.id, order, shareLimits.maxActive);
      if (made.type === 'noReport') return notFound();
      if (made.type === 'full') {
        const message = `A report can have at most ${shareLimits.maxActive} valid links. Revoke one first`;
        return reject(422, [{ code: 'too_many_shares', message, path: '' }]);
      }
      await log.record(author, {
        action: 'share',
        entity: 'report',
        rowId: params.id,
        name: report.name,
        demandId: user.demandId,
        fields: [
          { field: 'link', from: null, to: shareName(made.share) },
          { field: 'validUntil', from: null, to: expiresAt },
        ],
      });
      const url = `${isSecure ? 'https' : 'http'}://${host}/shared/${token}`;
      return ok({ ...shown(made.share, now()), url }, 201);
    }),
    implement(shareContract.revoke, async ({ params, user, author }) => {
      const revoked = await shares.revoke(user.id, params.id, params.shareId, now().toISOString());
      if (!revoked) return notFound();
      const report = revoked.isNew ? await savedReports.read(user.id, params.id) : null;
      if (report) {
        await log.record(author, {
          action: 'share',
          entity: 'report',
          rowId: params.id,
          name: report.name,
          demandId: user.demandId,
          fields: [{ field: 'link', from: shareName(revoked.share), to: null }],
        });
      }
      return ok(shown(revoked.share, now()));
    }),
  ];
}

function shown({ revokedAt, ...share }: ShareRow, now: Date): ReportShare {
  const isExpired = Date.parse(share.expiresAt) <= now.getTime();
  return { ...share, state: revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'living' };
}
