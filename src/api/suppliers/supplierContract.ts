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

/** Endpoint and key of suppliers. */
export const supplierContract = {
  readEndpoint: {
    method: 'GET',
    path: '/api/demand/sups/{id}/endpoint',
    summary: 'Read the URL where a supplier sends its bid requests',
    chapter: supplier.pluralLabel,
    access: { entity: 'supplier', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'The URL, and whether a key is required', schema: endpointSchema } },
    rejects: [404],
  },
  createKey: {
    method: 'POST',
    ...key,
    summary: 'Create a new key for a supplier. It is shown only once; the previous key stops working immediately',
    responses: { 201: { description: 'The key', schema: z.object({ key: z.string() }) } },
    rejects: [404, 422],
  },
  removeKey: {
    method: 'DELETE',
    ...key,
    summary: 'Remove the key of a supplier; its bid requests need no key then',
    responses: { 200: { description: 'The key is removed', schema: z.object({ hasKey: z.boolean() }) } },
    rejects: [404, 422],
  },
} as const satisfies Contract;
