import type { ChannelPlan } from '#engine/plan/plan.ts';
import { maxParamValueLength } from '#model/index.ts';
import type { MacroValues } from '#standards/macros.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';

/** The account's own parameters as macros, by name. Empty where the request does not have them. */
export function tagParamMacros(plan: Pick<ChannelPlan, 'params'> | undefined, query: Query): MacroValues {
  const names = plan?.params.named ?? [];
  return names.length === 0 ? noMacros : Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
}

const noMacros: MacroValues = {};

/** The reportable parameters of a request; undefined when it has none. */
export function tagParamValues(
  plan: Pick<ChannelPlan, 'params'> | undefined,
  query: Query,
): Readonly<Record<string, string>> | undefined {
  let values: Record<string, string> | undefined;
  for (const name of plan?.params.reportable ?? []) {
    const value = query.get(name);
    // Truncation may split a character.
    const text = value?.slice(0, maxParamValueLength).replace(/[\p{Cc}\p{Surrogate}]/gu, '');
    if (text) (values ??= {})[name] = text;
  }
  return values;
}

/** The imp with the account's non-personal parameters in `imp.ext.data`, where publishers' own keys go. */
export function withTagParams(imp: Imp, plan: Pick<ChannelPlan, 'params'>, query: Query): Imp {
  const entries = plan.params.nonPersonal.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (entries.length === 0) return imp;
  const data = imp.ext?.['data'];
  const known = typeof data === 'object' && data !== null ? data : {};
  return { ...imp, ext: { ...imp.ext, data: { ...Object.fromEntries(entries), ...known } } };
}
