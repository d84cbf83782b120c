/**
 * The type of an attribute's value; a list contains the only allowed values. `event` is an event name of the version,
 * `offset` a time or percentage.
 */
export type ValueKind =
  | 'text'
  | 'uri'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'time'
  | 'offset'
  | 'event'
  | 'currency'
  | 'xPosition'
  | 'yPosition'
  | readonly string[];

/**
 * An attribute of an element. A required one without a usable value gets `fallback`; without a fallback, the element is
 * left out.
 */
export interface AttributeShape {
  kind: ValueKind;
  required?: boolean;
  fallback?: string;
}

/** A child element: at most `max` of it, and at most one of all children with the same `choice`. */
export interface ChildShape {
  shape: ElementShape;
  max?: number;
  choice?: string;
}

/**
 * How one version writes an element: its attributes, and its children in schema order. Parts not listed here are not
 * written. An element with `text` is left out when its text is empty or of the wrong type.
 */
export interface ElementShape {
  attributes?: Readonly<Record<string, AttributeShape>>;
  /** All attributes and the text, which is XML, are written unchanged. */
  verbatim?: boolean;
  text?: ValueKind;
  children?: Readonly<Record<string, ChildShape>>;
  isWrittenIfEmpty?: boolean;
}

export const optionalAttribute = (kind: ValueKind): AttributeShape => ({ kind });

/** A required attribute; without `fallback`, the element is left out when it has no usable value. */
export const requiredAttribute = (kind: ValueKind, fallback?: string): AttributeShape => ({
  kind,
  required: true,
  fallback,
});

/** Any number of children. */
export const many = (shape: ElementShape): ChildShape => ({ shape });

/** At most one child. */
export const one = (shape: ElementShape): ChildShape => ({ shape, max: 1 });

/** At most one child among all with the same choice. */
export const oneOf = (choice: string, shape: ElementShape): ChildShape => ({ shape, max: 1, choice });

export const text: ElementShape = { text: 'text' };

export const uri: ElementShape = { text: 'uri' };

/** A URL with an ID. */
export const link: ElementShape = { text: 'uri', attributes: { id: optionalAttribute('text') } };

/** Extension and CreativeExtension: their owner defines their contents, even where a schema is stricter. */
export const verbatim: ElementShape = { verbatim: true };

/** AdSystem: required in every version. */
export const adSystem: ElementShape = { text: 'text', attributes: { version: optionalAttribute('text') } };

/** A Pricing element; its amount is a decimal. */
export const pricing: ElementShape = {
  text: 'decimal',
  attributes: { model: requiredAttribute(['CPC', 'CPM', 'CPE', 'CPV']), currency: requiredAttribute('currency') },
};

/** An image, script or other file with its MIME type; browsers detect the real type of an image. */
export const staticResource: ElementShape = {
  text: 'uri',
  attributes: { creativeType: requiredAttribute('text', 'image/jpeg') },
};

/** AdParameters since 3.0. */
export const adParameters: ElementShape = { text: 'text', attributes: { xmlEncoded: optionalAttribute('boolean') } };

/** Delivery of a media file. */
export const delivery = requiredAttribute(['streaming', 'progressive'], 'progressive');

/** The size of an overlay or a companion. */
export const size = { width: requiredAttribute('integer', '0'), height: requiredAttribute('integer', '0') };

/** The attributes of an overlay in all versions: the schema of 4.0 lacks those that its text has. */
export const nonLinearAttributes: Readonly<Record<string, AttributeShape>> = {
  id: optionalAttribute('text'),
  ...size,
  expandedWidth: optionalAttribute('integer'),
  expandedHeight: optionalAttribute('integer'),
  scalable: optionalAttribute('boolean'),
  maintainAspectRatio: optionalAttribute('boolean'),
  minSuggestedDuration: optionalAttribute('time'),
  apiFramework: optionalAttribute('text'),
};
