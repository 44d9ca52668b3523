// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { GuestPreview } from './guest-preview.tsx'

setUpRendering()

const fileOf = (id: string) =>
  ({
    id,
    type: 'file',
    attributes: {
      name: id,
      mimetype: null,
      size_bytes: 1,
      thumbnail: null,
      updated_at: '2026-01-01T00:00:00.000Z',
    },
    meta: { can: {} },
  }) as unknown as Item
const rowsOf = (items: Item[]) => ({
  total: items.length,
  itemAt: (index: number) => items[index],
  load: async (from: number, to: number) => items.slice(from, to + 1),
  indexOf: (id: string) => items.findIndex(item => item.id === id),
})

test('a preview keeps its place when others upload before it', async () => {
  stubCalls()
  const [first, second] = [fileOf('first'), fileOf('second')]
  const onClose = vi.fn()
  const showRows = (items: Item[]) =>
    show(<GuestPreview item={first} index={0} rows={rowsOf(items)} onClose={onClose} />)
  await showRows([first, second])
  await showRows([fileOf('new'), first, second])
  await click(find('[aria-label="preview.close"]'))
  expect(onClose).toHaveBeenLastCalledWith(1)
  await click(find('[aria-label="preview.next"]'))
  expect(find('h2').textContent).toBe('second')
})
