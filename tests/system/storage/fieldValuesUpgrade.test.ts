import { expect, test } from 'vitest';
import { openChangeLog } from '#storage/entities/changeLog.ts';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { openSavedViews } from '#storage/savedViews.ts';
import { describePostgres } from '../../stores/describePostgres.ts';
import { migrateBefore, migrationsFolder } from '../../stores/migrateBefore.ts';

const old = `
  insert into demands (name, uid) values ('one', 'one');
  insert into users (name, login, password_hash, type, demand_id) values ('owner', 'one', '', 'demand', 1);
  insert into targetings (demand_id, name, us_privacy, summary)
    values (1, 'us', 'told', 'US privacy string'), (1, 'world', 'any', ''), (1, 'told', 'sale', '');
  insert into past_rows (until, entity, row_id, demand_id, before) values
    (5, 'targeting', 1, 1, '{"usPrivacy": "told", "consent": "any"}'),
    (6, 'targeting', 1, 1, '{"usPrivacy": "sale"}'),
    (7, 'targeting', 1, 1, null);
  insert into changes (action, entity, row_id, name, demand_id, source, fields) values
    ('updated', 'targeting', 1, 'us', 1, 'console',
      '[{"field": "notes", "from": "told", "to": "b"}, {"field": "usPrivacy", "from": "any", "to": "told"}]'),
    ('updated', 'targeting', 3, 'told', 1, 'console', '[{"field": "usPrivacy", "from": "told", "to": "sale"}]');
  insert into saved_views (user_id, page, name, search) values
    (1, '/targetings', 'one', 'usPrivacy=told&q=told'),
    (1, '/targetings', 'two', 'status=1&usPrivacy=sale%2Ctold'),
    (1, '/targetings', 'none', 'q=told');
`;

describePostgres('an installation whose targetings have the values of the previous release', (open) => {
  test('has the values of now after the upgrade: in rows, their past, the log and saved views', async () => {
    const { pool, db } = open().postgres;
    await migrateBefore(pool, 15);
    await pool.query(old);
    await migratePostgres(pool, migrationsFolder);

    const rows = await openEntityStore(db).getMany('targeting', [1, 2, 3], 'all');
    expect(new Map(rows.map(({ name, usPrivacy }) => [name, usPrivacy]))).toEqual(
      new Map([
        ['us', 'declared'],
        ['world', 'any'],
        ['told', 'sale'],
      ]),
    );
    const past = await pool.query<{ before: unknown }>('select before from past_rows order by until');
    expect(past.rows.map(({ before }) => before)).toEqual([
      { usPrivacy: 'declared', consent: 'any' },
      { usPrivacy: 'sale' },
      null,
    ]);
    const log = await openChangeLog(db).list({ scope: 'all' }, { page: 1, size: 10 });
    expect(log.rows.map(({ fields }) => fields)).toEqual([
      [{ field: 'usPrivacy', from: 'declared', to: 'sale' }],
      [
        { field: 'notes', from: 'told', to: 'b' },
        { field: 'usPrivacy', from: 'any', to: 'declared' },
      ],
    ]);
    const views = await openSavedViews(db).list(1, null, '/targetings');
    expect(new Map(views.map(({ name, search }) => [name, search]))).toEqual(
      new Map([
        ['one', 'usPrivacy=declared&q=told'],
        ['two', 'status=1&usPrivacy=sale%2Cdeclared'],
        ['none', 'q=told'],
      ]),
    );
  });
});
