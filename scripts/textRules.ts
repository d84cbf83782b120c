import type { UserText } from './userTexts.ts';

/** One text that breaks a rule, with its replacement. */
export interface TextProblem {
  file: string;
  line: number;
  text: string;
  fault: string;
}

type WordRule = readonly [pattern: RegExp, instead: string];

/** Words that people of the field stumble over anywhere, with their replacements. */
const bannedWords: readonly WordRule[] = [
  [/\b(?:tells?|telling|told)\b/i, 'declares, reports, shows'],
  [/\b(?:mend|mends|mended)\b/i, 'fix'],
  [/\b(?:take|takes|taken|taking|took) back\b/i, 'undo, revoke, reverse, void'],
  [/\b(?:takes?|taken) (?:it|them|this|these|\w+ \w+) back\b/i, 'undo, revoke, reverse, void'],
  [/\b(?:some|no|every)body\b|\bwho(?:so)?ever\b/i, 'someone, no one, everyone, anyone who'],
  [/\b(?:anew|afresh|nevertheless|thereof|whereof|hitherto|whither)\b/i, 'again, anyway'],
  [/\bkept (?:until|out|for|of|there)\b|\bforg(?:ets?|otten)\b/i, 'stored, saved, expires, deleted'],
  [/\b(?:dearer|dearest|cheaper|cheapest|best paid)\b/i, 'higher-priced, lower-priced'],
  [/\bof (?:late|then|now)\b/i, 'recent, at that time, current'],
  [/\bfor ever\b/i, 'no end date, permanently'],
  [/\bleft out\b|\bleaves? out\b/i, 'excluded, omitted'],
  [/\brest(?:s|ing)? (?:until|for good)\b|\bit rests\b/i, 'paused until, cap reached'],
  [
    /\b(?:calls|requests|impressions|revenue|budget|spend|times?|copies|clicks) an? (?:second|minute|hour|day|week|month|viewer)\b/i,
    'per second, daily',
  ],
  [/\bwhat fits\b/i, 'auto'],
  [/\b(?:is|are) there(?: already)?[.;,]?$/i, 'exists, is available'],
  [/\bmay not be told\b|\buntold\b/i, 'must not be shared'],
  [/\bPreBid\b/, 'Prebid'],
  [/\b(?:authoris|colour|catalogue|favour|licence|behaviour|centre|recognis|organis|cancell)\w*/i, 'American spelling'],
  [/\bof (?:its|their) own accord\b|^(?:not )?in order$/i, 'OK, automatically'],
];

