import type { PartnersById } from '#reports/index.ts';

/** The partners of the objects of test facts; the other objects have none. */
export const testPartners = {
  tag: new Map([
    [1, 'pubmatic'],
    [2, 'pubmatic'],
    [3, 'criteo'],
  ]),
  supplier: new Map([[1, 'pubmatic']]),
  adexchange: new Map([[7, 'criteo']]),
} satisfies PartnersById;
