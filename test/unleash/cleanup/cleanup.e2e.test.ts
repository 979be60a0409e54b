import { test } from 'vitest';
import { expectProved } from './expect-proved.ts';

test('no scheduled change ends differently after a clean-up', () => expectProved(8, 20_261_121));
