import { z } from 'zod';
import type { Entity, EntityName } from '#model/index.ts';
import { memberModes } from '#model/listMembers.ts';
import { idParam, searchText, wholeNumber } from '../addressValues.ts';
import { entityPath } from '../entities/entityPath.ts';
import type { Contract } from '../routeDeclaration.ts';

/** A list of 1,000,000 members of usual length is about a tenth of it. */
const limitBytes = 200 * 1024 * 1024;

const pageQuery = z.strictObject({
  q: searchText.optional().describe('Part of the member, in any case'),
  sort: z.enum(['value', '-value'], 'One of: value, -value').default('value'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(1000).default(50),
});

const pageAnswer = z.object({
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
    .describe('Only tell what would change'),
});

const counts = {
  added: z.int(),
  removed: z.int(),
  total: z.int().describe('Members afterwards'),
  entry: z.int().nullable().describe('The entry of the log, by which it can be taken back; null = nothing changed'),
};

const reportAnswer = z.object({
  mode: z.enum(memberModes),
  isDryRun: z.boolean(),
  read: z.int().describe('Lines that say something'),
  duplicates: z.int().describe('Lines that name what an earlier one names'),
  unchanged: z.int().describe('Named and there before; for those to be removed: named and not there'),
  invalid: z.int(),
  badLines: z
    .array(z.object({ line: z.int(), text: z.string(), message: z.string() }))
    .describe('The first 100 of the invalid lines'),
  ...counts,
});

const undoBody = z.strictObject({
  entry: z.int('Must be the id of an entry').positive('Must be the id of an entry').max(Number.MAX_SAFE_INTEGER),
});

const undoAnswer = z.object(counts);

/** The members of the lists of an entity: pages, changes, their undoing, and downloads. */
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
      summary: 'The members of a list',
      query: pageQuery,
      answers: { 200: { description: 'A page of members', schema: pageAnswer } },
      refuses: [404],
    },
    download: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/{id}/members.txt'),
      summary: 'All members of a list, one per line',
      answers: { 200: { description: 'The members in UTF-8', contentType: 'text/plain' } },
      refuses: [404],
    },
    change: {
      ...changing,
      path: entityPath(entity, '/api/{entity}/{id}/members'),
      summary: 'Add, remove or replace members: one per line, or the first column of CSV',
      query: changeQuery,
      streamBody: { contentTypes: ['text/plain', 'text/csv'], limitBytes },
      answers: { 200: { description: 'What came of the lines', schema: reportAnswer } },
      refuses: [404, 409, 422],
    },
    undo: {
      ...changing,
      path: entityPath(entity, '/api/{entity}/{id}/members/undo'),
      summary: 'Take a change of members back',
      body: undoBody,
      answers: { 200: { description: 'What came and left', schema: undoAnswer } },
      refuses: [404, 409, 422],
    },
  } as const satisfies Contract;
}
