/** What an attribute's value must be; a list names the only values allowed. `event` is an event name of the version, `offset` a time or percentage. */
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

/** An attribute of an element. A required one without a usable value takes `fallback`, or else the element is left out. */
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
 * How one version writes an element: its attributes, and its children in the order of the schema. What is not named
 * here is not written. An element with `text` is left out when its text is empty or of the wrong kind.
 */
export interface ElementShape {
  attributes?: Readonly<Record<string, AttributeShape>>;
  /** All attributes and the text, which is XML, are written as they are. */
  verbatim?: boolean;
  text?: ValueKind;
  children?: Readonly<Record<string, ChildShape>>;
  /** Written even when there is nothing in it. */
  isWrittenIfEmpty?: boolean;
}

/** An optional attribute. */
export const optionalAttribute = (kind: ValueKind): AttributeShape => ({ kind });

/** A required attribute; without `fallback` the element depends on it. */
export const requiredAttribute = (kind: ValueKind, fallback?: string): AttributeShape => ({
  kind,
  required: true,
  fallback,
});

/** Any number of children. */
export const many = (shape: ElementShape): ChildShape => ({ shape });

/** One child at most. */
export const one = (shape: ElementShape): ChildShape => ({ shape, max: 1 });

/** One child at most of all that share the name of the choice. */
export const oneOf = (choice: string, shape: ElementShape): ChildShape => ({ shape, max: 1, choice });

/** Plain text. */
export const text: ElementShape = { text: 'text' };

/** A URL. */
export const uri: ElementShape = { text: 'uri' };

/** A URL with an id. */
export const link: ElementShape = { text: 'uri', attributes: { id: optionalAttribute('text') } };

/** Extension and CreativeExtension: what is in them is their owner's, even where a schema is stricter. */
export const verbatim: ElementShape = { verbatim: true };

/** AdSystem: required in every version. */
export const adSystem: ElementShape = { text: 'text', attributes: { version: optionalAttribute('text') } };

/** A Pricing element; its amount is a decimal. */
export const pricing: ElementShape = {
  text: 'decimal',
  attributes: { model: requiredAttribute(['CPC', 'CPM', 'CPE', 'CPV']), currency: requiredAttribute('currency') },
};

/** An image, script or other file with its MIME type; browsers detect what an image really is. */
export const staticResource: ElementShape = {
  text: 'uri',
  attributes: { creativeType: requiredAttribute('text', 'image/jpeg') },
};

/** AdParameters since 3.0. */
export const adParameters: ElementShape = { text: 'text', attributes: { xmlEncoded: optionalAttribute('boolean') } };

/** Delivery of a media file. */
export const delivery = requiredAttribute(['streaming', 'progressive'], 'progressive');
