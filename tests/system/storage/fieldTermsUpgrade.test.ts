import { expect, test } from 'vitest';
import { openBudgetLedgerStore } from '#storage/budget/budgetLedgerStore.ts';
import { openChangeLog, systemAuthor } from '#storage/entities/changeLog.ts';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { readChannelPast } from '#storage/pastRows/readChannelPast.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { openSavedViews } from '#storage/savedViews.ts';
import { openSchedules } from '#storage/schedules/scheduleStore.ts';
import { openVerificationImports } from '#storage/verification/verificationImports.ts';
import { describePostgres } from '../../stores/describePostgres.ts';
import { migrateBefore, migrationsFolder } from '../../stores/migrateBefore.ts';

const old = `
  insert into demands (name, uid, postbid_rests_until) values ('one', 'one', '2999-01-01T00:00:00Z');
  insert into users (name, login, password_hash, type, demand_id) values ('owner', 'one', '', 'demand', 1);
  insert into suppliers (demand_id, name, uid, tells_wins) values (1, 'east', 'east', false), (1, 'west', 'west', true);
  insert into subpublishers (demand_id, name) values (1, 'sub');
  insert into channels (demand_id, subpublisher_id, name, uid, learned_floors)
    values (1, 1, 'news', 'news', '{"US Mobile": "2.00"}');
  insert into snapshot_version (id, version, history_from) values (1, 9, 0);
  insert into past_rows (until, entity, row_id, demand_id, before) values
    (5, 'channel', 1, 1, '{"learnedFloors": {"US Mobile": "1.00"}, "floor": "0.10"}'),
    (6, 'demand', 1, 1, '{"postbidRestsUntil": null}'),
    (7, 'channel', 1, 1, null);
  insert into changes (action, entity, row_id, name, demand_id, source, fields) values
    ('updated', 'supplier', 1, 'east', 1, 'console',
      '[{"field": "notes", "from": "a", "to": "b"}, {"field": "tellsWins", "from": true, "to": false}]'),
    ('created', 'scanImport', 1, 'pix.csv (postbid pix)', 1, 'console', '[{"field": "lines", "from": null, "to": 3}]'),
    ('created', 'report', 1, 'Daily', 1, 'console', '[{"field": "keep", "from": null, "to": "file"}]'),
    ('updated', 'supplier', 2, 'west', 1, 'console', '[{"field": "notes", "from": "", "to": "tellsWins"}]');
  insert into scan_imports (demand_id, vendor, file_name, lines, imps, first_day, last_day)
    values (1, 'pix', 'pix.csv', 3, 9, '2026-11-01', '2026-11-02');
  insert into saved_views (user_id, page, name, search)
    values (1, '/suppliers', 'mine', 'cols=name.tellsWins&tellsWins=true&q=tellsWinsToo');
  insert into saved_reports (user_id, name, request, row_count) values (1, 'Daily', '{}', 0);
  insert into report_schedules (report_id, user_id, repeats, week_days, time, zone, format, colleague_ids, emails, email_form, is_paused, paused_because, failures)
    values (1, 1, 'daily', '[]', '06:00', 'UTC', 'csv', '[]', '[]', 'attachment', true, 'It failed 5 times in a row', 5);
  insert into mail_stops (report_id, address) values (1, 'tired@partner.example');
  insert into budget_nodes (node, seq, heard_at, counted_to) values ('east-1', 4, now(), now());
  insert into budget_leases (node, campaign_id, unit, free, held, billed, expected, chance)
    values ('east-1', 7, 'spend', 10, 30, 5, 20, 2.5);
  insert into ads_txt_files (kind, host, due_at, wanted_at) values ('ads', 'site.example', now(), '2026-11-01T00:00:00Z');
`;

