import type { BulkEdit, EntityName, FieldChange, Status } from '#model/index.ts';
import type { Problem } from './contract.ts';

/** Body of POST /api/{path}/bulk: the rows named, or all that match a filter as in the list's query. */
export interface BulkRequest {
  ids?: number[];
  /** Every row that matches; give ids or this. */
  all?: {
    q?: string;
    status?: Status[];
    filters?: Record<string, (string | number | boolean)[]>;
    /** Codes of states, bounds such as imps:max:0, and the days whose figures these are about; today without them. */
    state?: string[];
    having?: string[];
    from?: string;
    to?: string;
  };
  /** Give a status, edits, or both. */
  status?: Status;
  edits?: BulkEdit[];
  /** Whether only to tell what would change. */
  isDryRun?: boolean;
  /** What the preview answered: when the rows have changed since, nothing is done (409). */
  seen?: string;
}

/** Answer of POST /api/{path}/bulk: one result per row asked for. */
export interface BulkAnswer {
  /** Rows that are now as asked, those that were before included. */
  changed: number;
  /** The change set, by which all of it can be taken back; null when nothing was changed. */
  batch: number | null;
  /** Names the rows as they were seen: give it back with the same request to apply exactly what was shown. */
  seen: string;
  /** Of a preview: what the rows that would change did in the last seven days; absent where there are no figures. */
  touches?: TouchedTraffic;
  results: { id: number; name: string; fields: FieldChange[]; problem: Problem | null }[];
}

/** Traffic of rows in a range of days, in the zone of the reader; rev in decimal USD, absent where the reader may not see it. */
export interface TouchedTraffic {
  /** YYYY-MM-DD. */
  from: string;
  to: string;
  reqs: number;
  imps: number;
  rev?: string;
}

/**
 * Answer of POST /api/{path}/import, whose body is CSV of up to 10,000 rows and 10 MB: a line with an id changes that
 * row, one without adds a row. With ?isDryRun=true nothing is kept.
 */
export interface ImportAnswer {
  /** The change set, by which all of it can be taken back; null when nothing was changed. */
  batch: number | null;
  /** Names the rows as they were seen: give it back as ?seen= to apply exactly what was shown. */
  seen: string;
  /** The fields that the file writes. */
  columns: string[];
  /** Columns of the file that the server alone writes. */
  ignored: string[];
  /** What changes, by the line of the file. */
  rows: { line: number; isNew: boolean; id: number | null; name: string; fields: FieldChange[] }[];
  /** Lines that change nothing. */
  unchanged: number;
  /** Every fault of the file, with paths such as `lines.7.rate`. */
  faults: Problem[];
}

/** Body of POST /api/{path}/clone: copies of rows, with what belongs to them. */
export interface CloneRequest extends Pick<BulkRequest, 'ids' | 'all' | 'isDryRun' | 'seen'> {
  /** Copies of each row, 1 to 20. */
  copies?: number;
  /** Names of the copies: {name} stands for the original's, {n} for the number of the copy. */
  pattern?: string;
  /** What is replaced in the original's name. */
  find?: string;
  replacement?: string;
  /** Whether copies start paused, or as their originals. */
  status?: 'paused' | 'same';
  /** Whether what belongs to the rows is copied with them: an advertiser's tags, a channel's waterfall. */
  hasChildren?: boolean;
}

/** Answer of POST /api/{path}/clone. */
export interface CloneAnswer {
  batch: number | null;
  /** Names the originals as they were seen: give it back with the same request to apply exactly what was shown. */
  seen: string;
  /** Every new row, in the order in which they are made. */
  results: {
    entity: EntityName;
    /** Null until it is made. */
    id: number | null;
    name: string;
    of: { id: number; name: string };
    problems: Problem[];
  }[];
}

/** Body of POST /api/demand/tags/attach and /api/demand/channels/attach: waterfall rows between rows and others. */
export interface AttachRequest extends Pick<BulkRequest, 'ids' | 'all' | 'isDryRun' | 'seen'> {
  /** The channels of tags, or the tags of channels. */
  to: number[];
  action: 'attach' | 'detach';
  /** Of new waterfall rows. */
  tier?: number;
  weight?: number;
}

/** Answer of POST …/attach: one result for each pair. */
export interface AttachAnswer {
  batch: number | null;
  seen: string;
  touches?: TouchedTraffic;
  results: {
    tag: { id: number; name: string };
    channel: { id: number; name: string };
    /** same = it was as asked before. */
    change: 'attached' | 'detached' | 'same';
    problems: Problem[];
  }[];
}

/** One change of a change set. */
export interface RowChange {
  entity: EntityName;
  action: 'create' | 'update' | 'remove';
  /** The row to change or to remove. */
  id?: number;
  /** The version that the change builds on; another one refuses it. */
  version?: number;
  /** Names a new row for the rest of the set: later references may say '@ref'. */
  ref?: string;
  values?: Record<string, unknown>;
}

/** Body of POST /api/changes: changes that are made together, in their order and in one transaction. */
export interface ChangeSet {
  changes: RowChange[];
  /** Whether only to tell what would change. */
  isDryRun?: boolean;
  /** Whether good rows are changed although others are refused; else all or nothing. */
  isPartial?: boolean;
}

/** Answer of POST /api/changes and of POST /api/changes/{batch}/undo. */
export interface ChangeSetAnswer {
  /** The change set, by which all of it can be taken back; null when nothing was changed. */
  batch: number | null;
  results: ChangeResult[];
}

/** What came of one change of a set. */
export interface ChangeResult {
  /** Its place in the set, from 0. */
  index: number;
  entity: EntityName;
  /** The row; null for one that was not made. */
  id: number | null;
  name: string;
  fields: FieldChange[];
  problems: Problem[];
}

/** Answer of POST /api/config: what a document changes, or would change. */
export interface ConfigAnswer {
  /** The change set, by which all of it can be taken back; null when nothing was changed. */
  batch: number | null;
  /** Names the account as it was seen: give it back with the same document to apply exactly what was shown. */
  seen: string;
  changes: {
    /** Where the document says so: `tags.3`; the part alone for what its list leaves out. */
    place: string;
    entity: EntityName;
    action: 'create' | 'update' | 'archive' | 'remove';
    id: number | null;
    name: string;
    /** In the words of the document; values that are too long to be read are cut. */
    fields: FieldChange[];
  }[];
  /** With the line of the document that they are about; null where there is none. */
  problems: (Problem & { line: number | null })[];
}
