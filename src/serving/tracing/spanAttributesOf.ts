import type { SpanAttributes } from '#runtime/tracing/tracer.ts';
import type { ImpContext } from '../imp/impContext.ts';

/** The attributes of a request's span: which channel or supplier it was for, and how its imps ended. */
export function spanAttributesOf(imps: readonly ImpContext[]): SpanAttributes {
  const [first] = imps;
  const results = imps.map(({ record }) => record.reason ?? 'ad');
  return {
    'bidhouse.account': first?.record.origin.demandId ?? 0,
    'bidhouse.channel': first?.record.origin.channelId ?? 0,
    'bidhouse.supplier': first?.record.origin.supplierId ?? 0,
    'bidhouse.imps': imps.length,
    'bidhouse.ads': results.filter((result) => result === 'ad').length,
    'bidhouse.results': [...new Set(results)].join(' '),
  };
}
