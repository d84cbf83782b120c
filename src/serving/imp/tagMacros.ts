import type { MacroValues } from '#standards/macros.ts';
import type { MacroContext } from '#standards/viewerMacros.ts';
import { writeSchain } from '#standards/supplychain/writeSchain.ts';
import type { ImpFacts } from './impFacts.ts';
import { tagParamMacros } from './tagParams.ts';
import { macroValues, type RequestFacts } from './requestFacts.ts';

/** Values of the macros in a tag's URL: the facts that it may receive, and the supply chain that ends with us. */
export function tagMacros(
  { plan, record, chain }: Pick<ImpFacts, 'plan' | 'record' | 'chain'>,
  facts: RequestFacts,
  moment: Pick<MacroContext, 'random' | 'serverSide'>,
): MacroValues {
  const schain = chain();
  return {
    ...tagParamMacros(plan, facts.query),
    ...macroValues(facts, { now: record.at, serveId: record.serveId, ...moment }),
    SCHAIN: schain ? writeSchain(schain) : undefined,
  };
}
