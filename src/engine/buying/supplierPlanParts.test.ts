import { expect, test } from 'vitest';
import { buildSupplier } from '../scenarios/buildBuying.ts';
import { buildAccount } from '../scenarios/buildRows.ts';
import { supplierPlanParts } from './supplierPlanParts.ts';

test('a supplier gets what is left of a bid when the account has kept its margin', () => {
  const parts = supplierPlanParts(buildSupplier({ margin: 12.5, floor: '0.40' }), buildAccount());
  expect(parts).toMatchObject({
    supplierId: 1,
    demandId: 1,
    gate: null,
    costTerms: { model: 'share', shareBasisPoints: 8750 },
    floor: 400_000_000,
    notices: { billing: 'pixel', isSecondPrice: false, tellsWins: true, priceKeys: null },
  });
});

test('a paused supplier, or one of a paused account, gets no bids', () => {
  expect(supplierPlanParts(buildSupplier({ status: 0 }), buildAccount()).gate).toBe('supplier_inactive');
  expect(supplierPlanParts(buildSupplier(), buildAccount({ status: 0 })).gate).toBe('account_inactive');
  expect(supplierPlanParts(buildSupplier(), undefined).gate).toBe('account_inactive');
});

test('its prices are read with its keys where they are encrypted', () => {
  const keys = { encryptionKey: 'a'.repeat(43), integrityKey: 'b'.repeat(43) };
  const { notices } = supplierPlanParts(buildSupplier({ priceMacro: 'encrypted', ...keys }), buildAccount());
  expect(notices.priceKeys).toEqual({ encryption: 'a'.repeat(43), integrity: 'b'.repeat(43) });
});
