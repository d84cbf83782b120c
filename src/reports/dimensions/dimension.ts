import type { Choice } from '#model/index.ts';

/** A column of the facts by which a report can be broken down. */
export interface Dimension {
  key: string;
  label: string;
  /** One sentence that a reader of the report understands. */
  definition: string;
  group: 'Time' | 'Supply' | 'Demand' | 'Inventory' | 'Audience' | 'Parameters' | 'Outcome';
  kind: DimensionKind;
  /** The column that holds it; null for what is read from the time, which every table has, and for parameters, which share one. */
  column: string | null;
  /** The account's own parameter whose value it is. */
  param?: string;
  /** The entity that its ids name. */
  entity?:
    | 'demand'
    | 'subpublisher'
    | 'channel'
    | 'supplier'
    | 'advertiser'
    | 'tag'
    | 'campaign'
    | 'creative'
    | 'adexchange';
  /** The closed list of its values, where there is one. */
  choices?: readonly Choice[];
  /** Whether its values, texts that nobody reads, have names in the catalogue of observed creatives. */
  hasTitles?: boolean;
  /**
   * What facts know it: `any`, those that know suppliers, only those of the demand side, of these those that know who
   * bought (`buying`), those with the place of the ad, what players report, single requests and events (`single`), single
   * facts of every kind (`fine`), those that know whom an ad was asked for, or results of postbid vendors.
   */
  facts:
    | 'any'
    | 'supplier'
    | 'demand'
    | 'buying'
    | 'inventory'
    | 'creative'
    | 'single'
    | 'fine'
    | 'audience'
    | 'results';
}

/** What a dimension's values are: instants cut to a unit, ids of entities, small numbers, or text. */
export type DimensionKind = 'time' | 'id' | 'number' | 'text';
