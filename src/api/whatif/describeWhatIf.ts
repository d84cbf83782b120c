import type { Difference } from '#engine/whatif/sums.ts';
import type { Counted, WhatIfResult } from '#engine/whatif/whatIf.ts';
import { usdFromNanos } from '#model/index.ts';
import { minTraces, whatIfLosses, type WhatIfLoss } from '#model/whatif/whatIf.ts';
import type { Names } from '../why/namesFor.ts';
import type { WhatIfResponse, WhatIfDifference } from './whatIfContract.ts';
import { type WhatIfFigure, whatIfFigures } from './whatIfFigures.ts';
import { notesOf, type NotedRows } from './whatIfNotes.ts';

const lossTexts: Record<WhatIfLoss, string> = {
  history: 'The configuration of that time is no longer known',
  cut: 'A response was not stored in full',
  shared_pod: 'The pod is shared with other impressions of the request',
  different: 'Replayed without the change, the outcome differs from the original',
};

const money: readonly WhatIfFigure[] = ['rev', 'cost', 'profit'];

/** Describes the result of a what-if, with names and decimals. */
export function describeWhatIf(
  result: WhatIfResult,
  {
    names,
    rows,
    ...sample
  }: Pick<WhatIfResponse, 'from' | 'to' | 'firstAt' | 'available' | 'sampled'> & { names: Names; rows: NotedRows },
): WhatIfResponse {
  const { replayed, changed, excluded, figures, tags, estimated, unknown } = result;
  const tagIds = [...new Set([...tags.keys(), ...unknown.keys(), ...estimated.keys()])];
  const changeOf = (tagId: number) => Math.abs(tags.get(tagId)?.rev.difference ?? 0);
  return {
    ...sample,
    replayed: countOf(replayed),
    changed: countOf(changed),
    excluded: whatIfLosses.flatMap((reason) => {
      const counted = excluded[reason];
      return counted ? [{ ...countOf(counted), reason, text: lossTexts[reason] }] : [];
    }),
    isTooFew: result.decided < minTraces,
    isAtLeast: result.areFloorsLower || result.areFloorsHigher || unknown.size > 0 || result.newlyAdmitted > 0,
    figures: Object.fromEntries(
      whatIfFigures.map((key) => [key, inDecimals(figures[key], unitOf(key))]),
    ) as WhatIfResponse['figures'],
    tags: tagIds
      .sort((a, b) => changeOf(b) - changeOf(a) || a - b)
      .map((tagId) => ({
        tag: names.tag(tagId),
        opps: inDecimals(tags.get(tagId)?.opps ?? none, 'count'),
        rev: inDecimals(tags.get(tagId)?.rev ?? none, 'usd'),
        estimated: Math.round(estimated.get(tagId) ?? 0),
        unknown: Math.round(unknown.get(tagId) ?? 0),
      })),
    notes: notesOf(result, names, rows),
  };
}

const none: Difference = { before: 0, after: 0, difference: 0, margin: 0 };

function unitOf(key: WhatIfFigure): Unit {
  if (key === 'fill') return 'ratio';
  return money.includes(key) ? 'usd' : 'count';
}

type Unit = 'count' | 'ratio' | 'usd';

const textOf: Record<Unit, (value: number) => string> = {
  count: (value) => String(Math.round(value)),
  ratio: (value) => String(Math.round(value * 1e6) / 1e6),
  usd: (nanos) => usdFromNanos(BigInt(Math.round(nanos))),
};

function inDecimals({ before, after, difference, margin }: Difference, unit: Unit): WhatIfDifference {
  const text = textOf[unit];
  return { before: text(before), after: text(after), difference: text(difference), margin: text(margin) };
}

function countOf({ traces, requests }: Counted): { traces: number; requests: number } {
  return { traces, requests: Math.round(requests) };
}
