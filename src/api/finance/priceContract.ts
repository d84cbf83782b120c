import { z } from 'zod';
import { entities } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { dayNotBefore2000, emptyAnswer, financeRoute } from './financeSchemas.ts';

const { priceReq, priceImp, priceDsp, pricePostbid } = entities.demand.fields;
const pricesShape = {
  priceReq: priceReq.schema(),
  priceImp: priceImp.schema(),
  priceDsp: priceDsp.schema(),
  pricePostbid: pricePostbid.schema(),
};

const priceBody = z.strictObject({
  ...pricesShape,
  validFrom: dayNotBefore2000.nullable().describe('The UTC day with whose start the prices begin; null = now'),
  note: z.string('Must be text').trim().max(500, 'At most 500 characters').default(''),
});

const pricesSchema = z.object({
  ...pricesShape,
  validFrom: z.string().nullable().describe('ISO 8601; null = from the account’s beginning'),
  state: z.enum(['past', 'inForce', 'planned', 'withdrawn']),
  planId: z.int().nullable().describe('Of what can be withdrawn'),
  userName: z.string().nullable(),
  note: z.string(),
});

/** One stretch of prices, or one to come. */
export type FinancePrices = z.output<typeof pricesSchema>;

/** The prices of an account: what they were, are and will be. */
export const priceContract = {
  list: {
    method: 'GET',
    path: '/api/finance/accounts/{id}/prices',
    summary: 'What an account was, is and will be charged',
    ...financeRoute,
    params: idParam,
    answers: { 200: { description: 'Every version, the oldest first', schema: z.array(pricesSchema) } },
    refuses: [404],
  },
  change: {
    method: 'POST',
    path: '/api/finance/accounts/{id}/prices',
    summary: 'Change the prices of an account now, or from a day on',
    ...financeRoute,
    access: { entity: 'demand', action: 'update' },
    params: idParam,
    body: priceBody,
    answers: { 201: { description: 'In force, or planned', schema: emptyAnswer } },
    refuses: [404, 409, 422],
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/finance/prices/{id}',
    summary: 'Withdraw prices that have not begun',
    ...financeRoute,
    access: { roles: ['super'] },
    params: idParam,
    answers: { 200: { description: 'Withdrawn', schema: emptyAnswer } },
    refuses: [404, 409],
  },
} as const satisfies Contract;
