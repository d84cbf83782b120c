/** How a script uses a value: as the URL of something that is loaded, or as a set of images; null = otherwise. */
export type ValueUsage = 'url' | 'images' | null;

/** A name with the name before its dot; '' without one. */
export interface OwnedName {
  name: string;
  owner: string;
}

/** Properties, variables and keys whose value is loaded. Other links are landing pages. */
const urlNames = new Set(['src', 'poster', 'background']);
const imageNames = new Set(['srcset', 'imageSrcset', 'imagesrcset']);
const linkNames = new Set(['href', 'xlink:href', 'data']);

/** Elements of which a script loads the link, when it sets it. */
const linkingElements = new Set(['link', 'base', 'image', 'use', 'script', 'object']);

/** Functions and constructors that load their first argument. */
const loaders = new Set(
  (
    'fetch sendBeacon import importScripts Worker SharedWorker EventSource Audio Request addModule getScript getJSON ' +
    'ajax axios'
  ).split(' '),
);
const setters = new Set(['setAttribute', 'attr', 'prop']);
const requesting = new Set(['get', 'post', 'ajax', 'axios', 'Request']);
const requesters = new Set(['$', 'jQuery', 'axios']);
const methods = /^(?:get|post|head|put|patch|delete|options)$/i;

/** The usage of a value that is assigned to a name; `links` are names of elements that load their link. */
export function usageOfName({ name, owner }: OwnedName, links: ReadonlySet<string>): ValueUsage {
  if (urlNames.has(name)) return 'url';
  if (imageNames.has(name)) return 'images';
  return linkNames.has(name) && links.has(owner) ? 'url' : null;
}

/** The usage of a value under a key of an object that a call gets; `callee` is '' for other objects. */
export function usageOfKey(key: string, callee: string): ValueUsage {
  if (key === 'url') return requesting.has(callee) ? 'url' : null;
  return usageOfName({ name: key, owner: '' }, new Set());
}

/** The usage of the argument at a position of a call, behind one that is a text. */
export function usageOfArgument(
  callee: OwnedName,
  position: number,
  before: string,
  links: ReadonlySet<string>,
): ValueUsage {
  const { name, owner } = callee;
  if (position === 0) return loaders.has(name) || (requesting.has(name) && requesters.has(owner)) ? 'url' : null;
  if (name === 'importScripts') return 'url';
  if (name === 'open') return position === 1 && methods.test(before) ? 'url' : null;
  const isSetter = setters.has(name) || name === 'setAttributeNS';
  return isSetter ? usageOfName({ name: before, owner }, links) : null;
}

/** Whether an element loads its link, by the name with which a script creates it. */
export function isLinkingElement(name: string): boolean {
  return linkingElements.has(name.toLowerCase());
}
