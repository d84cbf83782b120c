import type { SecurityFilter } from '#storage/security/securityLog.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { accountsInScope } from '#storage/entities/database.ts';
import { securityContract } from './securityContract.ts';
import { securityFilterOf } from './securityFilterOf.ts';
import { securityRows } from './securityRows.ts';

/** Routes of the security log: reading, exporting, and how far it is verified. */
export function securityRoutes(deps: Pick<ApiDeps, 'security' | 'entities' | 'keys' | 'config' | 'now'>): Route[] {
  const { security, config, now } = deps;
  return [
    implement(securityContract.list, async ({ query: { page, size, ...filters }, user }) => {
      const { rows, total } = await security.list(securityFilterOf(filters, user), { page, size });
      return ok({ rows: await securityRows(deps, rows, user), total, page, size });
    }),
    implement(securityContract.readState, async () => {
      const { seq, prunedSeq, verifiedSeq, verifiedAt, brokenSeq, brokenFault, brokenSince } = await security.state();
      const retentionDays = config.SECURITY_LOG_DAYS;
      return ok({ seq, prunedSeq, verifiedSeq, verifiedAt, brokenSeq, brokenFault, brokenSince, retentionDays });
    }),
    implement(securityContract.exportLines, async ({ query, user, author }) => {
      const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      await security.record(author, { type: 'logExported', demandId: user.demandId, details: { filters } });
      return {
        status: 200,
        stream: lines(securityFilterOf(query, user), user),
        headers: {
          'content-type': 'application/x-ndjson',
          'content-disposition': attachmentHeader(`security-log ${now().toISOString().slice(0, 10)}`, 'jsonl'),
        },
      };
    }),
    implement(securityContract.read, async ({ params, user }) => {
      const event = await security.get(params.id, accountsInScope(scopeOf(user)));
      const [row] = event ? await securityRows(deps, [event], user) : [];
      return row ? ok(row) : notFound();
    }),
  ];

  async function* lines(filter: SecurityFilter, user: SessionUser): AsyncIterable<string> {
    for await (const events of security.stream(filter)) {
      const rows = await securityRows(deps, events, user);
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }
}
