import { z } from 'zod';
import { entities } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { dayNotBefore2000, emptyResponse, financeRoute } from './financeSchemas.ts';

const { priceReq, priceImp, priceDsp, pricePostbid } = entities.demand.fields;
const pricesShape = {
  priceReq: priceReq.schema(),
  priceImp: priceImp.schema(),
  priceDsp: priceDsp.schema(),
  pricePostbid: pricePostbid.schema(),
};

const priceBody = z.strictObject({
  ...pricesShape,
  validFrom: dayNotBefore2000.nullable().describe('UTC day from which the prices apply. null = now'),
  note: z.string('Must be text').trim().max(500, 'At most 500 characters').default(''),
});

const pricesSchema = z.object({
  ...pricesShape,
  validFrom: z.string().nullable().describe('ISO 8601. null = since the account was created'),
  state: z.enum(['past', 'inForce', 'planned', 'withdrawn']),
  planId: z.int().nullable().describe('ID of scheduled prices that can be withdrawn, else null'),
  userName: z.string().nullable(),
  note: z.string(),
});

/** The prices of one period, past or future. */
export type FinancePrices = z.output<typeof pricesSchema>;

/** The past, current and future prices of an account. */
export const priceContract = {
  list: {
    method: 'GET',
    path: '/api/finance/accounts/{id}/prices',
    summary: 'List past, current and scheduled prices of an account',
    ...financeRoute,
    params: idParam,
    responses: { 200: { description: 'All price versions, oldest first', schema: z.array(pricesSchema) } },
    rejects: [404],
  },
  change: {
    method: 'POST',
    path: '/api/finance/accounts/{id}/prices',
    summary: 'Change the prices of an account now or on a future day',
    ...financeRoute,
    fourEyes: ['prices'],
    access: { entity: 'demand', action: 'update' },
    params: idParam,
    body: priceBody,
    responses: { 201: { description: 'Changed or scheduled', schema: emptyResponse } },
    rejects: [404, 409, 422],
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/finance/prices/{id}',
    summary: 'Withdraw scheduled prices',
    ...financeRoute,
    fourEyes: ['prices'],
    access: { roles: ['super'] },
    params: idParam,
    responses: { 200: { description: 'Withdrawn', schema: emptyResponse } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
