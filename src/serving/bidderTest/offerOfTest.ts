import type { Offered } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { TestedMediaType } from '#model/demand/bidderTest.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { nativeRequestText } from './nativeRequestText.ts';
import type { ImpContext } from '../imp/impContext.ts';
import { withOurNode } from '../imp/impContext.ts';
import { offeringOfTag } from '../vast/offeringOfTag.ts';

/**
 * The offer of a test: that of a VAST request to the channel, marked as a test, for a video or audio, or with an imp of
 * another media type in its place.
 */
export function offerOfTest(impContext: ImpContext, plan: ChannelPlan, mediaType: TestedMediaType): Offered {
  const query = new Map(impContext.signals.query).set('adtype', mediaType === 'audio' ? 'audio' : 'video');
  const testContext = { ...impContext, signals: { ...impContext.signals, query } };
  const { request, imp } = offeringOfTag(testContext, plan, null).offered();
  const isPlayed = mediaType === 'video' || mediaType === 'audio';
  return withOurNode(testContext, plan, {
    request: { ...request, test: 1 },
    imp: isPlayed ? imp : impOf(imp, mediaType),
  });
}

/** The most common display size. */
const rectangle = { w: 300, h: 250 };

function impOf({ video: _video, ...imp }: Imp, mediaType: 'banner' | 'native'): Imp {
  if (mediaType === 'banner') return { ...imp, banner: { ...rectangle, format: [rectangle] } };
  return { ...imp, native: { request: nativeRequestText, ver: '1.2' } };
}
