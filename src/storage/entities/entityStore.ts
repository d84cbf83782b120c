import type { EntityName, PartneredEntity, RowByName } from '#model/index.ts';
import type { ChannelHistory } from '#model/entity/pastRow.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import { prunePastRows } from '../pastRows/storePastRows.ts';
import { type PastQuery, readChannelPast } from '../pastRows/readChannelPast.ts';
import {
  type CampaignStateRow,
  type CreativeStateRow,
  type DealStateRow,
  readCampaignStateRows,
  readCreativeStateRows,
  readDealStateRows,
} from './buyingStateRows.ts';
import { type ConfigurationQuery, type ConfigurationRow, readConfiguration } from './readConfiguration.ts';
import { chooseRows, type RowChoice } from './chooseRows.ts';
import type { Database, Scope } from './database.ts';
import { countValues, type ValueCount } from './countValues.ts';
import type { CallingEntity } from '../certificates/calledServers.ts';
import { type CertificateRow, readCertificateRows } from '../certificates/readCertificateRows.ts';
import { type LostAdsTxtRow, readLostAdsTxtRows } from './lostAdsTxtRows.ts';
import { countRows, listIds, type ListRequest, listRows, listRowsById, type RowFilter } from './listRows.ts';
import {
  getRow,
  getRows,
  listNames,
  listPartners,
  type NamedRow,
  type NamesRequest,
  type PartnerOfRow,
} from './readRows.ts';
import {
  type ChangesSince,
  pruneOutbox,
  readChangesSince,
  readCheckpoint,
  readSnapshotVersion,
} from './snapshotChanges.ts';
import {
  type ChannelStateRow,
  readChannelStateRows,
  readTagStateRows,
  readUseCounts,
  type TagStateRow,
} from './stateRows.ts';
import { createRow, removeRow, type UpdateContext, updateRow, type WriteContext } from './writeRow.ts';
import type { CreateOutcome, WriteOutcome } from './writeRows.ts';

/** Rows of every entity, and the changes that serving follows. Each change and its outbox row are one transaction. */
export interface EntityStore {
  list<N extends EntityName>(name: N, request: ListRequest): Promise<{ rows: RowByName[N][]; total: number }>;
  /** The ids of all matching rows, in order. */
  listIds(name: EntityName, request: RowFilter & Pick<ListRequest, 'sort'>): Promise<number[]>;
  /** Rows in the order of the ids, without markup unless all fields are requested. */
  listById<N extends EntityName>(
    name: N,
    ids: readonly number[],
    options: { scope: Scope; isComplete?: boolean },
  ): Promise<RowByName[N][]>;
  /** Numbers of matching rows by field and value. */
  countValues(name: EntityName, fields: readonly string[], filter: RowFilter): Promise<ValueCount[]>;
  /** The state data of active tags and channels; ids without an active row are left out. */
  tagStateRows(ids: readonly number[]): Promise<TagStateRow[]>;
  channelStateRows(ids: readonly number[], now: string): Promise<ChannelStateRow[]>;
  /** The same for campaigns, creatives and deals. */
  campaignStateRows(ids: readonly number[]): Promise<CampaignStateRow[]>;
  creativeStateRows(ids: readonly number[]): Promise<CreativeStateRow[]>;
  dealStateRows(ids: readonly number[]): Promise<DealStateRow[]>;
  /** The sub-publishers among these ids whose seller ID is missing from files that listed it. */
  lostAdsTxtRows(ids: readonly number[]): Promise<LostAdsTxtRow[]>;
  /** The TLS certificates, used by the active ones of these rows, that are not accepted or end before a time (ISO 8601). */
  certificateRows(entity: CallingEntity, ids: readonly number[], before: string): Promise<CertificateRow[]>;
  /** Number of rows in the scope's accounts that reference each of these ids; unreferenced ids are left out. */
  useCounts(target: EntityName, ids: readonly number[], scope: Scope): Promise<Map<number, number>>;
  get<N extends EntityName>(name: N, id: number, scope: Scope): Promise<RowByName[N] | null>;
  getMany<N extends EntityName>(name: N, ids: readonly number[], scope: Scope): Promise<RowByName[N][]>;
  listNames(name: EntityName, request: NamesRequest): Promise<NamedRow[]>;
  listPartners(name: PartneredEntity, scope: Scope): Promise<PartnerOfRow[]>;
  create<N extends EntityName>(
    name: N,
    values: Readonly<Record<string, unknown>>,
    demandId: number | null,
    context?: WriteContext,
  ): Promise<CreateOutcome<RowByName[N]>>;
  update<N extends EntityName>(
    name: N,
    id: number,
    changes: Readonly<Record<string, unknown>>,
    scope: Scope,
    context?: UpdateContext,
  ): Promise<WriteOutcome<RowByName[N]>>;
  remove<N extends EntityName>(
    name: N,
    id: number,
    scope: Scope,
    context?: Pick<WriteContext, 'author' | 'revertOf'>,
  ): Promise<WriteOutcome<RowByName[N]>>;
  /** The rows with these ids, or all that match a filter, with all fields and in the order of their ids. */
  choose<N extends EntityName>(name: N, choice: RowChoice): Promise<RowByName[N][]>;
  /** Number of an account's rows of an entity, without archived ones. */
  countOf(name: EntityName, demandId: number): Promise<number>;
  version(): Promise<number>;
  readChangesSince(since: number, limit?: number): Promise<ChangesSince>;
  checkpoint(): ReturnType<typeof readCheckpoint>;
  /** Prunes changes made before a point in time, ISO 8601. */
  pruneOutbox(before: string): Promise<number>;
  /** A channel with all rows that its auctions depended on, now and before. */
  channelPast(query: PastQuery): Promise<ChannelHistory>;
  /** The rows on which the auctions of some suppliers and channels depend, except campaigns. */
  configuration(query: ConfigurationQuery): Promise<ConfigurationRow[]>;
  /** Prunes the history of rows before a point in time, ISO 8601. */
  prunePast(before: string): Promise<number>;
}