/** Words that people stumble over in an interface, where a label or a sentence has no room to explain them. */
const bannedInInterface: readonly WordRule[] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'response, responds, returns'],
  [/\b(?:asks|asked|asking)\b/i, 'call, request'],
  [/\bin all\b(?! (?:of|accounts|cases|that|the|your|places|channels))/i, 'lifetime, total'],
  [/\balone\b/i, 'only'],
  [/\bby itself\b|\bby themselves\b/i, 'automatically'],
  [/(?<!\bat )\bleast\b|^Most (?!of\b|lost\b)|^(?:Long|Short)est\b/i, 'Min, Max, minimum, maximum'],
  [/\bheld again\b|\bstands? for\b/i, 'replayed, represents'],
  [/\bjudged?\b/i, 'checked'],
  [/\bkinds? of\b/i, 'type'],
  [/\bhow often a\b|\bas often a\b/i, 'per'],
  [/\bdoors?\b/i, 'integration'],
  [/\bcarr(?:y|ies|ied)\b(?!.*\bforward\b)/i, 'uses, includes, applies to'],
  [/\bas (?:they|it) (?:comes?|came)\b/i, 'as received, immediately'],
  [/\bsays? of\b|\bwhat is said\b/i, 'declares'],
  [/\bscann?(?:ed|s|ing)? (?:impressions?|rate)\b|^Scanned\b/i, 'measured impressions'],
  // `id` at the start is the field of that name in a body, as in "id is missing".
  [/(?<!^|[.\w`])ids?\b(?=[ .,;:)]|$)(?![=:])/, 'ID, IDs'],
];

/** Names and acronyms that are always capitalized. */
const properNames = new Set(
  (
    'OpenRTB OpenAPI VAST Samsung Prebid Prebid.js Server IAB GDPR Bidhouse Google Roku Tizen Android Amazon Fire Windows Apple Chrome Store Play ' +
    'JavaScript Markdown January February March April May June July August September October November December ' +
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun Privacy Global Platform Control ' +
    'Content Taxonomy Vendor List Hub Insight Safari Edge Firefox Linux Node PostgreSQL ClickHouse Redis Valkey Esc Enter Escape Space Tab ' +
    'InLine Wrapper Linear NonLinear MediaFile MediaFiles AdTitle AdSystem Creative Creatives Impression Duration Ad Ads Extensions ' +
    'ClickThrough ClickTracking TrackingEvents Tracking VASTAdTagURI Error Companion StaticResource HTMLResource IFrameResource Pricing'
  ).split(' '),
);

/** Texts that the specification fixes literally (docs/statements.md quotes them), or that name one of its pages. */
const literalTexts: readonly string[] = [
  '3rd Party Pixels',
  'Add Tag Parameter',
  'Application Config',
  'Create Report',
  'Financial Report',
  'First Quartile',
  'Mid Point',
  'Third Quartile',
  'Open links in new Tabs',
  'Parameter Name',
  'Postbid Maximum Impression Amount (per month)',
  'Postbid Maximum Report Amount (per month)',
  'Saved Reports',
  'SDK Admin',
  'Sellers JSON',
  'Sign Out',
  'Tag Parameters',
  'User Activity',
  'User Interface Settings',
  'All contacts will be replaces with this one. Do you really want to continue?',
];

/** Places of short names: fields, columns, tabs, buttons. */
const labelPlaces =
  /^(?:[.@](?:label|pluralLabel|header|tab|heading|confirmLabel|cancelLabel|submitLabel|addLabel|group)|declaredColumn\(\))$/;

/** Places of names that may be longer than a label, in sentence case as well. */
const titlePlaces = /^[.@](?:title|heading|chapter|summary)$/;

const longestLabel = 32;

/** The faults of user-visible texts, in order. */
export function checkTexts(texts: readonly UserText[]): TextProblem[] {
  return texts.flatMap((userText) => faultsOf(userText).map((fault) => ({ ...placed(userText), fault })));
}

/** The faults of the words of a Markdown document, line by line; code is skipped. */
export function checkDocument(file: string, markdown: string): TextProblem[] {
  const words = markdown.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, blank);
  return words
    .split('\n')
    .flatMap((text, index) =>
      wordFaults(text, bannedWords).map((fault) => ({ file, line: index + 1, text: text.trim(), fault })),
    );
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, '_');
}

function placed({ file, line, text }: UserText) {
  return { file, line, text };
}

function faultsOf({ place, text }: UserText): string[] {
  if (literalTexts.includes(text)) return [];
  const isLabel = labelPlaces.test(place);
  return [
    ...wordFaults(text, [...bannedWords, ...bannedInInterface]),
    ...(isLabel && text.replaceAll('{…}', '').length > longestLabel
      ? [`a label has at most ${longestLabel} characters`]
      : []),
    ...(isLabel || titlePlaces.test(place) ? caseFaults(text) : []),
  ];
}

function wordFaults(text: string, rules: readonly WordRule[]): string[] {
  return rules.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found ? [`“${found[0]}”: write ${instead}`] : [];
  });
}

/** Capitalized words inside a sentence that are not names. */
function caseFaults(text: string): string[] {
  const bare = literalTexts.reduce((remaining, literal) => remaining.replaceAll(literal, ''), text);
  return [...bare.matchAll(/(?<=[a-z,{…}] )[A-Z][a-z]+[\w.]*/g)]
    .map(([word]) => word.replace(/\.$/, ''))
    .filter((word) => !properNames.has(word))
    .map((word) => `“${word}”: sentence case, capitals for names only`);
}
