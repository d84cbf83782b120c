import { type ReadStates, statesById } from './rowState.ts';

/** Files that are named in a state. */
const named = 3;

/** The problem of an active sub-publisher that files no longer list as a seller, as far as the crawler has read them. */
export const subpublisherStates: ReadStates = async ({ entities }, ids) => {
  return statesById(await entities.lostAdsTxtRows(ids), ({ files }) => {
    const more = files.length > named ? `, and ${files.length - named} more` : '';
    const text = `No longer listed as a seller in: ${files.slice(0, named).join(', ')}${more}.`;
    return [{ code: 'lost_ads_txt', text, fix: 'sellersJson' }];
  });
};
