import { expect, test } from 'vitest';
import type { SupplierTerms } from './plan.ts';
import { supplierGate } from './supplierGate.ts';

test.each([
  ['', 'schain_incomplete'],
  ['1.0,0!ssp.example,1,1,,,', 'schain_incomplete'],
  ['1.0,1!ssp.example,1,1,,,', null],
  ['1.1,2!ssp.example,1,1,,,!proxy.example,2,0,,,', null],
])('SupplyChain 1.1, complete: where a complete chain is required, %j is %j', (schain, reason) => {
  const terms = { seat: '', isSchainRequired: true } as SupplierTerms;
  expect(supplierGate(terms, new Map([['schain', schain]]), ['video'], {})).toBe(reason);
});
