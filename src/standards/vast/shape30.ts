import {
  adParameters,
  adSystem,
  delivery,
  link,
  many,
  may,
  must,
  one,
  oneOf,
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

const html: ElementShape = { text: 'text', attributes: { xmlEncoded: may('boolean') } };

const resource = {
  StaticResource: oneOf('resource', staticResource),
  IFrameResource: oneOf('resource', uri),
  HTMLResource: oneOf('resource', html),
};

const icon: ElementShape = {
  attributes: {
    program: must('text', 'unknown'),
    ...size,
    xPosition: must('xPosition', 'right'),
    yPosition: must('yPosition', 'top'),
    offset: may('time'),
    duration: may('time'),
    apiFramework: may('text'),
  },
  children: {
    ...resource,
    IconClicks: one({ children: { IconClickTracking: many(uri), IconClickThrough: one(uri) } }),
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
    CreativeExtensions: one(extensions),
    NonLinearClickTracking: many(uri),
    NonLinearClickThrough: one(uri),
    AdParameters: one(adParameters),
  },
};

const linear: ElementShape = {
  attributes: { skipoffset: may('offset') },
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
            id: may('text'),
            delivery,
            type: must('text'),
            bitrate: may('integer'),
            minBitrate: may('integer'),
            maxBitrate: may('integer'),
            ...size,
            scalable: may('boolean'),
            maintainAspectRatio: may('boolean'),
            apiFramework: may('text'),
            codec: may('text'),
          },
        }),
      },
    }),
  },
};

/** A VAST 3.0 response with one inline ad. */
export const shape30: ElementShape = {
  attributes: { version: must('text') },
  children: {
    Ad: many({
      attributes: { id: may('text') },
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
              keepEmpty: true,
              children: {
                Creative: many({
                  keepEmpty: true,
                  attributes: {
                    id: may('text'),
                    sequence: may('integer'),
                    adId: may('text'),
                    apiFramework: may('text'),
                  },
                  children: {
                    Linear: oneOf('kind', linear),
                    CompanionAds: oneOf('kind', {
                      attributes: { required: may(['all', 'any', 'none']) },
                      children: { Companion: many(companion) },
                    }),
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
      },
    }),
  },
};
