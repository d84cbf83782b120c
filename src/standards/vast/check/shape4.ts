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
  pricing,
  size,
  staticResource,
  text,
  uri,
  verbatim,
} from './shape.ts';
import type { ElementShape } from './shape.ts';
import type { VastVersion4 } from '../vastVersions.ts';

/** The parts that versions have from `first` on. */
type Since = <Part>(first: VastVersion4, parts: Readonly<Record<string, Part>>) => Readonly<Record<string, Part>>;

const trackingEvents: ElementShape = {
  children: {
    Tracking: many({
      text: 'uri',
      attributes: { event: requiredAttribute('event'), offset: optionalAttribute('offset') },
    }),
  },
};

const extensions: ElementShape = { children: { CreativeExtension: many(verbatim) } };

const resource = {
  HTMLResource: many(text),
  IFrameResource: many(uri),
  StaticResource: many(staticResource),
};

/** The schemas of 4.0 and 4.1 cannot express that an ad may have several icons, as their texts say. */
function icons(since: Since): ElementShape {
  const fallbackImage: ElementShape = {
    attributes: { height: optionalAttribute('integer'), width: optionalAttribute('integer') },
    children: { AltText: one(text), StaticResource: one(uri) },
  };
  const clicks: ElementShape = {
    children: {
      ...since('4.2', {
        IconClickFallbackImages: one({ children: { IconClickFallbackImage: many(fallbackImage) } }),
      }),
      IconClickThrough: one(uri),
      IconClickTracking: many(link),
    },
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
      ...since('4.3', { altText: optionalAttribute('text'), hoverText: optionalAttribute('text') }),
    },
    children: { ...resource, IconClicks: one(clicks), IconViewTracking: many(uri) },
  };
  return { children: { Icon: many(icon) } };
}

