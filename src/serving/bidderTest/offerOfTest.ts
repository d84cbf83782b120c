import type { Offered } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { TestedMediaType } from '#model/demand/bidderTest.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { nativeRequestText } from './nativeRequestText.ts';
import type { ImpContext } from '../imp/impContext.ts';
import { withOurNode } from '../imp/impContext.ts';
import { offeringOfTag } from '../vast/offeringOfTag.ts';

/**
 * The offer of a test: that of a VAST request to the channel, marked as a test, with an imp of another media type in
 * place of its video where one is tested.
 */
export function offerOfTest(impContext: ImpContext, plan: ChannelPlan, mediaType: TestedMediaType): Offered {
  const { request, imp } = offeringOfTag(impContext, plan, null).offered();
  const tested = mediaType === 'video' ? imp : impOf(imp, mediaType);
  return withOurNode(impContext, plan, { request: { ...request, test: 1 }, imp: tested });
}

/** The most common display size. */
const rectangle = { w: 300, h: 250 };

function impOf({ video, ...imp }: Imp, mediaType: Exclude<TestedMediaType, 'video'>): Imp {
  if (mediaType === 'banner') return { ...imp, banner: { ...rectangle, format: [rectangle] } };
  if (mediaType === 'native') return { ...imp, native: { request: nativeRequestText, ver: '1.2' } };
  const { minduration, maxduration, protocols } = video ?? {};
  const mimes = ['audio/mpeg', 'audio/mp4'];
  return { ...imp, audio: { mimes, ...(protocols ? { protocols } : {}), ...durations({ minduration, maxduration }) } };
}

function durations({
  minduration,
  maxduration,
}: {
  minduration: number | undefined;
  maxduration: number | undefined;
}): { minduration?: number; maxduration?: number } {
  return {
    ...(minduration === undefined ? {} : { minduration }),
    ...(maxduration === undefined ? {} : { maxduration }),
  };
}
