import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from '../../src/storage/migrations/migrate.ts';
import { textsOf } from '../../src/storage/migrations/migration.ts';
import { checksumOf } from '../../src/storage/migrations/schema-ledger.ts';
import { ENGINES } from '../support/engine-names.ts';

/** As released databases store them: a migration is never changed, only followed by another. */
const RELEASED = {
  sqlite: [
    'a3407a91b5dceaaec262617f65b25bda4ca6d783132af76961e5f4538236a3bd',
    '87d93cf43e0fd753efa9b9ef2100d252d732bccc5aeabe3f4a1b64129999a34e',
    'e8f95746b46e0c284596d0290857d540e0d0a27ddd70e7a9d7ad2aefef8ce66f',
    '89311a8b6f96885f9a432bda06c351986971cc05aa234fc51bb2c730d5ff2d33',
    '5cebe4ae0eb1677777788dd87bb5914c9062baf5c7f25d24bd98e9e54deb3490',
    '2e9fee6638bf1af0ab313962f91f067d30ca0f9ac1a17c85e96353e09168bea3',
    '297d0bec4a91b91e605904fdf3d34ab47f35efd8d7f44a6a335ccb7a75a0973b',
    '16120b3e677f053555ee3cb7504c39ae79bea4899b9372e4d88d61d53e4fefed',
  ],
  postgres: [
    '25ea56a880b90f411f948791a72bd7a20dc80d765508131fa75105244edcb61d',
    'f4d85d4cb10f1eb08028e3b9079759559cdbf7f5c44c204485b70cfc91529c67',
    'deb3bfcc34fe47c9bcd98d22c8a30f8463d57aa2499901094a976f540a5f9b76',
    '971a43052c81281b15420e62525363417985bdcb5bc56eba9fe5dab48ce0fe53',
    '2ffa13e8b9534a4ea9319277f525dd8e59b4f98f251a3cad54f72f360b1e668b',
    'f51da3d2f41e6bcd0af48c2b671e2d6453995abcdf2ba461e4e56648c3440867',
    '36790edbb87bb40d54daea9ef14fbc417e3faaca9c5870cf40f6944d38ad922d',
    'd98150e7074e395c92417762b555065d5bc3d1fd3cb85b713de6781ff9dbb503',
  ],
};

for (const engine of ENGINES) {
  test(`released migrations have the texts they were released with on ${engine}`, () => {
    const sums = MIGRATIONS.map((migration) => checksumOf(textsOf(migration, engine)));
    assert.deepEqual(sums.slice(0, RELEASED[engine].length), RELEASED[engine]);
  });
}

test('migrations are numbered in the order in which they run', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ number }) => number),
    MIGRATIONS.map((_, index) => index + 1),
  );
});
