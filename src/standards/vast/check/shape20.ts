import {
  adSystem,
  delivery,
  link,
  many,
  nonLinearAttributes,
  optionalAttribute,
  requiredAttribute,
  one,
  oneOf,
  size,
  staticResource,
  text,
  uri,
  verbatim,
} from './shape.ts';
import type { ElementShape } from './shape.ts';

const trackingEvents: ElementShape = {
  children: { Tracking: many({ text: 'uri', attributes: { event: requiredAttribute('event') } }) },
};

const resource = {
  StaticResource: oneOf('resource', staticResource),
  IFrameResource: oneOf('resource', uri),
  HTMLResource: oneOf('resource', text),
};

const companion: ElementShape = {
  attributes: {
    id: optionalAttribute('text'),
    ...size,
    expandedWidth: optionalAttribute('integer'),
    expandedHeight: optionalAttribute('integer'),
    apiFramework: optionalAttribute('text'),
  },
  children: {
    ...resource,
    TrackingEvents: one(trackingEvents),
    CompanionClickThrough: one(uri),
    AltText: one(text),
    AdParameters: one(text),
  },
};

const nonLinear: ElementShape = {
  attributes: nonLinearAttributes,
  children: { ...resource, NonLinearClickThrough: one(uri), AdParameters: one(text) },
};

const linear: ElementShape = {
  children: {
    Duration: one({ text: 'time' }),
    TrackingEvents: one(trackingEvents),
    AdParameters: one(text),
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
            ...size,
            scalable: optionalAttribute('boolean'),
            maintainAspectRatio: optionalAttribute('boolean'),
            apiFramework: optionalAttribute('text'),
          },
        }),
      },
    }),
  },
};

const wrapperLinear: ElementShape = {
  children: { TrackingEvents: one(trackingEvents), VideoClicks: one({ children: { ClickTracking: many(link) } }) },
};

const creativeAttributes = {
  id: optionalAttribute('text'),
  sequence: optionalAttribute('integer'),
  AdID: optionalAttribute('text'),
};

const otherKinds = {
  CompanionAds: oneOf('kind', { children: { Companion: many(companion) } }),
  NonLinearAds: oneOf('kind', { children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) } }),
};

const wrapper: ElementShape = {
  children: {
    AdSystem: one(adSystem),
    VASTAdTagURI: one(uri),
    Error: one(uri),
    Impression: many(uri),
    Creatives: one({
      children: {
        Creative: many({
          isWrittenIfEmpty: true,
          attributes: creativeAttributes,
          children: { Linear: oneOf('kind', wrapperLinear), ...otherKinds },
        }),
      },
    }),
    Extensions: one({ children: { Extension: many(verbatim) } }),
  },
};

/** A VAST 2.0 response with one ad: one kind of creative per Creative, one Error, one resource per companion. */
export const shape20: ElementShape = {
  attributes: { version: requiredAttribute('text') },
  children: {
    Ad: many({
      attributes: { id: requiredAttribute('text', 'ad') },
      children: {
        InLine: one({
          children: {
            AdSystem: one(adSystem),
            AdTitle: one(text),
            Description: one(text),
            Survey: one(uri),
            Error: one(uri),
            Impression: many(link),
            Creatives: one({
              isWrittenIfEmpty: true,
              children: {
                Creative: many({
                  isWrittenIfEmpty: true,
                  attributes: creativeAttributes,
                  children: { Linear: oneOf('kind', linear), ...otherKinds },
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
