import type { Choice, PartneredEntity } from '#model/index.ts';

/** A column of the facts by which a report can be broken down. */
export interface Dimension {
  key: string;
  label: string;
  /** One sentence for readers of the report. */
  definition: string;
  group: 'Time' | 'Supply' | 'Demand' | 'Inventory' | 'Audience' | 'Parameters' | 'Outcome';
  kind: DimensionKind;
  /**
   * The column in the facts; null for time dimensions, which every table has, and for parameters, which share one
   * column.
   */
  column: string | null;
  /** The name of the account's own parameter. */
  param?: string;
  /** The entity of its ids. */
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
  /** Text of the value 0 of ids; None when absent. */
  none?: string;
  /** The entity of the ids in its column, of which it has the partner: read when the report runs. */
  partnerOf?: PartneredEntity;
  /** The closed list of its values, if any. */
  choices?: readonly Choice[];
  /** Whether its values are keys of observed creatives, which may have titles. */
  hasTitles?: boolean;
  /**
   * The facts that have it: `any`, those with suppliers, only those of the demand side, of these those with buyers
   * (`buying`), those with the place of the ad, players' reports, single requests and events (`single`), single facts
   * of every kind (`fine`), those with the audience, or results of verification vendors.
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

/** The values of a dimension: times truncated to a unit, ids of entities, small numbers, or text. */
export type DimensionKind = 'time' | 'id' | 'number' | 'text';
