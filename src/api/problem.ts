import { z } from 'zod';

/** A fault of a call. */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string().describe('The value that has the fault; empty = the request as a whole'),
  fix: z
    .object({ label: z.string(), href: z.string().describe('Path and query of the page') })
    .optional()
    .describe('The page of the console where the cause can be fixed'),
});

/** A fault of a call; path names the value that has it, '' for the call as a whole. */
export type Problem = z.output<typeof problemSchema>;

/** The body of every error response. */
export const problemResponseSchema = z.object({ problems: z.array(problemSchema), requestId: z.string() });

/** An error response. */
export type ProblemResponse = z.output<typeof problemResponseSchema>;
