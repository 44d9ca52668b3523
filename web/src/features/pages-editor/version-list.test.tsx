// @vitest-environment jsdom
import type { EditablePage } from '@coffer/contract/pages'
import { expect, test } from 'vitest'
import { click, find, queries, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { versionsQuery } from './pages.api.ts'
import { VersionList } from './version-list.tsx'

setUpRendering()

const page = { id: 'p', attributes: { slug: 'terms', title: 'Terms' } } as EditablePage

test('a version is restored once when its button is pressed twice', async () => {
  const calls = stubCalls()
  const attributes = { title: 'Terms', author: 'Ann', created_at: '2030-01-01T00:00:00Z' }
  queries.setQueryData(versionsQuery('terms').queryKey, [{ id: 'v', attributes }] as never)
  await show(<VersionList page={page} isDisabled={false} />)
  await click(find('button'))
  await click(find('button'))
  expect(calls).toHaveLength(1)
})
