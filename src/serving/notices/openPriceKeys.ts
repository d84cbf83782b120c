import { supplier, type SupplierRow } from '#model/index.ts';
import { secretPlaceOf } from '#model/field/secretField.ts';
import { isSealed, type SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { PriceFormat } from './readPrice.ts';

/**
 * How a supplier reports prices, with the keys of its row opened, which are sealed unless the installation stores them in
 * clear text. Throws UnreadableSecret.
 */
export function openPriceKeys(row: PriceFormat & Pick<SupplierRow, 'uid'>, sealer: SecretSealer): PriceFormat {
  if (row.priceMacro !== 'encrypted') return row;
  const open = (field: 'encryptionKey' | 'integrityKey') =>
    isSealed(row[field]) ? sealer.open(row[field], secretPlaceOf(supplier, field, row.uid)) : row[field];
  return { priceMacro: row.priceMacro, encryptionKey: open('encryptionKey'), integrityKey: open('integrityKey') };
}
