import {
  amount,
  anyObject,
  flag,
  integer,
  integers,
  isEmpty,
  listOf,
  objectOf,
  required,
  size,
  text,
  texts,
  type Check,
  type Fields,
  type Rule,
} from '../fieldChecks.ts';
import type { Audio, Banner, Format, Timed, Video } from '../types.ts';

/** Floors by duration range (3.2.35). */
export const durationFloors = listOf(objectOf({ mindur: integer, maxdur: integer, bidfloor: amount }), 100);

/** 2.2: a size is either absolute or relative, and complete. */
const isOneSize: Rule = (format, path, found) => {
  const has = (name: string) => format[name] !== undefined && format[name] !== 0;
  const isAbsolute = has('w') || has('h');
  const isRelative = has('wratio') || has('hratio') || has('wmin');
  if (isAbsolute && isRelative) {
    found.fault(
      path,
      null,
      'contradictory',
      'Use either w and h, or wratio, hratio and wmin; for both, send two format objects',
    );
  } else if (!isAbsolute && !isRelative) {
    found.fault(path, null, 'required', 'Either w and h, or wratio, hratio and wmin are required');
  } else {
    const wanted = isAbsolute ? ['w', 'h'] : ['wratio', 'hratio', 'wmin'];
    for (const name of wanted) if (!has(name)) found.fault(path, name, 'required', 'Required; must be more than 0');
  }
  return format;
};

const format = objectOf(
  { w: size, h: size, wratio: size, hratio: size, wmin: size } satisfies Fields<Format>,
  isOneSize,
);

/** The banner object (3.2.6). */
export const banner = objectOf({
  format: listOf(format, 100),
  w: size,
  h: size,
  btype: integers,
  battr: integers,
  pos: integer,
  mimes: texts,
  topframe: flag,
  expdir: integers,
  api: integers,
  id: text,
  vcm: flag,
  ext: anyObject,
} satisfies Fields<Banner>);

const timed = {
  mimes: texts,
  minduration: size,
  maxduration: size,
  startdelay: integer,
  protocols: integers,
  sequence: integer,
  slotinpod: integer,
  podid: text,
  podseq: integer,
  poddur: size,
  maxseq: size,
  rqddurs: listOf(size, 1000),
  mincpmpersec: amount,
  durfloors: durationFloors,
  battr: integers,
  maxextended: integer,
  minbitrate: size,
  maxbitrate: size,
  delivery: integers,
  api: integers,
  companionad: listOf(banner, 100),
  companiontype: integers,
  ext: anyObject,
} satisfies Fields<Timed>;

/** 2.2: exact durations replace a duration range. */
const isOneWayOfDurations: Rule = (media, path, found) => {
  if (isEmpty(media['rqddurs'])) return media;
  for (const name of ['minduration', 'maxduration']) {
    if (isEmpty(media[name])) continue;
    found.fault(path, name, 'contradictory', 'Cannot be combined with rqddurs, which lists exact durations');
  }
  return media;
};

const hasMimes = required('mimes', 'At least one MIME type is required');

/** A check of the video object (3.2.7) with rules of the standard that contains it. */
export function videoShape(...rules: Rule[]): Check {
  return objectOf(
    {
      ...timed,
      w: size,
      h: size,
      placement: integer,
      plcmt: integer,
      linearity: integer,
      skip: flag,
      skipmin: size,
      skipafter: size,
      boxingallowed: flag,
      playbackmethod: integers,
      playbackend: integer,
      pos: integer,
      poddedupe: integers,
    } satisfies Fields<Video>,
    hasMimes,
    isOneWayOfDurations,
    ...rules,
  );
}

/** The audio object (3.2.8). */
export const audio = objectOf(
  { ...timed, feed: integer, stitched: flag, nvol: integer } satisfies Fields<Audio>,
  hasMimes,
  isOneWayOfDurations,
);
