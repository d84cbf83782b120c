import { adSystem, delivery, link, many, may, must, one, oneOf, staticResource, text, uri, verbatim } from './shape.ts';
import type { ElementShape } from './shape.ts';

const trackingEvents: ElementShape = {
  children: { Tracking: many({ text: 'uri', attributes: { event: must('event') } }) },
};

const size = { width: must('integer', '0'), height: must('integer', '0') };

const resource = {
  StaticResource: oneOf('resource', staticResource),
  IFrameResource: oneOf('resource', uri),
  HTMLResource: oneOf('resource', text),
};

const companion: ElementShape = {
  attributes: {
    id: may('text'),
    ...size,
    expandedWidth: may('integer'),
    expandedHeight: may('integer'),
    apiFramework: may('text'),
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
            id: may('text'),
            delivery,
            type: must('text'),
            bitrate: may('integer'),
            ...size,
            scalable: may('boolean'),
            maintainAspectRatio: may('boolean'),
            apiFramework: may('text'),
          },
        }),
      },
    }),
  },
};

/** A VAST 2.0 response with one inline ad: one kind of creative per Creative, one Error, one resource per companion. */
export const shape20: ElementShape = {
  attributes: { version: must('text') },
  children: {
    Ad: many({
      attributes: { id: must('text', 'ad') },
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
              keepEmpty: true,
              children: {
                Creative: many({
                  keepEmpty: true,
                  attributes: { id: may('text'), sequence: may('integer'), AdID: may('text') },
                  children: {
                    Linear: oneOf('kind', linear),
                    CompanionAds: oneOf('kind', { children: { Companion: many(companion) } }),
                    NonLinearAds: oneOf('kind', {
                      children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) },
                    }),
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
