/** The fields that a review covers: what a creative shows, links to and declares. */
const reviewedFields = [
  'files',
  'vastUrl',
  'vastXml',
  'markup',
  'title',
  'body',
  'sponsor',
  'callToAction',
  'width',
  'height',
  'durationS',
  'clickUrl',
  'isSkippable',
  'skipAfterS',
  'adomain',
  'categories',
  'attributes',
  'apis',
] as const;

type ReviewedFields = Readonly<Record<(typeof reviewedFields)[number], unknown>>;

/** Whether a change of a creative requires a new review. */
export function isReviewRequired(row: ReviewedFields, before: ReviewedFields | null): boolean {
  return before !== null && reviewedFields.some((field) => !isSame(row[field], before[field]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
