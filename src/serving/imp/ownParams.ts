import type { ChannelPlan } from '#engine/plan/plan.ts';
import { longestParamValue } from '#model/index.ts';
import type { MacroValues } from '#standards/macros.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';

/** The values of an account's own parameters as macros, by name: empty where the request does not bring them. */
export function ownMacros(plan: Pick<ChannelPlan, 'params'> | undefined, query: Query): MacroValues {
  const names = plan?.params.named ?? [];
  return names.length === 0 ? none : Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
}

const none: MacroValues = {};

/** The values that are kept with what a request brings; undefined where it brings none. */
export function keptValues(
  plan: Pick<ChannelPlan, 'params'> | undefined,
  query: Query,
): Readonly<Record<string, string>> | undefined {
  let kept: Record<string, string> | undefined;
  for (const name of plan?.params.kept ?? []) {
    const value = query.get(name);
    // Cut at 64, a character may be halved.
    const text = value?.slice(0, longestParamValue).replace(/[\p{Cc}\p{Surrogate}]/gu, '');
    if (text) (kept ??= {})[name] = text;
  }
  return kept;
}

/** An impression that tells bidders of an account's own parameters, where publishers' own keys stand: imp.ext.data. */
export function withOwnParams(imp: Imp, plan: Pick<ChannelPlan, 'params'>, query: Query): Imp {
  const told = plan.params.open.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (told.length === 0) return imp;
  const data = imp.ext?.['data'];
  const known = typeof data === 'object' && data !== null ? data : {};
  return { ...imp, ext: { ...imp.ext, data: { ...Object.fromEntries(told), ...known } } };
}
