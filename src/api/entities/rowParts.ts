import { z } from 'zod';

const metricValues = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** The schema of figures. */
export const figures = z.object({
  metrics: metricValues.optional(),
  previous: metricValues.optional().describe('The same metrics in the previous period'),
});

/** Figures of a period and of the one before. */
export type ComparedFigures = z.output<typeof figures>;

const state = z.object({ code: z.string(), text: z.string(), fix: z.string().optional() });

/** A problem that prevents a row from working as its status says. Computed on reading, never stored. */
export type RowState = z.output<typeof state>;

/** The schema of a row's states. */
export const states = z
  .array(state)
  .describe(
    'Problems that prevent the row from working as its status says; fix = the field or tab where each is fixed',
  );

/** The schema of the names of referenced rows. */
export const names = z.record(z.string(), z.string()).describe('Names of the referenced rows, by field');

/** The schema of the number of uses. */
export const uses = z.int().describe('Number of objects in the account that use it');

/** Parts that lists add to every row: names, number of uses, figures and states, when the entity has them. */
export type RowParts = ComparedFigures & {
  names: z.output<typeof names>;
  uses?: z.output<typeof uses> | undefined;
  states?: readonly RowState[] | undefined;
};
