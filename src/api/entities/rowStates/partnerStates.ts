import { isBadCertificate, readCertificateStates } from './certificateStates.ts';
import { responsesIn, responseStatesOf, responseSums } from './responseStates.ts';
import { figuresSince, type ReadStates, statesById } from './rowState.ts';
import { readUsualHours, type UsualFigures, usualStatesOf } from './usualStates.ts';

const usualOfSupplier: UsualFigures = {
  served: { key: 'calls', words: 'Bid requests' },
  requests: { key: 'calls', words: 'Bid requests' },
  rates: [{ part: 'bids', total: 'slots', words: 'Bid rate' }],
  fix: 'endpoint',
};

/** The problems of active suppliers: no key, or bid requests, bids or revenue far from usual. */
export const supplierStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.listById('supplier', ids, { scope: context.scope });
  const active = rows.filter(({ status }) => status === 1);
  const hoursOf = active.length > 0 ? await readUsualHours(context, 'supplier', usualOfSupplier) : null;
  return statesById(active, ({ id, keyDigest }) => {
    const text = 'Anyone who knows the endpoint URL can send bid requests as this supplier. Create a key.';
    return [
      ...(hoursOf ? usualStatesOf(hoursOf(id), usualOfSupplier) : []),
      ...(keyDigest === '' ? [{ code: 'no_key', text, fix: 'endpoint' }] : []),
    ];
  });
};

const usualOfExchange: UsualFigures = {
  served: { key: 'imps', words: 'Impressions' },
  rates: [{ part: 'opps', total: 'reqs', words: 'Bid rate' }],
  fix: 'endpoint',
};

/**
 * The problems of active ad exchanges: certificates, responses that cannot be used, timeouts, or figures far from usual.
 */
export const adexchangeStates: ReadStates = async (context, ids) => {
  const rows = await context.entities.listById('adexchange', ids, { scope: context.scope });
  const active = rows.filter(({ status }) => status === 1);
  if (active.length === 0) return new Map();
  const [lastHour, hoursOf, certificateOf] = await Promise.all([
    figuresSince(context, 'adexchange', { sums: responseSums, hours: 1, parts: 'reason' }),
    readUsualHours(context, 'adexchange', usualOfExchange),
    readCertificateStates(context, 'adexchange', ids),
  ]);
  return statesById(active, ({ id }) => {
    const certificate = certificateOf(id);
    const states = certificate.filter(isBadCertificate);
    if (lastHour) states.push(...responseStatesOf(responsesIn(lastHour, id), 'endpoint'));
    if (states.length === 0 && hoursOf) states.push(...usualStatesOf(hoursOf(id), usualOfExchange));
    return [...states, ...certificate.filter((state) => !isBadCertificate(state))];
  });
};
