import { expect, test } from 'vitest';
import { createServeMasks } from './serveMasks.ts';

test('masks of many IDs stay separate while the table grows, even on collisions', () => {
  const masks = createServeMasks(4);
  for (let id = 0; id < 3000; id++) masks.add(id % 7, id, id * 3, 1 << (id % 16));
  for (let id = 0; id < 3000; id += 2) masks.add(id % 7, id, id * 3, 1);
  expect(masks.size).toBe(3000);
  for (let id = 0; id < 3000; id++)
    expect(masks.get(id % 7, id, id * 3)).toBe((1 << (id % 16)) | (id % 2 === 0 ? 1 : 0));
  expect(masks.get(1, 2, 3)).toBe(0);
});
