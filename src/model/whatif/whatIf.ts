import type { EntityName } from '../entity/entities.ts';

/** The fields that a what-if can change. */
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

/** The entities that a what-if can change. */
export type WhatIfEntity = keyof typeof whatIfFields;

/** The caps among these fields. Where one changes, the object's daily count is recomputed. */
export const whatIfCaps: Record<WhatIfEntity, readonly string[]> = {
  channel: ['reqsPerDay', 'impsPerDay'],
  waterfallRow: [],
  tag: ['impsPerDay', 'spendPerDay'],
};

/** A tried change: fields of a row with their new values. */
export interface WhatIfChange {
  entity: WhatIfEntity;
  id: number;
  values: Readonly<Record<string, unknown>>;
}

/** The reason why a trace is unusable for a what-if. */
export const whatIfLosses = ['history', 'cut', 'shared_pod', 'different'] as const;
export type WhatIfLoss = (typeof whatIfLosses)[number];

/** Maximum days of one what-if. */
export const maxWhatIfDays = 7;

/** Maximum changed rows of one what-if. */
export const maxWhatIfChanges = 500;

/** Minimum traces for a result. */
export const minTraces = 30;
