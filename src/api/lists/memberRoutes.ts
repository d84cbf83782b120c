import { type Entity, entities } from '#model/index.ts';
import { type MemberList, memberLists, type MemberReport } from '#model/listMembers.ts';
import type { MembersOutcome } from '#storage/listMembers/applyMembers.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isInLogOf } from '../log/logOf.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, notFound, ok, type Reply, type Route } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';
import { kindOfMembers } from './kindOfMembers.ts';
import { changeQuery, pageAnswer, pageQuery, reportAnswer, undoAnswer, undoBody } from './memberSchemas.ts';
import { type LineTally, readMembers } from './readMembers.ts';

/** A list of 1,000,000 members of usual length is about a tenth of it. */
const uploadLimitBytes = 200 * 1024 * 1024;

/** The members of lists: pages, changes, their undoing, and downloads. */
export function memberRoutes(deps: ApiDeps): Route[] {
  return memberLists.flatMap((name) => [...readRoutes(deps, name), ...changeRoutes(deps, name)]);
}

function readRoutes({ entities: store, lists }: ApiDeps, name: MemberList): Route[] {
  const entity: Entity = entities[name];
  const path = `/api/${entity.path}/{id}/members`;
  const common = {
    method: 'GET',
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'read' },
    params: idParam,
  } as const;
  return [
    defineRoute({
      ...common,
      path,
      summary: 'The members of a list',
      query: pageQuery,
      answers: { 200: { description: 'A page of members', schema: pageAnswer } },
      refuses: [404],
      async handler({ params, query, user }) {
        const row = await store.get(name, params.id, scopeOf(user));
        if (!row) return notFound();
        const { q, sort, page, size } = query;
        const { members, total } = await lists.page(
          { entity: name, id: row.id },
          { q, page, size, isDescending: sort === '-value' },
        );
        return ok({ rows: members.map((value) => ({ value })), total, page, size });
      },
    }),
    defineRoute({
      ...common,
      path: `${path}.txt`,
      summary: 'All members of a list, one per line',
      answers: { 200: { description: 'The members in UTF-8', contentType: 'text/plain' } },
      refuses: [404],
      async handler({ params, user }) {
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
      },
    }),
  ];
}

async function* linesOfMembers(parts: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const part of parts) yield `${part.join('\n')}\n`;
}

function changeRoutes({ entities: store, lists, log, pulse, now }: ApiDeps, name: MemberList): Route[] {
  const entity: Entity = entities[name];
  const path = `/api/${entity.path}/{id}/members`;
  const common = {
    method: 'POST',
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'update' },
    params: idParam,
  } as const;
  return [
    defineRoute({
      ...common,
      path,
      summary: 'Add, remove or replace members: one per line, or the first column of CSV',
      query: changeQuery,
      streamBody: { contentTypes: ['text/plain', 'text/csv'], limitBytes: uploadLimitBytes },
      answers: { 200: { description: 'What came of the lines', schema: reportAnswer } },
      refuses: [404, 409, 422],
      async handler({ params, query, user, author, upload, uploadType }) {
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
        pulse.nudge();
        return replyOf(outcome, (counts): MemberReport => ({ ...query, ...tally, ...counts }));
      },
    }),
    defineRoute({
      ...common,
      path: `${path}/undo`,
      summary: 'Take a change of members back',
      body: undoBody,
      answers: { 200: { description: 'What came and left', schema: undoAnswer } },
      refuses: [404, 409, 422],
      async handler({ params, body, user, author }) {
        const scope = scopeOf(user);
        const entry = await log.get(body.entry, scope);
        // Nobody reverts what its log does not show.
        if (entry && !isInLogOf(user, entry)) return notFound();
        const outcome = await lists.undo({ entity: name, id: params.id }, scope, {
          ...body,
          author: { ...author, source: 'revert' },
          now: now(),
        });
        pulse.nudge();
        return replyOf(outcome, (counts) => counts);
      },
    }),
  ];
}

function replyOf<Done>(
  outcome: MembersOutcome<Done>,
  answerOf: (counts: Done) => unknown,
): Reply<200 | 404 | 409 | 422> {
  if (outcome.type === 'done') return ok(answerOf(outcome.counts));
  return outcome.type === 'missing' ? notFound() : refuseFaults(outcome.faults);
}
