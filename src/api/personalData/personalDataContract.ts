import { z } from 'zod';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Users';

const dataSchema = z.object({
  userId: z.int(),
  at: z.iso.datetime(),
  tables: z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .describe('Rows about the user by table, with columns as in the database; without secrets, files and results'),
});

/** The personal data of a user: its export, and its erasure. */
export const personalDataContract = {
  read: {
    method: 'GET',
    path: '/api/users/{id}/personal-data',
    summary: 'Download everything that is stored about a user, apart from secrets',
    chapter,
    access: { roles: ['super'] },
    isForPeople: true,
    confirmation: { of: 'all' },
    params: idParam,
    responses: { 200: { description: 'The data, as a file', schema: dataSchema } },
    rejects: [404],
  },
  erase: {
    method: 'POST',
    path: '/api/users/{id}/erase',
    summary: 'Anonymise a user for good: name, login, contacts and addresses in the log are replaced, sessions end',
    chapter,
    access: { roles: ['super'] },
    isForPeople: true,
    params: idParam,
    body: z.strictObject({
      login: z.string('Required').max(100, 'At most 100 characters').describe('The user’s login, as a confirmation'),
    }),
    responses: { 200: { description: 'The user is anonymous and archived', schema: z.object({}) } },
    rejects: [404, 409, 422],
  },
} as const satisfies Contract;
