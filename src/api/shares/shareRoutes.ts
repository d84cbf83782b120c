import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import type { ShareRow } from '#storage/shares/shareStore.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { idParams } from '../savedReports/savedReportSchemas.ts';
import { shareLimits, type NewReportShare, type ReportShare } from './shareContract.ts';
import { shareName } from './shareName.ts';
import { madeShareSchema, newShareSchema, shareParams, shareSchema } from './shareSchemas.ts';

const chapter = 'Shared reports';
const access = { roles: reportRoles };

/** Links by which the user of a saved report lets people without a login read it. */
export function shareRoutes({
  shares,
  savedReports,
  log,
  now,
}: Pick<ApiDeps, 'shares' | 'savedReports' | 'log' | 'now'>): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/savedReport/{id}/shares',
      summary: 'List the links to a saved report',
      chapter,
      access,
      params: idParams,
      answers: {
        200: {
          description: 'The newest hundred, the newest first; those that are over for 90 days more',
          schema: z.array(shareSchema),
        },
      },
      refuses: [404],
      async handler({ params, user }) {
        const found = await shares.list(user.id, params.id, shareLimits.listed);
        return found ? ok(found.map((share) => shown(share, now()))) : notFound();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/savedReport/{id}/shares',
      summary: 'Make a link by which people without a login read a saved report',
      chapter,
      access,
      params: idParams,
      body: newShareSchema,
      answers: { 201: { description: 'Made. The link is told this once.', schema: madeShareSchema } },
      refuses: [404, 422],
      async handler({ params, body: { hours, note = '' }, user, author, host, isSecure }) {
        const report = await savedReports.read(user.id, params.id);
        if (!report) return notFound();
        if (report.isArchived) {
          return refuse(422, [{ code: 'archived', message: 'An archived report is not shared', path: '' }]);
        }
        const token = randomBytes(32).toString('base64url');
        const createdAt = now().toISOString();
        const expiresAt = new Date(Date.parse(createdAt) + hours * 3_600_000).toISOString();
        const order = { token, note, createdAt, expiresAt };
        const made = await shares.create(user.id, params.id, order, shareLimits.living);
        if (made.type === 'noReport') return notFound();
        if (made.type === 'full') {
          const message = `The report has ${shareLimits.living} links that are valid, the most there may be; take one back`;
          return refuse(422, [{ code: 'too_many_shares', message, path: '' }]);
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
        return ok({ ...shown(made.share, now()), url } satisfies NewReportShare, 201);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/savedReport/{id}/shares/{shareId}',
      summary: 'Take a link back: it leads nowhere from now on',
      chapter,
      access,
      params: shareParams,
      answers: { 200: { description: 'The link as it is now', schema: shareSchema } },
      refuses: [404],
      async handler({ params, user, author }) {
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
      },
    }),
  ];
}

function shown({ revokedAt, ...share }: ShareRow, now: Date): ReportShare {
  const isExpired = Date.parse(share.expiresAt) <= now.getTime();
  return { ...share, state: revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'living' };
}
