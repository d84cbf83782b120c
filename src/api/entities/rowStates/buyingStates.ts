import { dayAt } from '#reports/index.ts';
import type { CreativeStateRow, DealStateRow } from '#storage/entities/buyingStateRows.ts';
import type { RowState } from '../rowParts.ts';
import { flightStatesOf } from './flightStates.ts';
import { type ReadStates, statesById } from './rowState.ts';
import { useStatesOf } from './useStates.ts';

const typesOfFiles: readonly string[] = ['video', 'audio', 'image', 'html5', 'native'];

/** The problems that prevent an active creative from serving at `now` (ms). */
export function creativeStatesOf(row: CreativeStateRow, now: number): RowState[] {
  const states: RowState[] = [];
  const { review, reviewNote } = row;
  if (review === 'rejected') {
    states.push({
      code: 'rejected',
      text: reviewNote === '' ? 'The creative was rejected.' : reviewNote,
      fix: 'adomain',
    });
  }
  if (row.files === 0 && typesOfFiles.includes(row.type)) {
    states.push({ code: 'no_file', text: 'No file has been uploaded.', fix: 'files' });
  }
  if (review === 'pending') {
    states.push({ code: 'pending', text: 'This version has not been approved yet.', fix: 'adomain' });
  }
  const flight = flightStatesOf(row, dayAt(now, row.timezone));
  return [...states, ...flight.inactive, ...useStatesOf({ isUsed: row.campaigns > 0 })];
}

export const creativeStates: ReadStates = async ({ entities, now }, ids) => {
  return statesById(await entities.creativeStateRows(ids), (row) => creativeStatesOf(row, now.getTime()));
};

/** The problems that prevent an active deal from working at `now` (ms). */
export function dealStatesOf(row: DealStateRow, now: number): RowState[] {
  const { inactive, soon } = flightStatesOf(row, dayAt(now, row.timezone));
  const states = [...inactive];
  if (!row.isSupplierActive) {
    const text = `Supplier ${row.supplierName ?? ''} is not active.`;
    states.push({ code: 'supplier_paused', text, fix: 'supplierId' });
  }
  if (row.buyers === 0) {
    const [text, fix] =
      row.side === 'buy'
        ? ['No campaign bids under this deal.', 'uses']
        : ['Not offered to any buyer. Select tags or ad exchanges.', 'tagIds'];
    states.push({ code: 'no_buyer', text, fix });
  }
  return [...states, ...soon];
}

export const dealStates: ReadStates = async ({ entities, now }, ids) => {
  return statesById(await entities.dealStateRows(ids), (row) => dealStatesOf(row, now.getTime()));
};

export const supplierStates: ReadStates = async ({ entities, scope }, ids) => {
  const rows = await entities.listById('supplier', ids, { scope });
  return statesById(rows, ({ status, keyDigest }) => {
    const text = 'Anyone who knows the endpoint URL can send bid requests as this supplier. Create a key.';
    return status === 1 && keyDigest === '' ? [{ code: 'no_key', text, fix: 'endpoint' }] : [];
  });
};
