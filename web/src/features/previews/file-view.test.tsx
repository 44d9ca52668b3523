// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { FileView } from './file-view.tsx'

setUpRendering()

const fileOf = (mimetype: string, changes: Partial<Item['attributes']> = {}) =>
  ({
    id: 'a',
    type: 'file',
    attributes: {
      name: 'a',
      mimetype,
      size_bytes: 10,
      versions: 0,
      updated_at: '2026-01-01T00:00:00.000Z',
      file_url: '/file/a',
      thumbnail: null,
      ...changes,
    },
    meta: { can: { download: true } },
  }) as Item

const showFile = (item: Item) => show(<FileView item={item} onDownload={() => undefined} />)
const source = () => document.querySelector('[src]')?.getAttribute('src')

test.each([
  ['image/png', { size_bytes: 11 }],
  ['image/png', { versions: 1 }],
  ['video/mp4', { updated_at: '2026-01-02T00:00:00.000Z' }],
  ['audio/mpeg', { versions: 1 }],
])('loads the content of %s again after it was replaced (%j)', async (mimetype, changes) => {
  await showFile(fileOf(mimetype))
  const before = source()
  await showFile(fileOf(mimetype, { name: 'renamed' }))
  expect(source()).toBe(before)
  await showFile(fileOf(mimetype, changes))
  expect(source()).not.toBe(before)
})

test.each(['video/mp4', 'audio/mpeg'])(
  'keeps playing %s when another version is deleted',
  async mimetype => {
    await showFile(fileOf(mimetype, { versions: 2 }))
    const player = document.querySelector('video, audio')
    const before = source()
    for (const versions of [1, 0]) await showFile(fileOf(mimetype, { versions }))
    expect(document.querySelector('video, audio')).toBe(player)
    expect(source()).toBe(before)
    await showFile(fileOf(mimetype, { updated_at: '2026-01-02T00:00:00.000Z', versions: 1 }))
    expect(source()).not.toBe(before)
  },
)

test('shows a content although the one before it could not be shown', async () => {
  await showFile(fileOf('video/mp4'))
  act(() => void document.querySelector('video')?.dispatchEvent(new Event('error')))
  expect(document.querySelector('video')).toBeNull()
  await showFile(fileOf('video/mp4', { versions: 1 }))
  expect(document.querySelector('video')).not.toBeNull()
})

test('keeps the version in the address of an earlier content', async () => {
  await showFile(fileOf('image/png', { file_url: '/file/a?version=b' }))
  expect(source()).toMatch(/^\/file\/a\?version=b&v=/)
})