/** Version 4.0 spells `adSlotId` as `adSlotID`. */
function companion(version: VastVersion4, since: Since): ElementShape {
  return {
    attributes: {
      id: optionalAttribute('text'),
      ...size,
      assetWidth: optionalAttribute('integer'),
      assetHeight: optionalAttribute('integer'),
      expandedWidth: optionalAttribute('integer'),
      expandedHeight: optionalAttribute('integer'),
      apiFramework: optionalAttribute('text'),
      [version === '4.0' ? 'adSlotID' : 'adSlotId']: optionalAttribute('text'),
      pxratio: optionalAttribute('decimal'),
      ...since('4.1', { renderingMode: optionalAttribute(['default', 'end-card', 'concurrent']) }),
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
}

const nonLinear: ElementShape = {
  attributes: nonLinearAttributes,
  children: {
    ...resource,
    AdParameters: one(adParameters),
    NonLinearClickThrough: one(uri),
    NonLinearClickTracking: many(link),
  },
};

function mediaFiles(version: VastVersion4, since: Since): ElementShape {
  const file = {
    delivery,
    type: requiredAttribute('text'),
    ...size,
    codec: optionalAttribute('text'),
    ...since('4.1', { fileSize: optionalAttribute('integer') }),
  };
  const mediaType = since('4.1', { mediaType: optionalAttribute('text') });
  const captions: ElementShape = {
    children: {
      ClosedCaptionFile: many({
        text: 'uri',
        attributes: { type: optionalAttribute('text'), language: optionalAttribute('text') },
      }),
    },
  };
  const mediaFile: ElementShape = {
    text: 'uri',
    attributes: {
      id: optionalAttribute('text'),
      ...file,
      bitrate: optionalAttribute('integer'),
      minBitrate: optionalAttribute('integer'),
      maxBitrate: optionalAttribute('integer'),
      scalable: optionalAttribute('boolean'),
      maintainAspectRatio: optionalAttribute('boolean'),
      ...mediaType,
      apiFramework: optionalAttribute('text'),
    },
  };
  const mezzanine: ElementShape = {
    text: 'uri',
    attributes: { id: optionalAttribute('text'), ...file, ...mediaType },
  };
  return {
    children: {
      ...since('4.1', { ClosedCaptionFiles: one(captions) }),
      MediaFile: many(mediaFile),
      Mezzanine: version === '4.0' ? one(uri) : many(mezzanine),
      InteractiveCreativeFile: many({
        text: 'uri',
        attributes: {
          type: optionalAttribute('text'),
          apiFramework: optionalAttribute('text'),
          ...since('4.1', { variableDuration: optionalAttribute('boolean') }),
        },
      }),
    },
  };
}

/** Before 4.2, ClickThrough is the last of the clicks. */
function videoClicks(version: VastVersion4): ElementShape {
  const clickTracking = { ClickTracking: many(link) };
  const clickThrough = { ClickThrough: one(link) };
  const customClick = { CustomClick: many(link) };
  return {
    children:
      version >= '4.2'
        ? { ...clickTracking, ...clickThrough, ...customClick }
        : { ...clickTracking, ...customClick, ...clickThrough },
  };
}

function linear(version: VastVersion4, since: Since): ElementShape {
  return {
    attributes: { skipoffset: optionalAttribute('offset') },
    children: {
      Icons: one(icons(since)),
      TrackingEvents: one(trackingEvents),
      AdParameters: one(adParameters),
      Duration: one({ text: 'time' }),
      MediaFiles: one(mediaFiles(version, since)),
      VideoClicks: one(videoClicks(version)),
    },
  };
}

/** Verifications as in 4.1 and later; older versions have the same inside an extension (4.3, 1.8). */
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

/** Version 4.0 repeats the value of an ID as an attribute. */
function universalAdId(version: VastVersion4): ElementShape {
  const idRegistry = requiredAttribute('text', 'unknown');
  if (version !== '4.0') return { text: 'text', attributes: { idRegistry } };
  return { text: 'text', attributes: { idRegistry, idValue: requiredAttribute('text', 'unknown') } };
}

const creativeAttributes = {
  sequence: optionalAttribute('integer'),
  apiFramework: optionalAttribute('text'),
  id: optionalAttribute('text'),
  adId: optionalAttribute('text'),
};

function companionAds(version: VastVersion4, since: Since): ElementShape {
  return {
    attributes: { required: optionalAttribute(['all', 'any', 'none']) },
    children: { Companion: many(companion(version, since)) },
  };
}

function creative(version: VastVersion4, since: Since): ElementShape {
  return {
    isWrittenIfEmpty: true,
    attributes: creativeAttributes,
    children: {
      CompanionAds: one(companionAds(version, since)),
      CreativeExtensions: one(extensions),
      Linear: one(linear(version, since)),
      NonLinearAds: one({ children: { TrackingEvents: one(trackingEvents), NonLinear: many(nonLinear) } }),
      UniversalAdId: version >= '4.2' ? many(universalAdId(version)) : one(universalAdId(version)),
    },
  };
}

/** A creative of a wrapper: trackers, icons and companions. */
function wrapperCreative(version: VastVersion4, since: Since): ElementShape {
  const { ClickThrough: _clickThrough, ...clicks } = videoClicks(version).children ?? {};
  const wrapperLinear: ElementShape = {
    attributes: { skipoffset: optionalAttribute('offset') },
    children: {
      Icons: one(icons(since)),
      TrackingEvents: one(trackingEvents),
      VideoClicks: one(version >= '4.2' ? videoClicks(version) : { children: clicks }),
    },
  };
  const overlay: ElementShape = { children: { NonLinearClickTracking: one(link) } };
  return {
    isWrittenIfEmpty: true,
    attributes: creativeAttributes,
    children: {
      CompanionAds: one(companionAds(version, since)),
      Linear: one(wrapperLinear),
      NonLinearAds: one({ children: { TrackingEvents: one(trackingEvents), NonLinear: many(overlay) } }),
    },
  };
}

/** The first elements of InLine and Wrapper. */
const base = {
  AdSystem: one(adSystem),
  Error: many(uri),
  Extensions: one({ children: { Extension: many(verbatim) } }),
  Impression: many(link),
  Pricing: one(pricing),
  ViewableImpression: one({
    attributes: { id: optionalAttribute('text') },
    children: { Viewable: many(uri), NotViewable: many(uri), ViewUndetermined: many(uri) },
  }),
};

function wrapper(version: VastVersion4, since: Since): ElementShape {
  return {
    attributes: {
      followAdditionalWrappers: optionalAttribute('boolean'),
      fallbackOnNoAd: optionalAttribute('boolean'),
    },
    children: {
      ...base,
      ...since('4.1', {
        AdVerifications: one(adVerifications),
        BlockedAdCategories: many({ text: 'text', attributes: { authority: optionalAttribute('uri') } }),
      }),
      Creatives: one({ children: { Creative: many(wrapperCreative(version, since)) } }),
      VASTAdTagURI: one(uri),
    },
  };
}

/** The schemas of 4.1 and later lack the ID that their texts have. */
function advertiser(since: Since): ElementShape {
  return { text: 'text', attributes: since('4.1', { id: optionalAttribute('text') }) };
}

function inline(version: VastVersion4, since: Since): ElementShape {
  return {
    children: {
      ...base,
      ...since('4.1', { AdServingId: one(text) }),
      AdTitle: one(text),
      ...since('4.1', { AdVerifications: one(adVerifications) }),
      Advertiser: one(advertiser(since)),
      Category: many({
        text: 'text',
        attributes: { authority: requiredAttribute('uri', 'https://iabtechlab.com') },
      }),
      Creatives: one({ isWrittenIfEmpty: true, children: { Creative: many(creative(version, since)) } }),
      Description: one(text),
      ...since('4.1', { Expires: one({ text: 'integer' }) }),
      Survey: one({ text: 'uri', attributes: { type: optionalAttribute('text') } }),
    },
  };
}

/** A VAST 4.x response with one ad; inside each type the schemas sort the elements by name. */
function shape4(version: VastVersion4): ElementShape {
  const since: Since = (first, parts) => (version >= first ? parts : {});
  return {
    attributes: { version: requiredAttribute('text'), xmlns: requiredAttribute('uri') },
    children: {
      Ad: many({
        attributes: {
          id: optionalAttribute('text'),
          conditionalAd: optionalAttribute('boolean'),
          ...since('4.1', { adType: optionalAttribute(['video', 'audio', 'hybrid']) }),
        },
        children: { InLine: one(inline(version, since)), Wrapper: one(wrapper(version, since)) },
      }),
    },
  };
}

/** Responses of VAST 4.x with one ad, by version. The schema of 4.3 is that of 4.2. */
export const shapes4: Readonly<Record<VastVersion4, ElementShape>> = {
  '4.0': shape4('4.0'),
  '4.1': shape4('4.1'),
  '4.2': shape4('4.2'),
  '4.3': shape4('4.3'),
};
