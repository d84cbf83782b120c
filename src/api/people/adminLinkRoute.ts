import { z } from 'zod';
import type { AdminLink } from '#runtime/control/adminLink.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { consoleUrlOf } from '../mail/consoleUrlOf.ts';
import { implement, type JsonResponse, ok, type Route } from '../route.ts';
import { openSignInLinks, signInLinkUrl } from './signInLinks.ts';

/** Validity of a super admin's link in hours: it is used at once, by the person who reads it on the machine. */
const hours = 1;

const foundSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('link'), login: z.string(), url: z.string(), expiresAt: z.iso.datetime() }),
  z.object({ type: z.literal('unknown'), logins: z.array(z.string()).describe('The logins of all super admins') }),
]);

/**
 * Internal: makes a one-time link for a super admin, who is active again: for the operator on the machine, when no super
 * admin can sign in.
 */
export function adminLinkRoute(deps: ApiDeps): Route {
  const { config, entities, factors, log } = deps;
  return implement(
    {
      method: 'POST',
      path: '/internal/adminLink',
      summary: 'Make a one-time link for a super admin',
      chapter: 'Internal',
      access: 'internal',
      body: z.strictObject({
        login: z.string().nullable().describe('null = the only super admin'),
        makesSuper: z.boolean().default(false).describe('Whether the login is of an admin who becomes a super admin'),
        resetsFactors: z.boolean().default(false).describe('Whether to remove the second factors'),
      }),
      responses: { 200: { description: 'The link, or whom it can be for', schema: foundSchema } },
    },
    async ({ body }): Promise<JsonResponse<200, AdminLink>> => {
      const { rows } = await entities.list('user', {
        scope: 'all',
        filters: { type: ['admin'], status: [0, 1, 2] },
        sort: 'id',
        page: 1,
        size: 1000,
      });
      const hasLogin = ({ login }: { login: string }) => login.toLowerCase() === body.login?.toLowerCase();
      const admins = rows.filter((row) => row.isSuper || (body.makesSuper && hasLogin(row)));
      const active = admins.filter(({ status }) => status === 1);
      const candidates = active.length > 0 ? active : admins;
      const found = body.login === null ? (candidates.length === 1 ? candidates[0] : undefined) : admins.find(hasLogin);
      if (!found) return ok({ type: 'unknown', logins: admins.map(({ login }) => login) });
      if (found.status !== 1 || !found.isSuper) {
        const given = { isSuper: true };
        const outcome = await entities.update('user', found.id, { status: 1 }, 'all', { author: systemAuthor, given });
        // Another user may have the login of an archived one by now.
        if (outcome.type !== 'done') return ok({ type: 'unknown', logins: active.map(({ login }) => login) });
      }
      if (body.resetsFactors) await factors.removeAll(found, systemAuthor);
      const { token, expiresAt } = await openSignInLinks(deps).make(found.id, 'given', hours);
      await log.record(systemAuthor, {
        action: 'signInLink',
        entity: 'user',
        rowId: found.id,
        name: found.name,
        demandId: null,
      });
      const url = signInLinkUrl(consoleUrlOf(config), token);
      return ok({ type: 'link', login: found.login, url, expiresAt: expiresAt.toISOString() });
    },
  );
}
