import type { TestFinding, VastTest, VastTestRequest } from '#api/vastTester/vastTesterContract.ts';
import type { PageLink } from '#model/index.ts';

/** The object of the console that a tested VAST came from. */
export type TestedObject =
  | { entity: 'tag'; id: number; field: 'url' | 'vastXml' }
  | { entity: 'channel'; id: number }
  | null;

/** The object that a request tested; null when it tested a URL or markup. */
export function testedObjectOf({ tagId, channelId }: VastTestRequest, { hops }: Pick<VastTest, 'hops'>): TestedObject {
  // Only stored VAST has no URL.
  if (tagId !== undefined) return { entity: 'tag', id: tagId, field: hops[0]?.template === null ? 'vastXml' : 'url' };
  return channelId === undefined ? null : { entity: 'channel', id: channelId };
}

/** Labels of the fields of a tag. The model, from which they come, is too large for this page. */
const fieldLabels = { url: 'Ad tag URL', vastXml: 'VAST' } as const;

/** Rules about responses without an ad. */
const withoutAd = /^(?:no_ad|chain_without_ad|call_empty)$/;

/** Rules about how a URL is written, and how its call went. */
const ofCalls = /^(?:call_\w+|slow|content_type|redirects|bad_tag_url|unfilled_macro|insecure_tag)$/;

/**
 * The page where the cause of a finding can be fixed: the source of the tested tag, the waterfall of the tested channel,
 * or “Why no ad?” for a channel without an ad. Null when nothing of the console was tested, and for the call of our own
 * ad serving.
 */
export function findingFix({ rule, hop }: TestFinding, tested: TestedObject): PageLink | null {
  if (tested === null) return null;
  const { id } = tested;
  if (tested.entity === 'tag') {
    const { field } = tested;
    return { label: `Tag: ${fieldLabels[field]}`, href: `/tags?open=${id}&field=${field}` };
  }
  if (hop === 0 && withoutAd.test(rule)) return { label: 'Why no ad?', href: `/why?channel=${id}` };
  if (hop === 0 && ofCalls.test(rule)) return null;
  return { label: 'Channel: Waterfall', href: `/channels?open=${id}&tab=waterfall` };
}
