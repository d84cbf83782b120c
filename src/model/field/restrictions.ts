import { flag, instant, references } from './fields.ts';

const tab = 'Targeting';

/** The fields that restrict an object's traffic: requests must pass all of its targetings and lists. */
export const restrictions = {
  targetingIds: references({
    label: 'Targetings',
    target: 'targeting',
    tab,
    column: 'optional',
    help: 'A request must match all of them.',
  }),
  appListIds: references({
    label: 'App and site lists',
    target: 'appList',
    tab,
    column: 'optional',
    help: 'Members of block lists are excluded. With allow lists, a request must be on at least one list of each type.',
  }),
  pubListIds: references({
    label: 'Publisher lists',
    target: 'pubList',
    tab,
    column: 'optional',
    help: 'Matched by the publisher ID declared in requests.',
  }),
  creListIds: references({
    label: 'Creative lists',
    target: 'creList',
    tab,
    column: 'optional',
    help: 'Applied to creatives in responses. Blocked creatives are rejected; with allow lists, a creative must be on at least one.',
  }),
};

/** The vendors that verify an object's impressions, within the account's sample. */
export const verificationFields = {
  postbidPix: flag({
    label: 'Postbid pix',
    tab: 'Quality',
    column: 'optional',
    feature: 'showPostbidPix',
    help: 'Post-bid verification by the vendor pix. The account’s Postbid percent sets the share of measured impressions.',
  }),
  postbidWh: flag({
    label: 'Postbid wh',
    tab: 'Quality',
    column: 'optional',
    feature: 'showPostbidWh',
    help: 'Post-bid verification by the vendor wh. The account’s Postbid percent sets the share of measured impressions.',
  }),
};

/** The third-party pixels that an object adds to its ads. */
export const pixels = references({
  label: 'Pixels',
  target: 'ivt',
  tab,
  column: 'optional',
  help: 'Third-party pixels added to the served ads.',
});

/** The time until which an object is paused because its caps are reached, according to counted deliveries. */
export const cappedUntil = instant({
  label: 'Paused until',
  formerLabels: ['Rests until'],
  column: 'optional',
  help: 'Set while a cap is reached. If you raise the cap, delivery resumes within seconds.',
});
