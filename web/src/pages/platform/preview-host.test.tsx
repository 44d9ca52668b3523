// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { createMemoryHistory } from '@tanstack/react-router'
import { act } from 'react'
import { expect, test } from 'vitest'
import { settle, setUpRendering, showPage, stubCalls } from '../../../test/render.tsx'
import { openPreview, previewState } from '../../features/previews/preview-state.ts'
import { clearListOwner } from '../../lib/personal-list.ts'
import { PreviewHost } from './preview-host.tsx'

setUpRendering()

const attributes = { name: 'a.bin', mimetype: null, size_bytes: 1, thumbnail: null }
const file = {
  id: 'a',
  type: 'file',
  attributes: { ...attributes, updated_at: '2026-01-01T00:00:00.000Z' },
  meta: { can: {} },
} as unknown as Item

test('a preview closes when the browser goes back', async () => {
  stubCalls()
  const history = createMemoryHistory({ initialEntries: ['/a', '/b'] })
  openPreview(file, [file])
  await showPage(PreviewHost, '/$id', '/b', history)
  expect(document.querySelector('dialog')).not.toBeNull()
  await act(async () => history.back())
  await settle()
  expect(document.querySelector('dialog')).toBeNull()
  expect(previewState.get()).toBeNull()
})

test('the next user of the page does not see the preview of the one before', () => {
  openPreview(file, [file])
  clearListOwner()
  expect(previewState.get()).toBeNull()
})
