import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { idParam } from '../addressValues.ts';
import { isConsolePath } from '../consoleRoutes.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Saved views';

const line = (max: number) => textSchema('Must be text').trim().max(max, `At most ${max} characters`);

const pageSchema = z
  .string('Must be the path of a page')
  .max(100, 'At most 100 characters')
  .regex(/^\/[a-zA-Z]+$/, 'Must be the path of a page, such as /tags')
  .refine(isConsolePath, 'There is no such page');

const newViewSchema = z.strictObject({
  page: pageSchema,
  name: line(100).min(1, 'Required'),
  search: line(2000).regex(/^([^?#\s][^#\s]*)?$/, 'Must be the query string of a URL, without ?'),
  isShared: z.boolean('Must be true or false').default(false),
});

const viewSchema = z.object({
  id: z.int(),
  page: z.string().describe('Path of the page'),
  name: z.string(),
  search: z.string().describe('Query string of the URL, without ?'),
  isShared: z.boolean().describe('Whether other users of the account see it too'),
  isOwn: z.boolean().describe('Whether it belongs to the caller'),
});

/** A named state of a list page. */
export type SavedView = z.output<typeof viewSchema>;

/** Saved views of list pages. */
export const viewContract = {
  list: {
    method: 'GET',
    path: '/api/views',
    summary: 'List the saved views of a page',
    chapter,
    access: 'session',
    query: z.strictObject({ page: pageSchema }),
    responses: { 200: { description: 'By name', schema: z.array(viewSchema) } },
  },
  save: {
    method: 'POST',
    path: '/api/views',
    summary: 'Save a view of a page; replaces your view with the same name',
    chapter,
    access: 'session',
    body: newViewSchema,
    responses: { 201: { description: 'Saved', schema: viewSchema } },
    rejects: [422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/views/{id}',
    summary: 'Delete one of your saved views',
    chapter,
    access: 'session',
    params: idParam,
    responses: { 200: { description: 'Deleted', schema: z.object({}) } },
    rejects: [404],
  },
} as const satisfies Contract;
