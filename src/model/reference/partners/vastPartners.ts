import { integer, required, text, type Partner } from './partner.ts';

/** Partners called by a VAST URL, with the parameters of their public tags in path, host or query. */
export const vastPartners: readonly Partner[] = [
  {
    id: 'aniview',
    name: 'Aniview',
    integration: 'VAST',
    params: [required(text('AV_PUBLISHERID', 'Publisher ID')), required(text('AV_CHANNELID', 'Channel ID'))],
  },
  {
    id: 'springserve',
    name: 'Magnite SpringServe',
    integration: 'VAST',
    params: [required(integer('supplyTagId', 'Supply tag ID'))],
  },
  {
    id: 'telaria',
    name: 'Magnite Streaming (Telaria)',
    integration: 'VAST',
    params: [required(text('seatCode', 'Seat code')), required(text('adCode', 'Ad code'))],
  },
];
