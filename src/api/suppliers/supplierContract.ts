import { z } from 'zod';
import { supplier } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const endpointSchema = z.object({ url: z.url(), hasKey: z.boolean() });

const key = {
  path: '/api/demand/sups/{id}/key',
  chapter: supplier.pluralLabel,
  access: { entity: 'supplier', action: 'update' },
  params: idParam,
} as const;

/** What there is of a supplier beside its fields. */
export const supplierContract = {
  readEndpoint: {
    method: 'GET',
    path: '/api/demand/sups/{id}/endpoint',
    summary: 'Where a supplier sends its bid requests',
    chapter: supplier.pluralLabel,
    access: { entity: 'supplier', action: 'read' },
    params: idParam,
    answers: { 200: { description: 'The address, and whether a key is asked for', schema: endpointSchema } },
    refuses: [404],
  },
  createKey: {
    method: 'POST',
    ...key,
    summary: 'Give a supplier a new key, which is shown this once; the one before is refused at once',
    answers: { 201: { description: 'The key', schema: z.object({ key: z.string() }) } },
    refuses: [404, 422],
  },
  removeKey: {
    method: 'DELETE',
    ...key,
    summary: 'Take the key of a supplier away: its bid requests need none then',
    answers: { 200: { description: 'There is no key', schema: z.object({ hasKey: z.boolean() }) } },
    refuses: [404, 422],
  },
} as const satisfies Contract;
