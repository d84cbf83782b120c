import { entities } from '#model/index.ts';
import { type MemberList, memberLists } from '#model/lists/listMembers.ts';
import type { MembersOutcome } from '#storage/lists/applyMembers.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isInLogOf } from '../log/logOf.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, type JsonResponse, notFound, ok, type Rejection, type Route } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { kindOfMembers } from './kindOfMembers.ts';
import { memberContract } from './memberContract.ts';
import { type LineTally, readMembers } from './readMembers.ts';

/** Routes of the members of lists: pages, changes, undo, and downloads. */
export function memberRoutes(deps: ApiDeps): Route[] {
  return memberLists.flatMap((name) => [...readRoutes(deps, name), ...changeRoutes(deps, name)]);
}

function readRoutes({ entities: store, lists }: ApiDeps, name: MemberList): Route[] {
  const contract = memberContract(entities[name]);
  return [
    implement(contract.list, async ({ params, query, user }) => {
      const row = await store.get(name, params.id, scopeOf(user));
      if (!row) return notFound();
      const { q, sort, page, size } = query;
      const { members, total } = await lists.page(
        { entity: name, id: row.id },
        { q, page, size, isDescending: sort === '-value' },
      );
      return ok({ rows: members.map((value) => ({ value })), total, page, size });
    }),
    implement(contract.download, async ({ params, user }) => {
      const row = await store.get(name, params.id, scopeOf(user));
      if (!row) return notFound();
      return {
        status: 200,
        stream: linesOfMembers(lists.stream({ entity: name, id: row.id })),
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': attachmentHeader(row.name, 'txt'),
        },
      };
    }),
  ];
}

async function* linesOfMembers(parts: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const part of parts) yield `${part.join('\n')}\n`;
}

function changeRoutes({ entities: store, lists, log, snapshotNotifier, now }: ApiDeps, name: MemberList): Route[] {
  const contract = memberContract(entities[name]);
  return [
    implement(contract.change, async ({ params, query, user, author, upload, uploadType }) => {
      const scope = scopeOf(user);
      const row = await store.get(name, params.id, scope);
      if (!row) return notFound();
      const tally: LineTally = { read: 0, invalid: 0, badLines: [] };
      const reading = { kind: kindOfMembers(name, row), isCsv: uploadType === 'text/csv' };
      const outcome = await lists.apply({ entity: name, id: row.id }, scope, {
        ...query,
        chunks: readMembers(upload, reading, tally),
        author,
        now: now(),
      });
      snapshotNotifier.notify();
      return responseOf(outcome, (counts) => ({ ...query, ...tally, ...counts }));
    }),
    implement(contract.undo, async ({ params, body, user, author }) => {
      const scope = scopeOf(user);
      const entry = await log.get(body.entry, scope);
      // A user can only undo changes that the user's log shows.
      if (entry && !isInLogOf(user, entry)) return notFound();
      const outcome = await lists.undo({ entity: name, id: params.id }, scope, {
        ...body,
        author: { ...author, source: 'revert' },
        now: now(),
      });
      snapshotNotifier.notify();
      return responseOf(outcome, (counts) => counts);
    }),
  ];
}

function responseOf<Done, Body>(
  outcome: MembersOutcome<Done>,
  bodyOf: (counts: Done) => Body,
): JsonResponse<200, Body> | Rejection<404 | 409 | 422> {
  if (outcome.type === 'done') return ok(bodyOf(outcome.counts));
  return outcome.type === 'missing' ? notFound() : rejectFaults(outcome.faults);
}