describePostgres('an installation whose stores have the names of the previous release', (open) => {
  test('has everything under the names of now after the upgrade', async () => {
    const { pool, db } = open().postgres;
    await migrateBefore(pool, 14);
    await pool.query(old);
    await migratePostgres(pool, migrationsFolder);

    const entities = openEntityStore(db);
    expect(await entities.get('demand', 1, 'all')).toMatchObject({
      verificationPausedUntil: '2999-01-01T00:00:00.000Z',
    });
    expect(await entities.get('channel', 1, 'all')).toMatchObject({ dynamicFloors: { 'US Mobile': '2.00' } });
    expect((await entities.getMany('supplier', [1, 2], 'all')).map(({ sendsWinNotices }) => sendsWinNotices)).toEqual([
      false,
      true,
    ]);

    const query = { channelId: 1, demandId: 1, since: '2026-11-01T00:00:00Z', additional: [] };
    expect((await readChannelPast(db, query)).past).toMatchObject([
      { until: 7, before: null },
      { until: 6, before: { verificationPausedUntil: null } },
      { until: 5, before: { dynamicFloors: { 'US Mobile': '1.00' }, floor: '0.10' } },
    ]);

    const { rows } = await openChangeLog(db).list({ scope: 'all' }, { page: 1, size: 10 });
    expect(rows.map(({ entity, fields }) => [entity, fields])).toEqual([
      ['supplier', [{ field: 'notes', from: '', to: 'tellsWins' }]],
      ['report', [{ field: 'saveAs', from: null, to: 'file' }]],
      ['verificationImport', [{ field: 'lines', from: null, to: 3 }]],
      [
        'supplier',
        [
          { field: 'notes', from: 'a', to: 'b' },
          { field: 'sendsWinNotices', from: true, to: false },
        ],
      ],
    ]);
    expect((await openSavedViews(db).list(1, null, '/suppliers')).map(({ search }) => search)).toEqual([
      'cols=name.sendsWinNotices&sendsWinNotices=true&q=tellsWinsToo',
    ]);
  });

  test('goes on with its imports, schedules and leases', async () => {
    const { pool, db } = open().postgres;
    const imports = openVerificationImports(db);
    expect(await imports.list(1, 10)).toMatchObject([{ id: 1, fileName: 'pix.csv', lines: 3, imps: 9 }]);
    const file = { demandId: 1, vendor: 'wh', fileName: 'wh.csv', lines: 1, imps: 1 } as const;
    const days = { firstDay: '2026-11-03', lastDay: '2026-11-03' };
    expect(await imports.begin(systemAuthor, { ...file, ...days })).toBe(2);

    const schedules = openSchedules(db);
    expect(await schedules.read(1, 1)).toMatchObject({ pauseReason: 'It failed 5 times in a row', failures: 5 });
    expect(await schedules.unsubscribesOf([1])).toEqual([{ reportId: 1, address: 'tired@partner.example' }]);
    expect(await schedules.unsubscribe(1, 'tired@partner.example')).toBe(true);

    const now = new Date();
    const call = { node: 'east-2', seq: 1, previousNode: null, countedTo: now, now, pruneBefore: new Date(0) };
    const entry = { campaignId: 7, unit: 'spend', free: 0, reserved: 0, billed: 0, expected: 0, opportunityRate: 0 };
    const ledgers = openBudgetLedgerStore(db);
    let others: unknown;
    await ledgers.exchange({ ...call, entries: [entry], lostBefore: new Date(0) }, (state) => {
      others = state.others.get(7);
      return [];
    });
    expect(others).toEqual({
      ...{ campaignId: 7, outstanding: 40, billed: 5, expected: 20, free: 10, opportunityRate: 2.5, count: 1 },
      hasUnitMismatch: false,
    });
    const { rows } = await pool.query<{ day: string }>(
      `select to_char(referenced_at at time zone 'UTC', 'YYYY-MM-DD') as day from ads_txt_files`,
    );
    expect(rows).toEqual([{ day: '2026-11-01' }]);
  });
});
