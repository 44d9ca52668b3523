// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { settle, setUpRendering, showHook, useConfig } from '../../../test/render.tsx'
import { dragged } from '../../features/items/dragging.ts'
import { ApiError } from '../../lib/api.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { useDrops } from './use-drops.ts'

setUpRendering()
beforeEach(() => useConfig({}))

test('a drop whose items can not be loaded is reported', async () => {
  const drops = await showHook(() => useDrops())
  dragged.set({
    items: [],
    count: 60,
    resolve: () => Promise.reject(new ApiError(0, null)),
    bulk: null,
    clear: () => {},
  })
  drops().drop({ id: null, name: 'Files' }, { types: [] } as unknown as DataTransfer, false)
  await settle()
  expect(toasts.get()).toMatchObject([{ kind: 'danger' }])
  dragged.set(null)
})
