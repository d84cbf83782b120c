import {
  adParameters,
  adSystem,
  delivery,
  link,
  many,
  nonLinearAttributes,
  optionalAttribute,
  requiredAttribute,
  one,
  oneOf,
  pricing,
  size,
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

const html: ElementShape = { text: 'text', attributes: { xmlEncoded: optionalAttribute('boolean') } };

const resource = {
  StaticResource: oneOf('resource', staticResource),
  IFrameResource: oneOf('resource', uri),
  HTMLResource: oneOf('resource', html),
};

const icon: ElementShape = {
  attributes: {
    program: requiredAttribute('text', 'unknown'),
    ...size,
    xPosition: requiredAttribute('xPosition', 'right'),
    yPosition: requiredAttribute('yPosition', 'top'),
    offset: optionalAttribute('time'),
    duration: optionalAttribute('time'),
    apiFramework: optionalAttribute('text'),
  },
  children: {
    ...resource,
    IconClicks: one({ children: { IconClickTracking: many(uri), IconClickThrough: one(uri) } }),
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
  },
  children: {
    ...resource,
    CreativeExtensions: one(extensions),
    TrackingEvents: one(trackingEvents),
    CompanionClickThrough: one(uri),
    CompanionClickTracking: many(uri),
    AltText: one(text),
    AdParameters: one(adParameters),
  },
};

const nonLinear: ElementShape = {
  attributes: nonLinearAttributes,
  children: {
    ...resource,
    NonLinearClickTracking: many(uri),
    NonLinearClickThrough: one(uri),
    AdParameters: one(adParameters),
  },
};

const linear: ElementShape = {
  attributes: { skipoffset: optionalAttribute('offset') },
  children: {
    Icons: one({ children: { Icon: many(icon) } }),
    Duration: one({ text: 'time' }),
    TrackingEvents: one(trackingEvents),
    AdParameters: one(adParameters),
    VideoClicks: one({ children: { ClickThrough: one(link), ClickTracking: many(link), CustomClick: many(link) } }),
    MediaFiles: one({
      children: {
        MediaFile: many({
          text: 'uri',
          attributes: {
            id: optionalAttribute('text'),
            delivery,
            type: requiredAttribute('text'),
            bitrate: optionalAttribute('integer'),
            minBitrate: optionalAttribute('integer'),
            maxBitrate: optionalAttribute('integer'),
            ...size,
            scalable: optionalAttribute('boolean'),
            maintainAspectRatio: optionalAttribute('boolean'),
            apiFramework: optionalAttribute('text'),
            codec: optionalAttribute('text'),
          },
        }),
      },
    }),
  },
};

const creativeAttributes = {
  id: optionalAttribute('text'),
  sequence: optionalAttribute('integer'),
  adId: optionalAttribute('text'),
  apiFramework: optionalAttribute('text'),
};

const companionAds = oneOf('kind', {
  attributes: { required: optionalAttribute(['all', 'any', 'none']) },
  children: { Companion: many(companion) },
});

const wrapperLinear: ElementShape = {
  children: {
    Icons: one({ children: { Icon: many(icon) } }),
    TrackingEvents: one(trackingEvents),
    VideoClicks: one({ children: { ClickTracking: many(link), CustomClick: many(link) } }),
  },
};

/** An overlay of a wrapper, which has only trackers. */
const wrapperNonLinear: ElementShape = {
  attributes: {
    ...nonLinear.attributes,
    width: optionalAttribute('integer'),
    height: optionalAttribute('integer'),
  },
  children: { NonLinearClickTracking: many(uri) },
};

const wrapper: ElementShape = {
  attributes: {
    followAdditionalWrappers: optionalAttribute('boolean'),
    fallbackOnNoAd: optionalAttribute('boolean'),
  },
  children: {
    AdSystem: one(adSystem),
    VASTAdTagURI: one(uri),
    Error: many(uri),
    Impression: many(uri),
    Creatives: one({
      children: {
        Creative: many({
          isWrittenIfEmpty: true,
          attributes: creativeAttributes,
          children: {
            Linear: oneOf('kind', wrapperLinear),
            CompanionAds: companionAds,
            NonLinearAds: oneOf('kind', {
              children: { TrackingEvents: one(trackingEvents), NonLinear: many(wrapperNonLinear) },
            }),
            CreativeExtensions: one(extensions),
          },
        }),
      },
    }),
    Extensions: one({ children: { Extension: many(verbatim) } }),
  },
};

/** A VAST 3.0 response with one ad. */
export const shape30: ElementShape = {
  attributes: { version: requiredAttribute('text') },
  children: {
    Ad: many({
      attributes: { id: optionalAttribute('text') },
      children: {
        InLine: one({
          children: {
            AdSystem: one(adSystem),
            AdTitle: one(text),
            Description: one(text),
            Advertiser: one(text),
            Pricing: one(pricing),
            Survey: one(uri),
            Error: many(uri),
            Impression: many(link),
            Creatives: one({
              isWrittenIfEmpty: true,
              children: {
                Creative: many({
                  isWrittenIfEmpty: true,
                  attributes: creativeAttributes,
                  children: {
                    Linear: oneOf('kind', linear),
                    CompanionAds: companionAds,
                    NonLinearAds: oneOf('kind', {
                      children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) },
                    }),
                    CreativeExtensions: one(extensions),
                  },
                }),
              },
            }),
            Extensions: one({ children: { Extension: many(verbatim) } }),
          },
        }),
        Wrapper: one(wrapper),
      },
    }),
  },
};
