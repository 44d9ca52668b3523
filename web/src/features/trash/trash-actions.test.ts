// @vitest-environment jsdom
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { setUpRendering, stubCalls } from '../../../test/render.tsx'
import type { ItemCache } from '../../lib/item-changes.ts'
import { restoreAllIn } from './trash-actions.ts'

setUpRendering()

test('reports the items that were restored, which may differ from those of the list', async () => {
  const [calls, refresh] = [stubCalls(), vi.fn()]
  const translate = vi.spyOn(i18next, 't')
  const done = restoreAllIn({ refresh } as unknown as ItemCache, {
    folderId: null,
    except: new Set(),
    count: 160,
  })
  await calls[0]?.answer(200, { meta: { changed: 158, skipped: 0 } })
  await done
  expect(translate).toHaveBeenCalledWith('trash.restored_all', { count: 158 })
  expect(refresh).toHaveBeenCalled()
})
