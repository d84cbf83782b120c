import { integer, required, text, type Partner } from './partner.ts';
import { partnersOf } from './partnersOf.ts';

/** Partners called by a VAST URL, with the parameters of their public tags in path, host or query. */
export const vastPartners: readonly Partner[] = partnersOf('VAST', {
  aniview: [required(text('AV_PUBLISHERID', 'Publisher ID')), required(text('AV_CHANNELID', 'Channel ID'))],
  springserve: [required(integer('supplyTagId', 'Supply tag ID'))],
  telaria: [required(text('seatCode', 'Seat code')), required(text('adCode', 'Ad code'))],
});
