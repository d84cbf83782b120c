import { z } from 'zod';
import { currentFactValue } from '#model/fact/formerFactValues.ts';
import { canPick, type Reader, seesMoney } from '#model/index.ts';
import { type TraceKind, traceKinds, whyKinds, whyPeriods } from '#api/why/whyKinds.ts';

/** Subjects of the page. */
export type Subject = TraceKind;

const id = z.coerce.number().int().positive().max(2_147_483_647);

/** URL state of the page. Invalid values are dropped. */
export const whySearchSchema = z.object({
  by: z.enum(traceKinds).optional().catch(undefined),
  channel: id.optional().catch(undefined),
  supplier: id.optional().catch(undefined),
  tag: id.optional().catch(undefined),
  campaign: id.optional().catch(undefined),
  subpublisher: id.optional().catch(undefined),
  device: z.string().trim().min(1).max(64).optional().catch(undefined),
  period: z.enum(whyPeriods).optional().catch(undefined),
  outcome: z.enum(['filled', 'unfilled']).optional().catch(undefined),
  reason: z
    .string()
    .regex(/^\w{1,64}$/)
    .transform((reason) => currentFactValue('reason', reason))
    .optional()
    .catch(undefined),
  /** The open trace, by the ID of its request. */
  request: z
    .string()
    .regex(/^[\w-]{16}$/)
    .optional()
    .catch(undefined),
});

export type WhySearch = z.output<typeof whySearchSchema>;

/** Whether a user can choose objects of a kind: those with a funnel only, if single requests are hidden with money. */
export function isOffered(kind: Subject, user: Reader): boolean {
  if (!seesMoney(user) && !whyKinds.some((each) => each === kind)) return false;
  return kind === 'device' || canPick(user, kind);
}

/** The subject of the page for a user. `id` is null until an object is selected. */
export function subjectIn(search: WhySearch, user: Reader): { kind: Subject; id: string | null } {
  const asked = search.by ?? traceKinds.find((each) => search[each] !== undefined) ?? 'channel';
  const kind = isOffered(asked, user) ? asked : 'channel';
  const value = search[kind];
  return { kind, id: value === undefined ? null : String(value) };
}
