import type { EntityName } from '../entity/entities.ts';

/** The fields whose change can be tried on requests that were decided without it. */
export const whatIfFields = {
  channel: [
    'floor',
    'minMargin',
    'areDealsFirst',
    'timeoutMs',
    'parallelCalls',
    'reqsPerDay',
    'impsPerDay',
    'targetingIds',
    'appListIds',
    'pubListIds',
  ],
  waterfallRow: ['tier', 'weight', 'floor', 'isEnabled'],
  tag: [
    'status',
    'rate',
    'floor',
    'timeoutMs',
    'impsPerDay',
    'spendPerDay',
    'targetingIds',
    'appListIds',
    'pubListIds',
    'creListIds',
  ],
} as const satisfies Partial<Record<EntityName, readonly string[]>>;

/** The objects that a what-if can change. */
export type WhatIfEntity = keyof typeof whatIfFields;

/** Caps among them: what an object has had in a day is counted anew where one of its caps is another. */
export const whatIfCaps: Record<WhatIfEntity, readonly string[]> = {
  channel: ['reqsPerDay', 'impsPerDay'],
  waterfallRow: [],
  tag: ['impsPerDay', 'spendPerDay'],
};

/** One change that is tried: fields of a row, with the values that they would have had. */
export interface WhatIfChange {
  entity: WhatIfEntity;
  id: number;
  values: Readonly<Record<string, unknown>>;
}

/** Why a trace says nothing of a change. */
export const whatIfLosses = ['history', 'cut', 'shared_pod', 'different'] as const;
export type WhatIfLoss = (typeof whatIfLosses)[number];

/** Days that one what-if may look back. */
export const maxWhatIfDays = 7;

/** Traces below which nothing can be told. */
export const minTraces = 30;
