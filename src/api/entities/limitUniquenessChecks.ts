import { secondsUntil } from '#runtime/secondsUntil.ts';
import { type Entity, entities as model, type EntityName, type Fault } from '#model/index.ts';
import type { ChangeSetOptions, PlannedChange } from '#storage/entities/applyChanges.ts';
import { accountsInScope, type Scope } from '#storage/entities/database.ts';
import type { Values } from '#storage/entities/draft.ts';
import { isPartnerScope } from '#storage/entities/partnerScope.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';

const windowMs = 3_600_000;

/** Maximum conflicts with values of other accounts per hour and account. */
const maxConflictsPerHour = 20;

/** Thrown after too many conflicts, without checking the value. */
export class TooManyUniquenessChecks extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many attempts with values that are taken. Try again later');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Deps = Pick<ApiDeps, 'entities' | 'changeSets' | 'logins' | 'now'>;

/**
 * Wraps the stores so that an account cannot find out by trying which values others have (`unique: 'acrossAccounts'`):
 * after 20 conflicts within an hour, each write that claims such a value throws TooManyUniquenessChecks. Each write
 * counts in advance, and stops counting when there was no conflict, so that concurrent calls gain nothing. Admins are
 * not counted: they see all accounts.
 */
export function limitUniquenessChecks({
  entities,
  changeSets,
  logins,
  now,
}: Deps): Pick<ApiDeps, 'entities' | 'changeSets'> {
  /** Whether one of the changes gives a row a new value of that kind. Reads the rows when it depends on them. */
  async function areClaims(changes: readonly PlannedChange[], scope: Scope): Promise<boolean> {
    if (changes.some(({ action, entity, values }) => action === 'create' && givenIn(entity, values).length > 0)) {
      return true;
    }
    for (const name of new Set(changes.map(({ entity }) => entity))) {
      if (sharedFields(name).length === 0) continue;
      const updates = changes.filter(({ entity, action }) => entity === name && action === 'update');
      const claiming = updates.filter(({ values }) => givenIn(name, values).length > 0 || isRevival(values));
      const rows = await entities.getMany(
        name,
        claiming.map(({ id = 0 }) => id),
        scope,
      );
      const byId = new Map(rows.map((row): [number, Values] => [row.id, { ...row }]));
      if (claiming.some(({ id = 0, values }) => isClaimOf(byId.get(id), name, values))) return true;
    }
    return false;
  }

  async function limited<Outcome>(
    key: string | null,
    claims: () => Promise<boolean>,
    write: () => Promise<Outcome>,
    faultsOf: (outcome: Outcome) => readonly Fault[],
  ): Promise<Outcome> {
    if (key === null || !(await claims())) return write();
    const at = now();
    const window = { now: at, windowMs };
    const { attempts, resetsAt } = await logins.countAttempt(key, window);
    if (attempts > maxConflictsPerHour) {
      await logins.undoAttempt(key, resetsAt);
      throw new TooManyUniquenessChecks(secondsUntil(resetsAt, at));
    }
    let taken = 0;
    try {
      const outcome = await write();
      taken = faultsOf(outcome).filter(({ code }) => code === 'taken').length;
      return outcome;
    } finally {
      if (taken === 0) await logins.undoAttempt(key, resetsAt);
      else if (taken > 1) await logins.countAttempt(key, window, taken - 1);
    }
  }

  const faultsOfSet = ({ results }: { results: readonly { faults: readonly Fault[] }[] }) =>
    results.flatMap(({ faults }) => faults);
  /** Managers of some partners are counted separately, so they use up no attempts of the account. */
  const keyOf = ({ scope }: Pick<ChangeSetOptions, 'scope'>) => {
    const accounts = accountsInScope(scope);
    if (accounts === 'all' || accounts.length === 0) return null;
    return `values taken for account ${accounts[0]}${isPartnerScope(scope) ? ` in ${JSON.stringify(scope)}` : ''}`;
  };

  return {
    entities: {
      ...entities,
      create: (name, values, demandId, context) =>
        limited(
          keyOf({ scope: context?.scope ?? 'all' }),
          () => areClaims([{ entity: name, action: 'create', values }], 'all'),
          () => entities.create(name, values, demandId, context),
          faultsOfOne,
        ),
      update: (name, id, values, scope, context) =>
        limited(
          keyOf({ scope }),
          () => areClaims([{ entity: name, action: 'update', id, values }], scope),
          () => entities.update(name, id, values, scope, context),
          faultsOfOne,
        ),
    },
    changeSets: {
      ...changeSets,
      apply: (changes, setting) =>
        limited(
          keyOf(setting),
          () => areClaims(changes, setting.scope),
          () => changeSets.apply(changes, setting),
          faultsOfSet,
        ),
      undo: (id, changes, setting) =>
        limited(
          keyOf(setting),
          () => areClaims(changes, setting.scope),
          () => changeSets.undo(id, changes, setting),
          faultsOfSet,
        ),
    },
  };
}

function faultsOfOne(outcome: WriteOutcome<unknown>): readonly Fault[] {
  return outcome.type === 'faults' ? outcome.faults : [];
}

/** The fields of an entity whose values are unique across accounts. */
function sharedFields(name: EntityName): string[] {
  const entity: Entity = model[name];
  return Object.keys(entity.fields).filter((field) => entity.fields[field]?.unique === 'acrossAccounts');
}

function givenIn(name: EntityName, values: Values = {}): string[] {
  return sharedFields(name).filter((field) => values[field] !== undefined);
}

function isRevival(values: Values = {}): boolean {
  return values['status'] !== undefined && values['status'] !== 2;
}

/** An archived row releases its values, and claims them when it is restored. */
function isClaimOf(row: Values | undefined, name: EntityName, values: Values = {}): boolean {
  if (!row) return false;
  if (row['status'] === 2) return isRevival(values);
  return givenIn(name, values).some((field) => folded(values[field]) !== folded(row[field]));
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
