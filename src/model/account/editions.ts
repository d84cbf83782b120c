import type { EntityName } from '../entity/entities.ts';

/** The editions of the product besides the plain one. */
export const editions = ['V2V', 'CTVMediaV2V'] as const;

export type Edition = (typeof editions)[number];

/** A part of the product: an entity with its page, calls and fields, or a page or link without an entity. */
export type EditionPart = EntityName | 'log' | 'insightHub';

/** The parts that only one edition has. */
const editionOfPart: Readonly<Partial<Record<EditionPart, Edition>>> = {
  creList: 'V2V',
  pubList: 'V2V',
  insightHub: 'V2V',
  manager: 'CTVMediaV2V',
  role: 'CTVMediaV2V',
  log: 'CTVMediaV2V',
};

/** Whether an edition has a part of the product; null = the plain edition. */
export function hasPart(edition: Edition | null, part: EditionPart): boolean {
  return editionOfPart[part] === undefined || editionOfPart[part] === edition;
}
