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
    'cba0890ba7aa18fe455c46810e7dd1e6bb5425f2771ff514fa6653abcd192f28',
    '03cf328abc2fceaa4a72ef9eccb7296136b6983f9c52ea1c942daae5892f24b3',
    '14e90053147d294e2a0f4c7a19e4e2c3a7e39ebffb1139221c910fab355f9e74',
    '18e76b580cc6b3843523da5d390a6d75c1863f3309759a01b447d9ff236594cf',
    '0976259a69d9cb8441152af976f0f29092b565e94d6e347a57f87f02e0c2b647',
    '5542fcd6f2e4458213357b7e9851d71db51b6edd486fec88c50cf6b492763950',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'e4080e31b76651fc69eb7e726cbf044fe1215daee3ffae17c0801a4619806820',
    'e9ddddc4cbd3c334374ae9da9a773d1a00c0f648738433558cdc4870dd1e925d',
    '5fb85dd842e1892ef6f01e6ea039ad389c3ad52a1aa64a71e055f21c84cbc63b',
    'd2b8412f52baaa4d3fa476181856355df7f8306cd2ef21ed0adc266b0a81e591',
    '19c4501eade467560ac4c092885ec2b08c22926d63e04dc005f102854a13fc75',
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
    'c50ab05babf7ab9df1f91678dc725985e7bc51f412a148f3b721cc0cb6ee6189',
    '5cd64c36be918e2c548514d38ffa207f70e6326e046b1e0b5f51e67d9ed71a8e',
    '78d501b1c8d3816ea750499fa4f3869ffd520105bd8d0ac7e401421a5041c1c4',
    'f7f13e3ae94e76de4f2844f7ed7c7478d9116a6983eafcfd840b9595dcab05c4',
    '8dab4932f4691ba9e4698c968eaacfae1f1cd34a2f11e35a01f45aeb8f758d5a',
    '77d045d71de6e4a8826733e198a637259f97b9c471b74a6eabd27b123efc9947',
    '43d24df78445d1027eb7f4f4c5487b1b0ea22dd6c68c02cb4b2fefb97b19357f',
    '016e1de669ee30838dc09b66e414fde785cd534b8bc010df9edeacc30fcab9e3',
    'f163611697225f02b031607f8e09af450637aee43e7c757af4ca67dc6d9bddd7',
    '154b575909f0bfdd2ec6e372265976496224784421227f6d2c3d5aa002184b96',
    'a8b727f566fea56ba8dd2f8acb9374a60ccedf9f064391a0a3f60ab290e86e4e',
    '126467022d4960a8ea331f410b29e047e9db26000e077771340e75f81e82f36e',
  ],
};

for (const engine of ENGINES) {
  test(`released migrations have the texts they were released with on ${engine}`, () => {
    const sums = MIGRATIONS.map((migration) => checksumOf(textsOf(migration, engine)));
    assert.deepEqual(sums, RELEASED[engine]);
  });
}

test('migrations are numbered in the order in which they run', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ number }) => number),
    MIGRATIONS.map((_, index) => index + 1),
  );
});
