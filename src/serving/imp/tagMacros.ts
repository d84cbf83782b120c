import type { MacroValues } from '#standards/macros.ts';
import type { MacroContext } from '#standards/viewerMacros.ts';
import { writeSchain } from '#standards/supplychain/writeSchain.ts';
import type { UntracedImp } from './untracedImp.ts';
import { tagParamMacros } from './tagParamValues.ts';
import { macroValues, type RequestSignals } from './requestSignals.ts';

/** Values of the macros in a tag's URL: the signals that it may receive, and the supply chain that ends with us. */
export function tagMacros(
  { plan, record, chain }: Pick<UntracedImp, 'plan' | 'record' | 'chain'>,
  signals: RequestSignals,
  moment: Pick<MacroContext, 'random' | 'serverSide'>,
): MacroValues {
  const schain = chain();
  return {
    ...tagParamMacros(plan, signals.query),
    ...macroValues(signals, { now: record.at, serveId: record.serveId, ...moment }),
    SCHAIN: schain ? writeSchain(schain) : undefined,
  };
}
