import { z } from 'zod';
import { currentlyNamed, formerNamesOf } from '#model/field/formerNames.ts';
import { filterFields } from '#model/field/filterFields.ts';
import { type Entity, maxId, type Status } from '#model/index.ts';
import { stateCodes } from '#model/entity/rowStates.ts';
import { dayInText, searchText } from '../../addressValues.ts';
import { listMetricKeys } from '../listMetrics/listMetricKeys.ts';
import { badRange, boundInText, isRange, type MetricBound, valueInBody } from '../listQuery.ts';

/** Parses the id of a row in a body. */
export const idInBody = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');

/** Parses a status in a body. */
export const statusInBody = z.union(
  [z.literal(0), z.literal(1), z.literal(2)],
  'One of: 0 paused, 1 active, 2 archived',
);

/** The filter of rows, as in the query of their list. */
interface Match {
  q?: string | undefined;
  status?: Status[] | undefined;
  filters?: Record<string, (string | number | boolean)[] | undefined> | undefined;
  state?: string[] | undefined;
  having?: MetricBound[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as it is sent, with bounds such as imps:max:0. */
type SentMatch = Omit<Match, 'having'> & { having?: string[] | undefined };

/** The rows that a body selects: by id, or all that match. */
export interface RowSelection {
  ids?: number[] | undefined;
  all?: Match | undefined;
}

/** The part of a body that selects rows; `hasOneSelection` must refine it. */
export function selectionShape(entity: Entity) {
  return {
    ids: z.array(idInBody).min(1, 'At least one').max(10_000, 'At most 10,000').optional(),
    all: matchSchema(entity).optional(),
  };
}

function matchSchema(entity: Entity): z.ZodType<Match, SentMatch> {
  const formerNames = formerNamesOf(entity.fields);
  const filters: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    filters[name] = z.array(valueInBody(field)).max(1000, 'At most 1,000').optional();
  }
  const states = stateCodes(entity.name);
  const metrics = listMetricKeys(entity.name);
  const schema = z.strictObject({
    q: searchText.optional(),
    status: z.array(statusInBody).max(3, 'At most 3').optional(),
    filters: z.preprocess((sent) => currentlyNamed(sent, formerNames), z.strictObject(filters)).optional(),
    ...(states.length > 0
      ? {
          state: z
            .array(z.enum(states, `One of: ${states.join(', ')}`))
            .max(50, 'At most 50')
            .optional(),
        }
      : {}),
    ...(metrics.length > 0
      ? {
          having: z.array(boundInText(metrics)).max(50, 'At most 50').optional(),
          from: dayInText.optional(),
          to: dayInText.optional(),
        }
      : {}),
  });
  return schema.refine(isRange, badRange) as z.ZodType<Match, SentMatch>;
}

/** Whether a body selects rows in exactly one way. */
export function hasOneSelection(body: RowSelection): boolean {
  return (body.ids === undefined) !== (body.all === undefined);
}

/** The error of a body that does not. */
export const selectionFault = { message: 'Specify either IDs or all', path: ['ids'] };
