import {
  adParameters,
  adSystem,
  delivery,
  link,
  many,
  optionalAttribute,
  requiredAttribute,
  one,
  pricing,
  staticResource,
  text,
  uri,
  verbatim,
} from './shape.ts';
import type { ElementShape } from './shape.ts';

const trackingEvents: ElementShape = {
  children: {
    Tracking: many({
      text: 'uri',
      attributes: { event: requiredAttribute('event'), offset: optionalAttribute('offset') },
    }),
  },
};

const extensions: ElementShape = { children: { CreativeExtension: many(verbatim) } };

const size = { width: requiredAttribute('integer', '0'), height: requiredAttribute('integer', '0') };

const resource = {
  HTMLResource: many(text),
  IFrameResource: many(uri),
  StaticResource: many(staticResource),
};

const icon: ElementShape = {
  attributes: {
    program: optionalAttribute('text'),
    width: optionalAttribute('integer'),
    height: optionalAttribute('integer'),
    xPosition: optionalAttribute('xPosition'),
    yPosition: optionalAttribute('yPosition'),
    duration: optionalAttribute('time'),
    offset: optionalAttribute('time'),
    apiFramework: optionalAttribute('text'),
    pxratio: optionalAttribute('decimal'),
  },
  children: {
    ...resource,
    IconClicks: one({
      children: {
        IconClickFallbackImages: one({
          children: {
            IconClickFallbackImage: many({
              attributes: { height: optionalAttribute('integer'), width: optionalAttribute('integer') },
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
    id: optionalAttribute('text'),
    ...size,
    assetWidth: optionalAttribute('integer'),
    assetHeight: optionalAttribute('integer'),
    expandedWidth: optionalAttribute('integer'),
    expandedHeight: optionalAttribute('integer'),
    apiFramework: optionalAttribute('text'),
    adSlotId: optionalAttribute('text'),
    pxratio: optionalAttribute('decimal'),
    renderingMode: optionalAttribute(['default', 'end-card', 'concurrent']),
  },
  children: {
    ...resource,
    AdParameters: one(adParameters),
    AltText: one(text),
    CompanionClickThrough: one(uri),
    CompanionClickTracking: many({ text: 'uri', attributes: { id: requiredAttribute('text', 'companion') } }),
    CreativeExtensions: one(extensions),
    TrackingEvents: one(trackingEvents),
  },
};

const nonLinear: ElementShape = {
  attributes: {
    id: optionalAttribute('text'),
    ...size,
    expandedWidth: optionalAttribute('integer'),
    expandedHeight: optionalAttribute('integer'),
    scalable: optionalAttribute('boolean'),
    maintainAspectRatio: optionalAttribute('boolean'),
    minSuggestedDuration: optionalAttribute('time'),
    apiFramework: optionalAttribute('text'),
  },
  children: {
    ...resource,
    AdParameters: one(adParameters),
    NonLinearClickThrough: one(uri),
    NonLinearClickTracking: many(link),
  },
};

const file = {
  delivery,
  type: requiredAttribute('text'),
  ...size,
  codec: optionalAttribute('text'),
  fileSize: optionalAttribute('integer'),
};

const mediaFiles: ElementShape = {
  children: {
    ClosedCaptionFiles: one({
      children: {
        ClosedCaptionFile: many({
          text: 'uri',
          attributes: { type: optionalAttribute('text'), language: optionalAttribute('text') },
        }),
      },
    }),
    MediaFile: many({
      text: 'uri',
      attributes: {
        id: optionalAttribute('text'),
        ...file,
        bitrate: optionalAttribute('integer'),
        minBitrate: optionalAttribute('integer'),
        maxBitrate: optionalAttribute('integer'),
        scalable: optionalAttribute('boolean'),
        maintainAspectRatio: optionalAttribute('boolean'),
        mediaType: optionalAttribute('text'),
        apiFramework: optionalAttribute('text'),
      },
    }),
    Mezzanine: many({
      text: 'uri',
      attributes: { id: optionalAttribute('text'), ...file, mediaType: optionalAttribute('text') },
    }),
    InteractiveCreativeFile: many({
      text: 'uri',
      attributes: {
        type: optionalAttribute('text'),
        apiFramework: optionalAttribute('text'),
        variableDuration: optionalAttribute('boolean'),
      },
    }),
  },
};

const linear: ElementShape = {
  attributes: { skipoffset: optionalAttribute('offset') },
  children: {
    Icons: one({ children: { Icon: many(icon) } }),
    TrackingEvents: one(trackingEvents),
    AdParameters: one(adParameters),
    Duration: one({ text: 'time' }),
    MediaFiles: one(mediaFiles),
    VideoClicks: one({ children: { ClickTracking: many(link), ClickThrough: one(link), CustomClick: many(link) } }),
  },
};

/** Verifications as in 4.1 and later; older versions have the same inside an extension. */
export const adVerifications: ElementShape = {
  children: {
    Verification: many({
      attributes: { vendor: optionalAttribute('text') },
      children: {
        ExecutableResource: many({
          text: 'uri',
          attributes: { apiFramework: optionalAttribute('text'), type: optionalAttribute('text') },
        }),
        JavaScriptResource: many({
          text: 'uri',
          attributes: { apiFramework: optionalAttribute('text'), browserOptional: optionalAttribute('boolean') },
        }),
        TrackingEvents: one({
          children: { Tracking: many({ text: 'uri', attributes: { event: requiredAttribute('text') } }) },
        }),
        VerificationParameters: one(text),
      },
    }),
  },
};

const creative: ElementShape = {
  isWrittenIfEmpty: true,
  attributes: {
    sequence: optionalAttribute('integer'),
    apiFramework: optionalAttribute('text'),
    id: optionalAttribute('text'),
    adId: optionalAttribute('text'),
  },
  children: {
    CompanionAds: one({
      attributes: { required: optionalAttribute(['all', 'any', 'none']) },
      children: { Companion: many(companion) },
    }),
    CreativeExtensions: one(extensions),
    Linear: one(linear),
    NonLinearAds: one({ children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) } }),
    UniversalAdId: many({ text: 'text', attributes: { idRegistry: requiredAttribute('text', 'unknown') } }),
  },
};

/** A VAST 4.2 response with one inline ad; inside each type the schema sorts the elements by name. */
export const shape42: ElementShape = {
  attributes: { version: requiredAttribute('text'), xmlns: requiredAttribute('uri') },
  children: {
    Ad: many({
      attributes: {
        id: optionalAttribute('text'),
        conditionalAd: optionalAttribute('boolean'),
        adType: optionalAttribute(['video', 'audio', 'hybrid']),
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
              attributes: { id: optionalAttribute('text') },
              children: { Viewable: many(uri), NotViewable: many(uri), ViewUndetermined: many(uri) },
            }),
            AdServingId: one(text),
            AdTitle: one(text),
            AdVerifications: one(adVerifications),
            Advertiser: one(text),
            Category: many({
              text: 'text',
              attributes: { authority: requiredAttribute('uri', 'https://iabtechlab.com') },
            }),
            Creatives: one({ isWrittenIfEmpty: true, children: { Creative: many(creative) } }),
            Description: one(text),
            Expires: one({ text: 'integer' }),
            Survey: one({ text: 'uri', attributes: { type: optionalAttribute('text') } }),
          },
        }),
      },
    }),
  },
};
