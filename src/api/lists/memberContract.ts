import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { memberModes } from '#model/lists/listMembers.ts';
import { idParam, searchText, wholeNumber } from '../addressValues.ts';
import { entityPath } from '../entities/entityPath.ts';
import type { Contract } from '../routeDeclaration.ts';

/** Maximum upload size. A list of 1,000,000 members of usual length is about a tenth of it. */
const limitBytes = 200 * 1024 * 1024;

const pageQuery = z.strictObject({
  q: searchText.optional().describe('Part of a member; not case-sensitive'),
  sort: z.enum(['value', '-value'], 'One of: value, -value').default('value'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(1000).default(50),
});

const pageResponse = z.object({
  rows: z.array(z.object({ value: z.string() })),
  total: z.int(),
  page: z.int(),
  size: z.int(),
});

const changeQuery = z.strictObject({
  mode: z.enum(memberModes, `One of: ${memberModes.join(', ')}`).default('add'),
  isDryRun: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .describe('If true, nothing is saved: the response shows what would change'),
});

const counts = {
  added: z.int(),
  removed: z.int(),
  total: z.int().describe('Number of members after the change'),
  entry: z.int().nullable().describe('ID of the log entry, to undo the change with; null = nothing changed'),
};

const reportResponse = z.object({
  mode: z.enum(memberModes),
  isDryRun: z.boolean(),
  read: z.int().describe('Lines that are not empty'),
  duplicates: z.int().describe('Lines that repeat an earlier line'),
  unchanged: z
    .int()
    .describe('Members that were already in the list; when removing: members that were not in the list'),
  invalid: z.int(),
  badLines: z
    .array(z.object({ line: z.int(), text: z.string(), message: z.string() }))
    .describe('The first 100 of the invalid lines'),
  ...counts,
});

const undoBody = z.strictObject({
  entry: z.int('Must be the ID of an entry').positive('Must be the ID of an entry').max(Number.MAX_SAFE_INTEGER),
});

const undoResponse = z.object(counts);

/** The members of an entity's lists: pages, changes, undo, and downloads. */
export function memberContract(entity: Entity) {
  const name = entity.name as EntityName;
  const reading = {
    method: 'GET',
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'read' },
    params: idParam,
  } as const;
  const changing = {
    method: 'POST',
    chapter: entity.pluralLabel,
    access: { entity: name, action: 'update' },
    params: idParam,
  } as const;
  return {
    list: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/{id}/members'),
      summary: 'List the members of a list',
      query: pageQuery,
      responses: { 200: { description: 'A page of members', schema: pageResponse } },
      rejects: [404],
    },
    download: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/{id}/members.txt'),
      summary: 'Download all members of a list, one per line',
      recordedAs: 'listExported',
      responses: { 200: { description: 'The members in UTF-8', contentType: 'text/plain' } },
      rejects: [404],
    },
    change: {
      ...changing,
      path: entityPath(entity, '/api/{entity}/{id}/members'),
      summary: 'Add, remove or replace members: one per line, or in the first column of a CSV file',
      query: changeQuery,
      streamBody: { contentTypes: ['text/plain', 'text/csv'], limitBytes },
      responses: { 200: { description: 'Result of the lines', schema: reportResponse } },
      rejects: [404, 409, 422],
    },
    undo: {
      ...changing,
      path: entityPath(entity, '/api/{entity}/{id}/members/undo'),
      summary: 'Undo a change of members',
      body: undoBody,
      responses: { 200: { description: 'Members added and removed', schema: undoResponse } },
      rejects: [404, 409, 422],
    },
  } as const satisfies Contract;
}
