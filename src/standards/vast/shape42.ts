import {
  adParameters,
  adSystem,
  delivery,
  link,
  many,
  may,
  must,
  one,
  pricing,
  staticResource,
  text,
  uri,
  verbatim,
} from './shape.ts';
import type { ElementShape } from './shape.ts';

const trackingEvents: ElementShape = {
  children: { Tracking: many({ text: 'uri', attributes: { event: must('event'), offset: may('offset') } }) },
};

const extensions: ElementShape = { children: { CreativeExtension: many(verbatim) } };

const size = { width: must('integer', '0'), height: must('integer', '0') };

const resource = {
  HTMLResource: many(text),
  IFrameResource: many(uri),
  StaticResource: many(staticResource),
};

const icon: ElementShape = {
  attributes: {
    program: may('text'),
    width: may('integer'),
    height: may('integer'),
    xPosition: may('xPosition'),
    yPosition: may('yPosition'),
    duration: may('time'),
    offset: may('time'),
    apiFramework: may('text'),
    pxratio: may('decimal'),
  },
  children: {
    ...resource,
    IconClicks: one({
      children: {
        IconClickFallbackImages: one({
          children: {
            IconClickFallbackImage: many({
              attributes: { height: may('integer'), width: may('integer') },
              children: { AltText: one(text), StaticResource: one(uri) },
            }),
          },
        }),
        IconClickThrough: one(uri),
        IconClickTracking: many(link),
      },
    }),
    IconViewTracking: many(uri),
  },
};

const companion: ElementShape = {
  attributes: {
    id: may('text'),
    ...size,
    assetWidth: may('integer'),
    assetHeight: may('integer'),
    expandedWidth: may('integer'),
    expandedHeight: may('integer'),
    apiFramework: may('text'),
    adSlotId: may('text'),
    pxratio: may('decimal'),
    renderingMode: may(['default', 'end-card', 'concurrent']),
  },
  children: {
    ...resource,
    AdParameters: one(adParameters),
    AltText: one(text),
    CompanionClickThrough: one(uri),
    CompanionClickTracking: many({ text: 'uri', attributes: { id: must('text', 'companion') } }),
    CreativeExtensions: one(extensions),
    TrackingEvents: one(trackingEvents),
  },
};

const nonLinear: ElementShape = {
  attributes: {
    id: may('text'),
    ...size,
    expandedWidth: may('integer'),
    expandedHeight: may('integer'),
    scalable: may('boolean'),
    maintainAspectRatio: may('boolean'),
    minSuggestedDuration: may('time'),
    apiFramework: may('text'),
  },
  children: {
    ...resource,
    AdParameters: one(adParameters),
    NonLinearClickThrough: one(uri),
    NonLinearClickTracking: many(link),
  },
};

const file = { delivery, type: must('text'), ...size, codec: may('text'), fileSize: may('integer') };

const mediaFiles: ElementShape = {
  children: {
    ClosedCaptionFiles: one({
      children: {
        ClosedCaptionFile: many({ text: 'uri', attributes: { type: may('text'), language: may('text') } }),
      },
    }),
    MediaFile: many({
      text: 'uri',
      attributes: {
        id: may('text'),
        ...file,
        bitrate: may('integer'),
        minBitrate: may('integer'),
        maxBitrate: may('integer'),
        scalable: may('boolean'),
        maintainAspectRatio: may('boolean'),
        mediaType: may('text'),
        apiFramework: may('text'),
      },
    }),
    Mezzanine: many({ text: 'uri', attributes: { id: may('text'), ...file, mediaType: may('text') } }),
    InteractiveCreativeFile: many({
      text: 'uri',
      attributes: { type: may('text'), apiFramework: may('text'), variableDuration: may('boolean') },
    }),
  },
};

const linear: ElementShape = {
  attributes: { skipoffset: may('offset') },
  children: {
    Icons: one({ children: { Icon: many(icon) } }),
    TrackingEvents: one(trackingEvents),
    AdParameters: one(adParameters),
    Duration: one({ text: 'time' }),
    MediaFiles: one(mediaFiles),
    VideoClicks: one({ children: { ClickTracking: many(link), ClickThrough: one(link), CustomClick: many(link) } }),
  },
};

/** Verifications as 4.1 and later write them; older versions carry the same inside an extension. */
export const adVerifications: ElementShape = {
  children: {
    Verification: many({
      attributes: { vendor: may('text') },
      children: {
        ExecutableResource: many({ text: 'uri', attributes: { apiFramework: may('text'), type: may('text') } }),
        JavaScriptResource: many({
          text: 'uri',
          attributes: { apiFramework: may('text'), browserOptional: may('boolean') },
        }),
        TrackingEvents: one({
          children: { Tracking: many({ text: 'uri', attributes: { event: must('text') } }) },
        }),
        VerificationParameters: one(text),
      },
    }),
  },
};

const creative: ElementShape = {
  keepEmpty: true,
  attributes: { sequence: may('integer'), apiFramework: may('text'), id: may('text'), adId: may('text') },
  children: {
    CompanionAds: one({
      attributes: { required: may(['all', 'any', 'none']) },
      children: { Companion: many(companion) },
    }),
    CreativeExtensions: one(extensions),
    Linear: one(linear),
    NonLinearAds: one({ children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) } }),
    UniversalAdId: many({ text: 'text', attributes: { idRegistry: must('text', 'unknown') } }),
  },
};

/** A VAST 4.2 response with one inline ad; inside each type the schema sorts the elements by name. */
export const shape42: ElementShape = {
  attributes: { version: must('text'), xmlns: must('uri') },
  children: {
    Ad: many({
      attributes: {
        id: may('text'),
        conditionalAd: may('boolean'),
        adType: may(['video', 'audio', 'hybrid']),
      },
      children: {
        InLine: one({
          children: {
            AdSystem: one(adSystem),
            Error: many(uri),
            Extensions: one({ children: { Extension: many(verbatim) } }),
            Impression: many(link),
            Pricing: one(pricing),
            ViewableImpression: one({
              attributes: { id: may('text') },
              children: { Viewable: many(uri), NotViewable: many(uri), ViewUndetermined: many(uri) },
            }),
            AdServingId: one(text),
            AdTitle: one(text),
            AdVerifications: one(adVerifications),
            Advertiser: one(text),
            Category: many({ text: 'text', attributes: { authority: must('uri', 'https://iabtechlab.com') } }),
            Creatives: one({ keepEmpty: true, children: { Creative: many(creative) } }),
            Description: one(text),
            Expires: one({ text: 'integer' }),
            Survey: one({ text: 'uri', attributes: { type: may('text') } }),
          },
        }),
      },
    }),
  },
};
