import { lossReasonOf, lossReasons } from '#model/index.ts';
import { contentFields } from '#model/buying/contentFields.ts';
import { dayAt } from '#reports/index.ts';
import type { CreativeStateRow, DealStateRow } from '#storage/entities/buyingStateRows.ts';
import type { RowState } from '../rowParts.ts';
import { alertThresholds } from './alertThresholds.ts';
import { readCertificateStates } from './certificateStates.ts';
import { flightStatesOf } from './flightStates.ts';
import { counted, figuresSince, type ReadStates, statesById } from './rowState.ts';
import { useStatesOf } from './useStates.ts';

/** The problems that prevent an active creative from serving at `now` (ms). */
export function creativeStatesOf(row: CreativeStateRow, now: number): RowState[] {
  const states: RowState[] = [];
  const { review, reviewNote } = row;
  if (row.isDraft) {
    const fix = contentFields[row.type] ?? 'files';
    const lacking = { files: 'file', vastUrl: 'VAST tag URL', vastXml: 'VAST', markup: 'markup' }[fix];
    const text = `This is a draft: it has no ${lacking} yet, so it cannot be approved or shown.`;
    states.push({ code: 'no_file', text, fix });
  }
  if (row.scan === 'blocked') {
    const text = 'The scan has found something for which the creative is not shown.';
    states.push({ code: 'scan_blocked', text, fix: 'adomain' });
  }
  if (review === 'rejected') {
    states.push({
      code: 'rejected',
      text: reviewNote === '' ? 'The creative was rejected.' : reviewNote,
      fix: 'adomain',
    });
  }
  if (review === 'pending' && !row.isDraft) {
    states.push({ code: 'pending', text: 'This version has not been approved yet.', fix: 'adomain' });
  }
  const flight = flightStatesOf(row, dayAt(now, row.timezone));
  return [...states, ...flight.inactive, ...useStatesOf({ isUsed: row.campaigns > 0 })];
}

/** Losses of bids by reason, and the number of bids, in the last 24 hours. */
export interface BidLosses {
  bids: bigint;
  reasons: ReadonlyMap<string, bigint>;
}

/** The reasons of losses that concern the creative, not the price or the request. */
const lossesOfCreative = [200, 202, 203, 204, 207, 208, 209, 210, 211, 212].map(lossReasonOf);

/** The problem of a creative that suppliers do not accept, if any. */
export function refusedStatesOf({ bids, reasons }: BidLosses): RowState[] {
  const countOf = (code: string) => reasons.get(code) ?? 0n;
  const lost = lossesOfCreative.reduce((sum, code) => sum + countOf(code), 0n);
  const { refusedBids, refusedShare } = alertThresholds;
  if (bids < refusedBids || Number(lost) / Number(bids) < refusedShare) return [];
  const [main = ''] = lossesOfCreative.toSorted((a, b) => Number(countOf(b) - countOf(a)));
  const reason = (lossReasons[main]?.text ?? '').replace('Lost: ', '');
  const text = `Suppliers rejected ${counted(lost)} of ${counted(bids)} bids with this creative in the last 24 hours. Main reason: ${reason}.`;
  return [{ code: 'refused', text, fix: 'adomain' }];
}

export const creativeStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.creativeStateRows(ids);
  if (rows.length === 0) return new Map();
  const [lastDay, certificateOf] = await Promise.all([
    figuresSince(context, 'creative', { sums: ['bids', 'losses'], hours: 24, parts: 'reason' }),
    readCertificateStates(context, 'creative', ids),
  ]);
  return statesById(rows, (row) => {
    const states = [...creativeStatesOf(row, context.now.getTime()), ...certificateOf(row.id)];
    if (!lastDay || states.length > 0) return states;
    const parts = lastDay.partsOf(row.id).map((part): [string, bigint] => [part.value, part.sumOf('losses')]);
    return refusedStatesOf({ bids: lastDay.sumOf(row.id, 'bids'), reasons: new Map(parts) });
  });
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
