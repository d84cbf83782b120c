import { expect, test } from 'vitest';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { describePostgres } from '../../stores/describePostgres.ts';
import { migrateBefore, migrationsFolder } from '../../stores/migrateBefore.ts';

const old = `
  insert into demands (name, uid) values ('one', 'one');
  insert into advertisers (demand_id, name) values (1, 'advertiser');
  insert into tags (demand_id, name, uid, advertiser_id, integration, partner) values
    (1, 'prebid', 'a', 1, 'PreBid', 'rubiconP'), (1, 'bids', 'b', 1, 'RTB', 'rubiconP'), (1, 'vast', 'c', 1, 'VAST', '');
  insert into suppliers (demand_id, name, uid) values (1, 'supplier', 'd');
  insert into adexchanges (demand_id, name, uid, endpoint) values (1, 'exchange', 'e', 'https://buyer.example/bid');
`;

describePostgres('an installation from before suppliers and ad exchanges had a partner', (open) => {
  test('[REF-07] has no partner there after the upgrade, and none of another integration', async () => {
    const { pool, db } = open().postgres;
    await migrateBefore(pool, 19);
    await pool.query(old);
    await migratePostgres(pool, migrationsFolder);

    const store = openEntityStore(db);
    const tags = await store.getMany('tag', [1, 2, 3], 'all');
    expect(new Map(tags.map(({ name, partner }) => [name, partner]))).toEqual(
      new Map([
        ['prebid', 'rubiconP'],
        ['bids', ''],
        ['vast', ''],
      ]),
    );
    expect(await store.get('supplier', 1, 'all')).toMatchObject({ partner: '' });
    expect(await store.get('adexchange', 1, 'all')).toMatchObject({ partner: '' });
    expect(await store.listPartners('tag', [1])).toEqual([{ id: 1, partner: 'rubiconP' }]);
    expect(await store.listPartners('supplier', 'all')).toEqual([]);
  });
});
