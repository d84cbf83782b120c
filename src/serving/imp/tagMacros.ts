import type { MacroValue, MacroValues } from '#standards/macros.ts';
import type { MacroContext } from '#standards/viewerMacros.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
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
  return {
    ...tagParamMacros(plan, signals.query),
    ...macroValues(signals, { now: record.at, serveId: record.serveId, ...moment }),
    SCHAIN: schainMacro(chain()),
  };
}

/** The value of the supply chain macro: in a URL, the commas between properties are not encoded (SupplyChain, URLs). */
export function schainMacro(chain: Schain | null): MacroValue {
  return chain ? writeSchain(chain).split(',') : undefined;
}