/** Opens the rows of entities. `sealer` encrypts their secrets; null where no row has any. */
export function openEntityStore(db: Database, sealer: SecretSealer | null = null): EntityStore {
  return {
    list: (name, request) => listRows(db, name, request),
    listIds: (name, request) => listIds(db, name, request),
    listById: (name, ids, options) => listRowsById(db, name, ids, options),
    countValues: (name, fields, filter) => countValues(db, name, fields, filter),
    tagStateRows: (ids) => readTagStateRows(db, ids),
    channelStateRows: (ids, now) => readChannelStateRows(db, ids, now),
    campaignStateRows: (ids) => readCampaignStateRows(db, ids),
    creativeStateRows: (ids) => readCreativeStateRows(db, ids),
    dealStateRows: (ids) => readDealStateRows(db, ids),
    lostAdsTxtRows: (ids) => readLostAdsTxtRows(db, ids),
    certificateRows: (entity, ids, before) => readCertificateRows(db, entity, ids, before),
    useCounts: (target, ids, scope) => readUseCounts(db, target, ids, scope),
    get: (name, id, scope) => getRow(db, name, id, scope),
    getMany: (name, ids, scope) => getRows(db, name, ids, scope),
    listNames: (name, request) => listNames(db, name, request),
    listPartners: (name, scope) => listPartners(db, name, scope),
    create: (name, values, demandId, context) => createRow(db, name, values, demandId, { ...context, sealer }),
    update: (name, id, changes, scope, context) => updateRow(db, name, id, changes, scope, { ...context, sealer }),
    remove: (name, id, scope, context) => removeRow(db, name, id, scope, context),
    choose: (name, choice) => chooseRows(db, name, choice),
    countOf: (name, demandId) => countRows(db, name, demandId),
    version: () => readSnapshotVersion(db),
    readChangesSince: (since, limit) => readChangesSince(db, since, limit),
    checkpoint: () => readCheckpoint(db),
    pruneOutbox: (before) => pruneOutbox(db, before),
    channelPast: (query) => readChannelPast(db, query),
    configuration: (query) => readConfiguration(db, query),
    prunePast: (before) => prunePastRows(db, before),
  };
}
