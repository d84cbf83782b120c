import { flag, instant, references } from './fields.ts';

const tab = 'Targeting';

/** What narrows the traffic of an object: all of its targetings and lists must let a request pass. */
export const restrictions = {
  targetingIds: references({
    label: 'Targetings',
    target: 'targeting',
    tab,
    column: 'optional',
    help: 'A request must match every one of them.',
  }),
  appListIds: references({
    label: 'App and site lists',
    target: 'appList',
    tab,
    column: 'optional',
    help: 'Block lists keep their members out; of allow lists, a request must be in one of each kind.',
  }),
  pubListIds: references({
    label: 'Publisher lists',
    target: 'pubList',
    tab,
    edition: 'V2V',
    column: 'optional',
    help: 'By the publisher id that requests declare.',
  }),
  creListIds: references({
    label: 'Creative lists',
    target: 'creList',
    tab,
    edition: 'V2V',
    column: 'optional',
    help: 'Judge what demand answers with: blocked creatives are refused, and of allow lists one must name them.',
  }),
};

/** Which vendors measure the impressions of an object after they were bought, in the account's sample. */
export const postbid = {
  postbidPix: flag({
    label: 'Postbid pix',
    tab: 'Quality',
    column: 'optional',
    feature: 'showPostbidPix',
    help: 'Its impressions are measured by the first vendor, as many as the account’s postbid percent says.',
  }),
  postbidWh: flag({
    label: 'Postbid wh',
    tab: 'Quality',
    column: 'optional',
    feature: 'showPostbidWh',
    help: 'The same by the second vendor.',
  }),
};

/** The third-party pixels that an object adds to its ads. */
export const pixels = references({
  label: 'Pixels',
  target: 'ivt',
  tab,
  column: 'optional',
  help: 'Third-party pixels that are added to its ads.',
});

/** Until when an object rests because it has had what its caps allow; measured from what was counted. */
export const cappedUntil = instant({
  label: 'Rests until',
  column: 'optional',
  help: 'Set while a cap is reached. A cap that is raised ends the rest within seconds.',
});
