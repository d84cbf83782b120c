import type { Fault, ScanVendor } from '#model/index.ts';

/** What the columns of a vendor's file tell. */
export const resultColumns = [
  'day',
  'category',
  'imps',
  'viewable',
  'channel',
  'tag',
  'subpublisher',
  'advertiser',
  'site',
  'app',
  'publisher',
  'environment',
  'country',
  'device',
  'os',
] as const;

/** One of them. */
export type ResultColumn = (typeof resultColumns)[number];

/** The columns without which a file tells nothing. */
export const neededColumns = ['day', 'category', 'imps'] as const satisfies readonly ResultColumn[];

/** Headings of a file by what their columns tell. */
export type ResultColumns = Partial<Record<ResultColumn, string | undefined>>;

/** What a vendor's file tells, or came to. */
export interface ResultImportAnswer {
  /** Headings of the file. */
  columns: string[];
  /** Its first lines as they are. */
  sample: string[][];
  /** Lines below the headings. */
  count: number;
  /** Impressions of all lines, and those of invalid ones. */
  imps: number;
  invalid: number;
  /** Days that the file tells of, UTC. */
  days: number;
  from: string | null;
  to: string | null;
  /** Days of which something was imported before, that it replaces. */
  replaced: number;
  /** Paths as lines.7.imps. */
  faults: Fault[];
  isApplied: boolean;
}

/** An import as the list shows it. */
export interface ScanImport {
  id: number;
  demandId: number;
  accountName: string;
  vendor: ScanVendor;
  fileName: string;
  lines: number;
  imps: number;
  firstDay: string;
  lastDay: string;
  userName: string | null;
  createdAt: string;
  /** False = it was broken off: whether its figures count is not sure. */
  isFinished: boolean;
  /** Its days that no later import has replaced. */
  daysInForce: number;
}

/** What postbid needs, and has. */
export interface PostbidState {
  vendors: {
    vendor: ScanVendor;
    /** Whether the operator has set the address of its pixel. */
    isConfigured: boolean;
    /** The setting that holds it. */
    setting: string;
  }[];
  /** The newest first. */
  imports: ScanImport[];
}
