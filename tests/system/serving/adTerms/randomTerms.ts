import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';

/** Names of the fields that say which ads are asked for. */
export const termNames =
  'mimes protocols minduration maxduration maxextended rqddurs poddur podid linearity skip skipmin battr api minbitrate maxbitrate delivery mincpmpersec durfloors bidfloor secure video audio ext'.split(
    ' ',
  );

const values: { [Name in keyof (Video & Audio)]?: readonly NonNullable<(Video & Audio)[Name]>[] } = {
  protocols: [[2, 3], [3], [2], [7, 8], [13, 14], [1], [2, 3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16]],
  minduration: [0, 5, 10, 20],
  maxduration: [6, 15, 30, 60],
  maxextended: [-1, 10],
  rqddurs: [[15], [6, 30]],
  podid: ['p'],
  linearity: [1, 2],
  skip: [0, 1],
  skipmin: [10, 20],
  battr: [[16], [1]],
  api: [[1, 2], [2], [7], [8], [1, 2, 7, 8]],
  minbitrate: [1000],
  maxbitrate: [1000, 3000],
  delivery: [[1], [2], [1, 2, 3]],
  mincpmpersec: [0.02, 0.1],
  durfloors: [
    [
      { maxdur: 15, bidfloor: 0.5 },
      { mindur: 16, bidfloor: 2 },
    ],
  ],
};

const videoMimes = [
  ['video/mp4'],
  ['video/mp4', 'video/webm'],
  ['video/webm'],
  ['video/mp4', 'application/javascript'],
];

/** The terms of a random imp: few of them, so that ads fit. */
export function randomImp(id: string, random: RandomSource): Imp {
  const form = random.below(6);
  const imp: Imp = { id };
  if (form < 5) imp.video = { mimes: random.pick(videoMimes), ...randomTerms(random) } satisfies Video;
  if (form > 3) {
    const { linearity: _ofVideo, ...terms }: Partial<Video> = randomTerms(random);
    imp.audio = { mimes: ['audio/mpeg'], ...terms };
  }
  if (random.boolean(0.6)) imp.secure = random.boolean(0.7) ? 1 : 0;
  if (random.boolean(0.3)) imp.bidfloor = random.pick([0.1, 1, 3]);
  return imp;
}

function randomTerms(random: RandomSource): object {
  const names = Object.keys(values) as (keyof typeof values)[];
  const terms: Record<string, unknown> = {};
  for (let count = random.below(4); count > 0; count -= 1) {
    const name = random.pick(names);
    terms[name] = structuredClone(random.pick<unknown>(values[name] ?? []));
  }
  return terms;
}

/** The parameters of a request for VAST that say which ads are asked for, and sometimes the size of a pod. */
export function queryOf({ video, audio }: Imp, random: RandomSource): URLSearchParams {
  const terms = { ...(video ?? audio) } as Record<string, number | string[] | number[] | undefined>;
  const query = new URLSearchParams();
  const names = {
    mimes: 'mimes',
    protocols: 'protocols',
    minduration: 'min_dur',
    maxduration: 'max_dur',
    linearity: 'linearity',
    skip: 'skip',
    skipmin: 'skipmin',
    api: 'api',
    minbitrate: 'minbitrate',
    maxbitrate: 'maxbitrate',
    delivery: 'delivery',
  } as const;
  for (const [field, name] of Object.entries(names)) {
    const value = terms[field];
    if (value !== undefined) query.set(name, String(value));
  }
  if (random.boolean(0.3)) query.set('pod_slots', random.pick(['1', '2', '3', '9']));
  if (random.boolean(0.3)) query.set('pod_dur', random.pick(['10', '30', '45', '90']));
  return query;
}
