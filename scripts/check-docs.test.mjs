import { expect, it } from 'vitest'
import { missingReferences, symbolsIn } from './lib/doc-references.mjs'

const repository = {
  paths: new Set([
    'docs',
    'docs/guide.md',
    'server/src/features/links',
    'server/src/features/links/links.rules.ts',
    'server/src/features/links/links.routes.test.ts',
  ]),
  ignored: new Set(['dist']),
  symbols: new Set(
    symbolsIn('export function openLink(row) { return row.created_at } // ShareWithItem'),
  ),
  scripts: new Set(['check']),
}

const missing = (text, path = 'README.md') =>
  missingReferences(path, text, repository).map(({ name, line }) => `${line} ${name}`)

it('finds links to files that are gone, relative to the document', () => {
  expect(missing('[a](docs/guide.md#part) [b](docs/gone.md)\n[c](other.md)')).toEqual([
    '1 docs/gone.md',
    '2 other.md',
  ])
  expect(missing('[a](guide.md) [b](../docs) [c](../gone)', 'docs/guide.md')).toEqual(['1 ../gone'])
  expect(missing('[a](https://example.com/x) [b](#part)')).toEqual([])
})

it('finds paths that are gone and accepts paths without their first folders', () => {
  expect(missing('`links.rules.ts` `features/links` `src/features/links/gone.ts`')).toEqual([
    '1 src/features/links/gone.ts',
  ])
  expect(missing('`gone.rules.ts`')).toEqual(['1 gone.rules.ts'])
})

it('reads wildcards and alternatives in paths', () => {
  expect(missing('`features/links/*.test.ts` `links/links.{rules,service}.ts`')).toEqual([])
  expect(missing('`features/links/*.service.ts`')).toEqual(['1 features/links/*.service.ts'])
})

it('finds code symbols that no source has', () => {
  expect(missing('`openLink(row)` `row.created_at` `ShareWithItem`')).toEqual([])
  expect(missing('`closeLink` `row.deletedAt(now)` `deleted_at` `GONE_URL`')).toEqual([
    '1 closeLink',
    '1 row.deletedAt(now)',
    '1 deleted_at',
    '1 GONE_URL',
  ])
})

it('finds npm scripts that are gone', () => {
  expect(missing('`npm run check` `npm run --silent gone`')).toEqual(['1 npm run --silent gone'])
})

it('ignores code blocks, URL paths, media types, placeholders and build output', () => {
  expect(missing('```sh\n`gone.ts`\n```\n`/api/gone` `image/png` `x.jobs.ts` `web/dist`')).toEqual(
    [],
  )
})
